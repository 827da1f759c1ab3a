//! Journals whose lines are rows of CSV.

use crate::column_names::column_names;
use crate::file_error::{FileError, at};
use crate::journal::{Journal, JournalError, LineFormat, OtherHeader, Salvage};
use csv::StringRecord;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::io;
use std::path::{Path, PathBuf};

/// A [`Journal`] of rows of CSV under a row of their names. A row is a struct.
#[derive(Debug)]
pub struct CsvJournal<R> {
    path: PathBuf,
    journal: Journal,
    rows: Vec<R>,
}

impl<R: Serialize + DeserializeOwned> CsvJournal<R> {
    /// Opens or begins a journal and reads its rows.
    pub fn open(path: &Path) -> Result<Self, JournalError> {
        let columns = column_names::<R>();
        let names = StringRecord::from(columns);
        let header = line(&columns).map_err(at(path))?;
        let format = LineFormat {
            header: &header,
            other_header: OtherHeader::Damaged,
            ..LineFormat::default()
        };
        let mut rows = Vec::new();
        let journal = Journal::open(path, &format, |line| {
            let Some(cells) = cells(line) else {
                return line.is_empty();
            };
            let row = cells.deserialize(Some(&names)).ok();
            let row = row.filter(|_| cells.len() == names.len());
            let is_row = row.is_some();
            rows.extend(row);
            // Two programs may both have begun the file.
            is_row || cells == names
        })?;
        let path = path.into();
        Ok(Self {
            path,
            journal,
            rows,
        })
    }

    /// Appends a row.
    pub fn append(&mut self, row: R) -> Result<(), FileError> {
        let line = line(&row).map_err(at(&self.path))?;
        self.journal.append(&line)?;
        self.rows.push(row);
        Ok(())
    }

    /// Returns what was left out of the file when it was opened.
    pub fn salvage(&self) -> Option<&Salvage> {
        self.journal.salvage()
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

/// A row as text.
fn line(row: &impl Serialize) -> io::Result<String> {
    let mut writer = csv::WriterBuilder::new()
        .has_headers(false)
        .from_writer(Vec::new());
    writer.serialize(row).map_err(io::Error::other)?;
    let bytes = writer.into_inner().map_err(|e| e.into_error())?;
    let text = String::from_utf8(bytes).map_err(io::Error::other)?;
    Ok(text.trim_end_matches('\n').into())
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
    fn a_file_without_a_row_of_ours_is_refused_and_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("results.csv");
        for text in ["x,y,z\n1,2,3\n", "Dear Sir,\n"] {
            std::fs::write(&path, text).unwrap();
            let error = CsvJournal::<Row>::open(&path).unwrap_err();
            assert!(error.to_string().contains("line 1:"), "{error}");
            assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
        }
    }

    #[test]
    fn the_rows_of_a_damaged_file_are_kept() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("results.csv");
        for (text, names, lines) in [
            ("name,nodes\na,1\nb,many\nc,2\n", "ac", 3..=3),
            ("name,nodes\na\n", "", 2..=2),
            ("name,no\0\0\0\0\nb,2\n", "b", 1..=1),
            ("name,nodes\nname,nodes\na,1\n\0\n", "a", 4..=4),
        ] {
            std::fs::write(&path, text).unwrap();
            let mut journal = CsvJournal::<Row>::open(&path).unwrap();
            let found: String = journal.rows().iter().map(|row| &*row.name).collect();
            assert_eq!(found, names);
            assert_eq!(journal.salvage().unwrap().lines, [lines]);
            journal.append(row("z", Some(9))).unwrap();
            drop(journal);
            let text = std::fs::read_to_string(&path).unwrap();
            assert!(text.starts_with("name,nodes\n"), "{text}");
            let journal = CsvJournal::<Row>::open(&path).unwrap();
            assert_eq!(journal.rows().len(), names.len() + 1);
            assert_eq!(journal.salvage(), None);
        }
    }
}
