//! Reads the values of arguments.

use clap::builder::{OsStringValueParser, PossibleValue, TypedValueParser};
use clap::{Arg, Command};
use kemuri_core::Color;
use kemuri_diagram::png;
use kemuri_formats::{Encoding, Format};
use kemuri_solver::Options;
use kemuri_solver::options::{OptionError, Spec};
use kemuri_text::Lang;
use kemuri_usi::client::{CommandLineError, EngineCommand};
use std::ffi::{OsStr, OsString};
use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

/// Why an argument does not take a value.
#[derive(Clone, Debug)]
pub enum ValueError {
    /// It is none of these words.
    Choice(Vec<&'static str>),
    /// It is no duration.
    Time,
    /// It is no number above zero.
    Count,
    /// It is no number of threads.
    Threads,
    /// It is not the name of a file.
    File,
    /// It is not the name of a file that can be a report.
    Report,
    /// It is neither a number of moves nor `end`.
    Moves,
    /// It is no width of a picture.
    Width,
    /// It is empty where something is needed.
    Empty,
    /// It does not fit the search option.
    Option(OptionError),
    /// It names no engine.
    Engine(CommandLineError),
}

impl fmt::Display for ValueError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // What a user reads is made from the variant.
        fmt::Debug::fmt(self, f)
    }
}

impl std::error::Error for ValueError {}

/// The most threads of `enumerate`.
pub const MOST_THREADS: usize = 1024;

/// A parser of a few words, which help and completions list.
#[derive(Clone)]
pub struct Words<F> {
    words: Vec<&'static str>,
    find: F,
}

impl<T, F> TypedValueParser for Words<F>
where
    T: Clone + Send + Sync + 'static,
    F: Fn(&str) -> Option<T> + Clone + Send + Sync + 'static,
{
    type Value = T;

    fn parse_ref(
        &self,
        command: &Command,
        arg: Option<&Arg>,
        value: &OsStr,
    ) -> Result<T, clap::Error> {
        let Self { words, find } = self.clone();
        let parse = move |word: &str| find(word).ok_or_else(|| ValueError::Choice(words.clone()));
        parse.parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.words.iter().map(PossibleValue::new)))
    }
}

/// Parses the names of a table.
pub fn named<T: Copy + Send + Sync>(
    table: &'static [(&'static str, T)],
) -> Words<impl Fn(&str) -> Option<T> + Clone> {
    Words {
        words: table.iter().map(|(name, _)| *name).collect(),
        find: move |word: &str| {
            let row = table.iter().find(|(name, _)| *name == word);
            row.map(|(_, value)| *value)
        },
    }
}

/// Parses a language.
pub fn lang() -> Words<impl Fn(&str) -> Option<Lang> + Clone> {
    named(&[("en", Lang::En), ("ja", Lang::Ja)])
}

/// Parses a side.
pub fn side() -> Words<impl Fn(&str) -> Option<Color> + Clone> {
    named(&[("black", Color::BLACK), ("white", Color::WHITE)])
}

/// Parses a format of records.
pub fn format() -> Words<impl Fn(&str) -> Option<Format> + Clone> {
    Words {
        words: Format::ALL.map(Format::name).to_vec(),
        find: |word: &str| Format::named(&word.to_ascii_lowercase()),
    }
}

/// Parses an encoding.
pub fn encoding() -> Words<impl Fn(&str) -> Option<Encoding> + Clone> {
    Words {
        words: vec!["utf-8", "shift_jis"],
        find: |word: &str| match word.to_ascii_lowercase().as_str() {
            "utf-8" | "utf8" => Some(Encoding::Utf8),
            "shift_jis" | "shift-jis" | "sjis" => Some(Encoding::ShiftJis),
            _ => None,
        },
    }
}

/// Parses a number of at least 1.
pub fn count<T: TryFrom<u64>>(text: &str) -> Result<T, ValueError> {
    let number = digits(text).filter(|&n| n > 0);
    let number = number.and_then(|n| T::try_from(n).ok());
    number.ok_or(ValueError::Count)
}

/// Parses a number of threads.
pub fn threads(text: &str) -> Result<usize, ValueError> {
    let number = count(text).ok().filter(|&n| n <= MOST_THREADS);
    number.ok_or(ValueError::Threads)
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
        None => Err(ValueError::Moves),
    }
}

/// Parses the width of a picture.
pub fn width(text: &str) -> Result<u32, ValueError> {
    let number = digits(text).and_then(|n| u32::try_from(n).ok());
    let number = number.filter(|n| png::WIDTHS.contains(n));
    number.ok_or(ValueError::Width)
}

/// Reads plain digits; `u64::from_str` also takes a sign.
fn digits(text: &str) -> Option<u64> {
    text.parse().ok().filter(|_| !text.starts_with('+'))
}

/// Parses a duration.
pub fn time(text: &str) -> Result<Duration, ValueError> {
    parse_duration(text).ok_or(ValueError::Time)
}

/// Parses an engine and its options.
pub fn engine(text: &str) -> Result<EngineCommand, ValueError> {
    text.parse().map_err(ValueError::Engine)
}

/// Parses a word that is not empty.
pub fn word() -> impl TypedValueParser<Value = OsString> {
    OsStringValueParser::new().try_map(|word| match word.is_empty() {
        true => Err(ValueError::Empty),
        false => Ok(word),
    })
}

/// Parses the name of a file; `-` is standard output.
pub fn output() -> impl TypedValueParser<Value = OsString> {
    OsStringValueParser::new().try_map(|file| match file.is_empty() {
        true => Err(ValueError::File),
        false => Ok(file),
    })
}

/// Parses the name of a file.
pub fn file() -> impl TypedValueParser<Value = PathBuf> {
    OsStringValueParser::new().try_map(|file| match file.is_empty() || file == "-" {
        true => Err(ValueError::File),
        false => Ok(PathBuf::from(file)),
    })
}

/// A parser of the values of a search option. It leaves them as text, which
/// [`Options::set`] takes.
#[derive(Clone)]
pub struct OptionValue(pub &'static Spec);

impl TypedValueParser for OptionValue {
    type Value = String;

    fn parse_ref(
        &self,
        command: &Command,
        arg: Option<&Arg>,
        value: &OsStr,
    ) -> Result<String, clap::Error> {
        let name = self.0.name;
        let parse = move |text: &str| match Options::default().set(name, text) {
            Ok(()) => Ok(text.to_owned()),
            Err(error) => Err(ValueError::Option(error)),
        };
        parse.parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let words = self.0.kind.words();
        (!words.is_empty()).then(|| Box::new(words.iter().map(PossibleValue::new)) as _)
    }
}

/// Reads `500ms`, `60s`, `2m`, `1h` or plain seconds; a decimal point is allowed.
///
/// Zero and anything beyond a year is refused: neither is a limit anybody means.
fn parse_duration(text: &str) -> Option<Duration> {
    const YEAR: f64 = 366.0 * 86400.0;
    let (digits, scale) = if let Some(d) = text.strip_suffix("ms") {
        (d, 0.001)
    } else if let Some(d) = text.strip_suffix('s') {
        (d, 1.0)
    } else if let Some(d) = text.strip_suffix('m') {
        (d, 60.0)
    } else if let Some(d) = text.strip_suffix('h') {
        (d, 3600.0)
    } else {
        (text, 1.0)
    };
    // `f64::from_str` also takes "inf", "1e3" and signs, which nobody means here.
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit() || b == b'.') {
        return None;
    }
    let seconds = digits.parse::<f64>().ok()? * scale;
    let duration =
        (seconds <= YEAR).then(|| Duration::from_micros((seconds * 1e6).round() as u64))?;
    (!duration.is_zero()).then_some(duration)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_are_read_with_and_without_a_unit() {
        for (text, ms) in [
            ("500ms", 500),
            ("60s", 60_000),
            ("2m", 120_000),
            ("1h", 3_600_000),
            ("10", 10_000),
            ("0.5", 500),
            ("1.5s", 1_500),
        ] {
            assert_eq!(
                parse_duration(text),
                Some(Duration::from_millis(ms)),
                "{text}"
            );
        }
    }

    #[test]
    fn durations_that_mean_nothing_are_refused() {
        for text in [
            "",
            "abc",
            "0",
            "0s",
            "-1s",
            "+1",
            "1e3",
            "inf",
            "nan",
            "s",
            "1d",
            "1 s",
            "1..2",
            ".",
            "99999999999999999999h",
        ] {
            assert_eq!(parse_duration(text), None, "{text}");
        }
    }
}
