//! What goes wrong with an engine.

use kemuri_text::{Lang, quote, tr};
use std::fmt;
use std::io;

/// Why an engine gave no answer.
#[derive(Debug)]
#[non_exhaustive]
pub enum EngineError {
    /// It could not be started.
    Start(io::Error),
    /// It did not answer this command in time.
    NoAnswer(&'static str),
    /// Its process ended.
    Exited,
    /// It ignored the time limit and `stop`.
    NotStopping,
    /// Its answer is not in the protocol.
    BadAnswer(String),
}

/// An [`EngineError`] without its details.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EngineErrorKind {
    /// It could not be started.
    Start,
    /// It did not answer.
    NoAnswer,
    /// Its process ended.
    Exited,
    /// It had to be killed.
    NotStopping,
    /// It answered something else.
    BadAnswer,
}

impl EngineError {
    /// Returns the kind of the error.
    pub fn kind(&self) -> EngineErrorKind {
        match self {
            Self::Start(_) => EngineErrorKind::Start,
            Self::NoAnswer(_) => EngineErrorKind::NoAnswer,
            Self::Exited => EngineErrorKind::Exited,
            Self::NotStopping => EngineErrorKind::NotStopping,
            Self::BadAnswer(_) => EngineErrorKind::BadAnswer,
        }
    }

    /// Returns what happened, to be read after the name of the engine.
    pub fn message(&self, lang: Lang) -> String {
        match self {
            Self::Start(error) => tr!(lang, "usi-engine-start", error = error.to_string()),
            Self::NoAnswer(command) => tr!(lang, "usi-engine-no-answer", command = *command),
            Self::Exited => tr!(lang, "usi-engine-exited"),
            Self::NotStopping => tr!(lang, "usi-engine-not-stopping"),
            Self::BadAnswer(answer) => tr!(lang, "usi-engine-bad-answer", answer = quote(answer)),
        }
    }
}

impl fmt::Display for EngineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message(Lang::En))
    }
}

impl std::error::Error for EngineError {}
