//! `kemuri compose`.

use crate::args::ComposeArgs;
use crate::enumerate::condition as condition_of;
use crate::input::only_problem;
use crate::notes::PieceWarnings;
use crate::{CommandResult, check, json, wrapped};
use kemuri_compose::condition::Setup;
use kemuri_compose::json::ComposedDocument;
use kemuri_compose::retro::{ExtendOptions, Extensions, extend};
use kemuri_compose::soundness::{self, SoundnessRules};
use kemuri_compose::{ComposedProblem, Condition};
use kemuri_core::hand::HAND_KINDS;
use kemuri_core::{Board, Budget, Hand, Move, Phase, Problem, Progress, notation};
use kemuri_formats::{ProblemEntry, ReadOptions};
use kemuri_judge::Judge;
use kemuri_solver::{Options, Solver};
use kemuri_terminal::{ProgressLine, Refusal, Status, Stop};
use kemuri_text::{Lang, compose, diagram, solver, tr, units};
use std::cmp::Reverse;
use std::io::{self, Write};

/// Extends the problem that `args` name and prints what stays sound to `out`.
pub fn run(args: &ComposeArgs, lang: Lang, stop: &Stop, out: &mut dyn Write) -> CommandResult {
    let condition = args.condition.as_ref();
    let condition =
        condition.map(|name| stop.endable(|| condition_of(name, lang).map_err(Refusal::from)));
    let condition = condition.transpose()?;
    let condition = condition.as_ref();
    let several = || tr!(lang, "enumerate-one-to-extend");
    let options = ReadOptions::default().with_rest(args.rest);
    let Some(entry) = only_problem(&args.inputs, options, stop, lang, several)? else {
        return Ok(Status::UNDECIDED);
    };
    let problem = &entry.problem;
    check_material(problem, condition, lang)?;
    if !args.json {
        let warnings = PieceWarnings::of(lang, &entry);
        warnings.complain_of_hands();
        // A condition says which pieces there are.
        if condition.is_none() {
            warnings.complain_of_pieces();
        }
    }
    let options = Options::default().with_hash(args.options.hash);
    let solver = Solver::new(options);
    let mut solver = solver.map_err(|error| solver::solver_error(lang, &error))?;
    let mut options = condition.map_or_else(ExtendOptions::default, ExtendOptions::for_condition);
    options.steps = args.steps;
    options.nodes = args.nodes;
    let budget = Budget::until_stopped(stop.flag());
    let part = budget.at_most_nodes(options.nodes);
    let meter = ProgressLine::new(args.progress, lang);
    let line = solution(&entry, options.soundness, &solver, &part, &meter, lang);
    meter.clear();
    let line = line?;
    let line = match condition {
        None => line,
        Some(condition) => condition
            .matching_line(problem, &line)
            .map_err(|mismatch| {
                let mismatch = compose::condition_mismatch(lang, mismatch);
                let sfen = problem.to_sfen();
                tr!(lang, "enumerate-does-not-match", sfen, mismatch)
            })?,
    };
    let mut on_progress = |progress: &Progress| {
        if let Phase::Extending { problems } = progress.phase {
            // The last step is the last, however often it is reported.
            let last = progress.total.unwrap_or(u64::MAX);
            let step = (progress.done + 1).min(last);
            let nodes = units::grouped(progress.nodes);
            meter.say(|| tr!(lang, "enumerate-step", step, problems, nodes));
        }
    };
    let found = extend(
        problem,
        &line,
        &options,
        &mut solver,
        &budget,
        &mut on_progress,
    );
    meter.clear();
    let status = Status::unknown_if(found.open > 0 || !found.complete);
    print(args, found, condition, lang, out)?;
    Ok(status)
}

/// Prints what was found.
fn print(
    args: &ComposeArgs,
    mut found: Extensions,
    condition: Option<&Condition>,
    lang: Lang,
    out: &mut dyn Write,
) -> io::Result<()> {
    let wanted = condition.map(|condition| condition.problem);
    let wanted = wanted.filter(|&setup| setup != Setup::default());
    let is_finished =
        |found: &ComposedProblem| wanted.map(|setup| setup.fits(&Board::new(&found.problem)));
    // Stable: the longest stay the first, and of these the finished ones are.
    found.problems.sort_by_key(|extension| {
        let unfinished = is_finished(extension) == Some(false);
        (Reverse(extension.line.len()), unfinished)
    });
    let shown = &found.problems[..found.problems.len().min(args.top)];
    for (i, extension) in shown.iter().enumerate() {
        let finished = is_finished(extension);
        if args.json {
            json::write_line(out, &ComposedDocument::new(extension, finished))?;
        } else {
            show(i + 1, extension, finished == Some(true), lang, out)?;
        }
    }
    if !args.json {
        let all = found.problems.iter();
        let finished = all.filter(|found| is_finished(found) == Some(true)).count();
        let finished = wanted.map(|_| finished);
        let summary = summary(lang, &found, finished, shown.len());
        writeln!(out, "{}", wrapped(&summary))?;
    }
    out.flush()
}

/// Says what was found, and how many are `finished` if the condition says what that
/// is.
fn summary(lang: Lang, found: &Extensions, finished: Option<usize>, shown: usize) -> String {
    let (count, open) = (found.problems.len(), found.open);
    let mut out = tr!(lang, "enumerate-extensions", count, shown);
    if let Some(finished) = finished {
        out += &tr!(lang, "enumerate-extensions-finished", finished);
    }
    if open > 0 {
        out += &tr!(lang, "enumerate-extensions-open", open);
    }
    if !found.complete {
        out += &tr!(lang, "enumerate-extensions-interrupted");
    }
    out
}

/// Refuses a problem whose pieces are not those of the condition.
fn check_material(
    problem: &Problem,
    condition: Option<&Condition>,
    lang: Lang,
) -> Result<(), String> {
    let material = Board::new(problem).material();
    match condition {
        Some(condition) if condition.material != material => {
            let [problem, condition] =
                [material, condition.material].map(|hand| pieces(lang, hand));
            Err(tr!(lang, "enumerate-other-material", problem, condition))
        }
        _ => Ok(()),
    }
}

/// How many of each kind, in words.
fn pieces(lang: Lang, hand: Hand) -> String {
    let kinds = HAND_KINDS.into_iter().filter_map(|kind| {
        let count = hand.count(kind.to_index());
        (count > 0).then(|| tr!(lang, "enumerate-pieces", count, name = kind))
    });
    let kinds: Vec<String> = kinds.collect();
    match kinds.is_empty() {
        true => tr!(lang, "enumerate-no-pieces"),
        false => kinds.join(&tr!(lang, "enumerate-pieces-comma")),
    }
}

/// The solution of the problem to extend, if it is sound.
fn solution(
    entry: &ProblemEntry,
    rules: SoundnessRules,
    solver: &Solver,
    budget: &Budget,
    meter: &ProgressLine,
    lang: Lang,
) -> Result<Vec<Move>, Refusal> {
    let problem = &entry.problem;
    let judge = Judge::new(solver.options());
    let mut judge = judge.map_err(|error| solver::solver_error(lang, &error))?;
    let mut on_progress = |progress: &Progress| {
        meter.say(|| check::sentences::progress(lang, &entry.label(), progress));
    };
    soundness::check(problem, None, rules, &mut judge, budget, &mut on_progress)
        .map_err(|error| Refusal::undecided(compose::soundness_error(lang, problem, &error)))
}

fn show(
    number: usize,
    found: &ComposedProblem,
    finished: bool,
    lang: Lang,
    out: &mut dyn Write,
) -> io::Result<()> {
    let finished = match finished {
        true => tr!(lang, "enumerate-extension-finished"),
        false => String::new(),
    };
    let equal = match found.strict {
        true => String::new(),
        false => tr!(lang, "enumerate-extension-equal"),
    };
    let plies = found.line.len();
    let line = notation::japanese(&found.problem, &found.line)
        .unwrap_or_else(|| found.line.iter().map(|mv| mv.to_usi()).collect());
    writeln!(
        out,
        "{}\n{}\n\n{}\n{}\n",
        tr!(lang, "enumerate-extension", number, plies, finished, equal),
        found.problem.to_sfen(),
        diagram::plain(lang, &found.problem),
        wrapped(&line.join(" "))
    )
}
