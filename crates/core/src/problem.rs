//! A tsume-shogi problem: a position, who attacks, explicit hands.
//!
//! A [`Problem`] can only be had by passing every check here, so the rest of
//! Kemuri never meets a position that breaks the rules of shogi.

use crate::hand::set_size;
use crate::sfen::{self, Sfen, SfenError};
use crate::{Board, Lang};
use rsshogi::board::{BoardArray, Position, PositionState, position_from_position_state};
use rsshogi::types::{Color, Hand, HandPiece, Piece, PieceType, Square};

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
    #[error(transparent)]
    Sfen(#[from] SfenError),
    /// More pieces of a kind, on the board and in hand, than a set of shogi has.
    #[error("too many {}s: {count}, but a set of shogi has {limit}", Lang::En.piece(*.kind))]
    TooManyPieces {
        /// The unpromoted kind.
        kind: PieceType,
        /// How many there are.
        count: u32,
        /// How many there may be.
        limit: u32,
    },
    /// A side has more than one king.
    #[error(
        "{} has two kings, on {} and {}",
        Lang::En.color(*.color), Lang::En.square(*.first), Lang::En.square(*.second)
    )]
    TwoKings {
        /// The side.
        color: Color,
        /// Where one is.
        first: Square,
        /// Where another is.
        second: Square,
    },
    /// Two unpromoted pawns of a side on one file.
    #[error(
        "two pawns of {} on one file, on {} and {}",
        Lang::En.color(*.color), Lang::En.square(*.first), Lang::En.square(*.second)
    )]
    TwoPawns {
        /// The side.
        color: Color,
        /// Where one is.
        first: Square,
        /// Where the other is.
        second: Square,
    },
    /// A pawn, lance or knight that could never move again.
    #[error(
        "the {} of {} on {} can never move",
        Lang::En.piece(.piece.piece_type()), Lang::En.color(.piece.color()),
        Lang::En.square(*.square)
    )]
    NoMove {
        /// Where it is.
        square: Square,
        /// The piece.
        piece: Piece,
    },
    /// No king on the board.
    #[error("there is no king on the board")]
    NoKing,
    /// The king of the side that is not to move is in check.
    #[error(
        "the king of {} on {} can be captured by the {} on {}: it is in check, \
         but the other side is to move",
        Lang::En.color(*.color), Lang::En.square(*.king),
        Lang::En.piece(*.by), Lang::En.square(*.from)
    )]
    KingCapturable {
        /// Whose king.
        color: Color,
        /// Where it is.
        king: Square,
        /// The kind of a piece that checks it.
        by: PieceType,
        /// Where that piece is.
        from: Square,
    },
    /// The only king is that of the side to move, and it is not in check.
    #[error(
        "{} is to move and has the only king, on {}, which is not in check: \
         there is neither a king to mate nor a check to answer",
        Lang::En.color(*.color), Lang::En.square(*.king)
    )]
    NothingToDo {
        /// The side to move.
        color: Color,
        /// Where its king is.
        king: Square,
    },
    /// The side that is to defend has no king.
    #[error(
        "{} cannot attack: {} has no king",
        Lang::En.color(*.attacker), Lang::En.color(.attacker.flip())
    )]
    NoKingToMate {
        /// The side that was named as the attacker.
        attacker: Color,
    },
    /// The side that is to defend is to move without being in check.
    #[error(
        "{} is to move and to defend, but its king on {} is not in check",
        Lang::En.color(*.defender), Lang::En.square(*.king)
    )]
    DefenderNotInCheck {
        /// The side to move.
        defender: Color,
        /// Where its king is.
        king: Square,
    },
}

impl ProblemError {
    /// The sentence to show to a person.
    pub fn message(&self, lang: Lang) -> String {
        if lang == Lang::En {
            return self.to_string();
        }
        let (color, square, piece) = (|c| lang.color(c), |s| lang.square(s), |p| lang.piece(p));
        match *self {
            Self::Sfen(ref error) => error.message(lang),
            Self::TooManyPieces { kind, count, limit } => {
                format!(
                    "{}が多すぎます（{count} 枚、全部で {limit} 枚まで）",
                    piece(kind)
                )
            }
            Self::TwoKings {
                color: side,
                first,
                second,
            } => {
                format!(
                    "{}の玉が {} と {} に二枚あります",
                    color(side),
                    square(first),
                    square(second)
                )
            }
            Self::TwoPawns {
                color: side,
                first,
                second,
            } => {
                format!(
                    "{}の歩が {} と {} で二歩です",
                    color(side),
                    square(first),
                    square(second)
                )
            }
            Self::NoMove {
                square: place,
                piece: p,
            } => format!(
                "{} の{}の{}は行き所のない駒です",
                square(place),
                color(p.color()),
                piece(p.piece_type())
            ),
            Self::NoKing => "盤上に玉がありません".into(),
            Self::KingCapturable {
                color: side,
                king,
                by,
                from,
            } => format!(
                "{} の{}玉が {} の{}で取れます（王手がかかっているのに相手の手番です）",
                square(king),
                color(side),
                square(from),
                piece(by)
            ),
            Self::NothingToDo { color: side, king } => format!(
                "手番の{}にしか玉がなく（{}）、王手もかかっていないので、攻める玉も受ける王手もありません",
                color(side),
                square(king)
            ),
            Self::NoKingToMate { attacker } => {
                format!(
                    "{}は攻方になれません（{}の玉がありません）",
                    color(attacker),
                    color(attacker.flip())
                )
            }
            Self::DefenderNotInCheck { defender, king } => format!(
                "玉方の{}の手番ですが、{} の玉に王手がかかっていません",
                color(defender),
                square(king)
            ),
        }
    }
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

    /// The problem that a board of the search stands for, Black attacking.
    pub fn of_board(board: &Board) -> Result<Self, ProblemError> {
        let mut cells = [Piece::NONE; 81];
        for square in Square::iter() {
            cells[square.to_index()] = Piece::new(board.piece(square.to_index()) as i8);
        }
        let hands = [board.attacker_hand(), board.defender_hand()].map(|hand| {
            let mut counts = [0; HandPiece::COUNT];
            for held in HandPiece::iter() {
                counts[held.to_index()] = hand.count(held.to_piece_type().to_index());
            }
            counts
        });
        let turn = if board.attacker_to_move() {
            Color::BLACK
        } else {
            Color::WHITE
        };
        let sfen = Sfen {
            board: cells,
            hands,
            turn,
            number: 1,
        };
        Self::from_parts(&sfen, Some(Color::BLACK))
    }

    /// The same of an SFEN that has been read.
    pub fn from_parts(sfen: &Sfen, attacker: Option<Color>) -> Result<Self, ProblemError> {
        let position = lawful(sfen)?;
        Ok(Self {
            board: sfen.board,
            hands: sfen.hands.map(pack_hand),
            turn: sfen.turn,
            attacker: decide_attacker(&position, find_kings(&sfen.board)?, attacker)?,
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
        set_up(&self.board, self.hands, self.turn)
    }

    /// The canonical SFEN: hands in the order R B G S N L P, Black first, move number 1.
    pub fn to_sfen(&self) -> String {
        sfen::write(&self.board, self.hands.map(Into::into), self.turn)
    }
}

/// The position that `sfen` describes, if it obeys the rules of shogi. There need
/// not be anything to solve in it, nor any king.
pub fn lawful(sfen: &Sfen) -> Result<Position, ProblemError> {
    let kings = find_kings(&sfen.board)?;
    check_counts(&sfen.board, &sfen.hands)?;
    check_dead_ends(&sfen.board)?;
    check_pawns(&sfen.board)?;
    let position = set_up(&sfen.board, sfen.hands.map(pack_hand), sfen.turn);
    let (turn, other) = (sfen.turn, sfen.turn.flip());
    if let Some(king) = kings[other.to_index()]
        && let Some(from) = position.attackers_to_color_current(turn, king).lsb()
    {
        return Err(ProblemError::KingCapturable {
            color: other,
            king,
            by: position.piece_on(from).piece_type(),
            from,
        });
    }
    Ok(position)
}

fn set_up(pieces: &[Piece; 81], hands: [Hand; 2], turn: Color) -> Position {
    let mut board = BoardArray::empty();
    for square in Square::iter() {
        board.set(square, pieces[square.to_index()]);
    }
    position_from_position_state(&PositionState {
        board,
        hands,
        side_to_move: turn,
        ply: 1,
    })
}

/// The square of each side's king, by colour.
fn find_kings(board: &[Piece; 81]) -> Result<[Option<Square>; 2], ProblemError> {
    let mut kings = [None; 2];
    for square in Square::iter() {
        let piece = board[square.to_index()];
        if piece.piece_type() != PieceType::KING {
            continue;
        }
        let color = piece.color();
        match &mut kings[color.to_index()] {
            Some(first) => {
                return Err(ProblemError::TwoKings {
                    color,
                    first: *first,
                    second: square,
                });
            }
            slot => *slot = Some(square),
        }
    }
    Ok(kings)
}

fn check_counts(
    board: &[Piece; 81],
    hands: &[[u32; HandPiece::COUNT]; 2],
) -> Result<(), ProblemError> {
    for held in HandPiece::iter() {
        let kind = held.to_piece_type();
        let on_board = board.iter().filter(|p| p.base_piece_type() == kind).count() as u32;
        let count = hands.iter().fold(on_board, |sum, hand| {
            sum.saturating_add(hand[held.to_index()])
        });
        let limit = set_size(kind);
        if count > limit {
            return Err(ProblemError::TooManyPieces { kind, count, limit });
        }
    }
    Ok(())
}

/// Ranks `color` still has in front of `square`.
fn ranks_ahead(square: Square, color: Color) -> i8 {
    let rank = square.rank().raw();
    if color == Color::BLACK {
        rank
    } else {
        8 - rank
    }
}

fn check_dead_ends(board: &[Piece; 81]) -> Result<(), ProblemError> {
    for square in Square::iter() {
        let piece = board[square.to_index()];
        let needed = match piece.piece_type() {
            PieceType::PAWN | PieceType::LANCE => 1,
            PieceType::KNIGHT => 2,
            _ => 0,
        };
        if ranks_ahead(square, piece.color()) < needed {
            return Err(ProblemError::NoMove { square, piece });
        }
    }
    Ok(())
}

fn check_pawns(board: &[Piece; 81]) -> Result<(), ProblemError> {
    let mut pawns = [[None; 9]; 2];
    for square in Square::iter() {
        let piece = board[square.to_index()];
        if piece.piece_type() != PieceType::PAWN {
            continue;
        }
        let color = piece.color();
        match &mut pawns[color.to_index()][square.file().to_index()] {
            Some(first) => {
                return Err(ProblemError::TwoPawns {
                    color,
                    first: *first,
                    second: square,
                });
            }
            slot => *slot = Some(square),
        }
    }
    Ok(())
}

/// Packs counts that are known to fit a set of shogi.
fn pack_hand(counts: [u32; HandPiece::COUNT]) -> Hand {
    HandPiece::iter().fold(Hand::ZERO, |hand, piece| {
        hand.checked_add(piece, counts[piece.to_index()])
            .unwrap_or(hand)
    })
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
