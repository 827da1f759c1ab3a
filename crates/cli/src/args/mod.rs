//! The command line.
//!
//! Every flag is defined once, as a field of the arguments of its command, and
//! every search option as a row of the solver's table. Parsing, help,
//! completions and manual pages come from that. What is said of a flag is in
//! the catalogue of sentences, see [`localize`].

mod bench;
mod check;
mod composing;
mod convert;
mod error;
mod experiment;
mod localize;
mod search;
mod show;
mod solve;
mod values;
mod verify;

pub use bench::BenchArgs;
pub use check::{CheckArgs, ReportFormat};
pub use composing::{ComposeArgs, EnumerateArgs};
pub use convert::ConvertArgs;
pub use error::UsageError;
pub use experiment::ExperimentArgs;
pub use show::ShowArgs;
pub use solve::{SolveArgs, TreeFormat};
pub use values::Plies;
pub use verify::VerifyArgs;

use clap::error::ErrorKind;
use clap::{ArgAction, Args, CommandFactory, FromArgMatches, Parser, Subcommand, ValueHint};
use clap_complete::Shell;
use kemuri_text::Lang;
use std::ffi::OsString;
use std::path::PathBuf;

/// What the user wants done.
pub enum Request {
    /// Print a page of help or the version.
    Page(String),
    /// Nothing was asked for.
    Nothing,
    /// Run a command.
    Run(Command),
}

/// Where the flags of every command stand on its help page.
const LAST: usize = 100;

#[derive(Parser)]
#[command(
    name = "kemuri",
    version,
    disable_help_flag = true,
    disable_help_subcommand = true,
    disable_version_flag = true,
    // An alias with a default must not stand in the way of a later word.
    args_override_self = true,
    max_term_width = 100
)]
struct Cli {
    #[arg(short = 'V', long, action = ArgAction::Version)]
    version: Option<bool>,
    // Known before anything is parsed, by `kemuri_terminal::language`.
    #[arg(long, global = true, display_order = LAST, value_parser = values::lang())]
    lang: Option<Lang>,
    #[arg(short, long, global = true, display_order = LAST + 1, action = ArgAction::Help)]
    help: Option<bool>,
    #[command(subcommand)]
    command: Option<Command>,
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
    /// `kemuri experiment`.
    Experiment(ExperimentArgs),
    /// `kemuri options`.
    Options,
    /// `kemuri completions`.
    Completions(CompletionsArgs),
    /// `kemuri man`.
    Man(ManArgs),
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

/// Returns the definition of the command line, with its help in a language.
pub fn command(lang: Lang) -> clap::Command {
    localize::localized(with_negative_numbers(Cli::command()), lang)
}

/// Takes `--time -1` for a bad time, not for a bad flag.
fn with_negative_numbers(command: clap::Command) -> clap::Command {
    command
        .mut_args(
            |arg| match arg.get_action().takes_values() && !arg.is_positional() {
                true => arg.allow_negative_numbers(true),
                false => arg,
            },
        )
        .mut_subcommands(with_negative_numbers)
}

/// Makes sense of the command line (without the name of the program).
pub fn parse(arguments: Vec<OsString>, lang: Lang) -> Result<Request, UsageError> {
    if arguments.is_empty() {
        return Ok(Request::Nothing);
    }
    let mut command = command(lang);
    let words: Vec<_> = std::iter::once("kemuri".into())
        .chain(spelt_out(arguments))
        .collect();
    let parsed = command
        .try_get_matches_from_mut(&words)
        .and_then(|matches| Cli::from_arg_matches(&matches));
    match parsed {
        Ok(Cli { command: None, .. }) => Ok(Request::Nothing),
        Ok(Cli {
            command: Some(command),
            ..
        }) => check(&command).map(|()| Request::Run(command)),
        Err(error) => match error.kind() {
            ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
                Ok(Request::Page(error.to_string()))
            }
            _ => Err(UsageError::Parse {
                command: named_by(&words, command),
                error,
            }),
        },
    }
}

/// Returns the command that the words start with, or the program.
fn named_by(words: &[OsString], mut program: clap::Command) -> clap::Command {
    program.build();
    let mut names = words.iter().filter_map(|word| word.to_str());
    let found = names.find_map(|name| program.find_subcommand(name));
    found.cloned().unwrap_or(program)
}

/// `help` and `help COMMAND` as the flags they stand for.
fn spelt_out(mut arguments: Vec<OsString>) -> Vec<OsString> {
    if arguments.first().is_some_and(|word| word == "help") {
        arguments.remove(0);
        arguments.push("--help".into());
    }
    arguments
}

/// Refuses values that contradict each other.
fn check(command: &Command) -> Result<(), UsageError> {
    match command {
        Command::Solve(args) => args.check(),
        Command::Bench(args) => args.check(),
        Command::Verify(args) => args.check(),
        Command::Show(args) => args.check(),
        Command::Experiment(args) => args.check(),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests;
