//! Every sentence the program says, in both languages, in one place.

mod check;
mod composing;
mod results;

use kemuri_formats::InputError;
use kemuri_solver::SolverError;
use kemuri_text::{Lang, quote};
use std::io;

/// The voice of the program in one language.
#[derive(Clone, Copy, Debug)]
pub struct Text(pub Lang);

impl Text {
    /// One of two texts.
    fn pick<T>(self, en: T, ja: T) -> T {
        match self.0 {
            Lang::En => en,
            Lang::Ja => ja,
        }
    }

    /// Prints one line of complaint on standard error.
    pub fn complain(self, sentence: &str) {
        kemuri_terminal::complain("kemuri", sentence);
    }

    /// A problem with the input: where, what.
    pub fn input_error(self, error: &InputError) -> String {
        kemuri_text::formats::input_error(self.0, error)
    }

    /// What the operating system said.
    fn io_error(self, error: &io::Error) -> String {
        kemuri_text::io::read_error(self.0, error)
    }

    /// The table could not be had.
    pub fn solver_error(self, error: &SolverError) -> String {
        kemuri_text::solver::solver_error(self.0, error)
    }
}
