//! The arguments of `kemuri experiment`.

use super::composing::hash;
use super::error::bad_value;
use super::{UsageError, count, is_given};
use crate::experiment::Name;
use crate::text::Text;
use clap::ArgMatches;
use kemuri_solver::Options;
use std::ffi::OsString;
use std::path::PathBuf;

/// Random graphs of each shape for each rule unless asked otherwise.
const GRAPHS: u64 = 10_000;

/// The arguments of `kemuri experiment`.
pub struct ExperimentArgs {
    /// Which experiment.
    pub name: Name,
    /// The problems, as the words of an input; none if none are given.
    pub problems: Vec<OsString>,
    /// The folder of the run.
    pub out: PathBuf,
    /// Nodes for each search.
    pub limit: u64,
    /// Random graphs of each shape for each rule.
    pub graphs: u64,
    /// The options that settings start from.
    pub options: Options,
    /// Whether progress may be shown.
    pub progress: bool,
}

impl ExperimentArgs {
    pub(super) fn of(m: &ArgMatches) -> Result<Self, UsageError> {
        let missing = |what| UsageError::Missing {
            command: "experiment",
            what,
        };
        let word = m.get_one::<OsString>("experiment");
        let word = word.ok_or_else(|| missing(Text::EXPERIMENT))?;
        let named = Name::ALL.iter().find(|(known, _)| word == known);
        let name = match named {
            Some((_, name)) => *name,
            None => {
                let word = word.to_string_lossy();
                return Err(bad_value("experiment", &word, Text::EXPERIMENT_NAME));
            }
        };
        if name == Name::TableGc && is_given(m, "hash") {
            return Err(UsageError::NotTogether {
                flag: "--hash",
                with: "table-gc",
            });
        }
        if name != Name::Lengths && is_given(m, "graphs") {
            return Err(UsageError::Needs {
                flag: "--graphs",
                with: "lengths",
            });
        }
        let problems = m.get_many::<OsString>("problems");
        let args = Self {
            name,
            problems: problems.into_iter().flatten().cloned().collect(),
            out: match m.get_one::<OsString>("out") {
                Some(out) if out.is_empty() => return Err(missing(Text::OUT)),
                Some(out) => out.into(),
                None => format!("experiment-{}", name.word()).into(),
            },
            limit: count(m, "limit", "--limit")?.unwrap_or(name.limit()),
            graphs: count(m, "graphs", "--graphs")?.unwrap_or(GRAPHS),
            options: Options {
                hash: hash(m)?,
                ..Options::default()
            },
            progress: !m.get_flag("no-progress"),
        };
        match args.problems.is_empty() && name != Name::Lengths {
            true => Err(missing(Text::PROBLEMS)),
            false => Ok(args),
        }
    }
}
