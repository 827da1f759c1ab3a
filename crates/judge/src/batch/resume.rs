//! The results of a batch in a file, so that a later run can go on.

use super::{BatchOptions, CheckedProblem};
use crate::json::CheckDocument;
use crate::{Author, Soundness};
use kemuri_core::Problem;
use kemuri_core::json::{VERSION, Version};
use kemuri_formats::ProblemEntry;
use kemuri_runstore::{FileError, Journal, JournalError, LineFormat, file_error};
use kemuri_solver::Futile;
use serde::Deserialize;
use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// Why a file of results cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ResumeError {
    /// The file cannot be read or written, or is no file of results.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// A line is of another version of the JSON.
    #[error("{}, line {line}: this is version {version}; this program reads another", path.display())]
    OtherVersion {
        /// The file.
        path: PathBuf,
        /// The line, counted from 1.
        line: u64,
        /// The version that it names.
        version: u64,
    },
}

/// A file of results: a line of JSON for each ([`CheckDocument`]).
pub struct ResumeFile {
    path: PathBuf,
    journal: Journal,
    decided: HashMap<ProblemKey, Soundness>,
}

/// What a problem is recognised by: its name, its position, who attacks and what
/// its author says.
#[derive(PartialEq, Eq, Hash, Deserialize)]
struct ProblemKey {
    id: Option<String>,
    #[serde(flatten)]
    problem: Problem,
    author_line: Option<Vec<String>>,
    author_length: Option<u32>,
}

/// What is read of a line.
#[derive(Deserialize)]
struct EarlierResult {
    #[expect(dead_code, reason = "reading it refuses every other version")]
    version: Version,
    #[serde(flatten)]
    key: ProblemKey,
    profile: String,
    futile: Futile,
    verdict: Soundness,
}

/// The version that a line names, whatever it is.
#[derive(Deserialize)]
struct NamedVersion {
    version: u64,
}

impl EarlierResult {
    /// The verdict, if it was decided by the same profile and the same rule of
    /// futile interpositions.
    fn decided(&self, options: &BatchOptions) -> Option<Soundness> {
        let is_same = self.profile == options.profile_name
            && self.futile == options.check.futile
            && self.verdict != Soundness::Undecided;
        is_same.then_some(self.verdict)
    }
}

impl ResumeFile {
    /// Opens the file, or makes it. A problem is decided if the file has a verdict
    /// on it by the same profile and the same rule of futile interpositions; what
    /// is undecided is checked again.
    ///
    /// A file with a line of another version is refused and left as it is.
    pub fn open(path: &Path, options: &BatchOptions) -> Result<Self, ResumeError> {
        let format = LineFormat {
            header: "",
            // What starts with another version is not a torn line.
            line_start: &format!("{{\"version\":{VERSION},"),
            is_self_delimiting: true,
            drops_damaged: false,
        };
        let mut decided = HashMap::new();
        let mut other_version = None;
        let journal = Journal::open(path, &format, |line| {
            let Ok(result) = serde_json::from_str::<EarlierResult>(line) else {
                let named = serde_json::from_str::<NamedVersion>(line);
                other_version = named.ok().map(|named| named.version);
                return false;
            };
            if let Some(verdict) = result.decided(options) {
                decided.insert(result.key, verdict);
            }
            true
        })
        .map_err(|error| match (error, other_version) {
            (JournalError::Damaged { path, line }, Some(version))
                if version != u64::from(VERSION) =>
            {
                ResumeError::OtherVersion {
                    path,
                    line,
                    version,
                }
            }
            (error, _) => error.into(),
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
            problem: entry.problem.clone(),
            author_line: crate::json::author_line(entry),
            author_length: Author::of_entry(entry).length,
        }
    }
}
