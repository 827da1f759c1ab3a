//! SFEN and USI position lines.

use crate::ending::Ending;
use crate::error::{RecordError, RecordErrorKind, excerpt};
use crate::faulty::FaultyPosition;
use crate::format::{Format, Written};
use crate::link::Link;
use crate::loss::{LossKind, Losses};
use crate::record::{Header, Record, RecordBuilder};
use crate::rest::RestRule;
use crate::start::even_game;
use crate::text::{Line, lines};
use crate::warnings::Warnings;
use kemuri_core::Move;
use kemuri_core::sfen::{self, SfenError};
use std::collections::HashSet;

/// Reads the one line that says something. The line of a collection, with a name
/// before the position and a length after it, gives headers.
pub(crate) fn read(
    text: &str,
    rule: RestRule,
    warnings: &mut Warnings,
) -> Result<(Record, Format), RecordError> {
    let mut told = lines(text).filter(|line| {
        let text = line.text.trim();
        !text.is_empty() && !text.starts_with('#')
    });
    let Some(line) = told.next() else {
        return Err(RecordErrorKind::Empty.unlocated());
    };
    if let Some(second) = told.next() {
        warnings.note(second.error(second.text, RecordErrorKind::Several))?;
    }
    read_line(line, rule, warnings)
}

/// The columns of a line: `name<TAB>position<TAB>length`, or a bare position.
pub(crate) struct Columns<'a> {
    pub(crate) name: Option<&'a str>,
    pub(crate) position: &'a str,
    pub(crate) length: &'a str,
}

impl<'a> Columns<'a> {
    pub(crate) fn of(line: &'a str) -> Self {
        let mut columns = line.split('\t');
        let first = columns.next().unwrap_or_default();
        let (name, position) = match columns.next() {
            Some(position) => (Some(first), position),
            None => (None, first),
        };
        let length = columns.next().unwrap_or_default().trim();
        Self {
            name,
            position,
            length,
        }
    }
}

/// What ends a line of moves that a side has given up.
pub(crate) const RESIGN: &str = "resign";

/// Splits a position into its start and the moves after it.
pub(crate) fn split_moves(position: &str) -> (&str, Option<&str>) {
    match position.split_once(" moves") {
        Some((start, moves)) => (start, Some(moves)),
        None => (position, None),
    }
}

/// Reads the start of a position: `startpos` or an SFEN, with or without `position`.
pub(crate) fn parse_start(text: &str) -> Result<sfen::Sfen, SfenError> {
    match is_even_game(text) {
        true => Ok(even_game()),
        false => sfen::parse(text),
    }
}

fn is_even_game(text: &str) -> bool {
    let words: Vec<&str> = text.split_whitespace().take(3).collect();
    matches!(words[..], ["position", "startpos"] | ["startpos"])
}

/// Reads a move in USI.
pub(crate) fn parse_move(word: &str) -> Result<Move, RecordErrorKind> {
    let mv = Move::from_usi(word).filter(|mv| mv.is_normal());
    mv.ok_or_else(|| RecordErrorKind::NotMove(excerpt(word)))
}

fn read_line(
    line: Line<'_>,
    rule: RestRule,
    warnings: &mut Warnings,
) -> Result<(Record, Format), RecordError> {
    let Columns {
        name,
        position,
        length,
    } = Columns::of(line.text);
    let link = Link::of(position);
    let attacker = link.as_ref().map_or(Ok(None), Link::attacker);
    let attacker = attacker.or_else(|kind| {
        let error = line.error(position, kind);
        warnings.note(error).map(|()| None)
    })?;
    let rule = RestRule {
        attacker: rule.attacker.or(attacker),
        ..rule
    };
    let (start, moves) = split_moves(link.as_ref().map_or(position, |link| &link.position));
    let own: &[String] = link.as_ref().map_or(&[], |link| &link.line);
    let is_usi = moves.is_some()
        || !own.is_empty()
        || is_even_game(start)
        || start.split_whitespace().next() == Some("position");
    let name = name.unwrap_or_default().trim();
    let headers = [("作品名", name), ("手数", length)].into_iter();
    let headers = headers.filter(|(_, value)| !value.is_empty());
    let headers: Vec<Header> = headers
        .map(|(name, value)| Header::field(name, value))
        .collect();
    let mut start = parse_start(start).map_err(|error| {
        let faulty = FaultyPosition::from(error);
        line.error(position, RecordErrorKind::Position(Box::new(faulty)))
    })?;
    let rest = rule.apply(&mut start);
    let builder = RecordBuilder::new(start.clone()).map_err(|error| {
        let kind = RecordErrorKind::position(error, &start, &headers);
        line.error(position, kind)
    })?;
    let mut builder = builder.with_assumed_rest(rest);
    *builder.headers_mut() = headers;
    let moves = moves.unwrap_or_default().split_whitespace();
    for word in moves.chain(own.iter().map(String::as_str)) {
        let played = match word {
            RESIGN => builder.end(Ending::Resign),
            word => parse_move(word).and_then(|mv| builder.play(mv)),
        };
        let ply = builder.ply() + 1;
        if let Err(kind) = played {
            // What a link says is written otherwise there.
            let place = if link.is_some() { position } else { word };
            warnings.note(line.error(place, kind).of_move(ply))?;
            builder.break_off();
            break;
        }
    }
    let format = if is_usi { Format::Usi } else { Format::Sfen };
    Ok((builder.finish(), format))
}

/// Writes the position.
pub(crate) fn write_sfen(record: &Record) -> Written {
    let mut losses = losses(record);
    losses.add_nodes(record, &HashSet::new());
    Written {
        text: format!("{}\n", record.start()),
        losses,
    }
}

/// Writes a line of a collection: title, position and length.
pub(crate) fn write_line(record: &Record) -> Written {
    let title = record.header("作品名").unwrap_or_default();
    let title = title.replace(['\t', '\n', '\r'], " ");
    let length = record
        .header("手数")
        .map(|text| text.trim_end_matches('手'));
    let length = length.filter(|text| text.parse::<u32>().is_ok());
    let mut text = record.start().to_string();
    if !title.trim().is_empty() || length.is_some() {
        text = format!("{title}\t{text}");
    }
    if let Some(length) = length {
        text += &format!("\t{length}");
    }
    let mut losses = Losses::default();
    let kept = usize::from(!title.trim().is_empty()) + usize::from(length.is_some());
    losses.add(LossKind::Headers, record.headers.len().saturating_sub(kept));
    losses.add_notes(record.node(Record::ROOT));
    losses.add_nodes(record, &HashSet::new());
    Written {
        text: text + "\n",
        losses,
    }
}

/// Writes the position and the moves of the main line.
pub(crate) fn write_usi(record: &Record) -> Written {
    let mut losses = losses(record);
    let main = record.main_line().into_iter();
    let kept: HashSet<usize> = main.filter(|&id| record.node(id).mv().is_some()).collect();
    losses.add_nodes(record, &kept);
    for node in kept.iter().map(|&id| record.node(id)) {
        losses.add_notes(node);
        losses.add(LossKind::Times, node.times.len());
    }
    let start = match *record.start() == even_game() {
        true => "startpos".into(),
        false => format!("sfen {}", record.start()),
    };
    let mut text = format!("position {start}");
    for (i, mv) in record.main_moves().iter().enumerate() {
        text += if i == 0 { " moves " } else { " " };
        text += &mv.to_usi();
    }
    Written {
        text: text + "\n",
        losses,
    }
}

/// What neither format has.
fn losses(record: &Record) -> Losses {
    let mut losses = Losses::default();
    losses.add(LossKind::Headers, record.headers.len());
    losses.add_notes(record.node(Record::ROOT));
    losses
}
