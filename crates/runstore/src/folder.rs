//! A folder that belongs to one run.
//!
//! The folder says in a small file whose it is, line by line. A run goes on in a
//! folder that says exactly what it would say itself; any other folder that is
//! not empty is left alone.

use crate::atomic_file::{temporary_for, write_file};
use crate::file_error::{FileError, at};
use crate::journal::lock;
use std::fs::{self, File, OpenOptions};
use std::path::{Path, PathBuf};

const LOCK: &str = "lock";
/// What stands for a line that is not there.
const NOTHING: &str = "";

/// Why a folder cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FolderError {
    /// The operating system refused.
    #[error(transparent)]
    File(#[from] FileError),
    /// There is a file of that name.
    #[error("{}: this is a file, not a folder", path.display())]
    NotAFolder {
        /// The file.
        path: PathBuf,
    },
    /// The folder has files that are none of ours.
    #[error("{}: the folder is neither empty nor that of a run", path.display())]
    NotEmpty {
        /// The folder.
        path: PathBuf,
    },
    /// The folder belongs to another run.
    #[error("{}: the folder belongs to another run: '{found}', not '{asked}'", path.display())]
    OtherRun {
        /// The folder.
        path: PathBuf,
        /// The first line in which the two differ, as the folder has it.
        found: String,
        /// The same line of the run that asked for the folder.
        asked: String,
    },
    /// Another process works in the folder.
    #[error("{}: another process is working in this folder", path.display())]
    Busy {
        /// The folder.
        path: PathBuf,
    },
}

/// A folder that this process works in.
#[derive(Debug)]
pub struct RunFolder {
    path: PathBuf,
    /// Held as long as the run lasts: two runs must not share a folder.
    _lock: File,
}

impl RunFolder {
    /// Takes a folder that is empty, not there yet, or one whose file `name`
    /// holds `label`.
    pub fn claim(path: &Path, name: &str, label: &str) -> Result<Self, FolderError> {
        if path.exists() && !path.is_dir() {
            return Err(FolderError::NotAFolder { path: path.into() });
        }
        fs::create_dir_all(path).map_err(at(path))?;
        let run = path.join(name);
        // Before the lock, so that a folder that is refused is left as it is.
        is_new(path, name, label)?;
        let lock = locked(path)?;
        // And under it: another process may have been quicker.
        if is_new(path, name, label)? {
            write_file(&run, label)?;
        }
        Ok(Self {
            path: path.into(),
            _lock: lock,
        })
    }

    /// The folder itself.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

/// Whether a folder is nobody's yet; if not, it must be that of the same run.
fn is_new(path: &Path, name: &str, label: &str) -> Result<bool, FolderError> {
    let run = path.join(name);
    match fs::read(&run) {
        Ok(bytes) if bytes == label.as_bytes() => Ok(false),
        Ok(bytes) => {
            let (found, asked) = difference(&String::from_utf8_lossy(&bytes), label);
            Err(FolderError::OtherRun {
                path: path.into(),
                found,
                asked,
            })
        }
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(at(&run)(error).into()),
        Err(_) if is_empty(path, name)? => Ok(true),
        Err(_) => Err(FolderError::NotEmpty { path: path.into() }),
    }
}

/// The lock of a folder, held until the file is closed.
fn locked(path: &Path) -> Result<File, FolderError> {
    let name = path.join(LOCK);
    let file = OpenOptions::new()
        .write(true)
        .create(true)
        .truncate(false)
        .open(&name)
        .map_err(at(&name))?;
    match lock(&file).map_err(at(&name))? {
        true => Ok(file),
        false => Err(FolderError::Busy { path: path.into() }),
    }
}

/// The first line in which two labels differ.
fn difference(found: &str, asked: &str) -> (String, String) {
    let (mut one, mut other) = (found.lines(), asked.lines());
    loop {
        match (one.next(), other.next()) {
            (Some(a), Some(b)) if a == b => {}
            (a, b) => return (a.unwrap_or(NOTHING).into(), b.unwrap_or(NOTHING).into()),
        }
    }
}

/// Whether nothing is in a folder, or no more than a killed run leaves at its
/// very beginning: an empty lock, and the temporary file of its label `name`.
fn is_empty(path: &Path, name: &str) -> Result<bool, FileError> {
    // Earlier versions had temporary files of this name.
    let part = format!("{name}.part");
    for entry in fs::read_dir(path).map_err(at(path))? {
        let entry = entry.map_err(at(path))?;
        let is_lock = || Ok(entry.file_name() == LOCK && entry.metadata()?.len() == 0);
        let is_temporary =
            temporary_for(&entry.path()) == Some(name) || *entry.file_name() == *part;
        if !is_temporary && !is_lock().map_err(at(path))? {
            return Ok(false);
        }
    }
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_that_of_one_run() {
        let outer = tempfile::tempdir().unwrap();
        let path = outer.path().join("a/b");
        let first = RunFolder::claim(&path, "run.txt", "x\ny 1\n").unwrap();
        let busy = RunFolder::claim(&path, "run.txt", "x\ny 1\n").unwrap_err();
        assert!(matches!(busy, FolderError::Busy { .. }), "{busy}");
        drop(first);
        RunFolder::claim(&path, "run.txt", "x\ny 1\n").unwrap();
        let other = RunFolder::claim(&path, "run.txt", "x\ny 2\n").unwrap_err();
        assert!(other.to_string().contains("'y 1', not 'y 2'"), "{other}");
        let shorter = RunFolder::claim(&path, "run.txt", "x\n").unwrap_err();
        assert!(shorter.to_string().contains("'y 1', not ''"), "{shorter}");
    }

    #[test]
    fn what_belongs_to_others_is_not_touched() {
        let outer = tempfile::tempdir().unwrap();
        let file = outer.path().join("file");
        fs::write(&file, "mine").unwrap();
        let error = RunFolder::claim(&file, "run.txt", "x\n").unwrap_err();
        assert!(matches!(error, FolderError::NotAFolder { .. }), "{error}");
        let error = RunFolder::claim(outer.path(), "run.txt", "x\n").unwrap_err();
        assert!(matches!(error, FolderError::NotEmpty { .. }), "{error}");
        assert_eq!(fs::read_dir(outer.path()).unwrap().count(), 1);
        assert_eq!(fs::read(&file).unwrap(), b"mine");
        let locks = tempfile::tempdir().unwrap();
        let lock = locks.path().join(LOCK);
        fs::write(&lock, "mine").unwrap();
        let error = RunFolder::claim(locks.path(), "run.txt", "x\n").unwrap_err();
        assert!(matches!(error, FolderError::NotEmpty { .. }), "{error}");
        assert_eq!(fs::read(&lock).unwrap(), b"mine");
    }

    #[test]
    fn a_run_killed_at_its_very_beginning_can_begin_again() {
        let folder = tempfile::tempdir().unwrap();
        for left in ["run.txt.part", ".run.txt.Ab3xYz.partial"] {
            fs::write(folder.path().join(left), "x").unwrap();
        }
        fs::write(folder.path().join(LOCK), "").unwrap();
        RunFolder::claim(folder.path(), "run.txt", "x\n").unwrap();
    }
}
