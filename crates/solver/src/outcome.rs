//! The goal and the outcome of a search.

use crate::futile::Futile;
use crate::mate::Mate;
use kemuri_core::Reason;
use std::time::Duration;

/// The goal of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
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
}

/// What the search cost.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Stats {
    /// Moves made on the board to enter a position or to test it; checks that
    /// are made only to see whether there is a reply count if there is none.
    pub nodes: u64,
    /// Wall-clock time.
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

/// The result of [`crate::Solver::solve`].
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// The goal.
    pub goal: Goal,
    /// The answer.
    pub verdict: Verdict,
    /// Its cost.
    pub stats: Stats,
}
