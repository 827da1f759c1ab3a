#![doc = include_str!("../README.md")]
//!
//! # How it works
//!
//! A check has four steps, each a module:
//!
//! 1. [`Judge`] solves the problem and takes the author's line as the main line,
//!    or chooses one (`main_line::choice`).
//! 2. `checks` decides every other check at every attacker's node of it.
//! 3. `defences` finds the defences that last longer, or as long.
//! 4. [`Profile`] turns the facts into a verdict, a [`Soundness`].
//!
//! A [`Fact`] has a class, a ply, a line that shows it, and how far it is proven.
//! [`batch`] checks collections, [`duplicates`] finds problems that occur twice, and
//! [`repair`] tries repairs.

pub mod batch;
mod checks;
mod defences;
mod duals;
pub mod duplicates;
pub mod extension;
pub mod fact;
mod idle_pieces;
#[cfg(feature = "serde")]
pub mod json;
mod judge;
mod main_line;
mod piece_change;
pub mod profile;
pub mod repair;
pub mod report;
mod searcher;
mod tries;

pub use fact::{Fact, FactDetail, FactKind, Proof};
pub use judge::Judge;
pub use piece_change::PieceChange;
pub use profile::{Profile, ProfileError, Severity, Soundness};
pub use report::{Author, CheckOptions, Report};
pub use tries::MainLineTry;
