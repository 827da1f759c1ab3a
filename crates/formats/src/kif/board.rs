//! The diagram of KIF and BOD, and the hands beside it.

use crate::error::{RecordError, RecordErrorKind};
use crate::move_text::{digit, piece};
use crate::text::Line;
use crate::warnings::Warnings;
use kemuri_core::kanji::{self, Numerals, RANKS};
use kemuri_core::sfen::{Sfen, shown};
use kemuri_core::{Color, Piece};

/// Reads `row` (from 0) of a diagram, from the file on its left. What is no piece
/// leaves its square empty.
pub(crate) fn read_row(
    line: Line<'_>,
    text: &str,
    row: usize,
    warnings: &mut Warnings,
) -> Result<[Piece; 9], RecordError> {
    let (cells, name) = match text.split_once(['|', '｜']) {
        Some((cells, name)) => (cells, name.trim()),
        None => (text, ""),
    };
    let mut out = [Piece::NONE; 9];
    let mut found = 0;
    let mut color = Color::BLACK;
    let mut rest = cells;
    while let Some(c) = rest.chars().next() {
        let mut after = &rest[c.len_utf8()..];
        match c {
            _ if is_black(c) => color = Color::BLACK,
            _ if is_white(c) => color = Color::WHITE,
            _ => {
                let cell = if is_empty(c) {
                    Piece::NONE
                } else if let Some((kind, rest_of_row)) = piece(rest) {
                    after = rest_of_row;
                    Piece::from_parts(color, kind)
                } else {
                    let kind = RecordErrorKind::NotPiece(shown(c));
                    warnings.note(line.error(rest, kind))?;
                    // A broken character may have left several behind.
                    after = rest.trim_start_matches(|c| !is_square(c));
                    Piece::NONE
                };
                if let Some(slot) = out.get_mut(found) {
                    *slot = cell;
                }
                found += 1;
                color = Color::BLACK;
            }
        }
        rest = after;
    }
    if found != 9 {
        warnings.note(line.error(text, RecordErrorKind::Squares(found)))?;
    }
    let mut letters = name.chars();
    match (letters.next().map(digit), letters.next()) {
        (None, _) => {}
        (Some(Some(number)), None) if number as usize == row + 1 => {}
        _ => warnings.note(line.quoting(name, RecordErrorKind::RowName))?,
    }
    Ok(out)
}

/// What stands before a piece that points up, or before an empty square.
fn is_black(c: char) -> bool {
    matches!(c, ' ' | '　' | '^')
}

/// What stands before a piece that points down.
fn is_white(c: char) -> bool {
    matches!(c, 'v' | 'V' | 'ｖ')
}

fn is_empty(c: char) -> bool {
    matches!(c, '・' | '･' | '．' | '.' | '□')
}

/// Whether a square may begin with this character.
fn is_square(c: char) -> bool {
    is_black(c) || is_white(c) || is_empty(c) || piece(c.encode_utf8(&mut [0; 4])).is_some()
}

/// The board of nine rows, each from the ninth file to the first.
pub(crate) fn of_rows(rows: &[[Piece; 9]]) -> [Piece; 81] {
    std::array::from_fn(|square| rows[square % 9][8 - square / 9])
}

/// The rows of a board, each from the ninth file to the first.
pub(crate) fn rows(board: &[Piece; 81]) -> [[Piece; 9]; 9] {
    std::array::from_fn(|rank| std::array::from_fn(|column| board[(8 - column) * 9 + rank]))
}

/// The diagram with the hands above and below it, and who is to move if it is White.
pub(crate) fn write(start: &Sfen, sides: [&str; 2]) -> String {
    let hands = start.packed_hands();
    let hand = |color: Color| {
        let pieces = match &kanji::in_hand(hands[color.to_index()], Numerals::Kanji)[..] {
            [] => "なし".into(),
            pieces => pieces.join("　"),
        };
        format!("{}の持駒：{pieces}\n", sides[color.to_index()])
    };
    let mut out = hand(Color::WHITE);
    out += "  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n";
    for (row, name) in rows(&start.board).into_iter().zip(RANKS) {
        out.push('|');
        for piece in row {
            let white = !piece.is_empty() && piece.color() == Color::WHITE;
            out.push(if white { 'v' } else { ' ' });
            out.push(if piece.is_empty() {
                '・'
            } else {
                kanji::on_board(piece.piece_type())
            });
        }
        out += &format!("|{name}\n");
    }
    out += "+---------------------------+\n";
    out += &hand(Color::BLACK);
    if start.turn == Color::WHITE {
        out += &format!("{}番\n", sides[Color::WHITE.to_index()]);
    }
    out
}

/// Whether `start` has to be drawn because no name stands for it.
pub(crate) fn is_needed(start: &Sfen, named: Option<Sfen>) -> bool {
    named.is_none_or(|named| {
        let place = |s: &Sfen| (s.board, s.hands, s.turn);
        place(&named) != place(start)
    })
}
