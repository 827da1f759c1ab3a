//! Finds idle pieces: pieces without which the problem is the same.
//!
//! A piece is idle if the main line is still the answer without it and the profile
//! minds nothing that was not there before. Unsound problems are not examined.

use crate::fact::{Fact, FactDetail, FactKind, Proof};
use crate::judge::Judge;
use crate::piece_change::{PieceChange, pieces};
use crate::profile::{Profile, Severity, Soundness};
use crate::report::{Author, CheckOptions, Report};
use kemuri_core::{Budget, Phase, Problem, Progress};

/// A line with one of these facts is not the answer, whatever the profile.
const NOT_THE_ANSWER: [FactKind; 6] = [
    FactKind::NoMate,
    FactKind::EarlyMate,
    FactKind::LongerVariation,
    FactKind::LongerByTwo,
    FactKind::LineIllegal,
    FactKind::LineNoMate,
];

/// Adds idle pieces to `report`, for which `budget` was used.
pub(crate) fn examine(
    judge: &mut Judge,
    problem: &Problem,
    options: &CheckOptions,
    budget: &Budget,
    report: &mut Report,
    on_progress: &mut dyn FnMut(&Progress),
) {
    if !matches!(report.verdict, Soundness::Complete | Soundness::Flawed) {
        return;
    }
    let total = pieces(problem).count() as u64;
    let options = options.clone().with_refutations(false);
    let mut idle = Vec::new();
    for ((square, piece), done) in pieces(problem).zip(0..) {
        let Some(without) = (PieceChange::Remove { square, piece }).apply(problem) else {
            continue;
        };
        let author = Author {
            line: Some(&report.main_line),
            ..Author::default()
        };
        let before = budget.spent();
        let then = judge.check_once(&without, author, &options, budget, &mut |check| {
            let mut progress = check.clone();
            progress.phase = Phase::IdlePieces;
            (progress.done, progress.total) = (done, Some(total));
            progress.nodes += before;
            progress.elapsed = budget.elapsed();
            on_progress(&progress);
        });
        let proof = match worst_change(report, &then, &options.profile) {
            None if then.by_author => Proof::Proven,
            None | Some(Proof::Undecided) => Proof::Undecided,
            Some(_) => continue,
        };
        if proof == Proof::Undecided {
            let reason = then.reason.or_else(|| budget.exhausted());
            report.reason = report.reason.or(reason);
        }
        idle.push(Fact {
            detail: FactDetail::Square(square),
            ..Fact::of_all(FactKind::IdlePiece, proof)
        });
    }
    (report.nodes, report.time) = (budget.spent(), budget.elapsed());
    report.facts.splice(0..0, idle);
    report.judge(&options.profile);
}

/// Returns the proof of a fact that counts under the profile and is in `then` but
/// not in `report`; a proven fact comes before an undecided one.
fn worst_change(report: &Report, then: &Report, profile: &Profile) -> Option<Proof> {
    let counts = |fact: &&Fact| {
        NOT_THE_ANSWER.contains(&fact.kind) || profile.severity(fact.kind) > Severity::Ignored
    };
    let is_new = |fact: &&Fact| {
        let is_same =
            |old: &Fact| (old.kind, old.ply, old.mv()) == (fact.kind, fact.ply, fact.mv());
        !report.findings().any(is_same)
    };
    let changes = then.findings().filter(counts).filter(is_new);
    let proofs = changes.map(|fact| fact.proof);
    proofs.min_by_key(|&proof| proof != Proof::Proven)
}
