//! What is done with a damaged journal: nothing that is whole is lost, and the file
//! is kept as it was.

use super::lines::Scan;
use crate::atomic_file::AtomicFile;
use std::ffi::OsString;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Seek};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

/// What was left out of a journal when it was opened.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Salvage {
    /// The journal.
    pub path: PathBuf,
    /// The lines that were left out, counted from 1.
    pub lines: Vec<RangeInclusive<u64>>,
    /// The file as it was. None if nothing was left out but the end of it, a line
    /// that was being written when its process was killed.
    pub original: Option<PathBuf>,
}

impl Salvage {
    pub(super) fn of_damaged(path: &Path, scan: &Scan, original: PathBuf) -> Self {
        let torn = scan.torn.map(|line| line..=line);
        Self {
            path: path.into(),
            lines: scan.damaged.iter().cloned().chain(torn).collect(),
            original: Some(original),
        }
    }

    pub(super) fn of_torn(path: &Path, line: u64) -> Self {
        Self {
            path: path.into(),
            lines: vec![line..=line],
            original: None,
        }
    }

    /// Returns how many lines were left out.
    pub fn count(&self) -> u64 {
        let lines = self.lines.iter();
        lines.map(|range| range.end() - range.start() + 1).sum()
    }
}

/// Copies a damaged file to `NAME.damaged`, or to `NAME.damaged-2` and so on if there
/// are such files already, and returns the name.
pub fn keep(path: &Path, file: &File) -> io::Result<PathBuf> {
    for number in 1.. {
        let mut name = OsString::from(path);
        name.push(match number {
            1 => ".damaged".into(),
            _ => format!(".damaged-{number}"),
        });
        let copy = PathBuf::from(name);
        let (mut file, mut new) = match AtomicFile::create_new(&copy) {
            Ok(new) => (file, new),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                // A run that was killed here has kept it before.
                match is_copy(file, &copy)? {
                    true => return Ok(copy),
                    false => continue,
                }
            }
            Err(error) => return Err(error),
        };
        file.rewind()?;
        io::copy(&mut file, &mut new)?;
        match new.commit() {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            kept => return kept.map(|()| copy),
        }
    }
    Err(io::ErrorKind::AlreadyExists.into())
}

/// Whether a file has the bytes of another one.
fn is_copy(mut file: &File, copy: &Path) -> io::Result<bool> {
    if !copy.is_file() || copy.metadata()?.len() != file.metadata()?.len() {
        return Ok(false);
    }
    file.rewind()?;
    let (mut ours, mut theirs) = (BufReader::new(file), BufReader::new(File::open(copy)?));
    loop {
        let (a, b) = (ours.fill_buf()?, theirs.fill_buf()?);
        let length = a.len().min(b.len());
        if a[..length] != b[..length] {
            return Ok(false);
        }
        if length == 0 {
            return Ok(a.len() == b.len());
        }
        ours.consume(length);
        theirs.consume(length);
    }
}
