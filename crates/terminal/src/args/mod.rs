//! The command line of a program.
//!
//! Every flag is defined once, as a field of a type that derives [`clap::Parser`]
//! or [`clap::Args`]. Parsing and help come from that. What is said of a flag, and
//! of a command line that makes no sense, is in the catalogue of sentences: see
//! [`localize`].

mod error;
pub mod help;
pub mod localize;
mod search_options;
pub mod values;

pub use error::{Sentence, UsageError};
pub use search_options::{OneThreadOptions, SearchOptions, TableOptions};

use clap::error::ErrorKind;
use clap::{ArgAction, Parser};
use kemuri_text::Lang;
use std::ffi::OsString;

/// The place of the flags of every program on a help page.
const LAST: usize = 100;

/// The arguments of a program.
pub trait ProgramArgs: Parser {
    /// Refuses values that contradict each other in a way that the parser does
    /// not see.
    fn check(&self) -> Result<(), UsageError>;

    /// Returns what is said of the build below the version, as whole lines.
    fn build(_lang: Lang) -> String {
        String::new()
    }
}

/// The flags of every program.
#[derive(clap::Args)]
pub struct CommonFlags {
    // Known before anything is parsed, by `crate::language`.
    #[arg(long, global = true, display_order = LAST, value_parser = values::lang())]
    lang: Option<Lang>,
    #[arg(short, long, global = true, display_order = LAST + 1, action = ArgAction::Help)]
    help: Option<bool>,
}

/// What the user wants done.
pub enum Request<P> {
    /// Print a page of help or the version.
    Page(String),
    /// Run the program.
    Run(P),
}

/// Returns the definition of a command line, with its help in a language.
pub fn command<P: ProgramArgs>(lang: Lang) -> clap::Command {
    localize::localized(with_negative_numbers(P::command()), lang)
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

/// Parses the arguments of a program, without its name.
pub fn parse<P: ProgramArgs>(
    arguments: Vec<OsString>,
    lang: Lang,
) -> Result<Request<P>, UsageError> {
    let mut command = command::<P>(lang);
    let words: Vec<OsString> = std::iter::once(command.get_name().into())
        .chain(spelt_out(arguments))
        .collect();
    let parsed = command
        .try_get_matches_from_mut(&words)
        .and_then(|matches| P::from_arg_matches(&matches));
    match parsed {
        Ok(args) => args.check().map(|()| Request::Run(args)),
        Err(error) => match error.kind() {
            ErrorKind::DisplayHelp => {
                let page = help::page(&named_by(&words, command), lang, crate::width());
                Ok(Request::Page(page))
            }
            ErrorKind::DisplayVersion => Ok(Request::Page(format!("{error}{}", P::build(lang)))),
            _ => Err(UsageError::Parse {
                command: Box::new(named_by(&words, command)),
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

/// `help` and `help COMMAND` as the flags they stand for, also after `--lang ja`.
fn spelt_out(mut arguments: Vec<OsString>) -> Vec<OsString> {
    let mut command = 0;
    while let Some(word) = arguments.get(command).and_then(|word| word.to_str()) {
        command += match word {
            "--lang" => 2,
            word if word.starts_with("--lang=") => 1,
            _ => break,
        };
    }
    if arguments.get(command).is_some_and(|word| word == "help") {
        arguments.remove(command);
        arguments.push("--help".into());
    }
    arguments
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn help_may_come_after_the_language() {
        for (words, expected) in [
            ("help", "--help"),
            ("help solve", "solve --help"),
            ("--lang ja help solve", "--lang ja solve --help"),
            ("--lang=ja help", "--lang=ja --help"),
            ("help --lang ja solve", "--lang ja solve --help"),
            ("solve help", "solve help"),
            ("--lang help", "--lang help"),
        ] {
            let words = words.split(' ').map(OsString::from).collect();
            assert_eq!(spelt_out(words).join(" ".as_ref()), expected);
        }
    }
}
