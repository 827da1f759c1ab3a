#![doc = include_str!("../README.md")]
//!
//! # Modules
//!
//! - [`unmove`]: every position from which a position arises by one legal move;
//! - [`packed`]: positions in forty bytes, equal for mirror images;
//! - [`condition`]: which problems are looked for, as data;
//! - [`finals`]: the mates of a condition;
//! - [`soundness`]: whether a problem is sound by the rules of a condition, as the judge finds;
//! - [`store`]: positions on disk;
//! - [`enumerate`]: all problems of a condition, generation by generation;
//! - [`retro`]: extending a sound problem backwards;
//! - [`fitting`]: whether a problem is one of a condition.

pub mod condition;
pub mod enumerate;
pub mod finals;
pub mod fitting;
pub mod packed;
pub mod retro;
pub mod soundness;
pub mod store;
pub mod unmove;

pub use condition::{Condition, ConditionError};
pub use packed::Packed;
pub use unmove::each_unmove;
