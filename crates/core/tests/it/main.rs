//! The tests of this crate, one module for each subject.

mod movegen;
mod notation;
mod problem;
mod regressions;
mod replay;
