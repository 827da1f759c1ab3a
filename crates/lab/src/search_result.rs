//! The result of one search, as a row of a CSV file.

use kemuri_solver::{Outcome, Verdict, VerdictKind};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// The result of one search. The fields are the columns of `results.csv`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SearchResult {
    /// The number of the problem in the collection, from 1.
    pub number: usize,
    /// The name of the problem.
    pub problem: String,
    /// The name of the setting.
    pub setting: String,
    /// The verdict.
    pub verdict: VerdictKind,
    /// Plies of the mate, at most.
    pub length: Option<u32>,
    /// Whether that is proven shortest.
    pub exact: Option<bool>,
    /// Why there is no verdict.
    pub reason: Option<String>,
    /// Nodes.
    pub nodes: u64,
    /// Collections of the table.
    pub collections: u64,
    /// Microseconds.
    pub time_us: u64,
}

impl SearchResult {
    /// Returns the row of an outcome.
    pub fn new(number: usize, problem: &str, setting: &str, outcome: &Outcome) -> Self {
        let mate = outcome.verdict.mate();
        let reason = match outcome.verdict {
            Verdict::Unknown(reason) => Some(reason),
            _ => None,
        };
        let stats = &outcome.stats;
        Self {
            number,
            problem: problem.into(),
            setting: setting.into(),
            verdict: outcome.verdict.kind(),
            length: mate.map(|mate| mate.length),
            exact: mate.map(|mate| mate.exact),
            reason: reason.map(|reason| reason.word().into()),
            nodes: stats.nodes,
            collections: stats.collections,
            time_us: u64::try_from(stats.time.as_micros()).unwrap_or(u64::MAX),
        }
    }

    /// Returns `true` if there is a verdict.
    pub fn is_decided(&self) -> bool {
        self.verdict != VerdictKind::Unknown
    }

    /// Returns `true` if all that was asked for is proven, the shortest length
    /// included.
    pub fn is_settled(&self) -> bool {
        self.is_decided() && self.exact != Some(false)
    }

    /// Returns the time of the search.
    pub fn time(&self) -> Duration {
        Duration::from_micros(self.time_us)
    }
}
