//! The rules of tsume-shogi, written for the verifier alone.
//!
//! Nothing here is shared with the search, neither code nor method: the search
//! has sets of squares, this has a board of cells with a wall around it, a list of
//! each side's pieces, and one table that tells which pieces go from one cell to
//! another. So a mistake in the move generator of the search shows as a
//! certificate that is refused. The attacker always plays up the board;
//! [`Position::new`] turns a problem in which White attacks round.

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
