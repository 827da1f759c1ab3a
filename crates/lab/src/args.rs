//! The command line.

use crate::experiment::Experiment;
use clap::{ArgAction, Parser, ValueHint};
use kemuri_terminal::args::{CommonFlags, ProgramArgs, TableOptions, UsageError, values};
use std::ffi::OsString;
use std::path::PathBuf;

/// Random graphs of each shape for each rule unless asked otherwise.
const GRAPHS: u64 = 10_000;

/// The arguments of `kemuri-lab`.
#[derive(Parser)]
#[command(
    name = "kemuri-lab",
    version,
    disable_help_flag = true,
    disable_version_flag = true,
    args_override_self = true,
    max_term_width = 100
)]
pub struct LabArgs {
    /// The experiment.
    #[arg(value_name = "NAME", value_parser = values::named(&Experiment::ALL))]
    pub experiment: Experiment,
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
            None => format!("experiment-{}", self.experiment.name()).into(),
        }
    }

    /// Returns the nodes for each search.
    pub fn limit(&self) -> u64 {
        self.limit.unwrap_or(self.experiment.default_limit())
    }

    /// Returns how many random graphs of each shape there are for each rule.
    pub fn graphs(&self) -> u64 {
        self.graphs.unwrap_or(GRAPHS)
    }
}

impl ProgramArgs for LabArgs {
    fn check(&self) -> Result<(), UsageError> {
        match self.experiment {
            Experiment::TableGc if self.options.is_given() => {
                Err(UsageError::Conflict("--hash", "table-gc"))
            }
            Experiment::Lengths => Ok(()),
            _ if self.graphs.is_some() => Err(UsageError::Needs("--graphs", "lengths")),
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
        assert_eq!(all, 11);
    }

    #[test]
    fn the_limits_that_are_told_are_those_that_hold() {
        for lang in [Lang::En, Lang::Ja] {
            let help = find(lang, "help-flag-kemuri-lab-limit").expect("help");
            for (name, experiment) in Experiment::ALL {
                let limit = experiment.default_limit().to_string();
                assert!(
                    help.contains(name) && help.contains(&limit),
                    "{name}: {help}"
                );
            }
            let help = find(lang, "help-flag-kemuri-lab-graphs").expect("help");
            assert!(help.contains(&GRAPHS.to_string()), "{help}");
        }
    }
}
