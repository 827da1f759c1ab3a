//! The board as the attacker sees it.
//!
//! The search lets the attacker always play up the board, as Black does. A
//! problem in which White attacks is turned round on the way in, and its moves
//! on the way out: that turn is a [`View`].

use crate::Problem;
use rsshogi::types::{Color, Move, Piece, Square};

/// Turns moves, squares and pieces between a problem and its search.
///
/// Turning twice gives back what was there, so the same function serves both ways.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct View {
    turned: bool,
}

impl View {
    /// The view of the attacker of `problem`.
    pub fn of(problem: &Problem) -> Self {
        Self::of_attacker(problem.attacker())
    }

    /// The view of an attacker.
    pub fn of_attacker(attacker: Color) -> Self {
        Self {
            turned: attacker == Color::WHITE,
        }
    }

    /// Whether the board is turned round.
    pub fn is_turned(self) -> bool {
        self.turned
    }

    /// A move.
    pub fn mv(self, mv: Move) -> Move {
        if self.turned { mv.flip() } else { mv }
    }

    /// The moves of a line.
    pub fn line(self, line: &[Move]) -> Vec<Move> {
        line.iter().map(|&mv| self.mv(mv)).collect()
    }

    /// A square.
    pub fn square(self, square: Square) -> Square {
        if self.turned { square.flip() } else { square }
    }

    /// A piece: its colour changes.
    pub fn piece(self, piece: Piece) -> Piece {
        if self.turned && !piece.is_empty() {
            Piece::from_parts(piece.color().flip(), piece.piece_type())
        } else {
            piece
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn white_sees_the_board_turned_round() {
        let black = View::of_attacker(Color::BLACK);
        let white = View::of_attacker(Color::WHITE);
        let mv = Move::from_usi("7g7f").unwrap();
        assert_eq!(black.mv(mv), mv);
        assert_eq!(white.mv(mv).to_usi(), "3c3d");
        assert_eq!(white.mv(white.mv(mv)), mv);
        assert_eq!(white.line(&[mv]), [white.mv(mv)]);
        for square in Square::iter() {
            assert_eq!(black.square(square), square);
            assert_eq!(white.square(square).to_index(), 80 - square.to_index());
        }
        let pawn = Piece::B_PAWN;
        assert_eq!(white.piece(pawn), Piece::W_PAWN);
        assert_eq!(white.piece(Piece::NONE), Piece::NONE);
        assert_eq!(black.piece(pawn), pawn);
    }
}
