//! The arguments of `kemuri bench`.

use super::search::{SearchArgs, every_move};
use super::values;
use clap::{Args, ValueHint};
use kemuri_solver::Goal;
use kemuri_terminal::args::{SearchOptions, UsageError};
use kemuri_usi::client::EngineCommand;
use std::ffi::OsString;
use std::time::Duration;

/// The arguments of `kemuri bench`.
#[derive(Args)]
pub struct BenchArgs {
    /// SFENs, files or `-`.
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath, required_unless_present = "signature")]
    pub inputs: Vec<OsString>,
    /// Limits, output.
    #[command(flatten)]
    pub search: SearchArgs,
    /// The engines to compare with.
    #[arg(long = "engine", value_name = "\"CMD Name=Value …\"", value_parser = values::engine)]
    pub engines: Vec<EngineCommand>,
    /// How often each problem is solved.
    #[arg(
        long,
        value_name = "N",
        value_parser = values::count::<usize>,
        default_value = "1",
        hide_default_value = true
    )]
    pub repeat: usize,
    /// How long an engine may overrun the time limit.
    #[arg(long, value_name = "TIME", value_parser = values::time, default_value = "2s")]
    pub grace: Duration,
    /// Build and verify the certificate of each verdict.
    #[arg(long)]
    pub verify: bool,
    /// Solve the built-in set instead.
    #[arg(long, conflicts_with_all = ["inputs", "engines", "verify"])]
    pub signature: bool,
    /// The search options.
    #[command(flatten)]
    pub options: SearchOptions,
}

impl BenchArgs {
    /// Returns what is asked for.
    pub fn goal(&self) -> Goal {
        self.search.goal(self.verify)
    }

    /// Refuses values that contradict each other.
    pub(super) fn check(&self) -> Result<(), UsageError> {
        match self.verify && self.search.leaves_out() {
            true => Err(every_move("--verify")),
            false => Ok(()),
        }
    }
}
