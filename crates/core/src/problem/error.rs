//! Why a position is not a problem.

use crate::Lang;
use crate::sfen::SfenError;
use rsshogi::types::{Color, Piece, PieceType, Square};

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
