//! The encoding of moves, hands and numbers.

use crate::rules::HandCounts;
use kemuri_core::{Move, PieceType, Square};

/// The part of a move's word that is the move; the two bits above are flags.
pub(crate) const MOVE_BITS: u16 = 0x3fff;
/// A flag in the word of a mate's move: the proof hand follows.
pub(crate) const HAND_FOLLOWS: u16 = 1 << 14;
/// A flag in the word of a mate's move: the rank follows.
pub(crate) const RANK_FOLLOWS: u16 = 1 << 15;

/// How a refutation goes on after a reply, the two bits above its move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Continuation {
    /// An entry that was there before; its distance follows.
    Known,
    /// A new entry with the hand and the depth that are asked for.
    Plain,
    /// A new entry; its hand follows.
    Hand,
    /// A new entry; its hand and its depth follow.
    HandAndDepth,
}

impl Continuation {
    pub(crate) fn from_bits(bits: u16) -> Self {
        match bits & 3 {
            0 => Self::Known,
            1 => Self::Plain,
            2 => Self::Hand,
            _ => Self::HandAndDepth,
        }
    }

    pub(crate) fn bits(self) -> u16 {
        match self {
            Self::Known => 0,
            Self::Plain => 1,
            Self::Hand => 2,
            Self::HandAndDepth => 3,
        }
    }
}

/// A move in 14 bits: `(origin * 81 + to) * 2 + promotes`, the origin being a
/// square, or 80 + kind for a drop.
pub(crate) fn encode_move(mv: Move) -> u16 {
    let origin = if mv.is_drop() {
        80 + (mv.raw() >> 7 & 7)
    } else {
        mv.from_sq().to_index() as u16
    };
    (origin * 81 + mv.to_sq().to_index() as u16) * 2 + u16::from(mv.is_promotion())
}

/// The inverse of [`encode_move`]; `None` for a number that is no move.
pub(crate) fn decode_move(word: u16) -> Option<Move> {
    let code = word & MOVE_BITS;
    let (promotes, code) = (code % 2 == 1, code / 2);
    let to = Square::from_index(usize::from(code % 81));
    match usize::from(code / 81) {
        from @ 0..81 => {
            let from = Square::from_index(from);
            Some(if promotes {
                Move::promotion(from, to)
            } else {
                Move::normal(from, to)
            })
        }
        origin @ 81..88 if !promotes => Some(Move::drop(PieceType::new(origin as i8 - 80), to)),
        _ => None,
    }
}

/// Returns the kinds of a hand from the last digit of its number to the first.
///
/// The counts are the digits of a number whose bases are the counts of the bound plus
/// one. The gold is the last digit, the pawn the first.
fn digits() -> impl Iterator<Item = PieceType> {
    (1..8).rev().map(PieceType::new)
}

/// Returns the number of `hand` among the hands that `bound` covers.
pub(crate) fn encode_hand(hand: HandCounts, bound: HandCounts) -> u64 {
    let (mut number, mut place) = (0, 1);
    for kind in digits() {
        number += u64::from(hand.count(kind)) * place;
        place *= u64::from(bound.count(kind)) + 1;
    }
    number
}

/// The inverse of [`encode_hand`]; `None` for a number that is too large.
pub(crate) fn decode_hand(mut number: u64, bound: HandCounts) -> Option<HandCounts> {
    let mut hand = HandCounts::NONE;
    for kind in digits() {
        let base = u64::from(bound.count(kind)) + 1;
        hand.set(kind, (number % base) as u8);
        number /= base;
    }
    (number == 0).then_some(hand)
}

/// Appends a number in groups of seven bits, the lowest first, the highest bit
/// of each byte telling whether another follows.
pub(crate) fn push_number(out: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_move_has_a_code_of_its_own() {
        let mut seen = 0;
        for code in 0..=MOVE_BITS {
            if let Some(mv) = decode_move(code) {
                assert_eq!(encode_move(mv), code);
                assert_eq!(decode_move(code | HAND_FOLLOWS | RANK_FOLLOWS), Some(mv));
                seen += 1;
            }
        }
        assert_eq!(seen, 81 * 81 * 2 + 7 * 81);
    }

    #[test]
    fn every_hand_within_a_bound_has_a_number_of_its_own() {
        let counts = [0, 3, 0, 0, 2, 0, 1, 4];
        let bound = HandCounts::new(|kind| counts[kind.to_index()]);
        let hands = 4 * 3 * 2 * 5;
        for number in 0..hands {
            let hand = decode_hand(number, bound).expect("a hand");
            assert!(bound.covers(hand));
            assert_eq!(encode_hand(hand, bound), number);
        }
        for number in [hands, hands + 1, u64::MAX] {
            assert_eq!(decode_hand(number, bound), None);
        }
        assert_eq!(decode_hand(1, HandCounts::NONE), None);
    }
}
