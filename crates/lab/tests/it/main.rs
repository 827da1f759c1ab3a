//! `kemuri-lab` as a user runs it.

mod contradict;
#[cfg(target_os = "linux")]
mod faults;
mod guide;
mod reports;
mod runs;
#[cfg(target_os = "linux")]
mod signals;
mod small_run;

use kemuri_testing::process::{Ran, finish, in_english};
use std::ffi::OsStr;
use std::process::Command;

/// The program, in English unless told otherwise.
fn lab() -> Command {
    in_english(Command::new(env!("CARGO_BIN_EXE_kemuri-lab")))
}

/// Runs the program.
fn run<S: AsRef<OsStr>>(arguments: &[S]) -> Ran {
    finish(lab().args(arguments), b"")
}
