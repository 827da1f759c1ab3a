//! The tries (紛れ) of a problem: at the attacker's moves of the main line, the
//! checks that do not mate, ranked by how close they come. They are no defects.
//!
//! What a try is, and how close it comes, is said in [`kemuri_solver::refutation`].
//! The limits are of nodes alone, so that a list can be had again.

use crate::fact::Proof;
use crate::report::Report;
use kemuri_core::{Budget, Move, Phase, Problem, Progress};
use kemuri_solver::{Solver, Try};

/// Nodes for the tries of one position.
const NODES: u64 = 200_000;
/// Nodes for the tries of a problem.
const ALL_NODES: u64 = 5_000_000;
/// Moves that are looked at in one position.
const MOVES: usize = 400;

/// A try beside the main line.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema)
)]
#[non_exhaustive]
pub struct MainLineTry {
    /// The number of its check, from 1.
    pub ply: usize,
    /// The try.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub found: Try,
}

/// Finds the tries beside the main line of a report, or those of a problem without a
/// mate. The closest come first. The number is that of the checks of which a limit
/// left open whether they mate.
pub(crate) fn find(
    solver: &mut Solver,
    problem: &Problem,
    report: &Report,
    budget: &Budget,
    on_progress: &mut dyn FnMut(&Progress),
) -> (Vec<MainLineTry>, usize) {
    let part = budget.at_most_nodes(ALL_NODES);
    let positions = problem.play_line(&report.main_line).unwrap_or_default();
    let attacks = positions.iter().enumerate();
    let attacks = attacks.filter(|(_, position)| position.attacker_to_move());
    let total = attacks.clone().count() as u64;
    let (mut tries, mut open) = (Vec::new(), 0);
    for ((ply, position), done) in attacks.zip(0..) {
        let mating = mating_checks(report, ply);
        let others = position.checks().into_iter();
        let others = others.filter(|mv| !mating.contains(mv)).count();
        if part.exhausted().is_some() {
            open += others;
            continue;
        }
        let before = budget.spent();
        let nodes = part.at_most_nodes(NODES);
        let found = solver.refute(position, &mating, MOVES, &nodes, &mut |search| {
            let mut progress = search.clone();
            progress.phase = Phase::Tries;
            (progress.done, progress.total) = (done, Some(total));
            progress.nodes += before;
            progress.elapsed = budget.elapsed();
            on_progress(&progress);
        });
        let (known, unknown): (Vec<_>, Vec<_>) = found
            .tries()
            .into_iter()
            .partition(|found| !found.replies.refuting.is_empty());
        open += match known.is_empty() && unknown.is_empty() && found.stopped.is_some() {
            true => others,
            false => unknown.len(),
        };
        tries.extend(known.into_iter().map(|found| MainLineTry {
            ply: ply + 1,
            found,
        }));
    }
    // Of equals those that come first in the line.
    tries.sort_by_key(|one| (one.found.rank(), one.ply));
    (tries, open)
}

/// The checks after `ply` moves of the main line that mate or may do so.
fn mating_checks(report: &Report, ply: usize) -> Vec<Move> {
    let main = report.main_line.get(ply).copied();
    let facts = report.facts.iter();
    let mating = facts.filter(|fact| fact.ply == ply + 1 && fact.proof == Proof::Proven);
    let others = mating.filter_map(|fact| fact.mv());
    main.into_iter().chain(others).collect()
}
