//! The ground Kemuri stands on: problems, hands and their dominance, and the
//! legal checks and evasions of tsume-shogi.

pub mod lang;
pub mod notation;
pub mod problem;
pub mod replay;
pub mod sfen;

pub use lang::Lang;
pub use problem::{Problem, ProblemError};
pub use rsshogi::types::{Color, Move, Piece, PieceType, Square};
