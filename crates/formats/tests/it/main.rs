//! Reading and writing records.

mod broken;
mod common;
mod dialect;
mod fuzz;
mod input;
mod lenient;
mod property;
mod random;
mod regressions;
mod rest;
mod world;
