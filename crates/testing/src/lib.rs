//! What the tests of Kemuri's programs share.
//!
//! - [`columns`]: what a terminal of 80 columns shows;
//! - `faults` (Linux): spoils file operations of a program;
//! - [`gui`]: the pipes between a USI engine and a GUI;
//! - [`help`]: checks the help of a program;
//! - [`process`]: runs a program the way a user does;
//! - [`pages`]: reads the examples of the book, which are run and compared;
//! - [`problems`]: positions that many tests ask about;
//! - [`signals`]: sends a signal to a program that is in the middle of its work.

pub mod columns;
#[cfg(target_os = "linux")]
pub mod faults;
pub mod gui;
pub mod help;
pub mod pages;
pub mod problems;
pub mod process;
#[cfg(target_os = "linux")]
pub mod signals;
