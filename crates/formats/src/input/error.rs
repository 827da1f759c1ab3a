//! What can be wrong with a source of problems, and where.

use crate::{FaultyPosition, RecordError, RecordErrorKind};
use kemuri_core::{ProblemError, quote};
use std::fmt;
use std::io;

/// Where in the input something is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Location {
    /// A text that was given itself.
    Text(String),
    /// A file or another source.
    Source {
        /// Its name; `-` is standard input.
        name: String,
        /// The line, from 1, where one can be named.
        line: Option<usize>,
    },
}

/// A source or a line of it that cannot be read.
#[derive(Debug, thiserror::Error)]
#[error("{location}: {kind}")]
pub struct InputError {
    /// Where.
    pub location: Location,
    /// What is wrong.
    pub kind: InputErrorKind,
}

/// What is wrong with a source or with a line of it.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum InputErrorKind {
    /// It cannot be read.
    #[error("cannot be read: {0}")]
    Io(io::Error),
    /// Neither a file nor an SFEN.
    #[error("there is no such file, and it is not an SFEN either")]
    NoSuchFile,
    /// Empty, or nothing but comments.
    #[error("there is no problem in it")]
    NoProblem,
    /// A text with nothing in it.
    #[error("the input is empty: an SFEN or a file is needed")]
    Empty,
    /// A line of more bytes than this.
    #[error("the line is longer than {limit} bytes: this is no position")]
    LineTooLong {
        /// The most bytes that are read.
        limit: usize,
    },
    /// A line of so many bytes that its end is not looked for.
    #[error(
        "the line is longer than {limit} bytes, the rest is not read: this is no collection of problems"
    )]
    LineEndless {
        /// The most bytes that are skipped.
        limit: usize,
    },
    /// No encoding that is known.
    #[error("the line is neither UTF-8 nor Shift_JIS nor EUC-JP")]
    Encoding,
    /// UTF-16, or no text at all.
    #[error("this is not a text in UTF-8, Shift_JIS or EUC-JP")]
    NotText,
    /// A collection's line without a position.
    #[error("there is no position after the name")]
    NoPosition,
    /// A USI `position` command with nothing after it.
    #[error("'sfen SFEN' or 'startpos' is missing")]
    NoStart,
    /// A word of a USI `position` command that is neither `sfen` nor `startpos` nor `moves`.
    #[error(
        "'{}' is out of place; expected 'sfen SFEN [moves …]' or 'startpos [moves …]'",
        quote(.0)
    )]
    UnknownStart(String),
    /// The third column is neither a length nor `-` nor `nomate`.
    #[error("the expected length '{}' is neither a number nor '-' nor 'nomate'", quote(.0))]
    Expected(String),
    /// A move after `moves` that cannot be played.
    #[error("move {number}, '{}', cannot be played", quote(.word))]
    Move {
        /// Its number, from 1.
        number: usize,
        /// What was given.
        word: String,
    },
    /// More moves than are read.
    #[error("the line has more moves than are read ({})", crate::MAX_PLIES)]
    TooManyMoves,
    /// The problem is to begin after more moves than there are.
    #[error("there is no position after ply {asked}: there are {moves} plies")]
    NoSuchPly {
        /// After how many moves.
        asked: usize,
        /// How many there are.
        moves: usize,
    },
    /// The position is not a problem.
    #[error(transparent)]
    Problem(Box<FaultyPosition>),
    /// A record that cannot be read.
    #[error(transparent)]
    Record(Box<RecordError>),
    /// So many lines were broken that the rest is not read.
    #[error("every line so far is broken, the rest is not read: this is no collection of problems")]
    TooManyErrors,
    /// None of the first lines of a file is a problem: it is something else.
    #[error("none of the first {lines} lines is a problem; line {first}: {why}")]
    NoCollection {
        /// So many lines were read.
        lines: usize,
        /// The number of the first line that is broken.
        first: usize,
        /// What is wrong with it.
        why: Box<InputErrorKind>,
    },
}

impl InputError {
    /// The error of a file that could not be opened or read.
    pub(super) fn of_file(name: String, error: io::Error) -> Self {
        let kind = match error.kind() {
            io::ErrorKind::NotFound => InputErrorKind::NoSuchFile,
            _ => InputErrorKind::Io(error),
        };
        let location = Location::source(name);
        Self { location, kind }
    }
}

impl InputErrorKind {
    /// The position that is wrong, if it could be read and nothing else is wrong.
    pub fn faulty_position(&self) -> Option<&FaultyPosition> {
        let faulty = match self {
            Self::Problem(faulty) => faulty,
            Self::Record(error) => match &error.kind {
                RecordErrorKind::Position(faulty) => faulty,
                _ => return None,
            },
            _ => return None,
        };
        faulty.start.is_some().then_some(&**faulty)
    }
}

impl From<ProblemError> for InputErrorKind {
    fn from(error: ProblemError) -> Self {
        FaultyPosition::from(error).into()
    }
}

impl From<FaultyPosition> for InputErrorKind {
    fn from(faulty: FaultyPosition) -> Self {
        Box::new(faulty).into()
    }
}

impl From<Box<FaultyPosition>> for InputErrorKind {
    fn from(faulty: Box<FaultyPosition>) -> Self {
        Self::Problem(faulty)
    }
}

impl From<RecordError> for InputErrorKind {
    fn from(error: RecordError) -> Self {
        Self::Record(Box::new(error))
    }
}

impl Location {
    /// A source, without a line.
    pub(super) fn source(name: String) -> Self {
        Self::Source { name, line: None }
    }
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, line) = match self {
            Self::Text(text) => return write!(f, "'{}'", quote(text)),
            Self::Source { name, line } => (name, line),
        };
        match name.as_str() {
            "-" => f.write_str("standard input")?,
            name => f.write_str(&quote(name))?,
        }
        match line {
            Some(line) => write!(f, ", line {line}"),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_stay_on_one_harmless_line() {
        let error = InputError {
            location: Location::Text("8k/\n\x1b[2J".repeat(100)),
            kind: InputErrorKind::Move {
                number: 1,
                word: "a\nb".into(),
            },
        };
        let sentence = error.to_string();
        assert!(!sentence.contains(char::is_control), "{sentence}");
        assert!(sentence.chars().count() < 200, "{sentence}");
    }

    #[test]
    fn a_location_names_its_source_and_line() {
        let at = |name: &str, line| {
            let name = name.into();
            Location::Source { name, line }.to_string()
        };
        assert_eq!(at("a.tsv", Some(3)), "a.tsv, line 3");
        assert_eq!(at("-", None), "standard input");
    }
}
