//! The rules of shogi on a plain array of 81 squares.
//!
//! Everything is decided by making the move and looking: a move is legal when
//! afterwards the mover's own king cannot be taken, a move gives check when
//! afterwards the other king can be taken, and a pawn drop that gives check is
//! illegal when afterwards the other side has no legal move.

use rsshogi::board::{BoardArray, PositionState, generate_sfen_from_position_state, parse_sfen};
use rsshogi::types::{Color, Hand, HandPiece, Move, Piece, PieceType, Square};

/// A position: board, hands, side to move. At most one king a side.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    squares: [Piece; 81],
    /// Pieces in hand, by colour and then by [`HandPiece`].
    hands: [[u8; HandPiece::COUNT]; 2],
    turn: Color,
}

/// Why a text is not a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not an SFEN: {0}")]
pub struct BoardError(String);

/// The file, 0 to 8 for the files 1 to 9.
fn file(square: usize) -> i32 {
    (square / 9) as i32
}

/// The rank, 0 to 8 from Black's far side to his near side.
fn rank(square: usize) -> i32 {
    (square % 9) as i32
}

/// The rank as `color` counts it: 0 is his last rank, where pawns promote.
fn rank_for(color: Color, square: usize) -> i32 {
    if color == Color::BLACK {
        rank(square)
    } else {
        8 - rank(square)
    }
}

/// The squares strictly between two squares of one line, from the first on.
pub(crate) fn between(from: usize, to: usize) -> Vec<usize> {
    let step = (file(to) - file(from)).signum() * 9 + (rank(to) - rank(from)).signum();
    let next = |&square: &i32| Some(square + step).filter(|&next| next != to as i32);
    let squares = std::iter::successors(next(&(from as i32)), next);
    squares.map(|square| square as usize).collect()
}

/// Whether a piece of this kind could never move again from `square`.
pub fn is_dead(kind: PieceType, color: Color, square: usize) -> bool {
    match kind {
        PieceType::PAWN | PieceType::LANCE => rank_for(color, square) == 0,
        PieceType::KNIGHT => rank_for(color, square) <= 1,
        _ => false,
    }
}

impl Board {
    /// A board without pieces.
    pub fn empty(turn: Color) -> Self {
        Self {
            squares: [Piece::NONE; 81],
            hands: [[0; HandPiece::COUNT]; 2],
            turn,
        }
    }

    /// Reads an SFEN. Whether the position obeys the rules is not asked.
    pub fn from_sfen(sfen: &str) -> Result<Self, BoardError> {
        let state = parse_sfen(sfen).map_err(|error| BoardError(error.to_string()))?;
        let mut board = Self::empty(state.side_to_move);
        for square in Square::iter() {
            board.squares[square.to_index()] = state.board.get(square);
        }
        for color in [Color::BLACK, Color::WHITE] {
            for kind in HandPiece::iter() {
                board.hands[color.to_index()][kind.to_index()] =
                    state.hands[color.to_index()].count(kind) as u8;
            }
        }
        Ok(board)
    }

    /// The position as an SFEN with ply 1.
    pub fn to_sfen(&self) -> String {
        let mut state = PositionState {
            board: BoardArray::empty(),
            hands: [Hand::ZERO; 2],
            side_to_move: self.turn,
            ply: 1,
        };
        for square in Square::iter() {
            state.board.set(square, self.squares[square.to_index()]);
        }
        for (hand, counts) in state.hands.iter_mut().zip(&self.hands) {
            for kind in HandPiece::iter() {
                hand.add(kind, u32::from(counts[kind.to_index()]));
            }
        }
        generate_sfen_from_position_state(&state, true)
    }

    /// The side to move.
    pub fn turn(&self) -> Color {
        self.turn
    }

    /// Gives the move to `color`.
    pub fn set_turn(&mut self, color: Color) {
        self.turn = color;
    }

    /// The piece on the square with this index, [`Piece::NONE`] when empty.
    pub fn piece(&self, square: usize) -> Piece {
        self.squares[square]
    }

    /// Puts a piece on a square.
    pub fn set_piece(&mut self, square: usize, piece: Piece) {
        self.squares[square] = piece;
    }

    /// How many pieces of this kind `color` has in hand.
    pub fn in_hand(&self, color: Color, kind: HandPiece) -> u8 {
        self.hands[color.to_index()][kind.to_index()]
    }

    /// Sets how many pieces of this kind `color` has in hand.
    pub fn set_in_hand(&mut self, color: Color, kind: HandPiece, count: u8) {
        self.hands[color.to_index()][kind.to_index()] = count;
    }

    /// The same position seen from the other side: turned round, colours and
    /// side to move exchanged.
    pub fn turned(&self) -> Self {
        let mut turned = Self::empty(self.turn.flip());
        for (square, &piece) in self.squares.iter().enumerate() {
            if !piece.is_empty() {
                turned.squares[80 - square] =
                    Piece::from_parts(piece.color().flip(), piece.piece_type());
            }
        }
        turned.hands = [self.hands[1], self.hands[0]];
        turned
    }

    /// Where the king of `color` is, if there is one.
    pub fn king(&self, color: Color) -> Option<usize> {
        let king = Piece::from_parts(color, PieceType::KING);
        self.squares.iter().position(|&piece| piece == king)
    }

    /// Whether the king of `color` could be taken now; false without a king.
    pub fn in_check(&self, color: Color) -> bool {
        self.king(color)
            .is_some_and(|king| self.attacked(king, color.flip()))
    }

    /// Whether `color` has an unpromoted pawn on the file of `square`.
    pub fn has_pawn_on_file_of(&self, square: usize, color: Color) -> bool {
        let pawn = Piece::from_parts(color, PieceType::PAWN);
        let first = square / 9 * 9;
        self.squares[first..first + 9].contains(&pawn)
    }

    /// Whether some piece of `by` attacks `square`.
    fn attacked(&self, square: usize, by: Color) -> bool {
        self.squares.iter().enumerate().any(|(from, &piece)| {
            !piece.is_empty() && piece.color() == by && self.attacks(from, square)
        })
    }

    /// Whether the piece on `from` attacks `to`.
    pub(crate) fn attacks(&self, from: usize, to: usize) -> bool {
        let piece = self.squares[from];
        // Every piece moves alike to the left and to the right.
        let across = (file(to) - file(from)).abs();
        // Negative is forward.
        let along = rank_for(piece.color(), to) - rank_for(piece.color(), from);
        let beside = across.max(along.abs()) == 1;
        let straight = (across == 0) != (along == 0);
        let diagonal = across != 0 && across == along.abs();
        match piece.piece_type() {
            PieceType::PAWN => (across, along) == (0, -1),
            PieceType::LANCE => across == 0 && along < 0 && self.nothing_between(from, to),
            PieceType::KNIGHT => (across, along) == (1, -2),
            PieceType::SILVER => beside && (along == -1 || diagonal),
            PieceType::GOLD
            | PieceType::PRO_PAWN
            | PieceType::PRO_LANCE
            | PieceType::PRO_KNIGHT
            | PieceType::PRO_SILVER => beside && (along == -1 || straight),
            PieceType::KING => beside,
            PieceType::BISHOP => diagonal && self.nothing_between(from, to),
            PieceType::ROOK => straight && self.nothing_between(from, to),
            PieceType::HORSE => beside || diagonal && self.nothing_between(from, to),
            PieceType::DRAGON => beside || straight && self.nothing_between(from, to),
            _ => false,
        }
    }

    /// Whether the squares strictly between two squares of one line are empty.
    fn nothing_between(&self, from: usize, to: usize) -> bool {
        let mut squares = between(from, to).into_iter();
        squares.all(|square| self.squares[square].is_empty())
    }

    /// The position after `mv`, which must be one of [`Self::legal_moves`].
    pub fn after(&self, mv: Move) -> Self {
        let mut next = self.clone();
        let to = mv.to_sq().to_index();
        let hand = &mut next.hands[self.turn.to_index()];
        if let Some(kind) = mv.dropped_piece() {
            hand[kind.to_index() - 1] -= 1;
            next.squares[to] = Piece::from_parts(self.turn, kind);
        } else {
            let from = mv.from_sq().to_index();
            if let Some(taken) = HandPiece::from_piece_type(self.squares[to].base_piece_type()) {
                hand[taken.to_index()] += 1;
            }
            let piece = self.squares[from];
            next.squares[to] = if mv.is_promotion() {
                piece.promote()
            } else {
                piece
            };
            next.squares[from] = Piece::NONE;
        }
        next.turn = self.turn.flip();
        next
    }

    /// All legal moves of the side to move, every non-promotion among them.
    pub fn legal_moves(&self) -> Vec<Move> {
        let mut moves = self.candidates();
        moves.retain(|&mv| self.is_legal(mv));
        moves
    }

    /// All legal moves that give check.
    pub fn checks(&self) -> Vec<Move> {
        let mut moves = self.candidates();
        moves.retain(|&mv| self.after(mv).in_check(self.turn.flip()) && self.is_legal(mv));
        moves
    }

    /// Moves as the pieces go and drops, whatever becomes of the own king.
    pub(crate) fn candidates(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        for from in 0..81 {
            let piece = self.squares[from];
            if !piece.is_empty() && piece.color() == self.turn {
                self.board_moves(from, &mut moves);
            }
        }
        for kind in HandPiece::iter() {
            if self.in_hand(self.turn, kind) > 0 {
                self.drops(kind.to_piece_type(), &mut moves);
            }
        }
        moves
    }

    fn board_moves(&self, from: usize, moves: &mut Vec<Move>) {
        let kind = self.squares[from].piece_type();
        let from_square = Square::from_index(from);
        for to in 0..81 {
            let target = self.squares[to];
            if !target.is_empty() && target.color() == self.turn || !self.attacks(from, to) {
                continue;
            }
            let to_square = Square::from_index(to);
            if !is_dead(kind, self.turn, to) {
                moves.push(Move::normal(from_square, to_square));
            }
            let in_zone = rank_for(self.turn, from).min(rank_for(self.turn, to)) <= 2;
            if in_zone && kind.is_promotable() {
                moves.push(Move::promotion(from_square, to_square));
            }
        }
    }

    fn drops(&self, kind: PieceType, moves: &mut Vec<Move>) {
        for to in 0..81 {
            let two_pawns = kind == PieceType::PAWN && self.has_pawn_on_file_of(to, self.turn);
            if self.squares[to].is_empty() && !is_dead(kind, self.turn, to) && !two_pawns {
                moves.push(Move::drop(kind, Square::from_index(to)));
            }
        }
    }

    /// Whether a candidate leaves the own king safe and is no pawn-drop mate.
    pub(crate) fn is_legal(&self, mv: Move) -> bool {
        let next = self.after(mv);
        if next.in_check(self.turn) {
            return false;
        }
        let drops_pawn = mv.dropped_piece() == Some(PieceType::PAWN);
        !(drops_pawn && next.in_check(next.turn) && !next.has_legal_move())
    }

    /// Whether the side to move has any legal move.
    pub fn has_legal_move(&self) -> bool {
        self.candidates().into_iter().any(|mv| self.is_legal(mv))
    }
}
