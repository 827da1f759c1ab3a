//! The search: df-pn with proof and disproof hands in fixed memory.

pub mod answer;
#[doc(hidden)]
pub mod bench_api;
mod certificate;
mod crew;
mod entry;
mod estimate;
mod expand;
mod forbid;
pub mod futile;
mod gc;
mod hands;
mod leaf;
mod line;
mod memory;
mod node;
pub mod options;
mod path;
mod postpone;
mod question;
mod replies;
mod results;
mod search;
mod shortest;
pub mod signature;
mod table;
mod transpositions;
pub mod tree;
mod value;
pub mod witness;

pub use answer::{Goal, Outcome, Stats, Verdict};
pub use certificate::{CertifyError, NoAnswer, claim_of};
pub use futile::Futile;
pub use kemuri_certify::Written;
pub use kemuri_core::{Budget, Phase, Progress, Reason};
pub use options::Options;
pub use question::{Answer, Questions};
pub use tree::{Tree, TreeShape};
pub use witness::Witness;

use crew::{Crew, Member};
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
        if self.options.threads <= 1 {
            return self.solve_with(None, problem, goal, budget, on_progress);
        }
        let crew = Crew::new();
        let helpers = 1..self.options.threads;
        let mut tables: Vec<Table> = helpers.map(|_| self.table.share()).collect();
        let options = self.options.clone();
        let outcome = std::thread::scope(|scope| {
            let _until_done = crew.until_dropped();
            for table in &mut tables {
                let helper = || crew.help(table, &options, &budget.stop_flag());
                let spawned = std::thread::Builder::new().spawn_scoped(scope, helper);
                if spawned.is_err() {
                    // No more than these are to be had.
                    break;
                }
            }
            self.solve_with(Some(&crew), problem, goal, budget, on_progress)
        });
        drop(tables);
        self.table.unshare();
        outcome
    }

    /// The same as the first thread of a crew, or alone.
    fn solve_with(
        &mut self,
        crew: Option<&Crew>,
        problem: &Problem,
        goal: Goal,
        budget: &Budget,
        on_progress: &mut dyn FnMut(&Progress),
    ) -> Outcome {
        let board = Board::new(problem);
        let mut search = Search::new(board, &mut self.table, &self.options, budget, on_progress);
        search.turned = problem.attacker() == Color::WHITE;
        search.crew = crew.map(Member::first);
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
        let stats = search.stats();
        Outcome { verdict, stats }
    }
}

/// A mate as the search sees it, the attacker playing up the board.
struct Mate {
    length: u16,
    exact: bool,
    line: Vec<Move>,
    /// What follows if the defender interposes in vain at the end.
    rest: Vec<Move>,
}

/// The length and the line of the proven mate within `len` plies in the
/// search's position.
fn read_mate(search: &mut Search<'_>, goal: Goal, len: u16) -> Result<Mate, Reason> {
    let first = search.with_grace(|search| line::extract(search, len))?;
    let first = Mate::first(len, first);
    let Goal::Shortest(futile) = goal else {
        return Ok(first);
    };
    match shortest_mate(search, futile, len) {
        Ok(mate) => Ok(mate),
        // Stopped on the way: what was found before still stands.
        Err(_) if futile == Futile::None => Ok(first),
        Err(_) => Ok(Mate {
            exact: false,
            ..first
        }),
    }
}

/// The shortest mate under a profile, or the shortest found where every
/// interposition counts.
fn shortest_mate(search: &mut Search<'_>, futile: Futile, len: u16) -> Result<Mate, Reason> {
    search.futile = futile;
    search.phase = Phase::Shortening;
    let (length, missing) = shortest::prove(search, len);
    let mate = search.with_grace(|search| match missing {
        None => shortest::mate(search, length),
        Some(_) if futile == Futile::None => {
            Ok(Mate::first(length, line::extract(search, length)?))
        }
        // A bound that leaves futile interpositions out has no line yet.
        Some(reason) => Err(reason),
    });
    search.futile = Futile::None;
    mate
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
            rest: Vec::new(),
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
        mut rest,
    } = match mate {
        Ok(mate) => mate,
        Err(reason) => return Verdict::Unknown(reason),
    };
    if problem.attacker() == Color::WHITE {
        for mv in line.iter_mut().chain(&mut rest) {
            *mv = mv.flip();
        }
    }
    match verify_mate(problem, &[&line[..], &rest].concat()) {
        Ok(()) => Verdict::Mate {
            length: u32::from(length),
            exact,
            line,
            rest,
        },
        Err(_) => Verdict::Unknown(Reason::Memory),
    }
}

/// The examples of the front pages compile and run.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
#[doc = include_str!("../../../README.ja.md")]
struct FrontPages;
