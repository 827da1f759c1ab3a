//! Why a position is not a problem.

use crate::english;
use crate::sfen::SfenError;
use rsshogi::types::{Color, Piece, PieceType, Square};

/// Why a text is not a problem Kemuri can take.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ProblemError {
    /// The text is not an SFEN.
    #[error(transparent)]
    Sfen(#[from] SfenError),
    /// More pieces of a kind, on the board and in hand, than a set of shogi has.
    #[error("too many {}s: {count}, but a set of shogi has {limit}", english::piece(*.kind))]
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
        english::color(*.color), .first.to_usi(), .second.to_usi()
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
        english::color(*.color), .first.to_usi(), .second.to_usi()
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
        english::piece(.piece.piece_type()), english::color(.piece.color()),
        .square.to_usi()
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
        english::color(*.color), .king.to_usi(),
        english::piece(*.by), .from.to_usi()
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
        english::color(*.color), .king.to_usi()
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
        english::color(*.attacker), english::color(.attacker.flip())
    )]
    NoKingToMate {
        /// The side that was named as the attacker.
        attacker: Color,
    },
    /// The side that is to defend is to move without being in check.
    #[error(
        "{} is to move and to defend, but its king on {} is not in check",
        english::color(*.defender), .king.to_usi()
    )]
    DefenderNotInCheck {
        /// The side to move.
        defender: Color,
        /// Where its king is.
        king: Square,
    },
}
