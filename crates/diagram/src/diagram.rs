//! What is to be drawn: any position, whether there is something to solve in
//! it or not.

use kemuri_core::hand::{HAND_KINDS, set_size};
use kemuri_core::sfen::Sfen;
use kemuri_core::{Color, Hand, Move, Piece, PieceType, Problem, Square, sfen};
use rsshogi::board::Position;

/// A board, its hands, and what is written around them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagram {
    board: [Piece; 81],
    hands: [Hand; 2],
    turn: Color,
    attacker: Color,
    last: Option<Square>,
    title: Option<String>,
    caption: Option<String>,
}

/// A move that cannot be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("move {ply}, {}, cannot be played", .mv.to_usi())]
pub struct IllegalMove {
    /// Its number, from 1.
    pub ply: usize,
    /// The move.
    pub mv: Move,
}

impl From<&Problem> for Diagram {
    fn from(problem: &Problem) -> Self {
        Self::from_problem(problem)
    }
}

impl Diagram {
    /// The diagram of a problem.
    pub fn from_problem(problem: &Problem) -> Self {
        Self::from_position(&problem.position(), problem.attacker())
    }

    /// The diagram of a position; `attacker` is the side whose hand a tsume
    /// diagram shows.
    pub fn from_position(position: &Position, attacker: Color) -> Self {
        let mut board = [Piece::NONE; 81];
        for square in Square::iter() {
            board[square.to_index()] = position.piece_on(square);
        }
        Self {
            board,
            hands: [Color::BLACK, Color::WHITE].map(|c| position.hand(c).into()),
            turn: position.turn(),
            attacker,
            last: None,
            title: None,
            caption: None,
        }
    }

    /// The diagram of any position, against the rules or not. Without an `attacker` that is
    /// the side whose king is not the only one, or else the side to move.
    pub fn from_sfen(start: &Sfen, attacker: Option<Color>) -> Self {
        let has_king = |color| {
            start
                .board
                .contains(&Piece::from_parts(color, PieceType::KING))
        };
        let decided = match (has_king(Color::BLACK), has_king(Color::WHITE)) {
            (true, false) => Color::WHITE,
            (false, true) => Color::BLACK,
            _ => start.turn,
        };
        Self {
            board: start.board,
            hands: start.packed_hands(),
            turn: start.turn,
            attacker: attacker.unwrap_or(decided),
            last: None,
            title: None,
            caption: None,
        }
    }

    /// The diagram of the position that `moves` lead to from `start`, the last
    /// of them marked.
    ///
    /// # Errors
    /// The first move that is against the rules.
    pub fn after(start: &Position, attacker: Color, moves: &[Move]) -> Result<Self, IllegalMove> {
        let mut position = start.clone();
        for (index, &mv) in moves.iter().enumerate() {
            if !position.is_legal_move(mv) {
                return Err(IllegalMove { ply: index + 1, mv });
            }
            position.apply_move(mv);
        }
        let diagram = Self::from_position(&position, attacker);
        Ok(match moves.last() {
            Some(mv) => diagram.with_last_move(mv.to_sq()),
            None => diagram,
        })
    }

    /// The same with this line above it.
    pub fn with_title(self, title: impl Into<String>) -> Self {
        Self {
            title: printable(&title.into()),
            ..self
        }
    }

    /// The same with this line below it.
    pub fn with_caption(self, caption: impl Into<String>) -> Self {
        Self {
            caption: printable(&caption.into()),
            ..self
        }
    }

    /// The same with the square marked that the last move went to.
    pub fn with_last_move(self, square: Square) -> Self {
        Self {
            last: Some(square),
            ..self
        }
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

    /// The side that attacks.
    pub fn attacker(&self) -> Color {
        self.attacker
    }

    /// Where the last move went.
    pub fn last_move(&self) -> Option<Square> {
        self.last
    }

    /// What is written above.
    pub fn title(&self) -> Option<&str> {
        self.title.as_deref()
    }

    /// What is written below.
    pub fn caption(&self) -> Option<&str> {
        self.caption.as_deref()
    }

    /// The position as a canonical SFEN.
    pub fn to_sfen(&self) -> String {
        sfen::write(&self.board, self.hands, self.turn)
    }

    /// Whether the defender holds all that is neither on the board nor in the
    /// attacker's hand, as readers of tsume-shogi take for granted.
    pub fn rest_is_the_defenders(&self) -> bool {
        HAND_KINDS.iter().all(|&kind| {
            let on_board = self.board.iter().filter(|p| p.base_piece_type() == kind);
            let [black, white] = self.hands.map(|hand| hand.count(kind.to_index()));
            on_board.count() as u32 + black + white == set_size(kind)
        })
    }
}

/// One line without the control characters that harm terminals and XML, unless
/// nothing is left.
fn printable(text: &str) -> Option<String> {
    let line = text.replace(char::is_control, " ");
    let line = line.trim();
    (!line.is_empty()).then(|| line.into())
}
