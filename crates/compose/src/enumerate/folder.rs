//! The folder of a run: whose it is, and the names in it.

use super::EnumerateError;
use crate::condition::Condition;
use crate::position_file::{RunFileError, VERSION};
use kemuri_runstore::{FolderError, RunFolder, Salvage, remove_files, temporary_for};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// Says what a folder is; without it a folder is not touched.
const RUN: &str = "run.txt";
/// Holds a record of each problem.
const RECORDS: &str = "kif";
/// How the names of files that a run writes begin.
const OURS: [&str; 5] = ["plies-", "problem", "statistics.", "plot.", RUN];

/// A folder that belongs to a run of this version and condition.
pub struct EnumerationFolder {
    run: RunFolder,
    salvaged: Mutex<Vec<Salvage>>,
}

impl EnumerationFolder {
    /// Takes a folder that is empty, not there yet, or one of the same run.
    pub fn open(path: &Path, condition: &Condition) -> Result<Self, EnumerateError> {
        let name = &condition.name;
        let same_name = format!("condition {name} ");
        let label = format!(
            "kemuri enumerate, format {VERSION}\n{same_name}{:08x}\n",
            condition.fingerprint()
        );
        let run = RunFolder::claim(path, RUN, &label).map_err(|error| match error {
            FolderError::OtherRun { path, found, .. } if found.starts_with(&same_name) => {
                let name = name.clone();
                EnumerateError::OtherCondition { path, name }
            }
            error => error.into(),
        })?;
        let folder = Self {
            run,
            salvaged: Mutex::default(),
        };
        folder.remove_unfinished()?;
        Ok(folder)
    }

    /// Removes what a killed run left unfinished, and nothing that others put
    /// beside it.
    fn remove_unfinished(&self) -> Result<(), RunFileError> {
        remove_files(self.path(), is_unfinished)?;
        if self.records().is_dir() {
            remove_files(&self.records(), is_unfinished)?;
        }
        Ok(())
    }

    /// Returns what was left out of damaged logs since this was asked last. What
    /// they said is found out again.
    pub fn take_salvaged(&self) -> Vec<Salvage> {
        match self.salvaged.lock() {
            Ok(mut salvaged) => std::mem::take(&mut salvaged),
            Err(_) => Vec::new(),
        }
    }

    /// Remembers what was left out of a log.
    pub(super) fn add_salvaged(&self, salvage: Option<&Salvage>) {
        if let Ok(mut salvaged) = self.salvaged.lock() {
            salvaged.extend(salvage.cloned());
        }
    }

    /// The folder itself.
    pub fn path(&self) -> &Path {
        self.run.path()
    }

    /// The folder in it for a record of each problem.
    pub fn records(&self) -> PathBuf {
        self.path().join(RECORDS)
    }

    /// The problems of a length.
    pub fn generation(&self, number: u32) -> PathBuf {
        self.path().join(format!("plies-{number:04}.positions"))
    }

    /// The candidates for a length.
    pub fn candidates(&self, number: u32) -> PathBuf {
        self.path().join(format!("plies-{number:04}.candidates"))
    }

    /// A sorted part of them.
    pub fn sorted_run(&self, number: u32, part: usize) -> PathBuf {
        self.path().join(format!("plies-{number:04}-{part}.run"))
    }

    /// What is decided of them so far.
    pub fn log(&self, number: u32) -> PathBuf {
        self.path().join(format!("plies-{number:04}.decisions"))
    }

    /// The open ones of a length that are tried again.
    pub fn retried(&self, number: u32) -> PathBuf {
        self.path().join(format!("plies-{number:04}.retried"))
    }

    /// What is decided of these so far.
    pub fn retry_log(&self, number: u32) -> PathBuf {
        self.path()
            .join(format!("plies-{number:04}.retried.decisions"))
    }

    /// Removes the records of problems that an earlier run wrote, but for those
    /// that are `kept`.
    pub fn remove_records_but(&self, kept: &[PathBuf]) -> Result<(), RunFileError> {
        remove_files(&self.records(), |path| {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            let number = name
                .strip_prefix("problem-")
                .and_then(|n| n.strip_suffix(".kif"));
            let ours = number.is_some_and(|n| n.bytes().all(|b| b.is_ascii_digit()));
            ours && !kept.iter().any(|kept| kept == path)
        })?;
        Ok(())
    }
}

/// Whether a file is one that a run writes, and is not finished.
fn is_unfinished(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let is_sorted_run = name.starts_with("plies-") && name.ends_with(".run");
    // Earlier versions had temporary files called `NAME.part`.
    let finished = temporary_for(path).or(name.strip_suffix(".part"));
    let is_ours = |name: &str| OURS.iter().any(|start| name.starts_with(start));
    is_sorted_run || finished.is_some_and(is_ours)
}
