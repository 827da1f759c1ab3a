//! The arguments of `kemuri convert`.

use super::values;
use clap::{Args, ValueHint};
use kemuri_formats::{Encoding, Format};
use std::ffi::OsString;

/// The arguments of `kemuri convert`.
#[derive(Args)]
pub struct ConvertArgs {
    /// The records, as the words of inputs.
    #[arg(value_name = "IN", required = true, value_hint = ValueHint::FilePath)]
    pub inputs: Vec<OsString>,
    /// The format to write.
    #[arg(long, value_name = "FORMAT", value_parser = values::format())]
    pub to: Format,
    /// The file to write, `-` or nothing for standard output.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    out: Option<OsString>,
    /// The encoding to write.
    #[arg(
        long,
        value_parser = values::encoding(),
        default_value = "utf-8",
        hide_default_value = true
    )]
    pub encoding: Encoding,
    /// Whether the defender gets every piece that is nowhere.
    #[arg(long)]
    pub rest: bool,
    /// Keep what can be read.
    #[arg(long)]
    pub lenient: bool,
}

impl ConvertArgs {
    /// Returns what is to be written, none for standard output.
    pub fn out(&self) -> Option<&OsString> {
        self.out.as_ref().filter(|out| *out != "-")
    }
}
