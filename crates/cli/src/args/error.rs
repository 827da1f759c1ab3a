//! Bad usage as one sentence.

use super::values::{MOST_THREADS, ValueError};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use kemuri_diagram::png;
use kemuri_text::{Lang, quote, spaced, tr};
use std::error::Error;

/// Why a command line makes no sense.
#[derive(Debug)]
pub enum UsageError {
    /// It is not that of a command.
    Parse {
        /// The command that it starts with, or the program.
        command: clap::Command,
        /// What the parser says.
        error: clap::Error,
    },
    /// Its values contradict each other.
    Contradiction(Contradiction),
}

/// Values that contradict each other in a way that the parser does not see.
#[derive(Debug)]
pub enum Contradiction {
    /// This flag counts every move, but interpositions are to be left out.
    EveryMove(&'static str),
    /// These two cannot go together.
    Conflict(&'static str, &'static str),
    /// The first says nothing without the second.
    Needs(&'static str, &'static str),
    /// This command needs this argument.
    Missing(&'static str, &'static str),
    /// Standard input is two things at once.
    StandardInputTwice,
    /// More than one output goes to standard output.
    OneOutput,
}

impl From<Contradiction> for UsageError {
    fn from(contradiction: Contradiction) -> Self {
        Self::Contradiction(contradiction)
    }
}

impl UsageError {
    /// Returns the sentence for the user.
    pub fn sentence(&self, lang: Lang) -> String {
        match self {
            Self::Parse { command, error } => parse_error(lang, command, error),
            Self::Contradiction(contradiction) => contradiction.sentence(lang),
        }
    }
}

impl Contradiction {
    fn sentence(&self, lang: Lang) -> String {
        match *self {
            Self::EveryMove(flag) => tr!(lang, "help-error-every-move", flag = flag),
            Self::Conflict(one, other) => {
                tr!(lang, "help-error-conflict", one = one, other = other)
            }
            Self::Needs(flag, other) => tr!(lang, "help-error-needs", flag = flag, other = other),
            Self::Missing(command, argument) => missing(lang, command, argument),
            Self::StandardInputTwice => tr!(lang, "help-error-standard-input"),
            Self::OneOutput => tr!(lang, "help-error-one-output"),
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
            tr!(
                lang,
                "help-error-unwanted-value",
                flag = argument,
                value = value
            )
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
        Some(suggestion) => {
            tr!(
                lang,
                "help-error-suggestion",
                sentence = sentence,
                suggestion = suggestion
            )
        }
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

/// Two flags that the parser does not take together.
fn conflict(lang: Lang, one: &str, other: &str) -> String {
    let has = |flag| one == flag || other == flag;
    if has("--signature") {
        tr!(lang, "help-error-conflict-signature")
    } else if has("--tree") && has("--json") {
        tr!(lang, "help-error-conflict-json")
    } else if has("--tree") && has("--quick") {
        tr!(lang, "help-error-conflict-quick")
    } else {
        tr!(lang, "help-error-conflict", one = one, other = other)
    }
}

/// The first of the arguments that are needed; `shown` is how the parser writes
/// them.
fn missing_argument(lang: Lang, command: &clap::Command, shown: &[String]) -> String {
    // Brackets tell whether an argument is always needed.
    let bare = |text: &str| text.replace(['<', '>', '[', ']'], "");
    let shown: Vec<String> = shown.iter().map(|text| bare(text)).collect();
    let mut arguments = command.get_arguments();
    let argument = arguments.find(|arg| shown.contains(&bare(&arg.to_string())));
    let key = argument.map_or_else(|| shown.join(", "), super::localize::key);
    missing(lang, command.get_name(), &key)
}

fn missing(lang: Lang, command: &str, argument: &str) -> String {
    kemuri_text::find(lang, &format!("help-missing-{command}-{argument}")).unwrap_or_else(|| {
        tr!(
            lang,
            "help-error-missing",
            command = command,
            argument = argument
        )
    })
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
        ValueError::Time => tr!(lang, "help-wanted-time"),
        ValueError::Count => tr!(lang, "help-wanted-count"),
        ValueError::Threads => tr!(lang, "help-wanted-threads", max = MOST_THREADS),
        ValueError::File => tr!(lang, "help-wanted-file"),
        ValueError::Report => tr!(lang, "help-wanted-report"),
        ValueError::Moves => tr!(lang, "help-wanted-moves"),
        ValueError::Width => {
            let (min, max) = png::WIDTHS.into_inner();
            tr!(lang, "help-wanted-width", min = min, max = max)
        }
        ValueError::Empty => return missing_argument(lang, command, &[argument.into()]),
        ValueError::Option(error) => return kemuri_text::solver::option_error(lang, error),
        ValueError::Engine(error) => {
            return format!("--engine: {}", error.message(lang));
        }
    };
    bad_value(lang, argument, value, &wanted)
}

fn bad_value(lang: Lang, argument: &str, value: &str, wanted: &str) -> String {
    let (flag, value) = (flag(argument), quote(value));
    let wanted = match lang {
        Lang::En => wanted.to_owned(),
        Lang::Ja => spaced(wanted),
    };
    tr!(
        lang,
        "help-error-bad-value",
        flag = flag,
        value = value,
        wanted = wanted
    )
}

/// One of several words.
fn choice(lang: Lang, words: &[impl AsRef<str>]) -> String {
    let words: Vec<&str> = words.iter().map(AsRef::as_ref).collect();
    match words[..] {
        [one, other] => tr!(lang, "help-wanted-either", one = one, other = other),
        _ => tr!(lang, "help-wanted-choice", words = words.join(", ")),
    }
}
