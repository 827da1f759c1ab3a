//! The longest line of a proof tree: the bound that a mate claims before it is
//! proven shortest, with a line that takes as many plies.
//!
//! A stored length is the sum of those that its replies had when it was stored. A
//! reply for which a shorter mate was found later leaves it as it is, so the number
//! at the root can be many times what any line of the proof takes. Here one tree is
//! walked, and every length is computed anew:
//!
//! - The attacker plays the check with the least length that is known. Its plies are
//!   1 + those of the position after it.
//! - All replies that count are looked at. The one with the greatest length is
//!   walked, which gives its plies, until the reply with the greatest number is one
//!   that was walked. The others are known to be mated within no more plies and are
//!   not walked. The plies are 1 + that number.
//!
//! A position, its hand included, gets one value, when the values of all moves that it
//! depends on are there. Where it is met again below itself, the value found there is
//! taken. So cycles do no harm: the plies fall by one along the line of the greatest
//! values, and there is a mate within the plies of the first position, for what was not
//! walked is stored as a result that holds on every path. As a rule a move leads to a
//! position whose length is known to be less, and the walk comes to its end.
//!
//! Hands are those on the board. Only bounds are taken from results for other hands,
//! and where a proof does not need the whole hand, neither does what is stored of it.
//!
//! The plies of every position of the tree are stored, so that what follows (the
//! proof that the mate is shortest, variations, certificates) finds them. What the
//! table has forgotten is searched again. All of it may take a tenth of the nodes of the
//! search and as much of its time; if that is not enough, there is no such line.

use crate::best_line::{sort_checks, sort_replies};
use crate::futile::Futile;
use crate::hands;
use crate::line::{legal_moves, length_of, within};
use crate::path::MAX_DEPTH;
use crate::search::Search;
use crate::value::{NO_LIMIT, State, Value};
use kemuri_core::board::Undo;
use kemuri_core::{Hand, Move, Reason};
use std::collections::HashMap;

/// The share of the nodes of the search that may be spent.
const SHARE: u64 = 10;
/// What may be spent in any case.
const FEW_NODES: u64 = 10_000;
/// Nodes that a position of the walk counts for: all of its moves are looked up, which
/// takes up to five times as long as a node.
const NODES_PER_POSITION: u64 = 5;
/// Positions that are remembered at most, in some 20 MiB.
const MOST_POSITIONS: usize = 400_000;
/// Nodes to find a forgotten mate again within the plies that are known to suffice.
const NODES_TO_FIND_AGAIN: u64 = 1000;
/// Positions between two looks at the limits.
const POSITIONS_BETWEEN_CHECKS: u64 = 256;

/// Returns the longest line of a proof tree of the board's position, a mate within
/// `len` plies that the search has found: its plies are a bound of the length under the
/// profile of the search. Returns nothing if the limits do not suffice.
pub(crate) fn longest_line(search: &mut Search<'_>, len: u16) -> Option<Vec<Move>> {
    let mut walk = Walk {
        first_nodes: search.nodes,
        most: search.nodes / SHARE + FEW_NODES,
        search,
        walked: HashMap::new(),
        stack: Vec::new(),
        positions: 0,
    };
    let result = walk.run(len);
    while let Some(frame) = walk.stack.pop() {
        walk.take_back(&frame);
    }
    let line = result.ok().and_then(|()| walk.line());
    line.filter(|line| line.len() <= usize::from(len))
}

/// What is known of a position that was walked.
#[derive(Clone, Copy)]
struct Walked {
    /// The attacker's hand that its proof needs.
    hand: Hand,
    /// The plies of its longest line.
    plies: u16,
    /// The first move of that line; none if the king is mated.
    mv: Move,
}

/// A walk through a proof tree.
struct Walk<'s, 'a> {
    search: &'s mut Search<'a>,
    walked: HashMap<(u64, Hand), Walked>,
    stack: Vec<Frame>,
    /// Positions that were walked.
    positions: u64,
    /// Nodes of the search when the walk began.
    first_nodes: u64,
    /// Nodes that may be spent.
    most: u64,
}

/// A position on the way to the one on the board.
struct Frame {
    position: (u64, Hand),
    /// The move that leads here, and how to take it back; none at the first.
    reached: Option<(Move, Undo)>,
    is_or: bool,
    /// The plies that are known to suffice.
    most: u16,
    /// What was spent before.
    spent_before: u64,
    /// The attacker's check, or the replies that count.
    moves: Vec<Candidate>,
    /// The move that is walked.
    current: usize,
}

/// A move, and what is known of the position after it.
#[derive(Clone, Copy)]
struct Candidate {
    mv: Move,
    /// The plies within which it is a mate.
    most: u16,
    /// A hand with which it is.
    hand: Hand,
    /// Whether it was walked, so that its longest line takes `most` plies.
    is_walked: bool,
}

impl Walk<'_, '_> {
    fn run(&mut self, len: u16) -> Result<(), Reason> {
        self.enter(None, len)?;
        while let Some(frame) = self.stack.last_mut() {
            match frame.next() {
                Some(place) => {
                    frame.current = place;
                    let Candidate { mv, most, .. } = frame.moves[place];
                    let undo = self.search.board.make(mv);
                    match self.walked.get(&self.position()) {
                        Some(&walked) => {
                            self.search.board.undo(mv, undo);
                            self.receive(walked);
                        }
                        None => self.enter(Some((mv, undo)), most)?,
                    }
                }
                None => self.leave(),
            }
        }
        Ok(())
    }

    fn position(&self) -> (u64, Hand) {
        let board = &self.search.board;
        (board.key(), board.attacker_hand())
    }

    /// Puts the board's position, a mate within `most` plies, on the stack.
    fn enter(&mut self, reached: Option<(Move, Undo)>, most: u16) -> Result<(), Reason> {
        let is_or = self.search.board.attacker_to_move();
        self.stack.push(Frame {
            position: self.position(),
            reached,
            is_or,
            most,
            spent_before: self.spent(),
            moves: Vec::new(),
            current: 0,
        });
        self.positions += 1;
        if self.nodes_left() == 0 {
            return Err(Reason::Nodes);
        }
        if self.walked.len() >= MOST_POSITIONS || self.stack.len() > usize::from(MAX_DEPTH) {
            return Err(Reason::Memory);
        }
        if self.positions.is_multiple_of(POSITIONS_BETWEEN_CHECKS)
            && let Some(reason) = self.search.out_of_limits()
        {
            return Err(reason);
        }
        let moves = match is_or {
            true => vec![self.check(most)?],
            false => self.replies(most)?,
        };
        let frame = self.stack.last_mut().expect("it was just put there");
        frame.moves = moves;
        Ok(())
    }

    /// Nodes spent so far.
    fn spent(&self) -> u64 {
        self.positions * NODES_PER_POSITION + (self.search.nodes - self.first_nodes)
    }

    /// What may still be spent.
    fn nodes_left(&self) -> u64 {
        self.most.saturating_sub(self.spent())
    }

    /// The check with the least length that is known, in a mate within `most` plies.
    fn check(&mut self, most: u16) -> Result<Candidate, Reason> {
        let left = most.checked_sub(1).ok_or(Reason::Contradiction)?;
        let mut moves = legal_moves(self.search);
        sort_checks(&self.search.board, &mut moves);
        if let Some(check) = self.best_known_check(&moves, left) {
            return Ok(check);
        }
        // The table has forgotten which check mates. The search may find another one.
        for len in [most, NO_LIMIT] {
            let nodes = self.nodes_left().min(NODES_TO_FIND_AGAIN);
            let found = (self.search).with_nodes(nodes, |search| search.decide_anew(len));
            if let Some(check) = self.best_known_check(&moves, NO_LIMIT) {
                return Ok(check);
            }
            match length_of(found) {
                Ok(None) => return Err(Reason::Contradiction),
                Err(Reason::Interrupted) => return Err(Reason::Interrupted),
                _ => {}
            }
        }
        Err(Reason::Nodes)
    }

    fn best_known_check(&mut self, moves: &[Move], left: u16) -> Option<Candidate> {
        let mut best: Option<Candidate> = None;
        for &mv in moves {
            let left = best.map_or(left, |best| best.most.saturating_sub(1));
            if let Some(check) = self.known(mv, left)
                && best.is_none_or(|best| check.most < best.most)
            {
                best = Some(check);
            }
        }
        best
    }

    /// The replies that count in a mate within `most` plies, the one to be preferred
    /// among equal ones first.
    fn replies(&mut self, most: u16) -> Result<Vec<Candidate>, Reason> {
        let mut moves = legal_moves(self.search);
        sort_replies(&self.search.board, &mut moves);
        let mut replies = Vec::with_capacity(moves.len());
        for mv in moves {
            if self.search.may_be_futile(mv) {
                replies.extend(self.interposition(mv, most)?);
                continue;
            }
            let left = most.checked_sub(1).ok_or(Reason::Contradiction)?;
            let reply = match self.known(mv, left) {
                Some(reply) => reply,
                None => {
                    let undo = self.search.board.make(mv);
                    let found = self.search_again(left);
                    self.search.board.undo(mv, undo);
                    self.known(mv, found?).ok_or(Reason::Memory)?
                }
            };
            replies.push(reply);
        }
        Ok(replies)
    }

    /// The interposition `mv` in a mate within `most` plies, unless it is known to be
    /// futile.
    fn interposition(&mut self, mv: Move, most: u16) -> Result<Option<Candidate>, Reason> {
        for is_searched in [false, true] {
            if self.search.is_known_futile(mv, most) {
                return Ok(None);
            }
            if let Some(left) = self.search.known_interposition(mv, most) {
                let hand = self.search.board.attacker_hand_after(mv);
                return Ok(Some(Candidate {
                    mv,
                    most: left,
                    hand,
                    is_walked: false,
                }));
            }
            if !is_searched {
                let left = self.nodes_left();
                self.search
                    .with_nodes(left, |search| search.interposition_lasts(mv, most))?;
            }
        }
        Err(Reason::Nodes)
    }

    /// Searches the board's position again, a mate within `len` plies that the table has
    /// forgotten. If that is not found soon, a mate within any number of plies will do.
    fn search_again(&mut self, len: u16) -> Result<u16, Reason> {
        let nodes = self.nodes_left().min(NODES_TO_FIND_AGAIN);
        let found = self.search.with_nodes(nodes, |search| within(search, len));
        let found = match found {
            Ok(Some(len)) => Some(len),
            Err(Reason::Interrupted) => return Err(Reason::Interrupted),
            _ => {
                let nodes = self.nodes_left();
                self.search
                    .with_nodes(nodes, |search| within(search, NO_LIMIT))?
            }
        };
        found.ok_or(Reason::Contradiction)
    }

    /// What is known of the position after `mv`: the plies it was walked with, or a mate
    /// within `len`.
    fn known(&mut self, mv: Move, len: u16) -> Option<Candidate> {
        let undo = self.search.board.make(mv);
        let candidate = self.known_here(mv, len);
        self.search.board.undo(mv, undo);
        candidate
    }

    fn known_here(&mut self, mv: Move, len: u16) -> Option<Candidate> {
        let known = |most, hand, is_walked| Candidate {
            mv,
            most,
            hand,
            is_walked,
        };
        if let Some(walked) = self.walked.get(&self.position()) {
            return Some(known(walked.plies, walked.hand, true));
        }
        let board = &self.search.board;
        if !board.attacker_to_move() && !board.has_evasion() {
            return Some(known(0, board.attacker_hand(), false));
        }
        let value = self.search.known(len)?;
        (value.state == State::Proven).then(|| known(value.len, value.hand, false))
    }

    /// Takes the plies of the position after the move that was walked.
    fn receive(&mut self, walked: Walked) {
        if let Some(frame) = self.stack.last_mut() {
            let candidate = &mut frame.moves[frame.current];
            candidate.most = walked.plies;
            candidate.hand = walked.hand;
            candidate.is_walked = true;
        }
    }

    /// Leaves the top position, whose longest line is known.
    fn leave(&mut self) {
        let frame = self.stack.pop().expect("a position to leave");
        let longest = frame.longest().map(|place| frame.moves[place]);
        let plies = longest.map_or(0, |longest| longest.most + 1);
        // A position that was met again below itself has its value.
        let known = self.walked.get(&frame.position).copied();
        let walked = known.unwrap_or_else(|| Walked {
            hand: self.hand_needed(&frame),
            plies,
            mv: longest.map_or(Move::MOVE_NONE, |longest| longest.mv),
        });
        if known.is_none() {
            self.walked.insert(frame.position, walked);
        }
        if walked.plies < frame.most {
            self.store(walked, self.spent() - frame.spent_before);
        }
        self.take_back(&frame);
        self.receive(walked);
    }

    /// A hand with which the mate in the board's position takes no longer.
    fn hand_needed(&self, frame: &Frame) -> Hand {
        let Search { board, tests, .. } = &*self.search;
        if !tests.proof_hands || self.search.futile != Futile::None {
            return board.attacker_hand();
        }
        if frame.is_or {
            let Candidate { mv, hand, .. } = frame.moves[frame.current];
            let captured = match mv.is_drop() {
                true => 0,
                false => board.piece(mv.to_sq().to_index()),
            };
            return hands::before(mv, captured, hand);
        }
        let hand = (frame.moves.iter()).fold(Hand::EMPTY, |hand, reply| hand.max(reply.hand));
        hands::with_monopolies(board, &board.king_lines(), hand)
    }

    /// Stores the plies of the board's position, on which `amount` was spent.
    fn store(&mut self, walked: Walked, amount: u64) {
        let exact = self.search.futile != Futile::None;
        let value = Value::proven(walked.hand, walked.plies).for_hand(exact);
        let key = self.search.root_query_within(walked.plies).key;
        self.search.table.store_decided(key, &value, amount);
    }

    /// Takes back the move that leads to a position.
    fn take_back(&mut self, frame: &Frame) {
        if let Some((mv, undo)) = frame.reached {
            self.search.board.undo(mv, undo);
        }
    }

    /// The line of the greatest values from the board's position.
    fn line(&mut self) -> Option<Vec<Move>> {
        let mut played: Vec<(Move, Undo)> = Vec::new();
        let mut left = self.walked.get(&self.position())?.plies;
        while left > 0
            && let Some(walked) = self.walked.get(&self.position())
            && walked.plies == left
        {
            played.push((walked.mv, self.search.board.make(walked.mv)));
            left -= 1;
        }
        let is_mate = self
            .walked
            .get(&self.position())
            .is_some_and(|end| end.plies == 0);
        let line = played.iter().map(|&(mv, _)| mv).collect();
        for (mv, undo) in played.into_iter().rev() {
            self.search.board.undo(mv, undo);
        }
        is_mate.then_some(line)
    }
}

impl Frame {
    /// The first move of those with the most plies; one that was walked, if there is.
    fn longest(&self) -> Option<usize> {
        let places = 0..self.moves.len();
        places.rev().max_by_key(|&place| {
            let Candidate {
                most, is_walked, ..
            } = self.moves[place];
            (most, is_walked)
        })
    }

    /// The move to be walked; nothing if the plies of the position are known.
    fn next(&self) -> Option<usize> {
        self.longest().filter(|&place| !self.moves[place].is_walked)
    }
}
