//! Positions in which the attacker is to move and does not mate, each with its
//! checks and with every reply to them.

use kemuri_core::{Hand, Move};

/// What becomes of a reply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ReplyVerdict {
    /// It is proven that there is no mate after it.
    Refutes,
    /// It is proven that the attacker mates after it.
    Mates,
    /// Not decided.
    Open,
}

/// A reply to a check.
pub(super) struct Reply {
    pub mv: Move,
    pub verdict: ReplyVerdict,
    /// How many checks the attacker has after it.
    pub checks: usize,
    /// The position after it.
    pub position: (u64, Hand),
}

/// A check with every reply to it.
pub(super) struct Check {
    /// `None` for the check that the defender is in where the defender begins.
    pub mv: Option<Move>,
    pub replies: Vec<Reply>,
    /// The number of the position after the reply with which play goes on.
    pub next: Option<usize>,
}

impl Check {
    /// The replies that are proven to refute the check.
    pub fn refuting(&self) -> impl Iterator<Item = &Reply> {
        self.with(ReplyVerdict::Refutes)
    }

    /// How many replies refute it.
    pub fn refutations(&self) -> usize {
        self.refuting().count()
    }

    /// How many replies are not decided.
    pub fn open(&self) -> usize {
        self.with(ReplyVerdict::Open).count()
    }

    fn with(&self, verdict: ReplyVerdict) -> impl Iterator<Item = &Reply> {
        (self.replies.iter()).filter(move |reply| reply.verdict == verdict)
    }

    /// The reply that is shown: of those that refute it the one that leaves the
    /// attacker the fewest checks.
    pub fn shown_reply(&self) -> Option<&Reply> {
        self.refuting().min_by_key(|reply| reply.checks)
    }

    /// Whether it is proven that exactly one reply refutes it.
    pub fn has_only_reply(&self) -> bool {
        self.refutations() == 1 && self.open() == 0
    }

    /// Whether it may turn out that exactly one reply refutes it.
    pub fn may_have_only_reply(&self) -> bool {
        self.refutations() < 2 && self.open() > 0
    }

    /// Whether it is proven that it mates.
    pub fn mates(&self) -> bool {
        self.refutations() == 0 && self.open() == 0
    }
}

/// A position with the attacker to move. The first may have the defender to move:
/// it then has one check, that which the defender is in.
pub(super) struct Position {
    /// The position before it and the number of the check that was given there.
    pub parent: Option<(usize, usize)>,
    /// Its checks; `None` if they were not looked at.
    pub checks: Option<Vec<Check>>,
}

impl Position {
    /// A position whose checks were not looked at.
    pub fn new(parent: Option<(usize, usize)>) -> Self {
        Self {
            parent,
            checks: None,
        }
    }

    /// Its checks, as far as they were looked at.
    pub fn checks(&self) -> &[Check] {
        self.checks.as_deref().unwrap_or_default()
    }

    /// The checks after which play goes on, with the positions that they lead to.
    pub fn edges(&self) -> impl Iterator<Item = (usize, usize)> {
        let checks = self.checks().iter().enumerate();
        checks.filter_map(|(number, check)| Some((number, check.next?)))
    }
}

/// The moves that lead from the first position to `position`.
pub(super) fn moves_to(positions: &[Position], position: usize) -> Vec<Move> {
    let mut moves = Vec::new();
    let mut at = positions[position].parent;
    while let Some((before, number)) = at {
        let check = &positions[before].checks()[number];
        moves.extend(check.shown_reply().map(|reply| reply.mv));
        moves.extend(check.mv);
        at = positions[before].parent;
    }
    moves.reverse();
    moves
}
