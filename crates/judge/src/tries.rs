//! The tries (紛れ) of a problem: at the attacker's moves of the main line, the
//! checks that do not mate, ranked by how close they come. They are no defects.
//!
//! What a try is, and how close it comes, is said in [`kemuri_solver::refutation`].
//! The limits are of nodes alone, so that a list can be had again.

use crate::fact::{Fact, FactKind, Proof};
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

/// The tries that were found, and what a limit left open.
#[derive(Default)]
pub(crate) struct Tries {
    /// The closest come first.
    pub(crate) found: Vec<MainLineTry>,
    /// Checks of which it is open whether they mate.
    pub(crate) open: usize,
    /// Checks that do not mate, but it is open how close they come.
    pub(crate) unranked: usize,
}

/// Finds the tries beside the main line of a report, or those of a problem without a
/// mate.
pub(crate) fn find(
    solver: &mut Solver,
    problem: &Problem,
    report: &Report,
    budget: &Budget,
    on_progress: &mut dyn FnMut(&Progress),
) -> Tries {
    let part = budget.at_most_nodes(ALL_NODES);
    let positions = problem.play_line(&report.main_line).unwrap_or_default();
    let attacks = positions.iter().enumerate();
    let attacks = attacks.filter(|(_, position)| position.attacker_to_move());
    let total = attacks.clone().count() as u64;
    let mut tries = Tries::default();
    for ((ply, position), done) in attacks.zip(0..) {
        let mating = mating_checks(report, ply);
        if part.exhausted().is_some() {
            let others = position.checks().into_iter();
            tries.leave_open(report, ply, others.filter(|mv| !mating.contains(mv)));
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
        let is_cut = known.is_empty() && unknown.is_empty() && found.stopped.is_some();
        let others = position.checks().into_iter();
        let others = others.filter(|mv| is_cut && !mating.contains(mv));
        let unknown = unknown.iter().filter_map(Try::check);
        tries.leave_open(report, ply, others.chain(unknown));
        tries
            .found
            .extend(known.into_iter().map(|found| MainLineTry {
                ply: ply + 1,
                found,
            }));
    }
    // Of equals those that come first in the line.
    (tries.found).sort_by_key(|one| (one.found.rank(), one.ply));
    tries
}

impl Tries {
    /// Counts checks after `ply` moves that no search has ranked.
    fn leave_open(&mut self, report: &Report, ply: usize, checks: impl Iterator<Item = Move>) {
        let is_no_mate = |fact: &Fact| fact.kind == FactKind::NoMate;
        let none_mates = report.proven().any(is_no_mate);
        for check in checks {
            let is_check = |fact: &&Fact| fact.ply == ply + 1 && fact.mv() == Some(check);
            let mut refuted = (report.facts.iter()).filter(|fact| fact.proof == Proof::Refuted);
            match none_mates || refuted.any(|fact| is_check(&fact)) {
                true => self.unranked += 1,
                false => self.open += 1,
            }
        }
    }
}

/// The checks after `ply` moves of the main line that are known to mate.
fn mating_checks(report: &Report, ply: usize) -> Vec<Move> {
    // While there is no main line, the answer is a mate that may not be the shortest.
    let line = match (&report.answer, report.main_line.is_empty()) {
        (Some(answer), true) => &answer.line,
        _ => &report.main_line,
    };
    let main = line.get(ply).copied();
    let mates = |fact: &&Fact| match fact.proof {
        Proof::Proven => true,
        // Only its class is open.
        Proof::Undecided => fact.line.len() > 1 || fact.length.is_some(),
        Proof::Refuted => false,
    };
    let facts = report.facts.iter().filter(|fact| fact.ply == ply + 1);
    let others = facts.filter(mates).filter_map(Fact::mv);
    main.into_iter().chain(others).collect()
}
