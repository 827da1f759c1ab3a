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

use std::io::{self, IsTerminal, Write};

/// Columns of a terminal whose width is not known.
const USUAL_WIDTH: usize = 80;
/// Fewer columns are taken for a mistake.
const LEAST_WIDTH: usize = 20;

/// Returns the columns that text may take: those that `COLUMNS` says, those of the
/// terminal, or 80 where there is none.
pub fn width() -> usize {
    known_width().unwrap_or(USUAL_WIDTH)
}

/// Returns the columns that `COLUMNS` says or those of the terminal, if there is one.
pub fn known_width() -> Option<usize> {
    let said = std::env::var("COLUMNS").ok().and_then(|n| n.parse().ok());
    let is_terminal = io::stdout().is_terminal() || io::stderr().is_terminal();
    let measured = || terminal_size::terminal_size().map(|(width, _)| usize::from(width.0));
    let width = said.or_else(|| measured().filter(|_| is_terminal));
    width.filter(|&width| width >= LEAST_WIDTH)
}

/// Prints a sentence on standard error, after the name of the program: on one line, which
/// is wrapped where somebody reads it on a terminal.
pub fn complain(program: &str, sentence: &str) {
    let mut line = format!("{program}: {sentence}");
    if io::stderr().is_terminal() {
        line = kemuri_text::wrapped(&line, width());
    }
    line.push('\n');
    // Nobody is left to be told when standard error itself is gone.
    let _ = signal::Watched(io::stderr()).write_all(line.as_bytes());
}
