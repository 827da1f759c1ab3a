//! Verdicts that are kept from run to run.
//!
//! The file has the lines of `--json`. What it has decided by the same standard is
//! passed over; what it left undecided is tried again.

use super::Standard;
use super::json::Line;
use super::task::Task;
use kemuri_judge::Verdict;
use kemuri_runstore::{Journal, JournalError, LineFormat};
use serde::Deserialize;
use std::collections::HashMap;
use std::io;
use std::path::Path;

/// A file of verdicts.
pub struct ResumeFile {
    journal: Journal,
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

/// The lines of `--json`.
const FORMAT: LineFormat<'_> = LineFormat {
    header: "",
    line_start: "{\"id\":",
    is_self_delimiting: true,
    drops_damaged: false,
};

impl ResumeFile {
    /// Opens the file, or makes it.
    pub fn open(path: &Path, by: &Standard) -> Result<Self, JournalError> {
        let mut decided = HashMap::new();
        let journal = Journal::open(path, &FORMAT, |line| {
            let Ok(kept) = serde_json::from_str::<Kept>(line) else {
                return false;
            };
            if let Some(verdict) = kept.decided(by) {
                decided.insert(kept.key(), verdict);
            }
            true
        })?;
        Ok(Self { journal, decided })
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
        let line = serde_json::to_string(line)?;
        self.journal.append(&line).map_err(|error| error.source)
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
