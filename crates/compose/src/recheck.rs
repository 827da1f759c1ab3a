//! A problem checked from scratch, by other paths than those that found it.
//!
//! Nothing is taken from an enumeration: the table is empty, the moves are those
//! of rsshogi, every question goes through [`Solver::solve`], which replays its
//! mates, and the whole main line is gone through, not its first move alone.

use crate::condition::Unique;
use crate::ends::{Ends, mates_clean};
use kemuri_core::replay::verify_mate;
use kemuri_core::{Budget, Color, Lang, Move, Problem, notation};
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
    /// There should be such a defence, but there is none.
    #[error("no defence is as good as the main line, though one was found before")]
    NoEqual,
    /// A limit was hit before the answer was known.
    #[error("it cannot be decided within the limits")]
    Undecided(Reason),
}

impl Flaw {
    /// The sentence to show to a person.
    pub fn message(&self, lang: Lang) -> String {
        if lang == Lang::En {
            return self.to_string();
        }
        match self {
            Self::NotToMove => "攻方の手番ではありません".into(),
            Self::NoMate => "不詰です".into(),
            Self::Solution => "手順が詰みに至りません".into(),
            Self::Length { plies } => format!("最善手順は {plies} 手です"),
            Self::PiecesLeft => "駒が余ります".into(),
            Self::Cook { ply, written, .. } => {
                format!("{ply} 手目 {written} でも詰みます（余詰）")
            }
            Self::Defence { ply, written, .. } => {
                format!("{ply} 手目 {written} のほうが良い受けです")
            }
            Self::Equal { ply, written, .. } => {
                format!("{ply} 手目 {written} でも同手数です（変同）")
            }
            Self::NoEqual => "変同があるはずですが、見つかりません".into(),
            Self::Undecided(_) => "制限内に判定できません".into(),
        }
    }
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
    let mut ends = Ends::new(problem.attacker(), solver, nodes, budget);
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
pub(crate) fn shortest(
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

pub(crate) fn legal_moves(position: &Position) -> Vec<Move> {
    let mut moves = MoveList::new();
    generate_legal_all(position, &mut moves);
    moves.as_slice().to_vec()
}

pub(crate) fn play(position: &Position, mv: Move) -> Option<Position> {
    let mut after = position.clone();
    let mv = after.move32_from_move(mv);
    after.try_apply_move32(mv).ok().map(|_| after)
}

pub(crate) fn as_problem(position: &Position, attacker: Color) -> Option<Problem> {
    Problem::from_sfen_with(&position.to_sfen(None), Some(attacker)).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use kemuri_core::Hand;
    use kemuri_solver::Options;

    fn check(sfen: &str, line: Option<&[Move]>, unique: Unique) -> Result<Vec<Move>, Flaw> {
        let options = Options {
            hash: 4 << 20,
            ..Options::default()
        };
        let mut solver = Solver::new(options).unwrap();
        let problem = Problem::from_sfen(sfen).unwrap();
        let budget = Budget::default();
        let checked = recheck(&problem, line, unique, &mut solver, u64::MAX, &budget);
        checked.map(|checked| checked.line)
    }

    /// Several mates in one, of which one alone, the drop, leaves nothing.
    #[test]
    fn any_last_move_may_be_the_one_that_leaves_nothing() {
        let sfen = "7nk/9/6+P1+P/9/9/9/9/9/9 b N 1";
        let problem = Problem::from_sfen(sfen).unwrap();
        let mut mates = 0;
        for mv in legal_moves(&problem.position()) {
            if verify_mate(&problem, &[mv]).is_err() {
                continue;
            }
            mates += 1;
            for line in [None, Some(&[mv][..])] {
                let found = check(sfen, line, Unique::AllButLast).unwrap();
                verify_mate(&problem, &found).unwrap();
                let end = play(&problem.position(), found[0]).unwrap();
                assert!(Hand::from(end.hand(Color::BLACK)).is_empty());
            }
        }
        assert!(mates > 1, "{mates}");
        // Where the last move must be the only one, the others are cooks.
        let flaw = check(sfen, None, Unique::All).unwrap_err();
        assert!(matches!(flaw, Flaw::Cook { ply: 1, .. }), "{flaw}");
        let (english, japanese) = (flaw.message(Lang::En), flaw.message(Lang::Ja));
        assert!(english.starts_with("ply 1: "), "{english}");
        assert!(japanese.starts_with("1 手目 ▲"), "{japanese}");
    }

    #[test]
    fn what_every_last_move_leaves_is_left() {
        // The same with a second knight.
        let sfen = "7nk/9/6+P1+P/9/9/9/9/9/9 b 2N 1";
        assert_eq!(check(sfen, None, Unique::AllButLast), Err(Flaw::PiecesLeft));
    }
}
