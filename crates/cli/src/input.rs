//! The problems that a command line names.

use crate::warn;
use kemuri_formats::{InputError, Inputs, ProblemEntry, ReadOptions};
use kemuri_terminal::{Refusal, Stop};
use kemuri_text::{Lang, formats};
use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, Read};

/// The problem that is solved when none is named: a five-mover in which two silvers
/// and a gold drive the king out of the corner and back into it.
const BUNDLED: &str = "8k/6G2/9/8l/9/9/9/9/9 b 2S2r2b3g2s4n3l18p 1";

/// Bytes that a condition or a profile may have; none is nearly as long.
const LONGEST_SETTINGS: u64 = 1 << 20;

/// Reads the file of a condition or profile.
pub fn read_settings(path: &OsStr) -> io::Result<String> {
    let mut bytes = Vec::new();
    let file = File::open(path)?;
    file.take(LONGEST_SETTINGS + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > LONGEST_SETTINGS {
        return Err(io::ErrorKind::FileTooLarge.into());
    }
    String::from_utf8(bytes).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))
}

/// Reads the problems that `arguments` name; with no arguments, the bundled one. Warns of
/// records whose moves are not in order.
pub fn problems(
    arguments: &[OsString],
    options: ReadOptions,
    lang: Lang,
) -> impl Iterator<Item = Result<ProblemEntry, InputError>> + use<> {
    let inputs = Inputs::new(arguments, options).or_text("bundled", BUNDLED);
    inputs.inspect(move |item| {
        if let Some(sentence) = item.as_ref().ok().and_then(|e| formats::faults(lang, e)) {
            warn(&sentence);
        }
    })
}

/// Reads the only problem that `arguments` name. There is none if the user has asked
/// to stop; `several` is said if there are more.
pub fn only_problem(
    arguments: &[OsString],
    options: ReadOptions,
    stop: &Stop,
    lang: Lang,
    several: impl FnOnce() -> String,
) -> Result<Option<ProblemEntry>, Refusal> {
    let mut inputs = problems(arguments, options, lang);
    let mut next = || stop.unless_asked(|| inputs.next());
    let first = next().transpose();
    let first = first.map_err(|error| formats::input_error(lang, &error))?;
    match next() {
        Some(_) => Err(several().into()),
        None => Ok(first),
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// The bundled problem.
    pub(crate) fn bundled() -> ProblemEntry {
        let mut inputs = problems(&[], ReadOptions::default(), Lang::En);
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
