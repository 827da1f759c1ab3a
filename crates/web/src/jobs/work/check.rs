//! Checks one problem or many.

use super::{Done, Resources, japanese};
use crate::error::ErrorCode;
use crate::jobs::both::{Both, keys};
use crate::jobs::job::{Failure, Job};
use crate::jobs::request::JobOptions;
use kemuri_core::json::usi;
use kemuri_formats::ProblemEntry;
use kemuri_judge::batch::{Batch, BatchError, BatchEvent, BatchOptions, CheckedProblem};
use kemuri_judge::json::CheckDocument;
use kemuri_judge::{CheckOptions, Fact, FactKind, Profile, Proof, Soundness};
use kemuri_text::judge::moves_after;
use kemuri_text::report::{self, ReportContent};
use kemuri_text::{Lang, check, formats, judge, solver};
use serde_json::{Map, Value, json};
use std::cmp::Reverse;
use std::convert::Infallible;

/// A profile and its name.
pub struct NamedProfile {
    /// The name.
    pub name: String,
    /// The profile.
    pub profile: Profile,
}

/// What the report of a check is made of.
pub struct Report {
    checked: Vec<CheckedProblem>,
    options: BatchOptions,
}

/// Checks `entries`: one, whose result is that of the job, or many, each of which is
/// something found.
pub fn run(
    entries: &[ProblemEntry],
    options: &JobOptions,
    profile: &NamedProfile,
    job: &Job,
    resources: Resources,
    is_batch: bool,
) -> Result<Done, Failure> {
    let batch = batch_options(options, profile, job, resources);
    let mut checked = Vec::new();
    let run = Batch::new(&batch).run(entries.iter().cloned(), |event| {
        match event {
            BatchEvent::Progress { progress, .. } => job.show(progress),
            BatchEvent::Checked(one) => {
                if is_batch {
                    job.found(item(&one, &batch));
                }
                checked.push(*one);
            }
            _ => {}
        }
        Ok::<(), Infallible>(())
    });
    run.map_err(|error| match error {
        BatchError::Solver(error) => Failure::new(ErrorCode::Internal, |lang| {
            solver::solver_error(lang, &error)
        }),
        error => Failure::new(ErrorCode::Internal, |_| error.to_string()),
    })?;
    let result = match &checked[..] {
        [one] if !is_batch => result(one, &batch),
        all => Both::new(Map::new(), |lang| {
            let count = |verdict: Soundness| {
                all.iter()
                    .filter(|one| one.report.verdict == verdict)
                    .count()
            };
            keys(&json!({ "sentences": [check::counts(lang, count, 0)] }))
        }),
    };
    Ok(Done {
        result: Some(result),
        report: Some(Report {
            checked,
            options: batch,
        }),
        ..Done::default()
    })
}

fn batch_options(
    options: &JobOptions,
    profile: &NamedProfile,
    job: &Job,
    resources: Resources,
) -> BatchOptions {
    let mut batch = BatchOptions::default();
    batch.check = CheckOptions::default()
        .with_profile(profile.profile.clone())
        .with_futile(options.futile.unwrap_or_default())
        .with_refutations(options.refutations)
        .with_tries(options.tries);
    batch.profile_name.clone_from(&profile.name);
    batch.budget = job
        .budget()
        .with_time(options.time())
        .with_nodes(options.nodes);
    batch.suggest = options.suggest;
    batch.solver = resources.options(options);
    batch.solver.threads = 1;
    batch.threads = 1;
    batch
}

/// What was found in one of many problems.
fn item(checked: &CheckedProblem, options: &BatchOptions) -> Both {
    let mut same = keys(&about(checked.number, &checked.entry));
    same.extend(body(checked, options));
    Both::new(same, |lang| said(lang, checked, options))
}

/// What is told of a problem with its result.
pub fn about(index: usize, entry: &ProblemEntry) -> Value {
    json!({
        "index": index,
        "id": entry.id,
        "title": entry.title,
        "author": entry.author,
        "sfen": entry.problem.to_sfen(),
        "attacker": kemuri_core::json::SideName::from(entry.problem.attacker()),
    })
}

fn result(checked: &CheckedProblem, options: &BatchOptions) -> Both {
    let same = body(checked, options);
    Both::new(same, |lang| said(lang, checked, options))
}

/// What is the same in both languages.
fn body(checked: &CheckedProblem, options: &BatchOptions) -> Map<String, Value> {
    let document = CheckDocument::new(checked, options);
    let line = japanese(&checked.entry.problem, &checked.report.main_line);
    keys(&json!({ "document": Value::Object(keys(&document)), "japanese": line }))
}

/// What is said of a check.
fn said(lang: Lang, checked: &CheckedProblem, options: &BatchOptions) -> Map<String, Value> {
    let (entry, report) = (&checked.entry, &checked.report);
    let mut sentences = vec![check::verdict(lang, report, &options.profile_name)];
    sentences.extend(formats::below_diagram(lang, entry));
    if report.in_doubt {
        sentences.push(kemuri_text::tr!(lang, "check-in-doubt"));
    }
    sentences.extend(judge::undecided_because(lang, report));
    sentences.push(check::examined(lang, report));
    let (heading, tries) = match check::tries(lang, checked, true) {
        Some((heading, tries)) => (Some(heading), tries),
        None => (None, Vec::new()),
    };
    let repairs = checked.repairs.iter().flatten().map(|repair| {
        json!({
            "sfen": repair.problem.to_sfen(),
            "attacker": kemuri_core::json::SideName::from(repair.problem.attacker()),
            "length": repair.length,
            "same_line": repair.same_line,
            "sentence": judge::repair(lang, repair),
        })
    });
    keys(&json!({
        "sentences": sentences,
        "verdict_name": judge::verdict(lang, report.verdict),
        "classes": check::classes(checked, lang),
        "main_line_name": check::main_line(lang, report.by_author),
        "facts": facts(lang, checked, options),
        "tries_heading": heading,
        "tries": tries,
        "repairs": repairs.collect::<Vec<_>>(),
    }))
}

/// What is said of the facts that are in the document, the gravest first and what is
/// not decided last.
fn facts(lang: Lang, checked: &CheckedProblem, options: &BatchOptions) -> Vec<Value> {
    let profile = &options.check.profile;
    let refutations = options.check.refutations;
    let facts = checked.report.facts.iter();
    let facts = facts.filter(|fact| refutations || fact.proof != Proof::Refuted);
    let mut facts: Vec<(usize, &Fact)> = facts.enumerate().collect();
    facts.sort_by_key(|(_, fact)| {
        let rank = match fact.proof {
            Proof::Proven => 0,
            Proof::Undecided => 1,
            Proof::Refuted => 2,
        };
        (
            rank,
            Reverse(profile.severity(fact.kind)),
            fact.kind,
            fact.ply,
        )
    });
    let facts = facts.into_iter().map(|(index, fact)| {
        let before = checked.moves_before(fact);
        let severity = profile.severity(fact.kind);
        let is_open = fact.proof == Proof::Undecided;
        json!({
            "index": index,
            "sentence": judge::checked_fact(lang, checked, &without_continuation(fact)),
            "kind": fact.kind.name(),
            "kind_name": match is_open {
                true => judge::open_kind_title(lang, fact.kind),
                false => judge::kind_title(lang, fact.kind),
            },
            "severity": severity.name(),
            "severity_name": judge::severity(lang, severity),
            "undecided": is_open,
            "refuted": fact.proof == Proof::Refuted,
            "ply": fact.ply,
            "line_from": before.len(),
            "before": usi(before),
            "line": usi(&fact.line),
            "line_japanese": moves_after(&checked.entry.problem, before, &fact.line),
        })
    });
    facts.collect()
}

/// The fact as a sentence should tell it whose line stands beside it: without the moves that follow.
fn without_continuation(fact: &Fact) -> Fact {
    let mut brief = fact.clone();
    if fact.proof == Proof::Proven {
        let named = match fact.kind {
            FactKind::VariationAlternative => 2,
            _ => 1,
        };
        brief.line.truncate(named);
    }
    brief
}

impl Report {
    /// Bytes that it takes, roughly.
    pub fn bytes(&self) -> usize {
        let facts = self.checked.iter().flat_map(|one| &one.report.facts);
        let lines: usize = facts
            .map(|fact| size_of::<Fact>() + 4 * fact.line.len())
            .sum();
        lines + self.checked.len() * size_of::<CheckedProblem>()
    }

    /// The report called `name`, and its media type; `None` if there is none of this
    /// name.
    pub fn write(&self, lang: Lang, name: &str) -> Option<(&'static str, String)> {
        let content = || ReportContent::new(&self.checked, &self.options, None, lang);
        match name {
            "report.html" => Some(("text/html; charset=utf-8", report::html(&content()).ok()?)),
            "print.html" => Some(("text/html; charset=utf-8", report::print(&content()).ok()?)),
            "report.md" => {
                let text = report::markdown(&content()).ok()?;
                Some(("text/markdown; charset=utf-8", text))
            }
            "report.kif" => {
                let profile = &self.options.check.profile;
                // Records follow each other: each begins with its headers.
                let records = self.checked.iter();
                let records = records.map(|one| report::kif(one, profile, None, lang));
                let text: Option<String> = records.collect();
                Some(("text/plain; charset=utf-8", text?))
            }
            _ => None,
        }
    }
}
