//! Attack tables on 81-bit boards.
//!
//! A set of squares is a `u128`, square `file * 9 + rank` being its bit, as in
//! rsshogi. Step attacks and rays are tables computed at compile time; a slider
//! is blocked by the nearest occupied bit of its ray, found with one subtraction
//! (rays towards higher squares) or one bit scan (towards lower ones).
//! Whether it attacks one given square is seen from what stands [`between`].

/// A set of squares.
pub type Squares = u128;

/// Piece codes: `PieceType` number, plus [`DEFENDER`] for the defender's pieces.
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
    pub const PROMOTED: u8 = 8;
    pub const PRO_PAWN: u8 = 9;
    pub const PRO_SILVER: u8 = 12;
    pub const HORSE: u8 = 13;
    pub const DRAGON: u8 = 14;
    pub const DEFENDER: u8 = 16;
}

use code::{
    DEFENDER, DRAGON, GOLD, HORSE, KING, KNIGHT, LANCE, PAWN, PRO_PAWN, PRO_SILVER, SILVER,
};

/// Directions of rays. The first four run towards higher squares.
pub const SOUTH: usize = 0;
/// Towards higher files.
pub const WEST: usize = 1;
/// Towards higher files and lower ranks.
pub const NORTH_WEST: usize = 2;
/// Towards higher files and ranks.
pub const SOUTH_WEST: usize = 3;
/// Towards lower ranks: where the attacker's pawns go.
pub const NORTH: usize = 4;
/// Towards lower files.
pub const EAST: usize = 5;
/// Towards lower files and higher ranks.
pub const SOUTH_EAST: usize = 6;
/// Towards lower files and ranks.
pub const NORTH_EAST: usize = 7;
/// No common line.
pub const NO_DIRECTION: u8 = 8;

/// File and rank step of each direction; `d ^ 4` is the opposite one.
const STEPS: [(i32, i32); 8] = [
    (0, 1),
    (1, 0),
    (1, -1),
    (1, 1),
    (0, -1),
    (-1, 0),
    (-1, 1),
    (-1, -1),
];

/// The single square `sq`.
#[inline]
pub const fn bit(sq: usize) -> Squares {
    1u128 << sq
}

/// Takes the lowest square out of a set that is not empty.
#[inline]
pub fn pop(set: &mut Squares) -> usize {
    let sq = set.trailing_zeros() as usize;
    *set &= *set - 1;
    sq
}

/// Iterates over the squares of a set, lowest first.
#[inline]
pub fn each(mut set: Squares) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || (set != 0).then(|| pop(&mut set)))
}

const fn on_board(file: i32, rank: i32) -> bool {
    file >= 0 && file < 9 && rank >= 0 && rank < 9
}

const fn build_rays() -> [[Squares; 81]; 8] {
    let mut rays = [[0; 81]; 8];
    let mut d = 0;
    while d < 8 {
        let (df, dr) = STEPS[d];
        let mut sq = 0;
        while sq < 81 {
            let (mut f, mut r) = (sq as i32 / 9 + df, sq as i32 % 9 + dr);
            while on_board(f, r) {
                rays[d][sq] |= bit((f * 9 + r) as usize);
                f += df;
                r += dr;
            }
            sq += 1;
        }
        d += 1;
    }
    rays
}

const fn build_crosses(directions: [usize; 4]) -> [Squares; 81] {
    let mut crosses = [0; 81];
    let mut sq = 0;
    while sq < 81 {
        let mut i = 0;
        while i < 4 {
            crosses[sq] |= RAY[directions[i]][sq];
            i += 1;
        }
        sq += 1;
    }
    crosses
}

const fn build_directions() -> [[u8; 81]; 81] {
    let mut table = [[NO_DIRECTION; 81]; 81];
    let mut d = 0;
    while d < 8 {
        let mut from = 0;
        while from < 81 {
            let mut to = 0;
            while to < 81 {
                if RAY[d][from] & bit(to) != 0 {
                    table[from][to] = d as u8;
                }
                to += 1;
            }
            from += 1;
        }
        d += 1;
    }
    table
}

/// Bits `d` set: the piece steps in direction `d`. Knights are apart.
const fn step_directions(piece: u8) -> u8 {
    const N: u8 = 1 << NORTH;
    const S: u8 = 1 << SOUTH;
    const ORTHOGONAL: u8 = N | S | 1 << WEST | 1 << EAST;
    const NORTH_CORNERS: u8 = 1 << NORTH_WEST | 1 << NORTH_EAST;
    const SOUTH_CORNERS: u8 = 1 << SOUTH_WEST | 1 << SOUTH_EAST;
    let attacker = match piece & 15 {
        PAWN => N,
        SILVER => N | NORTH_CORNERS | SOUTH_CORNERS,
        GOLD | PRO_PAWN..=PRO_SILVER => ORTHOGONAL | NORTH_CORNERS,
        KING => 0xff,
        HORSE => ORTHOGONAL,
        DRAGON => NORTH_CORNERS | SOUTH_CORNERS,
        _ => 0,
    };
    if piece & DEFENDER == 0 {
        attacker
    } else {
        attacker.rotate_left(4)
    }
}

const fn build_steps() -> [[Squares; 81]; 32] {
    let mut table = [[0; 81]; 32];
    let mut piece = 0;
    while piece < 32 {
        let mut sq = 0;
        while sq < 81 {
            let (file, rank) = (sq as i32 / 9, sq as i32 % 9);
            let mut d = 0;
            while d < 8 {
                let (df, dr) = STEPS[d];
                if step_directions(piece as u8) & 1 << d != 0 && on_board(file + df, rank + dr) {
                    table[piece][sq] |= bit(((file + df) * 9 + rank + dr) as usize);
                }
                d += 1;
            }
            if piece as u8 & 15 == KNIGHT {
                let dr = if piece as u8 & DEFENDER == 0 { -2 } else { 2 };
                if on_board(file + 1, rank + dr) {
                    table[piece][sq] |= bit(((file + 1) * 9 + rank + dr) as usize);
                }
                if on_board(file - 1, rank + dr) {
                    table[piece][sq] |= bit(((file - 1) * 9 + rank + dr) as usize);
                }
            }
            sq += 1;
        }
        piece += 1;
    }
    table
}

/// Squares of each rank.
pub const RANKS: [Squares; 9] = {
    let mut ranks = [0; 9];
    let mut sq = 0;
    while sq < 81 {
        ranks[sq % 9] |= bit(sq);
        sq += 1;
    }
    ranks
};

/// The whole board.
pub const ALL: Squares = (1 << 81) - 1;
/// The three ranks in which the attacker promotes.
pub const ATTACKER_ZONE: Squares = RANKS[0] | RANKS[1] | RANKS[2];
/// The three ranks in which the defender promotes.
pub const DEFENDER_ZONE: Squares = RANKS[6] | RANKS[7] | RANKS[8];
/// The squares from which a piece could never move again.
#[inline]
pub const fn dead_squares(piece: u8) -> Squares {
    match (piece & 15, piece & DEFENDER) {
        (PAWN | LANCE, 0) => RANKS[0],
        (PAWN | LANCE, _) => RANKS[8],
        (KNIGHT, 0) => RANKS[0] | RANKS[1],
        (KNIGHT, _) => RANKS[7] | RANKS[8],
        _ => 0,
    }
}
/// All squares of the file of square 0; shift by `9 * file` for the others.
pub const FILE: Squares = 0x1ff;

/// The whole files of the squares of a set.
#[inline]
pub const fn files_of(set: Squares) -> Squares {
    // Adding all but the last square of a file carries into the last if any is set.
    const LAST: Squares = RANKS[8];
    const OTHERS: Squares = ALL & !LAST;
    let last = (((set & OTHERS) + OTHERS) | set) & LAST;
    (last << 1) - (last >> 8)
}

/// Every square as a set, to be used where a set is written to memory: as a whole,
/// so that reading it as a whole need not wait for the halves.
pub static SQUARE: [Squares; 81] = {
    let mut squares = [0; 81];
    let mut sq = 0;
    while sq < 81 {
        squares[sq] = bit(sq);
        sq += 1;
    }
    squares
};

/// Rays by direction and square, the square itself excluded.
pub static RAY: [[Squares; 81]; 8] = build_rays();
/// The squares of both diagonals through a square, itself excluded.
pub static DIAGONALS: [Squares; 81] =
    build_crosses([NORTH_WEST, SOUTH_WEST, NORTH_EAST, SOUTH_EAST]);
/// The squares of rank and file of a square, itself excluded.
pub static ORTHOGONALS: [Squares; 81] = build_crosses([SOUTH, WEST, NORTH, EAST]);
/// The direction that leads from one square to another, or [`NO_DIRECTION`].
pub static DIRECTION: [[u8; 81]; 81] = build_directions();
/// Step attacks by piece code and square; of horse and dragon the steps they
/// have beyond bishop and rook, of lance, bishop and rook nothing.
pub static STEP: [[Squares; 81]; 32] = build_steps();

/// Where an attacker's step piece must stand to give check in one move,
/// by kind and square of the king.
pub static CHECK_CANDIDATES: [[Squares; 81]; 16] = {
    let mut table = [[0; 81]; 16];
    let mut kind = 0;
    while kind < 16 {
        let promotable = matches!(kind as u8, PAWN | KNIGHT | SILVER);
        let mut from = 0;
        while from < 81 {
            let mut targets = STEP[kind][from];
            while targets != 0 {
                let to = targets.trailing_zeros() as usize;
                targets &= targets - 1;
                let mut reached = STEP[kind][to];
                if promotable && (bit(from) | bit(to)) & ATTACKER_ZONE != 0 {
                    reached |= STEP[GOLD as usize][to];
                }
                while reached != 0 {
                    let king = reached.trailing_zeros() as usize;
                    reached &= reached - 1;
                    table[kind][king] |= bit(from);
                }
            }
            from += 1;
        }
        kind += 1;
    }
    table
};

/// Squares attacked along one ray, up to and including the first occupied one.
#[inline]
pub fn ray_attacks(direction: usize, sq: usize, occupied: Squares) -> Squares {
    let ray = RAY[direction][sq];
    let blockers = ray & occupied;
    if direction < 4 {
        ray & (blockers ^ blockers.wrapping_sub(1))
    } else {
        // Bit 0 stands in for "no blocker"; as the last square of any ray towards
        // lower squares it changes nothing.
        let nearest = 127 - (blockers | 1).leading_zeros();
        ray & (u128::MAX << nearest)
    }
}

/// Squares a bishop attacks.
#[inline]
pub fn bishop_attacks(sq: usize, occupied: Squares) -> Squares {
    ray_attacks(NORTH_WEST, sq, occupied)
        | ray_attacks(SOUTH_WEST, sq, occupied)
        | ray_attacks(NORTH_EAST, sq, occupied)
        | ray_attacks(SOUTH_EAST, sq, occupied)
}

/// Squares a rook attacks.
#[inline]
pub fn rook_attacks(sq: usize, occupied: Squares) -> Squares {
    ray_attacks(SOUTH, sq, occupied)
        | ray_attacks(WEST, sq, occupied)
        | ray_attacks(NORTH, sq, occupied)
        | ray_attacks(EAST, sq, occupied)
}

/// Squares that a piece of any code attacks.
#[inline]
pub fn piece_attacks(piece: u8, sq: usize, occupied: Squares) -> Squares {
    let steps = STEP[piece as usize & 31][sq];
    match piece & 15 {
        LANCE if piece & DEFENDER == 0 => ray_attacks(NORTH, sq, occupied),
        LANCE => ray_attacks(SOUTH, sq, occupied),
        code::BISHOP | HORSE => steps | bishop_attacks(sq, occupied),
        code::ROOK | DRAGON => steps | rook_attacks(sq, occupied),
        _ => steps,
    }
}

/// The squares strictly between two squares of a common line, otherwise none.
#[inline]
pub fn between(a: usize, b: usize) -> Squares {
    let direction = DIRECTION[a][b] as usize;
    if direction >= 8 {
        return 0;
    }
    RAY[direction][a] & RAY[direction ^ 4][b]
}

/// The whole line through two squares of a common line, otherwise none.
#[inline]
pub fn line(a: usize, b: usize) -> Squares {
    let direction = DIRECTION[a][b] as usize;
    if direction >= 8 {
        return 0;
    }
    RAY[direction][a] | RAY[direction ^ 4][a] | bit(a)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_those_of_the_squares() {
        let expected = |set: Squares| each(set).fold(0, |files, sq| files | FILE << (sq / 9 * 9));
        // Everything that one file can hold beside what its neighbours hold.
        for others in [0, ALL, RANKS[0], RANKS[8]] {
            for file in 0..9 {
                for squares in 0..=FILE {
                    let set = others & !(FILE << (file * 9)) | squares << (file * 9);
                    assert_eq!(files_of(set), expected(set), "{set:#x}");
                }
            }
        }
    }
}
