//! The tests of this crate, one module for each subject.

mod build;
mod by_hand;
mod common;
mod damage;
mod differential;
mod independence;
mod large;
mod oracle;
mod rules;
