//! Certificates: files that let anyone check a verdict without trusting the
//! search.
//!
//! [`verify`] reads one with rules of its own ([`rules`]), which share nothing
//! with the search; [`Builder`] writes one by asking a [`Strategy`].
//!
//! # What is proven
//!
//! Entries are positions with the attacker to move: a board and a hand of the
//! attacker. Everything else that is in a hand is in the defender's.
//!
//! - A **mate** entry `(board, hand, rank, move)` says: with any hand that
//!   contains this one, the attacker mates within `rank` plies. It is checked
//!   that the move is a legal check, and that *every* legal reply leads to a
//!   board for which there is an entry with a hand within the attacker's and a
//!   rank of at most `rank - 2`.
//! - A **refutation** entry `(board, hand, depth)` says: with any hand within
//!   this one, the attacker does not mate within `depth` plies (a number or for
//!   ever). It is checked that for *every* legal check with this hand there is
//!   a legal reply that leads to a board for which there is an entry with a
//!   hand that contains the attacker's, and a depth of at least `depth - 2`.
//!
//! # Why that is enough
//!
//! *Dominance.* On one board, what moves are legal depends on the hands in one
//! way only: a piece can be dropped or it cannot. A pawn drop that gives check
//! does so from the next square, where nothing can be interposed, so whether it
//! mates depends on the board alone. That holds for the attacker's pawns, and
//! with two kings for the defender's: at his move the attacker's king is not in
//! check, so the dropped pawn is the only checker there. Safety of the
//! attacker's own king is a matter of the board, too. So with a larger hand the
//! attacker has every move he had, and the defender, who holds the rest, has no
//! move that he did not have; a capture adds the same piece to both hands that
//! are compared. By induction over the plies, a mate within *n* plies stays one
//! with a larger hand, and where there is none, there is none with a smaller.
//!
//! *Mates.* By induction over the rank: the entries that an entry leans on have
//! smaller ranks, whatever refers to what. A loop would have to have a rank
//! below itself.
//!
//! *Refutations.* By induction over *n*: no entry with a depth of at least *n*
//! is a mate within *n* plies. A mate within one ply is a check without a
//! reply, and each check has one. A mate within *n* plies is a check after which
//! every reply is mated within *n* − 2, but the stored one leads to an entry
//! with a depth of at least *n* − 2. Loops do no harm: *n* falls anyway. An
//! entry that stands for ever is therefore no mate within any number of plies,
//! and a mate always comes within some number, since there are finitely many
//! positions.
//!
//! The format is described in the book, under "Certificates".

mod build;
mod claim;
mod code;
mod fault;
mod header;
pub mod rules;
mod stream;
mod verify;
mod watch;

pub use build::{Answer, Attack, BuildError, Builder, Refutation, Strategy, Written};
pub use claim::{Claim, Depth, Section};
pub use fault::{Fault, Flaw, HeaderPart, Malformed, VerifyError};
pub use header::{FORMAT, MAGIC};
pub use verify::{Report, verify, verify_within};
