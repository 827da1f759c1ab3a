//! How many problems of a batch got which verdict.

use crate::{FactKind, Report, Soundness};
use kemuri_core::Reason;
use std::collections::{BTreeMap, BTreeSet};

/// How many problems of a batch got which verdict, and why.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BatchSummary {
    verdicts: BTreeMap<Soundness, usize>,
    known: usize,
    proven: BTreeMap<FactKind, usize>,
    undecided: BTreeMap<FactKind, usize>,
    reasons: Vec<Reason>,
}

impl BatchSummary {
    /// Returns how many problems have this verdict, with those that an earlier
    /// run had decided.
    pub fn count(&self, verdict: Soundness) -> usize {
        self.verdicts.get(&verdict).copied().unwrap_or(0)
    }

    /// Returns how many problems an earlier run had decided.
    pub fn known(&self) -> usize {
        self.known
    }

    /// Returns in how many problems that this run checked each class of facts
    /// was proven, the gravest first.
    pub fn kinds(&self) -> impl Iterator<Item = (FactKind, usize)> {
        self.proven.iter().map(|(kind, count)| (*kind, *count))
    }

    /// Returns in how many problems that this run checked each class of facts was
    /// left undecided and not proven, the gravest first.
    pub fn undecided_kinds(&self) -> impl Iterator<Item = (FactKind, usize)> {
        self.undecided.iter().map(|(kind, count)| (*kind, *count))
    }

    /// Returns why problems that this run checked are undecided, each reason once.
    pub fn reasons(&self) -> &[Reason] {
        &self.reasons
    }

    pub(super) fn add_known(&mut self, verdict: Soundness) {
        *self.verdicts.entry(verdict).or_default() += 1;
        self.known += 1;
    }

    pub(super) fn add(&mut self, report: &Report) {
        *self.verdicts.entry(report.verdict).or_default() += 1;
        let proven: BTreeSet<FactKind> = report.proven().map(|fact| fact.kind).collect();
        let mut undecided: BTreeSet<FactKind> = report.undecided().map(|fact| fact.kind).collect();
        undecided.retain(|kind| !proven.contains(kind));
        for (kinds, counts) in [(proven, &mut self.proven), (undecided, &mut self.undecided)] {
            for kind in kinds {
                *counts.entry(kind).or_default() += 1;
            }
        }
        if report.verdict == Soundness::Undecided
            && let Some(reason) = report.reason
            && !self.reasons.contains(&reason)
        {
            self.reasons.push(reason);
        }
    }
}
