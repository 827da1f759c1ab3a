//! Writing CSA.

use super::{KEYS, name_of};
use crate::cursor::Cursor;
use crate::format::Written;
use crate::kif::head::is_key;
use crate::kif::write::number_line;
use crate::loss::{Losses, Lost};
use crate::record::{Header, Node, Record, Step, Time};
use crate::start::{even_game, side_names};
use crate::words::square;
use kemuri_core::hand::HAND_ORDER;
use kemuri_core::sfen::Sfen;
use kemuri_core::{Color, Move, Piece, Square};
use rsshogi::board::Position;
use rsshogi::types::HandPiece;
use std::collections::HashSet;

/// Writes the main line.
pub(crate) fn write(record: &Record) -> Written {
    let mut losses = Losses::default();
    let mut out = String::from("V2.2\n");
    out += &headers(record, &mut losses);
    out += &remarks(record.node(Record::ROOT), &mut losses);
    out += &position(record.start());
    let main = record.main_line();
    losses.add_nodes(record, &main.iter().copied().collect::<HashSet<_>>());
    // A record that was built starts from a lawful position.
    if let Ok(mut cursor) = Cursor::new(record.start()) {
        for id in main {
            let node = record.node(id);
            match node.step() {
                Some(Step::Move(mv)) => {
                    out += &(mv_text(cursor.position(), *mv) + "\n");
                    // It was played when the record was built.
                    let _ = cursor.play(*mv);
                }
                Some(Step::End(ending)) => match ending.name(cursor.turn()) {
                    Some(name) => out += &format!("%{name}\n"),
                    None => {
                        losses.add(Lost::Endings, 1);
                        losses.add(Lost::Times, node.times.len());
                        out += &remarks(node, &mut losses);
                        continue;
                    }
                },
                None => {}
            }
            for time in &node.times {
                out += &seconds(time);
            }
            out += &remarks(node, &mut losses);
        }
    }
    Written { text: out, losses }
}

/// The players, then the rest.
fn headers(record: &Record, losses: &mut Losses) -> String {
    let sides = side_names(record.start());
    let mut players = [String::new(), String::new()];
    let mut others = String::new();
    let number = number_line(record).map(Header::Line);
    for header in record.headers.iter().chain(&number) {
        let (name, value) = match header {
            Header::Field { name, value } => (name.as_str(), value.as_str()),
            Header::Line(line) => (line.as_str(), ""),
        };
        let player = sides.iter().position(|side| *side == name);
        if let Some(side) = player {
            let sign = ['+', '-'][side];
            players[side] += &format!("N{sign}{value}\n");
        } else if name.contains(':') || !is_key(header) {
            losses.add(Lost::Headers, 1);
        } else {
            let known = KEYS.iter().find(|(_, header)| *header == name);
            others += &format!("${}:{value}\n", known.map_or(name, |(key, _)| key));
        }
    }
    players.concat() + &others
}

/// Comments, as those of a move; the rest is lost.
fn remarks(node: &Node, losses: &mut Losses) -> String {
    losses.add(Lost::Bookmarks, node.bookmarks.len());
    losses.add(Lost::Closings, usize::from(node.closing.is_some()));
    let comments = node.comments.iter();
    comments.map(|text| format!("'*{text}\n")).collect()
}

fn position(start: &Sfen) -> String {
    let even = even_game();
    let mut out = String::new();
    if (even.board, even.hands) == (start.board, start.hands) {
        out += "PI\n";
    } else {
        for rank in 1..=9 {
            out += &format!("P{rank}");
            for square in (1..=9).rev().filter_map(|file| square(file, rank)) {
                out += &cell(start.board[square.to_index()]);
            }
            out.push('\n');
        }
        for (sign, hand) in ['+', '-'].into_iter().zip(&start.hands) {
            let mut pieces = String::new();
            for piece in HAND_ORDER
                .into_iter()
                .filter_map(HandPiece::from_piece_type)
            {
                let name = format!("00{}", name_of(piece.to_piece_type()));
                pieces += &name.repeat(hand[piece.to_index()] as usize);
            }
            if !pieces.is_empty() {
                out += &format!("P{sign}{pieces}\n");
            }
        }
    }
    out + &format!("{}\n", sign(start.turn))
}

fn sign(side: Color) -> char {
    if side == Color::BLACK { '+' } else { '-' }
}

fn cell(piece: Piece) -> String {
    if piece.is_empty() {
        return " * ".into();
    }
    format!("{}{}", sign(piece.color()), name_of(piece.piece_type()))
}

fn mv_text(position: &Position, mv: Move) -> String {
    let digits = |square: Square| {
        let (file, rank) = (square.file().to_index(), square.rank().to_index());
        format!("{}{}", file + 1, rank + 1)
    };
    let (from, kind) = match mv.dropped_piece() {
        Some(kind) => ("00".into(), kind),
        None => {
            let kind = position.piece_on(mv.from_sq()).piece_type();
            let after = if mv.is_promotion() {
                kind.promote()
            } else {
                kind
            };
            (digits(mv.from_sq()), after)
        }
    };
    let sign = sign(position.turn());
    format!("{sign}{from}{}{}", digits(mv.to_sq()), name_of(kind))
}

fn seconds(time: &Time) -> String {
    let millis = time.spent.subsec_millis();
    match millis {
        0 => format!("T{}\n", time.spent.as_secs()),
        _ => format!("T{}.{millis:03}\n", time.spent.as_secs()),
    }
}
