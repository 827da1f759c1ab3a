#![doc = include_str!("../README.md")]
//!
//! # What is proven
//!
//! An entry is a position with the attacker to move: a board and a hand of the
//! attacker. All other pieces that are in a hand are in the defender's.
//!
//! - A **mate** entry `(board, hand, rank, move)` claims: with any hand that
//!   contains this one, the attacker mates within `rank` plies. The verifier checks
//!   that the move is a legal check, and that *every* legal reply leads to the board
//!   of an entry with a hand within the attacker's and a rank of at most `rank - 2`.
//! - A **refutation** entry `(board, hand, depth)` claims: with any hand within this
//!   one, the attacker does not mate within `depth` plies (a number, or for ever).
//!   The verifier checks that for *every* legal check with this hand there is a legal
//!   reply that leads to the board of an entry with a hand that contains the
//!   attacker's and a depth of at least `depth - 2`.
//!
//! # Why that is enough
//!
//! *Dominance.* On one board, the legal moves depend on the hands in one way only: a
//! piece can be dropped or it cannot. A pawn drop that gives check does so from the
//! next square, where nothing can be interposed, so whether it mates depends on the
//! board alone. This holds for the attacker's pawns and, with two kings, for the
//! defender's: when the defender moves, the attacker's king is not in check, so the
//! dropped pawn is the only checker. Whether the attacker's own king is safe depends
//! on the board as well. So with a larger hand the attacker has every move he had, and
//! the defender, who holds the rest, has no new move. A capture adds the same piece
//! to both hands that are compared. By induction over the plies, a mate within *n*
//! plies stays one with a larger hand, and with a smaller hand there is still none
//! where there was none.
//!
//! *Mates.* By induction over the rank: an entry relies on entries of smaller rank,
//! in whatever order they refer to each other. A cycle would need a rank below itself.
//!
//! *Refutations.* By induction over *n*: no entry with a depth of at least *n* is a
//! mate within *n* plies. A mate within one ply is a check without a reply, and each
//! check has one. A mate within *n* plies is a check after which every reply is mated
//! within *n* − 2, but the stored reply leads to an entry with a depth of at least
//! *n* − 2. Cycles are allowed: *n* still decreases. So an entry that holds for ever
//! is no mate within any number of plies. There are finitely many positions, so every
//! mate comes within some number of plies.
//!
//! The book describes the format, under "Certificates".

mod build;
mod claim;
mod encoding;
mod error;
mod header;
#[cfg(feature = "serde")]
pub mod json;
pub mod rules;
mod stream;
mod verify;
mod watch;

pub use build::{
    BuildError, Builder, KnownMate, KnownRefutation, Strategy, WrittenCertificate, WrongAnswer,
};
pub use claim::{Claim, Depth, Section};
pub use error::{Fault, FaultKind, HeaderPart, Malformed, VerifyError};
pub use header::{FORMAT, MAGIC};
pub use stream::MOST_AFTER_FAULT;
pub use verify::{Survey, VerifiedCertificate, verify, verify_within};
