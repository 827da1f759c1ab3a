//! The tests of this crate, one module for each subject.

mod batch;
mod brute;
mod brute_force;
mod docs;
mod fixtures;
mod regressions;
mod tofu;
