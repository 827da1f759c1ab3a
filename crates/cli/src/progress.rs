//! A line on the terminal that shows that something is happening.

use crate::text::Text;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use kemuri_core::{Problem, notation};
use kemuri_solver::Progress;
use std::io::IsTerminal;

/// Moves of the current line that are worth reading while they flicker by.
const SHOWN_MOVES: usize = 8;

/// The line, or nothing where there is no terminal to show it on.
pub struct Meter {
    bar: Option<ProgressBar>,
    text: Text,
}

impl Meter {
    /// A meter on standard error, if that is a terminal and the user wants one.
    pub fn new(wanted: bool, text: Text) -> Self {
        let bar = (wanted && std::io::stderr().is_terminal()).then(|| {
            let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
            if let Ok(style) = ProgressStyle::with_template("{spinner} {wide_msg}") {
                bar.set_style(style);
            }
            bar
        });
        Self { bar, text }
    }

    /// Shows a glimpse of the search of `problem`.
    pub fn show(&self, label: &str, problem: &Problem, progress: &Progress) {
        let Some(bar) = &self.bar else { return };
        let start = &progress.line[..progress.line.len().min(SHOWN_MOVES)];
        let line = notation::japanese(problem, start)
            .unwrap_or_else(|| start.iter().map(|m| m.to_usi()).collect());
        bar.set_message(self.text.progress(label, progress, &line.join(" ")));
        bar.tick();
    }

    /// Shows that another engine is at work.
    pub fn waiting_for(&self, label: &str, engine: &str) {
        if let Some(bar) = &self.bar {
            bar.set_message(self.text.waiting_for(label, engine));
            bar.tick();
        }
    }

    /// Wipes the line, so that results can be printed.
    pub fn clear(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
            bar.reset();
        }
    }
}
