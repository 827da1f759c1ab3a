//! `kemuri solve --tree`: the variations of one problem.

mod kif;
mod refutation;
mod text;

use crate::args::{SolveArgs, TreeFormat};
use crate::input::only_problem;
use crate::json::{AnswerExtras, answer, write_line};
use crate::notes::PieceWarnings;
use crate::{CommandResult, complain, complain_of_threads, solve};
use kemuri_formats::ProblemEntry;
use kemuri_solver::refutation::{RefutationLines, RefutationTree};
use kemuri_solver::tree::json::SolveTreeDocument;
use kemuri_solver::tree::{Cut, TreeLines};
use kemuri_solver::{Futile, Goal, Outcome, Solver, Tree, Verdict};
use kemuri_terminal::{ProgressLine, Status, Stop};
use kemuri_text::tree as sentences;
use kemuri_text::{Lang, solver, tr};
use refutation::RefutationPage;
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
    let options = args.read_options();
    let Some(entry) = only_problem(&args.inputs, options, stop, lang, several)? else {
        return Ok(Status::UNDECIDED);
    };
    if format != TreeFormat::Json {
        PieceWarnings::of(lang, &entry).complain_of_pieces();
    }
    let solver = Solver::within_memory(args.options.clone());
    let mut solver = solver.map_err(|error| solver::solver_error(lang, &error))?;
    complain_of_threads(solver.options().threads, lang);
    let meter = ProgressLine::new(args.search.progress, lang);
    let (outcome, variations) = solve(&mut solver, &entry, args, stop, &meter);
    meter.clear();
    write(out, format, &entry, &outcome, &variations, lang)?;
    let is_missing = variations.is_stopped() || matches!(outcome.verdict, Verdict::Unknown(_));
    Ok(Status::unknown_if(is_missing || stop.is_asked()))
}

/// What there is beside the verdict.
enum Variations {
    /// The variations of a mate.
    Mate(Tree),
    /// The replies that refute the checks of a no-mate.
    NoMate(RefutationTree),
    /// Nothing: it is not decided, or the shortest length is not.
    None,
}

impl Variations {
    /// Whether a limit has kept something from being found.
    fn is_stopped(&self) -> bool {
        let cut = match self {
            Self::Mate(tree) => tree.cut(),
            Self::NoMate(tree) => tree.cut(),
            Self::None => return true,
        };
        matches!(cut, Some(Cut::Stopped(_)))
    }
}

/// Solves a problem, and finds its variations if the length is proven, or what
/// refutes it. The statistics are those of both.
fn solve(
    solver: &mut Solver,
    entry: &ProblemEntry,
    args: &SolveArgs,
    stop: &Stop,
    meter: &ProgressLine,
) -> (Outcome, Variations) {
    let label = entry.id.as_deref().unwrap_or_default();
    let mut show = |progress: &_| meter.show(label, &entry.problem, progress);
    // For the whole problem.
    let budget = args.search.budget(stop);
    let goal = Goal::Shortest(Futile::None);
    let mut outcome = solver.solve(&entry.problem, goal, &budget, &mut show);
    let shape = args.tree.shape();
    let (variations, stats) = match &outcome.verdict {
        Verdict::Mate(mate) if mate.exact => {
            match solver.tree(&outcome, &shape, &budget, &mut show) {
                Ok(tree) => {
                    let stats = tree.stats.clone();
                    (Variations::Mate(tree), Some(stats))
                }
                Err(_) => (Variations::None, None),
            }
        }
        Verdict::NoMate => {
            let found = solver.refute(&entry.problem, &[], shape.nodes, &budget, &mut show);
            let tree = found.tree(shape.depth);
            (Variations::NoMate(tree), Some(found.stats))
        }
        _ => (Variations::None, None),
    };
    if let Some(stats) = stats {
        outcome.stats.nodes += stats.nodes;
        outcome.stats.time += stats.time;
        outcome.stats.collections += stats.collections;
        outcome.stats.hash_permille = stats.hash_permille;
        outcome.stats.peak_table_bytes = stats.peak_table_bytes;
    }
    (outcome, variations)
}

/// Writes the variations, or what is known without them.
fn write(
    out: &mut dyn Write,
    format: TreeFormat,
    entry: &ProblemEntry,
    outcome: &Outcome,
    variations: &Variations,
    lang: Lang,
) -> io::Result<()> {
    match variations {
        Variations::Mate(tree) => {
            let lines = TreeLines::new(&entry.problem, tree);
            write_mate(out, format, entry, outcome, &lines, lang)?;
        }
        Variations::NoMate(tree) => {
            let lines = RefutationLines::new(&entry.problem, tree);
            let page = RefutationPage {
                problem: &entry.problem,
                lines: &lines,
                lang,
            };
            write_no_mate(out, format, entry, outcome, &page)?;
        }
        Variations::None => {
            let full = || solve::full(entry, outcome, lang);
            match format {
                TreeFormat::Json => {
                    let answer = answer(entry, outcome, AnswerExtras::default());
                    write_line(out, &SolveTreeDocument::new(answer, None))?;
                }
                TreeFormat::Text | TreeFormat::Kif => complain(&sentences::no_tree(lang, outcome)),
            }
            if format == TreeFormat::Text {
                writeln!(out, "{}", full())?;
            }
        }
    }
    out.flush()
}

fn write_mate(
    out: &mut dyn Write,
    format: TreeFormat,
    entry: &ProblemEntry,
    outcome: &Outcome,
    lines: &TreeLines<'_>,
    lang: Lang,
) -> io::Result<()> {
    match format {
        TreeFormat::Json => {
            let answer = answer(entry, outcome, AnswerExtras::default());
            write_line(out, &SolveTreeDocument::new(answer, Some(lines)))
        }
        TreeFormat::Text => {
            let tree = (text::write(lines, lang), sentences::notes(lang, lines));
            let size = (lines.list.len(), lines.tree.nodes.len());
            write!(out, "{}", page(entry, outcome, tree, size, lang))
        }
        TreeFormat::Kif => {
            let record = kif::write(entry, lines, lang);
            write!(out, "{}", record.unwrap_or_default())
        }
    }
}

fn write_no_mate(
    out: &mut dyn Write,
    format: TreeFormat,
    entry: &ProblemEntry,
    outcome: &Outcome,
    of: &RefutationPage<'_>,
) -> io::Result<()> {
    match format {
        TreeFormat::Json => {
            let answer = answer(entry, outcome, AnswerExtras::default());
            write_line(out, &SolveTreeDocument::refuted(answer, of.lines))
        }
        TreeFormat::Text => {
            let tree = (of.text(), of.notes());
            let size = (of.lines.list.len(), of.lines.tree.nodes.len());
            write!(out, "{}", page(entry, outcome, tree, size, of.lang))
        }
        TreeFormat::Kif => {
            let record = kif::write_refutation(of, entry);
            write!(out, "{}", record.unwrap_or_default())
        }
    }
}

/// Diagram, verdict, lines and notes, statistics.
fn page(
    entry: &ProblemEntry,
    outcome: &Outcome,
    (lines, notes): (String, Vec<String>),
    (count, positions): (usize, usize),
    lang: Lang,
) -> String {
    let mut out = format!("{}\n{lines}\n", solve::heading(entry, outcome, lang));
    for note in notes {
        out += &format!("{note}\n");
    }
    let size = tr!(lang, "solve-tree-size", lines = count, positions);
    out + &format!("{size}\n{}\n", solver::statistics(lang, &outcome.stats))
}
