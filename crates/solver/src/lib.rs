#![doc = include_str!("../README.md")]

pub mod alternatives;
#[doc(hidden)]
pub mod bench_table;
mod best_line;
pub mod certificate;
mod decided;
pub mod edo_line;
mod entry;
mod estimate;
mod expand;
pub mod futile;
pub mod futile_drops;
mod gc;
mod hands;
#[cfg(feature = "serde")]
pub mod json;
mod leaf;
mod line;
mod longest_line;
mod mate;
mod memory;
mod node;
pub mod options;
pub mod outcome;
mod parallel;
mod path;
mod postpone;
mod probe;
pub mod refutation;
mod restricted;
mod search;
mod shortest;
pub mod signature;
mod sync;
mod table;
mod tasks;
mod threads;
mod transpositions;
pub mod tree;
mod value;

pub use alternatives::{Alternative, Alternatives};
pub use certificate::{CertifyError, certify_and_verify};
pub use edo_line::{EdoLine, Order};
pub use futile::Futile;
pub use futile_drops::FutileDrop;
pub use kemuri_certify::WrittenCertificate;
pub use kemuri_core::{Budget, Phase, Progress, Reason};
pub use mate::Mate;
pub use options::Options;
pub use outcome::{Goal, Outcome, Stats, Verdict, VerdictKind};
pub use probe::{MateProbe, ProbeResult};
pub use refutation::{Refutation, Try, TryEnd};
pub use restricted::{Restricted, RestrictedVerdict};
pub use threads::threads_at_hand;
pub use tree::{Tree, TreeShape};

use kemuri_core::{Board, Problem, View};
use options::OptionError;
use parallel::{SearchThread, SharedSearch};
use search::{Search, SearchStatus};
use table::Table;
use value::{NO_LIMIT, State};

/// Why a solver could not be made.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SolverError {
    /// An option has a value that it does not take.
    #[error(transparent)]
    Option(#[from] OptionError),
    /// The machine did not give the memory asked for.
    #[error("cannot allocate a table of {bytes} bytes")]
    OutOfMemory {
        /// Bytes asked for.
        bytes: u64,
    },
    /// The machine did not give a thread.
    #[error("no thread can be started")]
    NoThread,
}

impl SolverError {
    /// Returns the error with the size that was asked for in all, where a part of it was
    /// not to be had.
    #[must_use]
    pub fn as_part_of(self, bytes: u64) -> Self {
        match self {
            Self::OutOfMemory { .. } => Self::OutOfMemory { bytes },
            other => other,
        }
    }
}

/// A solver with its table. One solver can solve many problems in turn.
pub struct Solver {
    options: Options,
    table: Table,
}

impl Solver {
    /// Allocates the table that `options` ask for.
    pub fn new(options: Options) -> Result<Self, SolverError> {
        options.check_numbers()?;
        let table = Table::new(&options).ok_or(SolverError::OutOfMemory {
            bytes: options.hash,
        })?;
        Ok(Self { options, table })
    }

    /// Like [`Solver::new`], but refuses a table that is larger than the default
    /// and than the memory that the system has left.
    pub fn within_memory(options: Options) -> Result<Self, SolverError> {
        let bytes = options.hash;
        if memory::has_room(bytes) {
            Self::new(options)
        } else {
            Err(SolverError::OutOfMemory { bytes })
        }
    }

    /// The options this solver was made with.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Forgets everything learnt so far. The table starts small again, but keeps
    /// the memory it has touched.
    pub fn clear(&mut self) {
        self.table.clear();
    }

    /// As [`Solver::clear`], which takes a moment for a large table, unless the budget
    /// is stopped. Returns `false` if it was: the rest is forgotten before the next
    /// question.
    pub fn clear_within(&mut self, budget: &Budget) -> bool {
        self.table.clear_unless(&|| budget.is_stopped())
    }

    /// Searches until the verdict is proven or the budget is spent, which the
    /// nodes are charged to.
    ///
    /// `on_progress` is called about ten times a second from this thread.
    pub fn solve(
        &mut self,
        problem: &Problem,
        goal: Goal,
        budget: &Budget,
        on_progress: &mut dyn FnMut(&Progress),
    ) -> Outcome {
        let threads = threads_at_hand(self.options.threads);
        // Before other threads share the table.
        self.table.finish_clearing();
        if threads <= 1 {
            return self.solve_with(None, problem, goal, budget, on_progress);
        }
        let shared = SharedSearch::new();
        let helpers = 1..threads;
        let mut tables: Vec<Table> = helpers.map(|_| self.table.share()).collect();
        let options = self.options.clone();
        let outcome = std::thread::scope(|scope| {
            let _end = shared.end_on_drop();
            for table in &mut tables {
                let helper = || shared.help(table, &options, &budget.stop_flag());
                let spawned = std::thread::Builder::new().spawn_scoped(scope, helper);
                if spawned.is_err() {
                    // No more than these are to be had.
                    break;
                }
            }
            self.solve_with(Some(&shared), problem, goal, budget, on_progress)
        });
        drop(tables);
        self.table.unshare();
        outcome
    }

    /// Solves as the first thread of a shared search, or alone.
    fn solve_with(
        &mut self,
        shared: Option<&SharedSearch>,
        problem: &Problem,
        goal: Goal,
        budget: &Budget,
        on_progress: &mut dyn FnMut(&Progress),
    ) -> Outcome {
        let board = Board::new(problem);
        let mut search = Search::new(board, &mut self.table, &self.options, budget, on_progress);
        search.view = View::of(problem);
        search.thread = shared.map(SearchThread::first);
        let verdict = match search.decide(NO_LIMIT) {
            SearchStatus::Stopped(reason) => Verdict::Unknown(reason),
            SearchStatus::Done(value) if value.state == State::Proven => {
                mate::report(&mut search, problem, goal, value.len)
            }
            // A no-mate that depends on the depth limit is none.
            SearchStatus::Done(value) if !value.heads.is_none() => Verdict::Unknown(Reason::Memory),
            SearchStatus::Done(_) => Verdict::NoMate,
        };
        let stats = search.stats();
        Outcome {
            problem: problem.clone(),
            goal,
            verdict,
            stats,
        }
    }
}
