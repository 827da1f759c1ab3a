//! Reading and writing records.

mod broken;
mod common;
mod dialect;
mod fuzz;
mod input;
mod lenient;
mod property;
mod regressions;
mod rest;
