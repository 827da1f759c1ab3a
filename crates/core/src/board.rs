//! A board made for mate search.
//!
//! The attacker always plays up the board (as Black does): a problem in which
//! White attacks is turned round on the way in and its moves on the way out.
//! Only what a mate search reads is kept: pieces, hands, kings and the key of
//! the board. Making a move with rsshogi's `Position` also maintains check
//! squares of both sides, repetition history and partial keys; that costs about
//! as much as everything else a node needs.

use crate::attacks::{
    self, DIAGONALS, ORTHOGONALS, RAY, SQUARE, STEP, Squares, bit, code, piece_attacks,
};
use crate::hand::Hand;
use crate::problem::Problem;
use crate::view::View;
use code::{DEFENDER, DRAGON, GOLD, HORSE, KING, KNIGHT, LANCE, PAWN, PROMOTED, SILVER};
use rsshogi::types::{Move, Square};
use std::hint::select_unpredictable;

/// Index of the attacker in arrays by side.
pub const ATTACKER: usize = 0;
/// Index of the defender in arrays by side.
pub const DEFENDER_SIDE: usize = 1;
/// The square of a king that is not on the board.
pub const NO_SQUARE: u8 = 81;

/// Sets that several piece codes share, by side.
const GROUP_NONE: usize = 0;
const GROUP_GOLD: usize = 1;
const GROUP_DIAGONAL: usize = 2;
const GROUP_ORTHOGONAL: usize = 3;

const GROUP: [u8; 32] = {
    let mut table = [GROUP_NONE as u8; 32];
    let mut piece = 0;
    while piece < 32 {
        let group = match piece as u8 & 15 {
            code::GOLD | code::PRO_PAWN..=code::PRO_SILVER => GROUP_GOLD,
            code::BISHOP | code::HORSE => GROUP_DIAGONAL,
            code::ROOK | code::DRAGON => GROUP_ORTHOGONAL,
            _ => GROUP_NONE,
        };
        table[piece] = (group + piece / 16 * 4) as u8;
        piece += 1;
    }
    table
};

const fn splitmix(state: u64) -> u64 {
    let z = state.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

static PIECE_KEYS: [[u64; 81]; 32] = {
    let mut table = [[0; 81]; 32];
    let mut i = 0;
    while i < 32 * 81 {
        // Code 0 is the empty square: its keys stay zero.
        if i >= 81 {
            table[i / 81][i % 81] = splitmix(i as u64 + 1);
        }
        i += 1;
    }
    table
};
const TURN_KEY: u64 = splitmix(32 * 81 + 1);

/// What the pieces in play contribute to the key where some were discarded.
fn discard_key(total: Hand) -> u64 {
    splitmix(1 << 41 | u64::from(total.bits()))
}

/// Puts a square into a set, or takes it out.
#[inline]
fn flip(set: &mut Squares, sq: usize) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{__m128i, _mm_load_si128, _mm_store_si128, _mm_xor_si128};
        let place: *mut __m128i = (&raw mut *set).cast();
        // SAFETY: every x86-64 has SSE2, and a `u128` is aligned to 16 bytes.
        unsafe {
            let square = _mm_load_si128((&raw const SQUARE[sq]).cast());
            _mm_store_si128(place, _mm_xor_si128(_mm_load_si128(place), square));
        }
    }
    #[cfg(not(target_arch = "x86_64"))]
    {
        *set ^= SQUARE[sq];
    }
}

/// What [`Board::undo`] needs to know.
#[derive(Clone, Copy, Debug)]
pub struct Undo {
    moved: u8,
    captured: u8,
}

impl Undo {
    /// For a move that was never made here: the piece code that stood on its
    /// first square (of a drop: the piece dropped), and the code captured or 0.
    pub fn new(moved: u8, captured: u8) -> Self {
        Self { moved, captured }
    }
}

/// A position as the search sees it.
#[derive(Clone)]
pub struct Board {
    squares: [u8; 81],
    pieces: [Squares; 32],
    groups: [Squares; 8],
    sides: [Squares; 2],
    hands: [Hand; 2],
    kings: [u8; 2],
    attacker_to_move: bool,
    key: u64,
}

/// Checkers and blockers around the defender's king.
#[derive(Clone, Copy, Debug)]
pub struct KingLines {
    /// Attacking pieces that give check.
    pub checkers: Squares,
    /// Defending pieces that may only move along their line to the king.
    pub pinned: Squares,
    /// Attacking pieces that give check when they leave their line to the king.
    pub discoverers: Squares,
}

impl Board {
    /// Sets a problem up, turned round if White attacks.
    pub fn new(problem: &Problem) -> Self {
        let view = View::of(problem);
        let mut cells = [0; 81];
        for (square, piece) in problem.pieces() {
            cells[view.square(square).to_index()] = view.piece(piece).raw() as u8;
        }
        let attacker = problem.attacker();
        let hands = [attacker, attacker.flip()].map(|side| problem.hand(side));
        let mut board = Self::from_pieces(&cells, hands, problem.attacker_to_move());
        board.key ^= board.material_key(false) ^ board.material_key(view.is_turned());
        board
    }

    /// Sets pieces up: their codes by square, 0 for none, and the hands of
    /// attacker and defender. Whether the rules allow it is not asked.
    pub fn from_pieces(cells: &[u8; 81], hands: [Hand; 2], attacker_to_move: bool) -> Self {
        let mut board = Self {
            squares: [0; 81],
            pieces: [0; 32],
            groups: [0; 8],
            sides: [0; 2],
            hands,
            kings: [NO_SQUARE; 2],
            attacker_to_move,
            key: 0,
        };
        for (sq, &piece) in cells.iter().enumerate() {
            if piece != 0 {
                board.put(piece, sq);
            }
        }
        board.key ^= board.material_key(false);
        if !board.attacker_to_move {
            board.key ^= TURN_KEY;
        }
        board
    }

    /// What makes boards of other material, or of another attacker, never share
    /// a key.
    ///
    /// All pieces in play count, not only those in hand: captures change the
    /// latter, and a board must not mean two things to one table.
    fn material_key(&self, turned: bool) -> u64 {
        let total = self.material();
        // Far from the numbers that make the keys of pieces, lest one cancel another.
        splitmix(1 << 40 | u64::from(total.bits()) << 1 | u64::from(turned))
    }

    /// All pieces in play but the kings, on the board and in either hand, as
    /// if they were in one hand.
    pub fn material(&self) -> Hand {
        let pieces = attacks::each(self.occupied()).map(|sq| self.squares[sq]);
        pieces
            .filter(|piece| piece & 15 != KING)
            .fold(self.both_hands(), |total, piece| {
                total.plus(hand_kind(piece))
            })
    }

    /// The same position with the two sides exchanged and the board turned round.
    pub(crate) fn turned(&self) -> Self {
        let mut cells = [0; 81];
        for sq in attacks::each(self.occupied()) {
            cells[80 - sq] = self.squares[sq] ^ DEFENDER;
        }
        let hands = [self.hands[1], self.hands[0]];
        Self::from_pieces(&cells, hands, !self.attacker_to_move)
    }

    #[inline]
    fn put(&mut self, piece: u8, sq: usize) {
        self.toggle(piece, sq);
        self.squares[sq] = piece;
        if piece & 15 == KING {
            self.kings[usize::from(piece >> 4)] = sq as u8;
        }
    }

    #[inline]
    fn toggle(&mut self, piece: u8, sq: usize) {
        let piece = usize::from(piece & 31);
        flip(&mut self.pieces[piece], sq);
        flip(&mut self.groups[usize::from(GROUP[piece]) & 7], sq);
        flip(&mut self.sides[piece >> 4], sq);
        self.key ^= PIECE_KEYS[piece][sq];
    }

    /// The key of the board: pieces and side to move, not hands.
    #[inline]
    pub fn key(&self) -> u64 {
        self.key
    }

    /// Whether the attacker is to move.
    #[inline]
    pub fn attacker_to_move(&self) -> bool {
        self.attacker_to_move
    }

    /// What the attacker holds.
    #[inline]
    pub fn attacker_hand(&self) -> Hand {
        self.hands[ATTACKER]
    }

    /// What the defender holds.
    #[inline]
    pub fn defender_hand(&self) -> Hand {
        self.hands[DEFENDER_SIDE]
    }

    /// Lets the attacker hand a piece of `kind` over to the defender.
    pub fn give_back(&mut self, kind: usize) {
        self.hands[ATTACKER] = self.hands[ATTACKER].minus(kind);
        self.hands[DEFENDER_SIDE] = self.hands[DEFENDER_SIDE].plus(kind);
    }

    /// Undoes [`Board::give_back`].
    pub fn take_back(&mut self, kind: usize) {
        self.hands[DEFENDER_SIDE] = self.hands[DEFENDER_SIDE].minus(kind);
        self.hands[ATTACKER] = self.hands[ATTACKER].plus(kind);
    }

    /// Takes a piece of `kind` out of the attacker's hand and out of the game. The
    /// key becomes that of a board with one piece less in play.
    pub fn discard(&mut self, kind: usize) {
        self.key ^= self.key_of_discard(kind);
        self.hands[ATTACKER] = self.hands[ATTACKER].minus(kind);
    }

    /// Undoes [`Board::discard`].
    pub fn undo_discard(&mut self, kind: usize) {
        self.hands[ATTACKER] = self.hands[ATTACKER].plus(kind);
        self.key ^= self.key_of_discard(kind);
    }

    /// How [`Board::discard`] changes the key, whether it comes before or after a
    /// capture.
    pub fn key_of_discard(&self, kind: usize) -> u64 {
        let total = self.material();
        discard_key(total) ^ discard_key(total.minus(kind))
    }

    /// The pieces of both hands together.
    #[inline]
    pub fn both_hands(&self) -> Hand {
        self.hands[0].union(self.hands[1])
    }

    /// Gives the attacker `hand`, which both hands together contain, and the
    /// defender the rest. The key stays: it is that of the board alone.
    pub fn set_attacker_hand(&mut self, hand: Hand) {
        self.hands = [hand, self.both_hands().difference(hand)];
    }

    /// The piece code on `sq`, 0 when empty.
    #[inline]
    pub fn piece(&self, sq: usize) -> u8 {
        self.squares[sq]
    }

    /// The squares of the pieces of one code.
    #[inline]
    pub fn pieces(&self, piece: u8) -> Squares {
        self.pieces[usize::from(piece & 31)]
    }

    /// The squares of all pieces of one side.
    #[inline]
    pub fn side(&self, side: usize) -> Squares {
        self.sides[side & 1]
    }

    /// All occupied squares.
    #[inline]
    pub fn occupied(&self) -> Squares {
        self.sides[0] | self.sides[1]
    }

    /// The square of the attacked king.
    #[inline]
    pub fn defender_king(&self) -> usize {
        usize::from(self.kings[DEFENDER_SIDE])
    }

    /// The square of the attacker's own king, if there is one.
    #[inline]
    pub fn attacker_king(&self) -> Option<usize> {
        let king = self.kings[ATTACKER];
        (king != NO_SQUARE).then_some(usize::from(king))
    }

    /// Gold-like pieces of one side.
    #[inline]
    pub fn golds(&self, side: usize) -> Squares {
        self.groups[side * 4 + GROUP_GOLD]
    }

    /// Bishops and horses of one side.
    #[inline]
    pub fn diagonals(&self, side: usize) -> Squares {
        self.groups[side * 4 + GROUP_DIAGONAL]
    }

    /// Rooks and dragons of one side.
    #[inline]
    pub fn orthogonals(&self, side: usize) -> Squares {
        self.groups[side * 4 + GROUP_ORTHOGONAL]
    }

    /// Makes a legal move of the side to move.
    #[inline]
    pub fn make(&mut self, mv: Move) -> Undo {
        let side = usize::from(!self.attacker_to_move);
        let to = mv.to_sq().to_index();
        let undo = if mv.is_drop() {
            let kind = usize::from(mv.raw() >> 7 & 7);
            let piece = kind as u8 | (side as u8) << 4;
            self.hands[side] = self.hands[side].minus(kind);
            self.toggle(piece, to);
            self.squares[to] = piece;
            Undo {
                moved: piece,
                captured: 0,
            }
        } else {
            let from = mv.from_sq().to_index();
            let moved = self.squares[from];
            let captured = self.squares[to];
            if captured != 0 {
                self.toggle(captured, to);
                self.hands[side] = self.hands[side].plus(hand_kind(captured));
            }
            let after = if mv.is_promotion() {
                moved | PROMOTED
            } else {
                moved
            };
            self.toggle(moved, from);
            self.squares[from] = 0;
            self.toggle(after, to);
            self.squares[to] = after;
            self.note_king(side, moved, to);
            Undo { moved, captured }
        };
        self.attacker_to_move = !self.attacker_to_move;
        self.key ^= TURN_KEY;
        undo
    }

    /// Takes the last move back.
    #[inline]
    pub fn undo(&mut self, mv: Move, undo: Undo) {
        self.attacker_to_move = !self.attacker_to_move;
        self.key ^= TURN_KEY;
        let side = usize::from(!self.attacker_to_move);
        let to = mv.to_sq().to_index();
        let after = self.squares[to];
        self.toggle(after, to);
        if mv.is_drop() {
            self.squares[to] = 0;
            self.hands[side] = self.hands[side].plus(usize::from(undo.moved & 7));
            return;
        }
        let from = mv.from_sq().to_index();
        self.toggle(undo.moved, from);
        self.squares[from] = undo.moved;
        self.squares[to] = undo.captured;
        if undo.captured != 0 {
            self.toggle(undo.captured, to);
            self.hands[side] = self.hands[side].minus(hand_kind(undo.captured));
        }
        self.note_king(side, undo.moved, from);
    }

    /// Notes where a king is if `piece`, which has moved to `to`, is one.
    #[inline]
    fn note_king(&mut self, side: usize, piece: u8, to: usize) {
        let king = self.kings[side];
        self.kings[side] = select_unpredictable(piece & 15 == KING, to as u8, king);
    }

    /// The key of the board after `mv`, without making it.
    #[inline]
    pub fn key_after(&self, mv: Move) -> u64 {
        let side = u8::from(!self.attacker_to_move) << 4;
        let to = mv.to_sq().to_index();
        if mv.is_drop() {
            let piece = usize::from((mv.raw() >> 7 & 7) as u8 | side);
            return self.key ^ TURN_KEY ^ PIECE_KEYS[piece][to];
        }
        let from = mv.from_sq().to_index();
        let moved = usize::from(self.squares[from] & 31);
        let after = if mv.is_promotion() {
            moved | usize::from(PROMOTED)
        } else {
            moved
        };
        self.key
            ^ TURN_KEY
            ^ PIECE_KEYS[moved][from]
            ^ PIECE_KEYS[after & 31][to]
            ^ PIECE_KEYS[usize::from(self.squares[to] & 31)][to]
    }

    /// The key before `mv`, the last move made, which captured nothing.
    pub fn key_before(&self, mv: Move) -> u64 {
        let to = mv.to_sq().to_index();
        let piece = usize::from(self.squares[to] & 31);
        let key = self.key ^ TURN_KEY ^ PIECE_KEYS[piece][to];
        if mv.is_drop() {
            return key;
        }
        let moved = match mv.is_promotion() {
            true => piece & !usize::from(PROMOTED),
            false => piece,
        };
        key ^ PIECE_KEYS[moved][mv.from_sq().to_index()]
    }

    /// The attacker's hand after `mv`, without making it.
    #[inline]
    pub fn attacker_hand_after(&self, mv: Move) -> Hand {
        let hand = self.hands[ATTACKER];
        if !self.attacker_to_move {
            return hand;
        }
        if mv.is_drop() {
            return hand.minus(usize::from(mv.raw() >> 7 & 7));
        }
        let captured = self.squares[mv.to_sq().to_index()];
        // Of no piece that is nonsense, and not used.
        let more = hand.plus(hand_kind(captured));
        select_unpredictable(captured == 0, hand, more)
    }

    /// The pieces of `side` that attack `sq`.
    #[inline]
    pub fn attackers_to(&self, side: usize, sq: usize, occupied: Squares) -> Squares {
        let mine = (side << 4) as u8;
        let reverse = usize::from(mine ^ DEFENDER);
        let at = |kind: u8| self.pieces[usize::from(kind | mine)];
        let mut found = STEP[usize::from(PAWN) | reverse][sq] & at(PAWN)
            | STEP[usize::from(KNIGHT) | reverse][sq] & at(KNIGHT)
            | STEP[usize::from(SILVER) | reverse][sq] & at(SILVER)
            | STEP[usize::from(GOLD) | reverse][sq] & self.golds(side)
            | STEP[usize::from(KING)][sq] & (at(KING) | at(HORSE) | at(DRAGON));
        for slider in attacks::each(self.snipers(side, sq)) {
            if attacks::between(sq, slider) & occupied == 0 {
                found |= bit(slider);
            }
        }
        found
    }

    /// Sliders of `side` that stand on a line with `sq` along which they move.
    #[inline]
    fn snipers(&self, side: usize, sq: usize) -> Squares {
        let lance_ray = if side == ATTACKER {
            attacks::SOUTH
        } else {
            attacks::NORTH
        };
        DIAGONALS[sq] & self.diagonals(side)
            | ORTHOGONALS[sq] & self.orthogonals(side)
            | RAY[lance_ray][sq] & self.pieces[usize::from(LANCE) | side << 4]
    }

    /// Checkers, pins and possible discovered checks of the defender's king.
    #[inline]
    pub fn king_lines(&self) -> KingLines {
        let king = self.defender_king();
        let occupied = self.occupied();
        let reverse = usize::from(DEFENDER);
        let at = |kind: u8| self.pieces[usize::from(kind)];
        let mut lines = KingLines {
            checkers: STEP[usize::from(PAWN) | reverse][king] & at(PAWN)
                | STEP[usize::from(KNIGHT) | reverse][king] & at(KNIGHT)
                | STEP[usize::from(SILVER) | reverse][king] & at(SILVER)
                | STEP[usize::from(GOLD) | reverse][king] & self.golds(ATTACKER)
                | STEP[usize::from(KING)][king] & (at(HORSE) | at(DRAGON)),
            pinned: 0,
            discoverers: 0,
        };
        for sniper in attacks::each(self.snipers(ATTACKER, king)) {
            let blockers = attacks::between(king, sniper) & occupied;
            if blockers == 0 {
                lines.checkers |= bit(sniper);
            } else if blockers & (blockers - 1) == 0 {
                lines.pinned |= blockers & self.sides[DEFENDER_SIDE];
                lines.discoverers |= blockers & self.sides[ATTACKER];
            }
        }
        lines
    }

    /// Whether the attacker's king, if any, is safe after a move of the attacker.
    pub(crate) fn attacker_safe_after(&self, mv: Move) -> bool {
        let Some(king) = self.attacker_king() else {
            return true;
        };
        let to = mv.to_sq().to_index();
        let mut occupied = self.occupied() | bit(to);
        let mut king_after = king;
        if !mv.is_drop() {
            let from = mv.from_sq().to_index();
            occupied &= !bit(from);
            if from == king {
                king_after = to;
            }
        }
        self.attackers_to(DEFENDER_SIDE, king_after, occupied) & !bit(to) == 0
    }

    /// Squares next to the defender's king that the attacker attacks, as seen
    /// with the king itself lifted off the board.
    pub fn guarded_around_king(&self) -> Squares {
        let king = self.defender_king();
        let around = STEP[usize::from(KING)][king];
        let occupied = self.occupied() & !bit(king);
        // All pieces that step in a direction at once. The masks keep a step within
        // its file; what leaves the first or last file is not around the king.
        let at = |kind: u8| self.pieces[usize::from(kind)];
        let golds = self.golds(ATTACKER);
        let (knights, silvers, kings) = (at(KNIGHT), at(SILVER), at(KING));
        let straight = golds | kings | at(HORSE);
        let aslant = silvers | kings | at(DRAGON);
        let north = |set: Squares| (set & !attacks::RANKS[0]) >> 1;
        let south = |set: Squares| (set & !attacks::RANKS[8]) << 1;
        let sideways = straight
            | north(aslant | golds)
            | south(aslant)
            | (knights & !(attacks::RANKS[0] | attacks::RANKS[1])) >> 2;
        let mut guarded =
            north(at(PAWN) | silvers | straight) | south(straight) | sideways << 9 | sideways >> 9;
        for sq in attacks::each(at(LANCE)) {
            guarded |= attacks::ray_attacks(attacks::NORTH, sq, occupied);
        }
        // Few lines of a slider lead past the king.
        for sq in attacks::each(self.diagonals(ATTACKER)) {
            if DIAGONALS[sq] & around != 0 {
                guarded |= attacks::bishop_attacks(sq, occupied);
            }
        }
        for sq in attacks::each(self.orthogonals(ATTACKER)) {
            if ORTHOGONALS[sq] & around != 0 {
                guarded |= attacks::rook_attacks(sq, occupied);
            }
        }
        guarded & around
    }

    /// Whether `side` has an unpromoted pawn on the file of `sq`.
    #[inline]
    pub fn has_pawn_on_file(&self, side: usize, sq: usize) -> bool {
        let pawns = self.pieces[usize::from(PAWN) | side << 4];
        pawns & attacks::FILE << (sq / 9 * 9) != 0
    }

    /// Squares on which `side` may drop a `kind`, of those given; pawn-drop mate
    /// is not looked at.
    #[inline]
    pub fn droppable(&self, side: usize, kind: u8, squares: Squares) -> Squares {
        let mut allowed = squares & !attacks::dead_squares(kind | (side as u8) << 4);
        if kind == PAWN {
            allowed &= !attacks::files_of(self.pieces[usize::from(PAWN) | side << 4]);
        }
        allowed
    }

    /// All squares that a piece on `from` attacks.
    #[inline]
    pub fn attacks_from(&self, from: usize) -> Squares {
        piece_attacks(self.squares[from], from, self.occupied())
    }
}

/// The square number `sq`.
#[inline]
pub(crate) fn square(sq: usize) -> Square {
    Square::new(sq as i8)
}

/// The kind a captured piece has in hand, by [`rsshogi::types::PieceType`] number.
#[inline]
pub fn hand_kind(piece: u8) -> usize {
    usize::from(piece & 7)
}
