//! How a run ends: its exit code, and why it ended early.

use kemuri_text::{Lang, tr};
use std::io;
use std::process::ExitCode;

/// How a run went, as far as the exit code tells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Status {
    /// Something in the input or the arguments could not be used.
    pub bad_input: bool,
    /// Something was left undecided, verdicts contradict each other, a
    /// certificate is wrong, or a problem is unsound.
    pub unknown: bool,
}

impl Status {
    /// Nothing could be done with what was given.
    pub const BAD_INPUT: Self = Self {
        bad_input: true,
        unknown: false,
    };
    /// Something is undecided, contradicted or wrong.
    pub const UNDECIDED: Self = Self {
        bad_input: false,
        unknown: true,
    };

    /// Returns [`Self::UNDECIDED`] if something is `unknown`, else success.
    pub fn unknown_if(unknown: bool) -> Self {
        Self {
            bad_input: false,
            unknown,
        }
    }

    /// Returns what both say.
    pub fn and(self, other: Self) -> Self {
        Self {
            bad_input: self.bad_input || other.bad_input,
            unknown: self.unknown || other.unknown,
        }
    }

    /// Returns 2 for bad input, else 1 if something is undecided, else 0.
    pub fn code(self) -> u8 {
        match self {
            Self {
                bad_input: true, ..
            } => 2,
            Self { unknown: true, .. } => 1,
            _ => 0,
        }
    }
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> Self {
        status.code().into()
    }
}

/// Why a piece of work is not done, and what that makes of the exit code.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{sentence}")]
pub struct Refusal {
    /// What the user is told.
    pub sentence: String,
    /// How the run went.
    pub status: Status,
}

impl Refusal {
    /// Returns a refusal that leaves something undecided.
    pub fn undecided(sentence: String) -> Self {
        Self {
            sentence,
            status: Status::UNDECIDED,
        }
    }
}

impl From<String> for Refusal {
    /// Bad input.
    fn from(sentence: String) -> Self {
        Self {
            sentence,
            status: Status::BAD_INPUT,
        }
    }
}

/// Why a program ends early.
#[derive(Debug, thiserror::Error)]
pub enum ProgramError {
    /// Standard output cannot be written to.
    #[error("{}", tr!(Lang::En, "terminal-cannot-write", error = .0))]
    Output(#[from] io::Error),
    /// It cannot do what it is asked for.
    #[error(transparent)]
    Refused(#[from] Refusal),
}

impl From<String> for ProgramError {
    /// Bad input.
    fn from(sentence: String) -> Self {
        Self::Refused(sentence.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::UsageError;
    use std::error::Error;

    #[test]
    fn errors_say_what_the_user_is_told() {
        let refused = ProgramError::from(String::from("there is no such file"));
        let output = ProgramError::from(io::Error::other("torn"));
        let usage = UsageError::Needs("--graphs", "lengths");
        let expected = usage.sentence(Lang::En);
        let errors: [Box<dyn Error>; 3] = [refused.into(), output.into(), usage.into()];
        let [refused, output, usage] = errors.map(|error| error.to_string());
        assert_eq!(refused, "there is no such file");
        assert!(output.ends_with("torn"), "{output}");
        assert_eq!(usage, expected);
        assert!(usage.contains("--graphs"), "{usage}");
    }

    #[test]
    fn bad_input_outweighs_what_is_undecided() {
        let all = [
            Status::default(),
            Status::UNDECIDED,
            Status::BAD_INPUT,
            Status::BAD_INPUT.and(Status::UNDECIDED),
        ];
        assert_eq!(all.map(Status::code), [0, 1, 2, 2]);
    }
}
