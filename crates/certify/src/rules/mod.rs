//! The rules of tsume-shogi, written for the verifier alone.
//!
//! They share neither code nor method with the search. The search uses sets of
//! squares. These rules use a board of cells with a wall around it, a list of each
//! side's pieces, and one table of the pieces that go from one cell to another. A
//! mistake in the search's moves therefore shows as a certificate that is refused.
//!
//! The attacker always plays up the board. [`Position::new`] turns a problem round in
//! which White attacks.

mod checks;
mod grid;
mod keys;
mod legality;
mod pieces;
mod position;
mod replies;

pub use keys::Keys;
pub use pieces::{ATTACKER, DEFENDER};
pub use position::{Position, is_pawn_drop};
