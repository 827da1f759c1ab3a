//! A tsume-shogi problem: a position, who attacks, explicit hands.

use rsshogi::board::Position;
use rsshogi::types::{Color, Hand, Piece, Square};

/// A legal position together with the side that attacks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    board: [Piece; 81],
    hands: [Hand; 2],
    turn: Color,
    attacker: Color,
}

/// Why a text is not a problem Kemuri can take.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProblemError {
    /// The text is not an SFEN.
    #[error("{0}")]
    Sfen(String),
}

impl Problem {
    /// Reads an SFEN and decides who attacks.
    pub fn from_sfen(sfen: &str) -> Result<Self, ProblemError> {
        let position = rsshogi::board::position_from_sfen(sfen)
            .map_err(|e| ProblemError::Sfen(e.to_string()))?;
        let mut board = [Piece::NONE; 81];
        for (i, p) in board.iter_mut().enumerate() {
            *p = position.piece_on(Square::new(i as i8));
        }
        Ok(Self {
            board,
            hands: [position.hand(Color::BLACK), position.hand(Color::WHITE)],
            turn: position.turn(),
            attacker: position.turn(),
        })
    }

    /// The piece on `square`, [`Piece::NONE`] when empty.
    pub fn piece_on(&self, square: Square) -> Piece {
        self.board[square.to_index()]
    }

    /// What `color` holds in hand.
    pub fn hand(&self, color: Color) -> Hand {
        self.hands[color.to_index()]
    }

    /// The side to move.
    pub fn turn(&self) -> Color {
        self.turn
    }

    /// The side that tries to mate.
    pub fn attacker(&self) -> Color {
        self.attacker
    }

    /// Whether the attacker is to move (otherwise the defender is in check).
    pub fn attacker_to_move(&self) -> bool {
        self.turn == self.attacker
    }

    /// The position as rsshogi sees it, ready for `apply_move`.
    pub fn position(&self) -> Position {
        todo!()
    }

    /// The canonical SFEN.
    pub fn to_sfen(&self) -> String {
        todo!()
    }
}
