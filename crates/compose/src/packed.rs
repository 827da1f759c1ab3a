//! Positions in forty bytes, equal for mirror images.
//!
//! Eleven bytes say which squares are occupied (and, in the bits to spare, who
//! is to move), twenty-five hold five bits a piece in the order of the squares,
//! four the attacker's hand. The defender's hand is what is left of the
//! material, which all positions of an enumeration share. The width is fixed,
//! so that files of positions can be sorted and searched in place.

use kemuri_core::attacks::code::KING;
use kemuri_core::attacks::{bit, each};
use kemuri_core::board::hand_kind;
use kemuri_core::{Board, Hand};

/// Bytes of a packed position.
pub const BYTES: usize = 40;
const CODES: usize = 11;
const HAND: usize = 36;
const CODE_BITS: usize = 5;
/// In the squares' set: the attacker is to move.
const TURN_BIT: usize = 81;

/// A position, ordered as its bytes are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PackedPosition(pub [u8; BYTES]);

impl PackedPosition {
    /// Packs a position as it stands.
    pub fn new(board: &Board) -> Self {
        Self::seen(board, |sq| sq)
    }

    /// Packs a position or its mirror image, whichever is less, and says
    /// whether it is the mirror image.
    pub fn canonical(board: &Board) -> (Self, bool) {
        let (here, there) = (Self::new(board), Self::seen(board, mirrored));
        if there < here {
            (there, true)
        } else {
            (here, false)
        }
    }

    /// Packs what stands on `place(square)` as if it stood on the square.
    fn seen(board: &Board, place: impl Fn(usize) -> usize) -> Self {
        let mut bytes = [0; BYTES];
        let mut occupied = u128::from(board.attacker_to_move()) << TURN_BIT;
        let mut at = CODES * 8;
        for sq in 0..81 {
            let piece = board.piece(place(sq));
            if piece != 0 {
                occupied |= bit(sq);
                let code = u16::from(piece) << (at % 8);
                bytes[at / 8] |= code as u8;
                bytes[at / 8 + 1] |= (code >> 8) as u8;
                at += CODE_BITS;
            }
        }
        bytes[..CODES].copy_from_slice(&occupied.to_le_bytes()[..CODES]);
        bytes[HAND..].copy_from_slice(&board.attacker_hand().bits().to_le_bytes());
        Self(bytes)
    }

    /// Pieces on the board, kings included.
    pub fn pieces(&self) -> usize {
        (self.squares() & (bit(TURN_BIT) - 1)).count_ones() as usize
    }

    /// What the attacker holds.
    pub fn attacker_hand(&self) -> Hand {
        let mut word = [0; 4];
        word.copy_from_slice(&self.0[HAND..]);
        Hand::from_bits(u32::from_le_bytes(word))
    }

    /// The occupied squares and the side to move.
    fn squares(&self) -> u128 {
        let mut word = [0; 16];
        word[..CODES].copy_from_slice(&self.0[..CODES]);
        u128::from_le_bytes(word)
    }

    /// The position, given the whole material it is a part of.
    pub fn board(&self, material: Hand) -> Board {
        let occupied = self.squares();
        let mut cells = [0; 81];
        let mut at = CODES * 8;
        for sq in each(occupied & (bit(TURN_BIT) - 1)) {
            let pair = u16::from_le_bytes([self.0[at / 8], self.0[at / 8 + 1]]);
            cells[sq] = (pair >> (at % 8)) as u8 & 31;
            at += CODE_BITS;
        }
        let hand = self.attacker_hand();
        let pieces = cells
            .iter()
            .filter(|&&piece| !matches!(piece & 15, 0 | KING));
        let in_play = pieces.fold(hand, |sum, &piece| sum.plus(hand_kind(piece)));
        let rest = material.difference(in_play);
        Board::from_pieces(&cells, [hand, rest], occupied & bit(TURN_BIT) != 0)
    }
}

/// The square on the other side of the middle file.
pub(crate) fn mirrored(sq: usize) -> usize {
    (8 - sq / 9) * 9 + sq % 9
}
