//! Retro-composition: extends a sound problem backwards.
//!
//! One step takes back a defence and the check before it, in all ways, and keeps
//! the longer problems that are sound. The pieces in play stay the same.

use crate::ComposedProblem;
use crate::condition::{Condition, Equal, Unique};
use crate::packed::PackedPosition;
use crate::soundness::SoundnessRules;
use crate::unmove::each_unmove;
use kemuri_core::attacks::{ALL, Squares};
use kemuri_core::{Board, Budget, Hand, Move, Phase, Problem, Progress, View};
use kemuri_judge::extension::{Decision, ExtensionCheck};
use kemuri_solver::{MateProbe, Solver};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

/// How a problem is extended.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct ExtendOptions {
    /// How many times two plies are taken back.
    pub steps: usize,
    /// The squares that pieces may stand on.
    pub region: Squares,
    /// What an extension may have.
    pub soundness: SoundnessRules,
    /// The longest problem that is looked for, in plies.
    pub length: u16,
    /// Nodes for each question.
    pub nodes: u64,
}

impl Default for ExtendOptions {
    fn default() -> Self {
        Self {
            steps: 1,
            region: ALL,
            soundness: SoundnessRules::new(Unique::AllButLast, Equal::Allow),
            length: u16::MAX,
            nodes: u64::MAX,
        }
    }
}

impl ExtendOptions {
    /// Returns the options for problems of a condition.
    pub fn for_condition(condition: &Condition) -> Self {
        Self {
            region: condition.region,
            soundness: condition.soundness,
            length: condition.length,
            ..Self::default()
        }
    }
}

/// The extensions of a problem.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Extensions {
    /// The problems, longest first.
    pub problems: Vec<ComposedProblem>,
    /// Candidates that could not be decided within the nodes.
    pub open: u64,
    /// Whether everything was searched; if not, it was interrupted.
    pub complete: bool,
}

/// The solution of a problem on the way.
struct ExtendedLine {
    line: Vec<Move>,
    /// Whether no defence is equal.
    strict: bool,
}

/// The problems of one length on the way, with their solutions.
type Generation = BTreeMap<PackedPosition, ExtendedLine>;

/// Extends a sound problem, `line` being its solution. `budget` is for the whole
/// work.
///
/// If White attacks, the problem is turned round first.
pub fn extend(
    problem: &Problem,
    line: &[Move],
    options: &ExtendOptions,
    solver: &mut Solver,
    budget: &Budget,
    on_progress: &mut dyn FnMut(&Progress),
) -> Extensions {
    let board = Board::new(problem);
    let material = board.material();
    let budget = budget.part();
    let reporter = RefCell::new(StepReporter::new(options.steps, &budget, on_progress));
    let mut on_search = |search: &Progress| reporter.borrow_mut().report(search.nodes);
    let mut probe = solver.probe(&budget, &mut on_search);
    let start = ExtendedLine {
        line: View::of(problem).line(line),
        strict: true,
    };
    let mut current = Generation::from([(PackedPosition::new(&board), start)]);
    let mut extensions = Extensions {
        complete: true,
        ..Extensions::default()
    };
    'steps: for step in 1..=options.steps {
        let length = line.len() + 2 * step;
        if length > usize::from(options.length) || current.is_empty() {
            break;
        }
        for _ in 0..2 {
            let Some((next, open)) = extend_all(&current, material, options, &mut probe, &budget)
            else {
                extensions.complete = false;
                break 'steps;
            };
            extensions.open += open;
            current = next;
        }
        reporter.borrow_mut().finish_step(current.len());
        extensions
            .problems
            .extend(current.iter().filter_map(|(packed, solution)| {
                let problem = Problem::of_board(&packed.board(material)).ok()?;
                let ExtendedLine { line, strict } = solution;
                Some(ComposedProblem::new(problem, line.clone(), *strict))
            }));
    }
    // Stable: problems of one length stay in the order of their positions.
    let length = |found: &ComposedProblem| std::cmp::Reverse(found.line.len());
    extensions.problems.sort_by_key(length);
    extensions
}

/// Reports how many steps are done, and what they have made.
struct StepReporter<'a> {
    on_progress: &'a mut dyn FnMut(&Progress),
    budget: &'a Budget,
    progress: Progress,
}

impl<'a> StepReporter<'a> {
    fn new(steps: usize, budget: &'a Budget, on_progress: &'a mut dyn FnMut(&Progress)) -> Self {
        let mut progress = Progress::new(Phase::Extending { problems: 1 });
        progress.total = Some(steps as u64);
        Self {
            on_progress,
            budget,
            progress,
        }
    }

    /// Reports inside a step; the searches have made `nodes` moves.
    fn report(&mut self, nodes: u64) {
        (self.progress.nodes, self.progress.elapsed) = (nodes, self.budget.elapsed());
        (self.on_progress)(&self.progress);
    }

    /// Reports the end of a step that has made `problems`.
    fn finish_step(&mut self, problems: usize) {
        let problems = problems as u64;
        self.progress.phase = Phase::Extending { problems };
        self.progress.done += 1;
        self.report(self.budget.spent());
    }
}

/// Takes one ply back from each problem of a generation. Returns the generation
/// before it, and how many positions are open; `None` if the budget is exhausted.
fn extend_all(
    current: &Generation,
    material: Hand,
    options: &ExtendOptions,
    probe: &mut MateProbe<'_>,
    budget: &Budget,
) -> Option<(Generation, u64)> {
    let mut next = Generation::new();
    let mut open = 0;
    for (packed, known) in current {
        let parent = packed.board(material);
        let mut check = ExtensionCheck::new(probe, options.nodes);
        extend_by_one(
            &parent,
            known,
            options,
            &mut check,
            &mut |before, found| match found {
                Some(found) => keep(&mut next, PackedPosition::new(before), found),
                None => open += 1,
            },
        );
        // What was cut short is not open, and the rest is not known.
        if budget.exhausted().is_some() {
            return None;
        }
    }
    Some((next, open))
}

/// Keeps the solution of a position, unless one without equal defences is known.
fn keep(known: &mut Generation, position: PackedPosition, found: ExtendedLine) {
    match known.entry(position) {
        Entry::Vacant(entry) => {
            entry.insert(found);
        }
        Entry::Occupied(mut entry) => {
            if found.strict && !entry.get().strict {
                entry.insert(found);
            }
        }
    }
}

/// Takes one ply back. Calls `found` with every position that is sound and its
/// solution, and with every position that is open.
fn extend_by_one(
    parent: &Board,
    solution: &ExtendedLine,
    options: &ExtendOptions,
    check: &mut ExtensionCheck<'_, '_>,
    found: &mut dyn FnMut(&Board, Option<ExtendedLine>),
) {
    let length = solution.line.len() as u16;
    let rules = options.soundness;
    each_unmove(parent, |before, mv| {
        if before.occupied() & !options.region != 0 {
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
            (Decision::Sound, _) => solution.strict,
            (Decision::Equal, Equal::Allow) => false,
            (Decision::Open, _) => return found(before, None),
            _ => return,
        };
        let line = [&[mv], &solution.line[..]].concat();
        found(before, Some(ExtendedLine { line, strict }));
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::packed::BYTES;

    #[test]
    fn a_line_without_equal_defences_is_kept() {
        let position = PackedPosition([0; BYTES]);
        let mv = |usi| Move::from_usi(usi).unwrap();
        let mut known = Generation::new();
        for (usi, strict, kept) in [
            ("5a5b", false, "5a5b"),
            ("5a5c", false, "5a5b"),
            ("5a5d", true, "5a5d"),
            ("5a5e", true, "5a5d"),
            ("5a5f", false, "5a5d"),
        ] {
            let line = vec![mv(usi)];
            keep(&mut known, position, ExtendedLine { line, strict });
            assert_eq!(known[&position].line, [mv(kept)]);
        }
    }
}
