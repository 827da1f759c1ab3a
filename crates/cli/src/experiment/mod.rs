//! `kemuri experiment`: the experiments of the papers, run again.
//!
//! Every search becomes a row of a CSV in the folder of the run as soon as it is
//! over, and every search has a limit on its nodes, not on its time. So a run
//! can be interrupted and taken up again, and its node counts are the same on
//! every machine. Reports and plots are made from the rows alone.

pub mod ablation;
pub mod cycles;
pub mod graphs;
mod lab;
pub mod lengths;
mod machine;
pub mod proof_hands;
mod published;
pub mod report;
pub mod row;
mod scatter;
pub mod stats;
pub mod table_gc;

use crate::Status;
use crate::args::ExperimentArgs;
use crate::input::problems;
use crate::progress::ProgressLine;
use crate::signal::Stop;
use crate::text::Text;
use kemuri_formats::{ProblemEntry, ReadOptions};
use kemuri_runstore::{FileError, FolderError, JournalError, RunFolder, write_file};
use kemuri_solver::options::TABLE;
use kemuri_solver::{Options, SolverError, signature};
use lab::Lab;
use report::Report;
use std::collections::HashSet;
use std::io::{self, Write};

/// The version of the files that an experiment leaves.
const FORMAT: u32 = 1;
/// Says what a folder is; without it a folder is not touched.
const MANIFEST: &str = "experiment.txt";

/// Which experiment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Name {
    /// With and without proof hands (Seo 1999).
    ProofHands,
    /// When to collect, and how much (Nagai and Imai 2001).
    TableGc,
    /// Remedies against cycles (Kishimoto).
    Cycles,
    /// Lengths on graphs, and what the shortest one costs (komori-n 2021).
    Lengths,
    /// Every technique off, one at a time.
    Ablation,
}

impl Name {
    /// All of them, as they are called.
    pub const ALL: [(&'static str, Self); 5] = [
        ("proof-hands", Self::ProofHands),
        ("table-gc", Self::TableGc),
        ("cycles", Self::Cycles),
        ("lengths", Self::Lengths),
        ("ablation", Self::Ablation),
    ];

    /// What it is called.
    pub fn word(self) -> &'static str {
        let named = Self::ALL.iter().find(|(_, name)| *name == self);
        named.map_or("", |(word, _)| word)
    }

    /// Nodes for each search where the user does not say: such that all five
    /// over two hundred problems take less than four hours on two cores.
    pub fn limit(self) -> u64 {
        match self {
            Self::ProofHands | Self::Cycles => 50_000_000,
            Self::Lengths => 20_000_000,
            Self::TableGc => 10_000_000,
            Self::Ablation => 5_000_000,
        }
    }
}

/// Why an experiment ended early.
#[derive(Debug)]
pub enum Halt {
    /// The user asked for it.
    Interrupted,
    /// The folder cannot be used.
    Folder(FolderError),
    /// What is in it cannot be used.
    Journal(JournalError),
    /// Something cannot be written.
    File(FileError),
    /// No memory for the table.
    Solver(SolverError),
}

impl From<FolderError> for Halt {
    fn from(error: FolderError) -> Self {
        Self::Folder(error)
    }
}

impl From<JournalError> for Halt {
    fn from(error: JournalError) -> Self {
        Self::Journal(error)
    }
}

impl From<FileError> for Halt {
    fn from(error: FileError) -> Self {
        Self::File(error)
    }
}

impl From<SolverError> for Halt {
    fn from(error: SolverError) -> Self {
        Self::Solver(error)
    }
}

/// Runs or goes on with the experiment that `args` ask for.
pub fn run(
    args: &ExperimentArgs,
    text: Text,
    stop: &Stop,
    out: &mut dyn Write,
) -> io::Result<Status> {
    let mut entries = Vec::new();
    if !args.problems.is_empty() {
        let mut inputs = problems(&args.problems, ReadOptions::default());
        while let Some(item) = stop.unless_asked(|| inputs.next()) {
            match item {
                Ok(entry) => entries.push(entry),
                // Half a collection makes half an experiment.
                Err(error) => {
                    text.complain(&text.input_error(&error));
                    return Ok(Status::BAD_INPUT);
                }
            }
        }
    }
    if let Some(name) = named_twice(&entries) {
        text.complain(&text.same_name(name));
        return Ok(Status::BAD_INPUT);
    }
    match conduct(args, &entries, text, stop) {
        Ok(report) => {
            writeln!(out, "{}", report.facts.reading)?;
            writeln!(
                out,
                "{}",
                text.experiment_results(&args.out(), &report.files())
            )?;
            out.flush()?;
            for name in &report.contradictions {
                text.complain(&text.experiment_contradiction(name));
            }
            Ok(match report.contradictions.is_empty() {
                true => Status::default(),
                false => Status::UNDECIDED,
            })
        }
        Err(halt) => {
            text.complain(&text.experiment_halt(&halt));
            Ok(match halt {
                Halt::Interrupted => Status::UNDECIDED,
                _ => Status::BAD_INPUT,
            })
        }
    }
}

/// A name that two problems have. Reports and published figures know problems by
/// their names alone.
fn named_twice(entries: &[ProblemEntry]) -> Option<&str> {
    let mut names = HashSet::new();
    let mut given = entries.iter().filter_map(|entry| entry.id.as_deref());
    given.find(|name| !names.insert(*name))
}

fn conduct(
    args: &ExperimentArgs,
    entries: &[ProblemEntry],
    text: Text,
    stop: &Stop,
) -> Result<Report, Halt> {
    if stop.is_asked() {
        return Err(Halt::Interrupted);
    }
    let Some(signature) = signature::measure(&args.options, &stop.flag())? else {
        return Err(Halt::Interrupted);
    };
    let program = format!(
        "{}, signature {}",
        env!("CARGO_PKG_VERSION"),
        signature.nodes
    );
    let folder = RunFolder::claim(&args.out(), MANIFEST, &manifest(args, entries, &program))?;
    let meter = ProgressLine::new(args.progress, text.0);
    let mut lab = Lab::new(
        entries,
        &args.options,
        args.limit(),
        &folder,
        (meter, stop, text),
    )?;
    let facts = match args.name {
        Name::ProofHands => proof_hands::run(&mut lab),
        Name::TableGc => table_gc::run(&mut lab),
        Name::Cycles => cycles::run(&mut lab),
        Name::Lengths => lengths::run(&mut lab, args.graphs()),
        Name::Ablation => ablation::run(&mut lab),
    };
    lab.meter.clear();
    let report = Report {
        facts: facts?,
        contradictions: lab.contradictions(),
        head: head(args, entries, &program, text),
    };
    for (name, contents) in report.contents(text) {
        write_file(&folder.path().join(name), contents)?;
    }
    Ok(report)
}

/// The options of a run, all of them: `hash=256M gc-load=80 …`.
fn all_options(options: &Options) -> String {
    let shown: Vec<String> = TABLE
        .iter()
        .map(|spec| format!("{}={}", spec.name, spec.show(options)))
        .collect();
    shown.join(" ")
}

/// What a folder says of itself. Everything that a row depends on is here, so
/// that rows of different runs are never mixed: the search by its signature, and
/// the machine, for the times.
fn manifest(args: &ExperimentArgs, entries: &[ProblemEntry], program: &str) -> String {
    let mut sum = crc32fast::Hasher::new();
    for entry in entries {
        let name = entry.id.as_deref().unwrap_or_default();
        let expected = entry.expected;
        let sfen = entry.problem.to_sfen();
        sum.update(format!("{name}\t{sfen}\t{expected:?}\n").as_bytes());
    }
    let graphs = match args.name {
        Name::Lengths => format!("graphs {}\n", args.graphs()),
        _ => String::new(),
    };
    format!(
        "kemuri experiment, format {FORMAT}\nexperiment {}\nversion {}\n\
         collection of {}, checksum {:08x}\nlimit {}\n{graphs}options {}\nmachine {}\n",
        args.name.word(),
        program,
        entries.len(),
        sum.finalize(),
        args.limit(),
        all_options(&args.options),
        machine::model(),
    )
}

/// The rows of the table at the head of a report.
fn head(
    args: &ExperimentArgs,
    entries: &[ProblemEntry],
    program: &str,
    text: Text,
) -> report::Head {
    let names = args.problems.iter().map(|name| {
        let name = std::path::Path::new(name);
        let file = name.file_name().unwrap_or(name.as_os_str());
        file.to_string_lossy().into_owned()
    });
    report::Head {
        name: args.name,
        rows: text.experiment_head(
            program,
            (&names.collect::<Vec<_>>(), entries.len()),
            args.limit(),
            &all_options(&args.options),
            (&machine::model(), machine::cores(), machine::memory()),
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_experiment_has_its_word() {
        for (word, name) in Name::ALL {
            assert_eq!(name.word(), word);
            assert!(name.limit() > 0);
        }
    }
}
