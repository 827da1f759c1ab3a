//! The command line.
//!
//! Every flag is defined once, as a field of the arguments of its command, and
//! every search option as a row of the solver's table. Parsing, help,
//! completions and manual pages come from that. What is said of a flag is in
//! the catalogue of sentences, see [`kemuri_terminal::args`].

mod bench;
mod check;
mod composing;
mod convert;
mod search;
mod show;
mod solve;
mod values;
mod verify;
mod web;

pub use bench::BenchArgs;
pub use check::{CheckArgs, ReportFormat};
pub use composing::{ComposeArgs, EnumerateArgs};
pub use convert::ConvertArgs;
pub use show::ShowArgs;
pub use solve::{SolveArgs, TreeFormat};
pub use values::Plies;
pub use verify::VerifyArgs;
pub use web::WebArgs;

use clap::{ArgAction, Args, Parser, Subcommand, ValueHint};
use clap_complete::Shell;
use kemuri_terminal::args::{CommonFlags, ProgramArgs, UsageError};
use kemuri_text::Lang;
use std::path::PathBuf;

/// The arguments of `kemuri`.
#[derive(Parser)]
#[command(
    name = "kemuri",
    version,
    disable_help_flag = true,
    disable_help_subcommand = true,
    disable_version_flag = true,
    // An alias with a default must not stand in the way of a later word.
    args_override_self = true
)]
pub struct Cli {
    #[arg(short = 'V', long, action = ArgAction::Version)]
    version: Option<bool>,
    #[command(flatten)]
    common: CommonFlags,
    /// What is to be done, if the user says.
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// The commands.
#[derive(Subcommand)]
pub enum Command {
    /// `kemuri solve`.
    Solve(SolveArgs),
    /// `kemuri bench`.
    Bench(BenchArgs),
    /// `kemuri check`.
    Check(CheckArgs),
    /// `kemuri verify`.
    Verify(VerifyArgs),
    /// `kemuri show`.
    Show(ShowArgs),
    /// `kemuri usi`.
    Usi,
    /// `kemuri convert`.
    Convert(ConvertArgs),
    /// `kemuri enumerate`.
    Enumerate(EnumerateArgs),
    /// `kemuri compose`.
    Compose(ComposeArgs),
    /// `kemuri web`.
    Web(WebArgs),
    /// `kemuri options`.
    Options,
    /// `kemuri completions`.
    Completions(CompletionsArgs),
    /// `kemuri man`.
    Man(ManArgs),
}

impl Command {
    /// Whether answers are printed as JSON.
    pub fn is_json(&self) -> bool {
        match self {
            Self::Solve(args) => args.search.json || args.tree.format == Some(TreeFormat::Json),
            Self::Bench(args) => args.search.json,
            Self::Check(args) => args.json,
            Self::Verify(args) => args.json,
            Self::Compose(args) => args.json,
            _ => false,
        }
    }
}

/// The arguments of `kemuri completions`.
#[derive(Args)]
pub struct CompletionsArgs {
    /// The shell.
    pub shell: Shell,
}

/// The arguments of `kemuri man`.
#[derive(Args)]
pub struct ManArgs {
    /// The folder for the pages of all commands.
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub out: Option<PathBuf>,
}

impl ProgramArgs for Cli {
    fn check(&self) -> Result<(), UsageError> {
        match &self.command {
            Some(Command::Solve(args)) => args.check(),
            Some(Command::Bench(args)) => args.check(),
            Some(Command::Verify(args)) => args.check(),
            Some(Command::Show(args)) => args.check(),
            Some(Command::Web(args)) => args.check(),
            _ => Ok(()),
        }
    }

    fn build(lang: Lang) -> String {
        crate::build::lines(lang)
    }
}

/// Returns the definition of the command line, with its help in a language.
pub fn command(lang: Lang) -> clap::Command {
    kemuri_terminal::args::command::<Cli>(lang)
}

#[cfg(test)]
mod tests;
