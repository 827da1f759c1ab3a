//! Solves many problems, one after the other.

use super::{Done, Resources, check, japanese, solve};
use crate::jobs::both::{Both, keys};
use crate::jobs::job::{Failure, Job};
use crate::jobs::request::JobOptions;
use kemuri_formats::ProblemEntry;
use kemuri_solver::{Outcome, VerdictKind};
use kemuri_text::tr;
use serde_json::{Map, Value, json};

/// Solves `entries`; each answer is something found.
pub fn run(
    entries: &[ProblemEntry],
    options: &JobOptions,
    job: &Job,
    resources: Resources,
) -> Result<Done, Failure> {
    let mut solver = resources.solver(options)?;
    let mut counts = [0usize; 3];
    for (index, entry) in entries.iter().enumerate() {
        let budget = job
            .budget()
            .with_time(options.time())
            .with_nodes(options.nodes);
        if budget.is_stopped() {
            break;
        }
        // Every answer is that of a fresh solver: the order must not change it.
        solver.clear();
        let goal = solve::goal(options);
        let outcome = solver.solve(&entry.problem, goal, &budget, &mut |progress| {
            job.show(progress);
        });
        counts[match outcome.verdict.kind() {
            VerdictKind::Mate => 0,
            VerdictKind::NoMate => 1,
            VerdictKind::Unknown => 2,
        }] += 1;
        job.found(item(index, entry, &outcome));
    }
    let [mates, nomates, unknown] = counts;
    let result = Both::new(Map::new(), |lang| {
        let count: usize = counts.iter().sum();
        let sentence = tr!(lang, "web-batch-done", count, mates, nomates, unknown);
        keys(&json!({ "sentences": [sentence] }))
    });
    Ok(Done {
        result: Some(result),
        ..Done::default()
    })
}

fn item(index: usize, entry: &ProblemEntry, outcome: &Outcome) -> Both {
    let mut same = keys(&check::about(index, entry));
    let document = Value::Object(keys(&solve::answer(entry, outcome)));
    same.insert("document".into(), document);
    let line = outcome.verdict.mate().map_or(&[][..], |mate| &mate.line);
    same.insert("japanese".into(), japanese(&entry.problem, line));
    Both::new(same, |lang| {
        keys(&json!({ "sentences": solve::verdict(lang, outcome) }))
    })
}
