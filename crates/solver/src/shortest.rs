//! The shortest mate and the line a person expects.
//!
//! The length of a mate is its rank in the least fixpoint, which no path can
//! change. A first mate gives an upper bound; a mate within two plies less is
//! asked for until the answer is no. Both answers are valid on every path: a
//! proof is a finite tree, and "no mate within so many plies" is stored without
//! condition only when every repetition it leans on is closed (see
//! [`crate::path`]). Lengths have the parity of the side to move, so a no within
//! `length − 2` makes `length` the shortest.
//!
//! The line follows proven lengths alone: the attacker's move is one after which
//! the mate is proven within what is left, the defender's reply one after which
//! a mate in fewer plies is refuted. Among replies that resist equally long, one
//! that leaves the attacker nothing in hand at the end is preferred. Where only
//! a drop that goes uncounted lasts as long, it is part of the line with its
//! capture, and the line is longer than the length by two.

use crate::futile::Futile;
use crate::line::{first_proven, is_mate, known, legal_moves, within};
use crate::search::Search;
use crate::value::NO_LIMIT;
use kemuri_core::board::Undo;
use kemuri_core::{Hand, Move, Reason};
use std::collections::HashMap;

/// The shortest length found, and why it is not proven shortest, if it is not.
pub(crate) fn prove(search: &mut Search<'_>, mut len: u16) -> (u16, Option<Reason>) {
    while let Some(less) = len.checked_sub(2) {
        match within(search, less) {
            Ok(Some(shorter)) => len = shorter,
            Ok(None) => break,
            Err(reason) => return (len, Some(reason)),
        }
    }
    (len, None)
}

/// Positions in which equally long replies are compared by what they leave in
/// hand; beyond that the first one is taken.
const COMPARED: u32 = 2000;

/// The best line from the board's position, a mate in exactly `len` plies.
pub(crate) fn line(search: &mut Search<'_>, len: u16) -> Result<Vec<Move>, Reason> {
    let mut reader = Reader {
        search,
        seen: HashMap::new(),
        left: COMPARED,
    };
    let mut line = reader.best(len)?.line;
    line.reverse();
    Ok(line)
}

/// The replies in the board's position, a mate in exactly `len` plies, that last
/// that long.
pub(crate) fn longest_replies(search: &mut Search<'_>, len: u16) -> Result<Vec<Move>, Reason> {
    let moves = legal_moves(search);
    let mut reader = Reader {
        search,
        seen: HashMap::new(),
        left: COMPARED,
    };
    reader.longest_replies(&moves, len)
}

/// What follows after `line` if the defender interposes in vain.
pub(crate) fn futile_tail(search: &mut Search<'_>, line: &[Move]) -> Result<Vec<Move>, Reason> {
    let undos: Vec<Undo> = line.iter().map(|&mv| search.board.make(mv)).collect();
    let futile = std::mem::replace(&mut search.futile, Futile::None);
    let rest = match within(search, NO_LIMIT) {
        Ok(Some(len)) => crate::line::extract(search, len),
        Ok(None) => Err(Reason::Memory),
        Err(reason) => Err(reason),
    };
    search.futile = futile;
    for (&mv, undo) in line.iter().zip(undos).rev() {
        search.board.undo(mv, undo);
    }
    rest
}

/// How play ends from a position on.
#[derive(Clone)]
struct End {
    /// The moves, last one first.
    line: Vec<Move>,
    /// Whether the attacker is left with nothing in hand.
    clean: bool,
}

struct Reader<'s, 'a> {
    search: &'s mut Search<'a>,
    /// Positions seen, and whether they end clean.
    seen: HashMap<(u64, Hand), bool>,
    left: u32,
}

impl Reader<'_, '_> {
    /// The best line from a position that is a mate in exactly `len`.
    fn best(&mut self, len: u16) -> Result<End, Reason> {
        // The forced part is walked, the rest tried: recursion only where
        // replies compete.
        let mut played = Vec::new();
        let result = self.walk(len, &mut played);
        for &(mv, undo) in played.iter().rev() {
            self.search.board.undo(mv, undo);
        }
        let mut end = result?;
        end.line.extend(played.iter().rev().map(|&(mv, _)| mv));
        Ok(end)
    }

    fn walk(&mut self, mut len: u16, played: &mut Vec<(Move, Undo)>) -> Result<End, Reason> {
        loop {
            let moves = legal_moves(self.search);
            let mv = if self.search.board.attacker_to_move() {
                shortest_check(self.search, &moves, len)?
            } else if len == 0 {
                let clean = self.search.board.attacker_hand() == Hand::EMPTY;
                return Ok(End {
                    line: Vec::new(),
                    clean,
                });
            } else {
                let longest = self.longest_replies(&moves, len)?;
                match longest[..] {
                    [] if self.search.futile == Futile::None => return Err(Reason::Memory),
                    [] => {
                        let (drop, capture) = self.uncounted(&moves, len)?;
                        let Some(capture) = capture else {
                            played.push((drop, self.search.board.make(drop)));
                            len -= 1;
                            continue;
                        };
                        for mv in [drop, capture] {
                            played.push((mv, self.search.board.make(mv)));
                        }
                        continue;
                    }
                    [only] => only,
                    _ if self.left == 0 => longest[0],
                    _ => return self.cleanest(&longest, len),
                }
            };
            played.push((mv, self.search.board.make(mv)));
            len -= 1;
        }
    }

    /// The replies that last `len` plies, futile ones left out.
    fn longest_replies(&mut self, moves: &[Move], len: u16) -> Result<Vec<Move>, Reason> {
        let mut longest = Vec::new();
        for &mv in moves {
            let undo = self.search.board.make(mv);
            let lasts = if self.search.futile != Futile::None && mv.is_drop() {
                self.drop_lasts(mv, moves, len)
            } else if len < 3 {
                Ok(true)
            } else {
                within(self.search, len - 3).map(|shorter| shorter.is_none())
            };
            self.search.board.undo(mv, undo);
            if lasts? {
                longest.push(mv);
            }
        }
        Ok(longest)
    }

    /// Where nothing else lasts `len` plies: a drop that does, and its capture if
    /// that is what keeps the two from counting.
    fn uncounted(&mut self, moves: &[Move], len: u16) -> Result<(Move, Option<Move>), Reason> {
        let mut found = None;
        for &mv in moves.iter().filter(|mv| mv.is_drop()) {
            let undo = self.search.board.make(mv);
            let answer = self.answer_to(mv, moves, len);
            self.search.board.undo(mv, undo);
            match answer? {
                Some(None) => return Ok((mv, None)),
                Some(capture) => found = found.or(Some((mv, capture))),
                None => {}
            }
        }
        found.ok_or(Reason::Memory)
    }

    /// If the drop that was just made lasts `len` plies: nothing if they are
    /// plies that count, else the capture that does not.
    fn answer_to(
        &mut self,
        mv: Move,
        instead: &[Move],
        len: u16,
    ) -> Result<Option<Option<Move>>, Reason> {
        if len >= 2 && is_mate(self.search.decide_drop(mv, instead, len - 2))? {
            return Ok(None);
        }
        if counts(self.search, len)? {
            return Ok(Some(None));
        }
        for check in captures(self.search, mv, instead) {
            let undo = self.search.board.make(check);
            let left = within(self.search, len);
            self.search.board.undo(check, undo);
            if left?.is_some() {
                return Ok(Some(Some(check)));
            }
        }
        Ok(None)
    }

    /// Whether the drop that was just made lasts `len` plies and is not futile.
    fn drop_lasts(&mut self, mv: Move, instead: &[Move], len: u16) -> Result<bool, Reason> {
        if len >= 2 && is_mate(self.search.decide_drop(mv, instead, len - 2))? {
            return Ok(false);
        }
        for check in captures(self.search, mv, instead) {
            let undo = give_back(self.search, check);
            let mates = is_mate(self.search.decide(len));
            take_back(self.search, check, undo);
            if mates? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Of equally long replies the first that leaves nothing in hand, or the
    /// first of all.
    fn cleanest(&mut self, replies: &[Move], len: u16) -> Result<End, Reason> {
        self.left -= 1;
        let mut first = None;
        for &mv in replies {
            let undo = self.search.board.make(mv);
            let name = (self.search.board.key(), self.search.board.attacker_hand());
            let end = if first.is_some() && self.seen.get(&name) == Some(&false) {
                None
            } else {
                Some(self.best(len - 1))
            };
            self.search.board.undo(mv, undo);
            let Some(end) = end else { continue };
            let mut end = end?;
            self.seen.insert(name, end.clean);
            end.line.push(mv);
            if end.clean {
                return Ok(end);
            }
            first.get_or_insert(end);
        }
        first.ok_or(Reason::Memory)
    }
}

/// Whether the drop that was just made is answered within `len` plies, drop
/// included, all of which count.
pub(crate) fn counts(search: &mut Search<'_>, len: u16) -> Result<bool, Reason> {
    let left = len.checked_sub(1).ok_or(Reason::Memory)?;
    Ok(within(search, left)?.is_some())
}

/// The captures of the piece that was just dropped which the profile may leave
/// uncounted. `instead` are the replies there were.
pub(crate) fn captures(search: &mut Search<'_>, drop: Move, instead: &[Move]) -> Vec<Move> {
    let mut checks = legal_moves(search);
    checks.retain(|check| {
        !check.is_drop()
            && check.to_sq() == drop.to_sq()
            && search.futile.allows(&mut search.board, *check, instead)
    });
    checks
}

/// Makes a capture and gives the defender his piece back.
pub(crate) fn give_back(search: &mut Search<'_>, capture: Move) -> (usize, Undo) {
    let board = &mut search.board;
    let kind = usize::from(board.piece(capture.to_sq().to_index()) & 7);
    let undo = board.make(capture);
    board.give_back(kind);
    (kind, undo)
}

/// Takes both back.
pub(crate) fn take_back(search: &mut Search<'_>, capture: Move, (kind, undo): (usize, Undo)) {
    search.board.take_back(kind);
    search.board.undo(capture, undo);
}

/// A check that mates within `len` plies; `moves` are all checks there are.
pub(crate) fn shortest_check(
    search: &mut Search<'_>,
    moves: &[Move],
    len: u16,
) -> Result<Move, Reason> {
    let left = len.checked_sub(1).ok_or(Reason::Memory)?;
    let is_known = |search: &mut Search<'_>| {
        let mut moves = moves.iter();
        moves
            .find(|&&mv| known(search, mv, left).is_some())
            .copied()
    };
    if let Some(mv) = is_known(search) {
        return Ok(mv);
    }
    within(search, len)?;
    if let Some(mv) = is_known(search) {
        return Ok(mv);
    }
    match first_proven(search, moves, left)? {
        Some((mv, _)) => Ok(mv),
        None => Err(Reason::Memory),
    }
}
