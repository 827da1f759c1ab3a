//! What one engine found at one problem.

use kemuri_solver::VerdictKind;
use kemuri_usi::client::EngineErrorKind;

/// What one engine found. Not a `Verdict`: other engines also fail, or mate with a
/// line that does not mate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finding {
    /// A mate whose line was replayed.
    Mate(usize),
    /// A mate with a line that does not mate.
    BadLine(usize),
    /// No mate.
    NoMate,
    /// Not decided, and why.
    Unknown(&'static str),
    /// No answer, and why.
    Failed(EngineErrorKind),
    /// Nothing: its protocol has no words for the question.
    NotAsked,
}

/// The word of the JSON output for what became of an engine.
fn failure_word(kind: EngineErrorKind) -> &'static str {
    match kind {
        EngineErrorKind::Start => "start",
        EngineErrorKind::NoAnswer => "silent",
        EngineErrorKind::Exited => "died",
        EngineErrorKind::NotStopping => "hung",
        EngineErrorKind::BadAnswer => "nonsense",
    }
}

impl Finding {
    /// The word of the JSON output.
    pub fn word(self) -> &'static str {
        match self {
            Self::Mate(_) => VerdictKind::Mate.word(),
            Self::BadLine(_) => "mate?",
            Self::NoMate => VerdictKind::NoMate.word(),
            Self::Unknown(_) => VerdictKind::Unknown.word(),
            Self::Failed(_) => "failed",
            Self::NotAsked => "n/a",
        }
    }

    /// Mate or no mate, if it says so. A mate is claimed even by a bad line.
    pub fn claims_mate(self) -> Option<bool> {
        match self {
            Self::Mate(_) | Self::BadLine(_) => Some(true),
            Self::NoMate => Some(false),
            Self::Unknown(_) | Self::Failed(_) | Self::NotAsked => None,
        }
    }

    /// Whether this settles the problem.
    pub fn decides(self) -> bool {
        matches!(self, Self::Mate(_) | Self::NoMate)
    }

    /// The plies of a mate.
    pub fn length(self) -> Option<usize> {
        match self {
            Self::Mate(n) | Self::BadLine(n) => Some(n),
            _ => None,
        }
    }

    /// Why there is no verdict, in the word of the JSON output.
    pub fn reason(self) -> Option<&'static str> {
        match self {
            Self::Unknown(why) => Some(why),
            Self::Failed(kind) => Some(failure_word(kind)),
            _ => None,
        }
    }
}
