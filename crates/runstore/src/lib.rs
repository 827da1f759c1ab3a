#![doc = include_str!("../README.md")]

mod atomic_file;
mod column_names;
mod csv_journal;
pub mod file_error;
pub mod folder;
mod journal;
pub mod markdown;

pub use atomic_file::{AtomicFile, remove_file, remove_files, temporary_for, write_file};
pub use csv_journal::CsvJournal;
pub use file_error::FileError;
pub use folder::{FolderError, RunFolder};
pub use journal::{Journal, JournalError, LineFormat, LineKind, OtherHeader, Salvage};
