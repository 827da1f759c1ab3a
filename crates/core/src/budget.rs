//! What a piece of work may cost, and what is left of it.
//!
//! A [`Budget`] limits wall-clock time and nodes and carries a flag that stops the
//! work from another thread. Work that is given a budget charges its nodes to it,
//! so the same budget can be given to one piece of work after the other:
//!
//! ```
//! use kemuri_core::Budget;
//!
//! let budget = Budget::default().with_nodes(1_000);
//! let part = budget.at_most_nodes(300);
//! part.charge(200);
//! assert_eq!(part.nodes_left(), Some(100));
//! assert_eq!(budget.nodes_left(), Some(800));
//! ```

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Why work ended without a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema),
    serde(rename_all = "lowercase")
)]
#[non_exhaustive]
pub enum Reason {
    /// The time ran out.
    #[error("the time limit was reached")]
    Time,
    /// The nodes ran out.
    #[error("the node limit was reached")]
    Nodes,
    /// The search needs more than it was given (depth or table).
    #[error("the memory limit was reached")]
    Memory,
    /// Someone set the stop flag.
    #[error("interrupted")]
    Interrupted,
    /// The search contradicted itself, or the line of a mate failed its replay.
    /// Nothing is claimed.
    #[error("the search contradicted itself; nothing is claimed")]
    Contradiction,
}

impl Reason {
    /// All reasons.
    pub const ALL: [Self; 5] = [
        Self::Time,
        Self::Nodes,
        Self::Memory,
        Self::Interrupted,
        Self::Contradiction,
    ];

    /// Returns the word for it in files and JSON.
    pub fn word(self) -> &'static str {
        match self {
            Self::Time => "time",
            Self::Nodes => "nodes",
            Self::Memory => "memory",
            Self::Interrupted => "interrupted",
            Self::Contradiction => "contradiction",
        }
    }
}

/// Time, nodes and a stop flag. The default has no limit.
///
/// Time runs from the moment the budget is made. A clone is the same budget: what
/// is charged to one is charged to the other.
#[derive(Clone, Debug)]
pub struct Budget {
    started: Instant,
    time: Option<Duration>,
    /// When the time of the whole is over, of which this is a part.
    latest: Option<Instant>,
    account: Arc<Account>,
    stop: Arc<AtomicBool>,
}

/// The nodes of a budget.
#[derive(Debug, Default)]
struct Account {
    limit: Option<u64>,
    spent: AtomicU64,
    /// The account of the whole of which this is a part.
    whole: Option<Arc<Account>>,
}

impl Account {
    /// This account and those that it is a part of.
    fn chain(&self) -> impl Iterator<Item = &Self> {
        std::iter::successors(Some(self), |account| account.whole.as_deref())
    }

    fn left(&self) -> Option<u64> {
        let left = |account: &Self| {
            let spent = account.spent.load(Ordering::Relaxed);
            account.limit.map(|limit| limit.saturating_sub(spent))
        };
        self.chain().filter_map(left).min()
    }
}

impl Default for Budget {
    fn default() -> Self {
        Self {
            started: Instant::now(),
            time: None,
            latest: None,
            account: Arc::default(),
            stop: Arc::default(),
        }
    }
}

impl Budget {
    /// No limit but this flag.
    pub fn until_stopped(stop: Arc<AtomicBool>) -> Self {
        Self::default().with_stop(stop)
    }

    /// Limits the time, counted from when the budget was made.
    pub fn with_time(mut self, time: impl Into<Option<Duration>>) -> Self {
        self.time = time.into();
        self
    }

    /// Limits the nodes. Nothing is spent yet.
    pub fn with_nodes(mut self, nodes: impl Into<Option<u64>>) -> Self {
        self.account = Arc::new(Account {
            limit: nodes.into(),
            whole: self.account.whole.clone(),
            ..Account::default()
        });
        self
    }

    /// Sets the flag that stops the work.
    pub fn with_stop(mut self, stop: Arc<AtomicBool>) -> Self {
        self.stop = stop;
        self
    }

    /// Sets the moment from which the time is counted.
    pub fn started_at(mut self, started: Instant) -> Self {
        self.started = started;
        self
    }

    /// Returns a budget with the same limits, of which nothing is spent and whose
    /// time runs from now. The stop flag is shared.
    pub fn renewed(&self) -> Self {
        Self {
            started: Instant::now(),
            ..self.clone()
        }
        .with_nodes(self.account.limit)
    }

    /// Returns a part that may use everything that is left, and keeps an account
    /// of its own: [`Budget::spent`] and [`Budget::elapsed`] of the part start at
    /// zero. What is charged to a part is charged to the whole as well.
    pub fn part(&self) -> Self {
        Self {
            started: Instant::now(),
            time: None,
            latest: self.deadline(),
            account: Arc::new(Account {
                whole: Some(Arc::clone(&self.account)),
                ..Account::default()
            }),
            stop: Arc::clone(&self.stop),
        }
    }

    /// Returns a [part](Budget::part) that may use at most so many nodes.
    pub fn at_most_nodes(&self, nodes: impl Into<Option<u64>>) -> Self {
        self.part().with_nodes(nodes)
    }

    /// Adds to the nodes that are spent.
    pub fn charge(&self, nodes: u64) {
        for account in self.account.chain() {
            account.spent.fetch_add(nodes, Ordering::Relaxed);
        }
    }

    /// Nodes charged so far.
    pub fn spent(&self) -> u64 {
        self.account.spent.load(Ordering::Relaxed)
    }

    /// Time since the budget was made.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Nodes that are left; `None` without a limit.
    pub fn nodes_left(&self) -> Option<u64> {
        self.account.left()
    }

    /// Time that is left; `None` without a limit.
    pub fn time_left(&self) -> Option<Duration> {
        let deadline = self.deadline()?;
        Some(deadline.saturating_duration_since(Instant::now()))
    }

    /// When the time is over. A limit too large for the clock is none.
    fn deadline(&self) -> Option<Instant> {
        let own = self.time.and_then(|time| self.started.checked_add(time));
        own.into_iter().chain(self.latest).min()
    }

    /// Stops the work, from any thread.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// The flag that stops the work.
    pub fn stop_flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.stop)
    }

    /// Whether the stop flag is set.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Why nothing more can be done, if so.
    pub fn exhausted(&self) -> Option<Reason> {
        if self.is_stopped() {
            Some(Reason::Interrupted)
        } else if self.nodes_left() == Some(0) {
            Some(Reason::Nodes)
        } else if self.time_left() == Some(Duration::ZERO) {
            Some(Reason::Time)
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOUR: Duration = Duration::from_secs(3600);

    #[test]
    fn the_default_never_ends() {
        let budget = Budget::default();
        budget.charge(u64::MAX);
        assert_eq!(
            (budget.nodes_left(), budget.time_left(), budget.exhausted()),
            (None, None, None)
        );
    }

    #[test]
    fn a_part_is_charged_to_the_whole_and_bounded_by_it() {
        let whole = Budget::default().with_nodes(10);
        let part = whole.at_most_nodes(7);
        let inner = part.at_most_nodes(100);
        inner.charge(5);
        assert_eq!((inner.spent(), part.spent(), whole.spent()), (5, 5, 5));
        assert_eq!(inner.nodes_left(), Some(2));
        assert_eq!(whole.nodes_left(), Some(5));
        // The whole is spent elsewhere.
        whole.charge(4);
        assert_eq!(part.nodes_left(), Some(1));
        assert_eq!(part.spent(), 5);
        // More was needed than there was.
        inner.charge(3);
        assert_eq!(part.exhausted(), Some(Reason::Nodes));
        assert_eq!(whole.exhausted(), Some(Reason::Nodes));
        assert_eq!(whole.nodes_left(), Some(0));
    }

    #[test]
    fn a_clone_is_the_same_budget_and_a_renewed_one_is_not() {
        let budget = Budget::default().with_nodes(10).with_time(HOUR);
        budget.clone().charge(10);
        assert_eq!(budget.exhausted(), Some(Reason::Nodes));
        let renewed = budget.renewed();
        assert_eq!((renewed.spent(), renewed.nodes_left()), (0, Some(10)));
        assert!(renewed.time_left() <= Some(HOUR));
        assert_eq!(renewed.exhausted(), None);
        renewed.stop();
        assert_eq!(budget.exhausted(), Some(Reason::Interrupted));
    }

    #[test]
    fn the_time_of_a_part_ends_with_that_of_the_whole() {
        let whole = Budget::default().with_time(HOUR);
        for part in [whole.part(), whole.part().with_time(2 * HOUR)] {
            assert!(part.time_left() <= Some(HOUR));
            assert!(part.renewed().time_left() <= Some(HOUR));
        }
        assert_eq!(
            whole.part().with_time(Duration::ZERO).exhausted(),
            Some(Reason::Time)
        );
        let late = Instant::now().checked_sub(Duration::from_millis(1));
        let whole = whole.with_time(Duration::ZERO);
        let whole = late.map_or(whole.clone(), |late| whole.started_at(late));
        assert_eq!(whole.part().exhausted(), Some(Reason::Time));
        assert_eq!(Budget::default().with_time(Duration::MAX).exhausted(), None);
    }
}
