//! `kemuri usi`: the USI engine on standard input and output.

use crate::CommandResult;
use kemuri_terminal::Status;
use kemuri_text::{Lang, solver};
use kemuri_usi::engine::{self, RunError};
use std::io::{self, Write};

/// Runs the engine until `quit` or the end of standard input.
pub fn run(lang: Lang, out: &mut dyn Write) -> CommandResult {
    match engine::run(io::stdin(), out, lang) {
        Ok(()) => Ok(Status::default()),
        Err(RunError::Io(error)) => Err(error.into()),
        Err(RunError::Solver(error)) => Err(solver::solver_error(lang, &error).into()),
    }
}
