//! The position statements of CSA: `PI`, `P1` to `P9`, `P+` and `P-`.

use super::{kind_named, side_of};
use crate::error::{RecordError, RecordErrorKind, TextPlace};
use crate::kif::board::of_rows;
use crate::move_text::{digit, hand_piece, square_of};
use crate::start::{empty_board, even_game, give_rest};
use crate::text::Line;
use crate::warnings::Warnings;
use kemuri_core::sfen::Sfen;
use kemuri_core::{Color, Piece};

/// What has been said of the position.
#[derive(Debug, Default)]
pub(super) struct CsaSetup {
    pub(super) turn: Option<Color>,
    start: Option<Sfen>,
    rows: Vec<(u32, [Piece; 9])>,
    /// Who has all that is left.
    rest: Option<Color>,
    /// Where the last statement was, for what is wrong with the whole.
    place: Option<TextPlace>,
}

impl CsaSetup {
    /// Takes a statement that starts with `P`.
    pub(super) fn statement(
        &mut self,
        line: Line<'_>,
        text: &str,
        warnings: &mut Warnings,
    ) -> Result<(), RecordError> {
        self.place = Some(line.place(text));
        let mut chars = text.chars().skip(1);
        match chars.next() {
            Some('I') => self.even(line, &text[2..]),
            Some(sign @ ('+' | '-')) => {
                let side = side_of(sign).unwrap_or(Color::BLACK);
                self.pieces(line, side, &text[2..])
            }
            Some(c @ '1'..='9') => {
                let row = digit(c).unwrap_or(1);
                let pieces = read_row(line, &text[2..], warnings)?;
                self.rows.retain(|(number, _)| *number != row);
                self.rows.push((row, pieces));
                Ok(())
            }
            _ => Err(line.quoting(text, RecordErrorKind::Unexpected)),
        }
    }

    /// `PI82HI22KA`: the even game without these pieces.
    fn even(&mut self, line: Line<'_>, text: &str) -> Result<(), RecordError> {
        let mut start = even_game();
        for_each_piece(line, text, |square, name, part| {
            let there = square_of(square).map(|(square, _)| &mut start.board[square.to_index()]);
            match there {
                Some(piece) if kind_named(name) == Some(piece.piece_type()) => {
                    *piece = Piece::NONE;
                    Ok(())
                }
                _ => Err(line.quoting(part, RecordErrorKind::NotPiece)),
            }
        })?;
        self.start = Some(start);
        Ok(())
    }

    /// `P+59OU00FU00AL`: pieces of one side on the board and in hand.
    fn pieces(&mut self, line: Line<'_>, side: Color, text: &str) -> Result<(), RecordError> {
        let start = self.start.get_or_insert_with(|| empty_board(Color::BLACK));
        let rest = &mut self.rest;
        for_each_piece(line, text, |square, name, part| {
            let bad = || line.quoting(part, RecordErrorKind::NotPiece);
            if square == "00" && name == "AL" {
                return match rest.replace(side) {
                    Some(other) if other != side => {
                        Err(line.error(part, RecordErrorKind::RestTwice))
                    }
                    _ => Ok(()),
                };
            }
            let kind = kind_named(name).ok_or_else(bad)?;
            if square == "00" {
                let held = hand_piece(kind).ok_or_else(bad)?;
                let count = &mut start.hands[side.to_index()][held.to_index()];
                *count = count.saturating_add(1);
                return Ok(());
            }
            let (square, _) = square_of(square).ok_or_else(bad)?;
            start.board[square.to_index()] = Piece::from_parts(side, kind);
            Ok(())
        })
    }

    /// What is wrong with the position as a whole, at its last line.
    pub(super) fn error(&self, kind: RecordErrorKind) -> RecordError {
        kind.at_place(self.place)
    }

    /// The position, with all that is left given once everything else is known.
    pub(super) fn start(&self) -> Result<Sfen, RecordError> {
        let mut start = match (&self.start, self.rows.is_empty()) {
            (Some(start), _) => start.clone(),
            (None, false) => empty_board(Color::BLACK),
            (None, true) => return Err(self.error(RecordErrorKind::NoDiagram)),
        };
        if !self.rows.is_empty() {
            if self.rows.len() != 9 {
                return Err(self.error(RecordErrorKind::Rows(self.rows.len())));
            }
            let mut rows = self.rows.clone();
            rows.sort_by_key(|(number, _)| *number);
            let rows: Vec<[Piece; 9]> = rows.into_iter().map(|(_, row)| row).collect();
            let mut board = of_rows(&rows);
            // Single pieces are put on top of the rows.
            for (under, on) in board.iter_mut().zip(start.board) {
                if !on.is_empty() {
                    *under = on;
                }
            }
            start.board = board;
        }
        if let Some(side) = self.rest {
            give_rest(&mut start, side);
        }
        start.turn = self.turn.unwrap_or(Color::BLACK);
        Ok(start)
    }
}

/// Squares of three characters each; what is missing at the end, or no piece, is empty.
fn read_row(
    line: Line<'_>,
    text: &str,
    warnings: &mut Warnings,
) -> Result<[Piece; 9], RecordError> {
    let mut out = [Piece::NONE; 9];
    let mut rest = text;
    let mut found = 0;
    while !rest.trim_end().is_empty() {
        // By characters, not bytes: a broken one may have become a longer one.
        let end = rest.char_indices().nth(3).map_or(rest.len(), |(i, _)| i);
        let (cell, after) = rest.split_at(end);
        let piece = match cell.trim() {
            // The space after a last `*` may be gone.
            "*" => Some(Piece::NONE),
            name => {
                let side = name.chars().next().and_then(side_of);
                let kind = name.get(1..).and_then(kind_named);
                side.zip(kind)
                    .map(|(side, kind)| Piece::from_parts(side, kind))
            }
        };
        if piece.is_none() {
            warnings.note(line.quoting(rest, RecordErrorKind::NotPiece))?;
        }
        let Some(slot) = out.get_mut(found) else {
            warnings.note(line.error(rest, RecordErrorKind::Squares(found + 1)))?;
            break;
        };
        *slot = piece.unwrap_or(Piece::NONE);
        found += 1;
        rest = after;
    }
    Ok(out)
}

/// Calls `take` with the square, the name and the whole of each group of four.
fn for_each_piece(
    line: Line<'_>,
    text: &str,
    mut take: impl FnMut(&str, &str, &str) -> Result<(), RecordError>,
) -> Result<(), RecordError> {
    let mut rest = text.trim_end();
    while !rest.is_empty() {
        let group = rest.split_at_checked(4);
        let Some((part, after)) = group.filter(|(part, _)| part.is_ascii()) else {
            return Err(line.quoting(rest, RecordErrorKind::NotPiece));
        };
        take(&part[..2], &part[2..], part)?;
        rest = after;
    }
    Ok(())
}
