//! Why there is no mate: the checks of a position, and the replies that refute
//! them.
//!
//! A reply *refutes* a check if there is no mate after it. That is a statement
//! about the full game, with every move and at any length, and it is proven as
//! the verdict of a problem is. The defender may also escape by repeating
//! positions for ever: it is the attacker who has to change. What could not be
//! decided is said to be undecided, and nothing is claimed of it.
//!
//! A check that does not mate is a *try* (紛れ). It comes the closer to a mate the
//! fewer replies refute it: best of all is exactly one, the *only reply*. Among the
//! tries with an only reply the deeper is the closer: [`Try::only_replies`] is the
//! greatest number of checks in a row, the first included, that have an only reply,
//! in a line in which no position comes twice. It is a fact about the position and
//! the check, whatever was played before. Such a line ends where the attacker has no
//! check, where every check is refuted by several replies, or where it comes back to
//! an earlier position ([`TryEnd`]).
//!
//! Of several replies that refute a check, that is shown which leaves the attacker
//! the fewest checks.
//!
//! - `graph`: the positions, their checks and the replies to them;
//! - `decide`: which of the replies refute;
//! - `chain`: how deep the tries go;
//! - `tree`: all of it as a tree of lines.

mod chain;
mod decide;
mod graph;
#[cfg(feature = "serde")]
pub mod json;
mod tree;

pub use tree::{LineEnd, RefutationLines, RefutationNext, RefutationNode, RefutationTree};

use crate::search::Search;
use crate::{Outcome, Solver, Stats};
use chain::{Chain, Chains};
use decide::Decider;
use graph::{Check, Position};
use kemuri_core::{Board, Budget, Move, Phase, Problem, Progress, Reason, View};

/// The checks of a position without a mate, or of one in which other checks mate,
/// with the replies that refute them.
pub struct Refutation {
    positions: Vec<Position>,
    view: View,
    /// Whether the defender is to move in the position.
    defender_first: bool,
    /// Why the budget did not suffice.
    pub stopped: Option<Reason>,
    /// What it cost.
    pub stats: Stats,
}

/// What the replies to a check come to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema)
)]
#[non_exhaustive]
pub struct Replies {
    /// Those that are proven to refute it, that which is shown first.
    #[cfg_attr(
        feature = "serde",
        serde(with = "kemuri_core::json::line"),
        schemars(with = "Vec<String>")
    )]
    pub refuting: Vec<Move>,
    /// How many are proven to be answered by a mate.
    pub mating: usize,
    /// How many are not decided.
    pub undecided: usize,
}

/// A check that is not known to mate.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema)
)]
#[non_exhaustive]
pub struct Try {
    /// The replies to it.
    pub replies: Replies,
    /// The greatest number of checks in a row, this one included, that exactly one
    /// reply refutes; 0 if several refute this one.
    pub only_replies: usize,
    /// Whether that is proven to be the greatest number.
    pub exact: bool,
    /// The check, the reply that refutes it, and the checks and only replies that
    /// follow.
    #[cfg_attr(
        feature = "serde",
        serde(with = "kemuri_core::json::line"),
        schemars(with = "Vec<String>")
    )]
    pub line: Vec<Move>,
    /// Why it goes no further.
    pub end: TryEnd,
}

/// Why a line of only replies goes no further.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema),
    serde(rename_all = "kebab-case")
)]
#[non_exhaustive]
pub enum TryEnd {
    /// The attacker has no check.
    NoCheck,
    /// Several replies refute the last check, or every check that is left.
    SeveralReplies,
    /// The checks that are left come back to an earlier position of the line.
    Repetition,
    /// It is not known which replies refute, or the limit of moves was reached.
    Undecided,
}

impl Replies {
    /// How many there are.
    pub fn total(&self) -> usize {
        self.refuting.len() + self.mating + self.undecided
    }

    fn of(check: &Check, view: View) -> Self {
        let shown = check.shown_reply().map(|reply| reply.mv);
        let others = check.refuting().map(|reply| reply.mv);
        let refuting = shown
            .into_iter()
            .chain(others.filter(|&mv| Some(mv) != shown));
        let refuting: Vec<Move> = refuting.map(|mv| view.mv(mv)).collect();
        let undecided = check.open();
        Self {
            mating: check.replies.len() - refuting.len() - undecided,
            refuting,
            undecided,
        }
    }
}

impl Try {
    /// The check.
    pub fn check(&self) -> Option<Move> {
        self.line.first().copied()
    }

    /// Whether it is proven that exactly one reply refutes it.
    pub fn has_only_reply(&self) -> bool {
        self.replies.refuting.len() == 1 && self.replies.undecided == 0
    }

    /// What tries are ranked by: the closest has the least.
    pub fn rank(&self) -> impl Ord + use<> {
        let refutations = self.replies.refuting.len() + self.replies.undecided;
        (refutations, std::cmp::Reverse(self.only_replies))
    }
}

impl Solver {
    /// Decides every reply to the checks of `problem` but those in `except`, and goes
    /// on wherever exactly one reply refutes a check. Once `moves` moves, checks and
    /// replies, are known, no further position is looked at. If the defender is to
    /// move, its replies are decided, and play goes on after one that refutes.
    ///
    /// What the search has left in the table is used again. When the budget is
    /// spent, what is not decided stays undecided.
    pub fn refute(
        &mut self,
        problem: &Problem,
        except: &[Move],
        moves: usize,
        budget: &Budget,
        on_progress: &mut dyn FnMut(&Progress),
    ) -> Refutation {
        let (board, view) = (Board::new(problem), View::of(problem));
        let mut search = Search::new(board, &mut self.table, &self.options, budget, on_progress);
        (search.phase, search.view) = (Phase::Tree, view);
        let except = view.line(except);
        let decided = Decider::new(&mut search, &except, moves).run();
        Refutation {
            positions: decided.positions,
            view,
            defender_first: !problem.attacker_to_move(),
            stopped: decided.stopped,
            stats: search.stats(),
        }
    }
}

/// The best try of a no-mate may take one node in so many of those of the verdict.
const TRY_SHARE: u64 = 10;
/// But at least, and at most, so many.
const TRY_NODES: (u64, u64) = (2_000, 1_000_000);
/// Moves that are looked at for it.
const TRY_MOVES: usize = 400;

impl Solver {
    /// Finds the tries of a no-mate that this solver has just decided, as far as a part
    /// of what the verdict took is enough for it.
    pub fn best_tries(
        &mut self,
        outcome: &Outcome,
        budget: &Budget,
        on_progress: &mut dyn FnMut(&Progress),
    ) -> Refutation {
        let share = (outcome.stats.nodes / TRY_SHARE).clamp(TRY_NODES.0, TRY_NODES.1);
        let budget = budget.at_most_nodes(share);
        self.refute(outcome.problem(), &[], TRY_MOVES, &budget, on_progress)
    }
}

impl Refutation {
    /// The checks that are not known to mate, the closest first. If the defender
    /// begins, those after the reply that is shown.
    pub fn tries(&self) -> Vec<Try> {
        let chains = Chains::new(&self.positions);
        let Some(position) = self.first_attack() else {
            return Vec::new();
        };
        let checks = self.positions[position].checks().iter().enumerate();
        let tries = checks.filter(|(_, check)| !check.mates());
        let mut tries: Vec<Try> = tries
            .map(|(number, _)| self.try_of(position, number, &chains))
            .collect();
        tries.sort_by_key(Try::rank);
        tries
    }

    /// The closest of the tries, and whether it is proven that none comes closer; `None`
    /// if it is not known what refutes it.
    pub fn best_try(&self) -> Option<(Try, bool)> {
        let tries = self.tries();
        let first = tries.first()?;
        let is_deep = first.only_replies > 0;
        let mut others = tries.iter();
        let is_best = others.all(|other| other.exact && (is_deep || other.replies.undecided == 0));
        let is_known = !first.replies.refuting.is_empty();
        is_known.then(|| (first.clone(), is_best))
    }

    /// The replies to the check that the defender is in, if the defender begins.
    pub fn replies(&self) -> Option<Replies> {
        let check = self.positions[0].checks().first()?;
        (self.defender_first).then(|| Replies::of(check, self.view))
    }

    /// Whether the checks of the first position with the attacker to move are known,
    /// and there is none.
    pub fn has_no_check(&self) -> bool {
        let first = self
            .first_attack()
            .map(|first| &self.positions[first].checks);
        matches!(first, Some(Some(checks)) if checks.is_empty())
    }

    /// How many replies are not decided.
    pub fn undecided(&self) -> usize {
        let checks = self.positions.iter().flat_map(Position::checks);
        checks.map(Check::open).sum()
    }

    /// The first position in which the attacker is to move.
    fn first_attack(&self) -> Option<usize> {
        match self.defender_first {
            true => self.positions[0].checks().first()?.next,
            false => Some(0),
        }
    }

    fn try_of(&self, position: usize, number: usize, chains: &Chains<'_>) -> Try {
        let Chain { checks, exact } = chains.starting_with(position, number);
        let only_replies = checks.len();
        let mut line = Vec::new();
        let mut at = Some(position);
        let mut passed = Vec::new();
        let first = [number];
        for &number in if checks.is_empty() {
            &first
        } else {
            &checks[..]
        } {
            let Some(check) = at.and_then(|at| self.positions[at].checks().get(number)) else {
                break;
            };
            line.extend(check.mv);
            line.extend(check.shown_reply().map(|reply| reply.mv));
            passed.extend(at);
            at = check.next;
        }
        let check = &self.positions[position].checks()[number];
        let end = match at.filter(|_| only_replies > 0) {
            Some(end) => self.end_at(end, &passed),
            None if check.refutations() > 1 => TryEnd::SeveralReplies,
            None => TryEnd::Undecided,
        };
        Try {
            replies: Replies::of(check, self.view),
            only_replies,
            exact,
            line: self.view.line(&line),
            end,
        }
    }

    /// Why a longest line of only replies, which has `passed` these positions, ends at
    /// a position.
    fn end_at(&self, end: usize, passed: &[usize]) -> TryEnd {
        let Some(checks) = &self.positions[end].checks else {
            return TryEnd::Undecided;
        };
        let comes_back = |&next: &usize| next == end || passed.contains(&next);
        let mut only = checks.iter().filter(|check| check.has_only_reply());
        if checks.is_empty() {
            TryEnd::NoCheck
        } else if passed.contains(&end) {
            TryEnd::Repetition
        } else if checks.iter().any(Check::may_have_only_reply) {
            TryEnd::Undecided
        } else if checks.iter().all(|check| !check.has_only_reply()) {
            TryEnd::SeveralReplies
        } else if only.all(|check| check.next.is_some_and(|next| comes_back(&next))) {
            TryEnd::Repetition
        } else {
            TryEnd::Undecided
        }
    }
}
