//! A problem to be checked, and what came of it.

use crate::text::Text;
use kemuri_core::{Move, Problem, notation};
use kemuri_formats::{Expected, ProblemEntry, SolutionError};
use kemuri_judge::duplicates::Likeness;
use kemuri_judge::suggest::Repair;
use kemuri_judge::{Author, Fact, FactKind, Profile, Proof, Report};
use kemuri_text::judge::{self, FactContext};

/// A problem with what its author says of it.
pub struct Task {
    /// Its place in the run, from 0.
    pub number: usize,
    /// Its name.
    pub id: Option<String>,
    /// The problem.
    pub problem: Problem,
    /// An earlier problem that is like it.
    pub earlier: Option<Earlier>,
    line: Option<Vec<Move>>,
    /// The move at which the author's line breaks off.
    solution_error: Option<SolutionError>,
    length: Option<u32>,
}

/// A problem that another one is like.
pub struct Earlier {
    /// Its place, from 0.
    pub number: usize,
    /// Its name.
    pub name: String,
    /// In what they are alike.
    pub likeness: Likeness,
}

impl Task {
    /// The task that an input makes: moves that are given with a problem are its
    /// author's line.
    pub fn new(number: usize, entry: ProblemEntry) -> Self {
        let length = match entry.expected {
            Expected::Mate(length) => Some(length),
            Expected::Unstated | Expected::NoMate => None,
        };
        Self {
            number,
            id: entry.id,
            problem: entry.problem,
            earlier: None,
            // Of a game that only leads to a problem there is no author.
            line: entry.solution,
            solution_error: entry.solution_error,
            length,
        }
    }

    /// What its author says.
    pub fn author(&self) -> Author<'_> {
        Author {
            line: self.line.as_deref(),
            broken: self.solution_error.as_ref().map(|error| error.ply),
            length: self.length,
        }
    }

    /// The author's line in USI. A move that cannot be played is `?`.
    pub fn author_line(&self) -> Option<Vec<String>> {
        let mut words: Vec<String> = self.line.as_ref()?.iter().map(|mv| mv.to_usi()).collect();
        words.extend(self.solution_error.as_ref().map(|_| "?".into()));
        Some(words)
    }

    /// What it is called.
    pub fn name(&self) -> String {
        self.id.clone().unwrap_or_else(|| self.problem.to_sfen())
    }
}

/// A problem that was checked.
pub struct Judged {
    /// The problem.
    pub task: Task,
    /// What is known of it.
    pub report: Report,
    /// Repairs, if they were asked for.
    pub repairs: Option<Vec<Repair>>,
}

impl Judged {
    /// The moves of the line that a fact leaves, up to where it does.
    pub fn before<'a>(&'a self, fact: &Fact) -> &'a [Move] {
        let line = match fact.kind {
            FactKind::LineIllegal | FactKind::LineNoMate | FactKind::NoMate => {
                self.task.line.as_deref()
            }
            _ => Some(&self.report.main_line[..]),
        };
        let line = line.unwrap_or_default();
        &line[..fact.ply.saturating_sub(1).min(line.len())]
    }

    /// The moves of a fact's line as players write them.
    pub fn moves(&self, fact: &Fact) -> Vec<String> {
        let before = self.before(fact);
        let line = [before, &fact.line].concat();
        let mut words = notation::japanese(&self.task.problem, &line)
            // What is illegal has no notation.
            .unwrap_or_else(|| line.iter().map(|mv| mv.to_usi()).collect());
        words.split_off(before.len().min(words.len()))
    }

    /// A fact as a sentence.
    pub fn sentence(&self, fact: &Fact, text: Text) -> String {
        judge::fact(
            text.0,
            &FactContext {
                problem: &self.task.problem,
                fact,
                moves: self.moves(fact),
                earlier: self
                    .task
                    .earlier
                    .as_ref()
                    .map(|earlier| earlier.name.as_str()),
                flaw: self.task.solution_error.as_ref().map(|error| &error.kind),
            },
        )
    }

    /// Every finding as a sentence, with what the profile makes of it.
    pub fn findings(&self, profile: &Profile, text: Text) -> Vec<String> {
        let findings = self.report.findings().map(|fact| {
            let severity = judge::severity(text.0, profile.severity(fact.kind));
            format!("[{severity}] {}", self.sentence(fact, text))
        });
        findings.collect()
    }

    /// Every check that does not mate as a sentence.
    pub fn refuted(&self, text: Text) -> Vec<String> {
        let refuted = self.report.facts.iter();
        let refuted = refuted.filter(|fact| fact.proof == Proof::Refuted);
        refuted.map(|fact| self.sentence(fact, text)).collect()
    }
}
