//! What long runs leave on disk, whatever they are about.
//!
//! - [`AtomicFile`]: a file that is written completely or not at all;
//! - [`folder`]: a folder that belongs to one run and to no other;
//! - [`journal`]: results written down one by one, so that a run can go on;
//! - [`markdown`]: tables in Markdown;
//! - [`plot`], [`graph`]: pictures as SVG.

mod atomic_file;
pub mod file_error;
pub mod folder;
pub mod graph;
pub mod journal;
pub mod markdown;
pub mod plot;
mod svg;

pub use atomic_file::{AtomicFile, temporary_for, write_file};
pub use file_error::FileError;
pub use folder::{FolderError, RunFolder};
pub use journal::{Journal, JournalError};
pub use plot::Plot;
pub use svg::escaped;
