//! The diagram of KIF and BOD, and the hands beside it.

use crate::error::{Flaw, RecordError, excerpt};
use crate::text::Line;
use crate::words::{digit, piece, square};
use kemuri_core::lang::RANKS_JA;
use kemuri_core::sfen::{HAND_ORDER, Sfen};
use kemuri_core::{Color, Lang, Piece, PieceType};
use rsshogi::types::HandPiece;

/// Reads `row` (from 0) of a diagram, from the file on its left.
pub(crate) fn read_row(line: Line<'_>, text: &str, row: usize) -> Result<[Piece; 9], RecordError> {
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
            ' ' | '　' | '^' => color = Color::BLACK,
            'v' | 'V' | 'ｖ' => color = Color::WHITE,
            _ => {
                let cell = if matches!(c, '・' | '･' | '．' | '.' | '□') {
                    Piece::NONE
                } else {
                    let Some((kind, rest_of_row)) = piece(rest) else {
                        return Err(line.error(rest, Flaw::NotPiece(excerpt(&c.to_string()))));
                    };
                    after = rest_of_row;
                    Piece::from_parts(color, kind)
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
        return Err(line.error(text, Flaw::Squares(found)));
    }
    let mut letters = name.chars();
    match (letters.next().map(digit), letters.next()) {
        (None, _) => Ok(out),
        (Some(Some(number)), None) if number as usize == row + 1 => Ok(out),
        _ => Err(line.error(name, Flaw::RowName(excerpt(name)))),
    }
}

/// Puts rows, each from the ninth file to the first, on a board.
pub(crate) fn fill(board: &mut [Piece; 81], rows: &[[Piece; 9]]) {
    for (rank, row) in (1..).zip(rows) {
        for (file, &piece) in (1..=9).rev().zip(row) {
            if let Some(square) = square(file, rank) {
                board[square.to_index()] = piece;
            }
        }
    }
}

/// The diagram with the hands above and below it, and who is to move if it is White.
pub(crate) fn write(start: &Sfen, sides: [&str; 2]) -> String {
    let hand = |color: Color| {
        let pieces = pieces(&start.hands[color.to_index()]);
        format!("{}の持駒：{pieces}\n", sides[color.to_index()])
    };
    let mut out = hand(Color::WHITE);
    out += "  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n";
    for (rank, name) in (1..).zip(RANKS_JA) {
        out.push('|');
        for square in (1..=9).rev().filter_map(|file| square(file, rank)) {
            let piece = start.board[square.to_index()];
            let white = !piece.is_empty() && piece.color() == Color::WHITE;
            out.push(if white { 'v' } else { ' ' });
            out += letter(piece);
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

/// One full-width character for a piece.
fn letter(piece: Piece) -> &'static str {
    if piece.is_empty() {
        return "・";
    }
    match piece.piece_type() {
        PieceType::PRO_LANCE => "杏",
        PieceType::PRO_KNIGHT => "圭",
        PieceType::PRO_SILVER => "全",
        kind => Lang::Ja.piece(kind),
    }
}

/// A hand from the strongest piece to the weakest.
fn pieces(hand: &[u32; HandPiece::COUNT]) -> String {
    let words: Vec<String> = HAND_ORDER
        .iter()
        .map(|piece| (piece, hand[piece.to_index()]))
        .filter(|&(_, count)| count > 0)
        .map(|(piece, count)| {
            let name = Lang::Ja.piece(piece.to_piece_type());
            format!("{name}{}", kanji(count))
        })
        .collect();
    if words.is_empty() {
        return "なし".into();
    }
    words.join("　")
}

/// 2 to 18 in kanji; one is not written.
fn kanji(number: u32) -> String {
    let units = (number % 10).checked_sub(1).map(|i| RANKS_JA[i as usize]);
    let tens = if number >= 10 { "十" } else { "" };
    match number {
        1 => String::new(),
        _ => units.map_or(tens.into(), |units| format!("{tens}{units}")),
    }
}
