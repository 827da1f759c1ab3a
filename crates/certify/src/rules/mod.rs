//! The rules of tsume-shogi, written for the verifier alone.
//!
//! They share neither code nor method with the search. The search uses sets of
//! squares and hands packed into a word. These rules use a board of cells with a
//! border, a list of each side's pieces, one table of the pieces that go from one cell
//! to another, and hands that are arrays of counts ([`HandCounts`]). A mistake in the
//! search's moves or hands therefore shows as a certificate that is refused.
//!
//! The attacker always plays up the board. [`Position::new`] turns a position round in
//! which White attacks, and refuses one that breaks a rule.

mod checks;
mod grid;
mod hand;
mod keys;
mod legality;
mod pieces;
mod position;
mod replies;
mod setup;

pub use hand::HandCounts;
pub use keys::BoardKeys;
pub use pieces::{ATTACKER, DEFENDER};
pub use position::{Position, is_pawn_drop};
