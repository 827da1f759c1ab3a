//! How far a long piece of work is.
//!
//! Everything that takes long calls a function with a [`Progress`] about ten times
//! a second.

use rsshogi::types::Move;
use std::time::Duration;

/// Time between two reports.
pub const REPORT_EVERY: Duration = Duration::from_millis(100);

/// How far a piece of work is. What does not apply to its phase is zero or empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema)
)]
#[non_exhaustive]
pub struct Progress {
    /// What is being done.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub phase: Phase,
    /// How much of the phase is done; the phase says what is counted.
    pub done: u64,
    /// How much there is to do, where that is known.
    pub total: Option<u64>,
    /// Moves made so far.
    pub nodes: u64,
    /// Time so far.
    #[cfg_attr(
        feature = "serde",
        serde(rename = "elapsed_ms", with = "crate::json::time"),
        schemars(with = "u64")
    )]
    pub elapsed: Duration,
    /// Proof number of the root.
    pub root_pn: u32,
    /// Disproof number of the root.
    pub root_dn: u32,
    /// Depth of the deepest node so far.
    pub max_depth: u32,
    /// The line being searched.
    #[cfg_attr(
        feature = "serde",
        serde(with = "crate::json::line"),
        schemars(with = "Vec<String>")
    )]
    pub line: Vec<Move>,
    /// Table load in thousandths.
    pub hash_permille: u32,
}

impl Progress {
    /// The beginning of a phase.
    pub fn new(phase: Phase) -> Self {
        Self {
            phase,
            ..Self::default()
        }
    }

    /// Nodes per second.
    pub fn speed(&self) -> u64 {
        let seconds = self.elapsed.as_secs_f64();
        if seconds > 0.0 {
            (self.nodes as f64 / seconds) as u64
        } else {
            0
        }
    }
}

/// What is being done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema),
    serde(tag = "phase", rename_all = "kebab-case")
)]
#[non_exhaustive]
pub enum Phase {
    /// Looking for a mate, or for a proof that there is none.
    #[default]
    Solving,
    /// Looking for a shorter mate, or for a proof that there is none.
    Shortening,
    /// Growing the tree of variations. Counts its nodes.
    Tree,
    /// Showing why interpositions are futile. Counts moves of the line.
    Explaining,
    /// Writing a certificate. Counts entries of the current section.
    Certifying,
    /// Verifying a certificate. Counts bytes.
    Verifying,
    /// Examining the other checks at the attacker's moves of the main line.
    /// Counts these moves.
    OtherChecks {
        /// Checks that are not decided yet, at all of these moves.
        open: u64,
    },
    /// Examining the other defences at the defender's moves of the main line.
    /// Counts these moves.
    OtherDefences,
    /// Looking for the tries beside the main line. Counts the attacker's moves.
    Tries,
    /// Looking for pieces that play no part. Counts pieces.
    IdlePieces,
    /// Trying small changes. Counts changes.
    Repairs,
    /// Extending a problem backwards. Counts steps of two plies.
    Extending {
        /// Problems that the last finished step has made; 1 before the first.
        problems: u64,
    },
    /// Looking for all mated positions. Counts squares of the king.
    MatedPositions,
    /// Deciding which candidates of a generation are sound. Counts candidates.
    Candidates {
        /// The generation.
        generation: u32,
    },
    /// Checking problems again, from scratch. Counts problems.
    Rechecking,
}
