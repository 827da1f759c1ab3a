//! The search: df-pn with proof and disproof hands in fixed memory.

pub mod answer;
#[doc(hidden)]
pub mod bench_api;
mod certificate;
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
mod shortest;
mod table;
mod transpositions;
mod value;

pub use answer::{Goal, Limits, Outcome, Progress, Reason, Stats, Verdict};
pub use certificate::{CertifyError, claim_of};
pub use kemuri_certify::Written;
pub use options::Options;

use kemuri_core::replay::verify_mate;
use kemuri_core::{Board, Color, Move, Problem};
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
        goal: Goal,
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
                let mate = read_mate(&mut search, goal, value.len);
                reported(problem, mate)
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

/// A mate as the search sees it, the attacker playing up the board.
struct Mate {
    length: u16,
    exact: bool,
    line: Vec<Move>,
}

/// The length and the line of the proven mate within `len` plies in the
/// search's position.
fn read_mate(search: &mut Search<'_>, goal: Goal, len: u16) -> Result<Mate, Reason> {
    let first = search.with_grace(|search| line::extract(search, len))?;
    let first = Mate::first(len, first);
    if goal == Goal::FirstMate {
        return Ok(first);
    }
    let (length, missing) = shortest::prove(search, len);
    let exact = missing.is_none();
    let line = search.with_grace(|search| match exact {
        true => shortest::line(search, length),
        false => line::extract(search, length),
    });
    Ok(match line {
        Ok(line) if exact => Mate {
            length,
            exact,
            line,
        },
        Ok(line) => Mate::first(length, line),
        // Stopped on the way: what was found before still stands.
        Err(_) => first,
    })
}

impl Mate {
    /// A mate whose length nobody has proven to be the shortest.
    fn first(length: u16, line: Vec<Move>) -> Self {
        Self {
            length,
            // Parity leaves no room below a mate in one, or in two for a
            // defender who still has a move.
            exact: length <= 2,
            line,
        }
    }
}

/// The verdict on a mate: nothing is reported that does not mate by independent
/// rules, for a colliding key could have lied.
fn reported(problem: &Problem, mate: Result<Mate, Reason>) -> Verdict {
    let Mate {
        length,
        exact,
        mut line,
    } = match mate {
        Ok(mate) => mate,
        Err(reason) => return Verdict::Unknown(reason),
    };
    if problem.attacker() == Color::WHITE {
        line.iter_mut().for_each(|mv| *mv = mv.flip());
    }
    match verify_mate(problem, &line) {
        Ok(()) => Verdict::Mate {
            length: u32::from(length),
            exact,
            line,
        },
        Err(_) => Verdict::Unknown(Reason::Memory),
    }
}
