//! Un-moves: every position from which a position arises by one legal move.
//!
//! Forward, a move is legal when the position after it is in order; backward,
//! an un-move is right when the position before it is in order and the move is
//! legal there. A position of tsume-shogi is in order when no piece is without
//! a move, no side has two pawns on a file, the king of the side that is not
//! to move cannot be captured, and the defender, if he is to move, is in check.
//!
//! A move can be taken back in up to four ways, each with every captured piece
//! that the mover now holds: the piece stood elsewhere, it stood elsewhere
//! unpromoted, it came from the hand. The captured piece returns promoted or
//! not, wherever the rules let it stand.

use kemuri_core::attacks::{
    ATTACKER_ZONE, DEFENDER_ZONE, Squares, bit, code, dead_squares, each, piece_attacks,
};
use kemuri_core::board::{ATTACKER, DEFENDER_SIDE, Undo};
use kemuri_core::{Board, Move, PieceType, Square};

/// Calls `found` with every position from which `board` arises by one legal
/// move, and with that move.
///
/// `board` must be in order itself; if the defender is to move, the move taken
/// back is a check.
pub fn each_unmove(board: &Board, mut found: impl FnMut(&Board, Move)) {
    let side = if board.attacker_to_move() {
        DEFENDER_SIDE
    } else {
        ATTACKER
    };
    let mut before = board.clone();
    for to in each(board.side(side)) {
        take_back_moves(&mut before, side, to, &mut found);
        take_back_drop(&mut before, side, to, &mut found);
    }
}

/// Takes back the moves on the board that end on `to`.
fn take_back_moves(
    board: &mut Board,
    side: usize,
    to: usize,
    found: &mut impl FnMut(&Board, Move),
) {
    let after = board.piece(to);
    let kind = after & 15;
    take_back_steps(board, side, after, to, found);
    let promoted = kind > code::KING;
    if promoted {
        take_back_steps(board, side, after & !code::PROMOTED, to, found);
    }
}

/// Takes back the moves of the piece on `to` that was `moved` before: the same, or
/// not yet promoted.
fn take_back_steps(
    board: &mut Board,
    side: usize,
    moved: u8,
    to: usize,
    found: &mut impl FnMut(&Board, Move),
) {
    let after = board.piece(to);
    let occupied = board.occupied();
    // Where a piece came from is where one of the other side would go to.
    let mut origins = piece_attacks(moved ^ code::DEFENDER, to, occupied) & !occupied;
    let promotes = moved != after;
    let zone = zone(side);
    if promotes && bit(to) & zone == 0 {
        origins &= zone;
    }
    for from in each(origins) {
        let mv = if promotes {
            Move::promotion(square(from), square(to))
        } else {
            Move::normal(square(from), square(to))
        };
        if promotes && !may_stand(board, moved, from) {
            continue;
        }
        take_back(board, mv, Undo::new(moved, 0), found);
        for captured in captives(board, side) {
            if may_stand(board, captured, to) {
                take_back(board, mv, Undo::new(moved, captured), found);
            }
        }
    }
}

/// Takes back the drop of the piece on `to`.
fn take_back_drop(board: &mut Board, side: usize, to: usize, found: &mut impl FnMut(&Board, Move)) {
    let piece = board.piece(to);
    let kind = piece & 15;
    if kind >= code::KING {
        return;
    }
    let mv = Move::drop(PieceType::new(kind as i8), square(to));
    if kind == code::PAWN && side == ATTACKER && !board.has_evasion() {
        return;
    }
    // The defender's pawn may not mate the attacker's own king either.
    let checks_attacker = board.attacker_king() == Some(to + 1);
    if kind == code::PAWN && side == DEFENDER_SIDE && checks_attacker {
        let mut legal = |before: &Board, mv| {
            let mut is_legal = false;
            before.each_evasion(&before.king_lines(), |other| is_legal |= other == mv);
            if is_legal {
                found(before, mv);
            }
        };
        return take_back(board, mv, Undo::new(piece, 0), &mut legal);
    }
    take_back(board, mv, Undo::new(piece, 0), found);
}

/// Takes `mv` back, shows the position if it is in order, and makes `mv` again.
fn take_back(board: &mut Board, mv: Move, undo: Undo, found: &mut impl FnMut(&Board, Move)) {
    board.undo(mv, undo);
    if kings_in_order(board) {
        found(board, mv);
    }
    board.make(mv);
}

/// The pieces that `side` can have captured, as they stood on the board.
fn captives(board: &Board, side: usize) -> impl Iterator<Item = u8> + use<> {
    let (hand, owner) = if side == ATTACKER {
        (board.attacker_hand(), code::DEFENDER)
    } else {
        (board.defender_hand(), 0)
    };
    (code::PAWN..=code::GOLD)
        .filter(move |&kind| hand.has(usize::from(kind)))
        .flat_map(|kind| {
            let promoted = (kind < code::GOLD).then_some(kind | code::PROMOTED);
            std::iter::once(kind).chain(promoted)
        })
        .map(move |kind| kind | owner)
}

/// Whether the rules let `piece` stand on `sq`: it can move on, and it is no
/// second pawn on its file.
///
/// `board` is the position after the move. That the mover still stands on its
/// new square makes no difference to its file: a pawn that is asked about there
/// has promoted since or belongs to the other side.
fn may_stand(board: &Board, piece: u8, sq: usize) -> bool {
    let side = usize::from(piece / code::DEFENDER);
    bit(sq) & dead_squares(piece) == 0
        && !(piece & 15 == code::PAWN && board.has_pawn_on_file(side, sq))
}

/// Whether the king of the side that waits is safe, and the defender, if he is
/// to move, in check.
fn kings_in_order(board: &Board) -> bool {
    let occupied = board.occupied();
    let checked = board.attackers_to(ATTACKER, board.defender_king(), occupied) != 0;
    if board.attacker_to_move() {
        return !checked;
    }
    let exposed = |king| board.attackers_to(DEFENDER_SIDE, king, occupied) != 0;
    checked && !board.attacker_king().is_some_and(exposed)
}

fn zone(side: usize) -> Squares {
    if side == ATTACKER {
        ATTACKER_ZONE
    } else {
        DEFENDER_ZONE
    }
}

fn square(sq: usize) -> Square {
    Square::new(sq as i8)
}
