//! Exit codes.

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bad_input_outweighs_what_is_undecided() {
        let both = Status {
            bad_input: true,
            unknown: true,
        };
        let all = [
            Status::default(),
            Status::UNDECIDED,
            Status::BAD_INPUT,
            both,
        ];
        assert_eq!(all.map(Status::code), [0, 1, 2, 2]);
    }
}
