//! The head of a KIF, KI2 or BOD file: headers, diagram, hands, side to move.

use super::board;
use super::line::KifLine;
use crate::error::{RecordError, RecordErrorKind, TextPlace, excerpt};
use crate::move_text::{digit, hand_piece, numeral, piece};
use crate::record::Header;
use crate::rest::{AssumedRest, RestRule};
use crate::start::{Handicap, OTHER_STARTS, empty_board, even_game, give_rest};
use crate::text::Line;
use crate::warnings::Warnings;
use kemuri_core::sfen::Sfen;
use kemuri_core::{Color, Piece};
use rsshogi::types::HandPiece;

/// What has been read of a head.
#[derive(Debug, Default)]
pub(crate) struct Head {
    pub(crate) headers: Vec<Header>,
    rows: Vec<[Piece; 9]>,
    hands: [Option<HandLine>; 2],
    turn: Option<Color>,
    /// How many moves were made before.
    number: Option<u32>,
    /// Where the diagram or a hand was, for what is wrong with the whole.
    place: Option<TextPlace>,
    /// Where the start was named.
    named_at: Option<TextPlace>,
}

/// What a line says of a hand.
#[derive(Clone, Copy, Debug)]
enum HandLine {
    Pieces([u32; HandPiece::COUNT]),
    Rest,
}

impl Head {
    /// Whether there was a diagram.
    pub(crate) fn has_diagram(&self) -> bool {
        !self.rows.is_empty()
    }

    /// Takes a line of the head, or what can be read of it; `false` if it is none.
    pub(crate) fn take(
        &mut self,
        line: Line<'_>,
        content: &KifLine<'_>,
        warnings: &mut Warnings,
    ) -> Result<bool, RecordError> {
        match *content {
            KifLine::BoardRow(text) => {
                self.place = Some(line.place(line.text));
                if self.rows.len() == 9 {
                    warnings.note(line.error(text, RecordErrorKind::Rows(10)))?;
                    return Ok(true);
                }
                let row = board::read_row(line, text, self.rows.len(), warnings)?;
                self.rows.push(row);
            }
            KifLine::Hand(color, text) => {
                self.place.get_or_insert(line.place(line.text));
                let held = read_hand(line, text, warnings)?;
                let other = self.hands[color.flip().to_index()];
                let hand = &mut self.hands[color.to_index()];
                if matches!((held, other), (HandLine::Rest, Some(HandLine::Rest))) {
                    warnings.note(line.error(text, RecordErrorKind::RestTwice))?;
                } else if hand.is_some() {
                    warnings.note(line.error(line.text.trim(), RecordErrorKind::HandTwice))?;
                } else {
                    *hand = Some(held);
                }
            }
            KifLine::Turn(color) => self.turn = Some(color),
            KifLine::Number(_) | KifLine::Rotated | KifLine::Field(..) => {
                if let KifLine::Field(START_NAME, value) = *content {
                    self.named_at = Some(line.place(value));
                }
                if let Err(kind) = self.header(content) {
                    warnings.note(line.error(line.text.trim(), kind))?;
                }
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Takes a line that is a header.
    fn header(&mut self, content: &KifLine<'_>) -> Result<(), RecordErrorKind> {
        let KifLine::Number(text) = *content else {
            self.headers.extend(content.header());
            return Ok(());
        };
        let (number, rest) =
            number(text).ok_or_else(|| RecordErrorKind::Unexpected(excerpt(text)))?;
        if self.number.is_some() {
            return Err(RecordErrorKind::NumberTwice);
        }
        self.number = Some(number);
        if rest != "まで" && !rest.is_empty() {
            self.headers.push(Header::Line(format!("手数＝{text}")));
        }
        Ok(())
    }

    /// Takes a header by name, as formats with keys have them.
    pub(crate) fn key(&mut self, name: &str, value: &str) -> Result<(), RecordErrorKind> {
        let content = KifLine::of(name);
        let is_line = value.is_empty() && matches!(content, KifLine::Number(_) | KifLine::Rotated);
        match is_line.then(|| self.header(&content)) {
            // A name that only looks like such a line is a name.
            None | Some(Err(RecordErrorKind::Unexpected(_))) => {
                self.headers.push(Header::field(name, value));
                Ok(())
            }
            Some(done) => done,
        }
    }

    /// The number of the first move.
    pub(crate) fn number(&self) -> u32 {
        self.number.map_or(1, |made| made.saturating_add(1))
    }

    /// What is wrong with the position as a whole, at its last line.
    pub(crate) fn error(&self, kind: RecordErrorKind) -> RecordError {
        kind.at_place(self.place)
    }

    /// The position, and what was assumed of its hands: what is nowhere is the
    /// defender's if the diagram says nothing of his hand.
    pub(crate) fn start(&self, rule: RestRule) -> Result<(Sfen, Option<AssumedRest>), RecordError> {
        let mut start = if self.has_diagram() {
            self.diagram()?
        } else if self.hands.iter().any(Option::is_some) {
            return Err(self.error(RecordErrorKind::NoDiagram));
        } else {
            named_start(&self.headers).map_err(|kind| match kind {
                RecordErrorKind::Handicap(_) => kind.at_place(self.named_at),
                _ => self.error(kind),
            })?
        };
        if let Some(turn) = self.turn {
            start.turn = turn;
        }
        start.number = self.number();
        let is_given = |color: Color| !self.has_diagram() || self.hands[color.to_index()].is_some();
        let rest = rule.apply_to_diagram(&mut start, is_given);
        Ok((start, rest))
    }

    /// The position of the diagram, with the hands that are given.
    fn diagram(&self) -> Result<Sfen, RecordError> {
        if self.rows.len() != 9 {
            return Err(self.error(RecordErrorKind::Rows(self.rows.len())));
        }
        let mut start = empty_board(Color::BLACK);
        start.board = board::of_rows(&self.rows);
        for (hand, held) in start.hands.iter_mut().zip(self.hands) {
            if let Some(HandLine::Pieces(pieces)) = held {
                *hand = pieces;
            }
        }
        for color in [Color::BLACK, Color::WHITE] {
            if let Some(HandLine::Rest) = self.hands[color.to_index()] {
                give_rest(&mut start, color);
            }
        }
        Ok(start)
    }
}

/// Whether a format with keys reads `header` back as it is.
pub(crate) fn is_key(header: &Header) -> bool {
    let (name, value) = header.key();
    let mut head = Head::default();
    if head.key(name, value).is_err() {
        return false;
    }
    match header {
        Header::Field { .. } => head.headers == [header.clone()],
        // The line that tells the move number may be told by the number alone.
        Header::Line(_) => !head
            .headers
            .iter()
            .any(|h| matches!(h, Header::Field { .. })),
    }
}

/// The header that names the start.
const START_NAME: &str = "手合割";

/// What the headers call the start.
fn start_name(headers: &[Header]) -> Option<&str> {
    let name = headers.iter().rev().find_map(|header| match header {
        Header::Field { name, value } if name == START_NAME => Some(value.as_str()),
        _ => None,
    });
    name.filter(|name| !name.is_empty())
}

/// Whether the headers name the start.
pub(crate) fn names_start(headers: &[Header]) -> bool {
    start_name(headers).is_some()
}

/// The start that the headers name, that of an even game if they name none.
pub(crate) fn named_start(headers: &[Header]) -> Result<Sfen, RecordErrorKind> {
    match start_name(headers) {
        None => Ok(even_game()),
        Some(name) if OTHER_STARTS.contains(&name) => Err(RecordErrorKind::NoDiagram),
        Some(name) => match Handicap::named(name) {
            Some(handicap) => Ok(handicap.start()),
            None => Err(RecordErrorKind::Handicap(excerpt(name))),
        },
    }
}

/// The number at the start of `text`, in narrow or wide digits, and what follows it.
pub(super) fn number(text: &str) -> Option<(u32, &str)> {
    let end = text.find(|c| numeral(c).is_none()).unwrap_or(text.len());
    let (digits, rest) = text.split_at(end);
    let first = digits.chars().next().and_then(numeral)?;
    let mut others = digits.chars().skip(1).filter_map(numeral);
    let value = others.try_fold(first, |value: u32, d| value.checked_mul(10)?.checked_add(d))?;
    Some((value, rest.trim()))
}

/// How a hand says that it has every piece that is nowhere else.
const REST: [&str; 8] = [
    "残り全部",
    "残り",
    "残り全て",
    "残りすべて",
    "残り駒",
    "残り駒全部",
    "残り駒全て",
    "残り駒すべて",
];

/// Reads a hand. What is no piece is warned of once and skipped.
fn read_hand(line: Line<'_>, text: &str, warnings: &mut Warnings) -> Result<HandLine, RecordError> {
    if REST.contains(&text) {
        return Ok(HandLine::Rest);
    }
    let mut warn = |rest: &str| warnings.note(line.quoting(rest, RecordErrorKind::NotPiece));
    if text.starts_with("残り") {
        warn(text)?;
        return Ok(HandLine::Rest);
    }
    let mut warned = false;
    let mut counts = [0u32; HandPiece::COUNT];
    let mut rest = match text {
        "なし" | "無し" | "無" | "ナシ" => "",
        text => text,
    };
    loop {
        rest = rest.trim_start_matches([' ', '　', '\t', '、', ',']);
        if rest.is_empty() {
            return Ok(HandLine::Pieces(counts));
        }
        let held = piece(rest).and_then(|(kind, after)| Some((hand_piece(kind)?, after)));
        let (count, after) = match held {
            Some((_, after)) => count(after),
            None => {
                let mut chars = rest.chars();
                chars.next();
                (0, chars.as_str())
            }
        };
        if count == 0 && !std::mem::replace(&mut warned, true) {
            warn(rest)?;
        }
        if let Some((held, _)) = held {
            let slot = &mut counts[held.to_index()];
            *slot = slot.saturating_add(count);
        }
        rest = after;
    }
}

/// A number in any digits with or without its counter (`2枚`), 1 if there is
/// none, and the rest.
fn count(text: &str) -> (u32, &str) {
    let worth = |c| numeral(c).or_else(|| digit(c));
    let end = text.find(|c| c != '十' && worth(c).is_none());
    let (digits, rest) = text.split_at(end.unwrap_or(text.len()));
    if digits.is_empty() {
        return (1, rest);
    }
    let (mut value, mut after_ten) = (0u32, false);
    for c in digits.chars() {
        // 十八 is ten and eight, 二十 two tens.
        value = match worth(c) {
            Some(worth) if after_ten => value.saturating_add(worth),
            Some(worth) => value.saturating_mul(10).saturating_add(worth),
            None => value.max(1).saturating_mul(10),
        };
        after_ten = c == '十';
    }
    (value, rest.strip_prefix('枚').unwrap_or(rest))
}
