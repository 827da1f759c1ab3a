//! What stands on a terminal: the progress of a run, and its end when the user stops it.
//! `script` of util-linux gives the program a terminal.

use crate::common::{HARD, kemuri};
use kemuri_testing::columns::{WIDTH, assert_fits};
use std::io::{Read, Write};
use std::process::{Command, Stdio};
use std::time::Duration;
use unicode_width::UnicodeWidthChar;

/// Stands in the second column of a wide character.
const SECOND: char = '\0';

/// A terminal, as far as the program uses one.
#[derive(Default)]
struct Screen {
    lines: Vec<String>,
    /// The columns of the last line.
    cells: Vec<char>,
    /// The column of the cursor.
    column: usize,
    /// Every state of a line before it was left or written over.
    seen: Vec<String>,
}

impl Screen {
    /// Shows what was written to a terminal.
    fn of(written: &str) -> Self {
        let mut screen = Self::default();
        for c in written.chars() {
            match c {
                '\r' => {
                    screen.seen.push(screen.last());
                    screen.column = 0;
                }
                '\n' => screen.next_line(),
                c => screen.put(c),
            }
        }
        screen.next_line();
        screen
    }

    /// What stands on the last line.
    fn last(&self) -> String {
        let shown = self.cells.iter().filter(|&&c| c != SECOND);
        shown.collect::<String>().trim_end().to_owned()
    }

    fn next_line(&mut self) {
        self.seen.push(self.last());
        self.lines.push(self.last());
        self.cells.clear();
        self.column = 0;
    }

    fn put(&mut self, c: char) {
        let width = c.width().expect("no other control character");
        if self.column + width > WIDTH {
            self.next_line();
        }
        let end = self.column + width;
        self.cells.resize(self.cells.len().max(end), ' ');
        self.cells[self.column..end].fill(SECOND);
        self.cells[self.column] = c;
        self.column = end;
    }
}

/// Runs the program on a terminal and presses Ctrl-C after a while. Returns what was written.
fn stopped(words: &[&str]) -> String {
    let program = kemuri().get_program().to_owned();
    let quoted = words.iter().map(|word| format!("'{word}'"));
    let words = quoted.collect::<Vec<_>>().join(" ");
    let mut shell = Command::new("script")
        .args(["-qec", &format!("\"$KEMURI\" {words}"), "/dev/null"])
        .env("KEMURI", program)
        .env("TERM", "xterm")
        .env_remove("COLUMNS")
        .env_remove("NO_COLOR")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("script of util-linux");
    let mut keys = shell.stdin.take().expect("a pipe");
    // Long enough for a progress line, however busy the machine is.
    std::thread::sleep(Duration::from_secs(3));
    keys.write_all(b"\x03").expect("a key");
    let mut written = Vec::new();
    let mut out = shell.stdout.take().expect("a pipe");
    out.read_to_end(&mut written).expect("the end");
    shell.wait().expect("the end");
    String::from_utf8(written).expect("UTF-8")
}

#[test]
fn a_stopped_run_leaves_a_clean_terminal() {
    for lang in ["en", "ja"] {
        for words in [
            &["solve", HARD][..],
            &["check", HARD],
            &["solve", "--no-progress", HARD],
        ] {
            let written = stopped(&[words, &["--lang", lang]].concat());
            let screen = Screen::of(&written);
            let left = screen.lines.join("\n");
            assert!(written.contains("^C"), "no key was seen: {written:?}");
            assert!(!left.contains("^C"), "{words:?}: {left}");
            // No progress is left, and the prompt gets a line of its own.
            let is_progress = |line: &str| line.contains("/s ") || line.contains("/秒 ");
            assert!(!is_progress(&left), "{left}");
            assert_eq!(screen.lines.last().map(String::as_str), Some(""), "{left}");
            for line in &screen.seen {
                assert_fits(line.trim_end_matches("^C"), words[0]);
            }
            let progressed = screen.seen.iter().any(|line| is_progress(line));
            assert_eq!(
                progressed,
                words[0] == "solve" && words.len() == 2,
                "{written:?}"
            );
        }
    }
}
