//! Composing: working backwards from mates, and enumerating all problems of a kind.
//!
//! - [`unmove`]: every position from which a position arises by one legal move;
//! - [`packed`]: positions in forty bytes, equal for mirror images.

pub mod condition;
pub mod finals;
pub mod packed;
pub mod unmove;

pub use condition::{Condition, ConditionError};
pub use packed::Packed;
pub use unmove::each_unmove;
