//! What a search is told and what it answers.

use crate::futile::Futile;
use kemuri_core::{Move, Reason};
use std::time::Duration;

/// What a search is asked for.
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
    /// The attacker mates. The line was replayed move by move with independent rules code.
    Mate {
        /// The attacker mates within this many plies, whatever the defence.
        length: u32,
        /// Whether `length` is proven to be the shortest.
        exact: bool,
        /// A mating line, first move to last. Unless `exact`, its defence need
        /// not be the longest, so it can be shorter than `length`. It is longer
        /// than an exact `length` by the drops and captures that do not count,
        /// where nothing else lasts as long.
        line: Vec<Move>,
        /// What follows after the line if the defender interposes in vain;
        /// empty unless futile interpositions were left out.
        rest: Vec<Move>,
    },
    /// The attacker cannot mate.
    NoMate,
    /// Not decided.
    Unknown(Reason),
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
    /// The answer.
    pub verdict: Verdict,
    /// Its cost.
    pub stats: Stats,
}
