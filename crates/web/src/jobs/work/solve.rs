//! Solves a problem.

use super::{Done, Resources, japanese};
use crate::jobs::both::{Both, keys};
use crate::jobs::job::{Failure, Job};
use crate::jobs::limited_file::LimitedFile;
use crate::jobs::request::JobOptions;
use kemuri_core::json::PositionNotes;
use kemuri_core::{Budget, Progress};
use kemuri_formats::ProblemEntry;
use kemuri_solver::certificate::{Certified, MemorySplit};
use kemuri_solver::json::SolveDocument;
use kemuri_solver::{
    CertifyError, Futile, FutileDrop, Goal, Outcome, Refutation, Solver, Verdict,
    certify_and_verify,
};
use kemuri_text::judge::moves_after;
use kemuri_text::{Lang, certify, refutation, solver, tr};
use serde_json::{Map, Value, json};

/// Solves `entry`.
pub fn run(
    entry: &ProblemEntry,
    options: &JobOptions,
    job: &Job,
    resources: Resources,
) -> Result<Done, Failure> {
    let problem = &entry.problem;
    let mut solver = match options.certificate {
        // The verifier needs memory as well.
        true => resources.with_hash(MemorySplit::of(resources.hash).table),
        false => resources,
    }
    .solver(options)?;
    let budget = job
        .budget()
        .with_time(options.time())
        .with_nodes(options.nodes);
    let mut show = |progress: &_| job.show(progress);
    let outcome = solver.solve(problem, goal(options), &budget, &mut show);
    let refutation = (outcome.verdict == Verdict::NoMate)
        .then(|| solver.best_tries(&outcome, &budget, &mut show));
    let futile_drops = match outcome.verdict.mate() {
        Some(mate) if options.explain && mate.exact && mate.futile != Futile::None => {
            solver.futile_drops(&outcome, &budget, &mut show).ok()
        }
        _ => None,
    };
    let mut document = answer(entry, &outcome);
    if let Some(futile_drops) = &futile_drops {
        document = document.with_futile(futile_drops);
    }
    let mut certificate = None;
    let mut refused = None;
    if options.certificate {
        match certify(solver, &outcome, resources.hash, &budget, &mut show) {
            Ok((certified, bytes)) => {
                document = document.with_certificate(&certified);
                certificate = Some(bytes);
            }
            Err(error) => refused = Some(error),
        }
    }
    let sentences = |lang| {
        let mut sentences = verdict(lang, &outcome);
        let best = refutation.as_ref();
        sentences.extend(best.and_then(|found| refutation::best_try(lang, problem, found)));
        if futile_drops.as_ref().is_some_and(Vec::is_empty) {
            sentences.push(tr!(lang, "solve-no-futile-lines"));
        }
        sentences.extend(refused.as_ref().map(|error| not_certified(lang, error)));
        sentences
    };
    let same = same(
        &document,
        &outcome,
        futile_drops.as_deref(),
        refutation.as_ref(),
    );
    Ok(Done {
        result: Some(Both::new(same, |lang| {
            keys(&json!({ "sentences": sentences(lang) }))
        })),
        certificate,
        ..Done::default()
    })
}

/// The answer to `entry`.
pub fn answer(entry: &ProblemEntry, outcome: &Outcome) -> SolveDocument {
    SolveDocument::new(entry.id.as_deref(), outcome).with_notes(notes(entry))
}

/// The certificate of an outcome that `solver` has just reached, verified.
fn certify(
    solver: Solver,
    outcome: &Outcome,
    hash: u64,
    budget: &Budget,
    show: &mut dyn FnMut(&Progress),
) -> Result<(Certified, Vec<u8>), CertifyError> {
    let mut file = LimitedFile::default();
    let memory = MemorySplit::of(hash);
    let certified = certify_and_verify(solver, outcome, memory, &mut file, budget, show)?;
    Ok((certified, file.into_bytes()))
}

fn not_certified(lang: Lang, error: &CertifyError) -> String {
    let why = certify::certify_error(lang, error);
    match error {
        CertifyError::Undecided => certify::undecided(lang),
        error if error.refutes_outcome() => certify::refused(lang, &why),
        _ => certify::not_written(lang, &why),
    }
}

/// What is to be found. Certificates are of every legal move.
pub fn goal(options: &JobOptions) -> Goal {
    match options.quick {
        true => Goal::FirstMate,
        false if options.certificate => Goal::Shortest(Futile::None),
        false => Goal::Shortest(options.futile.unwrap_or_default()),
    }
}

/// What else there is to know of the position of `entry`.
pub fn notes(entry: &ProblemEntry) -> PositionNotes {
    PositionNotes::new(&entry.problem, entry.assumed_pieces(), entry.played())
}

/// The keys of an answer that are no sentences.
fn same(
    document: &SolveDocument,
    outcome: &Outcome,
    futile_drops: Option<&[FutileDrop]>,
    refutation: Option<&Refutation>,
) -> Map<String, Value> {
    let problem = outcome.problem();
    let mut same = Map::new();
    same.insert("document".into(), Value::Object(keys(document)));
    if let Some(mate) = outcome.verdict.mate() {
        let rest = moves_after(problem, &mate.line, &mate.futile_tail);
        same.insert("japanese".into(), japanese(problem, &mate.line));
        same.insert("rest_japanese".into(), rest.into());
    }
    if let Some(all) = futile_drops {
        same.insert("futile".into(), futile(outcome, all).into());
    }
    if let Some((best, is_best)) = refutation.and_then(Refutation::best_try) {
        let moves = kemuri_core::json::usi(&best.line);
        let words = japanese(problem, &best.line);
        let best = json!({ "moves": moves, "japanese": words, "is_best": is_best });
        same.insert("best_try".into(), best);
    }
    same
}

/// The verdict as sentences: what is proven, the moves that do not count.
pub fn verdict(lang: Lang, outcome: &Outcome) -> Vec<String> {
    let mut sentences = vec![solver::verdict(lang, outcome)];
    let tail = outcome.verdict.mate().map(|mate| &mate.futile_tail);
    if tail.is_some_and(|tail| !tail.is_empty()) {
        sentences.push(tr!(lang, "solve-futile-tail"));
    }
    sentences
}

/// The lines that show why interpositions beside the line of a mate are futile.
fn futile(outcome: &Outcome, all: &[FutileDrop]) -> Vec<Value> {
    let (problem, mate) = (outcome.problem(), outcome.verdict.mate());
    let line = mate.map_or(&[][..], |mate| &mate.line);
    let lines = all.iter().map(|drop| {
        let before = &line[..drop.after.min(line.len())];
        let words = moves_after(problem, before, &drop.line);
        json!({
            "after": drop.after,
            "moves": kemuri_core::json::usi(&drop.line),
            "japanese": words,
        })
    });
    lines.collect()
}
