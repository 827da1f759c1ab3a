//! Journals whose lines are rows of CSV.

use crate::file_error::{FileError, at};
use crate::journal::{Journal, JournalError, LineFormat};
use csv::StringRecord;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::io;
use std::path::{Path, PathBuf};

/// A [`Journal`] of rows of CSV under a row of their names.
#[derive(Debug)]
pub struct CsvJournal<R> {
    path: PathBuf,
    journal: Journal,
    /// The names of the columns, which the first row brings with it.
    has_header: bool,
    rows: Vec<R>,
}

impl<R: Serialize + DeserializeOwned> CsvJournal<R> {
    /// Opens or begins a journal and reads its rows.
    pub fn open(path: &Path) -> Result<Self, JournalError> {
        let mut header: Option<StringRecord> = None;
        let mut rows = Vec::new();
        let journal = Journal::open(path, &LineFormat::default(), |line| {
            let Some(cells) = cells(line) else {
                return line.is_empty();
            };
            let Some(header) = &header else {
                header = Some(cells);
                return true;
            };
            let row = cells.deserialize(Some(header)).ok();
            let row = row.filter(|_| cells.len() == header.len());
            let is_read = row.is_some();
            rows.extend(row);
            is_read
        })?;
        Ok(Self {
            path: path.into(),
            journal,
            has_header: header.is_some(),
            rows,
        })
    }

    /// Appends a row.
    pub fn append(&mut self, row: R) -> Result<(), FileError> {
        let text = lines(&row, !self.has_header).map_err(at(&self.path))?;
        let mut line = text.strip_suffix('\n').unwrap_or(&text);
        if !self.has_header
            && let Some((header, rest)) = line.split_once('\n')
        {
            self.journal.append(header)?;
            self.has_header = true;
            line = rest;
        }
        self.journal.append(line)?;
        self.rows.push(row);
        Ok(())
    }

    /// Returns all rows, in the order in which they were appended.
    pub fn rows(&self) -> &[R] {
        &self.rows
    }
}

/// The cells of a line, unless it is empty or not CSV.
fn cells(line: &str) -> Option<StringRecord> {
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .from_reader(line.as_bytes());
    let mut cells = StringRecord::new();
    let is_read = reader.read_record(&mut cells).ok()?;
    is_read.then_some(cells)
}

/// A row as text, after the names of its columns if there is no `header` yet.
fn lines<R: Serialize>(row: &R, header: bool) -> io::Result<String> {
    let mut writer = csv::WriterBuilder::new()
        .has_headers(header)
        .from_writer(Vec::new());
    writer.serialize(row).map_err(io::Error::other)?;
    let bytes = writer.into_inner().map_err(|e| e.into_error())?;
    String::from_utf8(bytes).map_err(io::Error::other)
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
        let mut journal = CsvJournal::open(&path).unwrap();
        for row in &all {
            journal.append(row.clone()).unwrap();
        }
        drop(journal);
        let bytes = std::fs::read(&path).unwrap();
        assert!(bytes.starts_with(b"name,nodes\n\"a,\"\"b\"\"\",1\n"));
        for length in 0..=bytes.len() {
            std::fs::write(&path, &bytes[..length]).unwrap();
            let mut journal = CsvJournal::<Row>::open(&path).unwrap();
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
            let error = CsvJournal::<Row>::open(&path).unwrap_err();
            let said = error.to_string();
            assert!(said.contains(&format!("line {line}:")), "{said}");
            assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
        }
    }
}
