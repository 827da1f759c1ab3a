//! Final positions: all mates of a condition, from which everything is un-moved.
//!
//! The attacker's hand is empty and the defender holds what is not on the
//! board. Where every piece has to work and there are no sliders, an attacking
//! piece must bear on the king or on a square next to him, and pieces are tried
//! only where they do. With sliders a piece can also work by standing in a line.

use crate::condition::Condition;
use crate::packed::Packed;
use kemuri_core::attacks::{RANKS, STEP, Squares, bit, code, each, piece_attacks};
use kemuri_core::board::{ATTACKER, hand_kind};
use kemuri_core::{Board, Hand};
use std::collections::BTreeSet;

/// All final positions of a condition, in order, each by its
/// [name](Condition::name_of).
pub fn finals(condition: &Condition) -> Vec<Packed> {
    let mut found = BTreeSet::new();
    for king in each(condition.region) {
        let mut setting = Setting {
            condition,
            places: places(condition, king),
            cells: [0; 81],
            found: &mut found,
        };
        setting.cells[king] = code::KING | code::DEFENDER;
        setting.place(condition.final_pieces - 1, 0, condition.material);
    }
    found.into_iter().collect()
}

/// A piece and a square where it may be of use.
type Place = (u8, usize);

fn places(condition: &Condition, king: usize) -> Vec<Place> {
    let around = STEP[usize::from(code::KING)][king];
    let has_sliders = [code::LANCE, code::BISHOP, code::ROOK]
        .iter()
        .any(|&kind| condition.material.has(usize::from(kind)));
    let mut places = Vec::new();
    for sq in each(condition.region & !bit(king)) {
        for kind in code::PAWN..=code::DRAGON {
            if kind == code::KING || !condition.material.has(hand_kind(kind)) {
                continue;
            }
            let bears = piece_attacks(kind, sq, 0) & (around | bit(king)) != 0;
            if bears || has_sliders || !condition.every_piece_works {
                places.push((kind, sq));
            }
            // Without sliders the defender's pieces can but stand in the way of
            // their own king.
            let blocks = has_sliders || bit(sq) & around != 0;
            if blocks || !condition.every_piece_works {
                places.push((kind | code::DEFENDER, sq));
            }
        }
    }
    places.retain(|&(piece, sq)| bit(sq) & dead_squares(piece) == 0);
    places
}

fn dead_squares(piece: u8) -> Squares {
    let last = |n: usize| {
        if piece & code::DEFENDER == 0 {
            n
        } else {
            8 - n
        }
    };
    match piece & 15 {
        code::PAWN | code::LANCE => RANKS[last(0)],
        code::KNIGHT => RANKS[last(0)] | RANKS[last(1)],
        _ => 0,
    }
}

struct Setting<'a> {
    condition: &'a Condition,
    places: Vec<Place>,
    cells: [u8; 81],
    found: &'a mut BTreeSet<Packed>,
}

impl Setting<'_> {
    /// Places `pieces` more of those `left`, trying the places from `first` on.
    fn place(&mut self, pieces: usize, first: usize, left: Hand) {
        if pieces == 0 {
            return self.test(left);
        }
        for i in first..self.places.len() {
            let (piece, sq) = self.places[i];
            if self.cells[sq] == 0 && left.has(hand_kind(piece)) && !self.is_second_pawn(piece, sq)
            {
                self.cells[sq] = piece;
                self.place(pieces - 1, i + 1, left.minus(hand_kind(piece)));
                self.cells[sq] = 0;
            }
        }
    }

    fn is_second_pawn(&self, piece: u8, sq: usize) -> bool {
        let file = sq / 9 * 9;
        piece & 15 == code::PAWN && self.cells[file..file + 9].contains(&piece)
    }

    fn test(&mut self, defender_hand: Hand) {
        let hands = [Hand::EMPTY, defender_hand];
        if !is_mated(&Board::from_pieces(&self.cells, hands, false)) {
            return;
        }
        if self.condition.every_piece_works && !self.every_piece_works(defender_hand) {
            return;
        }
        let board = Board::from_pieces(&self.cells, hands, false);
        self.found.insert(self.condition.name_of(&board).0);
    }

    fn every_piece_works(&self, defender_hand: Hand) -> bool {
        (0..81).all(|sq| {
            let piece = self.cells[sq];
            if piece == 0 || piece & 15 == code::KING {
                return true;
            }
            let mut cells = self.cells;
            cells[sq] = 0;
            let hands = [Hand::EMPTY, defender_hand];
            !is_mated(&Board::from_pieces(&cells, hands, false))
        })
    }
}

/// Whether the defender is in check and has no reply.
fn is_mated(board: &Board) -> bool {
    let king = board.defender_king();
    board.attackers_to(ATTACKER, king, board.occupied()) != 0 && !board.has_evasion()
}

#[cfg(test)]
mod tests {
    use super::*;
    use kemuri_core::{Color, Problem};

    /// A knight that does nothing but keep a rook from capturing the checker.
    #[test]
    fn a_piece_may_work_by_standing_in_a_line() {
        let text = "name = \"lines\"\n[material]\nrook = 2\nknight = 2\npawn = 1\n\
                    [final]\npieces = 6\n[attacker]\nunique = \"all\"\n\
                    [limits]\nlength = 1\n";
        let condition = Condition::parse(text).unwrap();
        let sfen = "9/9/9/7rp/7Nk/6+R2/7N1/9/9 w - 1";
        let problem = Problem::from_sfen_with(sfen, Some(Color::BLACK)).unwrap();
        let board = Board::new(&problem);
        let mut found = BTreeSet::new();
        let mut setting = Setting {
            condition: &condition,
            places: places(&condition, board.defender_king()),
            cells: std::array::from_fn(|sq| board.piece(sq)),
            found: &mut found,
        };
        for (sq, &piece) in setting.cells.iter().enumerate() {
            let king = sq == board.defender_king();
            assert!(piece == 0 || king || setting.places.contains(&(piece, sq)));
        }
        setting.test(Hand::EMPTY);
        assert_eq!(found.len(), 1);
    }
}
