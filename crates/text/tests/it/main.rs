//! The tests of this crate, one module for each subject.

mod catalogue;
mod check;
mod formats;
mod variants;
