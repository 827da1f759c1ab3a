//! Where pieces go on an empty board, worked out at compile time.
//!
//! Squares are numbered `file * 9 + rank`, as rsshogi does; the attacker plays
//! towards rank 0. A set of squares is a `u128`.

/// A set of squares.
pub type Set = u128;

/// Piece codes: rsshogi's `PieceType` number, plus 16 for the defender.
pub mod code {
    #![allow(missing_docs)]
    pub const PAWN: u8 = 1;
    pub const LANCE: u8 = 2;
    pub const KNIGHT: u8 = 3;
    pub const SILVER: u8 = 4;
    pub const BISHOP: u8 = 5;
    pub const ROOK: u8 = 6;
    pub const GOLD: u8 = 7;
    pub const KING: u8 = 8;
    pub const HORSE: u8 = 13;
    pub const DRAGON: u8 = 14;
    /// Added to a kind below gold by promotion.
    pub const PROMOTED: u8 = 8;
    /// Added to the pieces of the defender.
    pub const DEFENDER: u8 = 16;
}

/// How pieces move; a horse is `DIAGONAL` and `NEAR`, a dragon `ORTHOGONAL` and
/// `NEAR`, a king `NEAR` alone.
pub mod way {
    #![allow(missing_docs)]
    pub const PAWN: usize = 0;
    pub const LANCE: usize = 1;
    pub const KNIGHT: usize = 2;
    pub const SILVER: usize = 3;
    pub const GOLD: usize = 4;
    pub const DIAGONAL: usize = 5;
    pub const ORTHOGONAL: usize = 6;
    pub const NEAR: usize = 7;
    /// Of pieces that have no second way to move.
    pub const NONE: usize = 8;
}

/// The two ways in which a piece of each kind moves.
pub static WAYS: [[u8; 2]; 16] = {
    let mut table = [[way::NONE as u8; 2]; 16];
    let mut kind = 0;
    while kind < 16 {
        table[kind] = match kind as u8 {
            code::PAWN => [way::PAWN as u8, way::NONE as u8],
            code::LANCE => [way::LANCE as u8, way::NONE as u8],
            code::KNIGHT => [way::KNIGHT as u8, way::NONE as u8],
            code::SILVER => [way::SILVER as u8, way::NONE as u8],
            code::BISHOP => [way::DIAGONAL as u8, way::NONE as u8],
            code::ROOK => [way::ORTHOGONAL as u8, way::NONE as u8],
            code::KING => [way::NEAR as u8, way::NONE as u8],
            code::HORSE => [way::DIAGONAL as u8, way::NEAR as u8],
            code::DRAGON => [way::ORTHOGONAL as u8, way::NEAR as u8],
            0 | 15 => [way::NONE as u8; 2],
            _ => [way::GOLD as u8, way::NONE as u8],
        };
        kind += 1;
    }
    table
};

/// The set of one square.
#[inline]
pub const fn bit(sq: usize) -> Set {
    1 << sq
}

/// The squares of a set, lowest first.
#[inline]
pub fn squares(mut set: Set) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let sq = set.trailing_zeros() as usize;
            set &= set - 1;
            sq
        })
    })
}

/// File and rank steps of the eight directions; `d ^ 1` is the opposite of `d`.
/// The even ones lead to higher squares.
const DIRECTIONS: [(i32, i32); 8] = [
    (0, 1),
    (0, -1),
    (1, 0),
    (-1, 0),
    (1, 1),
    (-1, -1),
    (1, -1),
    (-1, 1),
];
/// Towards the attacker's own side.
pub const DOWN: usize = 0;
/// Where the attacker's pawns go.
pub const UP: usize = 1;
/// Directions of rooks; those of bishops are from 4.
const ROOK_DIRECTIONS: usize = 4;
/// No common line.
const NOWHERE: u8 = 8;

/// The square `(file, rank)` as a set, empty outside the board.
const fn place(file: i32, rank: i32) -> Set {
    if file >= 0 && file < 9 && rank >= 0 && rank < 9 {
        bit((file * 9 + rank) as usize)
    } else {
        0
    }
}

/// From each square all the way to the edge, by direction.
pub static RAY: [[Set; 81]; 8] = {
    let mut table = [[0; 81]; 8];
    let mut d = 0;
    while d < 8 {
        let mut sq = 0;
        while sq < 81 {
            let (df, dr) = DIRECTIONS[d];
            let (mut file, mut rank) = (sq as i32 / 9 + df, sq as i32 % 9 + dr);
            while place(file, rank) != 0 {
                table[d][sq] |= place(file, rank);
                file += df;
                rank += dr;
            }
            sq += 1;
        }
        d += 1;
    }
    table
};

/// The direction from one square to another.
static TOWARDS: [[u8; 81]; 81] = {
    let mut table = [[NOWHERE; 81]; 81];
    let mut d = 0;
    while d < 8 {
        let mut from = 0;
        while from < 81 {
            let mut ray = RAY[d][from];
            while ray != 0 {
                table[from][ray.trailing_zeros() as usize] = d as u8;
                ray &= ray - 1;
            }
            from += 1;
        }
        d += 1;
    }
    table
};

/// Where a piece of one step may go, by side (0 attacker, 1 defender), way and
/// square; nothing for sliders.
pub static STEP: [[[Set; 81]; 8]; 2] = {
    let mut table = [[[0; 81]; 8]; 2];
    let mut side = 0;
    while side < 2 {
        let up = if side == 0 { -1 } else { 1 };
        let mut sq = 0;
        while sq < 81 {
            let (file, rank) = (sq as i32 / 9, sq as i32 % 9);
            let ahead = place(file, rank + up);
            let corners_ahead = place(file - 1, rank + up) | place(file + 1, rank + up);
            let beside = place(file - 1, rank) | place(file + 1, rank);
            let behind = place(file, rank - up);
            let corners_behind = place(file - 1, rank - up) | place(file + 1, rank - up);
            table[side][way::PAWN][sq] = ahead;
            table[side][way::KNIGHT][sq] =
                place(file - 1, rank + 2 * up) | place(file + 1, rank + 2 * up);
            table[side][way::SILVER][sq] = ahead | corners_ahead | corners_behind;
            table[side][way::GOLD][sq] = ahead | corners_ahead | beside | behind;
            table[side][way::NEAR][sq] = ahead | corners_ahead | beside | behind | corners_behind;
            sq += 1;
        }
        side += 1;
    }
    table
};

/// The lines through a square: `[0]` those of a rook, `[1]` those of a bishop.
pub static CROSS: [[Set; 81]; 2] = {
    let mut table = [[0; 81]; 2];
    let mut d = 0;
    while d < 8 {
        let mut sq = 0;
        while sq < 81 {
            table[d / ROOK_DIRECTIONS][sq] |= RAY[d][sq];
            sq += 1;
        }
        d += 1;
    }
    table
};

/// The squares at most `files` and `ranks` away.
const fn window(files: i32, ranks: i32) -> [Set; 81] {
    let mut table = [0; 81];
    let mut sq = 0;
    while sq < 81 {
        let mut df = -files;
        while df <= files {
            let mut dr = -ranks;
            while dr <= ranks {
                table[sq] |= place(sq as i32 / 9 + df, sq as i32 % 9 + dr);
                dr += 1;
            }
            df += 1;
        }
        sq += 1;
    }
    table
}

/// Around a king, where any piece of one step stands that attacks a square
/// next to him.
pub static GUARDS: [Set; 81] = window(2, 3);
/// Around a king, where any piece of one step stands that can check him by
/// moving: a step (two ranks for a knight) and then an attack.
pub static CANDIDATES: [Set; 81] = window(2, 4);

/// The squares of each rank.
pub static RANK: [Set; 9] = {
    let mut table = [0; 9];
    let mut sq = 0;
    while sq < 81 {
        table[sq % 9] |= bit(sq);
        sq += 1;
    }
    table
};

/// Where each side promotes.
pub const ZONE: [Set; 2] = [RANK[0] | RANK[1] | RANK[2], RANK[6] | RANK[7] | RANK[8]];

/// Where a piece of this kind would never move again.
#[inline]
pub fn dead(side: usize, kind: u8) -> Set {
    let last = side * 8;
    match kind {
        code::PAWN | code::LANCE => RANK[last],
        code::KNIGHT if side == 0 => RANK[0] | RANK[1],
        code::KNIGHT => RANK[7] | RANK[8],
        _ => 0,
    }
}

/// All squares of the file of `sq`.
#[inline]
pub fn file(sq: usize) -> Set {
    0x1ff << (sq / 9 * 9)
}

/// The squares between two squares of a line, none if they are on no line.
#[inline]
pub fn between(a: usize, b: usize) -> Set {
    match TOWARDS[a][b] {
        NOWHERE => 0,
        d => RAY[usize::from(d & 7)][a] & RAY[usize::from(d & 7) ^ 1][b],
    }
}

/// The whole line through two squares, without the first; nothing if they are
/// on no line.
#[inline]
pub fn line(a: usize, b: usize) -> Set {
    match TOWARDS[a][b] {
        NOWHERE => 0,
        d => RAY[usize::from(d & 7)][a] | RAY[usize::from(d & 7) ^ 1][a],
    }
}

/// As far as a slider sees in one direction, the first piece included.
#[inline]
pub fn slide(direction: usize, sq: usize, occupied: Set) -> Set {
    let ray = RAY[direction][sq];
    let blockers = ray & occupied;
    if direction.is_multiple_of(2) {
        // All up to the lowest blocker; all there is when there is none.
        ray & (blockers ^ blockers.wrapping_sub(1))
    } else {
        // Bit 0 does no harm as a blocker: it ends every ray it is on.
        ray & (Set::MAX << (127 - (blockers | 1).leading_zeros()))
    }
}

/// What a rook sees.
#[inline]
pub fn rook(sq: usize, occupied: Set) -> Set {
    slide(0, sq, occupied)
        | slide(1, sq, occupied)
        | slide(2, sq, occupied)
        | slide(3, sq, occupied)
}

/// What a bishop sees.
#[inline]
pub fn bishop(sq: usize, occupied: Set) -> Set {
    slide(4, sq, occupied)
        | slide(5, sq, occupied)
        | slide(6, sq, occupied)
        | slide(7, sq, occupied)
}
