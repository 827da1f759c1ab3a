//! The problems that a command line names.

use kemuri_formats::{InputError, Inputs, ProblemEntry, ReadOptions};
use kemuri_terminal::Stop;
use std::ffi::OsString;

/// The problem that is solved when none is named: a five-mover in which two silvers
/// and a gold drive the king out of the corner and back into it.
const BUNDLED: &str = "8k/6G2/9/8l/9/9/9/9/9 b 2S2r2b3g2s4n3l18p 1";

/// Reads the problems that `arguments` name; with no arguments, the bundled one.
pub fn problems(arguments: &[OsString], options: ReadOptions) -> Inputs {
    Inputs::new(arguments, options).or_text("bundled", BUNDLED)
}

/// What there is where one problem is wanted.
pub enum OnlyProblem {
    /// One problem.
    One(Box<ProblemEntry>),
    /// More than one.
    Several,
    /// None: the user has asked to stop.
    None,
}

/// Reads the only problem that `arguments` name.
pub fn only_problem(
    arguments: &[OsString],
    options: ReadOptions,
    stop: &Stop,
) -> Result<OnlyProblem, InputError> {
    let mut inputs = problems(arguments, options);
    let mut next = || stop.unless_asked(|| inputs.next());
    let first = next().transpose()?;
    Ok(match (first, next()) {
        (_, Some(_)) => OnlyProblem::Several,
        (Some(entry), None) => OnlyProblem::One(Box::new(entry)),
        (None, None) => OnlyProblem::None,
    })
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// The bundled problem.
    pub(crate) fn bundled() -> ProblemEntry {
        let mut inputs = problems(&[], ReadOptions::default());
        inputs.next().unwrap().unwrap()
    }

    #[test]
    fn the_bundled_problem_is_complete() {
        let entry = bundled();
        assert_eq!(entry.id.as_deref(), Some("bundled"));
        let line: Vec<_> = ["S*2b", "1a1b", "S*1c", "1b2c", "3b3c"]
            .iter()
            .map(|m| kemuri_core::Move::from_usi(m).unwrap())
            .collect();
        assert_eq!(
            kemuri_core::replay::verify_mate(&entry.problem, &line),
            Ok(())
        );
        assert_eq!(entry.problem.to_sfen(), BUNDLED);
    }
}
