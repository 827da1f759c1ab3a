//! Sets up the position of a certificate, and checks that it is legal.

use super::grid::{CELLS, CellNumber, OUTSIDE};
use super::hand::{HandCounts, held_kinds};
use super::keys::BoardKeys;
use super::legality::may_stay;
use super::pieces::{ATTACKER, Code, DEFENDER, code, kind, owner};
use super::position::{Position, square};
use kemuri_core::sfen::Sfen;
use kemuri_core::{Color, Move, Piece, PieceType, ProblemError, Square};

/// How many pieces a set of shogi has, by [`PieceType`] number.
const SET: [u32; 8] = [0, 18, 4, 4, 4, 2, 2, 4];

impl Position {
    /// Sets up the position that an SFEN describes, turned round if White attacks.
    ///
    /// # Errors
    /// When the position breaks a rule of shogi, when `attacker` has no king to mate,
    /// or when the defender is to move and not in check.
    pub fn new(sfen: &Sfen, attacker: Color, keys: BoardKeys) -> Result<Self, ProblemError> {
        check_kings(&sfen.board)?;
        check_counts(sfen)?;
        let position = Self::set_up(sfen, attacker, keys);
        position.check_every_piece_has_a_move()?;
        check_pawns(&sfen.board)?;
        position.check_no_king_is_capturable()?;
        position.check_there_is_a_king_to_mate()?;
        Ok(position)
    }

    /// Puts the pieces on the board. There are not more than a set of shogi has.
    fn set_up(sfen: &Sfen, attacker: Color, keys: BoardKeys) -> Self {
        let side_of = |color: Color| usize::from(color != attacker);
        let mut position = Self::empty(attacker, side_of(sfen.turn), keys);
        for (color, counts) in [Color::BLACK, Color::WHITE].into_iter().zip(sfen.hands) {
            let hand = HandCounts::new(|kind| counts[kind.to_index() - 1] as u8);
            position.give(side_of(color), hand);
        }
        for (square, &piece) in sfen.board.iter().enumerate() {
            if piece != Piece::NONE {
                let piece_code = code(side_of(piece.color()), piece.piece_type());
                position.put(piece_code, position.turned(square));
            }
        }
        position
    }

    /// Turns a square of the problem into one of this board, or back.
    fn turned(&self, square: usize) -> usize {
        match self.attacker() {
            Color::Black => square,
            Color::White => 80 - square,
        }
    }

    /// Returns the cell of a square of the problem.
    fn cell_of(&self, square: usize) -> CellNumber {
        CELLS[self.turned(square)]
    }

    /// Returns the colour of a side in the problem.
    fn color(&self, side: usize) -> Color {
        [Color::BLACK, Color::WHITE][(self.attacker().to_index() + side) % 2]
    }

    /// A piece as it is in the problem.
    fn original_piece(&self, piece: Code) -> Piece {
        match kind(piece) {
            PieceType::NONE => Piece::NONE,
            kind => Piece::from_parts(self.color(owner(piece)), kind),
        }
    }

    fn check_every_piece_has_a_move(&self) -> Result<(), ProblemError> {
        for square in 0..81 {
            let cell = self.cell_of(square);
            let piece = self.on(cell);
            if !may_stay(piece, cell) {
                let (square, piece) = (Square::from_index(square), self.original_piece(piece));
                return Err(ProblemError::NoMove { square, piece });
            }
        }
        Ok(())
    }

    /// Checks that the side to move cannot capture the king of the other.
    fn check_no_king_is_capturable(&self) -> Result<(), ProblemError> {
        let (turn, other) = (self.to_move(), 1 - self.to_move());
        if self.king(other) == OUTSIDE {
            return Ok(());
        }
        let checks = |&square: &usize| {
            let cell = self.cell_of(square);
            owner(self.on(cell)) == turn && self.attacks(cell, self.king(other))
        };
        match (0..81).find(checks) {
            None => Ok(()),
            Some(from) => Err(ProblemError::KingCapturable {
                color: self.color(other),
                king: self.original_square(self.king(other)),
                by: kind(self.on(self.cell_of(from))),
                from: Square::from_index(from),
            }),
        }
    }

    fn check_there_is_a_king_to_mate(&self) -> Result<(), ProblemError> {
        let attacker = self.color(ATTACKER);
        if self.king(DEFENDER) == OUTSIDE {
            return Err(match self.king(ATTACKER) {
                OUTSIDE => ProblemError::NoKing,
                _ => ProblemError::NoKingToMate { attacker },
            });
        }
        if self.to_move() == DEFENDER && !self.in_check() {
            return Err(ProblemError::DefenderNotInCheck {
                defender: self.color(DEFENDER),
                king: self.original_square(self.king(DEFENDER)),
            });
        }
        Ok(())
    }

    /// Returns the square of a cell in the problem.
    fn original_square(&self, cell: CellNumber) -> Square {
        Square::from_index(self.turned(square(cell).to_index()))
    }

    /// A move of this position as it is in the problem.
    #[inline]
    pub fn original(&self, mv: Move) -> Move {
        if self.attacker() == Color::BLACK {
            return mv;
        }
        let turned = |square: Square| Square::from_index(self.turned(square.to_index()));
        let to = turned(mv.to_sq());
        match mv.dropped_piece() {
            Some(kind) => Move::drop(kind, to),
            None if mv.is_promotion() => Move::promotion(turned(mv.from_sq()), to),
            None => Move::normal(turned(mv.from_sq()), to),
        }
    }

    /// Returns the position as an SFEN, turned back if the problem was turned.
    pub fn sfen(&self) -> String {
        let mut sfen = Sfen {
            board: [Piece::NONE; 81],
            hands: [[0; 7]; 2],
            turn: self.color(self.to_move()),
            number: 1,
        };
        for (square, piece) in sfen.board.iter_mut().enumerate() {
            *piece = self.original_piece(self.on(self.cell_of(square)));
        }
        for side in [ATTACKER, DEFENDER] {
            let counts = &mut sfen.hands[self.color(side).to_index()];
            for kind in held_kinds() {
                counts[kind.to_index() - 1] = self.hand(side).count(kind).into();
            }
        }
        sfen.to_string()
    }
}

/// Checks that no side has two kings.
fn check_kings(board: &[Piece; 81]) -> Result<(), ProblemError> {
    match first_repeated(board, PieceType::KING, 81) {
        None => Ok(()),
        Some((color, first, second)) => Err(ProblemError::TwoKings {
            color,
            first,
            second,
        }),
    }
}

/// Checks that no side has two pawns on a file.
fn check_pawns(board: &[Piece; 81]) -> Result<(), ProblemError> {
    match first_repeated(board, PieceType::PAWN, 9) {
        None => Ok(()),
        Some((color, first, second)) => Err(ProblemError::TwoPawns {
            color,
            first,
            second,
        }),
    }
}

/// Returns the first piece of a kind that stands twice among the squares of a group,
/// its colour and both squares. Groups are `size` squares that follow one another.
fn first_repeated(
    board: &[Piece; 81],
    kind: PieceType,
    size: usize,
) -> Option<(Color, Square, Square)> {
    let second = (0..81).find_map(|square| {
        let piece = board[square];
        let mut before = square / size * size..square;
        let first = before.find(|&other| board[other] == piece);
        (piece.piece_type() == kind).then_some((piece.color(), first?, square))
    });
    second.map(|(color, first, second)| {
        (color, Square::from_index(first), Square::from_index(second))
    })
}

/// Checks that no kind is there more often than in a set of shogi, kings aside.
fn check_counts(sfen: &Sfen) -> Result<(), ProblemError> {
    for kind in held_kinds() {
        let index = kind.to_index();
        // Promotion adds eight to the number of a kind.
        let same = |piece: &&Piece| piece.piece_type().to_index() % 8 == index;
        let on_board = sfen.board.iter().filter(same).count() as u32;
        let [black, white] = sfen.hands.map(|counts| counts[index - 1]);
        let count = black.saturating_add(white).saturating_add(on_board);
        let limit = SET[index];
        if limit < count {
            return Err(ProblemError::TooManyPieces { kind, count, limit });
        }
    }
    Ok(())
}
