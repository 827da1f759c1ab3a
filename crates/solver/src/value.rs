//! What a search or a look-up says of a position.

use crate::path::Heads;
use kemuri_core::Hand;

/// No limit on the length of a mate.
pub(crate) const NO_LIMIT: u16 = u16::MAX;
/// Above every number that a position can have while it is open.
pub(crate) const INFINITE: u32 = 1 << 30;

/// Proof and disproof number of a position, or the limits on both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Numbers {
    pub(crate) pn: u32,
    pub(crate) dn: u32,
}

impl Numbers {
    /// Those of the negated question.
    pub(crate) fn swapped(self) -> Self {
        Self {
            pn: self.dn,
            dn: self.pn,
        }
    }
}

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum State {
    /// Neither mate nor no mate is known.
    Open,
    /// Mate within `len` with any hand that contains `hand`.
    Proven,
    /// No mate within `len` with any hand contained in `hand`, as long as the
    /// heads are on the path.
    Disproven,
}

impl State {
    /// What a child says if the side to move at its parent has won, and if that
    /// side has lost: the attacker (`is_or`) or the defender.
    #[inline]
    pub(crate) fn won_and_lost(is_or: bool) -> (Self, Self) {
        if is_or {
            (Self::Proven, Self::Disproven)
        } else {
            (Self::Disproven, Self::Proven)
        }
    }
}

/// A result of a search or of a look-up.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Value {
    pub(crate) state: State,
    pub(crate) pn: u32,
    pub(crate) dn: u32,
    /// Proof or disproof hand of a decided position.
    pub(crate) hand: Hand,
    /// Length of a decided position.
    pub(crate) len: u16,
    /// What a no-mate depends on.
    pub(crate) heads: Heads,
    /// Whether it holds for `hand` alone and for no other, see
    /// [`crate::search::interposition`].
    pub(crate) exact_hand: bool,
}

impl Value {
    pub(crate) fn open(pn: u32, dn: u32) -> Self {
        Self {
            state: State::Open,
            pn,
            dn,
            hand: Hand::EMPTY,
            len: 0,
            heads: Heads::NONE,
            exact_hand: false,
        }
    }

    pub(crate) fn proven(hand: Hand, len: u16) -> Self {
        Self {
            state: State::Proven,
            pn: 0,
            dn: INFINITE,
            hand,
            len,
            heads: Heads::NONE,
            exact_hand: false,
        }
    }

    pub(crate) fn disproven(hand: Hand, len: u16, heads: Heads) -> Self {
        Self {
            state: State::Disproven,
            pn: INFINITE,
            dn: 0,
            hand,
            len,
            heads,
            exact_hand: false,
        }
    }

    /// The same for this hand alone, unless `exact_hand` is false.
    pub(crate) fn for_hand(self, exact_hand: bool) -> Self {
        Self { exact_hand, ..self }
    }

    pub(crate) fn is_open(&self) -> bool {
        self.state == State::Open
    }

    pub(crate) fn numbers(&self) -> Numbers {
        Numbers {
            pn: self.pn,
            dn: self.dn,
        }
    }
}
