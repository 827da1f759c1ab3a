//! A position: pieces, hands, key.

use super::keys::Keys;
use super::tables::{
    CROSS, DOWN, GUARDS, RAY, STEP, Set, UP, WAYS, between, bishop, bit, code, rook, slide,
    squares, way,
};
use kemuri_core::{Color, Hand, Move, PieceType, Problem, Square};
use std::fmt::Write as _;

/// The attacker in arrays by side.
pub const ATTACKER: usize = 0;
/// The defender in arrays by side.
pub const DEFENDER: usize = 1;
/// The square of a king that is not there.
const OFF: u8 = 81;

/// What undoing a move needs.
#[derive(Clone, Copy)]
struct Made {
    mv: Move,
    moved: u8,
    captured: u8,
}

/// A position as the verifier sees it, the attacker playing up the board.
pub struct Position {
    board: [u8; 81],
    /// By side and way to move; the last collects those without a second way.
    ways: [[Set; 9]; 2],
    sides: [Set; 2],
    hands: [Hand; 2],
    kings: [u8; 2],
    attacker_to_move: bool,
    turned: bool,
    key: u128,
    keys: Keys,
    made: Vec<Made>,
}

/// How a kind is written in an SFEN.
const LETTERS: [char; 9] = [' ', 'P', 'L', 'N', 'S', 'B', 'R', 'G', 'K'];

impl Position {
    /// Sets a problem up, turned round if White attacks.
    pub fn new(problem: &Problem, keys: Keys) -> Self {
        let attacker = problem.attacker();
        let turned = attacker == Color::WHITE;
        let mut position = Self {
            board: [0; 81],
            ways: [[0; 9]; 2],
            sides: [0; 2],
            hands: [attacker, attacker.flip()].map(|side| problem.hand(side)),
            kings: [OFF; 2],
            attacker_to_move: problem.attacker_to_move(),
            turned,
            key: 0,
            keys,
            made: Vec::new(),
        };
        for square in Square::iter() {
            let piece = problem.piece_on(square).raw() as u8;
            if piece != 0 {
                let sq = square.to_index();
                if turned {
                    position.put(piece ^ code::DEFENDER, 80 - sq);
                } else {
                    position.put(piece, sq);
                }
            }
        }
        position
    }

    #[inline]
    fn toggle(&mut self, piece: u8, sq: usize) {
        let side = usize::from(piece >> 4 & 1);
        let set = bit(sq);
        let [first, second] = WAYS[usize::from(piece & 15)];
        self.ways[side][usize::from(first)] ^= set;
        self.ways[side][usize::from(second)] ^= set;
        self.sides[side] ^= set;
        self.key ^= self.keys.of(piece, sq);
    }

    #[inline]
    fn put(&mut self, piece: u8, sq: usize) {
        self.toggle(piece, sq);
        self.board[sq] = piece;
        if piece & 15 == code::KING {
            self.kings[usize::from(piece >> 4 & 1)] = sq as u8;
        }
    }

    /// The key of the board. Neither hands nor the side to move are part of it.
    #[inline]
    pub fn key(&self) -> u128 {
        self.key
    }

    /// Whether the attacker is to move.
    #[inline]
    pub fn attacker_to_move(&self) -> bool {
        self.attacker_to_move
    }

    /// What a side holds in hand.
    #[inline]
    pub fn hand(&self, side: usize) -> Hand {
        self.hands[side & 1]
    }

    /// What both sides together hold; on one board always the same.
    #[inline]
    pub fn both_hands(&self) -> Hand {
        self.hands[0].union(self.hands[1])
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

    /// The code of the piece on a square, 0 if there is none.
    #[inline]
    pub fn piece(&self, sq: usize) -> u8 {
        self.board[sq]
    }

    /// The squares on which a side has pieces that move this way.
    #[inline]
    pub(super) fn moving(&self, side: usize, way: usize) -> Set {
        self.ways[side][way]
    }

    /// The squares on which a side has pieces.
    #[inline]
    pub(super) fn side(&self, side: usize) -> Set {
        self.sides[side]
    }

    /// The squares on which anything stands.
    #[inline]
    pub(super) fn occupied(&self) -> Set {
        self.sides[0] | self.sides[1]
    }

    /// The square of the king to be mated.
    #[inline]
    pub(super) fn king(&self) -> usize {
        usize::from(self.kings[DEFENDER])
    }

    /// The square of the attacker's own king, if he has one.
    #[inline]
    pub(super) fn own_king(&self) -> Option<usize> {
        let king = self.kings[ATTACKER];
        (king != OFF).then_some(usize::from(king))
    }

    /// Makes a move of the side to move, which must be legal but for the
    /// safety of the kings.
    #[inline]
    pub fn make(&mut self, mv: Move) {
        let side = usize::from(!self.attacker_to_move);
        let to = mv.to_sq().to_index();
        let made = if mv.is_drop() {
            let kind = drop_kind(mv);
            let piece = kind | (side as u8) << 4;
            self.hands[side] = self.hands[side].minus(usize::from(kind));
            self.toggle(piece, to);
            self.board[to] = piece;
            Made {
                mv,
                moved: piece,
                captured: 0,
            }
        } else {
            let from = mv.from_sq().to_index();
            let (moved, captured) = (self.board[from], self.board[to]);
            if captured != 0 {
                self.toggle(captured, to);
                self.hands[side] = self.hands[side].plus(usize::from(captured & 7));
            }
            self.toggle(moved, from);
            self.board[from] = 0;
            self.put(after(mv, moved), to);
            Made {
                mv,
                moved,
                captured,
            }
        };
        self.made.push(made);
        self.attacker_to_move = !self.attacker_to_move;
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
        self.attacker_to_move = !self.attacker_to_move;
        let side = usize::from(!self.attacker_to_move);
        let to = mv.to_sq().to_index();
        self.toggle(self.board[to], to);
        self.board[to] = captured;
        if mv.is_drop() {
            self.hands[side] = self.hands[side].plus(usize::from(moved & 7));
            return;
        }
        if captured != 0 {
            self.toggle(captured, to);
            self.hands[side] = self.hands[side].minus(usize::from(captured & 7));
        }
        self.put(moved, mv.from_sq().to_index());
    }

    /// The key of the board after a move of the side to move.
    #[inline]
    pub fn key_after(&self, mv: Move) -> u128 {
        let to = mv.to_sq().to_index();
        if mv.is_drop() {
            let side = u8::from(!self.attacker_to_move) << 4;
            return self.key ^ self.keys.of(drop_kind(mv) | side, to);
        }
        let from = mv.from_sq().to_index();
        let moved = self.board[from];
        self.key
            ^ self.keys.of(moved, from)
            ^ self.keys.of(after(mv, moved), to)
            ^ self.keys.of(self.board[to], to)
    }

    /// The pieces of `side` that attack `sq` when `occupied` are the squares
    /// that block.
    #[inline]
    pub(super) fn attackers(&self, side: usize, sq: usize, occupied: Set) -> Set {
        let (ways, back) = (&self.ways[side], &STEP[side ^ 1]);
        let mut found = back[way::PAWN][sq] & ways[way::PAWN]
            | back[way::KNIGHT][sq] & ways[way::KNIGHT]
            | back[way::SILVER][sq] & ways[way::SILVER]
            | back[way::GOLD][sq] & ways[way::GOLD]
            | back[way::NEAR][sq] & ways[way::NEAR];
        for slider in squares(self.sliders_towards(side, sq)) {
            if between(sq, slider) & occupied == 0 {
                found |= bit(slider);
            }
        }
        found
    }

    /// The sliders of `side` that would attack `sq` if nothing were between.
    #[inline]
    pub(super) fn sliders_towards(&self, side: usize, sq: usize) -> Set {
        let ways = &self.ways[side];
        CROSS[0][sq] & ways[way::ORTHOGONAL]
            | CROSS[1][sq] & ways[way::DIAGONAL]
            | RAY[if side == ATTACKER { DOWN } else { UP }][sq] & ways[way::LANCE]
    }

    /// What the piece on `from` attacks.
    #[inline]
    pub(super) fn reach(&self, from: usize, occupied: Set) -> Set {
        let piece = self.board[from];
        let side = usize::from(piece >> 4 & 1);
        let one = |w: u8| match usize::from(w) {
            way::NONE => 0,
            way::LANCE => slide(if side == ATTACKER { UP } else { DOWN }, from, occupied),
            way::DIAGONAL => bishop(from, occupied),
            way::ORTHOGONAL => rook(from, occupied),
            step => STEP[side][step & 7][from],
        };
        let [first, second] = WAYS[usize::from(piece & 15)];
        one(first) | one(second)
    }

    /// A set that contains every square next to the defender's king that the
    /// attacker attacks, and no such square that he does not; the king himself
    /// hides nothing.
    #[inline]
    pub(super) fn guarded(&self) -> Set {
        let king = self.king();
        let around = STEP[DEFENDER][way::NEAR][king];
        let occupied = self.occupied() & !bit(king);
        let ways = &self.ways[ATTACKER];
        let near = GUARDS[king];
        // A pawn attacks the square one number below; none stands on rank 0.
        let mut guarded = ways[way::PAWN] >> 1;
        for step in [way::KNIGHT, way::SILVER, way::GOLD, way::NEAR] {
            for from in squares(ways[step] & near) {
                guarded |= STEP[ATTACKER][step][from];
            }
        }
        for from in squares(ways[way::LANCE]) {
            if RAY[UP][from] & around != 0 {
                guarded |= slide(UP, from, occupied);
            }
        }
        for from in squares(ways[way::DIAGONAL]) {
            if CROSS[1][from] & around != 0 {
                guarded |= bishop(from, occupied);
            }
        }
        for from in squares(ways[way::ORTHOGONAL]) {
            if CROSS[0][from] & around != 0 {
                guarded |= rook(from, occupied);
            }
        }
        guarded
    }

    /// Whether a side has an unpromoted pawn on the file of `sq`.
    #[inline]
    pub(super) fn pawn_on_file(&self, side: usize, sq: usize) -> bool {
        self.ways[side][way::PAWN] & super::tables::file(sq) != 0
    }

    /// A move of this position as it is in the problem.
    pub fn original(&self, mv: Move) -> Move {
        if self.turned { mv.flip() } else { mv }
    }

    /// The position as an SFEN, turned back if the problem was turned.
    pub fn sfen(&self) -> String {
        let mut out = String::new();
        for rank in 0..9 {
            let mut empty = 0;
            for file in (0..9).rev() {
                let sq = file * 9 + rank;
                let piece = match (
                    self.turned,
                    self.board[if self.turned { 80 - sq } else { sq }],
                ) {
                    (_, 0) => {
                        empty += 1;
                        continue;
                    }
                    (true, piece) => piece ^ code::DEFENDER,
                    (false, piece) => piece,
                };
                if empty > 0 {
                    let _ = write!(out, "{empty}");
                    empty = 0;
                }
                let kind = piece & 15;
                if kind > code::KING {
                    out.push('+');
                }
                let base = if kind > code::KING { kind & 7 } else { kind };
                let letter = LETTERS[usize::from(base)];
                out.push(if piece & code::DEFENDER == 0 {
                    letter
                } else {
                    letter.to_ascii_lowercase()
                });
            }
            if empty > 0 {
                let _ = write!(out, "{empty}");
            }
            out.push(if rank < 8 { '/' } else { ' ' });
        }
        out.push(if self.attacker_to_move != self.turned {
            'b'
        } else {
            'w'
        });
        out.push(' ');
        let hands = out.len();
        for black in [true, false] {
            let hand = self.hands[usize::from(black == self.turned)];
            for kind in [6, 5, 7, 4, 3, 2, 1] {
                match hand.count(kind) {
                    0 => continue,
                    1 => {}
                    n => {
                        let _ = write!(out, "{n}");
                    }
                }
                let letter = LETTERS[kind];
                out.push(if black {
                    letter
                } else {
                    letter.to_ascii_lowercase()
                });
            }
        }
        if out.len() == hands {
            out.push('-');
        }
        out + " 1"
    }
}

/// Whether a move drops a pawn.
#[inline]
pub fn is_pawn_drop(mv: Move) -> bool {
    mv.is_drop() && drop_kind(mv) == code::PAWN
}

/// The kind that a drop puts on the board.
#[inline]
pub(super) fn drop_kind(mv: Move) -> u8 {
    (mv.raw() >> 7 & 7) as u8
}

/// What `moved` is once it has made `mv`.
#[inline]
fn after(mv: Move, moved: u8) -> u8 {
    if mv.is_promotion() {
        moved | code::PROMOTED
    } else {
        moved
    }
}

/// The square with this number.
#[inline]
pub(super) fn square(sq: usize) -> Square {
    Square::new(sq as i8)
}

/// The drop of a piece of this kind.
#[inline]
pub(super) fn drop(kind: u8, to: usize) -> Move {
    Move::drop(PieceType::new(kind as i8), square(to))
}
