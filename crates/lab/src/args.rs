//! The command line.

use crate::contradict;
use crate::experiment::{Experiment, Task};
use clap::{ArgAction, Args, Parser, ValueHint};
use kemuri_oracle::random::PositionKind;
use kemuri_terminal::args::values::ValueError;
use kemuri_terminal::args::{CommonFlags, ProgramArgs, Sentence, TableOptions, UsageError, values};
use kemuri_text::tr;
use kemuri_usi::client::{CommandLineError, EngineCommand};
use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

/// Random graphs of each shape for each rule unless asked otherwise.
const GRAPHS: u64 = 10_000;
/// Positions that can be compared at the same time.
const THREADS: usize = 64;

/// The arguments of `kemuri-lab`.
#[derive(Parser)]
#[command(
    name = "kemuri-lab",
    version,
    disable_help_flag = true,
    disable_version_flag = true,
    args_override_self = true
)]
pub struct LabArgs {
    /// The experiment, or the comparison of random positions.
    #[arg(id = "experiment", value_name = "NAME", value_parser = values::named(&Task::ALL))]
    pub task: Task,
    /// The problems, as the words of an input.
    #[arg(long, value_name = "FILE", num_args = 1.., value_hint = ValueHint::FilePath)]
    pub problems: Vec<OsString>,
    /// The folder of the run.
    #[arg(long, value_name = "DIR", value_parser = values::word(), value_hint = ValueHint::DirPath)]
    out: Option<OsString>,
    /// Nodes for each search.
    #[arg(long, value_name = "N", value_parser = values::count::<u64>)]
    limit: Option<u64>,
    /// Random graphs of each shape for each rule.
    #[arg(long, value_name = "N", value_parser = values::count::<u64>)]
    graphs: Option<u64>,
    /// What `contradict` compares.
    #[command(flatten)]
    pub adversary: AdversaryArgs,
    /// Whether progress may be shown.
    #[arg(long = "no-progress", action = ArgAction::SetFalse)]
    pub progress: bool,
    /// The options that settings start from.
    #[command(flatten)]
    pub options: TableOptions,
    #[arg(short = 'V', long, action = ArgAction::Version)]
    version: Option<bool>,
    #[command(flatten)]
    common: CommonFlags,
}

impl LabArgs {
    /// Returns the folder of the run.
    pub fn out(&self) -> PathBuf {
        match &self.out {
            Some(out) => out.into(),
            None => format!("experiment-{}", self.task.name()).into(),
        }
    }

    /// Returns the nodes for each search.
    pub fn limit(&self) -> u64 {
        self.limit.unwrap_or(self.task.default_limit())
    }

    /// Returns how many random graphs of each shape there are for each rule.
    pub fn graphs(&self) -> u64 {
        self.graphs.unwrap_or(GRAPHS)
    }
}

/// The flags of `contradict`.
#[derive(Args)]
pub struct AdversaryArgs {
    /// What all random positions follow from.
    #[arg(long, value_name = "N", value_parser = seed)]
    pub seed: Option<u64>,
    /// Random positions of all kinds together.
    #[arg(long, value_name = "N", value_parser = values::count::<u64>)]
    positions: Option<u64>,
    /// When to end.
    #[arg(long, value_parser = values::time)]
    pub time: Option<Duration>,
    /// The kinds of positions.
    #[arg(long, value_name = "KIND,…", value_delimiter = ',', value_parser = values::named(&PositionKind::ALL))]
    kinds: Vec<PositionKind>,
    /// Positions compared at the same time.
    #[arg(long, value_name = "N", value_parser = threads)]
    threads: Option<usize>,
    /// Engines that are asked, too.
    #[arg(long = "engine", value_name = "\"CMD Name=Value …\"", value_parser = engine)]
    pub engines: Vec<EngineCommand>,
    /// A file of positions to compare again.
    #[arg(
        long,
        value_name = "FILE",
        value_parser = values::file(),
        value_hint = ValueHint::FilePath,
        conflicts_with_all = ["seed", "positions", "time", "kinds", "threads", "out"]
    )]
    pub again: Option<PathBuf>,
}

impl AdversaryArgs {
    /// Returns how many random positions there are. A time alone is the only limit.
    pub fn positions(&self) -> u64 {
        let default = match self.time {
            Some(_) => u64::MAX,
            None => contradict::POSITIONS,
        };
        self.positions.unwrap_or(default)
    }

    /// Returns the kinds of positions, each once.
    pub fn kinds(&self) -> Vec<PositionKind> {
        let kinds = PositionKind::ALL.into_iter().map(|(_, kind)| kind);
        kinds
            .filter(|kind| self.kinds.is_empty() || self.kinds.contains(kind))
            .collect()
    }

    /// Returns how many positions are compared at the same time: as many as there
    /// are cores, unless asked otherwise.
    pub fn threads(&self) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        self.threads.unwrap_or_else(cores)
    }

    /// Returns a flag that is given.
    fn given(&self) -> Option<&'static str> {
        let given = [
            (self.seed.is_some(), "--seed"),
            (self.positions.is_some(), "--positions"),
            (self.time.is_some(), "--time"),
            (!self.kinds.is_empty(), "--kinds"),
            (self.threads.is_some(), "--threads"),
            (!self.engines.is_empty(), "--engine"),
            (self.again.is_some(), "--again"),
        ];
        let mut given = given.into_iter().filter(|(is_given, _)| *is_given);
        given.next().map(|(_, flag)| flag)
    }
}

/// Parses a seed.
fn seed(text: &str) -> Result<u64, ValueError> {
    values::digits(text).ok_or_else(|| ValueError::wanted(|lang| tr!(lang, "lab-wanted-seed")))
}

/// Parses a number of threads.
fn threads(text: &str) -> Result<usize, ValueError> {
    let number = values::digits(text).and_then(|number| usize::try_from(number).ok());
    let number = number.filter(|number| (1..=THREADS).contains(number));
    number.ok_or_else(|| ValueError::wanted(|lang| tr!(lang, "lab-wanted-threads", most = THREADS)))
}

/// Parses an engine and its options.
fn engine(text: &str) -> Result<EngineCommand, ValueError> {
    let engine: Result<EngineCommand, CommandLineError> = text.parse();
    engine.map_err(|error| {
        let sentence = |lang| format!("--engine: {}", error.message(lang));
        ValueError::Other(Sentence::new(sentence))
    })
}

impl ProgramArgs for LabArgs {
    fn check(&self) -> Result<(), UsageError> {
        if self.graphs.is_some() && self.task != Task::Experiment(Experiment::Lengths) {
            return Err(UsageError::Needs("--graphs", "lengths"));
        }
        match self.task {
            Task::Contradict if self.options.is_given() => {
                Err(UsageError::Conflict("--hash", "contradict"))
            }
            Task::Contradict if !self.problems.is_empty() => {
                Err(UsageError::Conflict("--problems", "contradict"))
            }
            Task::Contradict => Ok(()),
            Task::Experiment(experiment) => self.check_experiment(experiment),
        }
    }
}

impl LabArgs {
    fn check_experiment(&self, experiment: Experiment) -> Result<(), UsageError> {
        match (experiment, self.adversary.given()) {
            (_, Some(flag)) => Err(UsageError::Needs(flag, "contradict")),
            (Experiment::TableGc, None) if self.options.is_given() => {
                Err(UsageError::Conflict("--hash", "table-gc"))
            }
            (Experiment::Lengths, None) => Ok(()),
            _ if self.problems.is_empty() => Err(UsageError::Missing("kemuri-lab", "problems")),
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kemuri_terminal::args::command;
    use kemuri_text::{Lang, find};

    #[test]
    fn every_flag_has_its_help() {
        let all = kemuri_testing::help::check(command::<LabArgs>, "lab.ftl");
        assert_eq!(all, 18);
    }

    #[test]
    fn the_limits_that_are_told_are_those_that_hold() {
        for lang in [Lang::En, Lang::Ja] {
            let help = find(lang, "help-flag-kemuri-lab-limit").expect("help");
            for (name, task) in Task::ALL {
                let limit = task.default_limit().to_string();
                assert!(
                    help.contains(name) && help.contains(&limit),
                    "{name}: {help}"
                );
            }
            let help = find(lang, "help-flag-kemuri-lab-graphs").expect("help");
            assert!(help.contains(&GRAPHS.to_string()), "{help}");
            let help = find(lang, "help-flag-kemuri-lab-positions").expect("help");
            assert!(help.contains(&contradict::POSITIONS.to_string()), "{help}");
        }
    }
}
