//! The threads that decide candidates, each with a table of its own.
//!
//! A table serves all candidates that its thread meets: what is known of a
//! position holds for all of them, and neighbours in the sorted order have most
//! of their positions in common.

use super::queue::CandidateQueue;
use super::{EnumerateError, EnumerateOptions, MANY};
use crate::condition::{Condition, Unique};
use crate::parallel::Threads;
use crate::position_file::{PositionReader, PositionRecord, RunFileError};
use kemuri_core::Budget;
use kemuri_judge::extension::{Decision, ExtensionCheck};
use kemuri_solver::{Options, Solver, SolverError};
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Nodes for each question on the first attempt.
pub const FIRST_NODES: u64 = 20_000;
/// Growth of the nodes from attempt to attempt.
pub const GROWTH: u64 = 16;

/// Hears of the decisions on the candidates from a number on.
pub type Decided<'a> = dyn FnMut(u64, &[Decision]) -> Result<(), RunFileError> + 'a;

/// What is asked of candidates.
pub struct Job<'a> {
    /// The condition they have to meet.
    pub condition: &'a Condition,
    /// The plies of the problems they would be.
    pub plies: u16,
    /// Nodes for each question.
    pub nodes: u64,
}

/// Most candidates are refuted by positions without a mate. For these, staying with
/// one child up to twice the numbers of the next needs a sixth fewer nodes than the
/// solver's default, which is tuned for finding mates.
const EPSILON: u64 = 1;

/// The threads and their solvers.
pub struct CandidateWorkers {
    threads: Threads,
    solvers: Vec<Mutex<Solver>>,
    budget: Budget,
}

impl CandidateWorkers {
    /// Starts the threads that `options` ask for.
    pub fn new(options: &EnumerateOptions) -> Result<Self, EnumerateError> {
        let (threads, solvers) = start_threads(options, |share| {
            let mut options = share.clone();
            options.epsilon = EPSILON;
            Solver::new(options)
        })?;
        Ok(Self {
            threads,
            solvers,
            budget: options.budget.clone(),
        })
    }

    /// How many threads there are.
    pub fn threads(&self) -> usize {
        self.solvers.len()
    }

    /// Runs `work` on these threads.
    pub fn install<T: Send>(&self, work: impl FnOnce() -> T + Send) -> T {
        self.threads.install(work)
    }

    /// Decides the candidates `todo` of those in `all`, with `nodes` for each
    /// question, and tells `decided` as they come, in any order.
    ///
    /// Ends early if `decided` fails or the budget is spent; what is cut short by
    /// that is no decision and is not told.
    pub fn judge(
        &self,
        job: &Job<'_>,
        todo: Vec<Range<u64>>,
        all: &mut PositionReader,
        decided: &mut Decided<'_>,
    ) -> Result<(), RunFileError> {
        let threads = self.threads();
        let queue = Mutex::new(CandidateQueue::new(todo, threads));
        let all = Mutex::new(all);
        let quit = AtomicBool::new(false);
        let stopped = || quit.load(Ordering::Relaxed) || self.budget.exhausted().is_some();
        let work = |thread: usize, tell: &mut dyn FnMut(_) -> bool| {
            let mut solver = lock(&self.solvers[thread]);
            let mut silent = |_: &_| ();
            let mut probe = solver.probe(&self.budget, &mut silent);
            let mut check = ExtensionCheck::new(&mut probe, job.nodes);
            // A call, so that the queue is free again before the work begins.
            let next = || lock(&queue).take(thread);
            while !stopped()
                && let Some(range) = next()
            {
                let records = lock(&all).range(range.clone());
                let decisions = records.map(|records| {
                    let some = records.iter();
                    some.map(|record| job.decide(record, &mut check))
                        .collect::<Vec<_>>()
                });
                if stopped() || !tell((range.start, decisions)) {
                    break;
                }
            }
        };
        self.threads.run_each(threads, work, |(first, some)| {
            let result = some.and_then(|some| decided(first, &some));
            quit.store(result.is_err(), Ordering::Relaxed);
            result
        })
    }
}

impl Job<'_> {
    fn decide(&self, candidate: &PositionRecord, check: &mut ExtensionCheck<'_, '_>) -> Decision {
        if self.plies == 1 && self.condition.soundness.unique == Unique::AllButLast {
            return Decision::Sound;
        }
        let attacks = self.plies % 2 == 1;
        if attacks && candidate.marks & MANY != 0 {
            return Decision::Cook;
        }
        let mut board = candidate.packed.board(self.condition.material);
        let main = candidate.main_move();
        if attacks {
            check.only_mating_check(&mut board, main)
        } else {
            check.best_defence(&mut board, main, self.plies - 1)
        }
    }
}

/// Starts the threads that `options` ask for and makes a `T` for each, with its
/// share of the memory.
pub fn start_threads<T>(
    options: &EnumerateOptions,
    make: impl Fn(&Options) -> Result<T, SolverError>,
) -> Result<(Threads, Vec<Mutex<T>>), EnumerateError> {
    let threads = Threads::count(options.threads);
    let bytes = options.hash / threads as u64;
    let failed = || EnumerateError::Workers { threads, bytes };
    let share = Options::default().with_hash(bytes);
    let made: Result<_, _> = (0..threads).map(|_| make(&share).map(Mutex::new)).collect();
    let started = Threads::start(threads);
    Ok((started.ok_or_else(failed)?, made.map_err(|_| failed())?))
}

/// Locks what has no state that a panic could break.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
