//! What JKF has no place for, collected in the entry of the start.

use super::model::{JkfEntry, JkfNote};

/// Takes what the format has no place for out of the entries, for that of the start.
pub(super) fn collect(moves: &mut [JkfEntry]) {
    let mut notes = Vec::new();
    each(moves, &mut 0, &mut |number, entry| {
        let note = JkfNote {
            entry: number,
            bookmarks: std::mem::take(&mut entry.bookmarks),
            closing: entry.closing.take(),
            times: std::mem::take(&mut entry.times),
        };
        if !(note.bookmarks.is_empty() && note.closing.is_none() && note.times.is_empty()) {
            notes.push(note);
        }
    });
    if let Some(first) = moves.first_mut() {
        first.kemuri = notes;
    }
}

/// Gives the entries what is noted of them. Notes on entries that are not there are no
/// harm: another program has changed the moves.
pub(super) fn hand_out(moves: &mut [JkfEntry]) {
    let notes = moves
        .first_mut()
        .map(|first| std::mem::take(&mut first.kemuri));
    let mut notes = notes.unwrap_or_default();
    notes.sort_by_key(|note| note.entry);
    let mut notes = notes.into_iter().peekable();
    each(moves, &mut 0, &mut |number, entry| {
        while let Some(note) = notes.next_if(|note| note.entry == number) {
            entry.bookmarks.extend(note.bookmarks);
            entry.closing = entry.closing.take().or(note.closing);
            entry.times.extend(note.times);
        }
    });
}

/// Calls `visit` with each entry and its number in the order of the file.
fn each(moves: &mut [JkfEntry], number: &mut usize, visit: &mut impl FnMut(usize, &mut JkfEntry)) {
    for entry in moves {
        visit(*number, entry);
        *number += 1;
        for fork in &mut entry.forks {
            each(fork, number, visit);
        }
    }
}
