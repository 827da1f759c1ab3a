//! `kemuri bench`: a collection through Kemuri and other engines, side by side.
//!
//! The engines take turns at every problem rather than at every collection, so
//! that a machine that slows down in between slows all of them down.

mod finding;
mod proof;
mod report;
mod signature;
mod tally;

pub use finding::Finding;

use crate::Status;
use crate::args::BenchArgs;
use crate::input::problems;
use crate::progress::ProgressLine;
use crate::signal::Stop;
use crate::text::Text;
use kemuri_core::Problem;
use kemuri_core::replay::verify_mate;
use kemuri_formats::{ProblemEntry, ReadOptions};
use kemuri_solver::certificate::MemorySplit;
use kemuri_solver::{Budget, Goal, Solver, Verdict};
use kemuri_usi::client::{Engine, EngineAnswer, TimeLimit};
use proof::Proof;
use report::Report;
use std::io::{self, Write};
use std::time::{Duration, Instant};

/// One engine at one problem.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Run {
    finding: Finding,
    /// Whether the length of a mate is proven shortest; engines do not say.
    exact: Option<bool>,
    nodes: Option<u64>,
    time: Duration,
    proof: Proof,
}

impl Run {
    /// A run that did not take place.
    fn without(finding: Finding) -> Self {
        Self {
            finding,
            exact: None,
            nodes: None,
            time: Duration::ZERO,
            proof: Proof::None,
        }
    }
}

/// All engines at one problem: Kemuri's runs first, then those of each engine in turn.
pub(crate) struct Row<'a> {
    entry: &'a ProblemEntry,
    runs: Vec<Vec<Run>>,
}

/// Runs what `args` ask for and prints the comparison to `out`.
pub fn run(args: &BenchArgs, text: Text, stop: &Stop, out: &mut dyn Write) -> io::Result<Status> {
    if args.signature {
        return signature::run(args, text.0, stop, out);
    }
    let mut status = Status::default();
    let mut entries = Vec::new();
    let mut inputs = problems(
        &args.inputs,
        ReadOptions::default().with_attacker(args.search.attacker),
    );
    while let Some(item) = stop.unless_asked(|| inputs.next()) {
        match item {
            Ok(entry) => entries.push(entry),
            Err(error) => {
                text.complain(&text.input_error(&error));
                status.bad_input = true;
            }
        }
    }
    if stop.is_asked() {
        return Ok(interrupted(status, text));
    }
    if entries.is_empty() {
        return Ok(status);
    }
    let mut bench = match Bench::new(args, text, stop) {
        Ok(bench) => bench,
        // An engine that was not waited for has done nothing wrong.
        Err(_) if stop.is_asked() => return Ok(interrupted(status, text)),
        Err(sentence) => {
            text.complain(&sentence);
            return Ok(Status {
                bad_input: true,
                ..status
            });
        }
    };
    let mut report = Report::new(bench.names(), &entries, args, text);
    report.start(out)?;
    for (i, entry) in entries.iter().enumerate() {
        if stop.is_asked() {
            break;
        }
        let label = format!("[{}/{}] {}", i + 1, entries.len(), name(entry));
        let row = bench.row(entry, &label);
        bench.meter.clear();
        report.add(out, &row)?;
    }
    if stop.is_asked() {
        status = interrupted(status, text);
    }
    status.unknown |= report.finish(out)?;
    Ok(status)
}

/// Says that the user wished to stop, and what that makes of `status`.
fn interrupted(status: Status, text: Text) -> Status {
    text.complain(&kemuri_text::tr!(text.0, "solve-interrupted"));
    Status {
        unknown: true,
        ..status
    }
}

/// What a problem is called in tables.
fn name(entry: &ProblemEntry) -> String {
    entry.id.clone().unwrap_or_else(|| entry.problem.to_sfen())
}

/// Everybody who takes part.
struct Bench<'a> {
    solver: Solver,
    goal: Goal,
    /// What each problem may cost.
    budget: Budget,
    engines: Vec<Engine>,
    time_limit: TimeLimit,
    repeat: usize,
    /// Whether certificates are asked for, and the memory for all there is.
    verify: bool,
    memory: MemorySplit,
    stop: &'a Stop,
    meter: ProgressLine,
    text: Text,
}

impl<'a> Bench<'a> {
    fn new(args: &BenchArgs, text: Text, stop: &'a Stop) -> Result<Self, String> {
        let search = &args.search;
        let engines = args
            .engines
            .iter()
            .map(|command| {
                Engine::start(command.clone(), &stop.flag()).map_err(|error| {
                    let program = command.program.display();
                    format!("--engine {program}: {}", error.message(text.0))
                })
            })
            .collect::<Result<_, _>>()?;
        let mut options = args.options.clone();
        let memory = MemorySplit::of(options.hash);
        if args.verify {
            options.hash = memory.table;
        }
        Ok(Self {
            solver: Solver::within_memory(options).map_err(|e| text.solver_error(&e))?,
            goal: args.goal(),
            budget: search.budget(stop),
            engines,
            time_limit: TimeLimit {
                time: search.time,
                grace: args.grace,
            },
            repeat: args.repeat,
            verify: args.verify,
            memory,
            stop,
            meter: ProgressLine::new(search.progress, text.0),
            text,
        })
    }

    /// The names of all, made different from each other.
    fn names(&self) -> Vec<String> {
        let mut names = vec!["Kemuri".to_string()];
        for engine in &self.engines {
            let name = engine.name().to_string();
            let twins = names.iter().filter(|n| **n == name).count();
            names.push(if twins > 0 {
                format!("{name} ({})", twins + 1)
            } else {
                name
            });
        }
        names
    }

    fn row<'e>(&mut self, entry: &'e ProblemEntry, label: &str) -> Row<'e> {
        let names = self.names();
        let mut runs = vec![Vec::new(); names.len()];
        'turns: for _ in 0..self.repeat {
            for (player, runs) in runs.iter_mut().enumerate() {
                if self.stop.is_asked() {
                    break 'turns;
                }
                runs.push(match player.checked_sub(1) {
                    None => self.kemuri(&entry.problem, label),
                    // `go mate` asks whether the side to move mates.
                    Some(_) if !entry.problem.attacker_to_move() => Run::without(Finding::NotAsked),
                    Some(i) => self.engine(i, &names[player], entry, label),
                });
            }
        }
        // Whoever had no turn before the interrupt has found out nothing.
        for runs in runs.iter_mut().filter(|runs| runs.is_empty()) {
            runs.push(Run::without(Finding::Unknown("interrupted")));
        }
        Row { entry, runs }
    }

    fn kemuri(&mut self, problem: &Problem, label: &str) -> Run {
        let meter = &self.meter;
        let start = Instant::now();
        self.solver.clear();
        let budget = self.budget.renewed();
        let outcome = (self.solver).solve(problem, self.goal, &budget, &mut |progress| {
            meter.show(label, problem, progress)
        });
        let time = start.elapsed();
        let proof = if self.verify {
            self.prove(problem, &outcome, label)
        } else {
            Proof::None
        };
        let (finding, exact) = match outcome.verdict {
            Verdict::Mate(mate) => (Finding::Mate(mate.length as usize), Some(mate.exact)),
            Verdict::NoMate => (Finding::NoMate, None),
            Verdict::Unknown(reason) => (Finding::Unknown(reason.word()), None),
        };
        Run {
            finding,
            exact,
            nodes: Some(outcome.stats.nodes),
            time,
            proof,
        }
    }

    fn engine(
        &mut self,
        index: usize,
        engine_name: &str,
        entry: &ProblemEntry,
        label: &str,
    ) -> Run {
        let text = self.text;
        self.meter.say(|| text.waiting_for(label, engine_name));
        let reply = self.engines[index].solve(&entry.problem, self.time_limit, &self.stop.flag());
        let complain = |sentence: String| {
            self.meter.clear();
            self.text.complain(&sentence);
        };
        let finding = match reply.answer {
            Ok(EngineAnswer::Mate(line)) => match verify_mate(&entry.problem, &line) {
                Ok(()) => Finding::Mate(line.len()),
                Err(error) => {
                    let why = kemuri_text::core::replay_error(self.text.0, &error);
                    complain(self.text.bad_line(&name(entry), engine_name, &why));
                    Finding::BadLine(line.len())
                }
            },
            Ok(EngineAnswer::NoMate) => Finding::NoMate,
            Ok(EngineAnswer::Timeout) => Finding::Unknown("time"),
            Ok(EngineAnswer::NotImplemented) => Finding::Unknown("notimplemented"),
            Ok(_) => Finding::Unknown("interrupted"),
            // Ctrl-C on a terminal reaches the engine, too.
            Err(_) if self.stop.is_asked() => Finding::Unknown("interrupted"),
            Err(error) => {
                let why = error.message(self.text.0);
                complain(self.text.engine_failed(&name(entry), engine_name, &why));
                Finding::Failed(error.kind())
            }
        };
        Run {
            finding,
            exact: None,
            nodes: reply.nodes,
            time: reply.time,
            proof: Proof::None,
        }
    }
}
