//! The `kemuri` binary: tsume-shogi on the command line.

mod args;
mod bench;
mod build;
mod certificate;
mod check;
mod compose;
mod convert;
mod enumerate;
mod files;
mod input;
mod json;
mod manual;
mod notes;
mod options_page;
mod show;
mod solve;
mod tree;
mod usi;
mod verify;
mod web;

use args::{Cli, Command};
use kemuri_formats::json::ErrorDocument;
use kemuri_solver::threads_at_hand;
use kemuri_terminal::args::help;
use kemuri_terminal::{ProgramError, Status, Stop, print_page, run_program};
use kemuri_text::{Lang, solver};
use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

/// The name of the program before its errors.
const PROGRAM: &str = "kemuri";

/// How a command ends.
type CommandResult = Result<Status, ProgramError>;

fn main() -> ExitCode {
    run_program(|cli: &Cli, lang, out| {
        let stop = Stop::listen(PROGRAM, lang);
        match &cli.command {
            Some(command) => {
                let done = run(command, lang, &stop, out);
                if let (Err(ProgramError::Refused(refusal)), true) = (&done, command.is_json()) {
                    json::write_line(out, &ErrorDocument::new(&refusal.sentence))?;
                }
                done
            }
            None if io::stdin().is_terminal() => Ok(print_page(
                &help::page(&args::command(lang), lang, kemuri_terminal::width()),
                out,
            )?),
            // A GUI starts the bare binary with a pipe.
            None => stop.endable(|| usi::run(lang, out)),
        }
    })
}

/// Wraps text to the width of the terminal.
fn wrapped(text: &str) -> String {
    kemuri_text::wrapped(text, kemuri_terminal::width())
}

/// Prints a warning on standard error, wrapped to the width of the terminal.
fn warn(sentence: &str) {
    let lines = wrapped(&format!("kemuri: {sentence}"));
    // Nobody is left to be told when standard error itself is gone.
    let _ = writeln!(io::stderr(), "{lines}");
}

/// Prints one line on standard error.
fn complain(sentence: &str) {
    kemuri_terminal::complain(PROGRAM, sentence);
}

/// Warns if there is room for fewer threads than a search is to have.
fn complain_of_threads(wanted: u64, lang: Lang) {
    let threads = threads_at_hand(wanted);
    if threads < wanted {
        complain(&solver::fewer_threads(lang, wanted, threads));
    }
}

fn run(command: &Command, lang: Lang, stop: &Stop, out: &mut dyn Write) -> CommandResult {
    match command {
        Command::Solve(args) => solve::run(args, lang, stop, out),
        Command::Bench(args) => bench::run(args, lang, stop, out),
        Command::Verify(args) => stop.endable(|| verify::run(args, lang, out)),
        Command::Check(args) => check::run(args, lang, stop, out),
        Command::Show(args) => show::run(args, lang, stop, out),
        Command::Convert(args) => convert::run(args, lang, stop, out),
        Command::Enumerate(args) => enumerate::run(args, lang, stop, out),
        Command::Compose(args) => compose::run(args, lang, stop, out),
        Command::Usi => stop.endable(|| usi::run(lang, out)),
        Command::Web(args) => web::run(args, lang, stop, out),
        Command::Options => options_page::run(lang, out),
        Command::Completions(args) => manual::completions(args, lang, out),
        Command::Man(args) => manual::run(args, lang, out),
    }
}
