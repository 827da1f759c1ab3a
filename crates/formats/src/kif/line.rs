//! What a line of a KIF, KI2 or BOD file is.

use crate::move_text::numeral;
use crate::record::Header;
use kemuri_core::Color;

/// A line, by its looks alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum KifLine<'a> {
    /// Blank, a ruler, or a note between programs (`#`).
    Nothing,
    /// `*…`.
    Comment(&'a str),
    /// `&…`.
    Bookmark(&'a str),
    /// `手数----指手---`: moves follow.
    MovesFollow,
    /// `手数＝59  ▲４五桂  まで`, also as a note (`#手数＝59`): what follows the `＝`.
    Number(&'a str),
    /// `まで3手で詰み`.
    Closing(&'a str),
    /// `変化：3手`, what follows the colon.
    Branch(&'a str),
    /// `| ・ ・v玉|一`, what follows the first `|`.
    BoardRow(&'a str),
    /// `後手番`.
    Turn(Color),
    /// `盤面回転`.
    Rotated,
    /// `  1 ２二銀打`: the number and what follows it.
    MoveRow(&'a str, &'a str),
    /// `▲２二銀　△同玉`.
    Ki2(&'a str),
    /// `先手の持駒：金`, whose and what.
    Hand(Color, &'a str),
    /// `name：value`.
    Field(&'a str, &'a str),
    /// None of these.
    Unknown,
}

/// The marks of Black's and White's moves.
pub(crate) fn side_of_mark(mark: char) -> Option<Color> {
    match mark {
        '▲' | '☗' | '⛊' => Some(Color::BLACK),
        '△' | '▽' | '☖' | '⛉' | '▼' => Some(Color::WHITE),
        _ => None,
    }
}

/// The rotation of a board on the screen.
const ROTATED: &str = "盤面回転";

impl<'a> KifLine<'a> {
    /// What `line` is.
    pub(crate) fn of(line: &'a str) -> Self {
        // Remarks are kept to the letter; everything else may be indented.
        if let Some(text) = line.strip_prefix('*') {
            return Self::Comment(text);
        }
        if let Some(text) = line.strip_prefix('&') {
            return Self::Bookmark(text);
        }
        let text = line.trim();
        let mut chars = text.chars();
        let Some(first) = chars.next() else {
            return Self::Nothing;
        };
        // `☖の持駒：` is no move.
        if let Some(hand) = marked_hand(text) {
            return hand;
        }
        match first {
            '#' => return number_line(chars.as_str()).unwrap_or(Self::Nothing),
            '*' => return Self::Comment(chars.as_str()),
            '&' => return Self::Bookmark(chars.as_str()),
            '+' if text.starts_with("+-") => return Self::Nothing,
            '|' | '｜' => return Self::BoardRow(chars.as_str()),
            '０'..='９' if is_ruler(text) => return Self::Nothing,
            '0'..='9' | '０'..='９' => {
                if let Some(row) = move_row(text) {
                    return row;
                }
            }
            _ if side_of_mark(first).is_some() => return Self::Ki2(text),
            _ => {}
        }
        if text.starts_with("手数--") {
            return Self::MovesFollow;
        }
        if let Some(line) = number_line(text) {
            return line;
        }
        if text.starts_with("まで") {
            return Self::Closing(text);
        }
        if text == ROTATED {
            return Self::Rotated;
        }
        if let Some(turn) = text.strip_suffix('番').and_then(side_named) {
            return Self::Turn(turn);
        }
        let Some((name, value)) = text.split_once(['：', ':']) else {
            return spaced_hand(text).unwrap_or(Self::Unknown);
        };
        let (name, value) = (name.trim(), value.trim());
        match name {
            "" => Self::Unknown,
            "変化" => Self::Branch(value),
            "手番" => side_named(value).map_or(Self::Field(name, value), Self::Turn),
            _ => match hand_of(name) {
                Some(color) => Self::Hand(color, value),
                None => Self::Field(name, value),
            },
        }
    }
}

impl KifLine<'_> {
    /// The header that this line is, whatever stands around it.
    pub(crate) fn header(&self) -> Option<Header> {
        match *self {
            Self::Rotated => Some(Header::Line(ROTATED.into())),
            Self::Field(name, value) => Some(Header::field(name, value)),
            _ => None,
        }
    }
}

/// `手数＝59  ▲４五桂  まで`.
fn number_line(text: &str) -> Option<KifLine<'_>> {
    let rest = text.strip_prefix("手数")?.strip_prefix(['＝', '='])?;
    Some(KifLine::Number(rest.trim()))
}

fn is_ruler(text: &str) -> bool {
    text.chars().all(|c| matches!(c, '０'..='９' | ' ' | '　'))
}

/// A number, white space, and something else.
fn move_row(text: &str) -> Option<KifLine<'_>> {
    let end = text.find(|c| numeral(c).is_none())?;
    let (number, rest) = text.split_at(end);
    let words = rest.trim_start();
    (words.len() < rest.len()).then_some(KifLine::MoveRow(number, words))
}

fn side_named(name: &str) -> Option<Color> {
    let mut chars = name.chars();
    if let (Some(mark), None) = (chars.next(), chars.next()) {
        return side_of_mark(mark);
    }
    match name {
        "先手" | "下手" | "攻方" | "攻め方" | "攻手" => Some(Color::BLACK),
        "後手" | "上手" | "玉方" | "受方" | "受け方" | "受手" => Some(Color::WHITE),
        _ => None,
    }
}

/// Whose hand a header of this name is.
fn hand_of(name: &str) -> Option<Color> {
    let owner = name
        .strip_suffix("持駒")
        .or_else(|| name.strip_suffix("持ち駒"))?;
    match owner.strip_suffix('の').unwrap_or(owner) {
        "" => Some(Color::BLACK),
        owner => side_named(owner),
    }
}

/// `☖の持駒：角`: a hand whose owner is told by the mark of his moves.
fn marked_hand(text: &str) -> Option<KifLine<'_>> {
    text.chars().next().and_then(side_of_mark)?;
    let Some((name, value)) = text.split_once(['：', ':']) else {
        return spaced_hand(text);
    };
    Some(KifLine::Hand(hand_of(name.trim())?, value.trim()))
}

/// `持駒　銀二`: a hand as magazines print it, with a space for the colon.
fn spaced_hand(text: &str) -> Option<KifLine<'_>> {
    let (name, value) = text.split_once([' ', '　'])?;
    Some(KifLine::Hand(hand_of(name)?, value.trim()))
}

/// A header as one line of KIF, `None` if KIF would not read it back.
pub(crate) fn header_line(header: &Header) -> Option<String> {
    match header {
        Header::Line(line) => Some(line.clone()),
        Header::Field { name, value } => {
            let line = format!("{name}：{value}");
            let same =
                KifLine::of(&line) == KifLine::Field(name, value) && !line.contains(['\n', '\r']);
            same.then_some(line)
        }
    }
}
