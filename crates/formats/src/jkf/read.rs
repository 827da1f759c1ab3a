//! Reading JKF.

use super::model::{Initial, JkfClock, JkfEntry, JkfState, Mv, TimeSpent, Xy};
use super::{MARKS, notes, repair};
use crate::csa::kind_named;
use crate::ending::Ending;
use crate::error::{RecordError, RecordErrorKind, excerpt};
use crate::kif::head::{Head, named_start, names_start};
use crate::kif::line::KifLine;
use crate::move_text::{MoveText, square};
use crate::record::{MoveTime, Record, RecordBuilder, lines_of};
use crate::rest::RestRule;
use crate::start::{Handicap, empty_board};
use crate::text::split_lines;
use crate::warnings::Warnings;
use kemuri_core::sfen::Sfen;
use kemuri_core::{Color, Piece};
use std::time::Duration;

/// Reads a JKF file.
pub(crate) fn read(
    text: &str,
    rule: RestRule,
    warnings: &mut Warnings,
) -> Result<Record, RecordError> {
    // The parser counts lines by their line feeds.
    let text = split_lines(text).collect::<Vec<_>>().join("\n");
    let text = text.as_str();
    let mut jkf = repair::read(text, warnings)?;
    notes::hand_out(&mut jkf.moves);
    // Where to look for what is wrong with the position as a whole.
    let place = repair::place_of(text, "initial");
    let mut head = Head::default();
    for (name, value) in &jkf.header.list {
        if name.is_empty() || name.contains(['\n', '\r', '\0']) {
            warnings.note(RecordErrorKind::Unexpected(excerpt(name)).unlocated())?;
            continue;
        }
        for value in lines_of(value) {
            if let Err(kind) = head.key(name, value.trim()) {
                warnings.note(kind.unlocated())?;
            }
        }
    }
    let mut start = match jkf.initial {
        Some(initial) => initial_start(initial).map_err(|kind| kind.at_place(place))?,
        None if !names_start(&head.headers)
            && !jkf.moves.iter().any(|entry| entry.mv.is_some()) =>
        {
            return Err(RecordErrorKind::NoPosition.unlocated());
        }
        None => named_start(&head.headers)
            .map_err(|kind| kind.at_place(repair::place_of(text, "header")))?,
    };
    start.number = head.number();
    let rest = rule.apply(&mut start);
    let mut builder = RecordBuilder::new(start.clone())
        .map_err(|error| RecordErrorKind::position(error, &start, &head.headers).at_place(place))?
        .with_assumed_rest(rest);
    *builder.headers_mut() = head.headers;
    let mut moves = &jkf.moves[..];
    if let Some((first, rest)) = moves.split_first()
        && first.mv.is_none()
        && first.special.is_none()
    {
        annotate(&mut builder, first, warnings)?;
        moves = rest;
    }
    read_line(&mut builder, moves, warnings)?;
    Ok(builder.finish())
}

/// Reads a line, then the branches that leave it, the latest first, so that each
/// leaves this line.
fn read_line(
    builder: &mut RecordBuilder,
    entries: &[JkfEntry],
    warnings: &mut Warnings,
) -> Result<(), RecordError> {
    let first = builder.ply() + 1;
    for (i, entry) in entries.iter().enumerate() {
        let ply = builder.ply() + 1;
        if let Err(kind) = step(builder, entry) {
            warnings.note(kind.at_move(ply))?;
            break_off(builder, &entries[i..], warnings)?;
            break;
        }
        annotate(builder, entry, warnings)?;
    }
    for (i, entry) in entries.iter().enumerate().rev() {
        for fork in &entry.forks {
            match builder.branch(first + i) {
                Ok(()) => read_line(builder, fork, warnings)?,
                Err(kind) => warnings.note(kind.at_move(first + i))?,
            }
        }
    }
    Ok(())
}

/// Ends a line whose other entries are `lost`, and keeps there what is said of them.
fn break_off(
    builder: &mut RecordBuilder,
    lost: &[JkfEntry],
    warnings: &mut Warnings,
) -> Result<(), RecordError> {
    let homeless = builder.is_ended();
    builder.break_off();
    for entry in lost {
        let (comments, bookmarks) = (lines(&entry.comments), lines(&entry.bookmarks));
        if homeless {
            for text in comments.iter().chain(&bookmarks) {
                let kind = RecordErrorKind::OrphanComment(excerpt(text));
                warnings.note(kind.at_move(builder.ply() + 1))?;
            }
            continue;
        }
        let node = builder.last_mut();
        node.comments.extend(comments);
        node.bookmarks.extend(bookmarks);
    }
    Ok(())
}

/// Makes the move, or ends the line.
fn step(builder: &mut RecordBuilder, entry: &JkfEntry) -> Result<(), RecordErrorKind> {
    match (&entry.mv, &entry.special) {
        (Some(mv), _) => {
            let mv = resolve(builder, mv)?;
            builder.play(mv)
        }
        (None, Some(name)) => {
            let ending = Ending::of_name(name, builder.position().turn());
            let ending = ending.or_else(|| Ending::of_word(name));
            builder.end(ending.ok_or_else(|| RecordErrorKind::NotMove(excerpt(name)))?)
        }
        (None, None) => Err(RecordErrorKind::NotMove(String::new())),
    }
}

/// Takes what is said of the last node.
fn annotate(
    builder: &mut RecordBuilder,
    entry: &JkfEntry,
    warnings: &mut Warnings,
) -> Result<(), RecordError> {
    let ply = builder.ply();
    let node = builder.last_mut();
    node.comments.extend(lines(&entry.comments));
    node.bookmarks.extend(lines(&entry.bookmarks));
    if node.step().is_some() {
        node.set_times(entry.time.iter().chain(&entry.times).map(time).collect());
    }
    if let Some(text) = &entry.closing {
        match KifLine::of(text) {
            KifLine::Closing(sentence) if !sentence.contains(['\n', '\r']) => {
                builder.close(sentence)
            }
            _ => warnings.note(RecordErrorKind::Unexpected(excerpt(text)).at_move(ply))?,
        }
    }
    Ok(())
}

fn lines(texts: &[String]) -> Vec<String> {
    texts.iter().flat_map(|text| lines_of(text)).collect()
}

fn resolve(builder: &RecordBuilder, mv: &Mv) -> Result<kemuri_core::Move, RecordErrorKind> {
    let position = builder.position();
    let bad = || RecordErrorKind::NotMove(excerpt(&mv.piece));
    if mv.color.is_some_and(|color| side(color) != position.turn()) {
        return Err(RecordErrorKind::WrongSide);
    }
    let place = |xy: &Option<Xy>| match xy {
        Some(xy) => square(xy.x, xy.y).map(Some).ok_or_else(bad),
        None => Ok(None),
    };
    let relative = mv.relative.as_deref().unwrap_or_default();
    let (to, from) = (place(&mv.to)?, place(&mv.from)?);
    if to.is_none() && mv.same != Some(true) {
        return Err(bad());
    }
    let mark = |letter| MARKS.iter().find(|(l, _)| *l == letter);
    let marks = relative.chars().filter_map(mark).map(|&(_, mark)| mark);
    let words = MoveText {
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

fn time(time: &TimeSpent) -> MoveTime {
    let clock = |clock: &JkfClock| {
        let [h, m, s] = [clock.h.unwrap_or(0), clock.m, clock.s].map(u64::from);
        Duration::from_secs(h * 3600 + m * 60 + s)
    };
    MoveTime {
        spent: clock(&time.now),
        total: time.total.as_ref().map(clock),
    }
}

fn initial_start(initial: Initial) -> Result<Sfen, RecordErrorKind> {
    match (Handicap::preset(&initial.preset), initial.data) {
        (_, Some(state)) if initial.preset == "OTHER" => state_start(&state),
        (Some(handicap), _) => Ok(handicap.start()),
        (None, _) if initial.preset != "OTHER" => {
            Err(RecordErrorKind::Handicap(excerpt(&initial.preset)))
        }
        _ => Err(RecordErrorKind::NoDiagram),
    }
}

fn state_start(state: &JkfState) -> Result<Sfen, RecordErrorKind> {
    let mut start = empty_board(side(state.color));
    if state.board.len() != 9 {
        return Err(RecordErrorKind::Rows(state.board.len()));
    }
    // Squares are numbered down the files, from the first file.
    for (squares, column) in start.board.chunks_mut(9).zip(&state.board) {
        if column.len() != 9 {
            return Err(RecordErrorKind::Squares(column.len()));
        }
        for (square, cell) in squares.iter_mut().zip(column) {
            if let Some(name) = &cell.kind {
                let kind = kind_named(name);
                let kind = kind.ok_or_else(|| RecordErrorKind::NotPiece(excerpt(name)))?;
                *square = Piece::from_parts(side(cell.color.unwrap_or(0)), kind);
            }
        }
    }
    for (hand, counts) in start.hands.iter_mut().zip(&state.hands) {
        *hand = counts.by_hand_piece();
    }
    Ok(start)
}
