//! Why a move cannot be played.

use kemuri_core::problem::is_dead_end;
use kemuri_core::{Color, Move, Piece, PieceType, Square, english};
use rsshogi::board::Position;
use rsshogi::types::{HandPiece, is_promotable_rank};

/// Why a move is against the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum IllegalReason {
    /// No piece stands where it starts.
    #[error("there is no piece on {}", .0.to_usi())]
    NoPiece(Square),
    /// The piece belongs to the other side.
    #[error("the piece on {} belongs to the other side", .0.to_usi())]
    OtherSide(Square),
    /// Another kind of piece stands where it starts.
    #[error(
        "there is a {} on {}, not a {}",
        english::piece(*.found), .square.to_usi(), english::piece(*.wanted)
    )]
    OtherPiece {
        /// Where.
        square: Square,
        /// What the record says.
        wanted: PieceType,
        /// What is there.
        found: PieceType,
    },
    /// The piece does not move like that.
    #[error("the piece cannot go there")]
    Unreachable,
    /// No piece of this kind can go there.
    #[error("no {} can go to {}", english::piece(*.0), .1.to_usi())]
    NoneReaches(PieceType, Square),
    /// A piece of one's own is there.
    #[error("there is a piece of one's own on {}", .0.to_usi())]
    OwnPiece(Square),
    /// It cannot promote.
    #[error("it cannot promote")]
    Promotion,
    /// It could never move again.
    #[error("the piece could never move again")]
    DeadEnd,
    /// There is none in hand.
    #[error("there is no {} in hand", english::piece(*.0))]
    NotInHand(PieceType),
    /// A piece is dropped where another stands.
    #[error("{} is not empty", .0.to_usi())]
    Occupied(Square),
    /// A second pawn on the file.
    #[error("two pawns on one file")]
    TwoPawns,
    /// A dropped pawn mates.
    #[error("a dropped pawn must not mate")]
    PawnDropMate,
    /// One's own king can be captured.
    #[error("one's own king can be captured")]
    KingInCheck,
    /// `同`, but there was no move before.
    #[error("there is no move before it")]
    NoPrevious,
}

/// Why `mv` cannot be played in `position`, `None` if it can.
pub fn why_illegal(position: &Position, mv: Move) -> Option<IllegalReason> {
    if mv.is_normal() && position.is_legal_move(mv) {
        return None;
    }
    let (side, to) = (position.turn(), mv.to_sq());
    let target = position.piece_on(to);
    if let Some(kind) = mv.dropped_piece() {
        return Some(match HandPiece::from_piece_type(kind) {
            Some(held) if position.hand(side).count(held) == 0 => IllegalReason::NotInHand(kind),
            None => IllegalReason::NotInHand(kind),
            _ if target != Piece::NONE => IllegalReason::Occupied(to),
            _ if is_dead_end(kind, side, to) => IllegalReason::DeadEnd,
            _ if kind == PieceType::PAWN && position.has_pawn_on_file(side, to.file()) => {
                IllegalReason::TwoPawns
            }
            _ if answers_check(position, mv) => IllegalReason::PawnDropMate,
            _ => IllegalReason::KingInCheck,
        });
    }
    let from = mv.from_sq();
    let piece = position.piece_on(from);
    Some(if piece == Piece::NONE {
        IllegalReason::NoPiece(from)
    } else if piece.color() != side {
        IllegalReason::OtherSide(from)
    } else if target != Piece::NONE && target.color() == side {
        IllegalReason::OwnPiece(to)
    } else if !position.attackers_to_color_current(side, to).test(from) {
        IllegalReason::Unreachable
    } else if mv.is_promotion()
        && (!piece.piece_type().is_promotable() || !may_promote(side, from, to))
    {
        IllegalReason::Promotion
    } else if !mv.is_promotion() && is_dead_end(piece.piece_type(), side, to) {
        IllegalReason::DeadEnd
    } else {
        IllegalReason::KingInCheck
    })
}

/// Whether a move touches the three ranks in which pieces promote.
fn may_promote(side: Color, from: Square, to: Square) -> bool {
    [from, to]
        .iter()
        .any(|square| is_promotable_rank(side, square.rank()))
}

/// Whether a drop leaves one's own king safe: a gold would be as good a screen.
fn answers_check(position: &Position, drop: Move) -> bool {
    let (side, to) = (position.turn(), drop.to_sq());
    let king = position.king_square(side);
    if king.is_none() {
        return true;
    }
    let mut occupied = position.empties().not();
    occupied.set(to);
    !position.is_attacked_by_color(side.flip(), king, occupied)
}
