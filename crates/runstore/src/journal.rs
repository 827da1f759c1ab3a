//! Results written down one by one, as CSV.
//!
//! A row is appended as soon as it is known. A row that was being written when
//! the run was killed has no end of line: it is cut off when the journal is
//! opened again, and measured anew.

use crate::file_error::{FileError, at};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// Why a journal cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// The operating system refused.
    #[error(transparent)]
    File(#[from] FileError),
    /// A row is not what it should be.
    #[error("{}, line {line}: this is no row of the results", path.display())]
    Damaged {
        /// Which file.
        path: PathBuf,
        /// Which line of it, counted from 1.
        line: u64,
    },
}

/// The rows of a CSV file that only grows.
#[derive(Debug)]
pub struct Journal<R> {
    path: PathBuf,
    file: File,
    rows: Vec<R>,
}

impl<R: Serialize + DeserializeOwned> Journal<R> {
    /// Opens or begins a journal and reads what is in it.
    pub fn open(path: &Path) -> Result<Self, JournalError> {
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)
            .map_err(at(path))?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(at(path))?;
        let whole = bytes.iter().rposition(|&b| b == b'\n').map_or(0, |i| i + 1);
        let rows = rows(path, &bytes[..whole])?;
        file.set_len(whole as u64).map_err(at(path))?;
        file.seek(SeekFrom::End(0)).map_err(at(path))?;
        Ok(Self {
            path: path.into(),
            file,
            rows,
        })
    }

    /// Writes a row down.
    pub fn append(&mut self, row: R) -> Result<(), FileError> {
        let line = line(&row, self.rows.is_empty()).map_err(at(&self.path))?;
        // A header without a row is written over.
        if self.rows.is_empty() {
            self.file.set_len(0).map_err(at(&self.path))?;
            self.file.seek(SeekFrom::Start(0)).map_err(at(&self.path))?;
        }
        self.file.write_all(&line).map_err(at(&self.path))?;
        self.rows.push(row);
        Ok(())
    }

    /// All rows, in the order in which they were written.
    pub fn rows(&self) -> &[R] {
        &self.rows
    }
}

fn rows<R: DeserializeOwned>(path: &Path, bytes: &[u8]) -> Result<Vec<R>, JournalError> {
    let mut reader = csv::Reader::from_reader(bytes);
    let mut rows = Vec::new();
    for row in reader.deserialize() {
        // The line of the header is the first.
        let line = rows.len() as u64 + 2;
        rows.push(row.map_err(|_| JournalError::Damaged {
            path: path.into(),
            line,
        })?);
    }
    Ok(rows)
}

/// A row as a line, after the header if it is the `first`.
fn line<R: Serialize>(row: &R, first: bool) -> std::io::Result<Vec<u8>> {
    let mut writer = csv::WriterBuilder::new()
        .has_headers(first)
        .from_writer(Vec::new());
    writer.serialize(row).map_err(std::io::Error::other)?;
    writer.into_inner().map_err(|e| e.into_error())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Deserialize;

    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    struct Row {
        name: String,
        nodes: Option<u64>,
    }

    fn row(name: &str, nodes: Option<u64>) -> Row {
        let name = name.into();
        Row { name, nodes }
    }

    #[test]
    fn a_journal_cut_anywhere_keeps_its_whole_rows() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("results.csv");
        let all = [row("a,\"b\"", Some(1)), row("二", None), row("c", Some(3))];
        let mut journal = Journal::open(&path).unwrap();
        for row in &all {
            journal.append(row.clone()).unwrap();
        }
        drop(journal);
        let bytes = std::fs::read(&path).unwrap();
        assert!(bytes.starts_with(b"name,nodes\n\"a,\"\"b\"\"\",1\n"));
        for length in 0..=bytes.len() {
            std::fs::write(&path, &bytes[..length]).unwrap();
            let mut journal = Journal::<Row>::open(&path).unwrap();
            let kept = journal.rows().len();
            assert_eq!(journal.rows(), &all[..kept]);
            for row in &all[kept..] {
                journal.append(row.clone()).unwrap();
            }
            assert_eq!(std::fs::read(&path).unwrap(), bytes, "cut at {length}");
        }
    }

    #[test]
    fn a_row_of_something_else_is_refused_and_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("results.csv");
        for (text, line) in [
            ("name,nodes\na,1\nb,many\nc,2\n", 3),
            ("name,nodes\na\n", 2),
            ("x,y\n1,2\n", 2),
        ] {
            std::fs::write(&path, text).unwrap();
            let error = Journal::<Row>::open(&path).unwrap_err();
            let said = error.to_string();
            assert!(said.contains(&format!("line {line}:")), "{said}");
            assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
        }
    }
}
