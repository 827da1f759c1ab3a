//! A line on the terminal that shows that something is happening.

use crate::text::Text;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use kemuri_core::{Problem, notation};
use kemuri_solver::Progress;
use std::cell::RefCell;
use std::io::IsTerminal;

/// Moves of the current line that are worth reading while they flicker by.
const SHOWN_MOVES: usize = 8;

/// The line, or nothing where there is no terminal to show it on.
pub struct Meter {
    enabled: bool,
    /// There only while something is shown: a line once wiped stays wiped.
    bar: RefCell<Option<ProgressBar>>,
    text: Text,
}

impl Meter {
    /// A meter on standard error, if that is a terminal and the user wants one.
    pub fn new(wanted: bool, text: Text) -> Self {
        let enabled = wanted && std::io::stderr().is_terminal();
        Self {
            enabled,
            bar: RefCell::new(None),
            text,
        }
    }

    /// Shows a glimpse of the search of `problem`.
    pub fn show(&self, label: &str, problem: &Problem, progress: &Progress) {
        if !self.enabled {
            return;
        }
        let start = &progress.line[..progress.line.len().min(SHOWN_MOVES)];
        let line = notation::japanese(problem, start)
            .unwrap_or_else(|| start.iter().map(|m| m.to_usi()).collect());
        self.message(self.text.progress(label, progress, &line.join(" ")));
    }

    /// Shows that another engine is at work.
    pub fn waiting_for(&self, label: &str, engine: &str) {
        if self.enabled {
            self.message(self.text.waiting_for(label, engine));
        }
    }

    /// Shows how far a certificate is.
    pub fn certifying(&self, label: &str, entries: u64) {
        if self.enabled {
            self.message(self.text.certifying(label, entries));
        }
    }

    /// Shows how far a long piece of work is.
    pub fn working(&self, message: impl FnOnce(Text) -> String) {
        if self.enabled {
            self.message(message(self.text));
        }
    }

    /// Wipes the line, so that results can be printed.
    pub fn clear(&self) {
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
    }

    fn message(&self, message: String) {
        let mut bar = self.bar.borrow_mut();
        bar.get_or_insert_with(|| {
            let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
            match ProgressStyle::with_template("{wide_msg}") {
                Ok(style) => bar.with_style(style),
                Err(_) => bar,
            }
        })
        .set_message(message);
    }
}
