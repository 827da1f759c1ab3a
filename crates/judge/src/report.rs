//! What a check is told and what it answers.

use crate::fact::{Fact, Proof};
use crate::profile::{Profile, Verdict};
use kemuri_core::Move;
use kemuri_solver::{Futile, Mate};
use std::time::Duration;

/// How a problem is to be checked.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// What counts for how much, and what is looked for.
    pub profile: Profile,
    /// The interpositions that do not count.
    pub futile: Futile,
    /// Whether a defence is looked for against every check that does not mate.
    pub refutations: bool,
}

/// What the author says of his problem.
#[derive(Clone, Copy, Debug, Default)]
pub struct Author<'a> {
    /// His line, right or wrong.
    pub line: Option<&'a [Move]>,
    /// The ply after that line at which he has what is no legal move.
    pub broken: Option<usize>,
    /// How long it is.
    pub length: Option<u32>,
}

/// What is known of a problem.
#[derive(Clone, Debug)]
pub struct Report {
    /// The verdict under the profile.
    pub verdict: Verdict,
    /// Our answer, if there is a mate.
    pub answer: Option<Mate>,
    /// The line whose alternatives were examined: the author's if it is one, else
    /// ours. Empty if there is none.
    pub main_line: Vec<Move>,
    /// Whether that is the author's.
    pub by_author: bool,
    /// Whether the author, who does not say, may have meant another line, which
    /// was not examined: what is fatal in this one proves nothing then.
    pub in_doubt: bool,
    /// All facts, in the order of their plies.
    pub facts: Vec<Fact>,
    /// Moves made on boards.
    pub nodes: u64,
    /// Wall-clock time.
    pub time: Duration,
}

impl Report {
    /// Gives the verdict that the facts have under a profile.
    pub fn judge(&mut self, profile: &Profile) {
        self.verdict = match profile.verdict(&self.facts) {
            Verdict::Unsound if self.in_doubt => Verdict::Undecided,
            verdict => verdict,
        };
    }

    /// The facts that are so, or might be.
    pub fn findings(&self) -> impl Iterator<Item = &Fact> {
        self.facts
            .iter()
            .filter(|fact| fact.proof != Proof::Refuted)
    }

    /// How many other checks were examined and do not mate.
    pub fn refuted(&self) -> usize {
        self.facts.len() - self.findings().count()
    }
}
