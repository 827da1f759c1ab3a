//! Every legal move of a position, each with its verdict, under growing budgets.
//!
//! One move that is hard to decide must not keep the others from being decided.
//! So the moves are asked about in [`Rounds`]: each gets a few nodes first, and
//! those left open get more in the next round. What was learnt in one round is
//! in the table for the next.

use crate::outcome::{Goal, Stats, Verdict};
use crate::{Budget, Progress, Reason, Solver};
use kemuri_core::{Move, Problem};

/// Nodes for each move in the first round of [`Alternatives`].
const FIRST_NODES: u64 = 10_000;
/// How many times more each further round gives.
const GROWTH: u64 = 4;

/// Items that are tried in rounds of growing node limits.
///
/// Each item comes up once in the first round, and once in every further round
/// for which it was [put back](Rounds::put_back).
///
/// ```
/// use kemuri_solver::alternatives::{Rounds, growing};
///
/// let mut rounds = Rounds::new(["easy", "hard"], growing(10, 2));
/// let mut tried = Vec::new();
/// while let Some((item, nodes)) = rounds.next() {
///     tried.push((item, nodes));
///     if item == "hard" && nodes < 40 {
///         rounds.put_back(item);
///     }
/// }
/// assert_eq!(tried, [("easy", 10), ("hard", 10), ("hard", 20), ("hard", 40)]);
/// ```
pub struct Rounds<T, L> {
    limits: L,
    nodes: u64,
    /// What is left of this round.
    now: std::vec::IntoIter<T>,
    later: Vec<T>,
}

/// Node limits that start at `first` and grow by `factor`, without end.
pub fn growing(first: u64, factor: u64) -> impl Iterator<Item = u64> {
    std::iter::successors(Some(first), move |nodes| Some(nodes.saturating_mul(factor)))
}

impl<T, L: Iterator<Item = u64>> Rounds<T, L> {
    /// Tries `items` in their order, with one limit for each round. After the
    /// last limit there are no more rounds.
    pub fn new(items: impl IntoIterator<Item = T>, limits: L) -> Self {
        Self {
            limits,
            nodes: 0,
            now: Vec::new().into_iter(),
            later: items.into_iter().collect(),
        }
    }

    /// The next item, with the nodes that it may take; `None` if nothing is left
    /// to try.
    #[expect(
        clippy::should_implement_trait,
        reason = "items are put back in between"
    )]
    pub fn next(&mut self) -> Option<(T, u64)> {
        if self.now.len() == 0 && !self.later.is_empty() {
            self.nodes = self.limits.next()?;
            self.now = std::mem::take(&mut self.later).into_iter();
        }
        Some((self.now.next()?, self.nodes))
    }

    /// Leaves an item for the next round.
    pub fn put_back(&mut self, item: T) {
        self.later.push(item);
    }

    /// Items that are still to be tried, in this round and the next.
    pub fn open(&self) -> usize {
        self.now.len() + self.later.len()
    }
}

/// A legal move, with what is known of the position after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alternative {
    /// The move.
    pub mv: Move,
    /// The verdict. A mate is counted from before the move, which is the first of
    /// its line; `exact` is about this move alone.
    pub verdict: Verdict,
}

/// Decides the moves of a position one after the other, see
/// [`Solver::alternatives`].
pub struct Alternatives<'a> {
    solver: &'a mut Solver,
    goal: Goal,
    budget: &'a Budget,
    rounds: Rounds<(Move, Problem), Box<dyn Iterator<Item = u64>>>,
    stats: Stats,
    undecided: Option<Reason>,
}

impl Solver {
    /// Decides every legal move of `problem` but those in `except`. For the
    /// attacker these are his checks: what does not check does not mate.
    ///
    /// The budget is for all moves together.
    pub fn alternatives<'a>(
        &'a mut self,
        problem: &Problem,
        except: &[Move],
        goal: Goal,
        budget: &'a Budget,
    ) -> Alternatives<'a> {
        let moves = problem.moves().into_iter();
        let moves = moves
            .filter(|mv| !except.contains(mv))
            .filter_map(|mv| Some((mv, problem.play(mv).ok()?)));
        let stats = Stats {
            hash_permille: self.table.permille(),
            peak_table_bytes: self.table.bytes(),
            ..Stats::default()
        };
        Alternatives {
            solver: self,
            goal,
            budget,
            rounds: Rounds::new(moves, Box::new(growing(FIRST_NODES, GROWTH))),
            stats,
            undecided: None,
        }
    }
}

impl Alternatives<'_> {
    /// Searches until something new is known of a move; `None` if all are decided
    /// or the budget is spent.
    ///
    /// A mate that is not proven shortest, though that is the goal, comes up again
    /// when more is known.
    pub fn next(&mut self, on_progress: &mut dyn FnMut(&Progress)) -> Option<Alternative> {
        while let Some(((mv, after), nodes)) = self.rounds.next() {
            if let Some(reason) = self.budget.exhausted() {
                self.undecided = Some(reason);
                return None;
            }
            let verdict = match self.solve(&after, nodes, on_progress) {
                Verdict::Mate(mate) => {
                    if !mate.exact && self.goal != Goal::FirstMate {
                        self.rounds.put_back((mv, after));
                    }
                    Verdict::Mate(mate.preceded_by(mv))
                }
                Verdict::NoMate => Verdict::NoMate,
                // More nodes do not help.
                Verdict::Unknown(reason @ (Reason::Memory | Reason::Contradiction)) => {
                    self.undecided = Some(reason);
                    Verdict::Unknown(reason)
                }
                Verdict::Unknown(_) => {
                    self.rounds.put_back((mv, after));
                    continue;
                }
            };
            return Some(Alternative { mv, verdict });
        }
        None
    }

    fn solve(
        &mut self,
        problem: &Problem,
        nodes: u64,
        on_progress: &mut dyn FnMut(&Progress),
    ) -> Verdict {
        let part = self.budget.at_most_nodes(nodes);
        let before = self.stats.clone();
        let outcome = (self.solver).solve(problem, self.goal, &part, &mut |search| {
            let mut progress = search.clone();
            progress.nodes += before.nodes;
            progress.elapsed += before.time;
            progress.max_depth = progress.max_depth.max(before.max_depth);
            on_progress(&progress);
        });
        self.stats = Stats {
            nodes: before.nodes + outcome.stats.nodes,
            time: before.time + outcome.stats.time,
            collections: before.collections + outcome.stats.collections,
            max_depth: before.max_depth.max(outcome.stats.max_depth),
            ..outcome.stats
        };
        outcome.verdict
    }

    /// Why not all moves are decided.
    pub fn undecided(&self) -> Option<Reason> {
        self.undecided
    }

    /// What the moves have cost so far.
    pub fn stats(&self) -> &Stats {
        &self.stats
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Futile, Options};
    use std::collections::BTreeMap;

    /// A gold or a silver mates at 2b, and nothing else does.
    const TWO: &str = "7nk/8l/7P1/9/9/9/9/9/9 b GS2r2b3g3s3n3l17p 1";

    fn solver() -> Solver {
        Solver::new(Options {
            hash: 4 << 20,
            ..Options::default()
        })
        .unwrap()
    }

    #[test]
    fn every_move_gets_a_verdict() {
        let problem = Problem::from_sfen(TWO).unwrap();
        let (mut solver, budget) = (solver(), Budget::default());
        let goal = Goal::Shortest(Futile::None);
        let except = [Move::from_usi("G*2b").unwrap()];
        for except in [&[][..], &except] {
            let mut alternatives = solver.alternatives(&problem, except, goal, &budget);
            let mut found = BTreeMap::new();
            while let Some(alternative) = alternatives.next(&mut |_| ()) {
                found.insert(alternative.mv.to_usi(), alternative.verdict);
            }
            assert_eq!(alternatives.undecided(), None);
            let mut moves = problem.checks();
            moves.retain(|mv| !except.contains(mv));
            assert_eq!(found.len(), moves.len());
            for (mv, verdict) in &found {
                let mates = ["G*2b", "S*2b"].contains(&&mv[..]);
                assert_eq!(verdict.mate().is_some(), mates, "{mv}");
                if let Some(mate) = verdict.mate() {
                    assert_eq!((mate.length, mate.exact), (1, true));
                    assert_eq!(mate.line[0].to_usi(), *mv);
                }
            }
        }
    }

    #[test]
    fn the_cost_is_that_of_all_moves() {
        let sfen = "8k/6G2/9/8l/9/9/9/9/9 b 2S2r2b3g2s4n3l18p 1";
        let problem = Problem::from_sfen(sfen).unwrap();
        let (mut solver, budget) = (solver(), Budget::default());
        let mut alternatives = solver.alternatives(&problem, &[], Goal::FirstMate, &budget);
        let mut costs = vec![0];
        while alternatives.next(&mut |_| ()).is_some() {
            costs.push(alternatives.stats().nodes);
        }
        assert!(costs.is_sorted(), "{costs:?}");
        assert!(costs.last() > Some(&0), "{costs:?}");
    }

    #[test]
    fn a_spent_budget_leaves_moves_undecided() {
        let problem = Problem::from_sfen(TWO).unwrap();
        let (mut solver, budget) = (solver(), Budget::default());
        budget.stop();
        let mut alternatives = solver.alternatives(&problem, &[], Goal::FirstMate, &budget);
        assert_eq!(alternatives.next(&mut |_| ()), None);
        assert_eq!(alternatives.undecided(), Some(Reason::Interrupted));
    }

    #[test]
    fn the_last_limit_ends_the_rounds() {
        let mut rounds = Rounds::new([1, 2, 3], [5, 50].into_iter());
        let mut tried = Vec::new();
        while let Some((item, nodes)) = rounds.next() {
            tried.push((item, nodes, rounds.open()));
            if item != 2 {
                rounds.put_back(item);
            }
        }
        assert_eq!(
            tried,
            [(1, 5, 2), (2, 5, 2), (3, 5, 1), (1, 50, 1), (3, 50, 1)]
        );
        assert_eq!(rounds.open(), 2);
    }
}
