//! Arguments of a command line that name problems.

use super::line::parse_line;
use super::reader::read_record;
use super::{InputError, Location, ProblemEntry, ProblemReader, ReadOptions};
use crate::format::{LineKind, classify_line, has_board_letters};
use crate::link::Link;
use crate::text::{Line, decode, lines};
use std::collections::VecDeque;
use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;

/// Every problem of every argument, in order.
pub struct Inputs {
    sources: VecDeque<Source>,
    options: ReadOptions,
    open: Option<ProblemReader<Box<dyn BufRead>>>,
}

enum Source {
    Text { id: Option<String>, text: String },
    File(OsString),
    Stdin,
}

impl Inputs {
    /// Reads the problems that `arguments` name: an SFEN, with or without quotes
    /// around it, a file, or `-` for standard input.
    pub fn new(arguments: &[OsString], options: ReadOptions) -> Self {
        let sources = rejoin(arguments).into_iter().map(Source::of_argument);
        Self {
            sources: sources.collect(),
            options,
            open: None,
        }
    }

    /// Reads `text` as the problem called `id` if there are no arguments.
    pub fn or_text(mut self, id: &str, text: &str) -> Self {
        if self.sources.is_empty() {
            self.sources.push_back(Source::Text {
                id: Some(id.into()),
                text: text.into(),
            });
        }
        self
    }
}

impl Iterator for Inputs {
    type Item = Result<ProblemEntry, InputError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(reader) = &mut self.open {
                if let Some(item) = reader.next() {
                    return Some(item);
                }
                self.open = None;
            }
            let source = self.sources.pop_front()?;
            let is_file = matches!(source, Source::File(_));
            let source = match source {
                Source::Text { id, text } => {
                    return Some(problem_of_text(text, id, self.options));
                }
                Source::Stdin => Ok(("-".into(), Box::new(io::stdin().lock()) as _)),
                Source::File(path) => open(&path),
            };
            match source {
                Ok((name, reader)) => {
                    let reader = ProblemReader::new(name, reader, self.options);
                    self.open = Some(match is_file {
                        true => reader.of_file(),
                        false => reader,
                    });
                }
                Err(error) => return Some(Err(error)),
            }
        }
    }
}

/// Opens a file, to be read under its name.
fn open(path: &OsStr) -> Result<(String, Box<dyn BufRead>), InputError> {
    let name = Path::new(path).display().to_string();
    match File::open(path) {
        Ok(file) => Ok((name, Box::new(BufReader::new(file)))),
        Err(error) => Err(InputError::of_file(name, error)),
    }
}

/// The problem that an argument itself is, called `id` where it has no name.
fn problem_of_text(
    text: String,
    id: Option<String>,
    options: ReadOptions,
) -> Result<ProblemEntry, InputError> {
    match parse_line(&text, options) {
        Ok(entry) => Ok(ProblemEntry {
            id: entry.id.or(id),
            ..entry
        }),
        Err(kind) => Err(InputError {
            location: Location::Text(text),
            kind,
        }),
    }
}

/// The bytes of a record, and where they are from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordSource {
    /// Where they are from.
    pub location: Location,
    /// The bytes, at most one more than a record may have.
    pub bytes: Vec<u8>,
}

/// Reads the one source that `arguments` name. Returns `None` if they name none or
/// several.
fn read_single_source(arguments: &[OsString]) -> Result<Option<RecordSource>, InputError> {
    let mut sources = rejoin(arguments).into_iter().map(Source::of_argument);
    let (Some(source), None) = (sources.next(), sources.next()) else {
        return Ok(None);
    };
    let (name, read) = match source {
        Source::Text { text, .. } => {
            let bytes = text.clone().into_bytes();
            let location = Location::Text(text);
            return Ok(Some(RecordSource { location, bytes }));
        }
        Source::Stdin => ("-".into(), read_record(io::stdin().lock())),
        Source::File(path) => {
            let name = Path::new(&path).display().to_string();
            (name, File::open(&path).and_then(read_record))
        }
    };
    match read {
        Ok(bytes) => Ok(Some(RecordSource {
            location: Location::source(name),
            bytes,
        })),
        Err(error) => Err(InputError::of_file(name, error)),
    }
}

/// Reads every record that `arguments` name: a collection has one in each line.
pub fn record_sources(
    arguments: &[OsString],
) -> impl Iterator<Item = Result<RecordSource, InputError>> {
    let arguments: Vec<OsString> = arguments.to_vec();
    let words = rejoin(&arguments);
    words.into_iter().flat_map(|word| {
        let source = read_single_source(&[word]);
        match source.transpose() {
            Some(Ok(source)) => source.lines().into_iter().map(Ok).collect(),
            other => Vec::from_iter(other),
        }
    })
}

impl RecordSource {
    /// The lines of a collection, each a record; any other source is one record.
    fn lines(self) -> Vec<Self> {
        let Location::Source { name, .. } = &self.location else {
            return vec![self];
        };
        let Ok((text, _)) = decode(&self.bytes) else {
            return vec![self];
        };
        let said = lines(&text).filter(|line| classify_line(line.text) != LineKind::Nothing);
        let said: Vec<Line<'_>> = said.collect();
        let first = said.first().map(|line| classify_line(line.text));
        if said.len() < 2 || first != Some(LineKind::Position) {
            return vec![self];
        }
        let of_line = |line: &Line<'_>| Self {
            location: Location::Source {
                name: name.clone(),
                line: Some(line.number),
            },
            bytes: line.text.into(),
        };
        said.iter().map(of_line).collect()
    }
}

impl Source {
    fn of_argument(argument: OsString) -> Self {
        if argument == "-" {
            return Self::Stdin;
        }
        match argument.to_str() {
            Some(text) if Link::of(text).is_some() => Self::text(text),
            // A file wins, whatever it is called.
            Some(text) if is_position(text) && !Path::new(text).exists() => Self::text(text),
            Some(text) if text.trim().is_empty() => Self::text(text),
            _ => Self::File(argument),
        }
    }

    fn text(text: &str) -> Self {
        Self::Text {
            id: None,
            text: text.into(),
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
    word.contains('/') && has_board_letters(word)
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
    matches!(word, "-" | "position" | "sfen")
        || Link::of(word).is_some()
        || is_position(word)
        || Path::new(word).exists()
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
    fn a_default_is_read_when_nothing_is_named() {
        let sfen = "8k/6G2/9/8l/9/9/9/9/9 b 2S2r2b3g2s4n3l18p 1";
        let of = |arguments: &[OsString]| {
            let inputs = Inputs::new(arguments, ReadOptions::default()).or_text("default", sfen);
            let entries: Vec<ProblemEntry> = inputs.map(Result::unwrap).collect();
            assert_eq!(entries.len(), 1);
            (entries[0].id.clone(), entries[0].problem.to_sfen())
        };
        assert_eq!(of(&[]), (Some("default".into()), sfen.into()));
        let other = "8k/9/8P/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1";
        assert_eq!(of(&words(&[other])), (None, other.into()));
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
