//! A line on standard error that shows how far a piece of work is.

use kemuri_core::{Problem, notation};
use kemuri_solver::Progress;
use kemuri_text::units::padded;
use kemuri_text::{Lang, shortened};
use std::cell::Cell;
use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

/// Moves of the current line that are worth reading while they flicker by.
const SHOWN_MOVES: usize = 8;
/// Columns at the right that stay free for `^C`, which a terminal shows where the cursor is
/// when the user stops the program: it goes with the line, and not on a line of its own.
const FREE: usize = 3;
/// How often the line changes at most.
const INTERVAL: Duration = Duration::from_millis(80);

/// A progress line, or nothing where there is no terminal to show it on.
pub struct ProgressLine {
    enabled: bool,
    /// When the line was last written. None while nothing is shown: a cleared line stays
    /// cleared.
    shown: Cell<Option<Instant>>,
    lang: Lang,
}

impl ProgressLine {
    /// A line on standard error, if that is a terminal and the user wants one.
    pub fn new(wanted: bool, lang: Lang) -> Self {
        let enabled = wanted && io::stderr().is_terminal();
        Self {
            enabled,
            shown: Cell::new(None),
            lang,
        }
    }

    /// Returns the language of the line.
    pub fn lang(&self) -> Lang {
        self.lang
    }

    /// Shows the state of the search of `problem`.
    pub fn show(&self, label: &str, problem: &Problem, progress: &Progress) {
        if !self.is_due() {
            return;
        }
        let start = &progress.line[..progress.line.len().min(SHOWN_MOVES)];
        let line = notation::japanese(problem, start)
            .unwrap_or_else(|| start.iter().map(|m| m.to_usi()).collect());
        self.write(&kemuri_text::solver::progress(
            self.lang,
            label,
            progress,
            &line,
            room(),
        ));
    }

    /// Shows a sentence, which is made only if there is a line.
    pub fn say(&self, sentence: impl FnOnce() -> String) {
        if self.is_due() {
            self.write(&sentence());
        }
    }

    /// Clears the line, so that results can be printed.
    pub fn clear(&self) {
        if self.shown.take().is_some() {
            // Without escape sequences, which not every terminal knows.
            print(&format!("\r{}\r", " ".repeat(crate::width() - 1)));
        }
    }

    /// Whether there is a line, and it is time for another state of it.
    fn is_due(&self) -> bool {
        let is_new = |at: Instant| at.elapsed() < INTERVAL;
        self.enabled && !self.shown.get().is_some_and(is_new)
    }

    fn write(&self, sentence: &str) {
        let line = shortened(sentence.trim_start(), room());
        print(&format!("\r{}", padded(&line, room())));
        self.shown.set(Some(Instant::now()));
    }
}

/// Columns that the line may take.
fn room() -> usize {
    crate::width() - FREE
}

/// Writes to the terminal. Nobody is left to be told when that is gone.
fn print(text: &str) {
    let mut terminal = crate::signal::Watched(io::stderr());
    let _ = terminal.write_all(text.as_bytes());
    let _ = terminal.flush();
}
