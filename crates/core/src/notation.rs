//! Moves as Japanese players write them: `▲３二歩成 △同玉 ▲２三銀不成`.
//!
//! - `▲` is Black, `△` is White, whoever attacks.
//! - A move to the square of the move before it is written `同`, with no space
//!   after it (`△同玉`, `▲同龍`): space is for columns, and a line has none.
//! - `成` and `不成` are always written where the move could promote.
//! - `打` is written only where a piece of the same kind on the board could go
//!   to the square as well.
//! - Where several pieces of a kind reach the square, the marks of the Japan
//!   Shogi Association tell them apart: first `上`, `寄` or `引` if that is
//!   enough, then `右`, `左` or `直`, then both (`右上`, `左寄`). Pinned pieces
//!   count as reaching it, for a reader sees where a piece can go before he
//!   sees that it may not.
//!
//! rsshogi's KI2 writer knows no `右寄` and `左寄`, which a problem with many
//! promoted pawns needs, so the marks are worked out here.

use crate::{Problem, kanji};
use rsshogi::board::Position;
use rsshogi::types::{Color, Move, PieceType, Square};

/// The moves of `line` as players write them, or `None` if one is not legal.
pub fn japanese(problem: &Problem, line: &[Move]) -> Option<Vec<String>> {
    japanese_from(problem.position(), line)
}

/// The moves of a `line` that starts from any position, of a problem or not.
pub fn japanese_from(mut position: Position, line: &[Move]) -> Option<Vec<String>> {
    let mut previous = None;
    line.iter()
        .map(|&mv| {
            let text = one(&position, mv, previous)?;
            position
                .try_apply_move32(position.move32_from_move(mv))
                .ok()?;
            previous = Some(mv.to_sq());
            Some(text)
        })
        .collect()
}

/// One move, `None` if it is not legal; `previous` is where the move before it went.
pub fn one(position: &Position, mv: Move, previous: Option<Square>) -> Option<String> {
    if !position.is_legal_move(mv) {
        return None;
    }
    let side = position.turn();
    let to = mv.to_sq();
    let kind = match mv.dropped_piece() {
        Some(kind) => kind,
        None => position.piece_on(mv.from_sq()).piece_type(),
    };
    let mut out = String::from(if side == Color::BLACK { "▲" } else { "△" });
    if previous == Some(to) {
        out.push('同');
    } else {
        out += &kanji::square(to);
    }
    out.push_str(kanji::piece(kind));

    let rivals: Vec<Approach> = (position.attackers_to_color_current(side, to)
        & position.pieces_for(kind, side))
    .iter()
    .map(|from| Approach::new(from, to, side))
    .collect();
    if mv.is_drop() {
        if !rivals.is_empty() {
            out.push('打');
        }
        return Some(out);
    }
    let from = mv.from_sq();
    out.push_str(mark(Approach::new(from, to, side), &rivals, kind));
    if mv.is_promotion() {
        out.push('成');
    } else if position.is_legal_move(Move::promotion(from, to)) {
        out.push_str("不成");
    }
    Some(out)
}

/// How a piece comes to its square, as the player who moves it sees it.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Approach {
    side: FileSide,
    motion: Motion,
}

/// From which side the piece comes, as the player sees the files.
#[derive(Clone, Copy, PartialEq, Eq)]
enum FileSide {
    Left,
    Below,
    Right,
}

/// Where the piece goes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Motion {
    Up,
    Across,
    Down,
}

impl Approach {
    fn new(from: Square, to: Square, color: Color) -> Self {
        let sign = if color == Color::BLACK { 1 } else { -1 };
        // Files count from Black's right, ranks from Black's far end.
        let files = (from.file().raw() - to.file().raw()) * sign;
        let ranks = (from.rank().raw() - to.rank().raw()) * sign;
        Self {
            side: match files {
                1.. => FileSide::Left,
                0 => FileSide::Below,
                _ => FileSide::Right,
            },
            motion: match ranks {
                1.. => Motion::Up,
                0 => Motion::Across,
                _ => Motion::Down,
            },
        }
    }
}

/// What tells the piece that goes `way` from its `rivals` (itself included).
fn mark(way: Approach, rivals: &[Approach], kind: PieceType) -> &'static str {
    if rivals.len() <= 1 {
        return "";
    }
    let alone = |same: &dyn Fn(&Approach) -> bool| rivals.iter().filter(|w| same(w)).count() <= 1;
    if alone(&|w| w.motion == way.motion) {
        return match way.motion {
            Motion::Up => "上",
            Motion::Across => "寄",
            Motion::Down => "引",
        };
    }
    let side = match way.side {
        // There are at most two horses or dragons, and 直 is not said of them:
        // the one straight below is on the other side of its only rival.
        FileSide::Below if matches!(kind, PieceType::HORSE | PieceType::DRAGON) => {
            if rivals.iter().any(|w| w.side == FileSide::Right) {
                FileSide::Left
            } else {
                FileSide::Right
            }
        }
        side => side,
    };
    let side_is_enough = way.side == FileSide::Below || alone(&|w| w.side == way.side);
    match (side, way.motion) {
        (FileSide::Below, _) => "直",
        (FileSide::Left, _) if side_is_enough => "左",
        (FileSide::Right, _) if side_is_enough => "右",
        (FileSide::Left, Motion::Up) => "左上",
        (FileSide::Left, Motion::Across) => "左寄",
        (FileSide::Left, Motion::Down) => "左引",
        (FileSide::Right, Motion::Up) => "右上",
        (FileSide::Right, Motion::Across) => "右寄",
        (FileSide::Right, Motion::Down) => "右引",
    }
}
