//! `kemuri bench`: a collection through Kemuri and other engines, side by side.
//!
//! The engines take turns at every problem rather than at every collection, so
//! that a machine that slows down in between slows all of them down.

mod report;
mod signature;
mod tally;

use crate::Status;
use crate::args::BenchArgs;
use crate::input::{Entry, Inputs};
use crate::json::reason_word;
use crate::progress::Meter;
use crate::signal::Stop;
use crate::text::Text;
use crate::usi_client::{Claim, Engine, Failure, Patience};
use kemuri_core::Problem;
use kemuri_core::replay::verify_mate;
use kemuri_solver::{Limits, Solver, Verdict};
use report::Report;
use std::io::{self, Write};
use std::time::{Duration, Instant};

/// What one engine found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Finding {
    /// A mate whose line was replayed.
    Mate(usize),
    /// A mate with a line that does not mate.
    BadLine(usize),
    /// No mate.
    NoMate,
    /// Not decided, and why.
    Unknown(&'static str),
    /// No answer, and why.
    Failed(&'static str),
}

/// One engine at one problem.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Run {
    finding: Finding,
    nodes: Option<u64>,
    time: Duration,
}

/// All engines at one problem: Kemuri's runs first, then those of each engine in turn.
pub(crate) struct Row<'a> {
    entry: &'a Entry,
    runs: Vec<Vec<Run>>,
}

impl Finding {
    /// The word of the JSON output.
    fn word(self) -> &'static str {
        match self {
            Self::Mate(_) => "mate",
            Self::BadLine(_) => "mate?",
            Self::NoMate => "nomate",
            Self::Unknown(_) => "unknown",
            Self::Failed(_) => "failed",
        }
    }

    /// The word of tables, where an engine that died should look it.
    fn table_word(self) -> &'static str {
        match self {
            Self::Failed(why) => why,
            _ => self.word(),
        }
    }

    /// Mate or no mate, if it says so. A mate is claimed even by a bad line.
    fn claims_mate(self) -> Option<bool> {
        match self {
            Self::Mate(_) | Self::BadLine(_) => Some(true),
            Self::NoMate => Some(false),
            Self::Unknown(_) | Self::Failed(_) => None,
        }
    }

    /// Whether this settles the problem.
    fn decides(self) -> bool {
        matches!(self, Self::Mate(_) | Self::NoMate)
    }

    fn length(self) -> Option<usize> {
        match self {
            Self::Mate(n) | Self::BadLine(n) => Some(n),
            _ => None,
        }
    }

    fn reason(self) -> Option<&'static str> {
        match self {
            Self::Unknown(why) | Self::Failed(why) => Some(why),
            _ => None,
        }
    }
}

/// Runs what `args` ask for and prints the comparison to `out`.
pub fn run(args: &BenchArgs, text: Text, stop: &Stop, out: &mut dyn Write) -> io::Result<Status> {
    if args.signature {
        return signature::run(args, text, stop, out);
    }
    let mut status = Status::default();
    let mut entries = Vec::new();
    for item in Inputs::new(&args.search.inputs, args.search.attacker) {
        match item {
            Ok(entry) => entries.push(entry),
            Err(error) => {
                text.complain(&text.input_error(&error));
                status.bad_input = true;
            }
        }
    }
    if entries.is_empty() {
        return Ok(status);
    }
    let mut bench = match Bench::new(args, text, stop) {
        Ok(bench) => bench,
        Err(sentence) => {
            text.complain(&sentence);
            return Ok(Status {
                bad_input: true,
                ..status
            });
        }
    };
    let mut report = Report::new(bench.names(), &entries, args.search.json, text);
    report.start(out)?;
    for (i, entry) in entries.iter().enumerate() {
        let label = format!("[{}/{}] {}", i + 1, entries.len(), name(entry));
        let row = bench.row(entry, &label);
        bench.meter.clear();
        if stop.is_asked() {
            // An interrupted problem says nothing about anybody.
            text.complain(text.interrupted());
            status.unknown = true;
            break;
        }
        report.add(out, &row)?;
    }
    status.unknown |= report.finish(out)?;
    Ok(status)
}

/// What a problem is called in tables.
fn name(entry: &Entry) -> String {
    entry.id.clone().unwrap_or_else(|| entry.problem.to_sfen())
}

/// Everybody who takes part.
struct Bench<'a> {
    solver: Solver,
    limits: Limits,
    engines: Vec<Engine>,
    patience: Patience,
    repeat: usize,
    stop: &'a Stop,
    meter: Meter,
    text: Text,
}

impl<'a> Bench<'a> {
    fn new(args: &BenchArgs, text: Text, stop: &'a Stop) -> Result<Self, String> {
        let search = &args.search;
        let engines = args
            .engines
            .iter()
            .map(|spec| {
                Engine::start(spec.clone()).map_err(|failure| {
                    format!(
                        "--engine {}: {}",
                        spec.program.display(),
                        text.failure(&failure)
                    )
                })
            })
            .collect::<Result<_, _>>()?;
        Ok(Self {
            solver: Solver::new(search.options.clone()).map_err(|e| text.solver_error(&e))?,
            limits: Limits {
                time: search.time,
                nodes: search.nodes,
                stop: stop.flag(),
            },
            engines,
            patience: Patience {
                time: search.time,
                grace: args.grace,
            },
            repeat: args.repeat,
            stop,
            meter: Meter::new(search.progress, text),
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

    fn row<'e>(&mut self, entry: &'e Entry, label: &str) -> Row<'e> {
        let names = self.names();
        let mut runs = vec![Vec::new(); names.len()];
        'turns: for _ in 0..self.repeat {
            for (player, runs) in runs.iter_mut().enumerate() {
                if self.stop.is_asked() {
                    break 'turns;
                }
                runs.push(match player.checked_sub(1) {
                    None => self.kemuri(&entry.problem, label),
                    Some(i) => self.engine(i, &names[player], entry, label),
                });
            }
        }
        Row { entry, runs }
    }

    fn kemuri(&mut self, problem: &Problem, label: &str) -> Run {
        self.solver.clear();
        let meter = &self.meter;
        let start = Instant::now();
        let outcome = self.solver.solve(problem, &self.limits, &mut |progress| {
            meter.show(label, problem, progress)
        });
        let time = start.elapsed();
        let finding = match outcome.verdict {
            Verdict::Mate { length, .. } => Finding::Mate(length as usize),
            Verdict::NoMate => Finding::NoMate,
            Verdict::Unknown(reason) => Finding::Unknown(reason_word(reason)),
        };
        Run {
            finding,
            nodes: Some(outcome.stats.nodes),
            time,
        }
    }

    fn engine(&mut self, index: usize, engine_name: &str, entry: &Entry, label: &str) -> Run {
        self.meter.waiting_for(label, engine_name);
        let sfen = entry.problem.to_sfen();
        let reply = self.engines[index].solve(&sfen, self.patience, &self.stop.flag());
        let complain = |sentence: String| {
            self.meter.clear();
            self.text.complain(&sentence);
        };
        let finding = match reply.claim {
            Claim::Mate(line) => match verify_mate(&entry.problem, &line) {
                Ok(()) => Finding::Mate(line.len()),
                Err(error) => {
                    let why = error.message(self.text.0);
                    complain(self.text.bad_line(&name(entry), engine_name, &why));
                    Finding::BadLine(line.len())
                }
            },
            Claim::NoMate => Finding::NoMate,
            Claim::Timeout => Finding::Unknown("time"),
            Claim::NotImplemented => Finding::Unknown("notimplemented"),
            Claim::Interrupted => Finding::Unknown("interrupted"),
            Claim::Failed(failure) => {
                let why = self.text.failure(&failure);
                complain(self.text.engine_failed(&name(entry), engine_name, &why));
                Finding::Failed(match failure {
                    Failure::Start(_) => "start",
                    Failure::Silent(_) => "silent",
                    Failure::Died => "died",
                    Failure::Hung => "hung",
                    Failure::Nonsense(_) => "nonsense",
                })
            }
        };
        Run {
            finding,
            nodes: reply.nodes,
            time: reply.time,
        }
    }
}
