//! Final positions: all mates of a condition, from which moves are taken back.
//!
//! The attacker's hand is empty and the defender holds what is not on the board.
//! If every piece has to work and there are no sliders, an attacking piece must
//! attack the king or a square next to it, and pieces are tried only where they
//! do. With sliders a piece can also work by blocking a line.

use crate::condition::Condition;
use crate::packed::PackedPosition;
use crate::parallel;
use kemuri_core::attacks::{STEP, bit, code, dead_squares, each, piece_attacks};
use kemuri_core::board::{ATTACKER, hand_kind};
use kemuri_core::{Board, Budget, Hand};
use std::collections::BTreeSet;
use std::convert::Infallible;

/// First placements that are searched in parallel.
const BATCH: usize = 64;

/// Returns all final positions of a condition in order, [packed](Condition::pack).
///
/// They must fit into memory; [`with_king`] gives them some at a time.
pub fn final_positions(condition: &Condition) -> Vec<PackedPosition> {
    let mut found = BTreeSet::new();
    let budget = Budget::default();
    for king in king_squares(condition) {
        let Ok(()) = with_king(condition, king, &budget, &mut |some| {
            found.extend(some);
            Ok::<(), Infallible>(())
        });
    }
    found.into_iter().collect()
}

/// Returns the squares on which the king is mated, one of each pair of mirror
/// images if these are packed alike.
pub fn king_squares(condition: &Condition) -> Vec<usize> {
    let half = if condition.is_symmetric() { 45 } else { 81 };
    each(condition.region).filter(|&sq| sq < half).collect()
}

/// Calls `found` with the final positions in which the king stands on `king`,
/// [packed](Condition::pack), some at a time and some more than once. Uses all
/// threads of the current pool (feature `parallel`), and ends early if `budget` is stopped.
pub fn with_king<E>(
    condition: &Condition,
    king: usize,
    budget: &Budget,
    found: &mut impl FnMut(Vec<PackedPosition>) -> Result<(), E>,
) -> Result<(), E> {
    let placements = placements(condition, king);
    let firsts: Vec<usize> = (0..placements.len()).collect();
    for some in firsts.chunks(BATCH) {
        let mates = parallel::map(some, |&first| {
            let mut search = PlacementSearch::new(condition, &placements, king, budget);
            search.place_one(condition.final_pieces - 1, first, condition.material);
            search.found
        });
        mates.into_iter().try_for_each(&mut *found)?;
    }
    Ok(())
}

/// A piece on a square.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Placement {
    piece: u8,
    sq: usize,
}

/// Returns the placements that may be part of a mate.
fn placements(condition: &Condition, king: usize) -> Vec<Placement> {
    let around = STEP[usize::from(code::KING)][king];
    let has_sliders = [code::LANCE, code::BISHOP, code::ROOK]
        .iter()
        .any(|&kind| condition.material.has(usize::from(kind)));
    let mut placements = Vec::new();
    let mut add = |piece, sq| {
        if bit(sq) & dead_squares(piece) == 0 {
            placements.push(Placement { piece, sq });
        }
    };
    for sq in each(condition.region & !bit(king)) {
        for kind in code::PAWN..=code::DRAGON {
            if kind == code::KING || !condition.material.has(hand_kind(kind)) {
                continue;
            }
            let attacks = piece_attacks(kind, sq, 0) & (around | bit(king)) != 0;
            if attacks || has_sliders || !condition.every_piece_works {
                add(kind, sq);
            }
            // Without sliders the defender's pieces can only block their own king.
            let blocks = has_sliders || bit(sq) & around != 0;
            if blocks || !condition.every_piece_works {
                add(kind | code::DEFENDER, sq);
            }
        }
    }
    placements
}

/// Tries all placements of a number of pieces.
struct PlacementSearch<'a> {
    condition: &'a Condition,
    placements: &'a [Placement],
    cells: [u8; 81],
    budget: &'a Budget,
    found: Vec<PackedPosition>,
}

impl<'a> PlacementSearch<'a> {
    fn new(
        condition: &'a Condition,
        placements: &'a [Placement],
        king: usize,
        budget: &'a Budget,
    ) -> Self {
        let mut cells = [0; 81];
        cells[king] = code::KING | code::DEFENDER;
        Self {
            condition,
            placements,
            cells,
            budget,
            found: Vec::new(),
        }
    }

    /// Places `pieces` more of those `left`, trying the placements from `first` on.
    fn place(&mut self, pieces: usize, first: usize, left: Hand) {
        if pieces == 0 {
            return self.test(left);
        }
        if self.budget.is_stopped() {
            return;
        }
        for i in first..self.placements.len() {
            self.place_one(pieces, i, left);
        }
    }

    /// The same with placement `i`, if it is possible, and later ones.
    fn place_one(&mut self, pieces: usize, i: usize, left: Hand) {
        let Placement { piece, sq } = self.placements[i];
        let kind = hand_kind(piece);
        if self.cells[sq] == 0 && left.has(kind) && !self.is_second_pawn(piece, sq) {
            self.cells[sq] = piece;
            self.place(pieces - 1, i + 1, left.minus(kind));
            self.cells[sq] = 0;
        }
    }

    fn is_second_pawn(&self, piece: u8, sq: usize) -> bool {
        let file = sq / 9 * 9;
        piece & 15 == code::PAWN && self.cells[file..file + 9].contains(&piece)
    }

    fn test(&mut self, defender_hand: Hand) {
        let board = Board::from_pieces(&self.cells, [Hand::EMPTY, defender_hand], false);
        if is_final(self.condition, &board) {
            self.found.push(self.condition.pack(&board).0);
        }
    }
}

/// Returns whether a position with the defender to move is a final position of a
/// condition, whatever its region.
pub fn is_final(condition: &Condition, board: &Board) -> bool {
    is_mated(board)
        && board.attacker_hand().is_empty()
        && (!condition.every_piece_works || every_piece_works(board))
        && condition.r#final.fits(board)
}

/// Whether no piece can be taken off a mate.
fn every_piece_works(board: &Board) -> bool {
    let cells: [u8; 81] = std::array::from_fn(|sq| board.piece(sq));
    let hands = [board.attacker_hand(), board.defender_hand()];
    each(board.occupied())
        .filter(|&sq| cells[sq] & 15 != code::KING)
        .all(|sq| {
            let mut cells = cells;
            cells[sq] = 0;
            !is_mated(&Board::from_pieces(&cells, hands, false))
        })
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
        let budget = Budget::default();
        let placements = placements(&condition, board.defender_king());
        let mut search =
            PlacementSearch::new(&condition, &placements, board.defender_king(), &budget);
        search.cells = std::array::from_fn(|sq| board.piece(sq));
        for (sq, &piece) in search.cells.iter().enumerate() {
            let king = sq == board.defender_king();
            assert!(piece == 0 || king || search.placements.contains(&Placement { piece, sq }));
        }
        search.test(Hand::EMPTY);
        assert_eq!(search.found.len(), 1);
    }

    /// The right half of the board has a mirror image of every mate.
    #[test]
    fn half_of_the_kings_give_all_mates() {
        let text = "name = \"half\"\n[material]\npawn = 3\n[final]\npieces = 3\n\
                    [attacker]\nunique = \"all\"\n";
        let condition = Condition::parse(text).unwrap();
        assert_eq!(king_squares(&condition).len(), 45);
        let (budget, mut all) = (Budget::default(), BTreeSet::new());
        for king in 0..81 {
            let Ok(()) = with_king(&condition, king, &budget, &mut |some| {
                all.extend(some);
                Ok::<(), Infallible>(())
            });
        }
        assert!(!all.is_empty());
        assert!(all.into_iter().eq(final_positions(&condition)));
        budget.stop();
        assert_eq!(count_with_corner_king(&condition, &budget), 0);
    }

    fn count_with_corner_king(condition: &Condition, budget: &Budget) -> usize {
        let mut number = 0;
        let Ok(()) = with_king(condition, 0, budget, &mut |some| {
            number += some.len();
            Ok::<(), Infallible>(())
        });
        number
    }
}
