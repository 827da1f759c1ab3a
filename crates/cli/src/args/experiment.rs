//! The arguments of `kemuri experiment`.

use super::error::{Contradiction, UsageError};
use super::search::TableOptions;
use super::values;
use crate::experiment::Name;
use clap::{Args, ValueHint};
use kemuri_solver::Options;
use std::ffi::OsString;
use std::path::PathBuf;

/// Random graphs of each shape for each rule unless asked otherwise.
const GRAPHS: u64 = 10_000;

/// The arguments of `kemuri experiment`.
#[derive(Args)]
pub struct ExperimentArgs {
    /// Which experiment.
    #[arg(value_name = "NAME", value_parser = values::named(&Name::ALL))]
    pub name: Name,
    /// The problems, as the words of an input; none if none are given.
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
    #[arg(long = "no-progress", action = clap::ArgAction::SetFalse)]
    pub progress: bool,
    /// The options that settings start from.
    #[command(flatten)]
    pub options: TableOptions,
}

impl ExperimentArgs {
    /// Returns the folder of the run.
    pub fn out(&self) -> PathBuf {
        match &self.out {
            Some(out) => out.into(),
            None => format!("experiment-{}", self.name.word()).into(),
        }
    }

    /// Returns the nodes for each search.
    pub fn limit(&self) -> u64 {
        self.limit.unwrap_or(self.name.limit())
    }

    /// Returns how many random graphs of each shape there are for each rule.
    pub fn graphs(&self) -> u64 {
        self.graphs.unwrap_or(GRAPHS)
    }

    /// Refuses values that contradict each other.
    pub(super) fn check(&self) -> Result<(), UsageError> {
        let error = match self.name {
            Name::TableGc if self.options.hash != Options::default().hash => {
                Contradiction::Conflict("--hash", "table-gc")
            }
            name if name != Name::Lengths && self.graphs.is_some() => {
                Contradiction::Needs("--graphs", "lengths")
            }
            name if name != Name::Lengths && self.problems.is_empty() => {
                Contradiction::Missing("experiment", "problems")
            }
            _ => return Ok(()),
        };
        Err(error.into())
    }
}
