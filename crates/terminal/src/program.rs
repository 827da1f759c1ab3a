//! The frame of a program: arguments, standard output, exit code.

use crate::args::{ProgramArgs, Request, parse};
use crate::{Status, complain, language};
use kemuri_text::{Lang, tr};
use std::ffi::OsString;
use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

/// Parses the arguments of this process, calls `run` with them, and returns the
/// exit code. Help and errors are printed in the language of the user.
pub fn run_program<P: ProgramArgs>(
    run: impl FnOnce(&P, Lang, &mut dyn Write) -> io::Result<Status>,
) -> ExitCode {
    let arguments: Vec<OsString> = std::env::args_os().skip(1).collect();
    let lang = language(&arguments);
    let program = P::command();
    let complain = |sentence: &str| complain(program.get_name(), sentence);
    let request = match parse::<P>(arguments, lang) {
        Ok(request) => request,
        Err(error) => {
            complain(&error.sentence(lang));
            return Status::BAD_INPUT.into();
        }
    };
    let mut out = BufWriter::new(io::stdout().lock());
    let done = match &request {
        Request::Page(page) => print_page(page, &mut out),
        Request::Run(args) => run(args, lang, &mut out),
    };
    match done {
        Ok(status) => status.into(),
        // The reader has seen enough (`| head`); the rest stays undecided.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {
            // What is still buffered has nowhere to go.
            let _ = out.into_parts();
            Status::UNDECIDED.into()
        }
        Err(error) => {
            complain(&tr!(
                lang,
                "terminal-cannot-write",
                error = error.to_string()
            ));
            Status::BAD_INPUT.into()
        }
    }
}

/// Prints a page.
pub fn print_page(page: &str, out: &mut dyn Write) -> io::Result<Status> {
    write!(out, "{page}")?;
    out.flush()?;
    Ok(Status::default())
}
