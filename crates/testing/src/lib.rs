//! What the tests of Kemuri's programs share.
//!
//! - [`help`]: checks the help of a program;
//! - [`process`]: runs a program the way a user does;
//! - [`pages`]: reads the examples of the book, which are run and compared.

pub mod help;
pub mod pages;
pub mod process;
