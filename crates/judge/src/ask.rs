//! The questions of one check, their cost, and the solvers that answer them.

use crate::report::{Progress, Step};
use kemuri_core::{Move, Problem};
use kemuri_solver::{Futile, Goal, Limits, Reason, Solver, Stats, Verdict};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// Asks on behalf of one check, within its limits.
pub(crate) struct Asker<'a> {
    solver: &'a mut Solver,
    /// The solver of the game without the main line.
    apart: &'a mut Solver,
    /// Whether `apart` has been told the main line: that it could, or could not.
    forbidden: Option<bool>,
    limits: &'a Limits,
    futile: Futile,
    started: Instant,
    nodes: u64,
    on_progress: &'a mut dyn FnMut(&Progress<'_>),
    /// What is being done.
    pub(crate) step: Step,
}

/// A mate that was found.
#[derive(Clone, Debug)]
pub(crate) struct Mate {
    pub(crate) length: u32,
    pub(crate) exact: bool,
    pub(crate) line: Vec<Move>,
    pub(crate) rest: Vec<Move>,
}

/// What became of a question.
#[derive(Clone, Debug)]
pub(crate) enum Answer {
    Mate(Mate),
    NoMate,
    /// Not decided; whether more nodes might help.
    Unknown {
        again: bool,
    },
}

impl<'a> Asker<'a> {
    pub(crate) fn new(
        (solver, apart): (&'a mut Solver, &'a mut Solver),
        futile: Futile,
        limits: &'a Limits,
        on_progress: &'a mut dyn FnMut(&Progress<'_>),
    ) -> Self {
        Self {
            solver,
            apart,
            forbidden: None,
            limits,
            futile,
            started: Instant::now(),
            nodes: 0,
            on_progress,
            step: Step::Solving,
        }
    }

    /// Nodes and time so far.
    pub(crate) fn cost(&self) -> (u64, Duration) {
        (self.nodes, self.started.elapsed())
    }

    /// Whether nothing more can be asked.
    pub(crate) fn is_out(&self) -> bool {
        self.limits.stop.load(Ordering::Relaxed)
            || self.limits.nodes.is_some_and(|most| self.nodes >= most)
            || (self.limits.time).is_some_and(|most| self.started.elapsed() >= most)
    }

    /// What is left for a question that may use `nodes`.
    fn rest(&self, nodes: u64) -> Limits {
        let left = |most: u64| most.saturating_sub(self.nodes);
        let all = self.limits.nodes.map_or(u64::MAX, left).min(nodes);
        Limits {
            time: (self.limits.time).map(|most| most.saturating_sub(self.started.elapsed())),
            nodes: (all < u64::MAX).then_some(all),
            stop: self.limits.stop.clone(),
        }
    }

    /// Whether `problem` is a mate at all.
    pub(crate) fn mates(&mut self, problem: &Problem, nodes: u64) -> Answer {
        match self.solve(problem, Goal::FirstMate, nodes) {
            // A first mate counts what is futile, so it says little of the length.
            Answer::Mate(mate) => Answer::Mate(Mate {
                exact: mate.exact && self.futile == Futile::None,
                ..mate
            }),
            answer => answer,
        }
    }

    /// The shortest mate of `problem`.
    pub(crate) fn shortest(&mut self, problem: &Problem, nodes: u64) -> Answer {
        self.solve(problem, Goal::Shortest(self.futile), nodes)
    }

    fn solve(&mut self, problem: &Problem, goal: Goal, nodes: u64) -> Answer {
        let limits = self.rest(nodes);
        let (step, told) = (self.step, &mut *self.on_progress);
        let outcome = self.solver.solve(problem, goal, &limits, &mut |search| {
            told(&Progress { step, search });
        });
        self.note(&outcome.stats);
        self.answer(outcome.verdict)
    }

    /// Whether `problem` is a mate in the game without the positions of
    /// `main_line` in which the attacker is to move.
    pub(crate) fn mates_apart(
        &mut self,
        problem: &Problem,
        main_line: &[Problem],
        nodes: u64,
    ) -> Answer {
        if self.forbidden.is_none() {
            self.apart.clear();
            let mut attacks = main_line.iter().filter(|p| p.attacker_to_move());
            self.forbidden = Some(attacks.all(|position| self.apart.forbid(position)));
        }
        if self.forbidden == Some(false) {
            return Answer::Unknown { again: false };
        }
        let limits = self.rest(nodes);
        let (step, told) = (self.step, &mut *self.on_progress);
        let outcome = (self.apart).solve(problem, Goal::FirstMate, &limits, &mut |search| {
            told(&Progress { step, search });
        });
        self.note(&outcome.stats);
        self.answer(outcome.verdict)
    }

    /// The replies that last longest in `problem`, a shortest mate in `length`.
    pub(crate) fn longest_replies(&mut self, problem: &Problem, length: u32) -> Option<Vec<Move>> {
        let limits = self.rest(u64::MAX);
        let (step, told) = (self.step, &mut *self.on_progress);
        let (replies, stats) =
            (self.solver).longest_replies(problem, self.futile, length, &limits, &mut |search| {
                told(&Progress { step, search });
            });
        self.note(&stats);
        replies.ok()
    }

    /// Whether the defender is mated in `problem`, futile interpositions apart;
    /// `None` if that was too much.
    pub(crate) fn is_mated(&mut self, problem: &Problem) -> Option<bool> {
        if problem.attacker_to_move() {
            return Some(false);
        }
        let replies = problem.moves();
        // Nothing but a drop is ever futile.
        if replies.is_empty() || !replies.iter().all(|reply| reply.is_drop()) {
            return Some(replies.is_empty());
        }
        match self.shortest(problem, u64::MAX) {
            Answer::Mate(Mate { length: 0, .. }) => Some(true),
            Answer::Mate(Mate { exact: false, .. }) | Answer::Unknown { .. } => None,
            Answer::Mate(_) | Answer::NoMate => Some(false),
        }
    }

    fn note(&mut self, stats: &Stats) {
        self.nodes += stats.nodes;
    }

    fn answer(&self, verdict: Verdict) -> Answer {
        match verdict {
            Verdict::Mate {
                length,
                exact,
                line,
                rest,
            } => Answer::Mate(Mate {
                length,
                exact,
                line,
                rest,
            }),
            Verdict::NoMate => Answer::NoMate,
            Verdict::Unknown(reason) => Answer::Unknown {
                again: reason == Reason::Nodes && !self.is_out(),
            },
        }
    }
}
