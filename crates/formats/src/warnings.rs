//! Errors that a lenient reader skips.

use crate::error::RecordError;

/// What a reader does about an error: fails, or notes it and goes on.
#[derive(Debug, Default)]
pub(crate) struct Warnings {
    lenient: bool,
    list: Vec<RecordError>,
    more: usize,
}

/// Warnings that are kept; a file that earns more is mostly noise.
const MAX_WARNINGS: usize = 20;

impl Warnings {
    pub(crate) fn new(lenient: bool) -> Self {
        Self {
            lenient,
            ..Self::default()
        }
    }

    /// Fails with `error`, or notes it if the reader is lenient.
    pub(crate) fn note(&mut self, error: RecordError) -> Result<(), RecordError> {
        if !self.lenient {
            return Err(error);
        }
        if self.list.len() < MAX_WARNINGS {
            self.list.push(error);
        } else {
            self.more += 1;
        }
        Ok(())
    }

    /// What to tell of a reading that `error` ended: what was wrong first, of which it
    /// may be no more than a consequence.
    pub(crate) fn first_or(self, error: RecordError) -> RecordError {
        self.list.into_iter().next().unwrap_or(error)
    }

    /// The warnings, and how many more there were.
    pub(crate) fn finish(self) -> (Vec<RecordError>, usize) {
        (self.list, self.more)
    }
}

/// What a lenient reader passes over once a move could not be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Skip {
    /// Nothing.
    Nothing,
    /// The moves that follow it. The line is marked as broken off, and remarks are
    /// kept there.
    Moves,
    /// The moves and the remarks: nothing in the tree could hold them.
    All,
}
