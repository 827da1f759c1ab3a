//! `kemuri compose`.

use crate::args::ComposeArgs;
use crate::enumerate::condition as condition_of;
use crate::input::problems;
use crate::text::Text;
use crate::{json, show};
use kemuri_compose::condition::Setup;
use kemuri_compose::json::ComposedDocument;
use kemuri_compose::retro::{ExtendOptions, extend};
use kemuri_compose::soundness::{self, SoundnessError, SoundnessRules};
use kemuri_compose::{ComposedProblem, Condition};
use kemuri_core::{Board, Budget, Move, Phase, Problem, Progress, notation};
use kemuri_formats::ReadOptions;
use kemuri_judge::Judge;
use kemuri_solver::{Options, Solver, SolverError};
use kemuri_terminal::{ProgressLine, Status, Stop};
use std::cmp::Reverse;
use std::io::{self, Write};

/// Extends the problem that `args` name and prints what stays sound to `out`.
pub fn run(args: &ComposeArgs, text: Text, stop: &Stop, out: &mut dyn Write) -> io::Result<Status> {
    let refused = |sentence: String| {
        text.complain(&sentence);
        Ok(Status::BAD_INPUT)
    };
    let (problem, condition, mut solver) = match prepare(args, text) {
        Ok(prepared) => prepared,
        Err(sentence) => return refused(sentence),
    };
    let condition = condition.as_ref();
    let mut options = condition.map_or_else(ExtendOptions::default, ExtendOptions::for_condition);
    options.steps = args.steps;
    options.nodes = args.nodes;
    let budget = Budget::until_stopped(stop.flag());
    let part = budget.at_most_nodes(options.nodes);
    let line = match solution(&problem, options.soundness, &solver, &part) {
        Ok(Ok(line)) => line,
        Ok(Err(error)) => {
            text.complain(&kemuri_text::compose::soundness_error(
                text.0, &problem, &error,
            ));
            return Ok(Status::UNDECIDED);
        }
        Err(error) => return refused(text.solver_error(&error)),
    };
    let line = match condition.map(|condition| condition.matching_line(&problem, &line)) {
        None => line,
        Some(Ok(line)) => line,
        Some(Err(mismatch)) => return refused(text.does_not_match(&problem.to_sfen(), mismatch)),
    };
    let meter = ProgressLine::new(args.progress, text.0);
    let mut on_progress = |progress: &Progress| {
        if let Phase::Extending { problems } = progress.phase {
            meter.say(|| text.step_done(progress.done, problems));
        }
    };
    let mut found = extend(
        &problem,
        &line,
        &options,
        &mut solver,
        &budget,
        &mut on_progress,
    );
    meter.clear();
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
            show(i + 1, extension, finished == Some(true), text, out)?;
        }
    }
    if !args.json {
        let all = found.problems.iter();
        let finished = all.filter(|found| is_finished(found) == Some(true)).count();
        let finished = wanted.map(|_| finished);
        writeln!(out, "{}", text.extensions(&found, finished, shown.len()))?;
    }
    out.flush()?;
    Ok(Status {
        unknown: found.open > 0 || !found.complete,
        ..Status::default()
    })
}

/// The solution of the problem to extend, if it is sound.
fn solution(
    problem: &Problem,
    rules: SoundnessRules,
    solver: &Solver,
    budget: &Budget,
) -> Result<Result<Vec<Move>, SoundnessError>, SolverError> {
    let mut judge = Judge::new(solver.options())?;
    Ok(soundness::check(problem, None, rules, &mut judge, budget))
}

/// The problem, the condition to keep to and a solver, or what is wrong.
fn prepare(args: &ComposeArgs, text: Text) -> Result<(Problem, Option<Condition>, Solver), String> {
    let condition = args.condition.as_ref();
    let condition = condition.map(|name| condition_of(name, text)).transpose()?;
    let mut inputs = problems(&args.inputs, ReadOptions::default());
    let problem = match (inputs.next(), inputs.next()) {
        (Some(Ok(entry)), None) => entry.problem,
        (Some(Err(error)), _) => return Err(text.input_error(&error)),
        _ => return Err(text.one_to_extend()),
    };
    let material = Board::new(&problem).material();
    if let Some(condition) = &condition
        && condition.material != material
    {
        return Err(text.other_material(material, condition.material));
    }
    let options = Options {
        hash: args.options.hash,
        ..Options::default()
    };
    let solver = Solver::new(options).map_err(|error| text.solver_error(&error))?;
    Ok((problem, condition, solver))
}

fn show(
    number: usize,
    found: &ComposedProblem,
    finished: bool,
    text: Text,
    out: &mut dyn Write,
) -> io::Result<()> {
    let line = notation::japanese(&found.problem, &found.line)
        .unwrap_or_else(|| found.line.iter().map(|mv| mv.to_usi()).collect());
    writeln!(
        out,
        "{}\n{}\n\n{}\n{}\n",
        text.extension(number, found.line.len(), finished, found.strict),
        found.problem.to_sfen(),
        show::plain(&found.problem, text),
        line.join(" ")
    )
}
