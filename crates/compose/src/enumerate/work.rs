//! The threads that decide candidates, each with a table of its own.
//!
//! A table serves all candidates that its thread meets: what is known of a
//! position holds for all of them, and neighbours in the sorted order have most
//! of their positions in common.

use super::{EnumerateError, Found, MANY, Settings};
use crate::condition::{Condition, Unique};
use crate::recheck::{Flaw, recheck};
use crate::soundness::{Decision, Judge};
use crate::store::Record;
use kemuri_solver::{Limits, Options, Questions, Solver};
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::sync::{Mutex, PoisonError};

/// Nodes for each question on the first attempt.
pub const FIRST_NODES: u64 = 20_000;
/// How many times more each further attempt may take.
pub const MORE: u64 = 16;
/// Candidates that one thread takes at a time.
const UNIT: usize = 64;
/// Units that each thread gets between two entries in the log.
const UNITS: usize = 16;

/// The threads and their solvers.
pub struct Workers {
    pool: ThreadPool,
    solvers: Vec<Mutex<Solver>>,
    limits: Limits,
}

impl Workers {
    /// Starts the threads that `settings` ask for.
    pub fn new(settings: &Settings) -> Result<Self, EnumerateError> {
        let threads = settings.threads.max(1);
        let bytes = settings.hash / threads as u64;
        let failed = || EnumerateError::Workers { threads, bytes };
        let options = Options {
            hash: bytes,
            ..Options::default()
        };
        let solvers = (0..threads)
            .map(|_| Solver::new(options.clone()).map(Mutex::new))
            .collect::<Result<Vec<_>, _>>()
            .map_err(|_| failed())?;
        let pool = ThreadPoolBuilder::new().num_threads(threads).build();
        Ok(Self {
            pool: pool.map_err(|_| failed())?,
            solvers,
            limits: Limits {
                stop: settings.stop.clone(),
                ..Limits::default()
            },
        })
    }

    /// How many threads there are.
    pub fn threads(&self) -> usize {
        self.solvers.len()
    }

    /// Candidates to be decided between two entries in the log.
    pub fn batch(&self) -> usize {
        UNIT * UNITS * self.threads()
    }

    /// Runs `work` on these threads.
    pub fn install<T: Send>(&self, work: impl FnOnce() -> T + Send) -> T {
        self.pool.install(work)
    }

    /// Decides candidates for problems of `plies`, with `nodes` for each question.
    pub fn judge(
        &self,
        condition: &Condition,
        plies: u16,
        batch: &[Record],
        nodes: u64,
    ) -> Vec<Decision> {
        let unit = UNIT.min(batch.len().div_ceil(self.threads())).max(1);
        let judge_some = |some: &[Record]| {
            self.with_solver(|solver| {
                let mut silent = |_: &_| ();
                let mut questions = solver.questions(&self.limits, &mut silent);
                let decide = |record| decide(condition, plies, record, &mut questions, nodes);
                some.iter().map(decide).collect::<Vec<_>>()
            })
        };
        self.pool
            .install(|| batch.par_chunks(unit).flat_map_iter(judge_some).collect())
    }

    /// Checks problems from scratch, each with an empty table.
    pub fn recheck(&self, condition: &Condition, problems: &[Found]) -> Vec<Result<(), Flaw>> {
        let check = |found: &Found| {
            self.with_solver(|solver| {
                let line = Some(&found.line[..]);
                recheck(&found.problem, line, condition.unique, solver, &self.limits).map(drop)
            })
        };
        self.pool
            .install(|| problems.par_iter().with_max_len(1).map(check).collect())
    }

    /// Lends the solver of the current thread.
    fn with_solver<T>(&self, work: impl FnOnce(&mut Solver) -> T) -> T {
        let thread = rayon::current_thread_index().unwrap_or(0);
        let solver = &self.solvers[thread % self.solvers.len()];
        // A table has no state that a panic could break.
        work(&mut solver.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

fn decide(
    condition: &Condition,
    plies: u16,
    candidate: &Record,
    questions: &mut Questions<'_>,
    nodes: u64,
) -> Decision {
    if plies == 1 && condition.unique == Unique::AllButLast {
        return Decision::Sound;
    }
    let attacks = plies % 2 == 1;
    if attacks && candidate.marks & MANY != 0 {
        return Decision::Cook;
    }
    let mut board = candidate.packed.board(condition.material);
    let mut judge = Judge::new(questions, nodes);
    let main = candidate.main_move();
    if attacks {
        judge.only_mating_check(&mut board, main)
    } else {
        judge.best_defence(&mut board, main, plies - 1)
    }
}
