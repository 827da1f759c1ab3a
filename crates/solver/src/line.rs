//! The mating line, read off the table after a mate was proven.
//!
//! Every step leads to a position with a proven length below the one before, so
//! the line cannot go in circles. What the table has lost is searched again,
//! within the length that is known to suffice.

use crate::answer::Reason;
use crate::search::{Search, Status};
use crate::table::{State, Value};
use kemuri_core::Move;

/// The line of a mate in `len` plies from the board's position.
pub(crate) fn extract(search: &mut Search<'_>, len: u16) -> Result<Vec<Move>, Reason> {
    let mut line = Vec::new();
    let mut undos = Vec::new();
    let result = walk(search, len, &mut line, &mut undos);
    for (mv, undo) in line.iter().zip(undos).rev() {
        search.board.undo(*mv, undo);
    }
    result.map(|()| line)
}

fn walk(
    search: &mut Search<'_>,
    mut len: u16,
    line: &mut Vec<Move>,
    undos: &mut Vec<kemuri_core::board::Undo>,
) -> Result<(), Reason> {
    loop {
        let lines = search.board.king_lines();
        let mut moves = Vec::new();
        let is_or = search.board.attacker_to_move();
        if is_or {
            search.board.each_check(&lines, |mv| moves.push(mv));
        } else {
            search.board.each_evasion(&lines, |mv| moves.push(mv));
            if moves.is_empty() {
                return Ok(());
            }
        }
        if len == 0 {
            // More replies than plies left: the table contradicts itself.
            return Err(Reason::Memory);
        }
        let chosen = if is_or {
            best_check(search, &moves, len - 1)?
        } else {
            longest_evasion(search, &moves, len - 1)?
        };
        let Some((mv, left)) = chosen else {
            return Err(Reason::Memory);
        };
        undos.push(search.board.make(mv));
        line.push(mv);
        len = left;
    }
}

fn known(search: &mut Search<'_>, mv: Move, len: u16) -> Option<u16> {
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

fn search_again(search: &mut Search<'_>, mv: Move, len: u16) -> Result<Option<u16>, Reason> {
    let undo = search.board.make(mv);
    let status = search.decide(len);
    search.board.undo(mv, undo);
    match status {
        Status::Done(Value {
            state: State::Proven,
            len,
            ..
        }) => Ok(Some(len)),
        Status::Done(_) => Ok(None),
        Status::Stopped(reason) => Err(reason),
    }
}

/// The check with the shortest mate known, at most `len` plies after it.
fn best_check(
    search: &mut Search<'_>,
    moves: &[Move],
    len: u16,
) -> Result<Option<(Move, u16)>, Reason> {
    let best = moves
        .iter()
        .filter_map(|&mv| known(search, mv, len).map(|left| (mv, left)))
        .min_by_key(|&(_, left)| left);
    if best.is_some() {
        return Ok(best);
    }
    for &mv in moves {
        if let Some(left) = search_again(search, mv, len)? {
            return Ok(Some((mv, left)));
        }
    }
    Ok(None)
}

/// The reply with the longest mate, all of them being mated within `len`.
fn longest_evasion(
    search: &mut Search<'_>,
    moves: &[Move],
    len: u16,
) -> Result<Option<(Move, u16)>, Reason> {
    let mut longest = None;
    for &mv in moves {
        let left = match known(search, mv, len) {
            Some(left) => left,
            None => match search_again(search, mv, len)? {
                Some(left) => left,
                None => return Ok(None),
            },
        };
        if longest.is_none_or(|(_, most)| left > most) {
            longest = Some((mv, left));
        }
    }
    Ok(longest)
}
