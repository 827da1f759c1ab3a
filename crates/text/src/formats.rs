//! Sentences about records, collections and other sources of problems.

use crate::{Lang, io, quote, tr};
use kemuri_formats::{InputError, InputErrorKind, Location};

/// Says where something is wrong with the input, and what.
pub fn input_error(lang: Lang, error: &InputError) -> String {
    let what = input_error_kind(lang, &error.kind);
    format!("{}: {what}", location(lang, &error.location))
}

/// Names a place in the input.
pub fn location(lang: Lang, location: &Location) -> String {
    let (name, line) = match location {
        Location::Text(text) => return format!("'{}'", quote(text)),
        Location::Source { name, line } => (name, line),
    };
    let name = match name.as_str() {
        "-" => tr!(lang, "input-stdin"),
        name => quote(name),
    };
    match *line {
        Some(line) => tr!(lang, "input-line", name = name, line = line),
        None => name,
    }
}

/// Says what is wrong with a source or with a line of it.
pub fn input_error_kind(lang: Lang, kind: &InputErrorKind) -> String {
    match kind {
        InputErrorKind::Io(error) => io::read_error(lang, error),
        InputErrorKind::NoSuchFile => tr!(lang, "input-no-such-file"),
        InputErrorKind::NoProblem => tr!(lang, "input-no-problem"),
        InputErrorKind::Empty => tr!(lang, "input-empty"),
        InputErrorKind::LineTooLong { limit } => tr!(lang, "input-line-too-long", limit = *limit),
        InputErrorKind::LineEndless { limit } => tr!(lang, "input-line-endless", limit = *limit),
        InputErrorKind::Encoding => tr!(lang, "input-encoding"),
        InputErrorKind::NotText => tr!(lang, "input-not-text"),
        InputErrorKind::NoPosition => tr!(lang, "input-no-position"),
        InputErrorKind::NoStart => tr!(lang, "input-no-start"),
        InputErrorKind::UnknownStart(word) => {
            tr!(lang, "input-unknown-start", word = quote(word))
        }
        InputErrorKind::Expected(word) => tr!(lang, "input-expected", word = quote(word)),
        InputErrorKind::Move { number, word } => {
            tr!(lang, "input-move", number = *number, word = quote(word))
        }
        InputErrorKind::Problem(error) => error.message(lang),
        InputErrorKind::Record(error) => error.message(lang),
        InputErrorKind::TooManyErrors => tr!(lang, "input-too-many-errors"),
        other => other.to_string(),
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
        for lang in [Lang::En, Lang::Ja] {
            let sentence = input_error(lang, &error);
            assert!(!sentence.contains(char::is_control), "{sentence}");
            assert!(sentence.chars().count() < 200, "{sentence}");
        }
    }
}
