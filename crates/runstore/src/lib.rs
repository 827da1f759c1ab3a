//! What long runs leave on disk, whatever they are about.
//!
//! - [`AtomicFile`]: a file that is written completely or not at all;
//! - [`folder`]: a folder that belongs to one run and to no other;
//! - [`Journal`], [`CsvJournal`]: lines that are appended one by one, so that a
//!   killed run can go on;
//! - [`markdown`]: tables in Markdown;
//! - [`plot`], [`svg`]: pictures.

mod atomic_file;
mod csv_journal;
pub mod file_error;
pub mod folder;
mod journal;
pub mod markdown;
pub mod plot;
pub mod svg;

pub use atomic_file::{AtomicFile, remove_file, remove_files, temporary_for, write_file};
pub use csv_journal::CsvJournal;
pub use file_error::FileError;
pub use folder::{FolderError, RunFolder};
pub use journal::{Journal, JournalError, LineFormat};
pub use plot::Plot;
pub use svg::escaped;
