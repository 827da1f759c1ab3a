//! A problem checked from scratch, by other paths than those that found it.
//!
//! Nothing is taken from an enumeration: the table is empty, the moves are those
//! of rsshogi, every question goes through [`Solver::solve`], which replays its
//! mates, and the whole main line is gone through, not its first move alone.

use crate::condition::Unique;
use kemuri_core::replay::verify_mate;
use kemuri_core::{Color, Hand, Lang, Move, Problem, notation};
use kemuri_solver::{Futile, Goal, Limits, Reason, Solver, Verdict};
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
            Self::Undecided(_) => "制限内に判定できません".into(),
        }
    }
}

/// Checks that `problem` is sound and returns its solution: `line` if it is
/// given, else that of the solver, either with another mating move at the end if
/// only that one leaves nothing in hand and `unique` allows several.
///
/// The attacker may never have another check that mates, but on the last move if
/// `unique` says so; every other defence must be mated in no more plies than the
/// main line; nothing may be left in hand.
pub fn recheck(
    problem: &Problem,
    line: Option<&[Move]>,
    unique: Unique,
    solver: &mut Solver,
    limits: &Limits,
) -> Result<Vec<Move>, Flaw> {
    if !problem.attacker_to_move() {
        return Err(Flaw::NotToMove);
    }
    solver.clear();
    let (length, found) = shortest(problem, solver, limits)?.ok_or(Flaw::NoMate)?;
    let mut line = line.map_or(found, <[Move]>::to_vec);
    verify_mate(problem, &line).map_err(|_| Flaw::Solution)?;
    if line.len() != length as usize {
        return Err(Flaw::Length { plies: length });
    }
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
                if mates(&next, solver, limits)? {
                    let written = written();
                    return Err(Flaw::Cook { ply, mv, written });
                }
            } else if !attacks {
                let left = (line.len() - ply) as u32;
                match shortest(&next, solver, limits)? {
                    Some((length, _)) if length <= left => {}
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
    Ok(line)
}

/// Whether `mv` mates at once and leaves the attacker nothing in hand.
fn mates_clean(position: &Position, mv: Move, attacker: Color) -> bool {
    play(position, mv).is_some_and(|after| {
        Hand::from(after.hand(attacker)).is_empty()
            && as_problem(&after, attacker).is_some()
            && legal_moves(&after).is_empty()
    })
}

/// The shortest length and its line, or nothing if there is no mate.
fn shortest(
    problem: &Problem,
    solver: &mut Solver,
    limits: &Limits,
) -> Result<Option<(u32, Vec<Move>)>, Flaw> {
    let goal = Goal::Shortest(Futile::None);
    match solver.solve(problem, goal, limits, &mut |_| ()).verdict {
        Verdict::Mate {
            length,
            exact: true,
            line,
            ..
        } => Ok(Some((length, line))),
        Verdict::Mate { .. } => Err(Flaw::Undecided(Reason::Nodes)),
        Verdict::NoMate => Ok(None),
        Verdict::Unknown(reason) => Err(Flaw::Undecided(reason)),
    }
}

fn mates(problem: &Problem, solver: &mut Solver, limits: &Limits) -> Result<bool, Flaw> {
    match solver
        .solve(problem, Goal::FirstMate, limits, &mut |_| ())
        .verdict
    {
        Verdict::Mate { .. } => Ok(true),
        Verdict::NoMate => Ok(false),
        Verdict::Unknown(reason) => Err(Flaw::Undecided(reason)),
    }
}

fn legal_moves(position: &Position) -> Vec<Move> {
    let mut moves = MoveList::new();
    generate_legal_all(position, &mut moves);
    moves.as_slice().to_vec()
}

fn play(position: &Position, mv: Move) -> Option<Position> {
    let mut after = position.clone();
    let mv = after.move32_from_move(mv);
    after.try_apply_move32(mv).ok().map(|_| after)
}

fn as_problem(position: &Position, attacker: Color) -> Option<Problem> {
    Problem::from_sfen_with(&position.to_sfen(None), Some(attacker)).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use kemuri_solver::Options;

    fn check(sfen: &str, line: Option<&[Move]>, unique: Unique) -> Result<Vec<Move>, Flaw> {
        let options = Options {
            hash: 4 << 20,
            ..Options::default()
        };
        let mut solver = Solver::new(options).unwrap();
        let problem = Problem::from_sfen(sfen).unwrap();
        recheck(&problem, line, unique, &mut solver, &Limits::default())
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
