#![doc = include_str!("../README.md")]

pub mod attacks;
pub mod board;
pub mod budget;
mod checks;
pub mod english;
mod evasions;
pub mod hand;
#[cfg(feature = "serde")]
pub mod json;
pub mod kanji;
pub mod notation;
pub mod problem;
pub mod progress;
mod quote;
pub mod replay;
pub mod sfen;
pub mod view;

pub use board::Board;
pub use budget::{Budget, Reason};
pub use hand::Hand;
pub use problem::{PlayError, Problem, ProblemError};
pub use progress::{Phase, Progress};
pub use quote::{line_at, quote};
pub use rsshogi::types::{Color, Move, Piece, PieceType, Square};
pub use view::View;
