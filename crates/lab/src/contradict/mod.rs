//! The standing adversary: random positions, and everybody who can be asked about
//! them, until two contradict each other.
//!
//! - [`claim`]: what is said, and what cannot both be true;
//! - [`witness`]: who can be asked; [`question`]: how an engine is asked;
//! - [`plan`]: who is asked about which position;
//! - [`mod@examine`]: the comparison; [`shrink`]: makes what is found small;
//! - [`batch`]: the positions of a run; [`fixture`]: the file of what was found;
//! - [`page`]: the report.

mod batch;
mod claim;
mod examine;
mod fixture;
mod page;
mod plan;
mod question;
mod shrink;
#[cfg(test)]
mod tests;
mod witness;

use crate::args::LabArgs;
use crate::error::ExperimentError;
use crate::run::{FORMAT, MANIFEST, PROGRAM};
use batch::{Batch, BatchResult, Batches};
use examine::{Finding, examine, examine_thoroughly, minimised};
use fixture::Contradictions;
use kemuri_oracle::random::PositionKind;
use kemuri_runstore::{CsvJournal, RunFolder, write_file};
use kemuri_solver::{Options, signature};
use kemuri_terminal::{ProgressLine, Status, Stop, complain};
use kemuri_text::units::grouped;
use kemuri_text::{Lang, runstore, tr};
use kemuri_usi::client::Engine;
use page::RunReport;
use plan::{Plan, Variant, variants};
use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};
use std::io::{self, Write};
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};
use witness::RealCourt;

/// The file with a row for each batch.
const RESULTS: &str = "results.csv";
/// How often progress is shown.
const PROGRESS: Duration = Duration::from_millis(100);
/// Contradictions after which a run ends: more of them say nothing new.
const ENOUGH: u64 = 100;
/// Positions that are made unless asked otherwise.
pub const POSITIONS: u64 = 10_000;

/// Compares random positions, or those of a file again.
pub fn run(args: &LabArgs, lang: Lang, stop: &Stop, out: &mut dyn Write) -> io::Result<Status> {
    let done = match &args.adversary.again {
        Some(file) => compare_again(args, file, lang, stop, out),
        None => compare(args, lang, stop, out),
    };
    match done {
        Ok(status) => Ok(status),
        Err(ExperimentError::Output(error)) => Err(error),
        Err(error) => {
            complain(PROGRAM, &error.sentence(lang));
            Ok(match error {
                ExperimentError::Interrupted => Status::UNDECIDED,
                _ => Status::BAD_INPUT,
            })
        }
    }
}

/// Starts the engines that are asked for.
fn engines(args: &LabArgs, stop: &Stop) -> Result<Vec<Engine>, ExperimentError> {
    let commands = args.adversary.engines.iter();
    let engines = commands.map(|command| {
        let started = Engine::start(command.clone(), &stop.flag());
        let mut engine = started.map_err(|error| match stop.is_asked() {
            true => ExperimentError::Interrupted,
            false => ExperimentError::Engine {
                program: command.program.clone(),
                error,
            },
        })?;
        question::prepare(&mut engine);
        Ok(engine)
    });
    engines.collect()
}

fn names(engines: &[Engine]) -> Vec<String> {
    let names = engines.iter().enumerate();
    names
        .map(|(number, engine)| format!("engine {} {}", number + 1, engine.name()))
        .collect()
}

/// Asks everybody about the positions of a file.
fn compare_again(
    args: &LabArgs,
    file: &Path,
    lang: Lang,
    stop: &Stop,
    out: &mut dyn Write,
) -> Result<Status, ExperimentError> {
    let fixtures = fixture::read(file)?;
    let engines = engines(args, stop)?;
    let (names, variants) = (names(&engines), variants());
    let plan = Plan {
        variants: &variants,
        engines: engines.len(),
    };
    let mut court = RealCourt::new(args.limit(), engines, stop.flag());
    let mut status = Status::default();
    for fixture::Fixture { name, position } in fixtures {
        let examined = examine_thoroughly(&mut court, &plan, &position, || stop.is_asked());
        let examination = examined.ok_or(ExperimentError::Interrupted)?;
        let line = match examination.contradiction {
            Some(contradiction) => {
                status = Status::UNDECIDED;
                let finding = Finding {
                    origin: position.clone(),
                    position,
                    contradiction,
                };
                page::found(&name, &finding, &names, lang)
            }
            None => {
                let searches = grouped(examination.searches);
                tr!(lang, "lab-contradict-agreed", name, searches)
            }
        };
        writeln!(out, "{line}").and_then(|()| out.flush())?;
    }
    Ok(status)
}

/// What all threads of a run share.
struct Run<'a> {
    seed: u64,
    limit: u64,
    variants: Vec<Variant>,
    batches: Mutex<Batches>,
    deadline: Option<Instant>,
    stop: &'a Stop,
    /// Set when the results cannot be written any more.
    failed: AtomicBool,
    /// Positions compared so far.
    done: AtomicU64,
    /// Contradictions found so far.
    found: AtomicU64,
}

impl Run<'_> {
    fn is_over(&self) -> bool {
        let late = || self.deadline.is_some_and(|end| Instant::now() >= end);
        let is_enough = self.found.load(Ordering::Relaxed) >= ENOUGH;
        self.stop.is_asked() || self.failed.load(Ordering::Relaxed) || is_enough || late()
    }

    /// The next batch, unless the run is over.
    fn next_batch(&self) -> Option<Batch> {
        let mut batches = self.batches.lock().ok()?;
        if self.is_over() { None } else { batches.next() }
    }

    /// Compares batch after batch.
    fn work(&self, engines: Vec<Engine>, results: &Sender<(BatchResult, Vec<(String, Finding)>)>) {
        let plan = Plan {
            variants: &self.variants,
            engines: engines.len(),
        };
        let mut court = RealCourt::new(self.limit, engines, self.stop.flag());
        while let Some(batch) = self.next_batch() {
            let result = self.compared(batch, &plan, &mut court);
            // A batch that was stopped counts as far as it came.
            if result.0.positions > 0 && results.send(result).is_err() {
                return;
            }
        }
    }

    fn compared(
        &self,
        batch: Batch,
        plan: &Plan<'_>,
        court: &mut RealCourt,
    ) -> (BatchResult, Vec<(String, Finding)>) {
        let kind = batch.kind.name();
        let mut result = BatchResult {
            kind: kind.into(),
            first: batch.first,
            ..BatchResult::default()
        };
        let mut findings = Vec::new();
        for number in batch.first..batch.first + batch.positions {
            let mut rng = batch::rng(self.seed, batch.kind, number);
            let position = batch.kind.random(&mut rng);
            let stop = || self.stop.is_asked() || self.failed.load(Ordering::Relaxed);
            let examined = examine(court, plan, &position, &mut rng, stop);
            let Some(examination) = examined else { break };
            result.add(&examination);
            self.done.fetch_add(1, Ordering::Relaxed);
            if let Some(contradiction) = examination.contradiction {
                let finding = minimised(court, contradiction, &position, stop);
                findings.push((format!("{kind}-{number}"), finding));
                self.found.fetch_add(1, Ordering::Relaxed);
            }
            if self.is_over() {
                break;
            }
        }
        (result, findings)
    }
}

/// Compares random positions and writes down what was found.
fn compare(
    args: &LabArgs,
    lang: Lang,
    stop: &Stop,
    out: &mut dyn Write,
) -> Result<Status, ExperimentError> {
    let asked = &args.adversary;
    let signature = match stop.is_asked() {
        true => None,
        false => signature::measure(&Options::default(), &stop.flag())?,
    };
    let signature = signature.ok_or(ExperimentError::Interrupted)?.nodes;
    let program = format!("{}, signature {signature}", env!("CARGO_PKG_VERSION"));
    let path = args.out();
    let seed = asked
        .seed
        .or_else(|| seed_of(&path))
        .unwrap_or_else(fresh_seed);
    let kinds = asked.kinds();
    let manifest = manifest(args, seed, &kinds, &program);
    let folder = RunFolder::claim(&path, MANIFEST, &manifest)?;
    let mut results = CsvJournal::<BatchResult>::open(&path.join(RESULTS))?;
    let mut contradictions = Contradictions::open(&path)?;
    let engine_sets: Vec<Vec<Engine>> = (0..asked.threads())
        .map(|_| engines(args, stop))
        .collect::<Result<_, _>>()?;
    let names = engine_sets.first().map(|engines| names(engines));
    let names = names.unwrap_or_default();
    let run = Run {
        seed,
        limit: args.limit(),
        variants: variants(),
        batches: Mutex::new(Batches::new(&kinds, asked.positions(), results.rows())),
        deadline: asked.time.and_then(|time| Instant::now().checked_add(time)),
        stop,
        failed: AtomicBool::new(false),
        done: AtomicU64::new(0),
        found: AtomicU64::new(0),
    };
    let progress = ProgressLine::new(args.progress, lang);
    let mut keep = |row: BatchResult, findings: Vec<(String, Finding)>| {
        // The row comes last: it says that the batch is done.
        for (name, finding) in findings {
            contradictions.add(&name, &finding, &names)?;
            progress.clear();
            complain(PROGRAM, &page::found(&name, &finding, &names, lang));
            let file = contradictions.path().display().to_string();
            let command = format!("kemuri-lab contradict --again {file}");
            complain(PROGRAM, &tr!(lang, "lab-contradict-again", command));
        }
        results.append(row)?;
        Ok(())
    };
    let said = |positions: u64| {
        let positions = grouped(positions);
        tr!(lang, "lab-contradict-progress", positions, seed)
    };
    run_threads(&run, engine_sets, &mut keep, &|positions| {
        progress.say(|| said(positions))
    })?;
    progress.clear();
    let report = RunReport {
        program,
        seed,
        limit: args.limit(),
        kinds,
        engines: names,
        rows: results.rows(),
        contradictions: contradictions.len(),
    };
    write_file(
        &folder.path().join(page::PAGE),
        report.page(lang).as_bytes(),
    )?;
    writeln!(out, "{}", report.sums(lang))?;
    let folder = path.display().to_string();
    let files = [page::PAGE, RESULTS, fixture::CONTRADICTIONS].join(", ");
    writeln!(out, "{}", tr!(lang, "lab-results", folder, files))?;
    out.flush()?;
    if stop.is_asked() {
        complain(PROGRAM, &runstore::interrupted(lang));
    }
    Ok(Status::unknown_if(
        stop.is_asked() || report.contradictions > 0,
    ))
}

/// Runs a thread for each set of engines and keeps what they find.
fn run_threads(
    run: &Run<'_>,
    engine_sets: Vec<Vec<Engine>>,
    keep: &mut dyn FnMut(BatchResult, Vec<(String, Finding)>) -> Result<(), ExperimentError>,
    show: &dyn Fn(u64),
) -> Result<(), ExperimentError> {
    std::thread::scope(|scope| {
        let (sender, results) = channel();
        for engines in engine_sets {
            let sender = sender.clone();
            scope.spawn(move || run.work(engines, &sender));
        }
        drop(sender);
        loop {
            match results.recv_timeout(PROGRESS) {
                Ok((row, findings)) => {
                    if let Err(error) = keep(row, findings) {
                        run.failed.store(true, Ordering::Relaxed);
                        return Err(error);
                    }
                }
                Err(RecvTimeoutError::Timeout) => show(run.done.load(Ordering::Relaxed)),
                Err(RecvTimeoutError::Disconnected) => return Ok(()),
            }
        }
    })
}

/// What a folder says of its run. A run may go on for more positions.
fn manifest(args: &LabArgs, seed: u64, kinds: &[PositionKind], program: &str) -> String {
    let kinds: Vec<&str> = kinds.iter().map(|kind| kind.name()).collect();
    let mut manifest = format!(
        "kemuri experiment, format {FORMAT}\nexperiment contradict\nversion {program}\n\
         seed {seed}\nkinds {}\nlimit {}\n",
        kinds.join(","),
        args.limit()
    );
    for command in &args.adversary.engines {
        let words = command.arguments.iter().cloned();
        let options = command.options.iter().map(|(n, v)| format!("{n}={v}"));
        let words: Vec<String> = words.chain(options).collect();
        let program = command.program.display();
        manifest += &format!("engine {program} {}\n", words.join(" "));
    }
    manifest
}

/// The seed of the run that a folder belongs to.
fn seed_of(folder: &Path) -> Option<u64> {
    let manifest = std::fs::read_to_string(folder.join(MANIFEST)).ok()?;
    let mut lines = manifest.lines();
    lines.find_map(|line| line.strip_prefix("seed ")?.parse().ok())
}

/// A seed that nobody has used; short, because people type it.
fn fresh_seed() -> u64 {
    RandomState::new().build_hasher().finish() >> 32
}
