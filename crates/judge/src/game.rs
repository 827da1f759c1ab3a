//! Playing moves from a problem, and what can be played.

use kemuri_core::{Board, Color, Hand, Move, PieceType, Problem, Square};

/// The checks or the replies in a problem's position.
pub(crate) fn moves(problem: &Problem) -> Vec<Move> {
    let mut board = Board::new(problem);
    let lines = board.king_lines();
    let mut moves = Vec::new();
    if board.attacker_to_move() {
        board.each_check(&lines, |mv| moves.push(mv));
    } else {
        board.each_evasion(&lines, |mv| moves.push(mv));
    }
    if problem.attacker() == Color::WHITE {
        moves.iter_mut().for_each(|mv| *mv = mv.flip());
    }
    moves
}

/// The position after a move, unless that is illegal or gives no check.
pub(crate) fn after(problem: &Problem, mv: Move) -> Option<Problem> {
    let mut position = problem.position();
    if !position.is_legal_move(mv) {
        return None;
    }
    position.apply_move(mv);
    Problem::from_sfen_with(&position.to_sfen(None), Some(problem.attacker())).ok()
}

/// The positions before, between and after `moves`, unless one is illegal or
/// gives no check.
pub(crate) fn play(problem: &Problem, moves: &[Move]) -> Option<Vec<Problem>> {
    let mut positions = vec![problem.clone()];
    for &mv in moves {
        positions.push(after(positions.last()?, mv)?);
    }
    Some(positions)
}

/// What the attacker holds.
pub(crate) fn hand(problem: &Problem) -> Hand {
    problem.hand(problem.attacker()).into()
}

/// What the attacker holds after `moves`.
pub(crate) fn hand_after(problem: &Problem, moves: &[Move]) -> Option<Hand> {
    play(problem, moves)?.last().map(hand)
}

/// Where the defender's king is.
pub(crate) fn king(problem: &Problem) -> Option<Square> {
    Square::iter().find(|&square| {
        let piece = problem.piece_on(square);
        piece.piece_type() == PieceType::KING && piece.color() != problem.attacker()
    })
}

/// Whether the same pieces stand on the same squares.
pub(crate) fn same_board(one: &Problem, other: &Problem) -> bool {
    Square::iter().all(|square| one.piece_on(square) == other.piece_on(square))
}
