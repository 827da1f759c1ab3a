//! `kemuri usi`: the USI engine on standard input and output.

use crate::text::Text;
use kemuri_terminal::Status;
use kemuri_usi::engine::{self, RunError};
use std::io::{self, Write};

/// Runs the engine until `quit` or the end of standard input.
pub fn run(text: Text, out: &mut dyn Write) -> io::Result<Status> {
    match engine::run(io::stdin(), out, text.0) {
        Ok(()) => Ok(Status::default()),
        Err(RunError::Io(error)) => Err(error),
        Err(RunError::Solver(error)) => {
            text.complain(&text.solver_error(&error));
            Ok(Status::BAD_INPUT)
        }
    }
}
