//! The rules of tsume-shogi, written for the verifier alone.
//!
//! Nothing here is shared with the search: a mistake in the move generator of
//! the search shows as a certificate that is refused. The attacker always plays
//! up the board; [`Position::new`] turns a problem in which White attacks
//! round.
//!
//! - [`tables`]: where pieces go on an empty board;
//! - [`keys`]: random numbers for the keys of boards;
//! - [`Position`]: the board with its hands, making and undoing moves, who
//!   attacks a square;
//! - replies: the defender's legal moves in check;
//! - checks: the attacker's legal moves that give check.

mod checks;
pub mod keys;
mod position;
mod replies;
pub mod tables;

pub use position::{ATTACKER, DEFENDER, Position, is_pawn_drop};
