//! A second opinion on soundness, by other paths than those of the judge and of
//! the enumeration.
//!
//! Nothing is taken from an enumeration: the table is empty, the moves are those
//! of rsshogi, every question goes through [`Solver::solve`], which replays its
//! mates, and the whole main line is gone through, not its first move alone.

mod ends;

use ends::{EqualPlay, mates_clean};
use kemuri_compose::condition::Unique;
use kemuri_core::replay::verify_mate;
use kemuri_core::{Budget, Color, Move, Problem, notation};
use kemuri_solver::{Futile, Goal, Mate, Reason, Solver, Verdict};
use rsshogi::board::{MoveList, Position};
use rsshogi::movegen::generate_legal_all;

/// What is wrong with a problem. Plies are counted from 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Flaw {
    /// The attacker is not to move.
    #[error("the attacker is not to move")]
    NotToMove,
    /// There is no mate.
    #[error("there is no mate")]
    NoMate,
    /// The solution is not one.
    #[error("the solution does not mate")]
    Solution,
    /// The solution is not as long as best play.
    #[error("best play takes {plies} {}", if *.plies == 1 { "ply" } else { "plies" })]
    Length {
        /// What best play takes.
        plies: u32,
    },
    /// The attacker has something left in the end.
    #[error("the attacker has pieces left in the end")]
    PiecesLeft,
    /// Another check mates.
    #[error("ply {ply}: {} mates too", .mv.to_usi())]
    Cook {
        /// When.
        ply: usize,
        /// The other check.
        mv: Move,
        /// The same as Japanese players write it.
        written: String,
    },
    /// A defence lasts longer or escapes.
    #[error("ply {ply}: {} is a better defence", .mv.to_usi())]
    Defence {
        /// When.
        ply: usize,
        /// The better defence.
        mv: Move,
        /// The same as Japanese players write it.
        written: String,
    },
    /// Another defence is as long and leaves the attacker nothing.
    #[error("ply {ply}: {} is as good a defence", .mv.to_usi())]
    Equal {
        /// When.
        ply: usize,
        /// The other defence.
        mv: Move,
        /// The same as Japanese players write it.
        written: String,
    },
    /// A limit was hit before the answer was known.
    #[error("it cannot be decided within the limits")]
    Undecided(Reason),
}

/// What the check of a sound problem found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    /// The solution.
    pub line: Vec<Move>,
    /// The first [equal defence](Flaw::Equal), if there is one.
    pub equal: Option<Flaw>,
}

/// Checks that `problem` is sound and returns its solution: `line` if it is
/// given, else that of the solver, either with another mating move at the end if
/// only that one leaves nothing in hand and `unique` allows several.
///
/// The attacker may never have another check that mates, but on the last move if
/// `unique` says so; every other defence must be mated in no more plies than the
/// main line; nothing may be left in hand. A defence as long as the main line
/// that leaves nothing either is reported, and is for the caller to judge.
///
/// Each question may take `nodes`, and all together `budget`.
pub fn recheck(
    problem: &Problem,
    line: Option<&[Move]>,
    unique: Unique,
    solver: &mut Solver,
    nodes: u64,
    budget: &Budget,
) -> Result<Checked, Flaw> {
    if !problem.attacker_to_move() {
        return Err(Flaw::NotToMove);
    }
    solver.clear();
    let question = || budget.at_most_nodes(nodes);
    let Mate {
        length,
        line: found,
        ..
    } = shortest(problem, solver, &question())?.ok_or(Flaw::NoMate)?;
    let mut ends = EqualPlay::new(problem.attacker(), solver, nodes, budget);
    let mut line = match line {
        Some(line) => line.to_vec(),
        // Among equally long defences the solver's may leave something, and
        // another nothing: that one is the solution.
        None => ends.clean_line(problem, &found, unique)?.unwrap_or(found),
    };
    verify_mate(problem, &line).map_err(|_| Flaw::Solution)?;
    if line.len() != length as usize {
        return Err(Flaw::Length { plies: length });
    }
    let mut equal = None;
    let attacker = problem.attacker();
    let mut position = problem.position();
    for i in 0..line.len() {
        let (main, ply) = (line[i], i + 1);
        let last = ply == line.len();
        let attacks = position.turn() == attacker;
        for mv in legal_moves(&position) {
            if mv == main {
                continue;
            }
            let after = play(&position, mv).ok_or(Flaw::Solution)?;
            // The square is always named: a reader of one move sees none before it.
            let written = || notation::one(&position, mv, None).unwrap_or_else(|| mv.to_usi());
            // What does not check is no move of a problem.
            let Some(next) = as_problem(&after, attacker) else {
                continue;
            };
            if attacks && !(last && unique == Unique::AllButLast) {
                if mates(&next, ends.solver, &question())? {
                    let written = written();
                    return Err(Flaw::Cook { ply, mv, written });
                }
            } else if !attacks {
                let left = (line.len() - ply) as u32;
                match shortest(&next, ends.solver, &question())? {
                    Some(mate) if mate.length < left => {}
                    Some(mate) if mate.length == left => {
                        if equal.is_none() && ends.leave_nothing(&after, left)? {
                            let written = written();
                            equal = Some(Flaw::Equal { ply, mv, written });
                        }
                    }
                    _ => {
                        let written = written();
                        return Err(Flaw::Defence { ply, mv, written });
                    }
                }
            }
        }
        if last {
            // Where the attacker may choose, the verdict must not hang on which
            // mate the search came upon.
            let all = match unique {
                Unique::All => Vec::new(),
                Unique::AllButLast => legal_moves(&position),
            };
            let clean = std::iter::once(main)
                .chain(all)
                .find(|&mv| mates_clean(&position, mv, attacker));
            line[i] = clean.ok_or(Flaw::PiecesLeft)?;
            break;
        }
        position = play(&position, main).ok_or(Flaw::Solution)?;
    }
    Ok(Checked { line, equal })
}

/// The shortest mate, or nothing if there is none.
pub fn shortest(
    problem: &Problem,
    solver: &mut Solver,
    budget: &Budget,
) -> Result<Option<Mate>, Flaw> {
    let goal = Goal::Shortest(Futile::None);
    match solver.solve(problem, goal, budget, &mut |_| ()).verdict {
        Verdict::Mate(mate) if mate.exact => Ok(Some(mate)),
        Verdict::Mate(_) => Err(cut_short(budget)),
        Verdict::NoMate => Ok(None),
        Verdict::Unknown(reason) => Err(Flaw::Undecided(reason)),
    }
}

/// Why a length is not known to be the shortest.
fn cut_short(budget: &Budget) -> Flaw {
    Flaw::Undecided(budget.exhausted().unwrap_or(Reason::Nodes))
}

fn mates(problem: &Problem, solver: &mut Solver, budget: &Budget) -> Result<bool, Flaw> {
    match solver
        .solve(problem, Goal::FirstMate, budget, &mut |_| ())
        .verdict
    {
        Verdict::Mate(_) => Ok(true),
        Verdict::NoMate => Ok(false),
        Verdict::Unknown(reason) => Err(Flaw::Undecided(reason)),
    }
}

pub fn legal_moves(position: &Position) -> Vec<Move> {
    let mut moves = MoveList::new();
    generate_legal_all(position, &mut moves);
    moves.as_slice().to_vec()
}

pub fn play(position: &Position, mv: Move) -> Option<Position> {
    let mut after = position.clone();
    let mv = after.move32_from_move(mv);
    after.try_apply_move32(mv).ok().map(|_| after)
}

pub fn as_problem(position: &Position, attacker: Color) -> Option<Problem> {
    Problem::from_sfen_with(&position.to_sfen(None), Some(attacker)).ok()
}
