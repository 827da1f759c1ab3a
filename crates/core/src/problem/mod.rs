//! A tsume-shogi problem: a position, who attacks, explicit hands.
//!
//! A [`Problem`] can only be had by passing every check here, so the rest of
//! Kemuri never meets a position that breaks the rules of shogi.

mod error;
mod faults;
mod play;

pub use error::ProblemError;
pub use faults::{faults, lawful};
pub use play::PlayError;

use crate::attacks;
use crate::sfen::{self, Sfen};
use crate::{Board, Hand};
use rsshogi::board::{BoardArray, Position, PositionState, position_from_position_state};
use rsshogi::types::{Color, Piece, PieceType, Square};
use std::fmt;
use std::str::FromStr;

/// A legal position together with the side that attacks.
///
/// [`FromStr`] reads an SFEN, [`fmt::Display`] writes the canonical one.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Problem {
    board: [Piece; 81],
    hands: [Hand; 2],
    turn: Color,
    attacker: Color,
}

impl Problem {
    /// Reads an SFEN and decides who attacks.
    ///
    /// `sfen` or `position sfen` may stand before it, and the move number may
    /// be left out. Hands are taken literally: pieces that are nowhere are out
    /// of play.
    ///
    /// - The side to move has no king: it attacks.
    /// - Only the side to move has a king: it defends, and must be in check.
    /// - Both sides have a king: the side to move attacks.
    pub fn from_sfen(sfen: &str) -> Result<Self, ProblemError> {
        Self::from_sfen_with(sfen, None)
    }

    /// Reads an SFEN; `attacker`, when given, overrules the choice that
    /// [`Problem::from_sfen`] makes.
    ///
    /// The named attacker needs a king to mate, and a defender who is to move
    /// must be in check.
    pub fn from_sfen_with(sfen: &str, attacker: Option<Color>) -> Result<Self, ProblemError> {
        Self::from_parts(&sfen::parse(sfen)?, attacker)
    }

    /// Sets a position up and decides who attacks, as [`Problem::from_sfen_with`] does.
    ///
    /// The board is indexed by [`Square::to_index`], the hands by [`Color::to_index`].
    pub fn new(
        board: [Piece; 81],
        hands: [Hand; 2],
        turn: Color,
        attacker: Option<Color>,
    ) -> Result<Self, ProblemError> {
        Self::from_parts(&Sfen::new(board, hands, turn), attacker)
    }

    /// The problem that a board of the search stands for, Black attacking.
    pub fn of_board(board: &Board) -> Result<Self, ProblemError> {
        let mut cells = [Piece::NONE; 81];
        for square in Square::iter() {
            cells[square.to_index()] = Piece::new(board.piece(square.to_index()) as i8);
        }
        let hands = [board.attacker_hand(), board.defender_hand()];
        let turn = match board.attacker_to_move() {
            true => Color::BLACK,
            false => Color::WHITE,
        };
        Self::new(cells, hands, turn, Some(Color::BLACK))
    }

    /// The same of an SFEN that has been read.
    pub fn from_parts(sfen: &Sfen, attacker: Option<Color>) -> Result<Self, ProblemError> {
        let position = lawful(sfen)?;
        Ok(Self {
            board: sfen.board,
            hands: sfen.packed_hands(),
            turn: sfen.turn,
            attacker: decide_attacker(&position, faults::kings(&sfen.board), attacker)?,
        })
    }

    /// Returns the pieces of a set, kings excepted, that are neither on the board nor
    /// in a hand. They take no part.
    pub fn unaccounted(&self) -> Hand {
        Sfen::from(self).unaccounted()
    }

    /// The piece on `square`, [`Piece::NONE`] when empty.
    pub fn piece_on(&self, square: Square) -> Piece {
        self.board[square.to_index()]
    }

    /// What `color` holds in hand.
    pub fn hand(&self, color: Color) -> Hand {
        self.hands[color.to_index()]
    }

    /// What the attacker holds in hand.
    pub fn attacker_hand(&self) -> Hand {
        self.hand(self.attacker)
    }

    /// All pieces on the board with their squares, kings included.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        Square::iter()
            .map(|square| (square, self.piece_on(square)))
            .filter(|(_, piece)| !piece.is_empty())
    }

    /// Where the king of `color` stands, if it has one.
    pub fn king(&self, color: Color) -> Option<Square> {
        let king = Piece::from_parts(color, PieceType::KING);
        Square::iter().find(|&square| self.piece_on(square) == king)
    }

    /// Where the king to be mated stands.
    pub fn defender_king(&self) -> Option<Square> {
        self.king(self.attacker.flip())
    }

    /// The board, indexed by [`Square::to_index`].
    pub fn board(&self) -> &[Piece; 81] {
        &self.board
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
        set_up(&self.board, self.hands, self.turn)
    }

    /// The canonical SFEN: hands in the order R B G S N L P, Black first, move number 1.
    pub fn to_sfen(&self) -> String {
        self.to_string()
    }
}

impl FromStr for Problem {
    type Err = ProblemError;

    /// As [`Problem::from_sfen`].
    fn from_str(sfen: &str) -> Result<Self, Self::Err> {
        Self::from_sfen(sfen)
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&sfen::write(&self.board, self.hands, self.turn))
    }
}

impl From<&Problem> for Sfen {
    fn from(problem: &Problem) -> Self {
        Self::new(problem.board, problem.hands, problem.turn)
    }
}

fn set_up(pieces: &[Piece; 81], hands: [Hand; 2], turn: Color) -> Position {
    let mut board = BoardArray::empty();
    for square in Square::iter() {
        board.set(square, pieces[square.to_index()]);
    }
    position_from_position_state(&PositionState {
        board,
        hands: hands.map(Into::into),
        side_to_move: turn,
        ply: 1,
    })
}

/// Whether a piece of this kind could never move again from `square`.
pub fn is_dead_end(kind: PieceType, color: Color, square: Square) -> bool {
    let piece = kind.to_index() | color.to_index() << 4;
    attacks::dead_squares(piece as u8) & attacks::bit(square.to_index()) != 0
}

/// Who attacks, by kings, check and side to move.
fn decide_attacker(
    position: &Position,
    kings: [Option<Square>; 2],
    told: Option<Color>,
) -> Result<Color, ProblemError> {
    let turn = position.turn();
    let other = turn.flip();
    let (own_king, other_king) = (kings[turn.to_index()], kings[other.to_index()]);
    let in_check = own_king.is_some_and(|king| position.is_attacked_by(king, other));
    match (told, own_king, other_king) {
        (_, None, None) => Err(ProblemError::NoKing),
        (None, _, Some(_)) => Ok(turn),
        (None, Some(_), None) if in_check => Ok(other),
        (None, Some(king), None) => Err(ProblemError::NothingToDo { color: turn, king }),
        (Some(attacker), _, Some(_)) if attacker == turn => Ok(attacker),
        (Some(attacker), Some(_), _) if attacker == other && in_check => Ok(attacker),
        (Some(attacker), Some(king), _) if attacker == other => {
            Err(ProblemError::DefenderNotInCheck {
                defender: turn,
                king,
            })
        }
        (Some(attacker), _, _) => Err(ProblemError::NoKingToMate { attacker }),
    }
}
