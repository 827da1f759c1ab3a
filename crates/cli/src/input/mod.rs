//! From arguments, files and standard input to problems, one at a time.
//!
//! Sources are read line by line, so a collection of any size takes no memory
//! and a pipe gets its answers as it asks. Only a record, known by its first
//! lines, is read as a whole.

mod line;
mod lines;

pub use line::reached;

use kemuri_core::{Color, Move, Problem, ProblemError};
use kemuri_formats::{Flaw, MAX_SIZE, RecordError};
use lines::Lines;
use rsshogi::board::PositionState;
use std::collections::VecDeque;
use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::Path;

/// Longest line of a source, in bytes: room for a position and a long list of moves.
const MAX_LINE: usize = 64 << 10;
/// A line of more bytes than this has no end that is worth waiting for.
const ENDLESS_LINE: usize = 4 << 20;
/// What is solved when nothing is asked for: a five-mover in which two silvers
/// and a gold drive the king out of the corner and back into it.
const BUNDLED: &str = "8k/6G2/9/8l/9/9/9/9/9 b 2S2r2b3g2s4n3l18p 1";

/// One problem, ready to be solved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its name: the first column of a collection, `file:line`, or the title of a record.
    pub id: Option<String>,
    /// What it is called in print, which a file name is not.
    pub title: Option<String>,
    /// Who made it.
    pub author: Option<String>,
    /// The problem.
    pub problem: Problem,
    /// What the collection says of it.
    pub expected: Expected,
    /// How it came about, if the input says so.
    pub played: Option<Played>,
    /// The moves that the record of the problem goes on with.
    pub solution: Option<Vec<Move>>,
    /// What is wrong with the move after these.
    pub fault: Option<Fault>,
}

/// A move of a solution that cannot be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Its number, from 1.
    pub ply: usize,
    /// What is wrong with it.
    pub flaw: Flaw,
}

/// How problems are to be read.
#[derive(Clone, Copy, Default)]
struct Manner {
    /// Who attacks, if the position is not to decide.
    attacker: Option<Color>,
    /// Whether moves after a problem are its solution, right or wrong.
    solutions: bool,
}

/// The moves that lead to a problem, at least one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// The position that they start from, of a problem or not.
    pub start: PositionState,
    /// The moves.
    pub moves: Vec<Move>,
}

/// The third column of a collection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expected {
    /// Nothing, or `-`.
    Unstated,
    /// A mate of this length.
    Mate(u32),
    /// `nomate`.
    NoMate,
}

/// Where in the input something is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// The argument itself.
    Argument(String),
    /// A file or standard input (`-`), and a line of it where that is known.
    Source(String, Option<usize>),
}

/// What is wrong with a source or with a line of it.
#[derive(Debug)]
pub enum Trouble {
    /// It cannot be read.
    Io(io::Error),
    /// Neither a file nor an SFEN.
    NoSuchFile,
    /// Empty, or nothing but comments.
    NoProblem,
    /// An argument with nothing in it.
    Empty,
    /// A line of more than this many bytes.
    LineTooLong(usize),
    /// A line of so many bytes that its end is not looked for.
    LineEndless(usize),
    /// Neither UTF-8 nor Shift_JIS.
    Encoding,
    /// UTF-16, or no text at all.
    NotText,
    /// A collection's line without a position.
    NoPosition,
    /// A USI `position` with nothing behind it.
    NoStart,
    /// A word of a USI `position` that is neither `sfen` nor `startpos` nor `moves`.
    NotStart(String),
    /// The third column is neither a length nor `-` nor `nomate`.
    Expected(String),
    /// A move after `moves` that cannot be played.
    Move {
        /// Which move, counted from 1.
        number: usize,
        /// What was given.
        word: String,
    },
    /// The position is no problem.
    Problem(ProblemError),
    /// A record that cannot be read.
    Record(Box<RecordError>),
    /// So many lines were broken that the rest is not read.
    GaveUp,
}

/// A trouble and its place.
#[derive(Debug)]
pub struct InputError {
    /// Where.
    pub place: Place,
    /// What.
    pub trouble: Trouble,
}

/// Every problem of every input, in order.
pub struct Inputs {
    sources: VecDeque<Source>,
    manner: Manner,
    open: Option<Lines>,
}

enum Source {
    Bundled,
    Text(String),
    File(OsString),
    Stdin,
}

impl Inputs {
    /// The problems that `arguments` name; with no arguments, the bundled one.
    pub fn new(arguments: &[OsString], attacker: Option<Color>) -> Self {
        let mut sources: VecDeque<Source> = rejoin(arguments)
            .into_iter()
            .map(Source::of_argument)
            .collect();
        if sources.is_empty() {
            sources.push_back(Source::Bundled);
        }
        Self {
            sources,
            manner: Manner {
                attacker,
                solutions: false,
            },
            open: None,
        }
    }

    /// Moves after a problem are its solution, right or wrong, and do not lead to
    /// another one.
    pub fn with_solutions(mut self) -> Self {
        self.manner.solutions = true;
        self
    }
}

impl Iterator for Inputs {
    type Item = Result<Entry, InputError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(lines) = &mut self.open {
                if let Some(item) = lines.next_entry(self.manner) {
                    return Some(item);
                }
                self.open = None;
            }
            match self.sources.pop_front()? {
                Source::Bundled => return Some(self.argument(BUNDLED, Some("bundled"))),
                Source::Text(text) => return Some(self.argument(&text, None)),
                Source::Stdin => {
                    self.open = Some(Lines::new("-".into(), Box::new(io::stdin().lock())));
                }
                Source::File(path) => {
                    let name = Path::new(&path).display().to_string();
                    match File::open(&path) {
                        Ok(file) => {
                            self.open = Some(Lines::new(name, Box::new(BufReader::new(file))));
                        }
                        Err(error) => {
                            let place = Place::Source(name, None);
                            return Some(Err(InputError {
                                place,
                                trouble: Trouble::of(error),
                            }));
                        }
                    }
                }
            }
        }
    }
}

impl Inputs {
    /// The problem that stands in an argument itself.
    fn argument(&self, text: &str, id: Option<&str>) -> Result<Entry, InputError> {
        line::parse(text, self.manner)
            .map(|entry| Entry {
                id: entry.id.or(id.map(Into::into)),
                ..entry
            })
            .map_err(|trouble| InputError {
                place: Place::Argument(text.into()),
                trouble,
            })
    }
}

/// The bytes of the one source that `arguments` name, and where they are from;
/// `None` if they name several. A record is not larger than what is read.
pub fn one_source(arguments: &[OsString]) -> Result<Option<(Place, Vec<u8>)>, InputError> {
    let mut sources = rejoin(arguments).into_iter().map(Source::of_argument);
    let (Some(source), None) = (sources.next(), sources.next()) else {
        return Ok(None);
    };
    let (place, read) = match source {
        Source::Bundled => return Ok(None),
        Source::Text(text) => {
            let bytes = text.clone().into_bytes();
            return Ok(Some((Place::Argument(text), bytes)));
        }
        Source::Stdin => (
            Place::Source("-".into(), None),
            read_record(io::stdin().lock()),
        ),
        Source::File(path) => {
            let name = Path::new(&path).display().to_string();
            let bytes = File::open(&path).and_then(read_record);
            (Place::Source(name, None), bytes)
        }
    };
    match read {
        Ok(bytes) => Ok(Some((place, bytes))),
        Err(error) => Err(InputError {
            place,
            trouble: Trouble::of(error),
        }),
    }
}

/// All of `source`, up to one byte more than a record may have.
fn read_record(source: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    source.take(MAX_SIZE as u64 + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

impl Trouble {
    fn of(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::NotFound => Self::NoSuchFile,
            _ => Self::Io(error),
        }
    }
}

impl Source {
    fn of_argument(argument: OsString) -> Self {
        if argument == "-" {
            return Self::Stdin;
        }
        match argument.to_str() {
            // A file wins, whatever it is called.
            Some(text) if is_position(text) && !Path::new(text).exists() => Self::Text(text.into()),
            Some(text) if text.trim().is_empty() => Self::Text(text.into()),
            _ => Self::File(argument),
        }
    }
}

/// Whether `text` is meant to be a position, well written or not.
fn is_position(text: &str) -> bool {
    let mut words = text.split_whitespace();
    match words.next() {
        Some("sfen" | "position") => words.next().is_some(),
        Some("startpos") => true,
        Some(word) => is_board(word) || text.contains('\t'),
        None => false,
    }
}

/// Whether `word` is written in the letters of an SFEN's board.
fn is_board(word: &str) -> bool {
    word.contains('/')
        && word
            .bytes()
            .all(|b| b"123456789+/plnsgbrkPLNSGBRK".contains(&b))
}

/// Puts positions back together that the shell took apart for want of quotes.
fn rejoin(arguments: &[OsString]) -> Vec<OsString> {
    let mut out: Vec<OsString> = Vec::new();
    let mut rest = arguments;
    while !rest.is_empty() {
        let (position, after) = rest.split_at(position_words(rest));
        out.push(position.join(OsStr::new(" ")));
        rest = after;
    }
    out
}

/// How many of `words` make up the first input: one, unless they are the words of a position.
fn position_words(words: &[OsString]) -> usize {
    let word = |i: usize| words.get(i).and_then(|w| w.to_str());
    let is_moves = |i| word(i) == Some("moves");
    let mut end = usize::from(word(0) == Some("position"));
    end += usize::from(word(end) == Some("sfen"));
    let announced = end > 0;
    // `sfen` alone is the name of a file.
    let Some(board) = word(end).filter(|_| !is_moves(end)) else {
        return end.max(1);
    };
    end += 1;
    if board != "startpos" && (announced || is_board(board)) && !board.contains(' ') {
        // Side and hands, whatever they look like once it is plain that they
        // are meant: read as an input of its own, the hand `-` is a pipe.
        let turn = announced || matches!(word(end), Some("b" | "w"));
        let most = if turn { 2 } else { 0 };
        end += (0..most)
            .take_while(|i| end + i < words.len() && !is_moves(end + i))
            .count();
        end += usize::from(turn && words.get(end).is_some_and(|w| is_number(w)));
    }
    if is_moves(end) && (announced || is_position(board)) {
        end += 1;
        // A misspelt move must not be passed over: all that is no input is a move.
        while word(end).is_some_and(|w| !starts_input(w)) {
            end += 1;
        }
    }
    end
}

/// Whether `word` cannot be a move, well written or not.
fn starts_input(word: &str) -> bool {
    matches!(word, "-" | "position" | "sfen") || is_position(word) || Path::new(word).exists()
}

fn is_number(word: &OsStr) -> bool {
    word.to_str()
        .is_some_and(|w| !w.is_empty() && w.bytes().all(|b| b.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(list: &[&str]) -> Vec<OsString> {
        list.iter().map(OsString::from).collect()
    }

    #[test]
    fn the_bundled_problem_is_complete() {
        let entry = Inputs::new(&[], None).next().unwrap().unwrap();
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

    #[test]
    fn an_sfen_without_quotes_is_put_together() {
        let board = "8k/9/9/9/9/9/9/9/9";
        for (given, expected) in [
            (
                vec![board, "b", "G", "1", "x.tsv"],
                vec!["8k/9/9/9/9/9/9/9/9 b G 1", "x.tsv"],
            ),
            (
                vec![board, "b", "-", board, "w", "-", "3"],
                vec!["8k/9/9/9/9/9/9/9/9 b -", "8k/9/9/9/9/9/9/9/9 w - 3"],
            ),
            (vec![board, "b"], vec!["8k/9/9/9/9/9/9/9/9 b"]),
            (vec!["-", "b"], vec!["-", "b"]),
            (vec!["sfen"], vec!["sfen"]),
            (
                vec!["sfen", board, "b", "G", "1", board, "b", "-"],
                vec!["sfen 8k/9/9/9/9/9/9/9/9 b G 1", "8k/9/9/9/9/9/9/9/9 b -"],
            ),
            (
                vec!["position", "sfen", board, "x", "-", "1", "moves", "G*1b"],
                vec!["position sfen 8k/9/9/9/9/9/9/9/9 x - 1 moves G*1b"],
            ),
            (
                vec![board, "b", "G", "moves", "G*1b", "oops", "sfen", board],
                vec![
                    "8k/9/9/9/9/9/9/9/9 b G moves G*1b oops",
                    "sfen 8k/9/9/9/9/9/9/9/9",
                ],
            ),
            (
                vec!["position", "startpos", "moves", "7g7f", "-"],
                vec!["position startpos moves 7g7f", "-"],
            ),
            (
                vec!["startpos", "moves", "7g7f", "x.tsv", "startpos"],
                vec!["startpos moves 7g7f x.tsv", "startpos"],
            ),
            (
                vec!["sfen", "8k/9 b G 1", "moves", "G*1b"],
                vec!["sfen 8k/9 b G 1 moves G*1b"],
            ),
            (vec!["a.tsv", "b.tsv"], vec!["a.tsv", "b.tsv"]),
        ] {
            assert_eq!(rejoin(&words(&given)), words(&expected));
        }
    }

    #[test]
    fn positions_and_paths_are_told_apart() {
        for text in [
            "8k/9/9",
            "sfen 8k/9",
            "position startpos",
            "startpos",
            "startpos moves 7g7f",
            "id\t8k/9 b",
            "9/9 x",
        ] {
            assert!(is_position(text), "{text}");
        }
        for text in ["muso.tsv", "/tmp/x", "my file.tsv", "sfen", "nonsense", "k"] {
            assert!(!is_position(text), "{text}");
        }
    }
}
