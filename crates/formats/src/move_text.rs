//! A move in Japanese words: `７六歩(77)`, `同　銀右上不成`, `５二金打`.
//!
//! KIF tells where a piece comes from; KI2 tells only as much as is needed, and
//! is resolved against the legal moves of the position.

use crate::error::{RecordErrorKind, excerpt};
use crate::illegal::{IllegalReason, why_illegal};
use kemuri_core::kanji::{self, RANKS};
use kemuri_core::{Color, Move, PieceType, Square, notation};
use rsshogi::board::Position;
use rsshogi::types::{File, HandPiece, Rank};

/// What the words of a move say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct MoveText<'a> {
    /// The words themselves.
    pub(crate) text: &'a str,
    /// Where to; `None` is 同.
    pub(crate) to: Option<Square>,
    pub(crate) kind: PieceType,
    pub(crate) from: Option<Square>,
    pub(crate) promotes: bool,
    pub(crate) drops: bool,
    /// 右, 左, 直, 上, 寄, 引.
    pub(crate) marks: Vec<char>,
}

/// Names of pieces, longer ones before their parts.
const PIECES: &[(&str, PieceType)] = &[
    ("成香", PieceType::PRO_LANCE),
    ("成桂", PieceType::PRO_KNIGHT),
    ("成銀", PieceType::PRO_SILVER),
    ("成歩", PieceType::PRO_PAWN),
    ("杏", PieceType::PRO_LANCE),
    ("圭", PieceType::PRO_KNIGHT),
    ("全", PieceType::PRO_SILVER),
    ("と", PieceType::PRO_PAWN),
    ("龍", PieceType::DRAGON),
    ("竜", PieceType::DRAGON),
    ("馬", PieceType::HORSE),
    ("飛", PieceType::ROOK),
    ("角", PieceType::BISHOP),
    ("金", PieceType::GOLD),
    ("銀", PieceType::SILVER),
    ("桂", PieceType::KNIGHT),
    ("香", PieceType::LANCE),
    ("歩", PieceType::PAWN),
    ("玉", PieceType::KING),
    ("王", PieceType::KING),
];

/// The piece whose name `text` starts with, and the rest.
pub(crate) fn piece(text: &str) -> Option<(PieceType, &str)> {
    let known = |(name, kind): &(&str, PieceType)| Some((*kind, text.strip_prefix(name)?));
    PIECES.iter().find_map(known)
}

/// The piece in hand of this kind; a promoted piece is in no hand.
pub(crate) fn hand_piece(kind: PieceType) -> Option<HandPiece> {
    HandPiece::from_piece_type(kind).filter(|held| held.to_piece_type() == kind)
}

/// A decimal digit, narrow or wide.
pub(crate) fn numeral(c: char) -> Option<u32> {
    match c {
        '0'..='9' => Some(c as u32 - '0' as u32),
        '０'..='９' => Some(c as u32 - '０' as u32),
        _ => None,
    }
}

/// A number from 1 to 9 in any digits.
pub(crate) fn digit(c: char) -> Option<u32> {
    let kanji = || RANKS.iter().position(|&k| k == c).map(|i| i as u32 + 1);
    numeral(c).or_else(kanji).filter(|&number| number > 0)
}

/// The square of file and rank, both from 1 to 9.
pub(crate) fn square(file: u32, rank: u32) -> Option<Square> {
    let on_board = (1..=9).contains(&file) && (1..=9).contains(&rank);
    // Both fit: they are at most nine.
    on_board.then(|| Square::from_file_rank(File::new(file as i8 - 1), Rank::new(rank as i8 - 1)))
}

/// The square that two digits at the start of `text` name, and the rest.
pub(crate) fn square_of(text: &str) -> Option<(Square, &str)> {
    let mut chars = text.chars();
    let (file, rank) = (digit(chars.next()?)?, digit(chars.next()?)?);
    Some((square(file, rank)?, chars.as_str()))
}

const SPACES: [char; 2] = [' ', '　'];

/// The move that `text` starts with, and the rest; `None` if it is none.
pub(crate) fn parse(text: &str) -> Option<(MoveText<'_>, &str)> {
    let (to, rest) = match text.strip_prefix('同') {
        Some(rest) => (None, rest.trim_start_matches(SPACES)),
        None => {
            let (to, rest) = square_of(text)?;
            (Some(to), rest.trim_start_matches('同'))
        }
    };
    let (kind, mut rest) = piece(rest)?;
    let mut words = MoveText {
        text,
        to,
        kind,
        from: None,
        promotes: false,
        drops: false,
        marks: Vec::new(),
    };
    loop {
        let mut chars = rest.chars();
        match chars.next() {
            Some(mark @ ('右' | '左' | '直' | '上' | '寄' | '引')) => words.marks.push(mark),
            Some('行' | '入') => words.marks.push('上'),
            Some('打') => words.drops = true,
            Some('成') => words.promotes = true,
            Some('生') => words.promotes = false,
            Some('不') if chars.as_str().starts_with('成') => {
                chars.next();
                words.promotes = false;
            }
            Some('(') => {
                let square = square_of(chars.as_str());
                let origin =
                    square.and_then(|(from, after)| Some((from, after.strip_prefix(')')?)));
                // Anything else in brackets is a time.
                if let Some((from, after)) = origin {
                    words.from = Some(from);
                    rest = after;
                }
                break;
            }
            _ => break,
        }
        rest = chars.as_str();
        // Nothing is said twice; a line of a million marks is noise.
        if words.marks.len() > 4 {
            return None;
        }
    }
    words.text = &text[..text.len() - rest.len()];
    Some((words, rest))
}

impl MoveText<'_> {
    /// Returns the move in `position` that the words name; `previous` is the square that
    /// the move before went to.
    pub(crate) fn resolve(
        &self,
        position: &Position,
        previous: Option<Square>,
    ) -> Result<Move, RecordErrorKind> {
        let to = self.to.or(previous).ok_or(IllegalReason::NoPrevious)?;
        if self.drops {
            return self.drop(to);
        }
        if let Some(from) = self.from {
            let found = position.piece_on(from);
            if !found.is_empty() && found.piece_type() != self.kind {
                let (wanted, found) = (self.kind, found.piece_type());
                let square = from;
                return Err(IllegalReason::OtherPiece {
                    square,
                    wanted,
                    found,
                }
                .into());
            }
            return Ok(self.moves(from, to));
        }
        self.choose(position, to, previous)
    }

    fn drop(&self, to: Square) -> Result<Move, RecordErrorKind> {
        match HandPiece::from_piece_type(self.kind) {
            Some(_) => Ok(Move::drop(self.kind, to)),
            None => Err(IllegalReason::NotInHand(self.kind).into()),
        }
    }

    fn moves(&self, from: Square, to: Square) -> Move {
        if self.promotes {
            Move::promotion(from, to)
        } else {
            Move::normal(from, to)
        }
    }

    /// The only piece that fits.
    fn choose(
        &self,
        position: &Position,
        to: Square,
        previous: Option<Square>,
    ) -> Result<Move, RecordErrorKind> {
        let side = position.turn();
        let rivals =
            position.attackers_to_color_current(side, to) & position.pieces_for(self.kind, side);
        let there: Vec<Move> = rivals.iter().map(|from| self.moves(from, to)).collect();
        let legal = |mv: &Move| why_illegal(position, *mv).is_none();
        let fits: Vec<Move> = there
            .iter()
            .copied()
            .filter(|mv| legal(mv) && self.marks_fit(*mv, side))
            .collect();
        if let [only] = fits[..] {
            return Ok(only);
        }
        // As the field writes it: of two horses, 左 is the one further left.
        let written = there.iter().copied().find(|&mv| {
            legal(&mv)
                && notation::one(position, mv, previous)
                    .is_some_and(|text| marks_of(&text).eq(self.marks.iter().copied()))
        });
        let none_reaches = || IllegalReason::NoneReaches(self.kind, to).into();
        match (written, fits.is_empty()) {
            (Some(mv), _) if !self.marks.is_empty() => Ok(mv),
            (_, false) => Err(RecordErrorKind::Ambiguous(excerpt(self.text))),
            _ if self.marks.is_empty() && !self.promotes => {
                let held = HandPiece::from_piece_type(self.kind);
                match (held, there.first()) {
                    (Some(held), _) if position.hand(side).count(held) > 0 => self.drop(to),
                    // The rules forbid it: let them say why.
                    (_, Some(&mv)) => Ok(mv),
                    _ => Err(none_reaches()),
                }
            }
            _ => match there[..] {
                [only] if self.marks_fit(only, side) => Ok(only),
                _ => Err(none_reaches()),
            },
        }
    }

    /// Whether the way of `mv` is the one that the marks tell.
    fn marks_fit(&self, mv: Move, side: Color) -> bool {
        let sign = if side == Color::BLACK { 1 } else { -1 };
        let (from, to) = (mv.from_sq(), mv.to_sq());
        let left = (from.file().raw() - to.file().raw()) * sign;
        let behind = (from.rank().raw() - to.rank().raw()) * sign;
        self.marks.iter().all(|mark| match mark {
            '右' => left < 0,
            '左' => left > 0,
            '直' => left == 0 && behind > 0,
            '上' => behind > 0,
            '引' => behind < 0,
            _ => behind == 0,
        })
    }
}

/// The marks of a written move.
fn marks_of(text: &str) -> impl Iterator<Item = char> + '_ {
    text.chars().filter(|c| "右左直上寄引".contains(*c))
}

/// A move as KIF writes it: always with where it comes from.
pub(crate) fn kif(position: &Position, mv: Move, previous: Option<Square>) -> String {
    let to = mv.to_sq();
    let place = if previous == Some(to) {
        "同　".into()
    } else {
        kanji::square(to)
    };
    if let Some(kind) = mv.dropped_piece() {
        return format!("{place}{}打", kanji::piece(kind));
    }
    let from = mv.from_sq();
    let kind = position.piece_on(from).piece_type();
    let promotes = if mv.is_promotion() { "成" } else { "" };
    let (file, rank) = (from.file().to_index() + 1, from.rank().to_index() + 1);
    format!("{place}{}{promotes}({file}{rank})", kanji::piece(kind))
}
