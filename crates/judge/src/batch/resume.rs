//! The results of a batch in a file, so that a later run can go on.

use super::settings::{Likeness, ProblemKey, Settings};
use super::{BatchOptions, CheckedProblem, EarlierProblem};
use crate::Soundness;
use crate::json::CheckDocument;
use kemuri_core::json::{VERSION, Version};
use kemuri_formats::ProblemEntry;
use kemuri_runstore::{
    FileError, Journal, JournalError, LineFormat, LineKind, Salvage, file_error,
};
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::{BTreeSet, HashMap};
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

/// A file of results: a line of JSON for each, a [`CheckDocument`] with the
/// [`Settings`] that its verdict depends on.
///
/// A line whose problem and settings come again, in a later line, counts no more.
/// Such lines are removed when the file is opened.
pub struct ResumeFile {
    path: PathBuf,
    journal: Journal,
    settings: Settings,
    decided: HashMap<ProblemKey, Soundness>,
}

/// A line as it is written.
#[derive(Serialize)]
struct ResultLine<'a> {
    #[serde(flatten)]
    document: CheckDocument,
    #[serde(skip_serializing_if = "Option::is_none")]
    duplicate_of: Option<Likeness>,
    settings: &'a Settings,
}

/// What is read of a line.
#[derive(Deserialize)]
struct EarlierResult {
    #[expect(dead_code, reason = "reading it refuses every other version")]
    version: Version,
    #[serde(flatten)]
    key: ProblemKey,
    /// Not there in the lines of earlier programs; other keys may be there in those of
    /// later ones.
    settings: Option<Value>,
    verdict: Soundness,
}

/// The version that a line names, whatever it is.
#[derive(Deserialize)]
struct NamedVersion {
    version: u64,
}

/// The lines of a file while it is read.
#[derive(Default)]
struct EarlierResults {
    /// Lines read.
    lines: u64,
    /// The version of the last line that is of another one.
    other_version: Option<u64>,
    /// The settings of the lines.
    settings: Vec<Option<Value>>,
    /// The last line on each problem under the same settings, by their number, and
    /// its verdict.
    last: HashMap<(ProblemKey, usize), (u64, Soundness)>,
    /// Lines that count no more.
    superseded: BTreeSet<u64>,
}

impl EarlierResults {
    /// Reads a line. One of JSON that is no result is nobody's damage, but somebody
    /// else's.
    fn read(&mut self, line: &str) -> LineKind {
        let Ok(result) = serde_json::from_str::<EarlierResult>(line) else {
            let named = serde_json::from_str::<NamedVersion>(line);
            self.other_version = named.ok().map(|named| named.version);
            return match serde_json::from_str::<IgnoredAny>(line) {
                Ok(_) => LineKind::Foreign,
                Err(_) => LineKind::Damaged,
            };
        };
        self.lines += 1;
        let known = self.settings.iter().position(|s| *s == result.settings);
        let settings = known.unwrap_or(self.settings.len());
        if known.is_none() {
            self.settings.push(result.settings);
        }
        let key = (result.key, settings);
        let known = self.last.get(&key);
        let is_worse = known.is_some_and(|(_, verdict)| {
            result.verdict == Soundness::Undecided && *verdict != Soundness::Undecided
        });
        let superseded = match is_worse {
            true => Some(self.lines),
            false => {
                let before = self.last.insert(key, (self.lines, result.verdict));
                before.map(|(line, _)| line)
            }
        };
        self.superseded.extend(superseded);
        LineKind::Whole
    }
}

impl ResumeFile {
    /// Opens the file, or makes it. A problem is decided if the file has a verdict
    /// on it under the same [`Settings`]; what is undecided is checked again.
    ///
    /// Damaged lines are left out ([`Self::salvage`]). A file without a line of
    /// ours, and one with a line of another version, is refused and left as it is.
    pub fn open(path: &Path, options: &BatchOptions) -> Result<Self, ResumeError> {
        let format = LineFormat {
            // What starts with another version is not a torn line.
            line_start: &format!("{{\"version\":{VERSION},"),
            is_self_delimiting: true,
            ..LineFormat::default()
        };
        let mut earlier = EarlierResults::default();
        let journal = Journal::open(path, &format, |line| earlier.read(line));
        let mut journal = journal.map_err(|error| match (error, earlier.other_version) {
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
        if !earlier.superseded.is_empty() {
            let dropped = journal.drop_lines(|line| earlier.superseded.contains(&line));
            dropped.map_err(JournalError::from)?;
        }
        let settings = Settings::of(options);
        let wanted = serde_json::to_value(&settings);
        let wanted =
            wanted.map_err(|error| JournalError::from(file_error::at(path)(error.into())))?;
        let last = earlier.last.into_iter();
        let decided = last.filter_map(|((key, made_with), (_, verdict))| {
            let is_same = earlier.settings[made_with].as_ref() == Some(&wanted);
            (is_same && verdict != Soundness::Undecided).then_some((key, verdict))
        });
        Ok(Self {
            path: path.into(),
            journal,
            decided: decided.collect(),
            settings,
        })
    }

    /// Returns what was left out of the file because it was damaged.
    pub fn salvage(&self) -> Option<&Salvage> {
        self.journal.salvage()
    }

    /// Returns the verdict on a problem that is decided; `earlier` is an earlier
    /// problem of the batch that is like it.
    pub fn verdict(
        &self,
        entry: &ProblemEntry,
        earlier: Option<&EarlierProblem>,
    ) -> Option<Soundness> {
        self.decided.get(&ProblemKey::of(entry, earlier)).copied()
    }

    /// Appends a result.
    pub fn append(
        &mut self,
        checked: &CheckedProblem,
        options: &BatchOptions,
    ) -> Result<(), FileError> {
        let line = serde_json::to_string(&ResultLine {
            document: CheckDocument::new(checked, options),
            duplicate_of: checked.earlier.as_ref().map(Likeness::of),
            settings: &self.settings,
        });
        let line = line.map_err(|error| file_error::at(&self.path)(error.into()))?;
        self.journal.append(&line)
    }
}
