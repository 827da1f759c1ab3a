//! The arguments of `kemuri verify`.

use super::values;
use clap::{Args, ValueHint};
use kemuri_core::Color;
use kemuri_terminal::args::UsageError;
use kemuri_text::tr;
use std::ffi::OsString;

/// The arguments of `kemuri verify`.
#[derive(Args)]
pub struct VerifyArgs {
    /// The certificate, a file or `-`.
    #[arg(value_name = "CERT", value_parser = values::word(), value_hint = ValueHint::FilePath)]
    pub certificate: OsString,
    /// The problem it must belong to, as the words of an input.
    #[arg(value_name = "INPUT", value_hint = ValueHint::FilePath)]
    pub inputs: Vec<OsString>,
    /// One JSON object a line.
    #[arg(long)]
    pub json: bool,
    /// Who attacks in that problem, if the position is not to decide.
    #[arg(long, value_parser = values::side(), requires = "inputs")]
    pub attacker: Option<Color>,
    /// Whether the defender gets every piece that is nowhere in that problem.
    #[arg(long, requires = "inputs")]
    pub rest: bool,
}

impl VerifyArgs {
    /// Refuses values that contradict each other.
    pub(super) fn check(&self) -> Result<(), UsageError> {
        let twice = self.certificate == "-" && self.inputs.iter().any(|input| input == "-");
        match twice {
            true => Err(UsageError::other(|lang| {
                tr!(lang, "help-error-standard-input")
            })),
            false => Ok(()),
        }
    }
}
