//! Files of lines that only grow, so that a killed run can go on.

mod lines;
mod salvage;

pub use lines::{LineFormat, LineKind, OtherHeader};
pub use salvage::Salvage;

use crate::atomic_file::{AtomicFile, is_at};
use crate::file_error::{FileError, at};
use lines::next_line;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufReader, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// How often lines are flushed to the disk. What the operating system has of them
/// until then survives the process, and not a power failure.
const SYNC: Duration = Duration::from_secs(1);

/// Why a journal cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum JournalError {
    /// The file cannot be read or written.
    #[error(transparent)]
    File(#[from] FileError),
    /// There is a folder, a pipe or a device of that name.
    #[error("{}: this is not an ordinary file", path.display())]
    NotAFile {
        /// What is there.
        path: PathBuf,
    },
    /// Another process has opened the journal.
    #[error("{}: another process is using this file", path.display())]
    Busy {
        /// The file.
        path: PathBuf,
    },
    /// The file is a journal of something else, or no journal.
    #[error("{}: this is not the journal of '{expected}'", path.display())]
    OtherHeader {
        /// The file.
        path: PathBuf,
        /// The first line that the file should have.
        expected: String,
    },
    /// The file has lines, and none of them is a line of this journal; or one is a
    /// line of something else.
    #[error("{}, line {line}: this line does not belong to the journal", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The line, counted from 1.
        line: u64,
    },
}

/// A crash-safe journal: a file of lines that only grows.
///
/// A line is appended as soon as it is known. A line that was being written when
/// the process was killed has no line break: it is dropped when the journal is
/// opened again. Damaged lines between whole ones are dropped too, and the file is
/// kept as it was under another name ([`Salvage`]). The file is locked as long as
/// the journal is open.
///
/// ```
/// use kemuri_runstore::{Journal, LineFormat};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("squares.txt");
/// let format = LineFormat { header: "squares", ..LineFormat::default() };
/// let mut journal = Journal::open(&path, &format, |_| true)?;
/// journal.append("1 1")?;
/// journal.append("2 4")?;
/// drop(journal);
///
/// // The process was killed while it wrote the third line.
/// std::fs::write(&path, "squares\n1 1\n2 4\n3")?;
/// let mut lines = Vec::new();
/// let journal = Journal::open(&path, &format, |line| {
///     lines.push(line.to_string());
///     true
/// })?;
/// assert_eq!(lines, ["1 1", "2 4"]);
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
    /// Bytes of all complete lines.
    length: u64,
    /// When the lines were flushed to the disk.
    synced: Instant,
    salvage: Option<Salvage>,
}

impl Journal {
    /// Opens the journal at `path`, or begins it, and passes each of its lines
    /// but the header to `read`, which says what it is: `true` for a whole one,
    /// `false` for a damaged one, or a [`LineKind`].
    ///
    /// A journal that is refused is left as it is.
    pub fn open<K: Into<LineKind>>(
        path: &Path,
        format: &LineFormat<'_>,
        mut read: impl FnMut(&str) -> K,
    ) -> Result<Self, JournalError> {
        let file = open_locked(path)?;
        let mut read = |line: &str| read(line).into();
        let scan = format.scan(path, &mut BufReader::new(&file), &mut read)?;
        let mut journal = Self {
            path: path.into(),
            file,
            length: scan.kept,
            synced: Instant::now(),
            salvage: None,
        };
        let (header, damaged) = (format.header, &scan.damaged);
        if damaged.is_empty() {
            journal.truncate().map_err(at(path))?;
            if scan.lacks_line_break {
                journal.append("")?;
            } else if scan.kept == 0 && !header.is_empty() {
                journal.append(header)?;
            }
        } else {
            let is_damaged = |number| damaged.iter().any(|range| range.contains(&number));
            let header = Some(header).filter(|header| !header.is_empty() && is_damaged(1));
            let mut dropped = damaged.iter().peekable();
            let is_dropped = |number: u64| {
                while dropped.next_if(|range| *range.end() < number).is_some() {}
                scan.torn == Some(number) || dropped.peek().is_some_and(|d| d.contains(&number))
            };
            let original = salvage::keep(path, &journal.file).map_err(at(path))?;
            journal.rewrite(header, is_dropped).map_err(at(path))?;
            journal.salvage = Some(Salvage::of_damaged(path, &scan, original));
        }
        if let (None, Some(line)) = (&journal.salvage, scan.torn) {
            journal.salvage = Some(Salvage::of_torn(path, line));
        }
        Ok(journal)
    }

    /// Returns what was left out of the file when it was opened.
    pub fn salvage(&self) -> Option<&Salvage> {
        self.salvage.as_ref()
    }

    /// Appends a line.
    ///
    /// If that fails the journal has the lines that it had before.
    ///
    /// # Errors
    /// [`io::ErrorKind::InvalidInput`] if there is a line break in the line.
    pub fn append(&mut self, line: &str) -> Result<(), FileError> {
        self.write(line).map_err(at(&self.path))
    }

    fn write(&mut self, line: &str) -> io::Result<()> {
        if line.contains('\n') {
            return Err(io::ErrorKind::InvalidInput.into());
        }
        let bytes = [line.as_bytes(), b"\n"].concat();
        let written = self.file.write_all(&bytes).and_then(|()| self.sync());
        if let Err(error) = written {
            // If this fails too, the next process drops what is there of the line.
            let _ = self.truncate();
            return Err(error);
        }
        self.length += bytes.len() as u64;
        Ok(())
    }

    fn sync(&mut self) -> io::Result<()> {
        if self.synced.elapsed() >= SYNC {
            self.file.sync_data()?;
            self.synced = Instant::now();
        }
        Ok(())
    }

    /// Removes what is behind the complete lines.
    fn truncate(&mut self) -> io::Result<()> {
        self.file.set_len(self.length)?;
        self.file.seek(SeekFrom::Start(self.length))?;
        Ok(())
    }

    /// Removes the lines for whose number `is_dropped` returns `true`, counted from
    /// 1 with the header. The file is replaced as a whole: whatever happens, there
    /// is the old one or the new one.
    pub fn drop_lines(&mut self, is_dropped: impl FnMut(u64) -> bool) -> Result<(), FileError> {
        let path = self.path.clone();
        self.rewrite(None, is_dropped).map_err(at(&path))
    }

    /// Replaces the file by one with a new header, if there is one, and the lines
    /// that are not dropped.
    fn rewrite(
        &mut self,
        header: Option<&str>,
        mut is_dropped: impl FnMut(u64) -> bool,
    ) -> io::Result<()> {
        let new = AtomicFile::create(&self.path)?;
        let permissions = self.file.metadata()?.permissions();
        new.file().set_permissions(permissions)?;
        let mut out = BufWriter::new(new);
        if let Some(header) = header {
            writeln!(out, "{header}")?;
        }
        self.file.rewind()?;
        let mut reader = BufReader::new(&self.file);
        let mut text = Vec::new();
        for number in 1.. {
            if next_line(&mut reader, &mut text)?.is_none() {
                break;
            }
            if !is_dropped(number) {
                out.write_all(&text)?;
                out.write_all(b"\n")?;
            }
        }
        // The new file is locked before it has its name.
        self.file = out.into_inner()?.commit_open()?;
        self.length = self.file.seek(SeekFrom::End(0))?;
        Ok(())
    }
}

/// Opens and locks a file that is there, or a new one. Nothing but an ordinary file
/// is opened: a pipe might wait for ever, and a device has no end.
fn open_locked(path: &Path) -> Result<File, JournalError> {
    let refusal = || JournalError::NotAFile { path: path.into() };
    loop {
        match fs::metadata(path) {
            Ok(there) if !there.is_file() => return Err(refusal()),
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                return Err(at(path)(error).into());
            }
            _ => {}
        }
        let mut options = OpenOptions::new();
        let options = options.read(true).write(true).create(true).truncate(false);
        let file = options.open(path).map_err(at(path))?;
        if !file.metadata().map_err(at(path))?.is_file() {
            return Err(refusal());
        }
        if !lock(&file).map_err(at(path))? {
            return Err(JournalError::Busy { path: path.into() });
        }
        // The process that held the lock may have replaced the file.
        if is_at(&file, path).map_err(at(path))? {
            return Ok(file);
        }
    }
}

/// Locks a file until it is closed. Returns `false` if another process has
/// locked it.
pub(crate) fn lock(file: &File) -> io::Result<bool> {
    match file.try_lock() {
        Ok(()) => Ok(true),
        Err(TryLockError::WouldBlock) => Ok(false),
        Err(TryLockError::Error(error)) => Err(error),
    }
}

#[cfg(test)]
mod tests;
