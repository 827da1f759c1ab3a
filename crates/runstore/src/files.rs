//! Files that are there whole or not at all.
//!
//! A file is written under another name, flushed to the disk and renamed, so
//! that a run killed at any moment leaves whole files and rubbish that is
//! recognised by its name.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The ending of files that are not whole yet.
const UNFINISHED: &str = "part";

/// A file that the operating system refused to read or write.
#[derive(Debug, thiserror::Error)]
#[error("{}: {source}", path.display())]
pub struct FileError {
    /// Which file.
    pub path: PathBuf,
    /// Why.
    pub source: io::Error,
}

/// Adds the name of a file to an error.
pub fn at(path: &Path) -> impl Fn(io::Error) -> FileError + use<> {
    let path = path.to_path_buf();
    move |source| FileError {
        path: path.clone(),
        source,
    }
}

/// Writes a whole small file, so that it is there completely or not at all.
pub fn write_whole(path: &Path, contents: &[u8]) -> Result<(), FileError> {
    let part = unfinished(path);
    let write = || {
        let mut file = File::create(&part)?;
        file.write_all(contents)?;
        file.sync_all()
    };
    write().map_err(at(&part))?;
    fs::rename(&part, path).map_err(at(path))
}

/// The name of a file while it is being written.
pub fn unfinished(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_os_string();
    name.push(".");
    name.push(UNFINISHED);
    name.into()
}

/// Whether a file of this name was left unfinished.
pub fn is_unfinished(path: &Path) -> bool {
    path.extension().is_some_and(|e| e == UNFINISHED)
}
