//! Certificates out of the search: the moves that a certificate needs, read off
//! the table and searched again where the table has forgotten them.
//!
//! A mate holds on every path, and so each question about one is a search of its
//! own. A refutation leans on positions that are met again: below such a position
//! the table holds results that hold as long as it is on the path. Therefore the
//! positions walked through are put on the path of the search, above its root.
//! Each of them stands for at least as long as what lies below it has to, with the
//! hand that the certificate gives it, and so do all positions that lean on them:
//! what is found is stored without a condition.
//!
//! An entry claims what it is asked for. If the table knows that it stands longer,
//! leaning on nothing, it claims that, and is useful in more places; its ancestors
//! do not stand so long, and are taken off the path while the walk is below it.

use crate::Solver;
use crate::answer::{Limits, Reason, Verdict};
use crate::leaf;
use crate::line::{first_proven, known, legal_moves};
use crate::path::{Aside, HORIZON};
use crate::search::{Search, Status};
use crate::value::{NO_LIMIT, State, Value};
use kemuri_certify::{Attack, BuildError, Builder, Claim, Depth, Refutation, Strategy, Written};
use kemuri_core::board::Undo;
use kemuri_core::{Board, Hand, Lang, Move, Problem};
use std::cell::{Cell, RefCell};
use std::cmp::Reverse;
use std::io::Write;
use std::ops::ControlFlow;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// Entries between two looks at the clock.
const ENTRIES_BETWEEN_CHECKS: u64 = 256;
const REPORT_EVERY: Duration = Duration::from_millis(100);

/// Why there is no certificate.
#[derive(Debug, thiserror::Error)]
pub enum CertifyError {
    /// The verdict claims nothing that could be certified.
    #[error("nothing is proven that a certificate could show")]
    Undecided,
    /// A limit was hit while something had to be searched again.
    #[error("{}", sentence(*.0, Lang::En))]
    Stopped(Reason),
    /// The search contradicts what it has claimed: the verdict may be wrong.
    #[error("{}", contradiction(Lang::En))]
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

fn contradiction(lang: Lang) -> &'static str {
    match lang {
        Lang::En => "the search contradicts its own proof",
        Lang::Ja => "探索が自身の証明と矛盾しています",
    }
}

fn sentence(reason: Reason, lang: Lang) -> &'static str {
    let (en, ja) = match reason {
        Reason::Time => (
            "the time limit was reached before the certificate was complete",
            "証明書の作成中に制限時間に達しました",
        ),
        Reason::Nodes => (
            "the node limit was reached before the certificate was complete",
            "証明書の作成中に制限ノード数に達しました",
        ),
        Reason::Memory => (
            "the depth limit was reached before the certificate was complete",
            "証明書の作成中に探索の深さの上限に達しました",
        ),
        Reason::Interrupted => (
            "the certificate was interrupted",
            "証明書の作成が中断されました",
        ),
    };
    match lang {
        Lang::En => en,
        Lang::Ja => ja,
    }
}

impl CertifyError {
    /// The sentence to show to a person.
    pub fn message(&self, lang: Lang) -> String {
        match (self, lang) {
            (Self::Build(error), _) => error.message(lang),
            (Self::Stopped(reason), _) => sentence(*reason, lang).into(),
            (Self::Contradiction, _) => contradiction(lang).into(),
            (Self::Undecided, Lang::En) => self.to_string(),
            (Self::Undecided, Lang::Ja) => "証明書で示すべき証明がありません".into(),
        }
    }
}

impl From<BuildError<NoAnswer>> for CertifyError {
    fn from(error: BuildError<NoAnswer>) -> Self {
        match error {
            BuildError::Strategy(NoAnswer::Stopped(reason)) => Self::Stopped(reason),
            BuildError::Strategy(NoAnswer::Contradiction) => Self::Contradiction,
            error => Self::Build(error),
        }
    }
}

/// What a certificate of this verdict claims.
pub fn claim_of(verdict: &Verdict) -> Option<Claim> {
    match *verdict {
        Verdict::Mate { length, exact, .. } => {
            let length = u16::try_from(length).ok()?;
            Some(if exact {
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
    /// Writes the certificate of a verdict of [`Solver::solve`] to `sink`.
    ///
    /// What the table still knows from solving need not be searched again. The
    /// builder remembers written entries in `index_bytes` bytes beside the table;
    /// the limits count from here. `on_progress` is called about ten times a
    /// second with the number of entries of the current section.
    ///
    /// # Errors
    /// When the verdict claims nothing, a limit is hit or writing fails. What was
    /// written by then is no certificate.
    pub fn certify(
        &mut self,
        problem: &Problem,
        verdict: &Verdict,
        index_bytes: usize,
        limits: &Limits,
        sink: impl Write,
        on_progress: &mut dyn FnMut(u64),
    ) -> Result<Written, CertifyError> {
        let claim = claim_of(verdict).ok_or(CertifyError::Undecided)?;
        let on_progress = RefCell::new(on_progress);
        let (entries, stopped) = (Cell::new(0), Cell::new(None));
        let mut while_searching = |_: &_| (on_progress.borrow_mut())(entries.get());
        let mut search = Search::new(
            Board::new(problem),
            &mut self.table,
            &self.options,
            limits,
            &mut while_searching,
        );
        let started = Instant::now();
        let mut next_report = REPORT_EVERY;
        let mut on_entry = |count: u64| {
            entries.set(count);
            if !count.is_multiple_of(ENTRIES_BETWEEN_CHECKS) {
                return ControlFlow::Continue(());
            }
            let elapsed = started.elapsed();
            if limits.stop.load(Ordering::Relaxed) {
                stopped.set(Some(Reason::Interrupted));
            } else if limits.time.is_some_and(|limit| elapsed >= limit) {
                stopped.set(Some(Reason::Time));
            }
            if elapsed >= next_report {
                next_report = elapsed + REPORT_EVERY;
                (on_progress.borrow_mut())(count);
            }
            match stopped.get() {
                Some(_) => ControlFlow::Break(()),
                None => ControlFlow::Continue(()),
            }
        };
        let mut guide = Guide::new(&mut search);
        let written =
            Builder::new(index_bytes).build(problem, claim, &mut guide, sink, &mut on_entry);
        match (written, stopped.get()) {
            (Err(BuildError::Interrupted), Some(reason)) => Err(CertifyError::Stopped(reason)),
            (written, _) => written.map_err(CertifyError::from),
        }
    }
}

/// A move of the walk and what was known of the position before it.
struct Step {
    mv: Move,
    undo: Undo,
    before: Standing,
    /// Whether the position before it was put above the root.
    above: bool,
}

/// How the current position was reached.
#[derive(Clone, Copy)]
struct Standing {
    /// The attacker's hand on arrival.
    arrival: Hand,
    /// The hand he would have if none had ever been replaced: the name under
    /// which the search knew the position when it solved the problem.
    original: Hand,
}

/// A search that answers the questions of the builder.
struct Guide<'s, 'a> {
    search: &'s mut Search<'a>,
    steps: Vec<Step>,
    standing: Standing,
    /// Whether refutations are asked for, for which the path matters.
    refuting: bool,
    /// What was above the root where a position claimed more than it was asked
    /// for, with the number of moves that led there.
    aside: Vec<(usize, Aside)>,
}

impl<'s, 'a> Guide<'s, 'a> {
    fn new(search: &'s mut Search<'a>) -> Self {
        let hand = search.board.attacker_hand();
        Self {
            search,
            steps: Vec::new(),
            standing: Standing {
                arrival: hand,
                original: hand,
            },
            refuting: false,
            aside: Vec::new(),
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
                &mut self.search.moves,
                &mut self.search.nodes,
            )
            .0);
        }
        finished(self.search.decide(len))
    }

    /// The no-mate of the board's position, if it is one.
    fn refuted(&mut self, len: u16) -> Result<Option<Value>, Reason> {
        let before = self.search.nodes;
        let value = self.decided(len)?;
        if value.state != State::Disproven {
            return Ok(None);
        }
        if !value.heads.is_none() {
            // It leans on positions that stand at least as long.
            let amount = self.search.nodes - before + 1;
            let key = self.search.board.key();
            let len = value.len.min(len);
            self.search
                .table
                .store_disproven(key, value.hand, len, amount);
        }
        Ok(Some(value))
    }

    /// How much a reply asks for that is known to be good: least of all if the
    /// refutation after it leans on nothing, holds long, and has few checks to
    /// answer. None if nothing is known of it.
    fn cost_of(&mut self, reply: Move, len: u16) -> Option<(bool, Reverse<u16>, usize)> {
        self.make(reply);
        let value = if len == 1 {
            self.decided(len).ok()
        } else {
            self.search.known(len)
        };
        let cost = value
            .filter(|value| value.state == State::Disproven)
            .map(|value| {
                let checks = legal_moves(self.search).len();
                (!value.heads.is_none(), Reverse(value.len), checks)
            });
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

    /// Whether the attacker has no check at all, were `hand` his.
    fn has_no_check(&mut self, hand: Hand) -> bool {
        let board = &mut self.search.board;
        let actual = board.attacker_hand();
        board.set_attacker_hand(hand);
        let mut none = true;
        let lines = board.king_lines();
        board.each_check(&lines, |_| none = false);
        board.set_attacker_hand(actual);
        none
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
        let Search { board, path, .. } = &mut *self.search;
        let (before, hand) = (self.standing, board.attacker_hand());
        let above =
            self.refuting && path.put_above(board.key(), hand, [before.arrival, before.original]);
        let arrival = board.attacker_hand_after(mv);
        // Both hands change alike, unless what is dropped was not there before.
        let original = if hand.contains(before.original)
            && arrival.contains(hand.difference(before.original))
        {
            arrival.difference(hand.difference(before.original))
        } else {
            arrival
        };
        let undo = board.make(mv);
        self.standing = Standing { arrival, original };
        self.steps.push(Step {
            mv,
            undo,
            before,
            above,
        });
    }

    fn undo(&mut self) {
        if self
            .aside
            .last()
            .is_some_and(|(level, _)| *level == self.steps.len())
            && let Some((_, aside)) = self.aside.pop()
        {
            self.search.path.put_back(aside);
        }
        if let Some(step) = self.steps.pop() {
            self.search.board.undo(step.mv, step.undo);
            self.standing = step.before;
            if step.above {
                self.search.path.take_above();
            }
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
        self.refuting = true;
        let value = self.refuted(plies(within))?;
        let value = value.ok_or(NoAnswer::Contradiction)?;
        let depth = match value.len {
            _ if !value.heads.is_none() => within,
            NO_LIMIT => Depth::Forever,
            len => Depth::Plies(len),
        };
        if depth > within && !self.has_no_check(value.hand) {
            // It cannot lean on ancestors that stand for a shorter time.
            let aside = self.search.path.set_aside();
            self.aside.push((self.steps.len(), aside));
        }
        Ok(Refutation {
            hand: value.hand,
            depth,
        })
    }

    fn reply(&mut self, within: Depth) -> Result<Move, NoAnswer> {
        self.refuting = true;
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
            let refuted = self.refuted(len);
            self.undo();
            if refuted?.is_some() {
                return Ok(reply);
            }
        }
        Err(NoAnswer::Contradiction)
    }
}
