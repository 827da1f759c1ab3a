//! `kemuri solve --tree`: the variations of one problem.

mod kif;
mod sentences;
mod text;

use crate::args::{SolveArgs, TreeFormat};
use crate::input::only_problem;
use crate::json::{AnswerExtras, answer, write_line};
use crate::{CommandResult, complain, solve};
use kemuri_formats::ProblemEntry;
use kemuri_solver::tree::json::SolveTreeDocument;
use kemuri_solver::tree::{Cut, TreeLines};
use kemuri_solver::{Futile, Goal, Outcome, Solver, Tree, Verdict};
use kemuri_terminal::{ProgressLine, Status, Stop};
use kemuri_text::{Lang, solver, tr};
use std::io::{self, Write};

/// Solves the problem that `args` name and writes its variations to `out`.
pub fn run(
    args: &SolveArgs,
    format: TreeFormat,
    lang: Lang,
    stop: &Stop,
    out: &mut dyn Write,
) -> CommandResult {
    let several = || tr!(lang, "solve-tree-one-problem");
    let options = args.search.read_options();
    let Some(entry) = only_problem(&args.inputs, options, stop, lang, several)? else {
        return Ok(Status::UNDECIDED);
    };
    let solver = Solver::within_memory(args.options.clone());
    let mut solver = solver.map_err(|error| solver::solver_error(lang, &error))?;
    let meter = ProgressLine::new(args.search.progress, lang);
    let (outcome, tree) = solve(&mut solver, &entry, args, stop, &meter);
    meter.clear();
    write(out, format, &entry, &outcome, tree.as_ref(), lang)?;
    let is_stopped = |tree: &Tree| matches!(tree.cut(), Some(Cut::Stopped(_)));
    let is_missing = match &outcome.verdict {
        Verdict::Mate(_) => tree.as_ref().is_none_or(is_stopped),
        Verdict::NoMate => false,
        Verdict::Unknown(_) => true,
    };
    Ok(Status::unknown_if(is_missing || stop.is_asked()))
}

/// Solves a problem, and finds its variations if the length is proven. The
/// statistics are those of both.
fn solve(
    solver: &mut Solver,
    entry: &ProblemEntry,
    args: &SolveArgs,
    stop: &Stop,
    meter: &ProgressLine,
) -> (Outcome, Option<Tree>) {
    let label = entry.id.as_deref().unwrap_or_default();
    let mut show = |progress: &_| meter.show(label, &entry.problem, progress);
    // For the whole problem.
    let budget = args.search.budget(stop);
    let goal = Goal::Shortest(Futile::None);
    let mut outcome = solver.solve(&entry.problem, goal, &budget, &mut show);
    let tree = match &outcome.verdict {
        Verdict::Mate(mate) if mate.exact => {
            let tree = solver.tree(&outcome, &args.tree.shape(), &budget, &mut show);
            tree.ok()
        }
        _ => None,
    };
    if let Some(Tree { stats, .. }) = &tree {
        outcome.stats.nodes += stats.nodes;
        outcome.stats.time += stats.time;
        outcome.stats.collections += stats.collections;
        outcome.stats.hash_permille = stats.hash_permille;
        outcome.stats.peak_table_bytes = stats.peak_table_bytes;
    }
    (outcome, tree)
}

/// Writes the variations, or what is known without them.
fn write(
    out: &mut dyn Write,
    format: TreeFormat,
    entry: &ProblemEntry,
    outcome: &Outcome,
    tree: Option<&Tree>,
    lang: Lang,
) -> io::Result<()> {
    let lines = tree.map(|tree| TreeLines::new(&entry.problem, tree));
    if lines.is_none() && format != TreeFormat::Json {
        complain(&sentences::no_tree(lang, outcome));
    }
    match (format, &lines) {
        (TreeFormat::Json, lines) => {
            let answer = answer(entry, outcome, AnswerExtras::default());
            write_line(out, &SolveTreeDocument::new(answer, lines.as_ref()))?;
        }
        (TreeFormat::Text, Some(lines)) => write!(out, "{}", page(entry, outcome, lines, lang))?,
        (TreeFormat::Text, None) => writeln!(out, "{}", solve::full(entry, outcome, None, lang))?,
        (TreeFormat::Kif, Some(lines)) => {
            let record = kif::write(&entry.problem, entry.id.as_deref(), lines, lang);
            write!(out, "{}", record.unwrap_or_default())?;
        }
        (TreeFormat::Kif, None) => {}
    }
    out.flush()
}

/// Diagram, verdict, lines, statistics.
fn page(entry: &ProblemEntry, outcome: &Outcome, lines: &TreeLines<'_>, lang: Lang) -> String {
    let mut out = format!(
        "{}\n{}\n",
        solve::heading(entry, outcome, lang),
        text::write(lines, lang)
    );
    for note in sentences::notes(lang, lines) {
        out += &format!("{note}\n");
    }
    let size = tr!(
        lang,
        "solve-tree-size",
        lines = lines.list.len(),
        positions = lines.tree.nodes.len()
    );
    out + &format!("{size}\n{}\n", solver::statistics(lang, &outcome.stats))
}
