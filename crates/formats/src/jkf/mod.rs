//! JKF, the JSON kifu format.
//!
//! Besides what the format defines, three keys keep what else a record has:
//! `bookmarks`, `closing`, and `times` for further time columns. Readers that do
//! not know them pass over them.

mod model;
mod read;
mod repair;
mod write;

pub(crate) use read::read;
pub(crate) use write::write;

/// The letters that tell a piece from others of its kind, and the marks of the moves.
const MARKS: [(char, char); 6] = [
    ('L', '左'),
    ('C', '直'),
    ('R', '右'),
    ('U', '上'),
    ('M', '寄'),
    ('D', '引'),
];

/// Branches within branches that are written. A reader that recurses into JSON
/// gives up at 128 levels, and each branch takes three.
const MAX_DEPTH: usize = 32;
