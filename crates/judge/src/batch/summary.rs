//! How many problems of a batch got which verdict.

use crate::{FactKind, Report, Soundness};
use std::collections::{BTreeMap, BTreeSet};

/// How many problems of a batch got which verdict, and why.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BatchSummary {
    verdicts: BTreeMap<Soundness, usize>,
    known: usize,
    kinds: BTreeMap<FactKind, usize>,
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
    /// was found, the gravest first.
    pub fn kinds(&self) -> impl Iterator<Item = (FactKind, usize)> {
        self.kinds.iter().map(|(kind, count)| (*kind, *count))
    }

    pub(super) fn add_known(&mut self, verdict: Soundness) {
        *self.verdicts.entry(verdict).or_default() += 1;
        self.known += 1;
    }

    pub(super) fn add(&mut self, report: &Report) {
        *self.verdicts.entry(report.verdict).or_default() += 1;
        let kinds: BTreeSet<FactKind> = report.findings().map(|fact| fact.kind).collect();
        for kind in kinds {
            *self.kinds.entry(kind).or_default() += 1;
        }
    }
}
