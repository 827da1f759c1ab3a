//! The tests of this crate, one module for each subject.

mod bad_input;
mod bench;
mod certificate;
mod check;
mod columns;
mod common;
mod composing;
mod convert;
#[cfg(target_os = "linux")]
mod faults;
mod guide;
mod guide_in_japanese;
mod limits;
mod manual;
mod memory;
mod positions;
mod regressions;
mod resume;
mod second_verifier;
mod show;
#[cfg(target_os = "linux")]
mod signals;
mod solve;
#[cfg(target_os = "linux")]
mod terminal;
mod tree;
mod usi;
mod verdicts;
mod verify;
mod version;
mod web;
