//! The head of a KIF, KI2 or BOD file: headers, diagram, hands, side to move.

use super::board;
use super::line::{Kind, ROTATED};
use crate::error::{Flaw, RecordError, excerpt};
use crate::record::Header;
use crate::start::{Handicap, OTHER_STARTS, bare, even_game, give_rest};
use crate::text::Line;
use crate::words::{digit, piece};
use kemuri_core::sfen::Sfen;
use kemuri_core::{Color, Piece};
use rsshogi::types::HandPiece;

/// What has been read of a head.
#[derive(Debug, Default)]
pub(crate) struct Head {
    pub(crate) headers: Vec<Header>,
    rows: Vec<[Piece; 9]>,
    hands: [Option<Held>; 2],
    turn: Option<Color>,
    number: u32,
    /// Where the diagram or a hand was, for what is missing from it.
    place: Option<(usize, usize)>,
}

/// What a line says of a hand.
#[derive(Clone, Copy, Debug)]
enum Held {
    Pieces([u32; HandPiece::COUNT]),
    Rest,
}

impl Head {
    /// Whether there was a diagram.
    pub(crate) fn has_diagram(&self) -> bool {
        !self.rows.is_empty()
    }

    /// Takes a line of the head; `false` if it is none.
    pub(crate) fn take(&mut self, line: Line<'_>, kind: &Kind<'_>) -> Result<bool, RecordError> {
        match *kind {
            Kind::BoardRow(text) => {
                self.place = Some((line.number, 1));
                if self.rows.len() == 9 {
                    return Err(line.error(text, Flaw::Rows(10)));
                }
                self.rows
                    .push(board::read_row(line, text, self.rows.len())?);
            }
            Kind::Hand(color, text) => {
                self.place.get_or_insert((line.number, 1));
                let held = read_hand(line, text)?;
                let other = self.hands[color.flip().to_index()];
                if matches!((held, other), (Held::Rest, Some(Held::Rest))) {
                    return Err(line.error(text, Flaw::RestTwice));
                }
                let hand = &mut self.hands[color.to_index()];
                if hand.is_some() {
                    return Err(line.error(line.text.trim(), Flaw::HandTwice));
                }
                *hand = Some(held);
            }
            Kind::Turn(color) => self.turn = Some(color),
            Kind::Number(_) | Kind::Rotated | Kind::Field(..) => {
                self.header(line, kind)?;
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Takes a line that is a header.
    fn header(&mut self, line: Line<'_>, kind: &Kind<'_>) -> Result<(), RecordError> {
        match *kind {
            Kind::Number(text) => match number(text) {
                Some((number, rest)) => {
                    self.number = number;
                    if rest != "まで" && !rest.is_empty() {
                        self.headers.push(Header::Line(format!("手数＝{text}")));
                    }
                }
                None => return Err(line.error(text, Flaw::Unexpected(excerpt(text)))),
            },
            Kind::Rotated => self.headers.push(Header::Line(ROTATED.into())),
            Kind::Field(name, value) => self.headers.push(Header::Field {
                name: name.into(),
                value: value.into(),
            }),
            _ => {}
        }
        Ok(())
    }

    /// Takes a header by name, as formats with keys have them.
    pub(crate) fn key(&mut self, name: &str, value: &str) {
        if value.is_empty() {
            let line = Line {
                number: 1,
                text: name,
            };
            let kind = Kind::of(name);
            if matches!(kind, Kind::Number(_) | Kind::Rotated) && self.header(line, &kind).is_ok() {
                return;
            }
        }
        self.headers.push(Header::Field {
            name: name.into(),
            value: value.into(),
        });
    }

    /// The number of the first move.
    pub(crate) fn number(&self) -> u32 {
        self.number.saturating_add(1)
    }

    /// The position.
    pub(crate) fn start(&self) -> Result<Sfen, RecordError> {
        let missing = |flaw: Flaw| match self.place {
            Some((line, column)) => flaw.at(line, column),
            None => flaw.anywhere(),
        };
        let mut start = if self.has_diagram() {
            if self.rows.len() != 9 {
                return Err(missing(Flaw::Rows(self.rows.len())));
            }
            let mut start = bare(Color::BLACK);
            board::fill(&mut start.board, &self.rows);
            for (hand, held) in start.hands.iter_mut().zip(self.hands) {
                if let Some(Held::Pieces(pieces)) = held {
                    *hand = pieces;
                }
            }
            for color in [Color::BLACK, Color::WHITE] {
                if let Some(Held::Rest) = self.hands[color.to_index()] {
                    give_rest(&mut start, color);
                }
            }
            start
        } else if self.hands.iter().any(Option::is_some) {
            return Err(missing(Flaw::NoDiagram));
        } else {
            named_start(&self.headers).ok_or_else(|| missing(Flaw::NoDiagram))?
        };
        if let Some(turn) = self.turn {
            start.turn = turn;
        }
        start.number = self.number();
        Ok(start)
    }
}

/// Whether a format with keys reads `header` back as it is.
pub(crate) fn is_key(header: &Header) -> bool {
    let (name, value) = match header {
        Header::Field { name, value } => (name.as_str(), value.as_str()),
        Header::Line(line) => (line.as_str(), ""),
    };
    let mut head = Head::default();
    head.key(name, value);
    match header {
        Header::Field { .. } => head.headers == [header.clone()],
        // The line that tells the move number may be told by the number alone.
        Header::Line(_) => !head
            .headers
            .iter()
            .any(|h| matches!(h, Header::Field { .. })),
    }
}

/// What the headers call the start.
fn start_name(headers: &[Header]) -> Option<&str> {
    let name = headers.iter().rev().find_map(|header| match header {
        Header::Field { name, value } if name == "手合割" => Some(value.as_str()),
        _ => None,
    });
    name.filter(|name| !name.is_empty())
}

/// Whether the headers name the start.
pub(crate) fn names_start(headers: &[Header]) -> bool {
    start_name(headers).is_some()
}

/// The start that the headers name, that of an even game if they name none.
pub(crate) fn named_start(headers: &[Header]) -> Option<Sfen> {
    match start_name(headers) {
        None => Some(even_game()),
        Some(name) if OTHER_STARTS.contains(&name) => None,
        Some(name) => Handicap::named(name).map(Handicap::start),
    }
}

/// The number at the start of `text`, and what follows it.
fn number(text: &str) -> Option<(u32, &str)> {
    let end = text
        .find(|c: char| !c.is_ascii_digit())
        .unwrap_or(text.len());
    let (digits, rest) = text.split_at(end);
    Some((digits.parse().ok()?, rest.trim()))
}

fn read_hand(line: Line<'_>, text: &str) -> Result<Held, RecordError> {
    if text.starts_with("残り") {
        return Ok(Held::Rest);
    }
    let mut counts = [0u32; HandPiece::COUNT];
    let mut rest = match text {
        "なし" | "無し" | "無" | "ナシ" => "",
        text => text,
    };
    loop {
        rest = rest.trim_start_matches([' ', '　', '\t', '、', ',']);
        if rest.is_empty() {
            return Ok(Held::Pieces(counts));
        }
        let held = piece(rest).and_then(|(kind, after)| {
            let held = HandPiece::from_piece_type(kind)?;
            // Only a name that is not promoted is that of a piece in hand.
            (held.to_piece_type() == kind).then_some((held, after))
        });
        let Some((held, after)) = held else {
            return Err(line.error(rest, Flaw::NotPiece(excerpt(rest))));
        };
        let (count, after) = count(after);
        if count == 0 {
            return Err(line.error(rest, Flaw::NotPiece(excerpt(rest))));
        }
        let slot = &mut counts[held.to_index()];
        *slot = slot.saturating_add(count);
        rest = after;
    }
}

/// A number in any digits with or without its counter (`2枚`), 1 if there is
/// none, and the rest.
fn count(text: &str) -> (u32, &str) {
    let (mut value, mut rest) = (0u32, text);
    let mut any = false;
    while let Some(c) = rest.chars().next() {
        let worth = match c {
            '十' => {
                // 十八 is ten and eight, 二十 two tens.
                value = value.max(1).saturating_mul(10);
                None
            }
            '0' | '０' => Some(0),
            _ => match digit(c) {
                Some(worth) => Some(worth),
                None => break,
            },
        };
        if let Some(worth) = worth {
            let after_ten =
                rest.len() < text.len() && text[..text.len() - rest.len()].ends_with('十');
            value = if after_ten {
                value.saturating_add(worth)
            } else {
                value.saturating_mul(10).saturating_add(worth)
            };
        }
        any = true;
        rest = &rest[c.len_utf8()..];
    }
    match any {
        true => (value, rest.strip_prefix('枚').unwrap_or(rest)),
        false => (1, rest),
    }
}
