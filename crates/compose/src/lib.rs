#![doc = include_str!("../README.md")]
//!
//! # Modules
//!
//! - [`unmove`]: every position from which a position arises by one legal move;
//! - [`packed`]: positions in forty bytes, equal for mirror images;
//! - [`condition`]: which problems are looked for, as data;
//! - [`final_positions`]: the mates of a condition;
//! - [`soundness`]: whether the judge finds what a condition forbids;
//! - [`position_file`]: positions on disk;
//! - [`enumerate`]: all problems of a condition, generation by generation;
//! - [`retro`]: extending a sound problem backwards;
//! - `json` (feature `serde`): what `kemuri compose --json` prints.

mod composed;
pub mod condition;
pub mod enumerate;
pub mod final_positions;
#[cfg(feature = "serde")]
pub mod json;
pub mod packed;
mod parallel;
pub mod position_file;
pub mod retro;
pub mod soundness;
pub mod unmove;

pub use composed::ComposedProblem;
pub use condition::{Condition, ConditionError};
pub use packed::PackedPosition;
pub use unmove::each_unmove;
