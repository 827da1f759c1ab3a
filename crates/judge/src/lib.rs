#![doc = include_str!("../README.md")]
//!
//! # How it works
//!
//! A check goes from the answer to the verdict in four steps, each a module:
//!
//! 1. [`Judge`] solves the problem and chooses the main line, the author's if
//!    there is one and it mates;
//! 2. `checks` decides every other check at every node of the attacker on it;
//! 3. `defences` finds the defences that last longer, or as long;
//! 4. [`Profile`] turns the facts that were found into a [`Verdict`].
//!
//! What was found is data, see [`Fact`]: a class, a ply, a line that shows it, and
//! how far it is proven. Collections are checked by [`batch`] and compared by
//! [`duplicates`], repairs are tried by [`suggest`].

mod ask;
pub mod batch;
mod checks;
mod defences;
mod duals;
pub mod duplicates;
mod edit;
pub mod extension;
pub mod fact;
mod idle;
#[cfg(feature = "serde")]
pub mod json;
mod judge;
mod lines;
mod main_line;
pub mod profile;
pub mod report;
pub mod suggest;

pub use edit::Edit;
pub use fact::{Fact, FactDetail, FactKind, Proof};
pub use judge::Judge;
pub use profile::{Profile, ProfileError, Severity, Verdict};
pub use report::{Author, Report, Settings};
