//! Reads the values of arguments.

pub use kemuri_terminal::args::values::{count, file, named, output, time, word};

use kemuri_core::Color;
use kemuri_diagram::png;
use kemuri_formats::{Encoding, Format};
use kemuri_solver::Options;
use kemuri_terminal::args::Sentence;
use kemuri_terminal::args::values::{ValueError, Words, digits};
use kemuri_text::tr;
use kemuri_usi::client::{CommandLineError, EngineCommand};
use std::net::IpAddr;

/// The most threads of `enumerate`.
pub const MOST_THREADS: usize = 1024;

/// Parses a side.
pub fn side() -> Words<impl Fn(&str) -> Option<Color> + Clone> {
    named(&[("black", Color::BLACK), ("white", Color::WHITE)])
}

/// Parses a format of records.
pub fn format() -> Words<impl Fn(&str) -> Option<Format> + Clone> {
    Words::new(Format::ALL.map(Format::name).to_vec(), |word: &str| {
        Format::named(&word.to_ascii_lowercase())
    })
}

/// Parses an encoding.
pub fn encoding() -> Words<impl Fn(&str) -> Option<Encoding> + Clone> {
    Words::new(vec!["utf-8", "shift_jis"], |word: &str| {
        match word.to_ascii_lowercase().as_str() {
            "utf-8" | "utf8" => Some(Encoding::Utf8),
            "shift_jis" | "shift-jis" | "sjis" => Some(Encoding::ShiftJis),
            _ => None,
        }
    })
}

/// Parses a number of threads.
pub fn threads(text: &str) -> Result<usize, ValueError> {
    let number = count(text).ok().filter(|&n| n <= MOST_THREADS);
    number.ok_or_else(|| {
        ValueError::wanted(|lang| tr!(lang, "help-wanted-threads", max = MOST_THREADS))
    })
}

/// Parses a number of threads that a search could have.
pub fn search_threads(text: &str) -> Result<usize, ValueError> {
    let mut options = Options::default();
    options.set("threads", text).map_err(ValueError::Option)?;
    count(&options.threads.to_string())
}

/// How many moves are to be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Plies {
    /// So many.
    First(usize),
    /// All that there are.
    All,
}

/// Parses a number of moves.
pub fn plies(text: &str) -> Result<Plies, ValueError> {
    match digits(text).and_then(|n| usize::try_from(n).ok()) {
        Some(number) => Ok(Plies::First(number)),
        None if text == "end" => Ok(Plies::All),
        None => Err(ValueError::wanted(|lang| tr!(lang, "help-wanted-moves"))),
    }
}

/// Parses how many moves come before a position.
pub fn ply(text: &str) -> Result<usize, ValueError> {
    let number = digits(text).and_then(|n| usize::try_from(n).ok());
    number.ok_or_else(|| ValueError::wanted(|lang| tr!(lang, "help-wanted-ply")))
}

/// Parses the width of a picture.
pub fn width(text: &str) -> Result<u32, ValueError> {
    let number = digits(text).and_then(|n| u32::try_from(n).ok());
    let number = number.filter(|n| png::WIDTHS.contains(n));
    number.ok_or_else(|| {
        let (min, max) = png::WIDTHS.into_inner();
        ValueError::wanted(|lang| tr!(lang, "help-wanted-width", min, max))
    })
}

/// The most diagrams side by side.
const MOST_COLUMNS: usize = 20;

/// Parses a number of columns.
pub fn columns(text: &str) -> Result<usize, ValueError> {
    let number = count(text).ok().filter(|&n| n <= MOST_COLUMNS);
    number.ok_or_else(|| {
        ValueError::wanted(|lang| tr!(lang, "help-wanted-columns", max = MOST_COLUMNS))
    })
}

/// Parses a port.
pub fn port(text: &str) -> Result<u16, ValueError> {
    let number = digits(text).and_then(|n| u16::try_from(n).ok());
    number.ok_or_else(|| ValueError::wanted(|lang| tr!(lang, "help-wanted-port")))
}

/// Parses an address of this machine.
pub fn address(text: &str) -> Result<IpAddr, ValueError> {
    let bare = text
        .strip_prefix('[')
        .and_then(|text| text.strip_suffix(']'));
    let address = bare.unwrap_or(text).parse();
    address.map_err(|_| ValueError::wanted(|lang| tr!(lang, "help-wanted-address")))
}

/// The least length of a token.
const TOKEN_LENGTH: usize = 16;

/// Parses a token: characters that stand in an address as they are.
pub fn token(text: &str) -> Result<String, ValueError> {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_".contains(&byte);
    match text.len() >= TOKEN_LENGTH && text.bytes().all(is_plain) {
        true => Ok(text.into()),
        false => Err(ValueError::wanted(|lang| {
            tr!(lang, "help-wanted-token", min = TOKEN_LENGTH)
        })),
    }
}

/// The most jobs at the same time.
const MOST_JOBS: usize = 64;

/// Parses a number of jobs.
pub fn jobs(text: &str) -> Result<usize, ValueError> {
    let number = count(text).ok().filter(|&n| n <= MOST_JOBS);
    number.ok_or_else(|| ValueError::wanted(|lang| tr!(lang, "help-wanted-jobs", max = MOST_JOBS)))
}

/// Parses an engine and its options.
pub fn engine(text: &str) -> Result<EngineCommand, ValueError> {
    let engine: Result<EngineCommand, CommandLineError> = text.parse();
    engine.map_err(|error| {
        let sentence = |lang| format!("--engine: {}", error.message(lang));
        ValueError::Other(Sentence::new(sentence))
    })
}
