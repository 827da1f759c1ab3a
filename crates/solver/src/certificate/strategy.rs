//! The moves that a certificate needs, read off the table and searched again
//! where the table has forgotten them.
//!
//! Each question is a search of its own, on an empty path, and so every answer
//! holds on every path. While solving, most refutations depended on positions that
//! were met again; they hold without them now, because those positions have been
//! refuted since (see [`crate::table`]). The walk notes the positions it goes
//! through as such, too, with the hand that the certificate gives them.

use crate::futile::Futile;
use crate::leaf;
use crate::line::{first_proven, known, legal_moves};
use crate::path::{HORIZON, signature};
use crate::search::{Search, SearchStatus};
use crate::table::NOTHING;
use crate::value::{NO_LIMIT, State, Value};
use kemuri_certify::rules::HandCounts;
use kemuri_certify::{Depth, KnownMate, KnownRefutation, Strategy};
use kemuri_core::board::Undo;
use kemuri_core::hand::HAND_KINDS;
use kemuri_core::{Hand, Move, Reason};
use std::cmp::Reverse;

/// Nodes that a refutation for ever may have taken to be claimed where less is
/// asked for.
const CHEAP: u64 = 1000;

/// Why the search does not answer a question of the builder.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoAnswer {
    /// The budget is spent.
    #[error(transparent)]
    Stopped(#[from] Reason),
    /// The answer would contradict what was claimed.
    #[error("the search contradicts its own proof")]
    Contradiction,
}

/// A search that answers the questions of the builder.
pub(super) struct SearchStrategy<'s, 'a> {
    search: &'s mut Search<'a>,
    /// The moves of the walk.
    played: Vec<(Move, Undo)>,
}

impl<'s, 'a> SearchStrategy<'s, 'a> {
    pub(super) fn new(search: &'s mut Search<'a>) -> Self {
        Self {
            search,
            played: Vec::new(),
        }
    }

    /// What is known, or found by searching, of the board's position.
    fn decided(&mut self, len: u16) -> Result<Value, Reason> {
        if let Some(value) = self.search.known(len) {
            return Ok(value);
        }
        if len == 1 && self.search.board.attacker_to_move() {
            // The search keeps no such result either.
            return Ok(leaf::mate_in_one_or_none(
                &mut self.search.board,
                self.search.tests,
                Futile::None,
                &mut self.search.moves,
                &mut self.search.nodes,
            )
            .0);
        }
        finished(self.search.decide(len))
    }

    /// How much a reply asks for that is known to be good: least of all if the
    /// refutation after it holds long and has few checks to answer. None if
    /// nothing is known of it.
    fn cost_of(&mut self, reply: Move, len: u16) -> Option<(Reverse<u16>, usize)> {
        self.make(reply);
        let value = if len == 1 {
            self.decided(len).ok()
        } else {
            self.search.known(len)
        };
        let cost = value
            .filter(|value| value.state == State::Disproven)
            .map(|value| (Reverse(value.len), legal_moves(self.search).len()));
        self.undo();
        cost
    }

    /// Of the replies that are known to be good the one that asks for least.
    fn known_reply(&mut self, replies: &[Move], len: u16) -> Option<Move> {
        let costs = replies
            .iter()
            .filter_map(|&reply| self.cost_of(reply, len).map(|cost| (cost, reply)));
        costs.min_by_key(|&(cost, _)| cost).map(|(_, reply)| reply)
    }
}

/// The value that a search ended with.
fn finished(status: SearchStatus) -> Result<Value, Reason> {
    match status {
        SearchStatus::Done(value) if value.heads.first == HORIZON => Err(Reason::Memory),
        SearchStatus::Done(value) => Ok(value),
        SearchStatus::Stopped(reason) => Err(reason),
    }
}

/// A depth as the search writes it.
fn plies(depth: Depth) -> u16 {
    match depth {
        Depth::Plies(n) => n,
        Depth::Forever => NO_LIMIT,
    }
}

/// A hand as the verifier counts it.
fn counted(hand: Hand) -> HandCounts {
    HandCounts::new(|kind| hand.count(kind.to_index()) as u8)
}

/// A hand as the search packs it.
fn packed(counts: HandCounts) -> Hand {
    HAND_KINDS.into_iter().fold(Hand::EMPTY, |hand, kind| {
        hand.with(kind.to_index(), counts.count(kind).into())
    })
}

impl Strategy for SearchStrategy<'_, '_> {
    type Error = NoAnswer;

    fn make(&mut self, mv: Move) {
        let undo = self.search.board.make(mv);
        self.played.push((mv, undo));
    }

    fn undo(&mut self) {
        if let Some((mv, undo)) = self.played.pop() {
            self.search.board.undo(mv, undo);
        }
    }

    fn set_hand(&mut self, hand: HandCounts) {
        self.search.board.set_attacker_hand(packed(hand));
    }

    fn mate(&mut self, within: u16) -> Result<KnownMate, NoAnswer> {
        let mut value = self.decided(within)?;
        if value.state != State::Proven {
            return Err(NoAnswer::Contradiction);
        }
        // The table may know more than one mate.
        while value.len > 2
            && let Some(shorter) = self.search.known(value.len - 2)
            && shorter.state == State::Proven
        {
            value = shorter;
        }
        Ok(KnownMate {
            hand: counted(value.hand),
            rank: value.len,
        })
    }

    fn mating_move(&mut self, rank: u16) -> Result<Move, NoAnswer> {
        let checks = legal_moves(self.search);
        let left = rank - 1;
        let best_known = |search: &mut Search<'_>| {
            let lengths = checks
                .iter()
                .filter_map(|&check| known(search, check, left).map(|len| (len, check)));
            lengths.min_by_key(|&(len, _)| len).map(|(_, check)| check)
        };
        if let Some(check) = best_known(self.search) {
            return Ok(check);
        }
        finished(self.search.decide_anew(rank))?;
        if let Some(check) = best_known(self.search) {
            return Ok(check);
        }
        match first_proven(self.search, &checks, left)? {
            Some((check, _)) => Ok(check),
            None => Err(NoAnswer::Contradiction),
        }
    }

    fn refutation(&mut self, within: Depth) -> Result<KnownRefutation, NoAnswer> {
        let Value {
            state, hand, len, ..
        } = self.decided(plies(within))?;
        if state != State::Disproven {
            return Err(NoAnswer::Contradiction);
        }
        let Search { board, table, .. } = &mut *self.search;
        for hand in [board.attacker_hand(), hand] {
            table
                .refuted
                .note(signature(board.key(), hand), len, NOTHING);
        }
        let depth = match len {
            // Forever asks for more all the way down. Where the table has lost
            // what it once took to know that, it could cost more than solving.
            NO_LIMIT if table.effort(board.key(), hand) <= CHEAP => Depth::Forever,
            NO_LIMIT => within,
            len => Depth::Plies(len),
        };
        let hand = counted(hand);
        Ok(KnownRefutation { hand, depth })
    }

    fn reply(&mut self, within: Depth) -> Result<Move, NoAnswer> {
        let replies = legal_moves(self.search);
        let len = plies(within);
        if let Some(reply) = self.known_reply(&replies, len) {
            return Ok(reply);
        }
        // All replies are searched at once: one at a time, a bad one could take
        // longer than all the rest.
        let here = if len == NO_LIMIT { len } else { len + 1 };
        finished(self.search.decide_anew(here))?;
        if let Some(reply) = self.known_reply(&replies, len) {
            return Ok(reply);
        }
        for reply in replies {
            self.make(reply);
            let value = self.decided(len);
            self.undo();
            if value?.state == State::Disproven {
                return Ok(reply);
            }
        }
        Err(NoAnswer::Contradiction)
    }
}
