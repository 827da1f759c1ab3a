//! Futile interpositions (無駄合): which do not count.
//!
//! There is no canonical definition, so the rules in use have names, see
//! [`Futile`]. Whether there is a mate at all does not depend on them. The rule
//! `standard`:
//!
//! `V` is the length under the rule. Let the defender be in check from exactly
//! one slider `A` at a distance, with the squares `S1 … Sk` between it and the
//! king, nearest the king first. Let `b0` be the greatest `1 + V` over all
//! replies that are not drops on these squares, 0 if there is none. For each `i`
//! let `c` be the position with `A` standing on `Si`, promoted or not, as long as
//! that is check, the hands unchanged, the defender to move. The drops on `Si`
//! are futile if `V(c) ≤ b(i−1)`, or if another piece of the attacker, moved to
//! `Si`, leaves the defender in check without a reply; then `bi = b(i−1)`.
//! Otherwise `bi` is the greater of `b(i−1)` and of `1 + V` after each drop on
//! `Si`. `V` is `bk`.
//!
//! The rule `with-moves` judges moves onto `Si`, too: `b0` leaves them out, and `c`
//! is without the piece that moved, which goes to neither hand.
//!
//! How the search decides it is in the module `search::interposition`.

use kemuri_core::{Board, Move};

/// Which interpositions do not count in a length.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema),
    serde(rename_all = "kebab-case")
)]
#[non_exhaustive]
pub enum Futile {
    /// Every legal move counts.
    None,
    /// Drops do not count where the slider could as well have stood on that square
    /// and the mate is no longer for it.
    #[default]
    Standard,
    /// As `standard`, and moves of pieces on the board that come in between (移動合)
    /// are judged like drops.
    WithMoves,
}

impl Futile {
    /// All profiles by name.
    pub const ALL: [(&'static str, Self); 3] = [
        ("none", Self::None),
        ("standard", Self::Standard),
        ("with-moves", Self::WithMoves),
    ];

    /// Returns the name of the profile.
    pub fn name(self) -> &'static str {
        Self::ALL[self as usize].0
    }

    /// What distinguishes the keys of positions under this profile.
    pub(crate) fn salt(self) -> u64 {
        match self {
            Self::None => 0,
            Self::Standard => 0xb3e1_2f86_94d7_0a5c,
            Self::WithMoves => 0x5d0c_a937_1e68_f42b,
        }
    }

    /// Whether the rule applies to the reply `mv` to a check: it interposes and is
    /// a drop, or a move as well.
    #[inline]
    pub(crate) fn applies_to(self, board: &Board, mv: Move) -> bool {
        match self {
            Self::None => false,
            Self::Standard => mv.is_drop(),
            // What is no move of the king and captures nothing has to interpose.
            Self::WithMoves => {
                mv.is_drop()
                    || mv.from_sq().to_index() != board.defender_king()
                        && board.piece(mv.to_sq().to_index()) == 0
            }
        }
    }
}
