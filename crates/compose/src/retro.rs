//! Retro-composition: extending a sound problem backwards.
//!
//! One step takes back a defence and the check before it, which is what a
//! composer does by hand: all un-moves, each kept if the longer problem is
//! sound. The pieces in play stay those of the problem.

use crate::condition::{Condition, Equal, Unique};
use crate::packed::Packed;
use crate::soundness::{Decision, Judge};
use crate::unmove::each_unmove;
use kemuri_core::attacks::{ALL, Squares};
use kemuri_core::{Board, Move, Problem};
use kemuri_solver::{Limits, Solver};
use std::collections::BTreeMap;

/// What an extension must keep to.
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    /// The squares that pieces may stand on.
    pub region: Squares,
    /// At which of his moves the attacker may have no choice.
    pub unique: Unique,
    /// Whether other defences may be as long as the main line.
    pub equal: Equal,
}

impl Default for Rules {
    fn default() -> Self {
        Self {
            region: ALL,
            unique: Unique::AllButLast,
            equal: Equal::Allow,
        }
    }
}

impl From<&Condition> for Rules {
    fn from(condition: &Condition) -> Self {
        Self {
            region: condition.region,
            unique: condition.unique,
            equal: condition.equal,
        }
    }
}

/// A problem that ends in the one it was made from.
#[derive(Clone, Debug)]
pub struct Extension {
    /// The problem, Black attacking.
    pub problem: Problem,
    /// Its solution.
    pub line: Vec<Move>,
    /// Whether no new defence is as long and leaves the attacker nothing.
    pub strict: bool,
}

/// What was found, and what was not.
#[derive(Clone, Debug, Default)]
pub struct Extensions {
    /// The problems, longest first.
    pub problems: Vec<Extension>,
    /// Candidates that could not be decided within the limits.
    pub open: u64,
    /// Whether everything was looked at; if not, the limits ended it.
    pub complete: bool,
}

/// The main line of a problem on the way, and whether no defence is equal.
type Solution = (Vec<Move>, bool);

/// Extends a sound problem, `line` being its solution, by up to `steps` times
/// two plies; `on_step` hears how many problems each step has made.
///
/// A problem in which White attacks is turned round first. The nodes of
/// `limits` are for each question.
pub fn extend(
    (problem, line): (&Problem, &[Move]),
    steps: usize,
    rules: &Rules,
    solver: &mut Solver,
    limits: &Limits,
    on_step: &mut dyn FnMut(usize, usize),
) -> Extensions {
    let board = Board::new(problem);
    let material = board.material();
    let turned = problem.attacker() == kemuri_core::Color::WHITE;
    let line = line.iter().map(|mv| if turned { mv.flip() } else { *mv });
    let mut extensions = Extensions::default();
    let nodes = limits.nodes.unwrap_or(u64::MAX);
    let mut silent = |_: &_| ();
    let mut questions = solver.questions(limits, &mut silent);
    let start: Solution = (line.collect(), true);
    let mut current = BTreeMap::from([(Packed::new(&board), start)]);
    for step in 1..=steps {
        for _ in 0..2 {
            let mut next = BTreeMap::new();
            for (packed, known) in &current {
                let parent = packed.board(material);
                let mut judge = Judge::new(&mut questions, nodes);
                one_ply(
                    &parent,
                    known,
                    rules,
                    &mut judge,
                    &mut |before, found| match found {
                        Some(found) => {
                            next.insert(Packed::new(before), found);
                        }
                        None => extensions.open += 1,
                    },
                );
                if limits.stop.load(std::sync::atomic::Ordering::Relaxed) {
                    return extensions;
                }
            }
            current = next;
        }
        on_step(step, current.len());
        for (packed, (line, strict)) in &current {
            if let Ok(problem) = Problem::of_board(&packed.board(material)) {
                extensions.problems.push(Extension {
                    problem,
                    line: line.clone(),
                    strict: *strict,
                });
            }
        }
    }
    // Stable: problems of one length stay in the order of their positions.
    let length = |e: &Extension| std::cmp::Reverse(e.line.len());
    extensions.problems.sort_by_key(length);
    extensions.complete = true;
    extensions
}

/// Takes one ply back and reports what is sound, with its line, and what is
/// open, without.
fn one_ply(
    parent: &Board,
    (line, strict): &Solution,
    rules: &Rules,
    judge: &mut Judge<'_, '_>,
    found: &mut dyn FnMut(&Board, Option<Solution>),
) {
    let length = line.len() as u16;
    each_unmove(parent, |before, mv| {
        if before.occupied() & !rules.region != 0 {
            return;
        }
        let mut board = before.clone();
        let decision = if !board.attacker_to_move() {
            judge.best_defence(&mut board, mv, length)
        } else if length == 0 && rules.unique == Unique::AllButLast {
            Decision::Sound
        } else {
            judge.only_mating_check(&mut board, mv)
        };
        let strict = match (decision, rules.equal) {
            (Decision::Sound, _) => *strict,
            (Decision::Equal, Equal::Allow) => false,
            (Decision::Open, _) => return found(before, None),
            _ => return,
        };
        let line = std::iter::once(mv).chain(line.iter().copied());
        found(before, Some((line.collect(), strict)));
    });
}
