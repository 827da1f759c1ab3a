//! Writing KI2. Reading is [`crate::kif`]'s.

use crate::branches::branches;
use crate::ending::Ending;
use crate::format::Written;
use crate::kif::write::{head, notes};
use crate::loss::{LossKind, Losses};
use crate::record::{Record, RecordStep};
use crate::start::side_names;
use kemuri_core::notation;
use unicode_width::UnicodeWidthStr;

/// Moves on a line.
const MOVES_A_LINE: usize = 6;
/// Columns of a move.
const COLUMN: usize = 12;

/// Writes a KI2 record.
pub(crate) fn write(record: &Record) -> Written {
    let mut losses = Losses::default();
    let mut out = head(record, false, &mut losses);
    let root = record.node(Record::ROOT);
    out += &notes(root, root.closing.clone());
    out.push('\n');
    let mut cursor = record.cursor();
    let sides = side_names(record.start());
    for (i, branch) in branches(record).iter().enumerate() {
        if i > 0 {
            out += &format!("\n変化：{}手\n", branch.ply);
        }
        cursor.back_to(branch.ply - 1);
        let mut moves = Vec::new();
        for &id in &branch.nodes {
            let node = record.node(id);
            losses.add(LossKind::Times, node.times.len());
            let mut closing = node.closing.clone();
            match node.step() {
                Some(RecordStep::Move(mv)) => {
                    let words = notation::one(cursor.position(), *mv, cursor.previous());
                    moves.extend(words);
                    cursor.replay(*mv);
                }
                Some(RecordStep::End(ending)) => {
                    // The sentence is all that tells of the end.
                    let tells = |text: &String| Ending::of_sentence(text).as_ref() == Some(ending);
                    let own = closing.take().filter(tells);
                    losses.add(
                        LossKind::Closings,
                        usize::from(node.closing.is_some() && own.is_none()),
                    );
                    let ours = ending.sentence(cursor.ply(), cursor.turn(), sides);
                    closing = own.or(Some(ours)).filter(tells);
                    losses.add(LossKind::Endings, usize::from(closing.is_none()));
                }
                None => {}
            }
            // What is said of an end has to follow it.
            let notes = match (node.ending(), closing) {
                (Some(_), Some(sentence)) => format!("{sentence}\n{}", notes(node, None)),
                (_, closing) => notes(node, closing),
            };
            if moves.len() == MOVES_A_LINE || !notes.is_empty() {
                out += &line(&mut moves);
            }
            out += &notes;
        }
        out += &line(&mut moves);
    }
    Written { text: out, losses }
}

fn line(moves: &mut Vec<String>) -> String {
    if moves.is_empty() {
        return String::new();
    }
    // Readers pass over spaces but not over wide ones.
    let columns = moves.iter().map(|text| {
        let padding = COLUMN.saturating_sub(text.width());
        format!("{text}{}", " ".repeat(padding.max(1)))
    });
    let line: String = columns.collect();
    moves.clear();
    line.trim_end().to_string() + "\n"
}
