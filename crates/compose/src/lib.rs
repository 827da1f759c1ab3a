//! Composing: working backwards from mates, and enumerating all problems of a kind.
//!
//! - [`unmove`]: every position from which a position arises by one legal move;
//! - [`packed`]: positions in forty bytes, equal for mirror images;
//! - [`condition`]: which problems are looked for, as data;
//! - [`finals`]: the mates of a condition;
//! - [`soundness`]: whether one more ply makes a sound problem;
//! - [`store`]: positions on disk;
//! - [`enumerate`]: all problems of a condition, generation by generation;
//! - [`recheck`]: a problem checked from scratch, by other paths;
//! - [`retro`]: extending a sound problem backwards;
//! - [`fitting`]: whether a problem is one of a condition.

mod cleanness;
pub mod condition;
mod ends;
pub mod enumerate;
pub mod finals;
pub mod fitting;
pub mod packed;
pub mod recheck;
pub mod retro;
pub mod soundness;
pub mod store;
pub mod unmove;

pub use condition::{Condition, ConditionError};
pub use packed::Packed;
pub use unmove::each_unmove;
