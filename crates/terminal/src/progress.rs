//! A line on standard error that shows how far a piece of work is.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use kemuri_core::{Problem, notation};
use kemuri_solver::Progress;
use kemuri_text::{Lang, shortened};
use std::cell::RefCell;
use std::io::IsTerminal;

/// Moves of the current line that are worth reading while they flicker by.
const SHOWN_MOVES: usize = 8;
/// Columns at the right that stay free for `^C`, which a terminal shows when the user stops
/// the program: at the end of the line, and not on a line of its own, it goes with the line.
const FREE: usize = 3;

/// A progress line, or nothing where there is no terminal to show it on.
pub struct ProgressLine {
    enabled: bool,
    /// Present only while something is shown: a cleared line stays cleared.
    bar: RefCell<Option<ProgressBar>>,
    lang: Lang,
}

impl ProgressLine {
    /// A line on standard error, if that is a terminal and the user wants one.
    pub fn new(wanted: bool, lang: Lang) -> Self {
        let enabled = wanted && std::io::stderr().is_terminal();
        Self {
            enabled,
            bar: RefCell::new(None),
            lang,
        }
    }

    /// Returns the language of the line.
    pub fn lang(&self) -> Lang {
        self.lang
    }

    /// Shows the state of the search of `problem`.
    pub fn show(&self, label: &str, problem: &Problem, progress: &Progress) {
        if !self.enabled {
            return;
        }
        let start = &progress.line[..progress.line.len().min(SHOWN_MOVES)];
        let line = notation::japanese(problem, start)
            .unwrap_or_else(|| start.iter().map(|m| m.to_usi()).collect());
        self.write(kemuri_text::solver::progress(
            self.lang,
            label,
            progress,
            &line,
            room(),
        ));
    }

    /// Shows a sentence, which is made only if there is a line.
    pub fn say(&self, sentence: impl FnOnce() -> String) {
        if self.enabled {
            self.write(sentence());
        }
    }

    /// Clears the line, so that results can be printed.
    pub fn clear(&self) {
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
    }

    fn write(&self, sentence: String) {
        let mut bar = self.bar.borrow_mut();
        bar.get_or_insert_with(|| {
            let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
            // Not `wide_msg`, which fills the line with blanks, so that `^C` goes to the next.
            match ProgressStyle::with_template("{msg}") {
                Ok(style) => bar.with_style(style),
                Err(_) => bar,
            }
        })
        .set_message(shortened(sentence.trim_start(), room()));
    }
}

/// Columns that the line may take.
fn room() -> usize {
    crate::width() - FREE
}
