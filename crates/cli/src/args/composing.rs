//! The arguments of `kemuri enumerate` and `kemuri compose`.

use super::values;
use clap::{Args, ValueHint};
use kemuri_terminal::args::TableOptions;
use std::ffi::OsString;

/// Nodes after which one question is left open.
const NODES: u64 = 200_000_000;

/// The arguments of `kemuri enumerate`.
#[derive(Args)]
pub struct EnumerateArgs {
    /// The condition: a file, or the name of a shipped one.
    #[arg(value_name = "CONDITION", value_parser = values::word(), value_hint = ValueHint::FilePath)]
    pub condition: OsString,
    /// The folder of the run.
    #[arg(long, value_name = "DIR", value_parser = values::word(), value_hint = ValueHint::DirPath)]
    pub out: OsString,
    /// How many threads; as many as the machine has if not given.
    #[arg(long, value_name = "N", value_parser = values::threads)]
    pub threads: Option<usize>,
    /// The most nodes for one question.
    #[arg(long, value_name = "N", value_parser = values::count::<u64>, default_value_t = NODES)]
    pub nodes: u64,
    /// Whether progress may be shown.
    #[arg(long = "no-progress", action = clap::ArgAction::SetFalse)]
    pub progress: bool,
    /// The size of the tables of all threads.
    #[command(flatten)]
    pub options: TableOptions,
}

/// The arguments of `kemuri compose`.
#[derive(Args)]
pub struct ComposeArgs {
    /// The problem to extend, as the words of an input.
    #[arg(value_name = "INPUT", required = true, value_hint = ValueHint::FilePath)]
    pub inputs: Vec<OsString>,
    /// How often two plies are put before it.
    #[arg(long, value_name = "N", value_parser = values::count::<usize>, default_value = "1")]
    pub steps: usize,
    /// The condition to keep to, a file or the name of a shipped one.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub condition: Option<OsString>,
    /// How many problems are shown.
    #[arg(long, value_name = "K", value_parser = values::count::<usize>, default_value = "20")]
    pub top: usize,
    /// The most nodes for one question.
    #[arg(long, value_name = "N", value_parser = values::count::<u64>, default_value_t = NODES)]
    pub nodes: u64,
    /// Whether the defender gets every piece that is nowhere.
    #[arg(long)]
    pub rest: bool,
    /// One JSON object a line.
    #[arg(long)]
    pub json: bool,
    /// Whether progress may be shown.
    #[arg(long = "no-progress", action = clap::ArgAction::SetFalse)]
    pub progress: bool,
    /// The size of the table.
    #[command(flatten)]
    pub options: TableOptions,
}
