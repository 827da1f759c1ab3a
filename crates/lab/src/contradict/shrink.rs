//! Makes a position as small as possible while something stays true of it.

use kemuri_core::Problem;
use kemuri_oracle::Board;
use kemuri_oracle::random::RandomProblem;
use rsshogi::types::{Color, HandPiece, Piece, PieceType};

/// Positions that are tried, at most.
const TRIES: usize = 3_000;

/// Returns a small position in which `holds`, as it does in `position`: pieces are
/// taken off, hands reduced, pieces demoted, and the whole is moved towards the
/// corner of 1一. Ends early when `stop` says so.
pub fn shrunk(
    position: &RandomProblem,
    stop: impl Fn() -> bool,
    mut holds: impl FnMut(&RandomProblem) -> bool,
) -> RandomProblem {
    let mut small = position.clone();
    let mut tries = 0;
    loop {
        let mut candidates = smaller(&small).into_iter().filter(is_lawful);
        let next = candidates.find(|candidate| {
            tries += 1;
            tries <= TRIES && !stop() && holds(candidate)
        });
        match next {
            Some(next) => small = next,
            None => return small,
        }
    }
}

/// Whether a position is one that can be asked about.
fn is_lawful(position: &RandomProblem) -> bool {
    Problem::from_sfen_with(&position.sfen(), Some(position.attacker)).is_ok()
}

/// The positions one step smaller, the greatest steps first.
fn smaller(position: &RandomProblem) -> Vec<RandomProblem> {
    let board = &position.board;
    let mut boards = Vec::new();
    for color in [Color::BLACK, Color::WHITE] {
        for kind in HandPiece::iter() {
            let held = board.in_hand(color, kind);
            for fewer in [0, held / 2, held.saturating_sub(1)] {
                if fewer < held {
                    let mut board = board.clone();
                    board.set_in_hand(color, kind, fewer);
                    boards.push(board);
                }
            }
        }
    }
    let king = board.king(position.attacker.flip());
    for square in (0..81).filter(|square| Some(*square) != king) {
        if board.piece(square) != Piece::NONE {
            let mut board = board.clone();
            board.set_piece(square, Piece::NONE);
            boards.push(board);
        }
    }
    for square in 0..81 {
        let piece = board.piece(square);
        if piece != Piece::NONE && piece.is_promoted() && piece.piece_type() != PieceType::KING {
            let plain = Piece::from_parts(piece.color(), piece.base_piece_type());
            let mut board = board.clone();
            board.set_piece(square, plain);
            boards.push(board);
        }
    }
    boards.extend(moved(board, 9));
    boards.extend(moved(board, 1));
    let attacker = position.attacker;
    let boards = boards.into_iter();
    boards
        .map(|board| RandomProblem { board, attacker })
        .collect()
}

/// All pieces one file nearer to the right edge (`by` 9) or one rank nearer to the
/// upper edge (`by` 1), if there is room.
fn moved(board: &Board, by: usize) -> Option<Board> {
    let mut moved = board.clone();
    for square in 0..81 {
        moved.set_piece(square, Piece::NONE);
    }
    for square in 0..81 {
        let piece = board.piece(square);
        if piece == Piece::NONE {
            continue;
        }
        let has_room = if by == 9 { square >= 9 } else { square % 9 > 0 };
        if !has_room {
            return None;
        }
        moved.set_piece(square - by, piece);
    }
    Some(moved)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn position(sfen: &str) -> RandomProblem {
        RandomProblem {
            board: Board::from_sfen(sfen).unwrap(),
            attacker: Color::BLACK,
        }
    }

    #[test]
    fn only_what_is_needed_stays() {
        let crowded = position("9/9/9/4k4/4P4/3+S1+R3/2N6/9/4K4 b 2GL3Prb2g2s 1");
        let gold = HandPiece::from_piece_type(PieceType::GOLD).unwrap();
        let small = shrunk(
            &crowded,
            || false,
            |smaller| {
                let squares = (0..81).map(|square| smaller.board.piece(square));
                let dragon = squares.filter(|piece| piece.piece_type() == PieceType::DRAGON);
                dragon.count() == 1 && smaller.board.in_hand(Color::BLACK, gold) > 0
            },
        );
        assert_eq!(small.sfen(), "7k1/9/8+R/9/9/9/9/9/9 b G 1");
        // Nothing at all is tried when nothing may be.
        let same = shrunk(&crowded, || true, |_| true);
        assert_eq!(same, crowded);
    }
}
