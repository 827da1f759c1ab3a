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
mod options_page;
mod show;
mod solve;
mod text;
mod tree;
mod usi;
mod verify;

use args::Request;
use kemuri_terminal::{self as progress, self as signal, Status, Stop, language};
use kemuri_text::units;
use std::ffi::OsString;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::process::ExitCode;
use text::Text;

fn main() -> ExitCode {
    let arguments: Vec<OsString> = std::env::args_os().skip(1).collect();
    let text = Text(language(&arguments));
    let request = match args::parse(arguments, text) {
        Ok(request) => request,
        Err(error) => {
            text.complain(&text.usage_error(&error));
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
    let done = Ok(Status::default());
    match request {
        Request::Solve(args) => solve::run(args, text, &Stop::listen(), out),
        Request::Bench(args) => bench::run(args, text, &Stop::listen(), out),
        Request::Verify(args) => verify::run(args, text, out),
        Request::Check(args) => check::run(args, text, &Stop::listen(), out),
        Request::Show(args) => show::run(args, text, &Stop::listen(), out),
        Request::Convert(args) => convert::run(args, text, out),
        Request::Enumerate(args) => enumerate::run(args, text, &Stop::listen(), out),
        Request::Compose(args) => compose::run(args, text, &Stop::listen(), out),
        Request::Experiment(args) => experiment::run(args, text, &Stop::listen(), out),
        Request::Options => options_page::print(text, out).and(done),
        Request::Page(page) => write!(out, "{page}").and_then(|()| out.flush()).and(done),
        Request::Nothing if io::stdin().is_terminal() => write!(out, "{}", args::help_page(text))
            .and_then(|()| out.flush())
            .and(done),
        // A GUI starts the bare binary with a pipe.
        Request::Usi | Request::Nothing => usi::run(text, out),
    }
}
