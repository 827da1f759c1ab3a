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

use crate::Solver;
use crate::futile::Futile;
use crate::line::{first_proven, is_mate, known, legal_moves, within};
use crate::search::Search;
use crate::value::NO_LIMIT;
use kemuri_core::board::Undo;
use kemuri_core::{Board, Budget, Hand, Move, Problem, Progress, Reason, View};
use std::collections::HashSet;

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

impl Solver {
    /// The replies that last `length` plies in a position with the defender to
    /// move, which [`Solver::solve`] has found to be a shortest mate in that many
    /// under the profile. Futile interpositions are not among them.
    pub fn longest_replies(
        &mut self,
        problem: &Problem,
        futile: Futile,
        length: u32,
        budget: &Budget,
        on_progress: &mut dyn FnMut(&Progress),
    ) -> Result<Vec<Move>, Reason> {
        let mut search = Search::new(
            Board::new(problem),
            &mut self.table,
            &self.options,
            budget,
            on_progress,
        );
        search.view = View::of(problem);
        search.futile = futile;
        let length = u16::try_from(length).map_err(|_| Reason::Memory)?;
        let moves = legal_moves(&mut search);
        let replies = longest_replies(&mut search, &moves, length)?;
        Ok(search.view.line(&replies))
    }
}

/// Returns the best line from the board's position, a mate in exactly `len` plies.
pub(crate) fn line(search: &mut Search<'_>, len: u16) -> Result<Vec<Move>, Reason> {
    let mut reader = Reader {
        search,
        played: Vec::new(),
        choices: Vec::new(),
        unclean: HashSet::new(),
        left: COMPARED,
    };
    let result = reader.play_best(len);
    let line = reader.played.iter().map(|&(mv, _)| mv).collect();
    reader.undo_to(0);
    result.map(|()| line)
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

/// Positions in which equally long replies are compared by what they leave in
/// hand; beyond that the first one is taken.
const COMPARED: u32 = 2000;

/// Plays the best line: depth first over the positions in which several replies
/// last equally long, until one line leaves the attacker nothing in hand.
struct Reader<'s, 'a> {
    search: &'s mut Search<'a>,
    /// The moves on the board.
    played: Vec<(Move, Undo)>,
    /// The positions in between with several longest replies.
    choices: Vec<Choice>,
    /// Positions from which every line that was compared leaves something in hand.
    unclean: HashSet<(u64, Hand)>,
    /// How many more choices may be compared.
    left: u32,
}

/// A position with several longest replies.
struct Choice {
    /// The moves played before it.
    ply: usize,
    /// The plies it lasts.
    len: u16,
    /// The replies not yet played.
    replies: std::vec::IntoIter<Move>,
    /// The position after the reply on the board.
    reached: (u64, Hand),
    /// The line of the first reply.
    first: Option<Vec<Move>>,
}

impl Reader<'_, '_> {
    /// Plays the best line from a position that is a mate in exactly `len`.
    fn play_best(&mut self, len: u16) -> Result<(), Reason> {
        let mut clean = self.play_to_mate(len)?;
        while !clean && let Some(len) = self.next_reply() {
            clean = self.play_to_mate(len)?;
        }
        Ok(())
    }

    /// Plays the first best line, noting the choices on it. Returns whether it
    /// leaves the attacker nothing in hand.
    fn play_to_mate(&mut self, mut len: u16) -> Result<bool, Reason> {
        loop {
            let moves = legal_moves(self.search);
            if self.search.board.attacker_to_move() {
                let check = shortest_check(self.search, &moves, len)?;
                self.play(check);
            } else if len == 0 {
                return Ok(self.search.board.attacker_hand() == Hand::EMPTY);
            } else {
                let longest = longest_replies(self.search, &moves, len)?;
                match longest[..] {
                    [] if self.search.futile == Futile::None => return Err(Reason::Memory),
                    [] => {
                        let (drop, capture) = uncounted(self.search, &moves, len)?;
                        self.play(drop);
                        if let Some(capture) = capture {
                            self.play(capture);
                            continue;
                        }
                    }
                    [first, _, ..] if self.left > 0 => {
                        self.left -= 1;
                        let ply = self.played.len();
                        let reached = self.play(first);
                        let mut replies = longest.into_iter();
                        replies.next();
                        self.choices.push(Choice {
                            ply,
                            len,
                            replies,
                            reached,
                            first: None,
                        });
                    }
                    [first, ..] => {
                        self.play(first);
                    }
                }
            }
            len -= 1;
        }
    }

    /// Plays the next reply of the last choice that has one, instead of the line
    /// on the board, which leaves something in hand. Returns the plies after it.
    ///
    /// With no reply left the line of the first one is on the board again.
    fn next_reply(&mut self) -> Option<u16> {
        while let Some(mut choice) = self.choices.pop() {
            self.unclean.insert(choice.reached);
            let line = self.played[choice.ply..].iter().map(|&(mv, _)| mv);
            let first = choice.first.take().unwrap_or_else(|| line.collect());
            self.undo_to(choice.ply);
            while let Some(reply) = choice.replies.next() {
                choice.reached = self.play(reply);
                if !self.unclean.contains(&choice.reached) {
                    let len = choice.len - 1;
                    choice.first = Some(first);
                    self.choices.push(choice);
                    return Some(len);
                }
                self.undo_to(choice.ply);
            }
            for mv in first {
                self.play(mv);
            }
        }
        None
    }

    /// Plays a move and returns the position reached.
    fn play(&mut self, mv: Move) -> (u64, Hand) {
        let board = &mut self.search.board;
        self.played.push((mv, board.make(mv)));
        (board.key(), board.attacker_hand())
    }

    /// Takes back all moves but the first `plies`.
    fn undo_to(&mut self, plies: usize) {
        for (mv, undo) in self.played.drain(plies..).rev() {
            self.search.board.undo(mv, undo);
        }
    }
}

/// The replies that last `len` plies, futile ones left out.
fn longest_replies(search: &mut Search<'_>, moves: &[Move], len: u16) -> Result<Vec<Move>, Reason> {
    let mut longest = Vec::new();
    for &mv in moves {
        let undo = search.board.make(mv);
        let lasts = if search.futile != Futile::None && mv.is_drop() {
            drop_lasts(search, mv, moves, len)
        } else if len < 3 {
            Ok(true)
        } else {
            within(search, len - 3).map(|shorter| shorter.is_none())
        };
        search.board.undo(mv, undo);
        if lasts? {
            longest.push(mv);
        }
    }
    Ok(longest)
}

/// Where nothing else lasts `len` plies: a drop that does, and its capture if
/// that is what keeps the two from counting.
fn uncounted(
    search: &mut Search<'_>,
    moves: &[Move],
    len: u16,
) -> Result<(Move, Option<Move>), Reason> {
    let mut found = None;
    for &mv in moves.iter().filter(|mv| mv.is_drop()) {
        let undo = search.board.make(mv);
        let answer = answer_to(search, mv, moves, len);
        search.board.undo(mv, undo);
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
    search: &mut Search<'_>,
    mv: Move,
    instead: &[Move],
    len: u16,
) -> Result<Option<Option<Move>>, Reason> {
    if len >= 2 && is_mate(search.decide_drop(mv, instead, len - 2))? {
        return Ok(None);
    }
    if counts(search, len)? {
        return Ok(Some(None));
    }
    for check in captures(search, mv, instead) {
        let undo = search.board.make(check);
        let left = within(search, len);
        search.board.undo(check, undo);
        if left?.is_some() {
            return Ok(Some(Some(check)));
        }
    }
    Ok(None)
}

/// Whether the drop that was just made lasts `len` plies and is not futile.
fn drop_lasts(
    search: &mut Search<'_>,
    mv: Move,
    instead: &[Move],
    len: u16,
) -> Result<bool, Reason> {
    if len >= 2 && is_mate(search.decide_drop(mv, instead, len - 2))? {
        return Ok(false);
    }
    for check in captures(search, mv, instead) {
        let undo = give_back(search, check);
        let mates = is_mate(search.decide(len));
        take_back(search, check, undo);
        if mates? {
            return Ok(false);
        }
    }
    Ok(true)
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
