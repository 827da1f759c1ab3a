//! What long runs leave on disk, whatever they are about.
//!
//! - [`files`]: files that are there whole or not at all;
//! - [`folder`]: a folder that belongs to one run and to no other;
//! - [`journal`]: results written down one by one, so that a run can go on;
//! - [`markdown`]: tables in Markdown;
//! - [`plot`], [`graph`]: pictures as SVG.

pub mod files;
pub mod folder;
pub mod graph;
pub mod journal;
pub mod markdown;
pub mod plot;
mod svg;

pub use files::FileError;
pub use folder::{FolderError, RunFolder};
pub use journal::{Journal, JournalError};
pub use plot::Plot;
pub use svg::escaped;
