//! The process of an engine: lines in, lines out, no wait without end.

use super::{EngineCommand, EngineError};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread::Builder;
use std::time::{Duration, Instant};

/// Lines that may pile up unread; beyond it the engine has to wait.
const BACKLOG: usize = 4096;
/// Longest line that is taken from an engine, in bytes.
const MAX_LINE: u64 = 1 << 20;
/// How often a wait looks at the stop flag.
const POLL: Duration = Duration::from_millis(20);
/// How long an engine may take to obey `quit`.
const QUIT_TIMEOUT: Duration = Duration::from_millis(300);
/// The same when the user is waiting.
const HURRIED_QUIT_TIMEOUT: Duration = Duration::from_millis(40);

/// A running program. It is ended when this is dropped.
pub(super) struct Process {
    child: Child,
    stdin: ChildStdin,
    lines: Receiver<String>,
    /// When it is killed, if it was told to quit.
    quits_before: Option<Instant>,
}

/// Why waiting for a line ended without one.
pub(super) enum WaitError {
    Exited,
    Timeout,
    Interrupted,
}

impl WaitError {
    /// Returns what it means to an engine that was to answer `command`. What an
    /// interrupt means is for the caller to say.
    pub(super) fn of_command(self, command: &'static str) -> EngineError {
        match self {
            Self::Exited => EngineError::Exited,
            Self::Timeout | Self::Interrupted => EngineError::NoAnswer(command),
        }
    }
}

impl Process {
    /// Starts the program in its own directory, where engines look for their files.
    pub(super) fn spawn(engine: &EngineCommand) -> io::Result<Self> {
        let mut command = Command::new(&engine.program);
        command
            .args(&engine.arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        if let Some(directory) = engine.program.parent() {
            command.current_dir(directory);
        }
        let mut child = command.spawn()?;
        let (Some(stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(io::Error::other("no pipe"));
        };
        let (sender, lines) = sync_channel(BACKLOG);
        // The thread ends with the pipe or with the receiver, whichever goes first.
        let started = Builder::new().spawn(move || forward(stdout, &sender));
        if let Err(error) = started {
            let _ = child.kill();
            let _ = child.wait();
            return Err(error);
        }
        Ok(Self {
            child,
            stdin,
            lines,
            quits_before: None,
        })
    }

    /// Returns whether the program still runs.
    pub(super) fn is_alive(&mut self) -> bool {
        matches!(self.child.try_wait(), Ok(None))
    }

    /// Tells the program to quit, and leaves it only a moment for that.
    pub(super) fn hurry(&mut self) {
        self.quit(HURRIED_QUIT_TIMEOUT);
    }

    /// Tells the program to quit, unless it was told before.
    fn quit(&mut self, timeout: Duration) -> Instant {
        if let Some(deadline) = self.quits_before {
            return deadline;
        }
        self.send("quit");
        *self.quits_before.insert(Instant::now() + timeout)
    }

    /// Sends one line. A closed pipe shows when the answer is waited for.
    pub(super) fn send(&mut self, line: &str) {
        let _ = writeln!(self.stdin, "{line}").and_then(|()| self.stdin.flush());
    }

    /// Returns the next line, unless `deadline` comes, `stop` is set or the program
    /// ends first.
    pub(super) fn line_before(
        &mut self,
        deadline: Option<Instant>,
        stop: Option<&AtomicBool>,
    ) -> Result<String, WaitError> {
        loop {
            if stop.is_some_and(|stop| stop.load(Ordering::Relaxed)) {
                return Err(WaitError::Interrupted);
            }
            let left = deadline.map(|d| d.saturating_duration_since(Instant::now()));
            match self
                .lines
                .recv_timeout(left.map_or(POLL, |left| left.min(POLL)))
            {
                Ok(line) => return Ok(line),
                Err(RecvTimeoutError::Disconnected) => return Err(WaitError::Exited),
                Err(RecvTimeoutError::Timeout) if left == Some(Duration::ZERO) => {
                    return Err(WaitError::Timeout);
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let deadline = self.quit(QUIT_TIMEOUT);
        while self.is_alive() {
            if Instant::now() >= deadline {
                let _ = self.child.kill();
                break;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        let _ = self.child.wait();
    }
}

/// Sends every line of `pipe` on until either end closes.
fn forward(pipe: ChildStdout, sender: &SyncSender<String>) {
    let mut reader = BufReader::new(pipe);
    loop {
        let mut line = Vec::new();
        match reader.by_ref().take(MAX_LINE).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => return,
            Ok(_) => {
                let text = String::from_utf8_lossy(&line);
                if sender.send(text.trim_end().to_string()).is_err() {
                    return;
                }
            }
        }
    }
}
