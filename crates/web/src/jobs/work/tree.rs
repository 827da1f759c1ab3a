//! Solves a problem and finds its variations, or what refutes it.

use super::{Done, Resources, japanese, solve};
use crate::jobs::both::{Both, keys};
use crate::jobs::job::{Failure, Job};
use crate::jobs::request::JobOptions;
use kemuri_core::Problem;
use kemuri_formats::ProblemEntry;
use kemuri_solver::refutation::{RefutationLines, RefutationTree};
use kemuri_solver::tree::TreeLines;
use kemuri_solver::tree::json::SolveTreeDocument;
use kemuri_solver::{Futile, Goal, Outcome, Stats, Tree, TreeShape, Verdict};
use kemuri_text::{Lang, refutation, tree};
use serde_json::{Value, json};

/// Positions that are shown at most.
const MAX_POSITIONS: usize = 20_000;

/// What there is beside the verdict.
enum Variations {
    /// The variations of a mate.
    Mate(Tree),
    /// The replies that refute the checks of a no-mate.
    NoMate(RefutationTree),
    /// Nothing: it is not decided, or the shortest length is not.
    None,
}

/// Solves `entry`, every move counted.
pub fn run(
    entry: &ProblemEntry,
    options: &JobOptions,
    job: &Job,
    resources: Resources,
) -> Result<Done, Failure> {
    let mut solver = resources.solver(options)?;
    let budget = job
        .budget()
        .with_time(options.time())
        .with_nodes(options.nodes);
    let mut show = |progress: &_| job.show(progress);
    let goal = Goal::Shortest(Futile::None);
    let mut outcome = solver.solve(&entry.problem, goal, &budget, &mut show);
    let positions = options.positions.unwrap_or(TreeShape::default().nodes);
    let shape = TreeShape::new(options.depth, positions.min(MAX_POSITIONS));
    let variations = match &outcome.verdict {
        Verdict::Mate(mate) if mate.exact => {
            match solver.tree(&outcome, &shape, &budget, &mut show) {
                Ok(tree) => {
                    add(&mut outcome.stats, &tree.stats);
                    Variations::Mate(tree)
                }
                Err(_) => Variations::None,
            }
        }
        Verdict::NoMate => {
            let found = solver.refute(&entry.problem, &[], shape.nodes, &budget, &mut show);
            add(&mut outcome.stats, &found.stats);
            Variations::NoMate(found.tree(shape.depth))
        }
        _ => Variations::None,
    };
    Ok(Done {
        result: Some(result(entry, &outcome, &variations)),
        ..Done::default()
    })
}

/// Adds what the variations cost.
fn add(stats: &mut Stats, more: &Stats) {
    stats.nodes += more.nodes;
    stats.time += more.time;
    stats.collections += more.collections;
    stats.hash_permille = more.hash_permille;
    stats.peak_table_bytes = more.peak_table_bytes;
}

fn result(entry: &ProblemEntry, outcome: &Outcome, variations: &Variations) -> Both {
    let problem = &entry.problem;
    let line = outcome.verdict.mate().map_or(&[][..], |mate| &mate.line);
    let same = |document: SolveTreeDocument| {
        let document = Value::Object(keys(&document));
        keys(&json!({ "document": document, "japanese": japanese(problem, line) }))
    };
    let answer = solve::answer(entry, outcome);
    match variations {
        Variations::Mate(found) => {
            let lines = TreeLines::new(problem, found);
            let document = SolveTreeDocument::new(answer, Some(&lines));
            Both::new(same(document), |lang| {
                let said = lines
                    .list
                    .iter()
                    .map(|line| said_of_line(lang, &lines, line));
                let said: Vec<Value> = said.collect();
                let mut sentences = solve::verdict(lang, outcome);
                sentences.extend(tree::notes(lang, &lines));
                keys(&json!({ "sentences": sentences, "lines": said }))
            })
        }
        Variations::NoMate(found) => {
            let lines = RefutationLines::new(problem, found);
            let document = SolveTreeDocument::refuted(answer, &lines);
            Both::new(same(document), |lang| {
                let said = lines.list.iter();
                let said = said.map(|line| said_of_refutation(lang, problem, &lines, line));
                let said: Vec<Value> = said.collect();
                let mut sentences = solve::verdict(lang, outcome);
                sentences.extend(refutation::notes(lang, problem, found));
                keys(&json!({ "sentences": sentences, "lines": said }))
            })
        }
        Variations::None => Both::new(same(SolveTreeDocument::new(answer, None)), |lang| {
            let mut sentences = solve::verdict(lang, outcome);
            sentences.push(tree::no_tree(lang, outcome));
            keys(&json!({ "sentences": sentences, "lines": [] }))
        }),
    }
}

/// What is said of a line of a tree.
fn said_of_line(lang: Lang, lines: &TreeLines<'_>, line: &kemuri_solver::tree::TreeLine) -> Value {
    json!({
        "summary": tree::summary(lang, lines, line),
        "ending": tree::ending(lang, lines, line),
    })
}

/// What is said of a line of a refutation.
fn said_of_refutation(
    lang: Lang,
    problem: &Problem,
    lines: &RefutationLines<'_>,
    line: &kemuri_solver::tree::TreeLine,
) -> Value {
    let summary = refutation::line_summary(lang, problem, lines, line);
    json!({
        "summary": summary.join(&kemuri_text::tr!(lang, "solve-tree-comma")),
        "ending": refutation::line_ending(lang, lines, line),
    })
}
