//! `kemuri solve --tree`: the variations of one problem.

mod json;
mod kif;
mod lines;
mod text;

use crate::args::{SolveArgs, TreeFormat};
use crate::input::problems;
use crate::json::{More, answer, write_line};
use crate::progress::ProgressLine;
use crate::signal::Stop;
use crate::text::Text;
use crate::{Status, show, solve};
use json::{JsonTree, TreeAnswer};
use kemuri_formats::{InputError, ProblemEntry, ReadOptions};
use kemuri_solver::tree::Cut;
use kemuri_solver::{Futile, Goal, Outcome, Solver, Tree, Verdict};
use lines::Lines;
use std::io::{self, Write};

/// Solves the problem that `args` name and writes its variations to `out`.
pub fn run(
    args: &SolveArgs,
    format: TreeFormat,
    text: Text,
    stop: &Stop,
    out: &mut dyn Write,
) -> io::Result<Status> {
    let search = &args.search;
    let refuse = |sentence: &str| {
        text.complain(sentence);
        Ok(Status::BAD_INPUT)
    };
    let entry = match one_problem(args, stop) {
        Ok(Some(entry)) => entry,
        Ok(None) => return refuse(text.one_tree()),
        Err(error) => return refuse(&text.input_error(&error)),
    };
    let mut solver = match Solver::within_memory(args.options.clone()) {
        Ok(solver) => solver,
        Err(error) => return refuse(&text.solver_error(&error)),
    };
    // For the whole problem.
    let budget = search.budget(stop);
    let meter = ProgressLine::new(search.progress, text.0);
    let label = entry.id.clone().unwrap_or_default();
    let mut show = |progress: &_| meter.show(&label, &entry.problem, progress);
    let goal = Goal::Shortest(Futile::None);
    let mut outcome = solver.solve(&entry.problem, goal, &budget, &mut show);
    let tree = match &outcome.verdict {
        Verdict::Mate(mate) if mate.exact => {
            let tree = solver.tree(&entry.problem, mate, &args.tree.shape(), &budget, &mut show);
            tree.ok()
        }
        _ => None,
    };
    meter.clear();
    if let Some(Tree { stats, .. }) = &tree {
        outcome.stats.nodes += stats.nodes;
        outcome.stats.time += stats.time;
        outcome.stats.collections += stats.collections;
        outcome.stats.hash_permille = stats.hash_permille;
        outcome.stats.peak_table_bytes = stats.peak_table_bytes;
    }
    let lines = tree.as_ref().map(|tree| Lines::new(&entry.problem, tree));
    if lines.is_none() && format != TreeFormat::Json {
        text.complain(text.no_tree(&outcome));
    }
    match (format, &lines) {
        (TreeFormat::Json, lines) => write_line(
            out,
            &TreeAnswer {
                answer: answer(&entry, &outcome, More::default()),
                tree: lines.as_ref().map(JsonTree::new),
            },
        )?,
        (TreeFormat::Text, Some(lines)) => write!(out, "{}", page(&entry, &outcome, lines, text))?,
        (TreeFormat::Text, None) => writeln!(out, "{}", solve::full(&entry, &outcome, text))?,
        (TreeFormat::Kif, Some(lines)) => {
            let notes = text.tree_notes(lines.tree.cut(), lines.omitted());
            let id = entry.id.as_deref();
            let record = kif::write(&entry.problem, id, lines, &notes, text);
            write!(out, "{}", record.unwrap_or_default())?;
        }
        (TreeFormat::Kif, None) => {}
    }
    out.flush()?;
    let stopped = |tree: &Tree| matches!(tree.cut(), Some(Cut::Stopped(_)));
    let missing = match &outcome.verdict {
        Verdict::Mate(_) => tree.as_ref().is_none_or(stopped),
        Verdict::NoMate => false,
        Verdict::Unknown(_) => true,
    };
    Ok(Status {
        unknown: missing || stop.is_asked(),
        ..Status::default()
    })
}

/// The only problem there is; `None` if there are several.
fn one_problem(args: &SolveArgs, stop: &Stop) -> Result<Option<ProblemEntry>, InputError> {
    let mut inputs = problems(
        &args.inputs,
        ReadOptions::default().with_attacker(args.search.attacker),
    );
    let mut next = || stop.unless_asked(|| inputs.next());
    let first = next().transpose()?;
    match next() {
        Some(_) => Ok(None),
        None => Ok(first),
    }
}

/// Diagram, verdict, lines, statistics.
fn page(entry: &ProblemEntry, outcome: &Outcome, lines: &Lines<'_>, text: Text) -> String {
    let mut out = String::new();
    if let Some(id) = &entry.id {
        out += &format!("{id}\n");
    }
    out += &format!(
        "{}\n\n{}\n\n{}\n",
        show::plain(&entry.problem, text),
        text.verdict(outcome),
        text::write(lines, text),
    );
    for note in text.tree_notes(lines.tree.cut(), lines.omitted()) {
        out += &format!("{note}\n");
    }
    out += &format!(
        "{}\n{}\n",
        text.tree_size(lines.list.len(), lines.tree.nodes.len()),
        text.statistics(&outcome.stats)
    );
    out
}
