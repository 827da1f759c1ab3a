//! The mating line, read off the table after a mate was proven.
//!
//! Every step leads to a position with a proven length below the one before, so
//! the walk comes to its end. What the table has lost is searched again, within
//! the length that is known to suffice. Stored lengths are bounds: a position
//! can be met a second time with a smaller one, and the loop in between is then
//! cut out of the line.
//!
//! The line of a mate whose length is proven shortest is in [`crate::best_line`].

use crate::search::{Search, SearchStatus};
use crate::value::State;
use kemuri_core::board::Undo;
use kemuri_core::{Hand, Move, Reason};

/// Nodes to find a result again that the table has forgotten.
const FEW_NODES: u64 = 1000;

/// The line of a mate in `len` plies from the board's position. `spare` nodes may
/// be spent on replies that the table has forgotten and that may last longer.
pub(crate) fn extract(search: &mut Search<'_>, len: u16, spare: u64) -> Result<Vec<Move>, Reason> {
    let mut line = Vec::new();
    let result = walk(search, len, spare, &mut line);
    for step in line.iter().rev() {
        search.board.undo(step.mv, step.undo);
    }
    result.map(|()| line.iter().map(|step| step.mv).collect())
}

/// A move of the line and the position before it.
struct LineMove {
    mv: Move,
    undo: Undo,
    key: u64,
    hand: Hand,
}

fn walk(
    search: &mut Search<'_>,
    mut len: u16,
    mut spare: u64,
    line: &mut Vec<LineMove>,
) -> Result<(), Reason> {
    loop {
        let (key, hand) = (search.board.key(), search.board.attacker_hand());
        if let Some(first) = line.iter().position(|s| (s.key, s.hand) == (key, hand)) {
            line.truncate(first);
        }
        let moves = legal_moves(search);
        let is_or = search.board.attacker_to_move();
        if !is_or && moves.iter().all(|&mv| search.is_known_futile(mv, len)) {
            return Ok(());
        }
        if len == 0 {
            // More replies than plies left: the table contradicts itself.
            return Err(Reason::Contradiction);
        }
        let mut chosen = best_known(search, &moves, len);
        if chosen.is_none() && is_or {
            // Search the position itself, which may find another move, and look again.
            within(search, len)?;
            chosen = best_known(search, &moves, len);
        }
        if !is_or && chosen.is_none_or(|(_, left)| left + 1 < len) {
            // A reply that the table has forgotten may last longer.
            find_forgotten(search, &moves, len, &mut spare);
            chosen = best_known(search, &moves, len);
        }
        if chosen.is_none() {
            chosen = first_proven(search, &moves, len - 1)?;
        }
        let Some((mv, left)) = chosen else {
            return Err(Reason::Contradiction);
        };
        let undo = search.board.make(mv);
        line.push(LineMove {
            mv,
            undo,
            key,
            hand,
        });
        len = left;
    }
}

/// The checks or the replies in the board's position.
pub(crate) fn legal_moves(search: &mut Search<'_>) -> Vec<Move> {
    let lines = search.board.king_lines();
    let mut moves = Vec::new();
    if search.board.attacker_to_move() {
        search.board.each_check(&lines, |mv| moves.push(mv));
    } else {
        search.board.each_evasion(&lines, |mv| moves.push(mv));
    }
    moves
}

/// What the table knows of the length after `mv`, at most `len`.
pub(crate) fn known(search: &mut Search<'_>, mv: Move, len: u16) -> Option<u16> {
    let undo = search.board.make(mv);
    let value = if !search.board.attacker_to_move() && !search.board.has_evasion() {
        Some(0)
    } else {
        search
            .known(len)
            .filter(|v| v.state == State::Proven)
            .map(|v| v.len)
    };
    search.board.undo(mv, undo);
    value
}

/// Of the moves after which mates within `len` plies, the move included, are
/// known, the attacker's shortest or the defender's longest. What is futile is left
/// out.
fn best_known(search: &mut Search<'_>, moves: &[Move], len: u16) -> Option<(Move, u16)> {
    let is_or = search.board.attacker_to_move();
    let mut best: Option<(Move, u16)> = None;
    for &mv in moves {
        let left = if !is_or && search.may_be_futile(mv) {
            search.known_interposition(mv, len)
        } else {
            known(search, mv, len - 1)
        };
        if let Some(left) = left
            && best.is_none_or(|(_, b)| if is_or { left < b } else { left > b })
        {
            best = Some((mv, left));
        }
    }
    best
}

/// Searches the replies, those that may be futile apart, whose mates within `len`
/// plies the table does not know, with a few nodes each and `spare` in all.
fn find_forgotten(search: &mut Search<'_>, moves: &[Move], len: u16, spare: &mut u64) {
    for &mv in moves {
        if *spare == 0 {
            return;
        }
        if !search.may_be_futile(mv) && known(search, mv, len - 1).is_none() {
            let before = search.nodes;
            let undo = search.board.make(mv);
            // What it finds is in the table.
            let nodes = FEW_NODES.min(*spare);
            let _ = search.with_nodes(nodes, |search| within(search, len - 1));
            search.board.undo(mv, undo);
            *spare = spare.saturating_sub(search.nodes - before);
        }
    }
}

/// The first move that mates within `len` plies when searched again.
pub(crate) fn first_proven(
    search: &mut Search<'_>,
    moves: &[Move],
    len: u16,
) -> Result<Option<(Move, u16)>, Reason> {
    for &mv in moves {
        let undo = search.board.make(mv);
        let left = within(search, len);
        search.board.undo(mv, undo);
        if let Some(left) = left? {
            return Ok(Some((mv, left)));
        }
    }
    Ok(None)
}

/// The length of a mate in the board's position within `len`, searched for if
/// the table does not know.
pub(crate) fn within(search: &mut Search<'_>, len: u16) -> Result<Option<u16>, Reason> {
    length_of(search.decide(len))
}

/// The length of the mate that a search has found, if it has.
pub(crate) fn length_of(status: SearchStatus) -> Result<Option<u16>, Reason> {
    match status {
        SearchStatus::Done(value) if value.state == State::Proven => Ok(Some(value.len)),
        status => is_mate(status).map(|_| None),
    }
}

/// Whether a search has found a mate.
pub(crate) fn is_mate(status: SearchStatus) -> Result<bool, Reason> {
    match status {
        // A no-mate that depends on the depth limit is none.
        SearchStatus::Done(value) if !value.heads.is_none() => Err(Reason::Memory),
        SearchStatus::Done(value) => Ok(value.state == State::Proven),
        SearchStatus::Stopped(reason) => Err(reason),
    }
}
