//! A position: what stands on the cells, hands, key.

use super::grid::{CELLS, CellNumber, OUTSIDE, SQUARES};
use super::hand::HandCounts;
use super::keys::BoardKeys;
use super::pieces::{ATTACKER, BORDER, Code, DEFENDER, EMPTY, code, kind, owner, promoted};
use kemuri_core::{Color, Move, PieceType, Square};
use std::collections::TryReserveError;

/// The cells on which a side has pieces, in no order.
#[derive(Clone, Copy)]
struct PieceList {
    cells: [CellNumber; 40],
    count: usize,
}

/// A move that was made, and what it captured.
#[derive(Clone, Copy)]
struct MadeMove {
    mv: Move,
    moved: Code,
    captured: Code,
}

/// A position as the verifier sees it, the attacker playing up the board.
pub struct Position {
    cells: [Code; 256],
    lists: [PieceList; 2],
    /// Where each occupied cell is in the list of its side.
    places: [u8; 256],
    hands: [HandCounts; 2],
    kings: [CellNumber; 2],
    to_move: usize,
    /// The colour of the attacker in the problem.
    attacker: Color,
    key: u128,
    keys: BoardKeys,
    made: Vec<MadeMove>,
}

impl Position {
    /// An empty board.
    pub(super) fn empty(attacker: Color, to_move: usize, keys: BoardKeys) -> Self {
        let none = PieceList {
            cells: [OUTSIDE; 40],
            count: 0,
        };
        let mut cells = [BORDER; 256];
        for cell in CELLS {
            cells[usize::from(cell)] = EMPTY;
        }
        Self {
            cells,
            lists: [none; 2],
            places: [0; 256],
            hands: [HandCounts::NONE; 2],
            kings: [OUTSIDE; 2],
            to_move,
            attacker,
            key: 0,
            keys,
            made: Vec::new(),
        }
    }

    /// Puts a piece on an empty square.
    #[inline]
    pub(super) fn put(&mut self, piece: Code, square: usize) {
        let (cell, side) = (CELLS[square], owner(piece));
        let list = &mut self.lists[side];
        list.cells[list.count] = cell;
        self.places[usize::from(cell)] = list.count as u8;
        list.count += 1;
        self.cells[usize::from(cell)] = piece;
        self.key ^= self.keys.of(piece, square);
        if kind(piece) == PieceType::KING {
            self.kings[side] = cell;
        }
    }

    /// Takes the piece off a square.
    #[inline]
    fn take(&mut self, piece: Code, square: usize) {
        let cell = usize::from(CELLS[square]);
        let list = &mut self.lists[owner(piece)];
        // The last of the list takes its place.
        list.count -= 1;
        let (last, place) = (list.cells[list.count], self.places[cell]);
        list.cells[usize::from(place)] = last;
        self.places[usize::from(last)] = place;
        self.cells[cell] = EMPTY;
        self.key ^= self.keys.of(piece, square);
    }

    /// Returns the key of the board. Neither hands nor the side to move are part of it.
    #[inline]
    pub fn key(&self) -> u128 {
        self.key
    }

    /// Returns whether the attacker is to move.
    #[inline]
    pub fn attacker_to_move(&self) -> bool {
        self.to_move == ATTACKER
    }

    /// Returns the colour of the attacker in the problem.
    pub(super) fn attacker(&self) -> Color {
        self.attacker
    }

    /// Returns the side to move.
    #[inline]
    pub(super) fn to_move(&self) -> usize {
        self.to_move
    }

    /// Returns what a side holds in hand.
    #[inline]
    pub fn hand(&self, side: usize) -> HandCounts {
        self.hands[side]
    }

    /// Gives a side its hand.
    pub(super) fn give(&mut self, side: usize, hand: HandCounts) {
        self.hands[side] = hand;
    }

    /// Returns what both sides together hold; on one board always the same.
    #[inline]
    pub fn both_hands(&self) -> HandCounts {
        self.hands[ATTACKER].together(self.hands[DEFENDER])
    }

    /// Gives the attacker this hand and the defender the rest; false, and
    /// nothing is done, if there are not as many pieces.
    #[inline]
    pub fn set_hand(&mut self, hand: HandCounts) -> bool {
        let rest = self.both_hands().without(hand);
        if let Some(rest) = rest {
            self.hands = [hand, rest];
        }
        rest.is_some()
    }

    /// Returns what stands on a cell.
    #[inline]
    pub(super) fn on(&self, cell: CellNumber) -> Code {
        self.cells[usize::from(cell)]
    }

    /// Returns the cells on which a side has pieces.
    #[inline]
    pub(super) fn pieces_of(&self, side: usize) -> &[CellNumber] {
        let list = &self.lists[side];
        &list.cells[..list.count]
    }

    /// Returns the cell of the king of `side`, [`OUTSIDE`] if there is none.
    #[inline]
    pub(super) fn king(&self, side: usize) -> CellNumber {
        self.kings[side]
    }

    /// Makes room for so many more moves to take back.
    pub(crate) fn try_reserve(&mut self, moves: usize) -> Result<(), TryReserveError> {
        self.made.try_reserve(moves)
    }

    /// Makes a move of the side to move, which must be legal but for the
    /// safety of the kings.
    #[inline]
    pub fn make(&mut self, mv: Move) {
        let side = self.to_move;
        let to = mv.to_sq().to_index();
        let (mut moved, mut captured) = (EMPTY, EMPTY);
        if let Some(kind) = mv.dropped_piece() {
            self.hands[side].remove(kind);
            self.put(code(side, kind), to);
        } else {
            let from = mv.from_sq().to_index();
            moved = self.on(CELLS[from]);
            captured = self.on(CELLS[to]);
            if captured != EMPTY {
                self.take(captured, to);
                self.hands[side].add(held_as(captured));
            }
            self.take(moved, from);
            self.put(arrived(mv, moved), to);
        }
        self.made.push(MadeMove {
            mv,
            moved,
            captured,
        });
        self.to_move = 1 - side;
    }

    /// Takes the last move back, if there is one.
    #[inline]
    pub fn undo(&mut self) {
        let Some(MadeMove {
            mv,
            moved,
            captured,
        }) = self.made.pop()
        else {
            return;
        };
        self.to_move = 1 - self.to_move;
        let hand = &mut self.hands[self.to_move];
        let to = mv.to_sq().to_index();
        if let Some(kind) = mv.dropped_piece() {
            hand.add(kind);
            self.take(self.on(CELLS[to]), to);
            return;
        }
        if captured != EMPTY {
            hand.remove(held_as(captured));
        }
        self.take(arrived(mv, moved), to);
        self.put(moved, mv.from_sq().to_index());
        if captured != EMPTY {
            self.put(captured, to);
        }
    }

    /// Returns the key of the board after a move of the side to move.
    #[inline]
    pub fn key_after(&self, mv: Move) -> u128 {
        let to = mv.to_sq().to_index();
        if let Some(kind) = mv.dropped_piece() {
            return self.key ^ self.keys.of(code(self.to_move, kind), to);
        }
        let from = mv.from_sq().to_index();
        let moved = self.on(CELLS[from]);
        let gone = self.keys.of(moved, from) ^ self.keys.of(self.on(CELLS[to]), to);
        self.key ^ gone ^ self.keys.of(arrived(mv, moved), to)
    }
}

/// Returns what `moved` is once it has made `mv`.
#[inline]
fn arrived(mv: Move, moved: Code) -> Code {
    match promoted(moved) {
        Some(promoted) if mv.is_promotion() => promoted,
        _ => moved,
    }
}

/// Returns the kind that a captured piece is in hand.
#[inline]
fn held_as(piece: Code) -> PieceType {
    // Promotion adds eight to the number of a kind.
    PieceType::new((piece % 8) as i8)
}

/// Returns the square of a cell.
#[inline]
pub(super) fn square(cell: CellNumber) -> Square {
    Square::from_index(usize::from(SQUARES[usize::from(cell)]))
}

/// Returns whether a move drops a pawn.
#[inline]
pub fn is_pawn_drop(mv: Move) -> bool {
    mv.dropped_piece() == Some(PieceType::PAWN)
}
