//! The arguments of `kemuri enumerate` and `kemuri compose`.

use super::{UsageError, count, inputs, threads, to_usize, value};
use crate::text::Text;
use clap::ArgMatches;
use kemuri_solver::Options;
use std::ffi::OsString;
use std::path::PathBuf;

/// The arguments of `kemuri enumerate`.
pub struct EnumerateArgs {
    /// The condition: a file, or the name of a shipped one.
    pub condition: OsString,
    /// The folder of the run.
    pub out: PathBuf,
    /// How many threads; as many as the machine has if not given.
    pub threads: Option<usize>,
    /// Bytes for the tables of all threads.
    pub hash: u64,
    /// The most nodes for one question.
    pub nodes: Option<u64>,
    /// Whether progress may be shown.
    pub progress: bool,
}

/// The arguments of `kemuri compose`.
pub struct ComposeArgs {
    /// The problem to extend, as the words of an input.
    pub inputs: Vec<OsString>,
    /// How often two plies are put before it.
    pub steps: usize,
    /// The condition to keep to, a file or the name of a shipped one.
    pub condition: Option<OsString>,
    /// How many problems are shown.
    pub top: usize,
    /// Bytes for the table.
    pub hash: u64,
    /// The most nodes for one question.
    pub nodes: Option<u64>,
    /// One JSON object a line.
    pub json: bool,
    /// Whether progress may be shown.
    pub progress: bool,
}

/// Problems that are shown unless asked otherwise.
const TOP: usize = 20;

pub(super) fn enumerate_args(m: &ArgMatches) -> Result<EnumerateArgs, UsageError> {
    let missing = |what| UsageError::Missing {
        command: "enumerate",
        what,
    };
    let word = |name| m.get_one::<OsString>(name).filter(|w| !w.is_empty());
    Ok(EnumerateArgs {
        condition: word("condition")
            .ok_or_else(|| missing(Text::CONDITION))?
            .clone(),
        out: word("out").ok_or_else(|| missing(Text::OUT))?.into(),
        threads: threads(m)?,
        hash: hash(m)?,
        nodes: count(m, "nodes", "--nodes")?,
        progress: !m.get_flag("no-progress"),
    })
}

pub(super) fn compose_args(m: &ArgMatches) -> Result<ComposeArgs, UsageError> {
    let inputs = inputs(m);
    if inputs.is_empty() {
        return Err(UsageError::Missing {
            command: "compose",
            what: Text::PROBLEM,
        });
    }
    Ok(ComposeArgs {
        inputs,
        steps: count(m, "steps", "--steps")?.map_or(1, to_usize),
        condition: m.get_one::<OsString>("condition").cloned(),
        top: count(m, "top", "--top")?.map_or(TOP, to_usize),
        hash: hash(m)?,
        nodes: count(m, "nodes", "--nodes")?,
        json: m.get_flag("json"),
        progress: !m.get_flag("no-progress"),
    })
}

/// The size of the table, of all search options.
pub(super) fn hash(m: &ArgMatches) -> Result<u64, UsageError> {
    let mut options = Options::default();
    if let Some(size) = value(m, "hash") {
        options.set("hash", size).map_err(UsageError::Option)?;
    }
    Ok(options.hash)
}
