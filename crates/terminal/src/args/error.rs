//! Bad usage as one sentence.

use super::localize::key;
use super::values::ValueError;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use kemuri_text::{Lang, find, quote, spaced, tr};
use std::error::Error;
use std::fmt;

/// A sentence in both languages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sentence {
    english: String,
    japanese: String,
}

impl Sentence {
    /// The sentence that `text` gives for each language.
    pub fn new(text: impl Fn(Lang) -> String) -> Self {
        Self {
            english: text(Lang::En),
            japanese: text(Lang::Ja),
        }
    }

    /// Returns the sentence in a language.
    pub fn text(&self, lang: Lang) -> &str {
        match lang {
            Lang::En => &self.english,
            Lang::Ja => &self.japanese,
        }
    }
}

/// Why a command line makes no sense.
#[derive(Debug)]
#[non_exhaustive]
pub enum UsageError {
    /// It is not that of a command.
    Parse {
        /// The command that it starts with, or the program.
        command: Box<clap::Command>,
        /// What the parser says.
        error: clap::Error,
    },
    /// These two cannot go together.
    Conflict(&'static str, &'static str),
    /// The first says nothing without the second.
    Needs(&'static str, &'static str),
    /// This command needs this argument.
    Missing(&'static str, &'static str),
    /// Something else.
    Other(Sentence),
}

impl UsageError {
    /// An error with the sentence that `text` gives for each language.
    pub fn other(text: impl Fn(Lang) -> String) -> Self {
        Self::Other(Sentence::new(text))
    }

    /// Returns the sentence for the user.
    pub fn sentence(&self, lang: Lang) -> String {
        match self {
            Self::Parse { command, error } => parse_error(lang, command, error),
            Self::Conflict(one, other) => conflict(lang, one, other),
            Self::Needs(flag, other) => tr!(lang, "help-error-needs", flag, other),
            Self::Missing(command, argument) => missing(lang, command, argument),
            Self::Other(sentence) => sentence.text(lang).into(),
        }
    }
}

impl fmt::Display for UsageError {
    /// The sentence in English.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.sentence(Lang::En))
    }
}

impl Error for UsageError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Parse { error, .. } => Some(error),
            _ => None,
        }
    }
}

/// One sentence for the several lines of the parser.
fn parse_error(lang: Lang, command: &clap::Command, error: &clap::Error) -> String {
    let context = |kind| strings(error, kind).into_iter().next();
    let argument = context(ContextKind::InvalidArg).unwrap_or_default();
    let value = context(ContextKind::InvalidValue).unwrap_or_default();
    match error.kind() {
        ErrorKind::UnknownArgument => unknown(lang, &argument, context(ContextKind::SuggestedArg)),
        ErrorKind::InvalidSubcommand => {
            let name = context(ContextKind::InvalidSubcommand).unwrap_or_default();
            unknown(lang, &name, context(ContextKind::SuggestedSubcommand))
        }
        ErrorKind::InvalidValue if value.is_empty() => {
            tr!(lang, "help-error-no-value", flag = argument)
        }
        ErrorKind::InvalidValue => {
            let words = strings(error, ContextKind::ValidValue);
            bad_value(lang, &argument, &value, &choice(lang, &words))
        }
        ErrorKind::ValueValidation => match error.source().and_then(|e| e.downcast_ref()) {
            Some(why) => value_error(lang, command, &argument, &value, why),
            None => other(lang, error),
        },
        ErrorKind::TooManyValues => {
            let value = quote(&value);
            tr!(lang, "help-error-unwanted-value", flag = argument, value)
        }
        ErrorKind::InvalidUtf8 => tr!(lang, "help-error-utf-8"),
        ErrorKind::MissingRequiredArgument => {
            missing_argument(lang, command, &strings(error, ContextKind::InvalidArg))
        }
        ErrorKind::ArgumentConflict => {
            let prior = context(ContextKind::PriorArg).unwrap_or_default();
            conflict(lang, flag(&argument), flag(&prior))
        }
        _ => other(lang, error),
    }
}

/// The texts that the parser gives for `kind`.
fn strings(error: &clap::Error, kind: ContextKind) -> Vec<String> {
    match error.get(kind) {
        Some(ContextValue::String(text)) => vec![text.clone()],
        Some(ContextValue::Strings(list)) => list.clone(),
        _ => Vec::new(),
    }
}

/// `--time <TIME>` without its value.
fn flag(argument: &str) -> &str {
    argument.split([' ', '[', '=']).next().unwrap_or(argument)
}

fn unknown(lang: Lang, argument: &str, suggestion: Option<String>) -> String {
    let sentence = tr!(lang, "help-error-unknown", argument = quote(argument));
    match suggestion {
        Some(suggestion) => tr!(lang, "help-error-suggestion", sentence, suggestion),
        None => sentence,
    }
}

fn other(lang: Lang, error: &clap::Error) -> String {
    let text = error.to_string();
    let line = text.trim_start_matches("error: ").lines().next();
    tr!(
        lang,
        "help-error-other",
        sentence = quote(line.unwrap_or_default())
    )
}

/// Two flags that cannot go together. There may be a message of its own for the
/// two, or for one of them with any other.
fn conflict(lang: Lang, one: &str, other: &str) -> String {
    let [a, b] = [one, other].map(|flag| flag.trim_start_matches('-'));
    let names = [format!("{a}-{b}"), format!("{b}-{a}"), a.into(), b.into()];
    let mut messages = names.iter();
    let own = messages.find_map(|name| find(lang, &format!("help-conflict-{name}")));
    own.unwrap_or_else(|| tr!(lang, "help-error-conflict", one, other))
}

/// The first of the arguments that are needed; `shown` is how the parser writes
/// them.
fn missing_argument(lang: Lang, command: &clap::Command, shown: &[String]) -> String {
    // Brackets tell whether an argument is always needed.
    let bare = |text: &str| text.replace(['<', '>', '[', ']'], "");
    let shown: Vec<String> = shown.iter().map(|text| bare(text)).collect();
    let mut arguments = command.get_arguments();
    let argument = arguments.find(|arg| shown.contains(&bare(&arg.to_string())));
    let key = argument.map_or_else(|| shown.join(", "), key);
    missing(lang, command.get_name(), &key)
}

fn missing(lang: Lang, command: &str, argument: &str) -> String {
    find(lang, &format!("help-missing-{command}-{argument}"))
        .unwrap_or_else(|| tr!(lang, "help-error-missing", command, argument))
}

/// A value that `argument` does not take.
fn value_error(
    lang: Lang,
    command: &clap::Command,
    argument: &str,
    value: &str,
    why: &ValueError,
) -> String {
    let wanted = match why {
        ValueError::Choice(words) => choice(lang, words),
        ValueError::Wanted(wanted) => wanted.text(lang).into(),
        ValueError::Empty => return missing_argument(lang, command, &[argument.into()]),
        ValueError::Option(error) => return kemuri_text::solver::option_error(lang, error),
        ValueError::Other(sentence) => return sentence.text(lang).into(),
    };
    bad_value(lang, argument, value, &wanted)
}

fn bad_value(lang: Lang, argument: &str, value: &str, wanted: &str) -> String {
    let (flag, value) = (flag(argument), quote(value));
    let wanted = match lang {
        Lang::En => wanted.to_owned(),
        Lang::Ja => spaced(wanted),
    };
    tr!(lang, "help-error-bad-value", flag, value, wanted)
}

/// One of several words.
fn choice(lang: Lang, words: &[impl AsRef<str>]) -> String {
    let words: Vec<&str> = words.iter().map(AsRef::as_ref).collect();
    match words[..] {
        [one, other] => tr!(lang, "help-wanted-either", one, other),
        _ => tr!(lang, "help-wanted-choice", words = words.join(", ")),
    }
}
