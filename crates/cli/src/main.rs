//! The `kemuri` binary: tsume-shogi on the command line.

mod args;
mod bench;
mod certificate;
mod check;
mod compose;
mod convert;
mod enumerate;
mod escape;
mod experiment;
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

use args::{Command, Request};
use kemuri_terminal::{self as progress, self as signal, Status, Stop, language};
use kemuri_text::units;
use std::ffi::OsString;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::process::ExitCode;
use text::Text;

fn main() -> ExitCode {
    let arguments: Vec<OsString> = std::env::args_os().skip(1).collect();
    let lang = language(&arguments);
    let text = Text(lang);
    let request = match args::parse(arguments, lang) {
        Ok(request) => request,
        Err(error) => {
            text.complain(&error.sentence(lang));
            return ExitCode::from(2);
        }
    };
    let mut out = BufWriter::new(io::stdout().lock());
    match serve(&request, text, &mut out) {
        Ok(status) => status.into(),
        // The reader has seen enough (`| head`); the rest stays undecided.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {
            // What is still buffered has nowhere to go.
            let _ = out.into_parts();
            ExitCode::from(1)
        }
        Err(error) => {
            text.complain(&text.write_error(&error));
            ExitCode::from(2)
        }
    }
}

fn serve(request: &Request, text: Text, out: &mut dyn Write) -> io::Result<Status> {
    let page = |page: &str, out: &mut dyn Write| {
        write!(out, "{page}")?;
        out.flush()?;
        Ok(Status::default())
    };
    match request {
        Request::Run(command) => run(command, text, out),
        Request::Page(text) => page(text, out),
        Request::Nothing if io::stdin().is_terminal() => {
            page(&args::command(text.0).render_help().to_string(), out)
        }
        // A GUI starts the bare binary with a pipe.
        Request::Nothing => usi::run(text, out),
    }
}

fn run(command: &Command, text: Text, out: &mut dyn Write) -> io::Result<Status> {
    let done = Ok(Status::default());
    match command {
        Command::Solve(args) => solve::run(args, text, &Stop::listen(), out),
        Command::Bench(args) => bench::run(args, text, &Stop::listen(), out),
        Command::Verify(args) => verify::run(args, text, out),
        Command::Check(args) => check::run(args, text, &Stop::listen(), out),
        Command::Show(args) => show::run(args, text, &Stop::listen(), out),
        Command::Convert(args) => convert::run(args, text, out),
        Command::Enumerate(args) => enumerate::run(args, text, &Stop::listen(), out),
        Command::Compose(args) => compose::run(args, text, &Stop::listen(), out),
        Command::Experiment(args) => experiment::run(args, text, &Stop::listen(), out),
        Command::Usi => usi::run(text, out),
        Command::Options => options_page::print(text.0, out).and(done),
        Command::Completions(args) => manual::completions(args.shell, text.0, out).and(done),
        Command::Man(args) => manual::run(args, text.0, out).and(done),
    }
}
