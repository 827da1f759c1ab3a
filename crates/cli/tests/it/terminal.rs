//! What stands on a terminal: the progress of a run, and its end when the user stops it.
//! `script` of util-linux gives the program a terminal.

use crate::common::{HARD, kemuri};
use kemuri_testing::columns::{WIDTH, assert_fits};
use std::io::{Read, Write};
use std::process::{Command, Stdio};
use std::time::Duration;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// A terminal, as far as the program uses one.
#[derive(Default)]
struct Screen {
    lines: Vec<String>,
    /// Characters of the current line before the cursor.
    column: usize,
    /// Every state of a line before it was cleared or left.
    seen: Vec<String>,
}

impl Screen {
    /// Shows what was written to a terminal.
    fn of(written: &str) -> Self {
        let mut screen = Self {
            lines: vec![String::new()],
            ..Self::default()
        };
        let mut chars = written.chars();
        while let Some(c) = chars.next() {
            match c {
                '\r' => screen.column = 0,
                '\n' => screen.next_line(),
                '\u{1b}' => {
                    let is_end = |c: &char| c.is_ascii_alphabetic();
                    let sequence: Vec<char> = chars.by_ref().take(1).collect();
                    assert_eq!(sequence, ['['], "another sequence");
                    match chars.by_ref().find(is_end) {
                        Some('K') => {
                            screen.leave();
                            screen.current().clear();
                        }
                        end => assert!(end == Some('m'), "another sequence: {end:?}"),
                    }
                }
                c => screen.put(c),
            }
        }
        screen.leave();
        screen
    }

    fn current(&mut self) -> &mut String {
        self.lines.last_mut().expect("a line")
    }

    fn leave(&mut self) {
        let line = self.current().clone();
        self.seen.push(line);
    }

    fn next_line(&mut self) {
        self.leave();
        self.lines.push(String::new());
        self.column = 0;
    }

    fn put(&mut self, c: char) {
        let is_full = self.current().width() + c.width().unwrap_or(0) > WIDTH;
        if is_full && self.column == self.current().chars().count() {
            self.next_line();
        }
        let column = self.column;
        let line = self.current();
        let mut chars: Vec<char> = line.chars().collect();
        chars.resize(chars.len().max(column + 1), ' ');
        chars[column] = c;
        *line = chars.into_iter().collect();
        self.column += 1;
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
            assert!(!left.contains("/s ") && !left.contains("/秒 "), "{left}");
            assert_eq!(screen.lines.last().map(String::as_str), Some(""), "{left}");
            for line in &screen.seen {
                assert_fits(line.trim_end_matches("^C"), words[0]);
            }
            let progressed = screen.seen.iter().any(|line| line.contains('▲'));
            assert_eq!(
                progressed,
                words[0] == "solve" && words.len() == 2,
                "{written:?}"
            );
        }
    }
}
