//! Reads the values of arguments.

use super::Sentence;
use clap::builder::{OsStringValueParser, PossibleValue, TypedValueParser};
use clap::{Arg, Command};
use kemuri_solver::Options;
use kemuri_solver::options::{OptionError, OptionSpec};
use kemuri_text::{Lang, tr, units};
use std::ffi::{OsStr, OsString};
use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

/// Why an argument does not take a value.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum ValueError {
    /// It is none of these words.
    Choice(Vec<&'static str>),
    /// It is not this, to be read after "is not".
    Wanted(Sentence),
    /// It is empty where something is needed.
    Empty,
    /// It does not fit the search option.
    Option(OptionError),
    /// Something else.
    Other(Sentence),
}

impl ValueError {
    /// A value that is not what `wanted` says.
    pub fn wanted(wanted: impl Fn(Lang) -> String) -> Self {
        Self::Wanted(Sentence::new(wanted))
    }
}

impl fmt::Display for ValueError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // What a user reads is made from the variant.
        fmt::Debug::fmt(self, f)
    }
}

impl std::error::Error for ValueError {}

/// A parser of a few words, which help and completions list.
#[derive(Clone)]
pub struct Words<F> {
    words: Vec<&'static str>,
    find: F,
}

impl<F> Words<F> {
    /// A parser that lists `words` and takes what `find` finds.
    pub fn new(words: Vec<&'static str>, find: F) -> Self {
        Self { words, find }
    }
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
    let words = table.iter().map(|(name, _)| *name).collect();
    Words::new(words, move |word: &str| {
        let row = table.iter().find(|(name, _)| *name == word);
        row.map(|(_, value)| *value)
    })
}

/// Parses a language.
pub fn lang() -> Words<impl Fn(&str) -> Option<Lang> + Clone> {
    named(&[("en", Lang::En), ("ja", Lang::Ja)])
}

/// Parses a number of at least 1.
pub fn count<T: TryFrom<u64>>(text: &str) -> Result<T, ValueError> {
    let number = digits(text).filter(|&n| n > 0);
    let number = number.and_then(|n| T::try_from(n).ok());
    number.ok_or_else(
        || match is_number(text) && text.bytes().any(|b| b != b'0') {
            true => too_large(size_of::<T>()),
            false => ValueError::wanted(|lang| tr!(lang, "help-wanted-count")),
        },
    )
}

/// Whether a text is a number, however large.
pub fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit())
}

/// A number is larger than so many bytes hold.
fn too_large(bytes: usize) -> ValueError {
    let max = u64::MAX >> (u64::BITS - 8 * bytes.min(8) as u32);
    ValueError::wanted(move |lang| tr!(lang, "help-wanted-small-count", max = units::grouped(max)))
}

/// Reads plain digits; `u64::from_str` also takes a sign.
pub fn digits(text: &str) -> Option<u64> {
    text.parse().ok().filter(|_| !text.starts_with('+'))
}

/// Parses a duration.
pub fn time(text: &str) -> Result<Duration, ValueError> {
    parse_duration(text).ok_or_else(|| ValueError::wanted(|lang| tr!(lang, "help-wanted-time")))
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
        true => Err(not_a_file()),
        false => Ok(file),
    })
}

/// Parses the name of a file.
pub fn file() -> impl TypedValueParser<Value = PathBuf> {
    OsStringValueParser::new().try_map(|file| match file.is_empty() || file == "-" {
        true => Err(not_a_file()),
        false => Ok(PathBuf::from(file)),
    })
}

/// Refuses what is not the name of a file.
fn not_a_file() -> ValueError {
    ValueError::wanted(|lang| tr!(lang, "help-wanted-file"))
}

/// A parser of the values of a search option. It leaves them as text, which
/// [`Options::set`] takes.
#[derive(Clone)]
pub struct OptionValue(pub &'static OptionSpec);

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
    fn a_number_that_is_too_large_is_called_so() {
        let wanted = |error| match error {
            ValueError::Wanted(wanted) => wanted.text(Lang::En).to_owned(),
            other => panic!("{other:?}"),
        };
        let most = "18,446,744,073,709,551,615";
        for (text, contains) in [
            ("18446744073709551616", most),
            ("99999999999999999999999", most),
            ("0", "at least 1"),
            ("00", "at least 1"),
            ("-1", "at least 1"),
            ("x", "at least 1"),
        ] {
            let found = wanted(count::<u64>(text).unwrap_err());
            assert!(found.contains(contains), "{text}: {found}");
        }
        assert!(wanted(count::<u32>("4294967296").unwrap_err()).contains("4,294,967,295"));
        assert!(matches!(count::<u64>("18446744073709551615"), Ok(u64::MAX)));
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
