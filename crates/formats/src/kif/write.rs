//! Writing KIF and BOD.

use super::board;
use super::head::{named_start, names_start};
use super::line::header_line;
use super::row::write_time;
use crate::branches::branches;
use crate::cursor::Cursor;
use crate::format::Written;
use crate::loss::{LossKind, Losses};
use crate::move_text;
use crate::record::{Header, Record, RecordNode, RecordStep};
use crate::start::side_names;
use crate::text::KIF_UTF8;
use std::collections::HashSet;
use unicode_width::UnicodeWidthStr;

/// Columns of a move.
const MOVE_WIDTH: usize = 14;

/// Writes a KIF record.
pub(crate) fn kif(record: &Record) -> Written {
    let mut losses = Losses::default();
    let mut out = String::from(KIF_UTF8);
    out += &head(record, false, &mut losses);
    out += "手数----指手---------消費時間--\n";
    let root = record.node(Record::ROOT);
    out += &notes(root, root.closing.clone());
    let mut cursor = record.cursor();
    for (i, branch) in branches(record).iter().enumerate() {
        if i > 0 {
            out += &format!("\n変化：{}手\n", branch.ply);
        }
        cursor.back_to(branch.ply - 1);
        for &id in &branch.nodes {
            let node = record.node(id);
            out += &row(record, &mut cursor, id, &mut losses);
            let ours = node.ending().filter(|_| i == 0).map(|ending| {
                ending.sentence(cursor.ply(), cursor.turn(), side_names(record.start()))
            });
            out += &notes(node, node.closing.clone().or(ours));
        }
    }
    Written { text: out, losses }
}

/// Writes the position and the headers.
pub(crate) fn bod(record: &Record) -> Written {
    let mut losses = Losses::default();
    let mut out = head(record, true, &mut losses);
    let root = record.node(Record::ROOT);
    out += &notes(root, None);
    losses.add(LossKind::Closings, usize::from(root.closing.is_some()));
    losses.add_nodes(record, &HashSet::new());
    Written { text: out, losses }
}

/// Headers and position. Where neither a header nor a move tells of the even
/// game, it is drawn like any other position.
pub(crate) fn head(record: &Record, always_draw: bool, losses: &mut Losses) -> String {
    let mut out = String::new();
    // BOD has a line for the number; readers of KIF take it amiss, but not as a note.
    let mark = if always_draw { "" } else { "#" };
    for header in &record.headers {
        match header_line(header) {
            Some(line) if line.starts_with(NUMBER) => out += &format!("{mark}{line}\n"),
            Some(line) => out += &(line + "\n"),
            None => losses.add(LossKind::Headers, 1),
        }
    }
    let start = record.start();
    let told = names_start(&record.headers) || record.nodes().any(|node| node.mv().is_some());
    if always_draw || !told || board::is_needed(start, named_start(&record.headers).ok()) {
        out += &board::write(start, side_names(start));
    }
    if let Some(line) = number_line(record) {
        out += &format!("{mark}{line}\n");
    }
    out
}

/// How the line begins that tells how many moves were made before.
const NUMBER: &str = "手数＝";

/// The line that tells how many moves were made before, where a header does not.
pub(crate) fn number_line(record: &Record) -> Option<String> {
    let told = |header: &Header| matches!(header, Header::Line(l) if l.starts_with(NUMBER));
    let number = record.start().number;
    let needed = number > 1 && !record.headers.iter().any(told);
    needed.then(|| format!("{NUMBER}{}  まで", number - 1))
}

/// A move or an end, and the time it took.
fn row(record: &Record, cursor: &mut Cursor, id: usize, losses: &mut Losses) -> String {
    let node = record.node(id);
    let number = cursor.ply() + 1;
    let text = match node.step() {
        Some(RecordStep::Move(mv)) => {
            let text = move_text::kif(cursor.position(), *mv, cursor.previous());
            cursor.replay(*mv);
            text
        }
        Some(RecordStep::End(ending)) => ending.word().into(),
        None => String::new(),
    };
    let siblings = node.parent().map(|parent| record.node(parent).children());
    let mark = if siblings.is_some_and(|all| all.last() != Some(&id)) {
        "+"
    } else {
        ""
    };
    let fractions = node.times.iter().filter(|t| t.spent.subsec_nanos() > 0);
    losses.add(LossKind::Times, fractions.count());
    let times: Vec<String> = node.times.iter().map(|&time| write_time(time)).collect();
    let padding = " ".repeat(MOVE_WIDTH.saturating_sub(text.width()));
    let row = format!("{number:>4} {text}{padding} {}{mark}", times.join(" "));
    row.trim_end().to_string() + "\n"
}

/// Remarks, bookmarks, and the sentence that closes the line.
pub(crate) fn notes(node: &RecordNode, closing: Option<String>) -> String {
    let comments = node.comments.iter().map(|text| format!("*{text}\n"));
    let bookmarks = node.bookmarks.iter().map(|text| format!("&{text}\n"));
    let closing = closing.map(|text| text + "\n");
    comments.chain(bookmarks).chain(closing).collect()
}
