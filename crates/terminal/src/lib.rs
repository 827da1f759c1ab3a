#![doc = include_str!("../README.md")]

pub mod args;
mod language;
mod program;
mod progress;
mod signal;
mod status;
pub mod table;

pub use language::language;
pub use program::{print_page, run_program};
pub use progress::ProgressLine;
pub use signal::Stop;
pub use status::{ProgramError, Refusal, Status};

use std::io::{self, Write};

/// Prints one line on standard error, after the name of the program.
pub fn complain(program: &str, sentence: &str) {
    // Nobody is left to be told when standard error itself is gone.
    let line = format!("{program}: {sentence}\n");
    let _ = signal::Watched(io::stderr()).write_all(line.as_bytes());
}
