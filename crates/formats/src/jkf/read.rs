//! Reading JKF.

use super::model::{Clock, Entry, HandCounts, Initial, Jkf, Mv, State, TimeSpent, Xy};
use crate::csa::kind_named;
use crate::ending::Ending;
use crate::error::{Complaints, Flaw, RecordError, excerpt};
use crate::kif::head::{Head, named_start, names_start};
use crate::kif::line::Kind;
use crate::record::{Builder, Record, Time, lines_of};
use crate::start::{Handicap, bare};
use crate::text::split_lines;
use crate::words::{Words, square};
use kemuri_core::sfen::{Sfen, shown};
use kemuri_core::{Color, Piece, Square};
use std::time::Duration;

/// Reads a JKF file.
pub(crate) fn read(text: &str, complaints: &mut Complaints) -> Result<Record, RecordError> {
    // The parser counts lines by their line feeds.
    let text = split_lines(text).collect::<Vec<_>>().join("\n");
    let text = text.as_str();
    let jkf: Jkf = serde_json::from_str(text).map_err(|error| {
        let what = error.to_string();
        // The place is told by us.
        let what = what.split(" at line ").next().unwrap_or_default();
        Flaw::Json(excerpt_of_message(what)).at(error.line().max(1), column(text, &error))
    })?;
    let mut head = Head::default();
    for (name, value) in &jkf.header.list {
        if name.is_empty() || name.contains(['\n', '\r', '\0']) {
            complaints.note(Flaw::Unexpected(excerpt(name)).anywhere())?;
            continue;
        }
        for value in lines_of(value) {
            head.key(name, value.trim());
        }
    }
    let mut start = match jkf.initial {
        Some(initial) => initial_start(initial)?,
        None if !names_start(&head.headers)
            && !jkf.moves.iter().any(|entry| entry.mv.is_some()) =>
        {
            return Err(Flaw::NoPosition.anywhere());
        }
        None => named_start(&head.headers).ok_or_else(|| Flaw::NoDiagram.anywhere())?,
    };
    start.number = head.number();
    let mut builder = Builder::new(start).map_err(|e| Flaw::Position(e).anywhere())?;
    *builder.headers_mut() = head.headers;
    let mut moves = &jkf.moves[..];
    if let Some((first, rest)) = moves.split_first()
        && first.mv.is_none()
        && first.special.is_none()
    {
        annotate(&mut builder, first)?;
        moves = rest;
    }
    read_line(&mut builder, moves, complaints)?;
    Ok(builder.finish())
}

/// The character of an error; the parser counts bytes.
fn column(text: &str, error: &serde_json::Error) -> usize {
    let line = text.split('\n').nth(error.line().saturating_sub(1));
    let before = line.unwrap_or_default().bytes().take(error.column());
    // A character has one byte that does not continue another.
    before.filter(|b| b & 0xc0 != 0x80).count().max(1)
}

/// The words of the parser may quote the file.
fn excerpt_of_message(what: &str) -> String {
    let harmless: String = what.chars().map(shown).collect();
    harmless.chars().take(80).collect()
}

/// Reads a line, then the branches that leave it, the latest first, so that each
/// leaves this line.
fn read_line(
    builder: &mut Builder,
    entries: &[Entry],
    complaints: &mut Complaints,
) -> Result<(), RecordError> {
    let first = builder.ply() + 1;
    let mut read = 0;
    for entry in entries {
        let ply = builder.ply() + 1;
        if let Err(flaw) = step(builder, entry) {
            complaints.note(flaw.at_move(ply))?;
            break;
        }
        annotate(builder, entry)?;
        read += 1;
    }
    for (i, entry) in entries.iter().enumerate().take(read + 1).rev() {
        for fork in &entry.forks {
            match builder.branch(first + i) {
                Ok(()) => read_line(builder, fork, complaints)?,
                Err(flaw) => complaints.note(flaw.at_move(first + i))?,
            }
        }
    }
    Ok(())
}

/// Makes the move, or ends the line.
fn step(builder: &mut Builder, entry: &Entry) -> Result<(), Flaw> {
    match (&entry.mv, &entry.special) {
        (Some(mv), _) => {
            let mv = resolve(builder, mv)?;
            builder.play(mv)
        }
        (None, Some(name)) => {
            let ending = Ending::of_name(name, builder.position().turn());
            let ending = ending.or_else(|| Ending::of_word(name));
            builder.end(ending.ok_or_else(|| Flaw::NotMove(excerpt(name)))?)
        }
        (None, None) => Err(Flaw::NotMove(String::new())),
    }
}

/// Takes what is said of the last node.
fn annotate(builder: &mut Builder, entry: &Entry) -> Result<(), RecordError> {
    let ply = builder.ply();
    let node = builder.last_mut();
    let lines = |texts: &[String]| -> Vec<String> {
        texts.iter().flat_map(|text| lines_of(text)).collect()
    };
    node.comments = lines(&entry.comments);
    node.bookmarks = lines(&entry.bookmarks);
    if node.step().is_some() {
        node.times = entry.time.iter().chain(&entry.times).map(time).collect();
    }
    if let Some(text) = &entry.closing {
        match Kind::of(text) {
            Kind::Closing(sentence) if !sentence.contains(['\n', '\r']) => builder.close(sentence),
            _ => return Err(Flaw::Unexpected(excerpt(text)).at_move(ply)),
        }
    }
    Ok(())
}

fn resolve(builder: &Builder, mv: &Mv) -> Result<kemuri_core::Move, Flaw> {
    let position = builder.position();
    let bad = || Flaw::NotMove(excerpt(&mv.piece));
    if mv.color.is_some_and(|color| side(color) != position.turn()) {
        return Err(Flaw::WrongSide);
    }
    let place = |xy: &Option<Xy>| match xy {
        Some(xy) => square_at(xy).map(Some).ok_or_else(bad),
        None => Ok(None),
    };
    let relative = mv.relative.as_deref().unwrap_or_default();
    let (to, from) = (place(&mv.to)?, place(&mv.from)?);
    if to.is_none() && mv.same != Some(true) {
        return Err(bad());
    }
    let marks = relative.chars().filter_map(|c| match c {
        'L' => Some('左'),
        'C' => Some('直'),
        'R' => Some('右'),
        'U' => Some('上'),
        'M' => Some('寄'),
        'D' => Some('引'),
        _ => None,
    });
    let words = Words {
        text: &mv.piece,
        to,
        kind: kind_named(&mv.piece).ok_or_else(bad)?,
        from,
        promotes: mv.promote == Some(true),
        drops: from.is_none() && relative.contains('H'),
        marks: marks.collect(),
    };
    words.resolve(position, builder.previous())
}

fn side(color: u8) -> Color {
    if color == 0 {
        Color::BLACK
    } else {
        Color::WHITE
    }
}

fn square_at(xy: &Xy) -> Option<Square> {
    square(xy.x, xy.y)
}

fn time(time: &TimeSpent) -> Time {
    let clock = |clock: &Clock| {
        let [h, m, s] = [clock.h.unwrap_or(0), clock.m, clock.s].map(u64::from);
        Duration::from_secs(h * 3600 + m * 60 + s)
    };
    Time {
        spent: clock(&time.now),
        total: time.total.as_ref().map(clock),
    }
}

fn initial_start(initial: Initial) -> Result<Sfen, RecordError> {
    match (Handicap::preset(&initial.preset), initial.data) {
        (_, Some(state)) if initial.preset == "OTHER" => state_start(&state),
        (Some(handicap), _) => Ok(handicap.start()),
        _ => Err(Flaw::NoDiagram.anywhere()),
    }
}

fn state_start(state: &State) -> Result<Sfen, RecordError> {
    let mut start = bare(side(state.color));
    if state.board.len() != 9 {
        return Err(Flaw::Rows(state.board.len()).anywhere());
    }
    for (file, column) in (1..).zip(&state.board) {
        if column.len() != 9 {
            return Err(Flaw::Squares(column.len()).anywhere());
        }
        for (rank, cell) in (1..).zip(column) {
            let Some(name) = &cell.kind else {
                continue;
            };
            let kind = kind_named(name).ok_or_else(|| Flaw::NotPiece(excerpt(name)).anywhere())?;
            if let Some(square) = square(file, rank) {
                let color = side(cell.color.unwrap_or(0));
                start.board[square.to_index()] = Piece::from_parts(color, kind);
            }
        }
    }
    for (hand, counts) in start.hands.iter_mut().zip(&state.hands) {
        *hand = in_hand(counts);
    }
    Ok(start)
}

/// By [`rsshogi::types::HandPiece::to_index`].
fn in_hand(counts: &HandCounts) -> [u32; rsshogi::types::HandPiece::COUNT] {
    let mut out = [0; rsshogi::types::HandPiece::COUNT];
    for (piece, count) in super::write::HANDS.iter().zip([
        counts.fu, counts.ky, counts.ke, counts.gi, counts.ki, counts.ka, counts.hi,
    ]) {
        out[piece.to_index()] = count;
    }
    out
}
