//! Why a move cannot be played.

use kemuri_core::{Color, Lang, Move, Piece, PieceType, Square};
use rsshogi::board::Position;
use rsshogi::types::{HandPiece, is_promotable_rank};

/// Why a move is against the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Illegal {
    /// No piece stands where it starts.
    NoPiece(Square),
    /// The piece belongs to the other side.
    OtherSide(Square),
    /// Another kind of piece stands where it starts.
    OtherPiece {
        /// Where.
        square: Square,
        /// What the record says.
        wanted: PieceType,
        /// What is there.
        found: PieceType,
    },
    /// The piece does not move like that.
    Unreachable,
    /// No piece of this kind can go there.
    NoneReaches(PieceType, Square),
    /// A piece of one's own is there.
    OwnPiece(Square),
    /// It cannot promote.
    Promotion,
    /// It could never move again.
    DeadEnd,
    /// There is none in hand.
    NotInHand(PieceType),
    /// A piece is dropped where another stands.
    Occupied(Square),
    /// A second pawn on the file.
    TwoPawns,
    /// A dropped pawn mates.
    PawnDropMate,
    /// One's own king can be captured.
    KingInCheck,
    /// `同`, but there was no move before.
    NoPrevious,
}

impl Illegal {
    /// The reason, to be read after "illegal:".
    pub fn message(&self, lang: Lang) -> String {
        let (square, piece) = (|s| lang.square(s), |p| lang.piece(p));
        let pick = |en: String, ja: String| if lang == Lang::En { en } else { ja };
        match *self {
            Self::NoPiece(from) => pick(
                format!("there is no piece on {}", square(from)),
                format!("{} に駒がありません", square(from)),
            ),
            Self::OtherSide(from) => pick(
                format!("the piece on {} belongs to the other side", square(from)),
                format!("{} の駒は相手の駒です", square(from)),
            ),
            Self::OtherPiece {
                square: at,
                wanted,
                found,
            } => pick(
                format!(
                    "there is a {} on {}, not a {}",
                    piece(found),
                    square(at),
                    piece(wanted)
                ),
                format!(
                    "{} の駒は{}で、{}ではありません",
                    square(at),
                    piece(found),
                    piece(wanted)
                ),
            ),
            Self::Unreachable => pick(
                "the piece cannot go there".into(),
                "その駒はそこへ動けません".into(),
            ),
            Self::NoneReaches(kind, to) => pick(
                format!("no {} can go to {}", piece(kind), square(to)),
                format!("{} へ動ける{}がありません", square(to), piece(kind)),
            ),
            Self::OwnPiece(to) => pick(
                format!("there is a piece of one's own on {}", square(to)),
                format!("{} に自分の駒があります", square(to)),
            ),
            Self::Promotion => pick("it cannot promote".into(), "成れません".into()),
            Self::DeadEnd => pick(
                "the piece could never move again".into(),
                "行き所のない駒になります".into(),
            ),
            Self::NotInHand(kind) => pick(
                format!("there is no {} in hand", piece(kind)),
                format!("持駒に{}がありません", piece(kind)),
            ),
            Self::Occupied(to) => pick(
                format!("{} is not empty", square(to)),
                format!("{} は空いていません", square(to)),
            ),
            Self::TwoPawns => pick("two pawns on one file".into(), "二歩です".into()),
            Self::PawnDropMate => pick("a dropped pawn must not mate".into(), "打歩詰です".into()),
            Self::KingInCheck => pick(
                "one's own king can be captured".into(),
                "自玉が取られます".into(),
            ),
            Self::NoPrevious => pick(
                "there is no move before it".into(),
                "前の手がありません".into(),
            ),
        }
    }
}

/// Why `mv` cannot be played in `position`, `None` if it can.
pub fn why_illegal(position: &Position, mv: Move) -> Option<Illegal> {
    if mv.is_normal() && position.is_legal_move(mv) {
        return None;
    }
    let (side, to) = (position.turn(), mv.to_sq());
    let target = position.piece_on(to);
    if let Some(kind) = mv.dropped_piece() {
        return Some(match HandPiece::from_piece_type(kind) {
            Some(held) if position.hand(side).count(held) == 0 => Illegal::NotInHand(kind),
            None => Illegal::NotInHand(kind),
            _ if target != Piece::NONE => Illegal::Occupied(to),
            _ if is_dead_end(kind, to, side) => Illegal::DeadEnd,
            _ if kind == PieceType::PAWN && position.has_pawn_on_file(side, to.file()) => {
                Illegal::TwoPawns
            }
            _ if answers_check(position, mv) => Illegal::PawnDropMate,
            _ => Illegal::KingInCheck,
        });
    }
    let from = mv.from_sq();
    let piece = position.piece_on(from);
    Some(if piece == Piece::NONE {
        Illegal::NoPiece(from)
    } else if piece.color() != side {
        Illegal::OtherSide(from)
    } else if target != Piece::NONE && target.color() == side {
        Illegal::OwnPiece(to)
    } else if !position.attackers_to_color_current(side, to).test(from) {
        Illegal::Unreachable
    } else if mv.is_promotion()
        && (!piece.piece_type().is_promotable() || !may_promote(side, from, to))
    {
        Illegal::Promotion
    } else if !mv.is_promotion() && is_dead_end(piece.piece_type(), to, side) {
        Illegal::DeadEnd
    } else {
        Illegal::KingInCheck
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

/// Whether a piece on `to` could never move again.
fn is_dead_end(kind: PieceType, to: Square, side: Color) -> bool {
    let rank = to.rank().raw();
    let ahead = if side == Color::BLACK { rank } else { 8 - rank };
    match kind {
        PieceType::PAWN | PieceType::LANCE => ahead < 1,
        PieceType::KNIGHT => ahead < 2,
        _ => false,
    }
}
