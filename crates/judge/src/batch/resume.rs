//! The results of a batch in a file, so that a later run can go on.

use super::{BatchOptions, CheckedProblem};
use crate::json::CheckDocument;
use crate::{Author, Soundness};
use kemuri_formats::ProblemEntry;
use kemuri_runstore::{FileError, Journal, JournalError, LineFormat, file_error};
use serde::Deserialize;
use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// A line of JSON for each result.
const FORMAT: LineFormat<'_> = LineFormat {
    header: "",
    line_start: "{\"id\":",
    is_self_delimiting: true,
    drops_damaged: false,
};

/// A file of results: a line of JSON for each ([`CheckDocument`]).
pub struct ResumeFile {
    path: PathBuf,
    journal: Journal,
    decided: HashMap<ProblemKey, Soundness>,
}

/// What a problem is recognised by: its name, its position, who attacks and what
/// its author says. Lines of earlier versions do not say who attacks: such a
/// problem is checked again.
#[derive(PartialEq, Eq, Hash, Deserialize)]
struct ProblemKey {
    id: Option<String>,
    sfen: String,
    attacker: Option<String>,
    author_line: Option<Vec<String>>,
    author_length: Option<u32>,
}

/// What is read of a line.
#[derive(Deserialize)]
struct EarlierResult {
    #[serde(flatten)]
    key: ProblemKey,
    profile: String,
    futile: String,
    verdict: String,
}

impl EarlierResult {
    /// The verdict, if it was decided by the same profile and the same rule of
    /// futile interpositions.
    fn decided(&self, options: &BatchOptions) -> Option<Soundness> {
        let is_same =
            self.profile == options.profile_name && self.futile == options.check.futile.name();
        let mut verdicts = Soundness::ALL.into_iter();
        let verdict = verdicts.find(|verdict| verdict.name() == self.verdict)?;
        (is_same && verdict != Soundness::Undecided).then_some(verdict)
    }
}

impl ResumeFile {
    /// Opens the file, or makes it. A problem is decided if the file has a verdict
    /// on it by the same profile and the same rule of futile interpositions; what
    /// is undecided is checked again.
    pub fn open(path: &Path, options: &BatchOptions) -> Result<Self, JournalError> {
        let mut decided = HashMap::new();
        let journal = Journal::open(path, &FORMAT, |line| {
            let Ok(result) = serde_json::from_str::<EarlierResult>(line) else {
                return false;
            };
            if let Some(verdict) = result.decided(options) {
                decided.insert(result.key, verdict);
            }
            true
        })?;
        Ok(Self {
            path: path.into(),
            journal,
            decided,
        })
    }

    /// Returns the verdict on a problem that is decided.
    pub fn verdict(&self, entry: &ProblemEntry) -> Option<Soundness> {
        self.decided.get(&ProblemKey::of_entry(entry)).copied()
    }

    /// Appends a result.
    pub fn append(
        &mut self,
        checked: &CheckedProblem,
        options: &BatchOptions,
    ) -> Result<(), FileError> {
        let document = CheckDocument::new(checked, options);
        let line = serde_json::to_string(&document);
        let line = line.map_err(|error| file_error::at(&self.path)(error.into()))?;
        self.journal.append(&line)
    }
}

impl ProblemKey {
    fn of_entry(entry: &ProblemEntry) -> Self {
        Self {
            id: entry.id.clone(),
            sfen: entry.problem.to_sfen(),
            attacker: Some(crate::json::attacker(entry).into()),
            author_line: crate::json::author_line(entry),
            author_length: Author::of_entry(entry).length,
        }
    }
}
