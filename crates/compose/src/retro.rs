//! Retro-composition: extending a sound problem backwards.
//!
//! One step takes back a defence and the check before it, which is what a
//! composer does by hand: all un-moves, each kept if the longer problem is
//! sound. The pieces in play stay those of the problem.

use crate::condition::{Condition, Equal, Unique};
use crate::packed::Packed;
use crate::unmove::each_unmove;
use kemuri_core::attacks::{ALL, Squares};
use kemuri_core::{Board, Budget, Move, Phase, Problem, Progress, View};
use kemuri_judge::extension::{Decision, ExtensionCheck};
use kemuri_solver::Solver;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

/// What an extension must keep to.
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    /// The squares that pieces may stand on.
    pub region: Squares,
    /// At which of his moves the attacker may have no choice.
    pub unique: Unique,
    /// Whether other defences may be as long as the main line.
    pub equal: Equal,
    /// The longest problem that is looked for, in plies.
    pub length: u16,
}

impl Default for Rules {
    fn default() -> Self {
        Self {
            region: ALL,
            unique: Unique::AllButLast,
            equal: Equal::Allow,
            length: u16::MAX,
        }
    }
}

impl From<&Condition> for Rules {
    fn from(condition: &Condition) -> Self {
        Self {
            region: condition.region,
            unique: condition.unique,
            equal: condition.equal,
            length: condition.length,
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
    /// Candidates that could not be decided within the nodes there were.
    pub open: u64,
    /// Whether everything was looked at; if not, it was interrupted.
    pub complete: bool,
}

/// The main line of a problem on the way, and whether no defence is equal.
type Solution = (Vec<Move>, bool);

/// Extends a sound problem, `line` being its solution, by up to `steps` times
/// two plies. Each question may take `nodes`, and all together `budget`.
///
/// A problem in which White attacks is turned round first.
pub fn extend(
    (problem, line): (&Problem, &[Move]),
    steps: usize,
    rules: &Rules,
    solver: &mut Solver,
    nodes: u64,
    budget: &Budget,
    on_progress: &mut dyn FnMut(&Progress),
) -> Extensions {
    let line_length = line.len();
    let board = Board::new(problem);
    let material = board.material();
    let line = View::of(problem).line(line);
    let mut extensions = Extensions::default();
    let budget = budget.part();
    let mut silent = |_: &_| ();
    let mut questions = solver.questions(&budget, &mut silent);
    let start: Solution = (line, true);
    let mut current = BTreeMap::from([(Packed::new(&board), start)]);
    extensions.complete = true;
    'steps: for step in 1..=steps {
        let length = line_length + 2 * step;
        if length > usize::from(rules.length) || current.is_empty() {
            break;
        }
        for _ in 0..2 {
            let mut next = BTreeMap::new();
            let mut open = 0;
            for (packed, known) in &current {
                let parent = packed.board(material);
                let mut check = ExtensionCheck::new(&mut questions, nodes);
                one_ply(
                    &parent,
                    known,
                    rules,
                    &mut check,
                    &mut |before, found| match found {
                        Some(found) => keep(&mut next, Packed::new(before), found),
                        None => open += 1,
                    },
                );
                // What was cut short is not open, and the rest is not known.
                if budget.exhausted().is_some() {
                    extensions.complete = false;
                    break 'steps;
                }
            }
            extensions.open += open;
            current = next;
        }
        let problems = current.len() as u64;
        let mut progress = Progress::new(Phase::Extending { problems });
        (progress.done, progress.total) = (step as u64, Some(steps as u64));
        (progress.nodes, progress.elapsed) = (budget.spent(), budget.elapsed());
        on_progress(&progress);
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
    extensions
}

/// Keeps the solution of a position, unless one without equal defences is known.
fn keep(known: &mut BTreeMap<Packed, Solution>, name: Packed, found: Solution) {
    match known.entry(name) {
        Entry::Vacant(entry) => {
            entry.insert(found);
        }
        Entry::Occupied(mut entry) => {
            if found.1 && !entry.get().1 {
                entry.insert(found);
            }
        }
    }
}

/// Takes one ply back and reports what is sound, with its line, and what is
/// open, without.
fn one_ply(
    parent: &Board,
    (line, strict): &Solution,
    rules: &Rules,
    check: &mut ExtensionCheck<'_, '_>,
    found: &mut dyn FnMut(&Board, Option<Solution>),
) {
    let length = line.len() as u16;
    each_unmove(parent, |before, mv| {
        if before.occupied() & !rules.region != 0 {
            return;
        }
        let mut board = before.clone();
        let decision = if !board.attacker_to_move() {
            check.best_defence(&mut board, mv, length)
        } else if length == 0 && rules.unique == Unique::AllButLast {
            Decision::Sound
        } else {
            check.only_mating_check(&mut board, mv)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::packed::BYTES;

    #[test]
    fn a_line_without_equal_defences_is_kept() {
        let name = Packed([0; BYTES]);
        let line = |usi| vec![Move::from_usi(usi).unwrap()];
        let mut known = BTreeMap::new();
        for (usi, strict, kept) in [
            ("5a5b", false, "5a5b"),
            ("5a5c", false, "5a5b"),
            ("5a5d", true, "5a5d"),
            ("5a5e", true, "5a5d"),
            ("5a5f", false, "5a5d"),
        ] {
            keep(&mut known, name, (line(usi), strict));
            assert_eq!(known[&name].0, line(kept));
        }
    }
}
