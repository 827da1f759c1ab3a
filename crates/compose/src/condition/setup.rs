//! What a position must have on the board and in hand.

use super::ConditionError;
use crate::packed::mirrored;
use kemuri_core::attacks::{code, each};
use kemuri_core::board::{ATTACKER, DEFENDER_SIDE, hand_kind};
use kemuri_core::hand::HAND_KINDS;
use kemuri_core::{Board, Hand};

/// How many pieces there must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    /// So many in all.
    Total(u32),
    /// Exactly these, a promoted piece counting as what it was before.
    Kinds(Hand),
}

impl Count {
    /// Whether `pieces` are as many.
    fn fits(self, pieces: Hand) -> bool {
        match self {
            Self::Total(n) => pieces.total() == n,
            Self::Kinds(kinds) => pieces == kinds,
        }
    }

    fn total(self) -> u32 {
        match self {
            Self::Total(n) => n,
            Self::Kinds(kinds) => kinds.total(),
        }
    }

    fn kinds(self) -> Hand {
        match self {
            Self::Total(_) => Hand::EMPTY,
            Self::Kinds(kinds) => kinds,
        }
    }

    /// A number of its own for each count, the total where there is nothing else.
    pub(super) fn number(self) -> u128 {
        match self {
            Self::Total(n) => u128::from(n),
            Self::Kinds(kinds) => 1 << 64 | u128::from(kinds.bits()),
        }
    }
}

/// What a position must have; where nothing is said, anything will do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Setup {
    /// Pieces on the board, the king included.
    pub pieces: Option<usize>,
    /// The attacker's on the board.
    pub attacker: Option<Count>,
    /// The defender's on the board, the king not counted.
    pub defender: Option<Count>,
    /// In the attacker's hand.
    pub attacker_hand: Option<Count>,
    /// Whether the board must be its own mirror image.
    pub symmetric: bool,
}

impl Setup {
    /// Whether a position is like that.
    pub fn fits(&self, board: &Board) -> bool {
        let pieces = board.occupied().count_ones() as usize;
        let side = |count: Option<Count>, side| {
            count.is_none_or(|count| count.fits(on_board(board, side)))
        };
        self.pieces.is_none_or(|n| n == pieces)
            && self
                .attacker_hand
                .is_none_or(|count| count.fits(board.attacker_hand()))
            && side(self.attacker, ATTACKER)
            && side(self.defender, DEFENDER_SIDE)
            && (!self.symmetric || is_symmetric(board))
    }

    /// Whether `material` and so many squares are enough for it. `section` is
    /// where it comes from.
    pub(super) fn check(
        &self,
        section: &'static str,
        material: Hand,
        squares: u32,
    ) -> Result<(), ConditionError> {
        let counts = [self.attacker, self.defender, self.attacker_hand];
        let all = || counts.into_iter().flatten();
        for kind in HAND_KINDS {
            let index = kind.to_index();
            let count = all().map(|count| count.kinds().count(index)).sum();
            let limit = material.count(index);
            if count > limit {
                return Err(ConditionError::NotInMaterial {
                    section,
                    kind,
                    count,
                    limit,
                });
            }
        }
        let of = |count: Option<Count>| u64::from(count.map_or(0, Count::total));
        let sides = of(self.attacker) + of(self.defender);
        if let Some(pieces) = self.pieces.map(|n| n as u64) {
            let (sum, both) = (
                sides + 1,
                self.attacker.is_some() && self.defender.is_some(),
            );
            if sum > pieces || both && sum < pieces {
                return Err(ConditionError::NotTheSum {
                    section,
                    sum,
                    pieces,
                });
            }
        }
        let on_board = self.pieces.map_or(sides, |n| n as u64 - 1);
        let need = on_board + of(self.attacker_hand);
        let have = u64::from(material.total());
        if need > have {
            return Err(ConditionError::TooFew {
                section,
                need,
                have,
            });
        }
        if on_board + 1 > u64::from(squares) {
            return Err(ConditionError::Crowded {
                section,
                pieces: on_board + 1,
                squares: u64::from(squares),
            });
        }
        Ok(())
    }

    /// What is said beyond the pieces on the board and in hand, as numbers.
    pub(super) fn further(&self) -> [Option<u128>; 3] {
        [
            self.attacker.map(Count::number),
            self.defender.map(Count::number),
            self.symmetric.then_some(1),
        ]
    }
}

/// The pieces of a side on the board, the king not counted.
fn on_board(board: &Board, side: usize) -> Hand {
    each(board.side(side))
        .map(|sq| board.piece(sq))
        .filter(|piece| piece & 15 != code::KING)
        .fold(Hand::EMPTY, |sum, piece| sum.plus(hand_kind(piece)))
}

/// Whether the board is its own mirror image.
fn is_symmetric(board: &Board) -> bool {
    each(board.occupied()).all(|sq| board.piece(sq) == board.piece(mirrored(sq)))
}
