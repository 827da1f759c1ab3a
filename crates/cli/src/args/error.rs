//! Why a command line makes no sense.

use clap::error::{ContextKind, ContextValue, ErrorKind};
use kemuri_solver::options::OptionError;
use kemuri_usi::client::CommandLineError;

/// Why a command line makes no sense.
#[derive(Debug)]
pub enum UsageError {
    /// A flag or command that does not exist.
    Unknown {
        /// What was given.
        argument: String,
        /// What is near it.
        suggestion: Option<String>,
    },
    /// A flag without its value.
    NoValue {
        /// The flag.
        flag: String,
    },
    /// A flag with a value it does not take.
    BadValue {
        /// The flag.
        flag: &'static str,
        /// What was given.
        value: String,
        /// What it takes, in English and Japanese.
        wants: (&'static str, &'static str),
    },
    /// A search option with a value it does not take.
    Option(OptionError),
    /// An engine that cannot be made out.
    Engine(CommandLineError),
    /// `bench` without problems.
    NoCollection,
    /// `verify` without a certificate.
    NoCertificate,
    /// `convert` without a record.
    NoRecord,
    /// `convert` without a format.
    NoFormat,
    /// A command without something that it cannot do without.
    Missing {
        /// The command.
        command: &'static str,
        /// What is missing, in English and Japanese.
        what: (&'static str, &'static str),
    },
    /// `--signature` with problems, engines or `--verify`.
    SignatureAlone,
    /// A flag that says something of what is not there.
    Needs {
        /// The flag.
        flag: &'static str,
        /// What it needs.
        with: &'static str,
    },
    /// Standard input as two things at once.
    TwiceStandardInput,
    /// Two flags that cannot go together.
    NotTogether {
        /// The one.
        flag: &'static str,
        /// The other.
        with: &'static str,
    },
    /// `show` with more than one output that goes to standard output.
    OneOutput,
    /// A flag that takes no value, with one.
    UnwantedValue {
        /// The flag.
        flag: String,
        /// What was given.
        value: String,
    },
    /// A value that is no text; the parser does not say whose.
    NotUtf8,
    /// Anything else, in the words of the parser.
    Other(String),
}

/// A flag with a value that it does not take.
pub(super) fn bad_value(
    flag: &'static str,
    value: &str,
    wants: (&'static str, &'static str),
) -> UsageError {
    UsageError::BadValue {
        flag,
        value: value.into(),
        wants,
    }
}

impl UsageError {
    /// One sentence of ours for the several lines of the parser.
    pub(super) fn of(error: &clap::Error) -> Self {
        let context = |kind| match error.get(kind) {
            Some(ContextValue::String(s)) => Some(s.clone()),
            Some(ContextValue::Strings(list)) => list.first().cloned(),
            _ => None,
        };
        let argument = context(ContextKind::InvalidArg);
        match (error.kind(), argument) {
            (ErrorKind::UnknownArgument, Some(argument)) => Self::Unknown {
                argument,
                suggestion: context(ContextKind::SuggestedArg),
            },
            (ErrorKind::InvalidSubcommand, _) => Self::Unknown {
                argument: context(ContextKind::InvalidSubcommand).unwrap_or_default(),
                suggestion: context(ContextKind::SuggestedSubcommand),
            },
            (ErrorKind::InvalidValue, Some(flag))
                if context(ContextKind::InvalidValue).is_none_or(|v| v.is_empty()) =>
            {
                Self::NoValue { flag }
            }
            (ErrorKind::TooManyValues, Some(flag)) => Self::UnwantedValue {
                flag,
                value: context(ContextKind::InvalidValue).unwrap_or_default(),
            },
            (ErrorKind::InvalidUtf8, _) => Self::NotUtf8,
            // Nothing else is required by the grammar.
            (ErrorKind::MissingRequiredArgument, _) => Self::NoCertificate,
            _ => {
                let text = error.to_string();
                Self::Other(text.trim_start_matches("error: ").into())
            }
        }
    }
}
