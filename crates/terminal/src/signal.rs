//! Ctrl-C: the first sets a stop flag, the second ends the process.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Exit code of a process that the user killed, as shells give it for SIGINT.
const KILLED: i32 = 130;
/// Exit code of a run that was interrupted while it waited for its next problem.
const INTERRUPTED: i32 = 1;

/// The stop flag of a run. Clones share it.
#[derive(Clone, Default)]
pub struct Stop {
    asked: Arc<AtomicBool>,
    waiting: Arc<AtomicBool>,
}

impl Stop {
    /// Returns a flag that Ctrl-C sets, as do the signals of `kill` and of a closed
    /// terminal.
    pub fn listen() -> Self {
        let stop = Self::default();
        let handler = stop.clone();
        // Without a handler Ctrl-C just ends the process: nothing to report.
        let _ = ctrlc::set_handler(move || {
            if handler.asked.swap(true, Ordering::SeqCst) {
                std::process::exit(KILLED);
            }
            // A blocked read cannot be told to stop, and there is no result to lose.
            if handler.waiting.load(Ordering::SeqCst) {
                std::process::exit(INTERRUPTED);
            }
        });
        stop
    }

    /// Returns the flag for [`kemuri_core::Budget::with_stop`].
    pub fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.asked)
    }

    /// Returns `true` once the user has asked to stop.
    pub fn is_asked(&self) -> bool {
        self.asked.load(Ordering::SeqCst)
    }

    /// Runs `read`, which may block for ever, unless the user has asked to stop.
    /// An interrupt during it ends the process.
    pub fn unless_asked<T>(&self, read: impl FnOnce() -> Option<T>) -> Option<T> {
        self.waiting.store(true, Ordering::SeqCst);
        // Asked after the store: an interrupt is seen here or sees the store.
        let value = if self.is_asked() { None } else { read() };
        self.waiting.store(false, Ordering::SeqCst);
        value
    }
}
