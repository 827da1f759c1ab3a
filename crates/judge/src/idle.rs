//! Idle pieces: the problem is the same without them.
//!
//! A piece is idle if the main line is still the answer after it is taken off,
//! and nothing is found then that was not there before, what the profile ignores
//! apart. Of a problem that is not sound nothing is said.

use crate::edit::{Edit, pieces};
use crate::fact::{Fact, FactDetail, FactKind, Proof};
use crate::judge::Judge;
use crate::profile::{Profile, Severity, Verdict};
use crate::report::{Author, Report, Settings};
use kemuri_core::{Budget, Phase, Problem, Progress};

/// What makes a line none that is the answer, whatever the profile thinks of it.
const NOT_THE_ANSWER: [FactKind; 6] = [
    FactKind::NoMate,
    FactKind::EarlyMate,
    FactKind::LongerVariation,
    FactKind::LongerByTwo,
    FactKind::LineIllegal,
    FactKind::LineNoMate,
];

/// Looks for idle pieces and adds them to `report`, for which `budget` was used.
pub(crate) fn examine(
    judge: &mut Judge,
    problem: &Problem,
    settings: &Settings,
    budget: &Budget,
    report: &mut Report,
    on_progress: &mut dyn FnMut(&Progress),
) {
    if !matches!(report.verdict, Verdict::Complete | Verdict::Flawed) {
        return;
    }
    let total = pieces(problem).count() as u64;
    let settings = Settings {
        refutations: false,
        ..settings.clone()
    };
    let mut idle = Vec::new();
    for ((square, piece), done) in pieces(problem).zip(0..) {
        let Some(without) = (Edit::Remove { square, piece }).apply(problem) else {
            continue;
        };
        let author = Author {
            line: Some(&report.main_line),
            ..Author::default()
        };
        let before = budget.spent();
        let then = judge.check_once(&without, author, &settings, budget, &mut |check| {
            let mut progress = check.clone();
            progress.phase = Phase::IdlePieces;
            (progress.done, progress.total) = (done, Some(total));
            progress.nodes += before;
            progress.elapsed = budget.elapsed();
            on_progress(&progress);
        });
        let proof = match worst_change(report, &then, &settings.profile) {
            None if then.by_author => Proof::Proven,
            None | Some(Proof::Undecided) => Proof::Undecided,
            Some(_) => continue,
        };
        idle.push(Fact {
            detail: FactDetail::Square(square),
            ..Fact::of_all(FactKind::IdlePiece, proof)
        });
    }
    (report.nodes, report.time) = (budget.spent(), budget.elapsed());
    report.facts.splice(0..0, idle);
    report.judge(&settings.profile);
}

/// The proof of something that `then` has and `report` has not, of what counts
/// under the profile: of what is proven rather than of what is undecided.
fn worst_change(report: &Report, then: &Report, profile: &Profile) -> Option<Proof> {
    let counts = |fact: &&Fact| {
        NOT_THE_ANSWER.contains(&fact.kind) || profile.severity(fact.kind) > Severity::Ignored
    };
    let is_new = |fact: &&Fact| {
        let is_same =
            |old: &Fact| (old.kind, old.ply, old.mv()) == (fact.kind, fact.ply, fact.mv());
        !report.findings().any(is_same)
    };
    let proofs = then.findings().filter(counts).filter(is_new);
    let mut proofs: Vec<Proof> = proofs.map(|fact| fact.proof).collect();
    proofs.sort_by_key(|&proof| proof != Proof::Proven);
    proofs.first().copied()
}
