//! The options of a check and its report.

use crate::fact::{Fact, Proof};
use crate::profile::{Profile, Soundness};
use crate::tries::MainLineTry;
use kemuri_core::{Move, Reason};
use kemuri_solver::{Futile, Mate};
use std::time::Duration;

/// How a problem is checked.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct CheckOptions {
    /// How bad each class of facts is, and what is looked for.
    pub profile: Profile,
    /// The interpositions that do not count.
    pub futile: Futile,
    /// Whether a defence is looked for against every check that does not mate.
    pub refutations: bool,
    /// Whether the tries are listed.
    pub tries: bool,
}

impl CheckOptions {
    /// Returns the same options with another profile.
    pub fn with_profile(self, profile: Profile) -> Self {
        Self { profile, ..self }
    }

    /// Returns the same options with another rule of futile interpositions.
    pub fn with_futile(self, futile: Futile) -> Self {
        Self { futile, ..self }
    }

    /// Returns the same options with or without refutations.
    pub fn with_refutations(self, refutations: bool) -> Self {
        Self {
            refutations,
            ..self
        }
    }

    /// Returns the same options with or without a list of tries.
    pub fn with_tries(self, tries: bool) -> Self {
        Self { tries, ..self }
    }
}

/// What the author says of his problem.
#[derive(Clone, Copy, Debug, Default)]
pub struct Author<'a> {
    /// His line, right or wrong.
    pub line: Option<&'a [Move]>,
    /// The ply after that line at which his move is illegal.
    pub illegal_ply: Option<usize>,
    /// The length that he names.
    pub length: Option<u32>,
}

/// What a check found. `F` is a fact; in JSON it is told with its severity.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema)
)]
#[non_exhaustive]
pub struct Report<F = Fact> {
    /// The verdict under the profile.
    pub verdict: Soundness,
    /// The shortest mate that was found, if there is one.
    #[cfg_attr(
        feature = "serde",
        serde(flatten, with = "kemuri_solver::json::mate"),
        schemars(with = "kemuri_solver::json::MateKeys")
    )]
    pub answer: Option<Mate>,
    /// The line whose alternatives were examined: the author's if it mates, else
    /// one that was chosen. Empty if there is none.
    #[cfg_attr(
        feature = "serde",
        serde(with = "kemuri_core::json::line"),
        schemars(with = "Vec<String>")
    )]
    pub main_line: Vec<Move>,
    /// Whether that is the author's.
    pub by_author: bool,
    /// Whether the author may have meant another line, which was not examined.
    /// What is fatal in this line then proves nothing.
    pub in_doubt: bool,
    /// Why something is undecided: the limit that was reached. `None` if everything is
    /// decided, or if no limit but those of single questions was reached.
    #[cfg_attr(feature = "serde", serde(default))]
    pub reason: Option<Reason>,
    /// All facts, in the order of their plies.
    pub facts: Vec<F>,
    /// The tries, the closest first, if they are wanted.
    #[cfg_attr(
        feature = "serde",
        serde(default, skip_serializing_if = "Option::is_none")
    )]
    pub tries: Option<Vec<MainLineTry>>,
    /// How many more checks may be tries: a limit left open whether they mate.
    #[cfg_attr(
        feature = "serde",
        serde(default, skip_serializing_if = "Option::is_none")
    )]
    pub open_tries: Option<usize>,
    /// How many more checks are tries: they do not mate, but a limit left open how close
    /// they come.
    #[cfg_attr(
        feature = "serde",
        serde(default, skip_serializing_if = "Option::is_none")
    )]
    pub unranked_tries: Option<usize>,
    /// Moves made on boards.
    pub nodes: u64,
    /// Wall-clock time.
    #[cfg_attr(
        feature = "serde",
        serde(rename = "time_ms", with = "kemuri_core::json::time"),
        schemars(with = "u64")
    )]
    pub time: Duration,
}

impl Report {
    /// Sets the verdict that the facts have under a profile. If everything is decided
    /// there is no reason why it is not.
    pub fn judge(&mut self, profile: &Profile) {
        if !self.in_doubt && self.undecided().next().is_none() {
            self.reason = None;
        }
        self.verdict = match profile.verdict(&self.facts) {
            Soundness::Unsound if self.in_doubt => Soundness::Undecided,
            verdict => verdict,
        };
    }

    /// Returns the same report with facts of another form.
    #[cfg(feature = "serde")]
    pub(crate) fn with_facts<F>(&self, facts: Vec<F>) -> Report<F> {
        Report {
            verdict: self.verdict,
            answer: self.answer.clone(),
            main_line: self.main_line.clone(),
            by_author: self.by_author,
            in_doubt: self.in_doubt,
            reason: self.reason,
            facts,
            tries: self.tries.clone(),
            open_tries: self.open_tries,
            unranked_tries: self.unranked_tries,
            nodes: self.nodes,
            time: self.time,
        }
    }

    /// Returns the facts that are proven or undecided.
    pub fn findings(&self) -> impl Iterator<Item = &Fact> {
        self.facts
            .iter()
            .filter(|fact| fact.proof != Proof::Refuted)
    }

    /// Returns the facts that are proven.
    pub fn proven(&self) -> impl Iterator<Item = &Fact> {
        self.with_proof(Proof::Proven)
    }

    /// Returns the facts that are undecided.
    pub fn undecided(&self) -> impl Iterator<Item = &Fact> {
        self.with_proof(Proof::Undecided)
    }

    fn with_proof(&self, proof: Proof) -> impl Iterator<Item = &Fact> {
        self.facts.iter().filter(move |fact| fact.proof == proof)
    }

    /// Returns how many other checks were examined and do not mate.
    pub fn refuted(&self) -> usize {
        self.facts.len() - self.findings().count()
    }
}
