//! The goal and the outcome of a search.

use crate::futile::Futile;
#[cfg(feature = "serde")]
use crate::json::VerdictKeys;
use crate::mate::Mate;
use kemuri_core::replay::verify_mate;
use kemuri_core::{Problem, Reason};
use std::time::Duration;

/// The goal of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema),
    serde(tag = "goal", content = "futile_profile", rename_all = "kebab-case")
)]
#[non_exhaustive]
pub enum Goal {
    /// Mate or no mate; of a mate any line.
    #[default]
    FirstMate,
    /// The shortest mate, with a proof that there is none shorter, and a line in
    /// which the attacker takes a shortest mate and the defender resists longest.
    ///
    /// Interpositions that are futile under the profile do not count.
    Shortest(Futile),
}

/// Three answers, never two.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema),
    serde(into = "VerdictKeys", try_from = "VerdictKeys")
)]
pub enum Verdict {
    /// The attacker mates.
    Mate(Mate),
    /// The attacker cannot mate.
    NoMate,
    /// Not decided.
    Unknown(Reason),
}

impl Verdict {
    /// The mate, if there is one.
    pub fn mate(&self) -> Option<&Mate> {
        match self {
            Self::Mate(mate) => Some(mate),
            Self::NoMate | Self::Unknown(_) => None,
        }
    }

    /// Which of the three answers it is.
    pub fn kind(&self) -> VerdictKind {
        match self {
            Self::Mate(_) => VerdictKind::Mate,
            Self::NoMate => VerdictKind::NoMate,
            Self::Unknown(_) => VerdictKind::Unknown,
        }
    }
}

/// A [`Verdict`] without what it carries: the word in JSON and in files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema),
    serde(rename_all = "lowercase")
)]
pub enum VerdictKind {
    /// The attacker mates.
    Mate,
    /// The attacker cannot mate.
    NoMate,
    /// Not decided.
    Unknown,
}

impl VerdictKind {
    /// Returns the word for it in files and JSON.
    pub fn word(self) -> &'static str {
        match self {
            Self::Mate => "mate",
            Self::NoMate => "nomate",
            Self::Unknown => "unknown",
        }
    }
}

/// What the search cost.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema)
)]
#[non_exhaustive]
pub struct Stats {
    /// Moves made on the board to enter a position or to test it; checks that
    /// are made only to see whether there is a reply count if there is none.
    pub nodes: u64,
    /// Wall-clock time.
    #[cfg_attr(
        feature = "serde",
        serde(rename = "time_ms", with = "kemuri_core::json::time"),
        schemars(with = "u64")
    )]
    pub time: Duration,
    /// Table load at the end, in thousandths.
    pub hash_permille: u32,
    /// Bytes of the table that were taken into use.
    pub peak_table_bytes: u64,
    /// Garbage collections of the table.
    pub collections: u64,
    /// Depth of the deepest node.
    pub max_depth: u32,
}

/// The result of [`crate::Solver::solve`]. It keeps the problem that it answers.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema)
)]
#[non_exhaustive]
pub struct Outcome {
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub(crate) problem: Problem,
    /// The goal.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub goal: Goal,
    /// The answer.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub verdict: Verdict,
    /// Its cost.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub stats: Stats,
}

impl Outcome {
    /// The problem that was solved, with its attacker.
    pub fn problem(&self) -> &Problem {
        &self.problem
    }

    /// Returns the mate after a replay of its line: an outcome can be read from a
    /// file, and its verdict can be replaced.
    pub(crate) fn replayed_mate(&self) -> Result<&Mate, Reason> {
        let mate = match &self.verdict {
            Verdict::Mate(mate) => mate,
            Verdict::NoMate => return Err(Reason::Contradiction),
            Verdict::Unknown(reason) => return Err(*reason),
        };
        let line = [&mate.line[..], &mate.futile_tail].concat();
        verify_mate(&self.problem, &line).map_err(|_| Reason::Contradiction)?;
        Ok(mate)
    }
}
