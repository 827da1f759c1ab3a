//! Files of lines that only grow, so that a killed run can go on.

use crate::file_error::{FileError, at};
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// Why a journal cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum JournalError {
    /// The file cannot be read or written.
    #[error(transparent)]
    File(#[from] FileError),
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
    /// A line is not what it should be.
    #[error("{}, line {line}: this line does not belong to the journal", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The line, counted from 1.
        line: u64,
    },
}

/// How the lines of a journal look.
#[derive(Clone, Copy, Debug, Default)]
pub struct LineFormat<'a> {
    /// The first line. It says what the journal is of, with everything that can
    /// change its lines. Empty if there is no such line.
    pub header: &'a str,
    /// What all other lines start with. A file that starts otherwise is never
    /// changed.
    pub line_start: &'a str,
    /// Whether a line that can be read is complete, as one of JSON is. The last
    /// line of the file then counts without its line break. Where this does not
    /// hold, `a,12` may be what is left of `a,123`.
    pub is_self_delimiting: bool,
    /// Whether a damaged line is dropped, with all lines after it. Otherwise the
    /// journal is refused.
    pub drops_damaged: bool,
}

/// A crash-safe journal: a file of lines that only grows.
///
/// A line is appended as soon as it is known. A line that was being written when
/// the process was killed has no line break: it is dropped when the journal is
/// opened again. The file is locked as long as the journal is open.
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
}

impl Journal {
    /// Opens the journal at `path`, or begins it, and passes each of its lines
    /// but the header to `read`, which returns `false` for a damaged one.
    ///
    /// A journal that is refused is left as it is.
    pub fn open(
        path: &Path,
        format: &LineFormat<'_>,
        mut read: impl FnMut(&str) -> bool,
    ) -> Result<Self, JournalError> {
        let mut options = OpenOptions::new();
        let file = options
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)
            .map_err(at(path))?;
        if !lock(&file).map_err(at(path))? {
            return Err(JournalError::Busy { path: path.into() });
        }
        let kept = format.read_all(path, &mut BufReader::new(&file), &mut read)?;
        let mut journal = Self {
            path: path.into(),
            file,
            length: kept.bytes,
        };
        journal.truncate().map_err(at(path))?;
        if !kept.has_line_break {
            journal.append("")?;
        } else if kept.bytes == 0 && !format.header.is_empty() {
            journal.append(format.header)?;
        }
        Ok(journal)
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
        if let Err(error) = self.file.write_all(&bytes) {
            // If this fails too, the next process drops what is there of the line.
            let _ = self.truncate();
            return Err(error);
        }
        self.length += bytes.len() as u64;
        Ok(())
    }

    /// Removes what is behind the complete lines.
    fn truncate(&mut self) -> io::Result<()> {
        self.file.set_len(self.length)?;
        self.file.seek(SeekFrom::Start(self.length))?;
        Ok(())
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

/// What is kept of a file.
struct Kept {
    bytes: u64,
    /// Whether the last line that is kept ends with a line break.
    has_line_break: bool,
}

/// What a line turned out to be.
#[derive(PartialEq)]
enum JournalLine {
    Complete,
    Torn,
    Damaged,
}

impl LineFormat<'_> {
    /// Reads all lines and finds out how many bytes of them are kept.
    fn read_all(
        &self,
        path: &Path,
        reader: &mut impl BufRead,
        read: &mut dyn FnMut(&str) -> bool,
    ) -> Result<Kept, JournalError> {
        let mut kept = Kept {
            bytes: 0,
            has_line_break: true,
        };
        let mut line = Vec::new();
        for number in 1.. {
            line.clear();
            let length = reader.read_until(b'\n', &mut line).map_err(at(path))?;
            if length == 0 {
                break;
            }
            let is_header = number == 1 && !self.header.is_empty();
            let (text, has_line_break) = match line.strip_suffix(b"\n") {
                Some(text) => (text, true),
                None => (&line[..], false),
            };
            let found = match is_header {
                true => self.header_line(text, has_line_break),
                false => self.line(text, has_line_break, read),
            };
            match found {
                JournalLine::Complete => {
                    kept.bytes += length as u64;
                    kept.has_line_break = has_line_break;
                }
                JournalLine::Damaged if !self.drops_damaged => {
                    return Err(self.refusal(path, number, is_header));
                }
                JournalLine::Torn | JournalLine::Damaged => break,
            }
        }
        Ok(kept)
    }

    fn refusal(&self, path: &Path, line: u64, is_header: bool) -> JournalError {
        let path = path.into();
        match is_header {
            true => JournalError::OtherHeader {
                path,
                expected: self.header.into(),
            },
            false => JournalError::Damaged { path, line },
        }
    }

    fn header_line(&self, text: &[u8], has_line_break: bool) -> JournalLine {
        match has_line_break {
            true if text == self.header.as_bytes() => JournalLine::Complete,
            false if self.header.as_bytes().starts_with(text) => JournalLine::Torn,
            _ => JournalLine::Damaged,
        }
    }

    fn line(
        &self,
        text: &[u8],
        has_line_break: bool,
        read: &mut dyn FnMut(&str) -> bool,
    ) -> JournalLine {
        let start = self.line_start.as_bytes();
        let may_be_complete = has_line_break || self.is_self_delimiting;
        if may_be_complete && str::from_utf8(text).is_ok_and(read) {
            JournalLine::Complete
        } else if !has_line_break && (text.starts_with(start) || start.starts_with(text)) {
            JournalLine::Torn
        } else {
            JournalLine::Damaged
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    const FORMAT: LineFormat<'_> = LineFormat {
        header: "numbers, from 1",
        line_start: "n ",
        is_self_delimiting: false,
        drops_damaged: false,
    };

    /// Opens a journal of lines such as `n 12`.
    fn open(path: &Path, format: &LineFormat<'_>) -> Result<(Journal, Vec<u32>), JournalError> {
        let mut numbers = Vec::new();
        let journal = Journal::open(path, format, |line| {
            let number: Option<u32> = line.strip_prefix("n ").and_then(|n| n.parse().ok());
            numbers.extend(number);
            number.is_some()
        })?;
        Ok((journal, numbers))
    }

    fn refused(path: &Path, text: &str, format: &LineFormat<'_>) -> JournalError {
        fs::write(path, text).unwrap();
        let error = open(path, format).unwrap_err();
        assert_eq!(fs::read_to_string(path).unwrap(), text);
        error
    }

    #[test]
    fn a_journal_cut_anywhere_keeps_its_complete_lines() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal");
        let bytes = b"numbers, from 1\nn 10\nn 200\nn 3000\n";
        let all = [10, 200, 3000];
        for length in 0..=bytes.len() {
            fs::write(&path, &bytes[..length]).unwrap();
            let (mut journal, numbers) = open(&path, &FORMAT).unwrap();
            assert_eq!(numbers, all[..numbers.len()], "cut at {length}");
            for number in &all[numbers.len()..] {
                journal.append(&format!("n {number}")).unwrap();
            }
            assert_eq!(fs::read(&path).unwrap(), bytes, "cut at {length}");
        }
    }

    #[test]
    fn a_last_line_that_is_complete_needs_no_line_break() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal");
        let format = LineFormat {
            is_self_delimiting: true,
            ..FORMAT
        };
        fs::write(&path, "numbers, from 1\nn 1\nn 2").unwrap();
        let (mut journal, numbers) = open(&path, &format).unwrap();
        assert_eq!(numbers, [1, 2]);
        journal.append("n 3").unwrap();
        let text = fs::read_to_string(&path).unwrap();
        assert_eq!(text, "numbers, from 1\nn 1\nn 2\nn 3\n");
    }

    #[test]
    fn files_of_others_are_refused_and_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal");
        for text in ["numbers, from 2\nn 1\n", "Dear Sir,", "Dear Sir,\n", "\n"] {
            let error = refused(&path, text, &FORMAT);
            assert!(matches!(error, JournalError::OtherHeader { .. }), "{error}");
        }
        let headless = LineFormat {
            header: "",
            ..FORMAT
        };
        for (text, line) in [
            ("Dear Sir,", 1),
            ("n 1\nDear Sir,\n", 2),
            ("n 1\nn two\nn 3\n", 2),
            ("n 1\n\nn 3\n", 2),
        ] {
            let error = refused(&path, text, &headless);
            assert!(
                error.to_string().contains(&format!("line {line}:")),
                "{error}"
            );
        }
    }

    #[test]
    fn damaged_lines_are_dropped_where_the_format_says_so() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal");
        let format = LineFormat {
            drops_damaged: true,
            ..FORMAT
        };
        for (text, kept) in [
            ("numbers, from 1\nn 1\nn x\nn 3\n", &[1][..]),
            ("numbers, from 2\nn 1\n", &[]),
            ("\0\u{1}\u{2}", &[]),
        ] {
            fs::write(&path, text).unwrap();
            let (mut journal, numbers) = open(&path, &format).unwrap();
            assert_eq!(numbers, kept);
            journal.append("n 7").unwrap();
            drop(journal);
            let (_, numbers) = open(&path, &FORMAT).unwrap();
            assert_eq!(numbers, [kept, &[7]].concat());
        }
    }

    #[test]
    fn a_journal_that_is_open_cannot_be_opened_again() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal");
        let first = open(&path, &FORMAT).unwrap();
        let error = open(&path, &FORMAT).unwrap_err();
        assert!(matches!(error, JournalError::Busy { .. }), "{error}");
        drop(first);
        assert!(open(&path, &FORMAT).is_ok());
    }

    #[test]
    fn a_line_has_no_line_break() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal");
        let (mut journal, _) = open(&path, &FORMAT).unwrap();
        let error = journal.append("n 1\nn 2").unwrap_err();
        assert_eq!(error.source.kind(), io::ErrorKind::InvalidInput);
        journal.append("n 3").unwrap();
        drop(journal);
        assert_eq!(open(&path, &FORMAT).unwrap().1, [3]);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_full_disk_is_an_error_with_the_name_of_the_file() {
        let path = Path::new("/dev/full");
        let mut journal = Journal {
            path: path.into(),
            file: OpenOptions::new().write(true).open(path).unwrap(),
            length: 0,
        };
        let error = journal.append("n 1").unwrap_err();
        assert!(error.to_string().starts_with("/dev/full: "), "{error}");
        assert_eq!(journal.length, 0);
    }
}
