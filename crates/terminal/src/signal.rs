//! Signals: the first sets a stop flag, the second ends the process.
//!
//! SIGINT (Ctrl-C), SIGTERM and SIGHUP mean the same. Work that has something to
//! lose looks at the flag and ends with what it has. Work that has nothing to lose,
//! or that cannot look because it waits for a read, runs in [`Stop::unless_asked`]:
//! there the first signal ends the process. A write to standard output or error
//! whose reader does not read holds no process back, either.

use crate::{Refusal, complain};
use kemuri_text::{Lang, tr};
use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::channel;
use std::thread;
use std::time::Duration;

/// Exit code after a second signal, as shells give it for SIGINT.
const KILLED: i32 = 130;
/// Exit code of a run that was interrupted.
const INTERRUPTED: i32 = 1;

/// How long a write may take once the user has asked to stop.
const WRITE_TIMEOUT: Duration = Duration::from_millis(100);
/// How often a write is looked at.
const POLL: Duration = Duration::from_millis(10);

/// Writes to standard output and error that have begun, and those that have ended.
static BEGUN: AtomicU64 = AtomicU64::new(0);
/// See [`BEGUN`].
static ENDED: AtomicU64 = AtomicU64::new(0);

/// The stop flag of a run. Clones share it.
#[derive(Clone)]
pub struct Stop {
    asked: Arc<AtomicBool>,
    /// Whether a signal ends the process.
    endable: Arc<AtomicBool>,
    /// Says that the run was interrupted.
    sentence: Arc<str>,
}

impl Default for Stop {
    /// A flag that no signal sets.
    fn default() -> Self {
        Self {
            asked: Arc::default(),
            endable: Arc::default(),
            sentence: "".into(),
        }
    }
}

impl Stop {
    /// Returns a flag that a signal sets. `program` stands before what is said when a
    /// signal ends the process.
    pub fn listen(program: &'static str, lang: Lang) -> Self {
        let stop = Self {
            sentence: tr!(lang, "terminal-interrupted").into(),
            ..Self::default()
        };
        let handler = stop.clone();
        // Without a handler a signal just ends the process: nothing to report.
        let _ = ctrlc::set_handler(move || {
            if handler.asked.swap(true, Ordering::SeqCst) {
                std::process::exit(KILLED);
            }
            if handler.endable.load(Ordering::SeqCst) {
                handler.end(program);
            }
            // If there is no thread to be had, a second signal ends the process.
            let _ = thread::Builder::new().spawn(end_when_nobody_reads);
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

    /// Runs `work`, unless the user has asked to stop. A signal during it ends the
    /// process with exit code 1: `work` may block for ever, and has nothing to lose.
    pub fn unless_asked<T>(&self, work: impl FnOnce() -> Option<T>) -> Option<T> {
        let before = self.endable.swap(true, Ordering::SeqCst);
        // Asked after the store: a signal is seen here or sees the store.
        let value = if self.is_asked() { None } else { work() };
        self.endable.store(before, Ordering::SeqCst);
        value
    }

    /// Runs `work` that can fail as [`Self::unless_asked`] does.
    ///
    /// # Errors
    /// Those of `work`, or that the user has asked to stop.
    pub fn endable<T, E: From<Refusal>>(
        &self,
        work: impl FnOnce() -> Result<T, E>,
    ) -> Result<T, E> {
        let done = self.unless_asked(|| Some(work()));
        done.unwrap_or_else(|| Err(Refusal::undecided(self.sentence.to_string()).into()))
    }

    /// Says that the run was interrupted, if anybody hears that, and ends the process.
    fn end(&self, program: &'static str) -> ! {
        let (said, wait) = channel();
        let sentence = Arc::clone(&self.sentence);
        // Another thread may be holding standard error without getting on.
        let speaker = thread::Builder::new().spawn(move || {
            complain(program, &sentence);
            let _ = said.send(());
        });
        if speaker.is_ok() {
            let _ = wait.recv_timeout(WRITE_TIMEOUT);
        }
        std::process::exit(INTERRUPTED);
    }
}

/// Ends the process if a write gets stuck.
fn end_when_nobody_reads() {
    let writes = || [&ENDED, &BEGUN].map(|count| count.load(Ordering::SeqCst));
    let (mut before, mut stuck) = (writes(), Duration::ZERO);
    while stuck < WRITE_TIMEOUT {
        thread::sleep(POLL);
        let now = writes();
        let is_stuck = now == before && now[0] < now[1];
        stuck = if is_stuck {
            stuck + POLL
        } else {
            Duration::ZERO
        };
        before = now;
    }
    std::process::exit(INTERRUPTED);
}

/// Standard output or error. A write that nobody reads does not keep the process
/// from ending after a signal.
pub(crate) struct Watched<W>(pub(crate) W);

impl<W> Watched<W> {
    fn watch<T>(&mut self, write: impl FnOnce(&mut W) -> T) -> T {
        BEGUN.fetch_add(1, Ordering::SeqCst);
        let result = write(&mut self.0);
        ENDED.fetch_add(1, Ordering::SeqCst);
        result
    }
}

impl<W: Write> Write for Watched<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.watch(|out| out.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.watch(W::flush)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_is_done_unless_the_user_has_asked_to_stop() {
        let stop = Stop::default();
        let endable = |stop: &Stop| stop.endable.load(Ordering::SeqCst);
        let nested = stop.unless_asked(|| {
            let inner = stop.unless_asked(|| Some(endable(&stop)));
            // Still true after the inner work.
            inner.filter(|_| endable(&stop))
        });
        assert_eq!(nested, Some(true));
        assert!(!endable(&stop));
        stop.flag().store(true, Ordering::SeqCst);
        assert_eq!(stop.unless_asked(|| Some(())), None);
        let refused = stop.endable(|| Ok::<(), Refusal>(()));
        assert_eq!(refused.unwrap_err().status, crate::Status::UNDECIDED);
    }
}
