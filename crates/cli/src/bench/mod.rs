//! `kemuri bench`: a collection through Kemuri and other engines, side by side.
//!
//! The engines take turns at every problem rather than at every collection, so
//! that a machine that slows down in between slows all of them down.

mod finding;
pub mod json;
mod proof;
mod report;
mod sentences;
mod signature;
mod tally;

pub use finding::Finding;

use crate::args::BenchArgs;
use crate::input::problems;
use crate::notes::PieceWarnings;
use crate::{CommandResult, complain, complain_of_threads};
use kemuri_core::replay::{ReplayError, verify_mate};
use kemuri_core::{Move, Problem};
use kemuri_formats::ProblemEntry;
use kemuri_solver::certificate::MemorySplit;
use kemuri_solver::{Budget, Futile, Goal, Options, Solver, Verdict};
use kemuri_terminal::{ProgressLine, Status, Stop};
use kemuri_text::{Lang, formats, quote, solver, tr};
use kemuri_usi::client::{Engine, EngineAnswer, TimeLimit};
use proof::ProofCheck;
use report::BenchReport;
use std::io::Write;
use std::time::{Duration, Instant};

/// One engine at one problem.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EngineRun {
    finding: Finding,
    /// Whether the length of a mate is proven shortest; engines do not say.
    exact: Option<bool>,
    nodes: Option<u64>,
    time: Duration,
    proof: ProofCheck,
}

impl EngineRun {
    /// A run that did not take place.
    fn without(finding: Finding) -> Self {
        Self {
            finding,
            exact: None,
            nodes: None,
            time: Duration::ZERO,
            proof: ProofCheck::None,
        }
    }
}

/// All engines at one problem: Kemuri's runs first, then those of each engine in turn.
pub(crate) struct ProblemRuns<'a> {
    entry: &'a ProblemEntry,
    runs: Vec<Vec<EngineRun>>,
}

/// Runs what `args` ask for and prints the comparison to `out`.
pub fn run(args: &BenchArgs, lang: Lang, stop: &Stop, out: &mut dyn Write) -> CommandResult {
    if args.signature {
        return signature::run(args, lang, stop, out);
    }
    let mut status = Status::default();
    let mut entries = Vec::new();
    let mut warnings = PieceWarnings::new(lang);
    let mut inputs = problems(&args.inputs, args.search.read_options(), lang);
    while let Some(item) = stop.unless_asked(|| inputs.next()) {
        match item {
            Ok(entry) => {
                warnings.add(&entry);
                entries.push(entry);
            }
            Err(error) => {
                complain(&formats::input_error(lang, &error));
                if args.search.json {
                    crate::json::write_error(out, &error, lang)?;
                }
                status.bad_input = true;
            }
        }
    }
    let interrupted = |status: Status| {
        complain(&tr!(lang, "solve-interrupted"));
        status.and(Status::UNDECIDED)
    };
    if stop.is_asked() {
        return Ok(interrupted(status));
    }
    if entries.is_empty() {
        return Ok(status);
    }
    if !args.search.json {
        warnings.complain_of_pieces();
        warnings.complain_of_hands();
    }
    let mut bench = match Bench::new(args, lang, stop) {
        Ok(bench) => bench,
        // An engine that was not waited for has done nothing wrong.
        Err(_) if stop.is_asked() => return Ok(interrupted(status)),
        Err(sentence) => return Err(sentence.into()),
    };
    let mut report = BenchReport::new(bench.names(), &entries, args, lang);
    report.start(out)?;
    for (i, entry) in entries.iter().enumerate() {
        if stop.is_asked() {
            break;
        }
        let label = format!("[{}/{}] {}", i + 1, entries.len(), entry.label());
        let row = bench.row(entry, &label);
        bench.meter.clear();
        report.add(out, &row)?;
    }
    if stop.is_asked() {
        // All of them, before any of them is waited for.
        bench.engines.iter_mut().for_each(Engine::hurry);
        status = interrupted(status);
    }
    status.unknown |= report.finish(out)?;
    Ok(status)
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
    lang: Lang,
}

impl<'a> Bench<'a> {
    fn new(args: &BenchArgs, lang: Lang, stop: &'a Stop) -> Result<Self, String> {
        let search = &args.search;
        let engines = args
            .engines
            .iter()
            .map(|command| {
                Engine::start(command.clone(), &stop.flag()).map_err(|error| {
                    let program = command.program.display();
                    format!("--engine {program}: {}", error.message(lang))
                })
            })
            .collect::<Result<_, _>>()?;
        let mut options = args.options.clone();
        let memory = MemorySplit::of(options.hash);
        if args.verify {
            options.hash = memory.table;
        }
        let solver =
            Solver::within_memory(options).map_err(|error| solver::solver_error(lang, &error))?;
        complain_of_threads(solver.options().threads, lang);
        Ok(Self {
            solver,
            goal: args.goal(),
            budget: search.budget(stop),
            engines,
            time_limit: TimeLimit::new(search.time, args.grace),
            repeat: args.repeat,
            verify: args.verify,
            memory,
            stop,
            meter: ProgressLine::new(search.progress, lang),
            lang,
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

    fn row<'e>(&mut self, entry: &'e ProblemEntry, label: &str) -> ProblemRuns<'e> {
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
                    Some(_) if !entry.problem.attacker_to_move() => {
                        EngineRun::without(Finding::NotAsked)
                    }
                    Some(i) => self.engine(i, &names[player], entry, label),
                });
            }
        }
        // Whoever had no turn before the interrupt has found out nothing.
        for runs in runs.iter_mut().filter(|runs| runs.is_empty()) {
            runs.push(EngineRun::without(Finding::Unknown("interrupted")));
        }
        ProblemRuns { entry, runs }
    }

    fn kemuri(&mut self, problem: &Problem, label: &str) -> EngineRun {
        let meter = &self.meter;
        let start = Instant::now();
        self.solver.clear_within(&self.budget);
        let budget = self.budget.renewed();
        let outcome = (self.solver).solve(problem, self.goal, &budget, &mut |progress| {
            meter.show(label, problem, progress)
        });
        let time = start.elapsed();
        let proof = if self.verify {
            self.prove(&outcome, label)
        } else {
            ProofCheck::None
        };
        let (finding, exact) = match outcome.verdict {
            Verdict::Mate(mate) => (Finding::Mate(mate.length as usize), Some(mate.exact)),
            Verdict::NoMate => (Finding::NoMate, None),
            Verdict::Unknown(reason) => (Finding::Unknown(reason.word()), None),
        };
        EngineRun {
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
    ) -> EngineRun {
        let (lang, engine) = (self.lang, quote(engine_name));
        (self.meter).say(|| tr!(lang, "bench-searching", label, engine));
        let reply = self.engines[index].solve(&entry.problem, self.time_limit, &self.stop.flag());
        let say = |sentence: String| {
            self.meter.clear();
            complain(&sentence);
        };
        let id = entry.label();
        let finding = match reply.answer {
            Ok(EngineAnswer::Mate(line)) => match verify_mate(&entry.problem, &line) {
                Ok(()) => Finding::Mate(line.len()),
                Err(ReplayError::NotMate { .. })
                    if only_futile_drops_left(&entry.problem, &line, self.goal) =>
                {
                    Finding::Mate(line.len())
                }
                Err(error) => {
                    let why = kemuri_text::core::replay_error(lang, &error);
                    say(tr!(lang, "bench-line-does-not-mate", id, engine, why));
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
                say(format!("{id}: {engine}: {}", error.message(lang)));
                Finding::Failed(error.kind())
            }
        };
        EngineRun {
            finding,
            exact: None,
            nodes: reply.nodes,
            time: reply.time,
            proof: ProofCheck::None,
        }
    }
}

/// Whether nothing but futile interpositions is left after `line`. They count unless
/// `goal` leaves them out.
fn only_futile_drops_left(problem: &Problem, line: &[Move], goal: Goal) -> bool {
    /// Far more than the captures of a few drops need.
    const NODES: u64 = 100_000;
    if matches!(goal, Goal::FirstMate | Goal::Shortest(Futile::None)) {
        return false;
    }
    let (Ok(end), Ok(mut solver)) = (
        problem.play_all(line),
        Solver::new(Options::default().with_hash(1 << 20)),
    ) else {
        return false;
    };
    let budget = Budget::default().with_nodes(NODES);
    let outcome = solver.solve(&end, goal, &budget, &mut |_| ());
    (outcome.verdict.mate()).is_some_and(|mate| mate.exact && mate.length == 0)
}
