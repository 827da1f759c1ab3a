//! JKF, the JSON kifu format.
//!
//! What the format has no place for is in the entry of the start, the only object whose keys
//! its schema leaves open: a list called `kemuri` of notes on entries, counted in the order
//! of the file from 0. A note has `bookmarks`, the `closing` sentence, and `times` for further
//! time columns.

mod model;
mod notes;
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
