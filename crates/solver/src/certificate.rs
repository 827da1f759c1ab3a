//! Certificates out of the search: the moves that a certificate needs, read off
//! the table and searched again where the table has forgotten them.
//!
//! Each question is a search of its own, on an empty path, and so every answer
//! holds on every path. While solving, most refutations leaned on positions that
//! were met again; they hold without them now, because those positions have been
//! refuted since (see [`crate::table`]). The walk notes the positions it goes
//! through as such, too, with the hand that the certificate gives them.

use crate::Solver;
use crate::leaf;
use crate::line::{first_proven, known, legal_moves};
use crate::outcome::Verdict;
use crate::path::{HORIZON, signature};
use crate::search::{Search, Status};
use crate::table::NOTHING;
use crate::value::{NO_LIMIT, State, Value};
use kemuri_certify::{Attack, BuildError, Builder, Claim, Depth, Refutation, Strategy, Written};
use kemuri_core::board::Undo;
use kemuri_core::{Board, Budget, Hand, Move, Phase, Problem, Progress, Reason, View};
use std::cell::RefCell;
use std::cmp::Reverse;
use std::io::Write;

/// Nodes that a refutation for ever may have taken to be claimed where less is
/// asked for.
const CHEAP: u64 = 1000;

/// Why there is no certificate.
#[derive(Debug, thiserror::Error)]
pub enum CertifyError {
    /// The verdict claims nothing that could be certified.
    #[error("nothing is proven that a certificate could show")]
    Undecided,
    /// A limit was hit while something had to be searched again.
    #[error("{}", stopped(*.0))]
    Stopped(Reason),
    /// The search contradicts what it has claimed: the verdict may be wrong.
    #[error("the search contradicts its own proof")]
    Contradiction,
    /// It could not be written, or the builder refuses what the search says.
    #[error(transparent)]
    Build(BuildError<NoAnswer>),
}

/// Why the search does not answer a question of the builder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoAnswer {
    /// A limit was hit.
    Stopped(Reason),
    /// The answer would contradict what was claimed.
    Contradiction,
}

impl From<Reason> for NoAnswer {
    fn from(reason: Reason) -> Self {
        Self::Stopped(reason)
    }
}

fn stopped(reason: Reason) -> &'static str {
    match reason {
        Reason::Time => "the time limit was reached before the certificate was complete",
        Reason::Nodes => "the node limit was reached before the certificate was complete",
        Reason::Memory => "the depth limit was reached before the certificate was complete",
        Reason::Interrupted => "the certificate was interrupted",
    }
}

impl From<BuildError<NoAnswer>> for CertifyError {
    fn from(error: BuildError<NoAnswer>) -> Self {
        match error {
            BuildError::Stopped(reason) | BuildError::Strategy(NoAnswer::Stopped(reason)) => {
                Self::Stopped(reason)
            }
            BuildError::Strategy(NoAnswer::Contradiction) => Self::Contradiction,
            error => Self::Build(error),
        }
    }
}

/// What a certificate of this verdict claims.
pub fn claim_of(verdict: &Verdict) -> Option<Claim> {
    match verdict {
        Verdict::Mate(mate) => {
            let length = u16::try_from(mate.length).ok()?;
            Some(if mate.exact {
                Claim::MateExactly(length)
            } else {
                Claim::MateWithin(length)
            })
        }
        Verdict::NoMate => Some(Claim::NoMate),
        Verdict::Unknown(_) => None,
    }
}

impl Solver {
    /// Writes the certificate of a verdict of [`Solver::solve`] to `sink`. A length
    /// has to be one in which every interposition counts
    /// ([`Futile::None`](crate::Futile::None)): a certificate knows no other.
    ///
    /// What the table still knows from solving need not be searched again. The
    /// builder remembers written entries in `index_bytes` bytes beside the table.
    /// `on_progress` is called about ten times a second.
    ///
    /// # Errors
    /// When the verdict claims nothing, the budget is spent or writing fails. What was
    /// written by then is no certificate.
    pub fn certify(
        &mut self,
        problem: &Problem,
        verdict: &Verdict,
        index_bytes: usize,
        budget: &Budget,
        sink: impl Write,
        on_progress: &mut dyn FnMut(&Progress),
    ) -> Result<Written, CertifyError> {
        let claim = claim_of(verdict).ok_or(CertifyError::Undecided)?;
        // The search and the builder report in turn: each knows a part.
        let report = RefCell::new((Progress::new(Phase::Certifying), on_progress));
        let mut while_searching = |search: &Progress| {
            let (progress, on_progress) = &mut *report.borrow_mut();
            let done = progress.done;
            *progress = search.clone();
            progress.done = done;
            on_progress(progress);
        };
        let mut on_entries = |build: &Progress| {
            let (progress, on_progress) = &mut *report.borrow_mut();
            progress.done = build.done;
            progress.elapsed = build.elapsed;
            on_progress(progress);
        };
        let mut search = Search::new(
            Board::new(problem),
            &mut self.table,
            &self.options,
            budget,
            &mut while_searching,
        );
        search.phase = Phase::Certifying;
        search.view = View::of(problem);
        // Nodes are those of the search.
        let time = Budget::until_stopped(budget.stop_flag()).with_time(budget.time_left());
        let mut guide = Guide {
            search: &mut search,
            played: Vec::new(),
        };
        Builder::new(index_bytes)
            .build(problem, claim, &mut guide, sink, &time, &mut on_entries)
            .map_err(CertifyError::from)
    }
}

/// A search that answers the questions of the builder.
struct Guide<'s, 'a> {
    search: &'s mut Search<'a>,
    /// The moves of the walk.
    played: Vec<(Move, Undo)>,
}

impl Guide<'_, '_> {
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
fn finished(status: Status) -> Result<Value, Reason> {
    match status {
        Status::Done(value) if value.heads.first == HORIZON => Err(Reason::Memory),
        Status::Done(value) => Ok(value),
        Status::Stopped(reason) => Err(reason),
    }
}

/// A depth as the search writes it.
fn plies(depth: Depth) -> u16 {
    match depth {
        Depth::Plies(n) => n,
        Depth::Forever => NO_LIMIT,
    }
}

impl Strategy for Guide<'_, '_> {
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

    fn set_hand(&mut self, hand: Hand) {
        self.search.board.set_attacker_hand(hand);
    }

    fn attack(&mut self, within: u16) -> Result<Attack, NoAnswer> {
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
        Ok(Attack {
            hand: value.hand,
            rank: value.len,
        })
    }

    fn attack_move(&mut self, rank: u16) -> Result<Move, NoAnswer> {
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

    fn refutation(&mut self, within: Depth) -> Result<Refutation, NoAnswer> {
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
        Ok(Refutation { hand, depth })
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
