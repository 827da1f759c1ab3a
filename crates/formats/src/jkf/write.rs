//! Writing JKF.

use super::model::{
    Cell, Initial, Jkf, JkfClock, JkfEntry, JkfHand, JkfState, Keys, Mv, TimeSpent, Xy,
};
use super::{MARKS, MAX_DEPTH, notes};
use crate::csa::csa_name;
use crate::cursor::Cursor;
use crate::format::Written;
use crate::kif::head::is_key;
use crate::kif::write::number_line;
use crate::loss::{LossKind, Losses};
use crate::record::{Header, MoveTime, Record, RecordNode, RecordStep};
use crate::start::Handicap;
use kemuri_core::sfen::Sfen;
use kemuri_core::{Color, Move, Piece, Square, notation};
use std::collections::HashSet;
use std::time::Duration;

/// Writes a JKF file.
pub(crate) fn write(record: &Record) -> Written {
    let mut writer = Writer {
        record,
        losses: Losses::default(),
        kept: HashSet::new(),
    };
    let mut moves = vec![writer.annotated(record.node(Record::ROOT))];
    moves.extend(writer.line(&record.main_line(), &mut record.cursor(), 0));
    let Writer {
        mut losses, kept, ..
    } = writer;
    losses.add_nodes(record, &kept);
    notes::collect(&mut moves);
    let jkf = Jkf {
        header: keys(record, &mut losses),
        initial: Some(initial(record.start())),
        moves,
    };
    // Plain data: nothing in it can fail.
    let text = serde_json::to_string_pretty(&jkf).unwrap_or_default();
    Written {
        text: text + "\n",
        losses,
    }
}

struct Writer<'a> {
    record: &'a Record,
    losses: Losses,
    kept: HashSet<usize>,
}

impl Writer<'_> {
    /// The entries of a line, with those that leave it.
    fn line(&mut self, nodes: &[usize], cursor: &mut Cursor, depth: usize) -> Vec<JkfEntry> {
        let first = cursor.ply();
        let mut out: Vec<JkfEntry> = nodes.iter().map(|&id| self.entry(id, cursor)).collect();
        // What stands in place of the first move of a branch is the other line's.
        let own = usize::from(depth > 0);
        for (i, (&id, entry)) in nodes.iter().zip(&mut out).enumerate().skip(own).rev() {
            if depth == MAX_DEPTH {
                break;
            }
            let parent = self.record.node(id).parent();
            let others = parent.map_or(&[][..], |parent| &self.record.node(parent).children()[1..]);
            for &other in others {
                cursor.back_to(first + i);
                let line = self.record.line_from(other);
                entry.forks.push(self.line(&line, cursor, depth + 1));
            }
        }
        out
    }

    fn entry(&mut self, id: usize, cursor: &mut Cursor) -> JkfEntry {
        self.kept.insert(id);
        let node = self.record.node(id);
        let mut entry = self.annotated(node);
        match node.step() {
            Some(RecordStep::Move(mv)) => {
                entry.mv = Some(described(cursor, *mv));
                cursor.replay(*mv);
            }
            Some(RecordStep::End(ending)) => {
                let name = ending.name(cursor.turn());
                entry.special = Some(name.unwrap_or_else(|| ending.word().into()));
            }
            None => {}
        }
        entry
    }

    /// What is said of a node.
    fn annotated(&mut self, node: &RecordNode) -> JkfEntry {
        let fractions = node.times.iter().filter(|t| t.spent.subsec_nanos() > 0);
        self.losses.add(LossKind::Times, fractions.count());
        let mut times = node.times.iter().map(spent);
        JkfEntry {
            comments: node.comments.clone(),
            bookmarks: node.bookmarks.clone(),
            closing: node.closing.clone(),
            time: times.next(),
            times: times.collect(),
            ..JkfEntry::default()
        }
    }
}

/// A move with all that JKF likes to know of it.
fn described(cursor: &Cursor, mv: Move) -> Mv {
    let position = cursor.position();
    let xy = |square: Square| Xy {
        x: square.file().to_index() as u32 + 1,
        y: square.rank().to_index() as u32 + 1,
    };
    let drop = mv.dropped_piece();
    let from = drop.is_none().then(|| mv.from_sq());
    let piece = drop.unwrap_or_else(|| position.piece_on(mv.from_sq()).piece_type());
    let captured = position.piece_on(mv.to_sq());
    let could = from.is_some_and(|from| {
        piece.is_promotable() && position.is_legal_move(Move::promotion(from, mv.to_sq()))
    });
    let same = cursor.previous() == Some(mv.to_sq());
    let words = notation::one(position, mv, None).unwrap_or_default();
    let letter = |mark| MARKS.iter().find(|(_, m)| *m == mark);
    let letters = words.chars().skip(3).filter_map(letter);
    let relative: String = match drop {
        // Only where a piece on the board could go there as well.
        Some(_) => words.ends_with('打').then_some('H').into_iter().collect(),
        None => letters.map(|(letter, _)| letter).collect(),
    };
    Mv {
        color: Some(u8::from(position.turn() == Color::WHITE)),
        from: from.map(xy),
        to: Some(xy(mv.to_sq())),
        piece: csa_name(piece).into(),
        same: same.then_some(true),
        promote: (could || mv.is_promotion()).then(|| mv.is_promotion()),
        capture: (!captured.is_empty()).then(|| csa_name(captured.piece_type()).into()),
        relative: (!relative.is_empty()).then_some(relative),
    }
}

/// A time in whole seconds.
fn spent(time: &MoveTime) -> TimeSpent {
    let clock = |time: Duration| {
        let seconds = time.as_secs();
        let hours = u32::try_from(seconds / 3600).unwrap_or(u32::MAX);
        JkfClock {
            h: Some(hours),
            m: (seconds / 60 % 60) as u32,
            s: (seconds % 60) as u32,
        }
    };
    TimeSpent {
        now: clock(time.spent),
        total: time.total.map(clock),
    }
}

/// Headers by name; those of one name are lines of one value, where the first is.
fn keys(record: &Record, losses: &mut Losses) -> Keys {
    let mut out = Keys::default();
    let mut ranks = Vec::new();
    let number = number_line(record).map(Header::Line);
    for header in record.headers.iter().chain(&number) {
        if !is_key(header) {
            losses.add(LossKind::Headers, 1);
            continue;
        }
        let (name, value) = header.key();
        ranks.push(out.add(name, value));
    }
    losses.add_places(&ranks);
    out
}

fn initial(start: &Sfen) -> Initial {
    if let Some(handicap) = Handicap::of(start) {
        return Initial {
            preset: handicap.preset.into(),
            data: None,
        };
    }
    let cell = |piece: &Piece| {
        let there = !piece.is_empty();
        Cell {
            color: there.then(|| u8::from(piece.color() == Color::WHITE)),
            kind: there.then(|| csa_name(piece.piece_type()).into()),
        }
    };
    // Squares are numbered down the files, from the first file.
    let columns = start.board.chunks(9);
    Initial {
        preset: "OTHER".into(),
        data: Some(JkfState {
            color: u8::from(start.turn == Color::WHITE),
            board: columns.map(|c| c.iter().map(cell).collect()).collect(),
            hands: start.hands.iter().map(JkfHand::of).collect(),
        }),
    }
}
