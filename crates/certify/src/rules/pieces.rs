//! How the pieces move: a drawing of each, and tables that are worked out from
//! the drawings at compile time.

use super::grid::{CellNumber, STRIDE};
use kemuri_core::PieceType;

/// The attacker in arrays by side. He plays towards rank 0.
pub const ATTACKER: usize = 0;
/// The defender in arrays by side.
pub const DEFENDER: usize = 1;

/// What stands on a cell: the [`PieceType`] number of a piece, plus 16 if it is
/// the defender's.
pub(super) type Code = u8;
/// No piece.
pub(super) const EMPTY: Code = 0;
/// The cell is no square of the board.
pub(super) const BORDER: Code = 32;

/// Returns the moves of a piece: two ranks ahead of it, one rank ahead, its own rank,
/// and the rank behind. `o` is one step, `*` any number of steps.
const fn drawing(kind: PieceType) -> &'static [u8; 15] {
    match kind {
        PieceType::PAWN => b".../.o./.P./...",
        PieceType::LANCE => b".../.*./.L./...",
        PieceType::KNIGHT => b"o.o/.../.N./...",
        PieceType::SILVER => b".../ooo/.S./o.o",
        PieceType::GOLD
        | PieceType::PRO_PAWN
        | PieceType::PRO_LANCE
        | PieceType::PRO_KNIGHT
        | PieceType::PRO_SILVER => b".../ooo/oGo/.o.",
        PieceType::BISHOP => b".../*.*/.B./*.*",
        PieceType::ROOK => b".../.*./*R*/.*.",
        PieceType::KING => b".../ooo/oKo/ooo",
        PieceType::HORSE => b".../*o*/oHo/*o*",
        PieceType::DRAGON => b".../o*o/*D*/o*o",
        _ => b".../.../.../...",
    }
}

/// Returns the code of a piece.
#[inline]
pub(super) const fn code(side: usize, kind: PieceType) -> Code {
    kind.raw() as u8 + 16 * side as u8
}

/// Returns the kind of a piece.
#[inline]
pub(super) const fn kind(piece: Code) -> PieceType {
    PieceType::new((piece % 16) as i8)
}

/// Returns the side that a piece belongs to.
#[inline]
pub(super) const fn owner(piece: Code) -> usize {
    (piece / 16 % 2) as usize
}

/// Returns what a piece becomes by promotion, if it can.
#[inline]
pub(super) const fn promoted(piece: Code) -> Option<Code> {
    match piece % 16 {
        1..7 => Some(piece + 8),
        _ => None,
    }
}

/// Returns whether a piece of `side` may go to a cell on which `cell` stands.
#[inline]
pub(super) const fn may_enter(side: usize, cell: Code) -> bool {
    // A bit for each code: empty, or of the other side.
    let enterable = [0xffff_0001u64, 0xffff][side];
    enterable >> cell & 1 != 0
}

/// What a piece does in one direction.
#[derive(Clone, Copy)]
pub(super) struct Direction {
    /// From one cell to the next; 0 if there is no such direction.
    pub(super) step: i8,
    /// Whether it may take more than one step.
    pub(super) far: bool,
}

type Directions = [Direction; 8];

/// Returns the directions of a piece, and after them as many without a step as make
/// eight.
const fn directions_of(piece: Code) -> Directions {
    let (step, far) = (0, false);
    let mut directions = [Direction { step, far }; 8];
    let drawing = drawing(kind(piece));
    let (mut at, mut count) = (0, 0);
    while at < drawing.len() {
        if matches!(drawing[at], b'o' | b'*') {
            let (across, down) = (at as i8 % 4 - 1, at as i8 / 4 - 2);
            let mut step = across * STRIDE + down;
            if owner(piece) == DEFENDER {
                step = -step;
            }
            let far = drawing[at] == b'*';
            directions[count] = Direction { step, far };
            count += 1;
        }
        at += 1;
    }
    directions
}

static DIRECTIONS: [Directions; 32] = {
    let mut all = [directions_of(EMPTY); 32];
    let mut piece = 0;
    while piece < 32 {
        all[piece as usize] = directions_of(piece);
        piece += 1;
    }
    all
};

/// Returns the directions of a piece.
#[inline]
pub(super) fn directions(piece: Code) -> impl Iterator<Item = Direction> {
    let directions = &DIRECTIONS[usize::from(piece % 32)];
    directions
        .iter()
        .copied()
        .take_while(|direction| direction.step != 0)
}

/// Returns how many ranks a piece needs before it to have a move at all.
#[inline]
pub(super) const fn ranks_needed(kind: PieceType) -> u8 {
    match kind {
        PieceType::KNIGHT => 2,
        PieceType::PAWN | PieceType::LANCE => 1,
        _ => 0,
    }
}

/// A set of pieces: a bit for each code.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct PieceSet(u32);

impl PieceSet {
    /// No piece.
    pub(super) const NONE: Self = Self(0);

    /// These and one more.
    #[inline]
    pub(super) const fn with(self, piece: Code) -> Self {
        Self(self.0 | 1 << (piece % 32))
    }

    /// Returns whether a piece is in the set.
    #[inline]
    pub(super) const fn has(self, piece: Code) -> bool {
        self.0 >> (piece % 32) & 1 != 0
    }

    /// Returns the pieces that are in both sets.
    #[inline]
    pub(super) const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl Iterator for PieceSet {
    type Item = Code;

    #[inline]
    fn next(&mut self) -> Option<Code> {
        let least = self.0.trailing_zeros() as Code;
        self.0 &= self.0.wrapping_sub(1);
        (least < 32).then_some(least)
    }
}

/// The pieces that go further than one step.
pub(super) static FAR: PieceSet = {
    let mut pieces = PieceSet::NONE;
    let mut piece = 0;
    while piece < 32 {
        let directions = directions_of(piece);
        let mut i = 0;
        while i < 8 {
            if directions[i].far {
                pieces = pieces.with(piece);
            }
            i += 1;
        }
        piece += 1;
    }
    pieces
};

/// What goes from one cell to another.
#[derive(Clone, Copy)]
pub(super) struct Vector {
    /// The pieces that get there in one move, if nothing is in between.
    pub(super) pieces: PieceSet,
    /// The pieces that may do so in two moves, promoting or not. Those that go
    /// further than one step are always among them.
    pub(super) in_two: PieceSet,
    /// From cell to cell; 0 if no piece goes there.
    pub(super) step: i8,
}

/// All vectors, by the difference of the cells.
static VECTORS: [Vector; 512] = {
    let (pieces, in_two, step) = (PieceSet::NONE, FAR, 0);
    let mut all = [Vector {
        pieces,
        in_two,
        step,
    }; 512];
    let mut piece = 0;
    while piece < 32 {
        let directions = directions_of(piece);
        let mut i = 0;
        while i < 8 && directions[i].step != 0 {
            add_moves(&mut all, piece, directions[i]);
            add_second_moves(&mut all, piece, directions[i].step, directions);
            if let Some(promoted) = promoted(piece) {
                add_second_moves(&mut all, piece, directions[i].step, directions_of(promoted));
            }
            i += 1;
        }
        piece += 1;
    }
    all
};

const fn add_moves(all: &mut [Vector; 512], piece: Code, direction: Direction) {
    let mut distance = 1;
    while distance <= if direction.far { 8 } else { 1 } {
        let vector = &mut all[index(direction.step as i32 * distance)];
        vector.pieces = vector.pieces.with(piece);
        vector.step = direction.step;
        distance += 1;
    }
}

const fn add_second_moves(all: &mut [Vector; 512], piece: Code, first: i8, directions: Directions) {
    let mut i = 0;
    while i < 8 && directions[i].step != 0 {
        let vector = &mut all[index(first as i32 + directions[i].step as i32)];
        vector.in_two = vector.in_two.with(piece);
        i += 1;
    }
}

const fn index(difference: i32) -> usize {
    difference as usize % 512
}

/// Returns what goes from one cell to another.
#[inline]
pub(super) fn vector(from: CellNumber, to: CellNumber) -> Vector {
    VECTORS[index(i32::from(to) - i32::from(from))]
}
