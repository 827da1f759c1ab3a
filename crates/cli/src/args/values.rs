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

/// Parses an engine and its options.
pub fn engine(text: &str) -> Result<EngineCommand, ValueError> {
    let engine: Result<EngineCommand, CommandLineError> = text.parse();
    engine.map_err(|error| {
        let sentence = |lang| format!("--engine: {}", error.message(lang));
        ValueError::Other(Sentence::new(sentence))
    })
}
