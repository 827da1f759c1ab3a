//! A GUI on the other end of two pipes to the program.

use super::wait;
use kemuri_testing::gui::GuiPipes;
use std::ops::{Deref, DerefMut};
use std::process::{Child, Command, Stdio};

/// A running engine.
pub struct Gui {
    child: Child,
    pipes: GuiPipes,
}

impl Gui {
    /// Starts this command.
    pub fn launch(command: &mut Command) -> Self {
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the engine starts");
        let stdin = child.stdin.take().expect("a pipe");
        let stdout = child.stdout.take().expect("a pipe");
        let pipes = GuiPipes::new(stdin, stdout);
        Self { child, pipes }
    }

    /// Waits for the end: the lines until then and the exit code.
    pub fn end(mut self) -> (Vec<String>, i32) {
        let code = wait(&mut self.child);
        (self.pipes.remaining_lines(), code)
    }
}

impl Deref for Gui {
    type Target = GuiPipes;

    fn deref(&self) -> &GuiPipes {
        &self.pipes
    }
}

impl DerefMut for Gui {
    fn deref_mut(&mut self) -> &mut GuiPipes {
        &mut self.pipes
    }
}
