//! A problem that was composed, with its solution.

use kemuri_core::{Move, Problem};

/// A sound problem that an enumeration or an extension found.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ComposedProblem {
    /// The problem, Black attacking.
    pub problem: Problem,
    /// Its solution.
    pub line: Vec<Move>,
    /// Whether no defence is as long and leaves the attacker nothing in hand. An
    /// extension says so of the new defences only.
    pub strict: bool,
}

impl ComposedProblem {
    /// Takes a problem and its solution.
    pub fn new(problem: Problem, line: Vec<Move>, strict: bool) -> Self {
        Self {
            problem,
            line,
            strict,
        }
    }
}
