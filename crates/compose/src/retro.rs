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

/// Something that an extension has come to.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Extension {
    /// A sound problem.
    Sound(ComposedProblem),
    /// A position that is not sound, or not known to be.
    Rejected {
        /// The position, Black attacking.
        problem: Problem,
        /// What was decided.
        decision: Decision,
    },
}

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
    let ignore = &mut |_| ();
    extend_with(problem, line, options, solver, budget, on_progress, ignore)
}

/// Extends a problem as [`extend`] does, and calls `on_found` with what each step has
/// come to: its sound problems, once it is done, and as it goes what is rejected.
pub fn extend_with(
    problem: &Problem,
    line: &[Move],
    options: &ExtendOptions,
    solver: &mut Solver,
    budget: &Budget,
    on_progress: &mut dyn FnMut(&Progress),
    on_found: &mut dyn FnMut(Extension),
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
            let mut reject = |board: &Board, decision| {
                if let Ok(problem) = Problem::of_board(board) {
                    on_found(Extension::Rejected { problem, decision });
                }
            };
            let run = ExtensionRun {
                material,
                options,
                budget: &budget,
            };
            let Some((next, open)) = run.extend_all(&current, &mut probe, &mut reject) else {
                extensions.complete = false;
                break 'steps;
            };
            extensions.open += open;
            current = next;
        }
        reporter.borrow_mut().finish_step(current.len());
        for (packed, ExtendedLine { line, strict }) in &current {
            if let Ok(problem) = Problem::of_board(&packed.board(material)) {
                let found = ComposedProblem::new(problem, line.clone(), *strict);
                on_found(Extension::Sound(found.clone()));
                extensions.problems.push(found);
            }
        }
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

/// What stays the same in all steps.
struct ExtensionRun<'a> {
    material: Hand,
    options: &'a ExtendOptions,
    budget: &'a Budget,
}

impl ExtensionRun<'_> {
    /// Takes one ply back from each problem of a generation. Returns the generation
    /// before it, and how many positions are open; `None` if the budget is exhausted.
    fn extend_all(
        &self,
        current: &Generation,
        probe: &mut MateProbe<'_>,
        reject: &mut dyn FnMut(&Board, Decision),
    ) -> Option<(Generation, u64)> {
        let mut next = Generation::new();
        let mut open = 0;
        for (packed, known) in current {
            let parent = packed.board(self.material);
            let mut check = ExtensionCheck::new(probe, self.options.nodes);
            let found = &mut |before: &Board, found| match found {
                Ok(found) => keep(&mut next, PackedPosition::new(before), found),
                Err(decision) => {
                    open += u64::from(decision == Decision::Open);
                    reject(before, decision);
                }
            };
            extend_by_one(&parent, known, self.options, &mut check, found);
            // What was cut short is not open, and the rest is not known.
            if self.budget.exhausted().is_some() {
                return None;
            }
        }
        Some((next, open))
    }
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
/// solution, and with every other position and what was decided.
fn extend_by_one(
    parent: &Board,
    solution: &ExtendedLine,
    options: &ExtendOptions,
    check: &mut ExtensionCheck<'_, '_>,
    found: &mut dyn FnMut(&Board, Result<ExtendedLine, Decision>),
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
            (decision, _) => return found(before, Err(decision)),
        };
        let line = [&[mv], &solution.line[..]].concat();
        found(before, Ok(ExtendedLine { line, strict }));
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
