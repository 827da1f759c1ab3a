//! The frame of a program: arguments, standard output, exit code.

use crate::args::{ProgramArgs, Request, parse};
use crate::signal::Watched;
use crate::{ProgramError, Status, complain, language};
use kemuri_text::{Lang, tr};
use std::ffi::OsString;
use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

/// Parses the arguments of this process, calls `run` with them, and returns the
/// exit code. Help and errors are printed in the language of the user.
pub fn run_program<P: ProgramArgs, E: Into<ProgramError>>(
    run: impl FnOnce(&P, Lang, &mut dyn Write) -> Result<Status, E>,
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
    let mut out = BufWriter::new(Watched(io::stdout().lock()));
    let done = match &request {
        Request::Page(page) => print_page(page, &mut out).map_err(ProgramError::from),
        Request::Run(args) => run(args, lang, &mut out).map_err(E::into),
    };
    let error = match done {
        Ok(status) => return status.into(),
        Err(ProgramError::Refused(refusal)) => {
            complain(&refusal.sentence);
            return refusal.status.into();
        }
        Err(ProgramError::Output(error)) => error,
    };
    if error.kind() == io::ErrorKind::BrokenPipe {
        // The reader has seen enough (`| head`): what is still buffered has nowhere
        // to go, and the rest stays undecided.
        let _ = out.into_parts();
        return Status::UNDECIDED.into();
    }
    complain(&tr!(lang, "terminal-cannot-write", error));
    Status::BAD_INPUT.into()
}

/// Prints a page.
pub fn print_page(page: &str, out: &mut dyn Write) -> io::Result<Status> {
    write!(out, "{page}")?;
    out.flush()?;
    Ok(Status::default())
}
