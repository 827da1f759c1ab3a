//! The `kemuri` binary: tsume-shogi on the command line.

mod args;
mod bench;
mod certificate;
mod check;
mod compose;
mod convert;
mod enumerate;
mod escape;
mod input;
mod json;
mod manual;
mod options_page;
mod show;
mod solve;
mod text;
mod tree;
mod usi;
mod verify;

use args::{Cli, Command};
use kemuri_terminal::{self as progress, self as signal, Status, Stop, print_page, run_program};
use kemuri_text::units;
use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;
use text::Text;

fn main() -> ExitCode {
    run_program(|cli: &Cli, lang, out| match &cli.command {
        Some(command) => run(command, Text(lang), out),
        None if io::stdin().is_terminal() => {
            print_page(&args::command(lang).render_help().to_string(), out)
        }
        // A GUI starts the bare binary with a pipe.
        None => usi::run(Text(lang), out),
    })
}

/// Prints one line on standard error.
fn complain(sentence: &str) {
    kemuri_terminal::complain("kemuri", sentence);
}

fn run(command: &Command, text: Text, out: &mut dyn Write) -> io::Result<Status> {
    let done = Ok(Status::default());
    match command {
        Command::Solve(args) => solve::run(args, text.0, &Stop::listen(), out),
        Command::Bench(args) => bench::run(args, text, &Stop::listen(), out),
        Command::Verify(args) => verify::run(args, text, out),
        Command::Check(args) => check::run(args, text, &Stop::listen(), out),
        Command::Show(args) => show::run(args, text, &Stop::listen(), out),
        Command::Convert(args) => convert::run(args, text, out),
        Command::Enumerate(args) => enumerate::run(args, text, &Stop::listen(), out),
        Command::Compose(args) => compose::run(args, text, &Stop::listen(), out),
        Command::Usi => usi::run(text, out),
        Command::Options => options_page::print(text.0, out).and(done),
        Command::Completions(args) => manual::completions(args.shell, text.0, out).and(done),
        Command::Man(args) => manual::run(args, text.0, out).and(done),
    }
}
