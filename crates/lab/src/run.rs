//! One run of an experiment: its problems, its folder, its report.

use crate::args::LabArgs;
use crate::error::ExperimentError;
use crate::experiment::{Experiment, Task};
use crate::machine::Machine;
use crate::report::{ExperimentReport, listed, paragraph};
use crate::searches::{self, RunContext, Searches};
use crate::{ablation, contradict, cycles, graphs, lengths, proof_hands, table_gc};
use kemuri_formats::{Inputs, ProblemEntry, ReadOptions};
use kemuri_runstore::RunFolder;
use kemuri_solver::options::TABLE;
use kemuri_solver::{Options, signature};
use kemuri_terminal::{ProgressLine, Status, Stop, complain};
use kemuri_text::{Lang, formats, quote, tr, units};
use std::collections::HashSet;
use std::io::{self, Write};
use std::path::Path;

/// The name of the program before its errors.
pub const PROGRAM: &str = "kemuri-lab";
/// The version of the files of a run.
pub const FORMAT: u32 = 1;
/// The file that says which run a folder belongs to.
pub const MANIFEST: &str = "experiment.txt";

/// Does what `args` ask for.
pub fn run(args: &LabArgs, lang: Lang, stop: &Stop, out: &mut dyn Write) -> io::Result<Status> {
    match args.task {
        Task::Contradict => contradict::run(args, lang, stop, out),
        Task::Experiment(experiment) => run_experiment(experiment, args, lang, stop, out),
    }
}

/// Runs an experiment, or goes on with it, and prints what it found.
fn run_experiment(
    experiment: Experiment,
    args: &LabArgs,
    lang: Lang,
    stop: &Stop,
    out: &mut dyn Write,
) -> io::Result<Status> {
    let entries = match read(args, lang, stop) {
        Ok(entries) => entries,
        Err(sentence) => {
            complain(PROGRAM, &sentence);
            return Ok(Status::BAD_INPUT);
        }
    };
    let report = match measure(experiment, args, &entries, lang, stop) {
        Ok(report) => report,
        Err(error) => {
            complain(PROGRAM, &error.sentence(lang));
            return Ok(match error {
                ExperimentError::Interrupted => Status::UNDECIDED,
                _ => Status::BAD_INPUT,
            });
        }
    };
    writeln!(out, "{}", paragraph(&report.findings.reading, lang))?;
    let folder = args.out().display().to_string();
    let files = report.files().join(", ");
    writeln!(out, "{}", tr!(lang, "lab-results", folder, files))?;
    out.flush()?;
    for name in &report.contradictions {
        let sentence = tr!(lang, "lab-contradiction", name = quote(name));
        complain(PROGRAM, &sentence);
    }
    Ok(match report.contradictions.is_empty() {
        true => Status::default(),
        false => Status::UNDECIDED,
    })
}

/// Reads the problems, or says why they cannot be used. Half a collection would
/// make half an experiment.
fn read(args: &LabArgs, lang: Lang, stop: &Stop) -> Result<Vec<ProblemEntry>, String> {
    let mut inputs = Inputs::new(&args.problems, ReadOptions::default());
    let mut entries: Vec<ProblemEntry> = Vec::new();
    while let Some(item) = stop.unless_asked(|| inputs.next()) {
        entries.push(item.map_err(|error| formats::input_error(lang, &error))?);
    }
    // Reports and published figures know problems by their names.
    let mut names = HashSet::new();
    let mut given = entries.iter().filter_map(|entry| entry.id.as_deref());
    match given.find(|name| !names.insert(*name)) {
        Some(name) => Err(tr!(lang, "lab-same-name", name = quote(name))),
        None => Ok(entries),
    }
}

/// Makes all searches and writes the report.
fn measure(
    experiment: Experiment,
    args: &LabArgs,
    entries: &[ProblemEntry],
    lang: Lang,
    stop: &Stop,
) -> Result<ExperimentReport, ExperimentError> {
    let signature = match stop.is_asked() {
        true => None,
        false => signature::measure(&args.options, &stop.flag())?,
    };
    let signature = signature.ok_or(ExperimentError::Interrupted)?;
    let program = format!(
        "{}, signature {}",
        env!("CARGO_PKG_VERSION"),
        signature.nodes
    );
    let machine = Machine::current();
    let manifest = manifest(experiment, args, entries, &program, &machine);
    let folder = RunFolder::claim(&args.out(), MANIFEST, &manifest)?;
    let progress = ProgressLine::new(args.progress, lang);
    let context = RunContext {
        entries,
        options: &args.options,
        limit: args.limit(),
        lang,
        folder: &folder,
        progress: &progress,
        stop,
    };
    let mut searches = Searches::open(&context)?;
    let findings = match experiment {
        Experiment::ProofHands => proof_hands::run(&mut searches),
        Experiment::TableGc => table_gc::run(&mut searches),
        Experiment::Cycles => cycles::run(&mut searches),
        Experiment::Lengths => lengths::run(&mut searches, args.graphs()),
        Experiment::Ablation => ablation::run(&mut searches),
    };
    progress.clear();
    let report = ExperimentReport {
        experiment,
        head: head(experiment, args, &context, &program, &machine),
        findings: findings?,
        contradictions: searches.contradictions(),
    };
    report.write(&folder, lang)?;
    Ok(report)
}

/// Returns all options of a run: `hash=256M gc-load=80 …`.
fn all_options(options: &Options) -> String {
    let shown = TABLE.iter();
    let shown = shown.map(|spec| format!("{}={}", spec.name, spec.show(options)));
    shown.collect::<Vec<_>>().join(" ")
}

/// Returns what a folder says of its run. Everything that a row depends on is in
/// it, so rows of different runs are never mixed: the search by its signature,
/// and the machine, for the times.
fn manifest(
    experiment: Experiment,
    args: &LabArgs,
    entries: &[ProblemEntry],
    program: &str,
    machine: &Machine,
) -> String {
    let mut checksum = crc32fast::Hasher::new();
    for entry in entries {
        let name = entry.id.as_deref().unwrap_or_default();
        let sfen = entry.problem.to_sfen();
        checksum.update(format!("{name}\t{sfen}\t{:?}\n", entry.expected).as_bytes());
    }
    let graphs = match experiment {
        Experiment::Lengths => format!("graphs {}\n", args.graphs()),
        _ => String::new(),
    };
    format!(
        "kemuri experiment, format {FORMAT}\nexperiment {}\nversion {program}\n\
         collection of {}, checksum {:08x}\nlimit {}\n{graphs}options {}\nmachine {}\n",
        experiment.name(),
        entries.len(),
        checksum.finalize(),
        args.limit(),
        all_options(&args.options),
        machine.model,
    )
}

/// Returns the rows of the table at the head of a report.
fn head(
    experiment: Experiment,
    args: &LabArgs,
    context: &RunContext<'_>,
    program: &str,
    machine: &Machine,
) -> Vec<Vec<String>> {
    let lang = context.lang;
    let file = |path: &Path| {
        let file = path.file_name().unwrap_or(path.as_os_str());
        file.to_string_lossy().into_owned()
    };
    let files: Vec<String> = args.problems.iter().map(|p| file(p.as_ref())).collect();
    let collection = tr!(
        lang,
        "lab-collection",
        files = listed(&files, lang),
        problems = context.entries.len()
    );
    let limit = tr!(lang, "lab-limit", nodes = units::grouped(context.limit));
    let rows: &[&str] = match experiment {
        Experiment::Lengths => &[searches::RESULTS, graphs::RESULTS],
        _ => &[searches::RESULTS],
    };
    let rows: Vec<String> = rows.iter().map(|f| format!("[{f}]({f})")).collect();
    vec![
        vec![tr!(lang, "lab-head-program"), format!("kemuri {program}")],
        vec![tr!(lang, "lab-head-collection"), collection],
        vec![tr!(lang, "lab-head-limit"), limit],
        vec![
            tr!(lang, "lab-head-options"),
            format!("`{}`", all_options(context.options)),
        ],
        vec![tr!(lang, "lab-head-machine"), machine.sentence(lang)],
        vec![tr!(lang, "lab-head-rows"), rows.join(", ")],
    ]
}
