//! Finds what can stand before a problem.

use super::{Done, Resources, japanese};
use crate::error::ErrorCode;
use crate::jobs::both::{Both, keys};
use crate::jobs::job::{Failure, Job};
use crate::jobs::request::JobOptions;
use kemuri_compose::json::ComposedDocument;
use kemuri_compose::retro::{ExtendOptions, Extension, Extensions, extend_with};
use kemuri_compose::{ComposedProblem, soundness};
use kemuri_core::json::SideName;
use kemuri_core::{Move, Problem};
use kemuri_formats::ProblemEntry;
use kemuri_judge::extension::Decision;
use kemuri_judge::{FactKind, Judge};
use kemuri_text::{Lang, compose, judge, solver, tr};
use serde_json::json;

/// Nodes after which one question is left open, unless the request says.
const NODES: u64 = 2_000_000;
/// Problems that are given at most: of those that are sound, that are not, and that are
/// undecided.
const MAX_FOUND: usize = 2_000;
/// Steps of two plies, at most.
const MAX_STEPS: usize = 20;

/// Extends `entry` backwards.
pub fn run(
    entry: &ProblemEntry,
    options: &JobOptions,
    job: &Job,
    resources: Resources,
) -> Result<Done, Failure> {
    let mut extend_options = ExtendOptions::default();
    extend_options.steps = options.steps.unwrap_or(1).clamp(1, MAX_STEPS);
    extend_options.nodes = options.nodes.unwrap_or(NODES);
    let line = solution(entry, options, &extend_options, job, resources)?;
    let mut solver = resources.solver(options)?;
    let budget = job.budget().with_time(options.time());
    let (mut sound, mut rejected, mut open) = (0, 0, 0);
    let found = extend_with(
        &entry.problem,
        &line,
        &extend_options,
        &mut solver,
        &budget,
        &mut |progress| job.show(progress),
        &mut |extension| match extension {
            Extension::Sound(found) => {
                sound += 1;
                if sound <= MAX_FOUND {
                    job.found(item(&found));
                }
            }
            Extension::Rejected { problem, decision } => {
                let count = match decision {
                    Decision::Open => &mut open,
                    _ => &mut rejected,
                };
                *count += 1;
                if options.rejected && *count <= MAX_FOUND {
                    job.found(rejected_item(&problem, decision));
                }
            }
            _ => {}
        },
    );
    let same = keys(&json!({
        "complete": found.complete,
        "rejected": rejected,
        "undecided": open,
    }));
    let result = Both::new(same, |lang| {
        keys(&json!({ "sentences": sentences(lang, &found, rejected, open) }))
    });
    Ok(Done {
        result: Some(result),
        ..Done::default()
    })
}

/// The solution of the problem to extend, if it is sound: the author's line, if there
/// is one.
fn solution(
    entry: &ProblemEntry,
    options: &JobOptions,
    extend_options: &ExtendOptions,
    job: &Job,
    resources: Resources,
) -> Result<Vec<Move>, Failure> {
    let problem = &entry.problem;
    let judge = Judge::new(&resources.options(options));
    let mut judge = judge.map_err(|error| {
        Failure::new(ErrorCode::Internal, |lang| {
            solver::solver_error(lang, &error)
        })
    })?;
    let budget = job.budget().with_time(options.time());
    let budget = budget.at_most_nodes(extend_options.nodes);
    let mut show = |progress: &_| job.show(progress);
    let (line, rules) = (entry.solution.as_deref(), extend_options.soundness);
    soundness::check(problem, line, rules, &mut judge, &budget, &mut show).map_err(|error| {
        Failure::new(ErrorCode::Input, |lang| {
            compose::soundness_error(lang, problem, &error)
        })
    })
}

fn item(found: &ComposedProblem) -> Both {
    let mut same = keys(&ComposedDocument::new(found, None));
    same.insert("japanese".into(), japanese(&found.problem, &found.line));
    same.insert("sound".into(), true.into());
    Both::new(same, |lang| {
        let equal = FactKind::EqualVariation;
        let sentences = match found.strict {
            true => Vec::new(),
            false => vec![judge::kind_title(lang, equal)],
        };
        keys(&json!({ "sentences": sentences }))
    })
}

fn rejected_item(problem: &Problem, decision: Decision) -> Both {
    let same = keys(&json!({
        "sfen": problem.to_sfen(),
        "attacker": SideName::from(problem.attacker()),
        "sound": false,
        "undecided": decision == Decision::Open,
    }));
    Both::new(same, |lang| {
        let sentence = match decision {
            Decision::Cook => judge::kind_title(lang, FactKind::Cook),
            Decision::Escape => judge::kind_title(lang, FactKind::NoMate),
            Decision::Longer => judge::kind_title(lang, FactKind::LongerVariation),
            Decision::Equal => judge::kind_title(lang, FactKind::EqualVariation),
            Decision::Sound | Decision::Open => {
                judge::verdict(lang, kemuri_judge::Soundness::Undecided)
            }
        };
        keys(&json!({ "sentences": [sentence] }))
    })
}

/// What was found, in words.
fn sentences(lang: Lang, found: &Extensions, rejected: usize, open: usize) -> Vec<String> {
    let count = found.problems.len();
    let shown = count.min(MAX_FOUND);
    let mut first = tr!(lang, "enumerate-extensions", count, shown);
    if !found.complete {
        first += &tr!(lang, "enumerate-extensions-interrupted");
    }
    let mut all = vec![first, tr!(lang, "web-compose-rejected", count = rejected)];
    if open > 0 {
        all.push(tr!(lang, "web-compose-open", count = open));
    }
    all
}
