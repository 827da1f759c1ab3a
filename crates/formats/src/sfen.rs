//! SFEN and USI position lines.

use crate::error::{Complaints, Flaw, RecordError, excerpt};
use crate::format::{Format, Written};
use crate::loss::{Losses, Lost};
use crate::record::{Builder, Header, Record};
use crate::start::even_game;
use crate::text::{Line, lines};
use kemuri_core::{Move, sfen};
use std::collections::HashSet;

/// Reads the one line that says something. The line of a collection, with a name
/// before the position and a length after it, gives headers.
pub(crate) fn read(
    text: &str,
    complaints: &mut Complaints,
) -> Result<(Record, Format), RecordError> {
    let mut told = lines(text).filter(|line| {
        let text = line.text.trim();
        !text.is_empty() && !text.starts_with('#')
    });
    let Some(line) = told.next() else {
        return Err(Flaw::Empty.anywhere());
    };
    if let Some(second) = told.next() {
        complaints.note(second.error(second.text, Flaw::Several))?;
    }
    read_line(line, complaints)
}

fn read_line(line: Line<'_>, complaints: &mut Complaints) -> Result<(Record, Format), RecordError> {
    let mut columns = line.text.split('\t');
    let first = columns.next().unwrap_or_default();
    let (name, position) = match columns.next() {
        Some(position) => (first.trim(), position),
        None => ("", first),
    };
    let length = columns.next().map_or("", str::trim);
    let (start, moves) = match position.split_once(" moves") {
        Some((start, moves)) => (start, Some(moves)),
        None => (position, None),
    };
    let words: Vec<&str> = start.split_whitespace().collect();
    let is_start = matches!(words[..], ["position", "startpos"] | ["startpos"]);
    let start = match is_start {
        true => Ok(even_game()),
        false => sfen::parse(start).map_err(Into::into),
    };
    let builder = start.and_then(Builder::new);
    let mut builder = builder.map_err(|error| line.error(position, Flaw::Position(error)))?;
    for (header, value) in [("作品名", name), ("手数", length)] {
        if !value.is_empty() {
            builder.headers_mut().push(Header::Field {
                name: header.into(),
                value: value.into(),
            });
        }
    }
    for word in moves.unwrap_or_default().split_whitespace() {
        let mv = Move::from_usi(word).filter(|mv| mv.is_normal());
        let played = match mv {
            Some(mv) => builder.play(mv),
            None => Err(Flaw::NotMove(excerpt(word))),
        };
        let ply = builder.ply() + 1;
        if let Err(flaw) = played {
            complaints.note(line.error(word, flaw).of_move(ply))?;
            builder.break_off();
            break;
        }
    }
    let format = if is_start || moves.is_some() || words.first() == Some(&"position") {
        Format::Usi
    } else {
        Format::Sfen
    };
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

/// Writes the position and the moves of the main line.
pub(crate) fn write_usi(record: &Record) -> Written {
    let mut losses = losses(record);
    let main = record.main_line().into_iter();
    let kept: HashSet<usize> = main.filter(|&id| record.node(id).mv().is_some()).collect();
    losses.add_nodes(record, &kept);
    for node in kept.iter().map(|&id| record.node(id)) {
        losses.add_notes(node);
        losses.add(Lost::Times, node.times.len());
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
    losses.add(Lost::Headers, record.headers.len());
    losses.add_notes(record.node(Record::ROOT));
    losses
}
