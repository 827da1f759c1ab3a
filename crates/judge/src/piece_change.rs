//! Changes of one piece, as composers try them.

use kemuri_core::hand::set_size;
use kemuri_core::{Color, Piece, PieceType, Problem, Square};

/// A change of one piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PieceChange {
    /// The piece on a square is taken off.
    Remove {
        /// Where it stands.
        square: Square,
        /// The piece.
        piece: Piece,
    },
    /// The piece on a square stands elsewhere.
    Move {
        /// Where it stands.
        from: Square,
        /// Where it stands then.
        to: Square,
        /// The piece.
        piece: Piece,
    },
    /// A piece is put on an empty square.
    Add {
        /// Where.
        square: Square,
        /// The piece.
        piece: Piece,
    },
}

impl PieceChange {
    /// Returns the problem after the change, if it is legal.
    ///
    /// If all pieces of a kind are in play, the defender's hand takes what leaves
    /// the board and gives what is added.
    pub fn apply(self, problem: &Problem) -> Option<Problem> {
        let mut board = *problem.board();
        let mut hands = [Color::BLACK, Color::WHITE].map(|color| problem.hand(color));
        let defender = problem.attacker().flip().to_index();
        let on_board = |kind: PieceType, board: &[Piece; 81]| {
            board.iter().filter(|p| p.base_piece_type() == kind).count() as u32
        };
        match self {
            Self::Remove { square, piece } => {
                let kind = piece.base_piece_type();
                let number = kind.to_index();
                let held = hands[0].count(number) + hands[1].count(number);
                let all = on_board(kind, &board) + held == set_size(kind);
                board[square.to_index()] = Piece::NONE;
                if all {
                    hands[defender] = hands[defender].plus(number);
                }
            }
            Self::Move { from, to, piece } => {
                board[from.to_index()] = Piece::NONE;
                board[to.to_index()] = piece;
            }
            Self::Add { square, piece } => {
                let number = piece.base_piece_type().to_index();
                board[square.to_index()] = piece;
                if hands[defender].has(number) {
                    hands[defender] = hands[defender].minus(number);
                }
            }
        }
        Problem::new(board, hands, problem.turn(), Some(problem.attacker())).ok()
    }
}

/// Every piece on the board that is no king.
pub(crate) fn pieces(problem: &Problem) -> impl Iterator<Item = (Square, Piece)> {
    problem
        .pieces()
        .filter(|(_, piece)| piece.piece_type() != PieceType::KING)
}
