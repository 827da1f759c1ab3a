//! Hands packed in 32 bits, so that dominance is a subtraction and a mask.
//!
//! Each kind has a counter with one guard bit above it. For hands `a` and `b`,
//! `(a | GUARDS) - b` borrows from the guard of exactly those kinds of which `a`
//! holds fewer than `b`; every question about two hands is answered from the
//! guards that are left. The idea of comparing hands by bit operations is
//! Seo's (1999, section 2); he packs most kinds in unary.

use rsshogi::types::{HandPiece, PieceType};
use std::fmt;

/// The kinds that can be held in hand, by [`PieceType`] number (1 to 7).
pub const HAND_KINDS: [PieceType; 7] = [
    PieceType::PAWN,
    PieceType::LANCE,
    PieceType::KNIGHT,
    PieceType::SILVER,
    PieceType::BISHOP,
    PieceType::ROOK,
    PieceType::GOLD,
];

/// The same kinds as a hand is listed, in an SFEN as in a book: from the
/// strongest to the weakest.
pub const HAND_ORDER: [PieceType; 7] = [
    PieceType::ROOK,
    PieceType::BISHOP,
    PieceType::GOLD,
    PieceType::SILVER,
    PieceType::KNIGHT,
    PieceType::LANCE,
    PieceType::PAWN,
];

/// How many pieces of a kind that can be held a set of shogi has, promoted or not.
pub const fn set_size(kind: PieceType) -> u32 {
    match kind {
        PieceType::PAWN => 18,
        PieceType::BISHOP | PieceType::ROOK => 2,
        _ => 4,
    }
}

/// Shift of each kind's counter; index 0 and 8.. are not kinds of a hand.
const SHIFT: [u32; 8] = [0, 0, 6, 10, 14, 18, 21, 24];
/// Mask of each kind's counter before shifting.
const FIELD: [u32; 8] = [0, 31, 7, 7, 7, 3, 3, 7];
const GUARD_PAWN: u32 = 1 << 5;
const GUARDS_FOUR: u32 = 1 << 9 | 1 << 13 | 1 << 17 | 1 << 27;
const GUARDS_TWO: u32 = 1 << 20 | 1 << 23;
const GUARDS: u32 = GUARD_PAWN | GUARDS_FOUR | GUARDS_TWO;

/// The pieces one side holds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
#[repr(transparent)]
pub struct Hand(u32);

impl Hand {
    /// No piece at all.
    pub const EMPTY: Self = Self(0);

    /// The packed form, as stored in tables.
    #[inline]
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// The inverse of [`Hand::bits`].
    #[inline]
    pub const fn from_bits(bits: u32) -> Self {
        Self(bits)
    }

    /// How many of `kind` (a [`PieceType`] number from 1 to 7).
    #[inline]
    pub const fn count(self, kind: usize) -> u32 {
        (self.0 >> SHIFT[kind & 7]) & FIELD[kind & 7]
    }

    /// Whether at least one of `kind` is held.
    #[inline]
    pub const fn has(self, kind: usize) -> bool {
        self.0 & (FIELD[kind & 7] << SHIFT[kind & 7]) != 0
    }

    /// One more of `kind`. The caller knows that a shogi set has one more.
    #[inline]
    pub const fn plus(self, kind: usize) -> Self {
        Self(self.0 + (1 << SHIFT[kind & 7]))
    }

    /// One fewer of `kind`, of which at least one is held.
    #[inline]
    pub const fn minus(self, kind: usize) -> Self {
        Self(self.0 - (1 << SHIFT[kind & 7]))
    }

    /// One fewer of `kind`, or none if there was none.
    #[inline]
    pub const fn minus_or_none(self, kind: usize) -> Self {
        if self.has(kind) {
            self.minus(kind)
        } else {
            self
        }
    }

    /// The same hand with exactly `n` of `kind`.
    #[inline]
    pub const fn with(self, kind: usize, n: u32) -> Self {
        Self(self.0 & !(FIELD[kind & 7] << SHIFT[kind & 7]) | n << SHIFT[kind & 7])
    }

    /// Whether `self` holds at least as many of every kind as `other`.
    #[inline]
    pub const fn contains(self, other: Self) -> bool {
        (self.0 | GUARDS).wrapping_sub(other.0) & GUARDS == GUARDS
    }

    /// Ones in the counters of the kinds of which `self` holds at least as many as `other`.
    #[inline]
    const fn at_least(self, other: Self) -> u32 {
        let guards = (self.0 | GUARDS).wrapping_sub(other.0) & GUARDS;
        guards
            - ((guards & GUARD_PAWN) >> 5)
            - ((guards & GUARDS_FOUR) >> 3)
            - ((guards & GUARDS_TWO) >> 2)
    }

    /// Per kind the greater of the two counts.
    #[inline]
    pub const fn max(self, other: Self) -> Self {
        let mask = self.at_least(other);
        Self(self.0 & mask | other.0 & !mask)
    }

    /// Per kind the smaller of the two counts.
    #[inline]
    pub const fn min(self, other: Self) -> Self {
        let mask = self.at_least(other);
        Self(other.0 & mask | self.0 & !mask)
    }

    /// Per kind the sum; the caller knows that it is within a shogi set.
    #[inline]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }

    /// Per kind the difference; `self` must contain `other`.
    #[inline]
    pub const fn difference(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }

    /// How many pieces are held, of all kinds together.
    pub fn total(self) -> u32 {
        (1..8).map(|kind| self.count(kind)).sum()
    }

    /// Whether nothing is held.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
}

impl From<rsshogi::types::Hand> for Hand {
    fn from(hand: rsshogi::types::Hand) -> Self {
        HandPiece::iter().fold(Self::EMPTY, |packed, piece| {
            let kind = piece.to_piece_type().to_index();
            // No shogi set fills a counter; a hand that does is not one of a problem.
            packed.with(kind, hand.count(piece).min(FIELD[kind]))
        })
    }
}

impl From<Hand> for rsshogi::types::Hand {
    fn from(hand: Hand) -> Self {
        HandPiece::iter().fold(Self::ZERO, |theirs, piece| {
            let count = hand.count(piece.to_piece_type().to_index());
            theirs.checked_add(piece, count).unwrap_or(theirs)
        })
    }
}

impl fmt::Debug for Hand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Hand(")?;
        for kind in HAND_KINDS {
            match self.count(kind.to_index()) {
                0 => {}
                1 => write!(f, "{kind}")?,
                n => write!(f, "{n}{kind}")?,
            }
        }
        write!(f, ")")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every hand with none, one or all of each kind: all boundary cases of the guards.
    fn boundary_hands() -> Vec<Hand> {
        const SET: [u32; 8] = [0, 18, 4, 4, 4, 2, 2, 4];
        let mut hands = vec![Hand::EMPTY];
        for (kind, all) in SET.into_iter().enumerate().skip(1) {
            hands = hands
                .iter()
                .flat_map(|h| [0, 1, all].map(|n| h.with(kind, n)))
                .collect();
        }
        hands
    }

    #[test]
    fn set_operations_agree_with_counting() {
        let hands = boundary_hands();
        for &a in hands.iter().step_by(7) {
            for &b in hands.iter().step_by(5) {
                let counts = |h: Hand| (1..8).map(move |k| h.count(k));
                assert_eq!(a.contains(b), counts(a).zip(counts(b)).all(|(x, y)| x >= y));
                assert!(counts(a.max(b)).eq(counts(a).zip(counts(b)).map(|(x, y)| x.max(y))));
                assert!(counts(a.min(b)).eq(counts(a).zip(counts(b)).map(|(x, y)| x.min(y))));
            }
        }
    }

    #[test]
    fn plus_and_minus_are_inverse() {
        for h in boundary_hands() {
            for kind in 1..8 {
                assert_eq!(h.plus(kind).minus(kind), h);
                assert_eq!(h.plus(kind).count(kind), h.count(kind) + 1);
                assert_eq!(
                    h.minus_or_none(kind).count(kind),
                    h.count(kind).saturating_sub(1)
                );
            }
        }
    }
}
