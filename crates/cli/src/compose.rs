//! `kemuri compose`.

use crate::args::ComposeArgs;
use crate::enumerate::{NODES, condition};
use crate::input::Inputs;
use crate::progress::Meter;
use crate::signal::Stop;
use crate::text::Text;
use crate::{Status, json, show};
use kemuri_compose::recheck::recheck;
use kemuri_compose::retro::{Extension, Rules, extend};
use kemuri_core::{Problem, notation};
use kemuri_solver::{Limits, Options, Solver};
use serde::Serialize;
use std::io::{self, Write};

/// Extends the problem that `args` name and prints what stays sound to `out`.
pub fn run(args: &ComposeArgs, text: Text, stop: &Stop, out: &mut dyn Write) -> io::Result<Status> {
    let (problem, rules, mut solver) = match prepare(args, text) {
        Ok(prepared) => prepared,
        Err(sentence) => {
            text.complain(&sentence);
            return Ok(Status {
                bad_input: true,
                ..Status::default()
            });
        }
    };
    let limits = Limits {
        nodes: Some(args.nodes.unwrap_or(NODES)),
        stop: stop.flag(),
        ..Limits::default()
    };
    let line = match recheck(&problem, None, rules.unique, &mut solver, &limits) {
        Ok(line) => line,
        Err(flaw) => {
            text.complain(&text.not_sound(&problem.to_sfen(), &flaw));
            return Ok(Status {
                unknown: true,
                ..Status::default()
            });
        }
    };
    let meter = Meter::new(args.progress, text);
    let mut on_step = |step, problems| meter.working(|text| text.step_done(step, problems));
    let problem = (&problem, &line[..]);
    let found = extend(
        problem,
        args.steps,
        &rules,
        &mut solver,
        &limits,
        &mut on_step,
    );
    meter.clear();
    let shown = &found.problems[..found.problems.len().min(args.top)];
    for (i, extension) in shown.iter().enumerate() {
        if args.json {
            json::write_line(out, &Row::of(extension))?;
        } else {
            show(i + 1, extension, text, out)?;
        }
    }
    if !args.json {
        writeln!(out, "{}", text.extensions(&found, shown.len()))?;
    }
    out.flush()?;
    Ok(Status {
        unknown: found.open > 0 || !found.complete,
        ..Status::default()
    })
}

/// The problem, the rules to keep to and a solver, or what is wrong.
fn prepare(args: &ComposeArgs, text: Text) -> Result<(Problem, Rules, Solver), String> {
    let rules = match &args.condition {
        Some(name) => Rules::from(&condition(name, text)?),
        None => Rules::default(),
    };
    let mut inputs = Inputs::new(&args.inputs, None);
    let problem = match (inputs.next(), inputs.next()) {
        (Some(Ok(entry)), None) => entry.problem,
        (Some(Err(error)), _) => return Err(text.input_error(&error)),
        _ => return Err(text.one_to_extend().into()),
    };
    let options = Options {
        hash: args.hash,
        ..Options::default()
    };
    let solver = Solver::new(options).map_err(|error| text.solver_error(&error))?;
    Ok((problem, rules, solver))
}

fn show(number: usize, found: &Extension, text: Text, out: &mut dyn Write) -> io::Result<()> {
    let line = notation::japanese(&found.problem, &found.line)
        .unwrap_or_else(|| found.line.iter().map(|mv| mv.to_usi()).collect());
    writeln!(
        out,
        "{}\n{}\n\n{}\n{}\n",
        text.extension(number, found.line.len(), found.strict),
        found.problem.to_sfen(),
        show::plain(&found.problem, text),
        line.join(" ")
    )
}

/// An extension as JSON.
#[derive(Serialize)]
struct Row {
    sfen: String,
    length: usize,
    moves: Vec<String>,
    equal_defence: bool,
}

impl Row {
    fn of(found: &Extension) -> Self {
        Self {
            sfen: found.problem.to_sfen(),
            length: found.line.len(),
            moves: found.line.iter().map(|mv| mv.to_usi()).collect(),
            equal_defence: !found.strict,
        }
    }
}
