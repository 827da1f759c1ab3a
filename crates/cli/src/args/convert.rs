//! The arguments of `kemuri convert`.

use super::error::bad_value;
use super::{UsageError, inputs, value};
use crate::text::Text;
use clap::ArgMatches;
use kemuri_formats::{Encoding, Format};
use std::ffi::OsString;
use std::path::PathBuf;

/// The arguments of `kemuri convert`.
pub struct ConvertArgs {
    /// The record, as the words of an input.
    pub inputs: Vec<OsString>,
    /// The format to write.
    pub to: Format,
    /// The file to write, standard output if none.
    pub out: Option<PathBuf>,
    /// The encoding to write.
    pub encoding: Encoding,
    /// Keep what can be read.
    pub lenient: bool,
}

impl ConvertArgs {
    pub(super) fn of(m: &ArgMatches) -> Result<Self, UsageError> {
        let Some(to) = value(m, "to") else {
            return Err(UsageError::NoFormat);
        };
        let format = Format::named(&to.to_ascii_lowercase());
        let encoding = match value(m, "encoding").map(str::to_ascii_lowercase).as_deref() {
            None | Some("utf-8" | "utf8") => Encoding::Utf8,
            Some("shift_jis" | "shift-jis" | "sjis") => Encoding::ShiftJis,
            Some(other) => return Err(bad_value("--encoding", other, Text::ENCODING)),
        };
        let args = Self {
            inputs: inputs(m),
            to: format.ok_or_else(|| bad_value("--to", to, Text::FORMAT))?,
            out: m
                .get_one::<OsString>("out")
                .filter(|out| *out != "-")
                .map(PathBuf::from),
            encoding,
            lenient: m.get_flag("lenient"),
        };
        match args.inputs.is_empty() {
            true => Err(UsageError::NoRecord),
            false => Ok(args),
        }
    }
}
