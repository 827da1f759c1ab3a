//! A problem that was checked.

use crate::duplicates::DuplicateKind;
use crate::repair::Repair;
use crate::{Author, Fact, FactKind, Report};
use kemuri_core::Move;
use kemuri_formats::{Expected, ProblemEntry};

/// A problem that was checked.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct CheckedProblem {
    /// Its number among those that this run checked, from 0.
    pub number: usize,
    /// The problem, with what its author says of it.
    pub entry: ProblemEntry,
    /// An earlier problem that is like it.
    pub earlier: Option<EarlierProblem>,
    /// What was found.
    pub report: Report,
    /// Repairs, if they were tried.
    pub repairs: Option<Vec<Repair>>,
}

/// A problem that a later one is like.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct EarlierProblem {
    /// Its number in the batch, from 0.
    pub number: usize,
    /// Its name.
    pub name: String,
    /// How they are alike.
    pub kind: DuplicateKind,
}

impl<'a> Author<'a> {
    /// Returns what the source of a problem says: its moves are the author's
    /// line.
    pub fn of_entry(entry: &'a ProblemEntry) -> Self {
        Self {
            line: entry.solution.as_deref(),
            illegal_ply: entry.solution_error.as_ref().map(|error| error.ply),
            length: match entry.expected {
                Expected::Mate(length) => Some(length),
                _ => None,
            },
        }
    }
}

/// The name of a problem, or its position.
pub(super) fn name(entry: &ProblemEntry) -> String {
    entry.id.clone().unwrap_or_else(|| entry.problem.to_sfen())
}

impl CheckedProblem {
    /// Returns the name of the problem, or its position.
    pub fn name(&self) -> String {
        name(&self.entry)
    }

    /// Returns the moves of the line that a fact leaves, up to where it does.
    pub fn moves_before(&self, fact: &Fact) -> &[Move] {
        let line = match fact.kind {
            FactKind::LineIllegal | FactKind::LineNoMate | FactKind::NoMate => {
                self.entry.solution.as_deref()
            }
            _ => Some(&self.report.main_line[..]),
        };
        let line = line.unwrap_or_default();
        &line[..fact.ply.saturating_sub(1).min(line.len())]
    }
}
