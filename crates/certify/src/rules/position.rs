//! A position: what stands on the cells, hands, key.

use super::grid::{CELLS, Cell, OUTSIDE, SQUARES};
use super::keys::Keys;
use super::pieces::{ATTACKER, Code, DEFENDER, EMPTY, WALL, code, kind, owner, promoted};
use kemuri_core::{Color, Hand, Move, Piece, PieceType, Problem, Square, View, sfen};

/// The cells on which a side has pieces, in no order.
#[derive(Clone, Copy)]
struct List {
    cells: [Cell; 40],
    count: usize,
}

/// A move that was made, and what it captured.
#[derive(Clone, Copy)]
struct Made {
    mv: Move,
    moved: Code,
    captured: Code,
}

/// A position as the verifier sees it, the attacker playing up the board.
pub struct Position {
    cells: [Code; 256],
    lists: [List; 2],
    /// Where each occupied cell is in the list of its side.
    places: [u8; 256],
    hands: [Hand; 2],
    kings: [Cell; 2],
    to_move: usize,
    view: View,
    key: u128,
    keys: Keys,
    made: Vec<Made>,
}

impl Position {
    /// Sets a problem up, turned round if White attacks.
    pub fn new(problem: &Problem, keys: Keys) -> Self {
        let attacker = problem.attacker();
        let view = View::of(problem);
        let none = List {
            cells: [OUTSIDE; 40],
            count: 0,
        };
        let mut position = Self {
            cells: [WALL; 256],
            lists: [none; 2],
            places: [0; 256],
            hands: [attacker, attacker.flip()].map(|side| problem.hand(side)),
            kings: [OUTSIDE; 2],
            to_move: usize::from(!problem.attacker_to_move()),
            view,
            key: 0,
            keys,
            made: Vec::new(),
        };
        for square in Square::iter() {
            let to = view.square(square).to_index();
            position.cells[usize::from(CELLS[to])] = EMPTY;
            let piece = view.piece(problem.piece_on(square));
            if !piece.is_empty() {
                position.put(piece.raw() as Code, to);
            }
        }
        position
    }

    /// Puts a piece on an empty square.
    #[inline]
    fn put(&mut self, piece: Code, square: usize) {
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

    /// The key of the board. Neither hands nor the side to move are part of it.
    #[inline]
    pub fn key(&self) -> u128 {
        self.key
    }

    /// Whether the attacker is to move.
    #[inline]
    pub fn attacker_to_move(&self) -> bool {
        self.to_move == ATTACKER
    }

    /// The side to move.
    #[inline]
    pub(super) fn to_move(&self) -> usize {
        self.to_move
    }

    /// What a side holds in hand.
    #[inline]
    pub fn hand(&self, side: usize) -> Hand {
        self.hands[side]
    }

    /// What both sides together hold; on one board always the same.
    #[inline]
    pub fn both_hands(&self) -> Hand {
        self.hands[ATTACKER].union(self.hands[DEFENDER])
    }

    /// Gives the attacker this hand and the defender the rest; false, and
    /// nothing is done, if there are not as many pieces.
    #[inline]
    pub fn set_hand(&mut self, hand: Hand) -> bool {
        let both = self.both_hands();
        let enough = both.contains(hand);
        if enough {
            self.hands = [hand, both.difference(hand)];
        }
        enough
    }

    /// What stands on a cell.
    #[inline]
    pub(super) fn on(&self, cell: Cell) -> Code {
        self.cells[usize::from(cell)]
    }

    /// The cells on which a side has pieces.
    #[inline]
    pub(super) fn pieces_of(&self, side: usize) -> &[Cell] {
        let list = &self.lists[side];
        &list.cells[..list.count]
    }

    /// The cell of the king of `side`, [`OUTSIDE`] if there is none.
    #[inline]
    pub(super) fn king(&self, side: usize) -> Cell {
        self.kings[side]
    }

    /// Makes a move of the side to move, which must be legal but for the
    /// safety of the kings.
    #[inline]
    pub fn make(&mut self, mv: Move) {
        let side = self.to_move;
        let to = mv.to_sq().to_index();
        let (mut moved, mut captured) = (EMPTY, EMPTY);
        if let Some(kind) = mv.dropped_piece() {
            self.hands[side] = self.hands[side].minus(kind.to_index());
            self.put(code(side, kind), to);
        } else {
            let from = mv.from_sq().to_index();
            moved = self.on(CELLS[from]);
            captured = self.on(CELLS[to]);
            if captured != EMPTY {
                self.take(captured, to);
                self.hands[side] = self.hands[side].plus(held_as(captured));
            }
            self.take(moved, from);
            self.put(arrived(mv, moved), to);
        }
        self.made.push(Made {
            mv,
            moved,
            captured,
        });
        self.to_move = 1 - side;
    }

    /// Takes the last move back, if there is one.
    #[inline]
    pub fn undo(&mut self) {
        let Some(Made {
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
            *hand = hand.plus(kind.to_index());
            self.take(self.on(CELLS[to]), to);
            return;
        }
        if captured != EMPTY {
            *hand = hand.minus(held_as(captured));
        }
        self.take(arrived(mv, moved), to);
        self.put(moved, mv.from_sq().to_index());
        if captured != EMPTY {
            self.put(captured, to);
        }
    }

    /// The key of the board after a move of the side to move.
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

    /// A move of this position as it is in the problem.
    pub fn original(&self, mv: Move) -> Move {
        self.view.mv(mv)
    }

    /// The position as an SFEN, turned back if the problem was turned.
    pub fn sfen(&self) -> String {
        let mut board = [Piece::NONE; 81];
        for square in Square::iter() {
            let piece = Piece::new(self.on(CELLS[square.to_index()]) as i8);
            board[self.view.square(square).to_index()] = self.view.piece(piece);
        }
        let (mut hands, mut turn) = (self.hands, [Color::BLACK, Color::WHITE][self.to_move]);
        if self.view.is_turned() {
            hands.reverse();
            turn = turn.flip();
        }
        sfen::write(&board, hands, turn)
    }
}

/// What `moved` is once it has made `mv`.
#[inline]
fn arrived(mv: Move, moved: Code) -> Code {
    match promoted(moved) {
        Some(promoted) if mv.is_promotion() => promoted,
        _ => moved,
    }
}

/// The kind that a captured piece is in hand, as a number.
#[inline]
fn held_as(piece: Code) -> usize {
    kind(piece).demote().to_index()
}

/// The square of a cell.
#[inline]
pub(super) fn square(cell: Cell) -> Square {
    Square::from_index(usize::from(SQUARES[usize::from(cell)]))
}

/// Whether a move drops a pawn.
#[inline]
pub fn is_pawn_drop(mv: Move) -> bool {
    mv.dropped_piece() == Some(PieceType::PAWN)
}
