//! What a side holds, one count for each kind.

use kemuri_core::PieceType;

/// Returns the kinds that can be held.
#[inline]
pub(super) fn held_kinds() -> impl Iterator<Item = PieceType> {
    (1..8).map(PieceType::new)
}

/// How many pieces of each kind a side holds.
///
/// The search packs a hand into one word and compares two hands by a subtraction.
/// Here each kind has a byte of its own, and every operation goes from kind to kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct HandCounts {
    /// By [`PieceType`] number, 1 to 7; the first is always 0.
    counts: [u8; 8],
}

impl HandCounts {
    /// No piece.
    pub const NONE: Self = Self { counts: [0; 8] };

    /// Creates a hand of `count` pieces of each kind. More than 31 pawns, or 7 pieces of
    /// another kind, are taken for as many: no set of shogi has them.
    pub fn new(count: impl Fn(PieceType) -> u8) -> Self {
        let mut hand = Self::NONE;
        for kind in held_kinds() {
            let most = if kind == PieceType::PAWN { 31 } else { 7 };
            hand.set(kind, count(kind).min(most));
        }
        hand
    }

    #[inline]
    pub(crate) fn set(&mut self, kind: PieceType, count: u8) {
        self.counts[kind.to_index() % 8] = count;
    }

    /// Returns how many pieces of a kind are held.
    #[inline]
    pub fn count(self, kind: PieceType) -> u8 {
        self.counts[kind.to_index() % 8]
    }

    /// Returns whether nothing is held.
    #[inline]
    pub fn is_empty(self) -> bool {
        self == Self::NONE
    }

    /// Adds a piece.
    ///
    /// # Panics
    /// If there are 255 of the kind, in a build that checks arithmetic.
    #[inline]
    pub fn add(&mut self, kind: PieceType) {
        self.counts[kind.to_index() % 8] += 1;
    }

    /// Removes a piece.
    ///
    /// # Panics
    /// If it is not held, in a build that checks arithmetic.
    #[inline]
    pub fn remove(&mut self, kind: PieceType) {
        self.counts[kind.to_index() % 8] -= 1;
    }

    /// Returns whether each kind is held at least as often as in `other`.
    #[inline]
    pub fn covers(self, other: Self) -> bool {
        let mut pairs = self.counts.iter().zip(&other.counts);
        pairs.all(|(own, other)| own >= other)
    }

    /// Returns both hands together.
    ///
    /// # Panics
    /// If there are over 255 of a kind, in a build that checks arithmetic.
    #[inline]
    #[must_use]
    pub fn together(mut self, other: Self) -> Self {
        for (own, other) in self.counts.iter_mut().zip(other.counts) {
            *own += other;
        }
        self
    }

    /// Returns what is left without the pieces of `other`, `None` if they are not all
    /// held.
    #[inline]
    pub fn without(mut self, other: Self) -> Option<Self> {
        for (own, other) in self.counts.iter_mut().zip(other.counts) {
            *own = own.checked_sub(other)?;
        }
        Some(self)
    }

    /// Returns the hand as a number of 23 bits: an octal digit for each kind, the
    /// pawns above them all.
    #[inline]
    pub(crate) fn number(self) -> u32 {
        let digits = &self.counts[2..];
        let pawns = self.count(PieceType::PAWN).into();
        digits
            .iter()
            .fold(pawns, |n, &count| n * 8 + u32::from(count))
    }

    /// The inverse of [`HandCounts::number`].
    #[inline]
    pub(crate) fn from_number(mut number: u32) -> Self {
        let mut hand = Self::NONE;
        for count in hand.counts[2..].iter_mut().rev() {
            *count = (number % 8) as u8;
            number /= 8;
        }
        hand.set(PieceType::PAWN, number as u8);
        hand
    }
}
