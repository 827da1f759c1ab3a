//! Writing CSA.

use super::{KEYS, csa_name, rank};
use crate::format::Written;
use crate::kif::board::rows;
use crate::kif::head::is_key;
use crate::kif::write::number_line;
use crate::loss::{LossKind, Losses};
use crate::record::{Header, MoveTime, Record, RecordNode, RecordStep};
use crate::start::{even_game, side_names};
use kemuri_core::hand::HAND_ORDER;
use kemuri_core::sfen::Sfen;
use kemuri_core::{Color, Move, Piece, PieceType, Square};
use rsshogi::board::Position;
use std::collections::HashSet;
use std::time::Duration;

/// Writes the main line.
pub(crate) fn write(record: &Record) -> Written {
    let mut losses = Losses::default();
    let mut out = String::from("V2.2\n");
    out += &headers(record, &mut losses);
    out += &position(record.start());
    // Some readers lose what stands above the position.
    out += &remarks(record.node(Record::ROOT), &mut losses);
    let main = record.main_line();
    losses.add_nodes(record, &main.iter().copied().collect::<HashSet<_>>());
    let mut cursor = record.cursor();
    let mut used = [Duration::ZERO; 2];
    for id in main {
        let node = record.node(id);
        let mover = cursor.turn();
        match node.step() {
            Some(RecordStep::Move(mv)) => {
                out += &(mv_text(cursor.position(), *mv) + "\n");
                cursor.replay(*mv);
            }
            Some(RecordStep::End(ending)) => match ending.name(cursor.turn()) {
                Some(name) => out += &format!("%{name}\n"),
                None => {
                    losses.add(LossKind::Endings, 1);
                    losses.add(LossKind::Times, node.times.len());
                    out += &remarks(node, &mut losses);
                    continue;
                }
            },
            None => {}
        }
        out += &time(&node.times, &mut used[mover.to_index()], &mut losses);
        out += &remarks(node, &mut losses);
    }
    Written { text: out, losses }
}

/// The players, then the rest.
fn headers(record: &Record, losses: &mut Losses) -> String {
    let sides = side_names(record.start());
    let mut lines = [const { String::new() }; 3];
    let mut ranks = Vec::new();
    let number = number_line(record).map(Header::Line);
    for header in record.headers.iter().chain(&number) {
        let (name, value) = header.key();
        let rank = rank(header, sides);
        if let Some(sign) = ['+', '-'].get(rank) {
            lines[rank] += &format!("N{sign}{value}\n");
        } else if name.contains(':') || !is_key(header) {
            losses.add(LossKind::Headers, 1);
            continue;
        } else {
            let known = KEYS.iter().find(|(_, header)| *header == name);
            lines[rank] += &format!("${}:{value}\n", known.map_or(name, |(key, _)| key));
        }
        ranks.push(rank);
    }
    losses.add_places(&ranks);
    lines.concat()
}

/// Comments, as those of a move; the rest is lost.
fn remarks(node: &RecordNode, losses: &mut Losses) -> String {
    losses.add(LossKind::Bookmarks, node.bookmarks.len());
    losses.add(LossKind::Closings, usize::from(node.closing.is_some()));
    let comments = node.comments.iter();
    comments.map(|text| format!("'*{text}\n")).collect()
}

fn position(start: &Sfen) -> String {
    let even = even_game();
    let mut out = String::new();
    if (even.board, even.hands) == (start.board, start.hands) {
        out += "PI\n";
    } else {
        for (rank, row) in (1..).zip(rows(&start.board)) {
            out += &format!("P{rank}{}\n", row.map(cell).concat());
        }
        for (sign, hand) in ['+', '-'].into_iter().zip(start.packed_hands()) {
            let held = |kind: PieceType| {
                let count = hand.count(kind.to_index()) as usize;
                format!("00{}", csa_name(kind)).repeat(count)
            };
            let pieces = HAND_ORDER.map(held).concat();
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
    format!("{}{}", sign(piece.color()), csa_name(piece.piece_type()))
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
    format!("{sign}{from}{}{}", digits(mv.to_sq()), csa_name(kind))
}

/// The time of a move. There is room for one; what a side has used is not written
/// but added up by the reader, as in `used`.
fn time(times: &[MoveTime], used: &mut Duration, losses: &mut Losses) -> String {
    let Some((time, others)) = times.split_first() else {
        return String::new();
    };
    let millis = time.spent.subsec_millis();
    *used = used.saturating_add(time.spent);
    let other_total = time.total.is_some_and(|total| total != *used);
    let finer = time.spent.subsec_nanos() != millis * 1_000_000;
    losses.add(
        LossKind::Times,
        others.len() + usize::from(other_total || finer),
    );
    match millis {
        0 => format!("T{}\n", time.spent.as_secs()),
        _ => format!("T{}.{millis:03}\n", time.spent.as_secs()),
    }
}
