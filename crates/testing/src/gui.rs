//! The pipes between a USI engine and a GUI.

use crate::process::{PATIENCE, wait};
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};

/// Talks with an engine through its input and its output.
pub struct GuiPipes {
    /// `None` once it has been closed.
    input: Option<Box<dyn Write + Send>>,
    lines: Receiver<String>,
    /// The program that is the engine, if it is one.
    program: Option<Child>,
}

impl GuiPipes {
    /// Takes the pipe that the engine reads and the one that it writes.
    pub fn new(input: impl Write + Send + 'static, output: impl Read + Send + 'static) -> Self {
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            for line in BufReader::new(output).lines() {
                let line = line.expect("UTF-8");
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        Self {
            input: Some(Box::new(input)),
            lines,
            program: None,
        }
    }

    /// Starts a program and takes its pipes.
    pub fn launch(command: &mut Command) -> Self {
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the engine starts");
        let stdin = child.stdin.take().expect("a pipe");
        let stdout = child.stdout.take().expect("a pipe");
        Self {
            program: Some(child),
            ..Self::new(stdin, stdout)
        }
    }

    /// Sends these lines in one go.
    pub fn send(&mut self, lines: &str) {
        self.send_bytes(format!("{lines}\n").as_bytes());
    }

    /// Sends these bytes.
    pub fn send_bytes(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().expect("an open pipe");
        input.write_all(bytes).expect("the engine listens");
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

    /// Returns the next line with these words in it.
    #[track_caller]
    pub fn line_with(&mut self, words: &str) -> String {
        loop {
            let line = self.line();
            if line.contains(words) {
                return line;
            }
        }
    }

    /// Closes the engine's input.
    pub fn close(&mut self) {
        self.input = None;
    }

    /// Returns the lines until the engine closes its output.
    pub fn remaining_lines(self) -> Vec<String> {
        self.lines.iter().collect()
    }

    /// Waits for the end of the program. Returns the lines until then and its exit
    /// code.
    pub fn end(mut self) -> (Vec<String>, i32) {
        let program = self.program.as_mut().expect("a program");
        let code = wait(program);
        (self.remaining_lines(), code)
    }
}
