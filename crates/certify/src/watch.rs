//! Checks the budget and reports progress while entries are written or read.

use kemuri_core::progress::REPORT_EVERY;
use kemuri_core::{Budget, Phase, Progress, Reason};
use std::time::Duration;

/// The budget and the listener of one certificate.
pub(crate) struct Watch<'a> {
    budget: Budget,
    on_progress: &'a mut dyn FnMut(&Progress),
    progress: Progress,
    next_report: Duration,
    /// Entries between two looks at the clock.
    every: u64,
    /// Entries so far, and how many there may be.
    entries: u64,
    limit: u64,
    /// Entries that the budget knows of.
    charged: u64,
    /// Whether it is to know of them.
    charges: bool,
}

impl<'a> Watch<'a> {
    pub(crate) fn new(
        phase: Phase,
        every: u64,
        budget: &Budget,
        on_progress: &'a mut dyn FnMut(&Progress),
    ) -> Self {
        Self {
            budget: budget.part(),
            on_progress,
            progress: Progress::new(phase),
            next_report: REPORT_EVERY,
            every,
            entries: 0,
            limit: budget.nodes_left().unwrap_or(u64::MAX),
            charged: 0,
            charges: true,
        }
    }

    /// Leaves the entries out of the budget's count: they are read again.
    pub(crate) fn uncharged(mut self) -> Self {
        self.charges = false;
        self
    }

    /// Counts an entry; `done` is what the phase counts.
    ///
    /// # Errors
    /// When the budget is spent.
    #[inline]
    pub(crate) fn entry(&mut self, done: u64) -> Result<(), Reason> {
        self.entries += 1;
        if self.entries > self.limit {
            return Err(Reason::Nodes);
        }
        if self.entries.is_multiple_of(self.every) {
            return self.look(done);
        }
        Ok(())
    }

    #[cold]
    fn look(&mut self, done: u64) -> Result<(), Reason> {
        if self.budget.is_stopped() {
            return Err(Reason::Interrupted);
        }
        if self.budget.time_left() == Some(Duration::ZERO) {
            return Err(Reason::Time);
        }
        let elapsed = self.budget.elapsed();
        if elapsed >= self.next_report {
            self.next_report = elapsed + REPORT_EVERY;
            self.charge();
            self.progress.done = done;
            self.progress.nodes = self.entries;
            self.progress.elapsed = elapsed;
            (self.on_progress)(&self.progress);
        }
        Ok(())
    }

    fn charge(&mut self) {
        if !self.charges {
            return;
        }
        self.budget.charge(self.entries - self.charged);
        self.charged = self.entries;
    }
}

impl Drop for Watch<'_> {
    fn drop(&mut self) {
        self.charge();
    }
}
