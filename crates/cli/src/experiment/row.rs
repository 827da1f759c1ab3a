//! One search of an experiment, as a row of its CSV.

use crate::json::reason_word;
use kemuri_solver::{Outcome, Verdict};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// A verdict without its moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Found {
    /// The attacker mates.
    Mate,
    /// He does not.
    NoMate,
    /// Not decided within the limit.
    Unknown,
}

/// One search.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Row {
    /// The number of the problem in the collection, from 1.
    pub number: usize,
    /// Its name.
    pub problem: String,
    /// What was switched.
    pub setting: String,
    /// What was found.
    pub verdict: Found,
    /// Plies of the mate, at most.
    pub length: Option<u32>,
    /// Whether that is proven shortest.
    pub exact: Option<bool>,
    /// Why nothing was found.
    pub reason: Option<String>,
    /// Nodes.
    pub nodes: u64,
    /// Collections of the table.
    pub collections: u64,
    /// Microseconds.
    pub time_us: u64,
}

impl Row {
    /// What became of a search.
    pub fn of(number: usize, problem: &str, setting: &str, outcome: &Outcome) -> Self {
        let mate = outcome.verdict.mate();
        let (verdict, reason) = match outcome.verdict {
            Verdict::Mate(_) => (Found::Mate, None),
            Verdict::NoMate => (Found::NoMate, None),
            Verdict::Unknown(reason) => (Found::Unknown, Some(reason_word(reason))),
        };
        let stats = &outcome.stats;
        Self {
            number,
            problem: problem.into(),
            setting: setting.into(),
            verdict,
            length: mate.map(|mate| mate.length),
            exact: mate.map(|mate| mate.exact),
            reason: reason.map(String::from),
            nodes: stats.nodes,
            collections: stats.collections,
            time_us: u64::try_from(stats.time.as_micros()).unwrap_or(u64::MAX),
        }
    }

    /// Whether there is a verdict.
    pub fn is_decided(&self) -> bool {
        self.verdict != Found::Unknown
    }

    /// Whether what was asked for is proven, the shortest length included.
    pub fn is_settled(&self) -> bool {
        self.is_decided() && self.exact != Some(false)
    }

    /// The time it took.
    pub fn time(&self) -> Duration {
        Duration::from_micros(self.time_us)
    }
}
