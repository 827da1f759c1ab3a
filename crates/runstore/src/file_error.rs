//! Errors of the operating system that say which file they are about.

use std::io;
use std::path::{Path, PathBuf};

/// A file that cannot be read or written.
#[derive(Debug, thiserror::Error)]
#[error("{}: {source}", path.display())]
pub struct FileError {
    /// The file.
    pub path: PathBuf,
    /// The error of the operating system.
    pub source: io::Error,
}

/// Adds the path of a file to an error: `File::open(path).map_err(at(path))`.
pub fn at(path: &Path) -> impl Fn(io::Error) -> FileError + use<> {
    let path = path.to_path_buf();
    move |source| FileError {
        path: path.clone(),
        source,
    }
}
