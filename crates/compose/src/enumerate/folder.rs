//! The folder of a run: whose it is, and the names in it.

use super::EnumerateError;
use crate::condition::Condition;
use crate::store::{StoreError, VERSION, at, is_unfinished, write_whole};
use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};

/// Says what a folder is; without it a folder is not touched.
const RUN: &str = "run.txt";
const LOCK: &str = "lock";
/// Holds a record of each problem.
const RECORDS: &str = "kif";
/// How the names of files that a run writes begin.
const OURS: [&str; 5] = ["plies-", "problem", "statistics.", "plot.", RUN];

/// A folder that belongs to a run of this version and condition.
pub struct Folder {
    path: PathBuf,
    /// Held as long as the run lasts: two runs must not share a folder.
    _lock: File,
}

impl Folder {
    /// Takes a folder that is empty, not there yet, or one of the same run.
    pub fn open(path: &Path, condition: &Condition) -> Result<Self, EnumerateError> {
        if path.exists() && !path.is_dir() {
            return Err(EnumerateError::NotAFolder { path: path.into() });
        }
        fs::create_dir_all(path).map_err(at(path))?;
        let run = path.join(RUN);
        let name = &condition.name;
        let same_name = format!("kemuri enumerate, format {VERSION}\ncondition {name} ");
        let label = format!("{same_name}{:08x}\n", condition.fingerprint());
        let found = match fs::read(&run) {
            Ok(bytes) => Some(String::from_utf8_lossy(&bytes).into_owned()),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => None,
            Err(error) => return Err(at(&run)(error).into()),
        };
        match found {
            Some(found) if found == label => {}
            Some(found) if found.starts_with(&same_name) => {
                return Err(EnumerateError::OtherCondition {
                    path: path.into(),
                    name: name.clone(),
                });
            }
            Some(found) => {
                return Err(EnumerateError::OtherRun {
                    path: path.into(),
                    found: found.lines().collect::<Vec<_>>().join(", "),
                });
            }
            None if is_empty(path)? => write_whole(&run, label.as_bytes())?,
            None => return Err(EnumerateError::NotEmpty { path: path.into() }),
        }
        let lock = path.join(LOCK);
        let file = File::create(&lock).map_err(at(&lock))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(EnumerateError::Busy { path: path.into() });
            }
            Err(TryLockError::Error(error)) => return Err(at(&lock)(error).into()),
        }
        let folder = Self {
            path: path.into(),
            _lock: file,
        };
        folder.sweep()?;
        Ok(folder)
    }

    /// Removes what a killed run left unfinished, and nothing that others put
    /// beside it.
    fn sweep(&self) -> Result<(), StoreError> {
        for folder in [self.path.clone(), self.path.join(RECORDS)] {
            if !folder.is_dir() {
                continue;
            }
            for entry in fs::read_dir(&folder).map_err(at(&folder))? {
                let path = entry.map_err(at(&folder))?.path();
                if is_left_over(&path) {
                    fs::remove_file(&path).map_err(at(&path))?;
                }
            }
        }
        Ok(())
    }

    /// The folder itself.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The folder in it for a record of each problem.
    pub fn records(&self) -> PathBuf {
        self.path.join(RECORDS)
    }

    /// The problems of a length.
    pub fn generation(&self, number: u32) -> PathBuf {
        self.path.join(format!("plies-{number:04}.positions"))
    }

    /// The candidates for a length.
    pub fn candidates(&self, number: u32) -> PathBuf {
        self.path.join(format!("plies-{number:04}.candidates"))
    }

    /// A sorted part of them.
    pub fn sorted_run(&self, number: u32, part: usize) -> PathBuf {
        self.path.join(format!("plies-{number:04}-{part}.run"))
    }

    /// What is decided of them so far.
    pub fn log(&self, number: u32) -> PathBuf {
        self.path.join(format!("plies-{number:04}.decisions"))
    }
}

/// Whether a file is one that a run writes, and is not finished.
fn is_left_over(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let ours = OURS.iter().any(|start| name.starts_with(start));
    let is_part = name.starts_with("plies-") && name.ends_with(".run");
    ours && (is_part || is_unfinished(path)) && path.is_file()
}

/// Whether nothing is in a folder, or no more than a killed run leaves at its
/// very beginning.
fn is_empty(path: &Path) -> Result<bool, StoreError> {
    for entry in fs::read_dir(path).map_err(at(path))? {
        let entry = entry.map_err(at(path))?.path();
        if entry != path.join(format!("{RUN}.part")) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Removes a file that is no longer needed, if it is there.
pub fn remove(path: &Path) -> Result<(), StoreError> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(at(path)(error)),
        _ => Ok(()),
    }
}
