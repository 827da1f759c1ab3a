//! The search: df-pn with proof and disproof hands in fixed memory.

pub mod answer;
#[doc(hidden)]
pub mod bench_api;
mod entry;
mod estimate;
mod expand;
mod gc;
mod hands;
mod leaf;
mod line;
mod memory;
mod node;
pub mod options;
mod path;
mod postpone;
mod results;
mod search;
mod table;
mod transpositions;
mod value;

pub use answer::{Limits, Outcome, Progress, Reason, Stats, Verdict};
pub use options::Options;

use kemuri_core::replay::verify_mate;
use kemuri_core::{Board, Color, Problem};
use search::{Search, Status};
use table::Table;
use value::{NO_LIMIT, State};

/// Why a solver could not be made.
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
    table: Table,
}

impl Solver {
    /// Allocates the table that `options` ask for.
    pub fn new(options: Options) -> Result<Self, SolverError> {
        let table = Table::new(&options).ok_or(SolverError::OutOfMemory {
            bytes: options.hash,
        })?;
        Ok(Self { options, table })
    }

    /// The options this solver was made with.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Forgets everything learnt so far.
    pub fn clear(&mut self) {
        self.table.clear();
    }

    /// Searches until the verdict is proven or a limit is hit.
    ///
    /// `on_progress` is called about ten times a second from this thread.
    pub fn solve(
        &mut self,
        problem: &Problem,
        limits: &Limits,
        on_progress: &mut dyn FnMut(&Progress),
    ) -> Outcome {
        let board = Board::new(problem);
        let turned = problem.attacker() == Color::WHITE;
        let mut on_progress = |progress: &Progress| {
            if turned {
                let line = progress.line.iter().map(|mv| mv.flip()).collect();
                on_progress(&Progress {
                    line,
                    ..progress.clone()
                });
            } else {
                on_progress(progress);
            }
        };
        let mut search = Search::new(
            board,
            &mut self.table,
            &self.options,
            limits,
            &mut on_progress,
        );
        let verdict = match search.decide(NO_LIMIT) {
            Status::Stopped(reason) => Verdict::Unknown(reason),
            Status::Done(value) if value.state == State::Proven => {
                search.grant_grace();
                match line::extract(&mut search, value.len) {
                    Err(reason) => Verdict::Unknown(reason),
                    Ok(mut line) => {
                        if turned {
                            line.iter_mut().for_each(|mv| *mv = mv.flip());
                        }
                        let length = u32::from(value.len);
                        // Parity leaves no room below a mate in one, or in two
                        // for a defender who still has a move.
                        let exact = length <= 2;
                        // A colliding key could have lied: nothing is reported
                        // that does not mate by independent rules.
                        match verify_mate(problem, &line) {
                            Ok(()) => Verdict::Mate {
                                length,
                                exact,
                                line,
                            },
                            Err(_) => Verdict::Unknown(Reason::Memory),
                        }
                    }
                }
            }
            // A no-mate that leans on the depth limit is none.
            Status::Done(value) if !value.heads.is_none() => Verdict::Unknown(Reason::Memory),
            Status::Done(_) => Verdict::NoMate,
        };
        let (nodes, time, collections) = (search.nodes, search.elapsed(), search.collections);
        let stats = Stats {
            nodes,
            time,
            hash_permille: self.table.permille(),
            peak_table_bytes: self.table.bytes(),
            collections,
        };
        Outcome { verdict, stats }
    }
}
