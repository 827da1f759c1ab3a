//! What Kemuri's command-line programs share.
//!
//! - [`args`]: the command line, with help and errors in both languages;
//! - [`run_program`]: the frame of a program;
//! - [`Stop`]: Ctrl-C as a stop flag for a search;
//! - [`ProgressLine`]: a line on standard error that shows how far a search is;
//! - [`Status`]: the exit code, and [`Refusal`]: why something is not done;
//! - [`language`]: the language of a run;
//! - [`table`]: columns that line up, kanji included.
//!
//! ```
//! use kemuri_terminal::table::{Align, aligned};
//!
//! let rows = [["歩", "9"], ["pawn", "18"]].map(|row| row.map(String::from));
//! assert_eq!(aligned(&rows, [Align::Left, Align::Right]), "歩     9\npawn  18\n");
//! ```

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
    let _ = writeln!(io::stderr(), "{program}: {sentence}");
}
