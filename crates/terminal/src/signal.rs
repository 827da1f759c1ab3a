//! Signals: the first sets a stop flag, the second ends the process.
//!
//! SIGINT (Ctrl-C), SIGTERM and SIGHUP mean the same. Work that has something to
//! lose looks at the flag and ends with what it has. Where it cannot look, because it
//! waits for a read or for somebody to read what it writes, the process is ended for
//! it. Work that has nothing to lose is ended in any case, see [`Stop::endable`].

use crate::{Refusal, complain};
use kemuri_text::{Lang, tr};
use std::io::{self, IsTerminal, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::channel;
use std::thread;
use std::time::Duration;

/// Exit code after a second signal, as shells give it for SIGINT.
const KILLED: i32 = 130;
/// Exit code of a run that was interrupted.
const INTERRUPTED: i32 = 1;

/// How long a read or a write may take once the user has asked to stop.
const TIMEOUT: Duration = Duration::from_millis(80);
/// How often they are looked at.
const POLL: Duration = Duration::from_millis(10);

/// Reads and writes that may wait for somebody else.
#[derive(Default)]
struct Waits {
    begun: AtomicU64,
    ended: AtomicU64,
}

/// Writes to standard output and error.
static WRITES: Waits = Waits {
    begun: AtomicU64::new(0),
    ended: AtomicU64::new(0),
};

impl Waits {
    /// Does something that may wait.
    fn during<T>(&self, work: impl FnOnce() -> T) -> T {
        self.begun.fetch_add(1, Ordering::SeqCst);
        let result = work();
        self.ended.fetch_add(1, Ordering::SeqCst);
        result
    }

    /// How many have ended, if another is under way.
    fn under_way(&self) -> Option<u64> {
        let ended = self.ended.load(Ordering::SeqCst);
        (ended < self.begun.load(Ordering::SeqCst)).then_some(ended)
    }
}

/// The stop flag of a run. Clones share it.
#[derive(Clone)]
pub struct Stop {
    asked: Arc<AtomicBool>,
    /// Whether a signal ends the process.
    endable: Arc<AtomicBool>,
    /// Reads that may block for ever.
    reads: Arc<Waits>,
    /// Says that the run was interrupted.
    sentence: Arc<str>,
}

impl Default for Stop {
    /// A flag that no signal sets.
    fn default() -> Self {
        Self {
            asked: Arc::default(),
            endable: Arc::default(),
            reads: Arc::default(),
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
            clear_line();
            if handler.asked.swap(true, Ordering::SeqCst) {
                std::process::exit(KILLED);
            }
            if handler.endable.load(Ordering::SeqCst) {
                handler.end(program);
            }
            let watcher = handler.clone();
            // If there is no thread to be had, a second signal ends the process.
            let _ = thread::Builder::new().spawn(move || watcher.end_when_stuck(program));
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

    /// Runs `read`, which may block for ever, unless the user has asked to stop. If
    /// it does not end soon after a signal the process is ended, with exit code 1.
    pub fn unless_asked<T>(&self, read: impl FnOnce() -> Option<T>) -> Option<T> {
        self.reads.during(|| match self.is_asked() {
            true => None,
            false => read(),
        })
    }

    /// Runs `work` that has nothing to lose: a signal during it ends the process at
    /// once, with exit code 1.
    ///
    /// # Errors
    /// Those of `work`, or that the user has asked to stop before.
    pub fn endable<T, E: From<Refusal>>(
        &self,
        work: impl FnOnce() -> Result<T, E>,
    ) -> Result<T, E> {
        let before = self.endable.swap(true, Ordering::SeqCst);
        // Asked after the store: a signal is seen here or sees the store.
        let done = match self.is_asked() {
            true => Err(Refusal::undecided(self.sentence.to_string()).into()),
            false => work(),
        };
        self.endable.store(before, Ordering::SeqCst);
        done
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
            let _ = wait.recv_timeout(TIMEOUT);
        }
        std::process::exit(INTERRUPTED);
    }

    /// Ends the process when a read or a write gets stuck.
    fn end_when_stuck(&self, program: &'static str) {
        let waits = || [self.reads.under_way(), WRITES.under_way()];
        let (mut before, mut stuck) = (waits(), Duration::ZERO);
        while stuck < TIMEOUT {
            thread::sleep(POLL);
            let now = waits();
            let is_stuck = |(now, before): (&Option<u64>, _)| now.is_some() && now == before;
            stuck = match now.iter().zip(&before).any(is_stuck) {
                true => stuck + POLL,
                false => Duration::ZERO,
            };
            before = now;
        }
        self.end(program);
    }
}

/// Clears the line on which a terminal has shown `^C`, so that what is printed next starts
/// on a clean one. Called before the work is told to stop: nothing is printed yet that could
/// be cleared with it.
fn clear_line() {
    if !io::stderr().is_terminal() {
        return;
    }
    let (cleared, wait) = channel();
    // A terminal may have been stopped, and then takes nothing.
    let writer = thread::Builder::new().spawn(move || {
        let line = format!("\r{}\r", " ".repeat(crate::width() - 1));
        let _ = io::stderr().write_all(line.as_bytes());
        let _ = cleared.send(());
    });
    if writer.is_ok() {
        let _ = wait.recv_timeout(POLL);
    }
}

/// Standard output or error. A write that nobody reads does not keep the process
/// from ending after a signal.
pub(crate) struct Watched<W>(pub(crate) W);

impl<W: Write> Write for Watched<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        WRITES.during(|| self.0.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        WRITES.during(|| self.0.flush())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_is_done_unless_the_user_has_asked_to_stop() {
        let stop = Stop::default();
        let endable = |stop: &Stop| stop.endable.load(Ordering::SeqCst);
        let nested = stop.endable(|| {
            let inner = stop.endable(|| Ok::<_, Refusal>(endable(&stop)))?;
            // Still so after the inner work.
            Ok::<_, Refusal>(inner && endable(&stop))
        });
        assert_eq!(nested, Ok(true));
        assert!(!endable(&stop));
        assert_eq!(stop.reads.under_way(), None);
        let read = stop.unless_asked(|| stop.reads.under_way());
        assert_eq!(read, Some(0));
        stop.flag().store(true, Ordering::SeqCst);
        assert_eq!(stop.unless_asked(|| Some(())), None);
        assert_eq!(stop.reads.under_way(), None);
        let refused = stop.endable(|| Ok::<(), Refusal>(()));
        assert_eq!(refused.unwrap_err().status, crate::Status::UNDECIDED);
    }
}
