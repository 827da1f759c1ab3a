//! A GUI on the other end of two pipes to the program.

use super::{PATIENCE, wait};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};

/// Both kings in the open, both hands full: nobody knows, and a few seconds are
/// far too short to find out.
pub const HARD: &str = "9/9/9/9/4k4/9/9/9/4K4 b RBG2S2N2L5Prb3g2s2n2l13p 1";

/// A running engine.
pub struct Gui {
    child: Child,
    /// `None` once it has been closed.
    stdin: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Gui {
    /// Starts this command.
    pub fn launch(command: &mut Command) -> Self {
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the engine starts");
        let stdin = child.stdin.take();
        let stdout = child.stdout.take().expect("a pipe");
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            for line in BufReader::new(stdout).lines() {
                let line = line.expect("UTF-8");
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        Self {
            child,
            stdin,
            lines,
        }
    }

    /// Says these lines in one go.
    pub fn send(&mut self, lines: &str) {
        let stdin = self.stdin.as_mut().expect("an open pipe");
        stdin
            .write_all(format!("{lines}\n").as_bytes())
            .expect("the engine listens");
    }

    /// Returns the next line.
    #[track_caller]
    pub fn line(&mut self) -> String {
        match self.lines.recv_timeout(PATIENCE) {
            Ok(line) => line,
            Err(RecvTimeoutError::Disconnected) => panic!("the engine has ended"),
            Err(RecvTimeoutError::Timeout) => panic!("silence"),
        }
    }

    /// Returns the lines before the one that is `last`.
    #[track_caller]
    pub fn until(&mut self, last: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let line = self.line();
            if line == last {
                return lines;
            }
            lines.push(line);
        }
    }

    /// Returns the next line with all of these words in it.
    #[track_caller]
    pub fn line_with(&mut self, words: &str) -> String {
        loop {
            let line = self.line();
            if line.contains(words) {
                return line;
            }
        }
    }

    /// Closes the engine's standard input.
    pub fn close(&mut self) {
        self.stdin = None;
    }

    /// Waits for the end: the lines until then and the exit code.
    pub fn end(mut self) -> (Vec<String>, i32) {
        let code = wait(&mut self.child);
        (self.lines.iter().collect(), code)
    }
}
