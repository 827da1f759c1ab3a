//! Verdicts that are kept from run to run.
//!
//! The file has the lines of `--json`. What it has decided by the same standard is
//! passed over; what it left undecided is tried again. A line that a crash cut
//! short is the last one, and is taken away.

use super::Standard;
use super::json::Line;
use super::task::Task;
use crate::json::write_line;
use kemuri_judge::Verdict;
use serde::Deserialize;
use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::Path;

/// A file of verdicts.
pub struct Ledger {
    file: File,
    decided: HashMap<Key, Verdict>,
}

/// What a problem is known by: its name, its position, and what its author says.
#[derive(PartialEq, Eq, Hash)]
struct Key {
    id: String,
    sfen: String,
    line: Option<Vec<String>>,
    length: Option<u32>,
}

/// What is read of a line.
#[derive(Deserialize)]
struct Kept {
    id: Option<String>,
    sfen: String,
    author_line: Option<Vec<String>>,
    author_length: Option<u32>,
    profile: String,
    futile: String,
    verdict: String,
}

/// How every line starts; nothing else is taken away from a file.
const HEAD: &[u8] = b"{\"id\":";

/// Why a file cannot be resumed.
pub enum Unusable {
    /// It cannot be read or written.
    Io(io::Error),
    /// This line is none of ours.
    Line(usize),
}

impl From<io::Error> for Unusable {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl Ledger {
    /// Opens the file, or makes it.
    pub fn open(path: &Path, by: &Standard) -> Result<Self, Unusable> {
        let mut options = OpenOptions::new();
        let mut file = options
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)?;
        let mut decided = HashMap::new();
        let mut reader = BufReader::new(&file);
        let (mut kept, mut number, mut is_ended) = (0, 0, true);
        loop {
            let mut line = Vec::new();
            let read = reader.read_until(b'\n', &mut line)? as u64;
            number += 1;
            if read == 0 {
                break;
            }
            match serde_json::from_slice::<Kept>(&line) {
                Ok(verdict) => {
                    kept += read;
                    is_ended = line.ends_with(b"\n");
                    if let Some(word) = verdict.decided(by) {
                        decided.insert(verdict.key(), word);
                    }
                }
                // Cut short while it was written.
                Err(_) if !line.ends_with(b"\n") && is_ours(&line) => break,
                Err(_) => return Err(Unusable::Line(number)),
            }
        }
        file.set_len(kept)?;
        file.seek(SeekFrom::End(0))?;
        if !is_ended {
            file.write_all(b"\n")?;
        }
        Ok(Self { file, decided })
    }

    /// What is known of a problem from before.
    pub fn decided(&self, task: &Task) -> Option<Verdict> {
        let key = Key {
            id: task.id.clone().unwrap_or_default(),
            sfen: task.problem.to_sfen(),
            line: task.author_line(),
            length: task.author().length,
        };
        self.decided.get(&key).copied()
    }

    /// Keeps one more verdict.
    pub fn add(&mut self, line: &Line<'_>) -> io::Result<()> {
        write_line(&mut self.file, line)
    }
}

impl Kept {
    fn key(self) -> Key {
        Key {
            id: self.id.unwrap_or_default(),
            sfen: self.sfen,
            line: self.author_line,
            length: self.author_length,
        }
    }

    fn decided(&self, by: &Standard) -> Option<Verdict> {
        let known = Verdict::ALL.into_iter().find(|v| v.name() == self.verdict);
        let is_same = self.profile == by.name && self.futile == by.futile;
        known.filter(|verdict| is_same && *verdict != Verdict::Undecided)
    }
}

/// Whether these bytes can be the start of a line.
fn is_ours(bytes: &[u8]) -> bool {
    bytes.starts_with(HEAD) || HEAD.starts_with(bytes)
}
