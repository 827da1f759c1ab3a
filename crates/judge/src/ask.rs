//! The questions of one check, their cost, and the solvers that answer them.

use kemuri_core::{Budget, Move, Phase, Problem, Progress, Reason};
use kemuri_solver::{Futile, Goal, Mate, Restricted, Solver, Verdict};

/// Asks on behalf of one check, within its budget.
pub(crate) struct Asker<'a> {
    solver: &'a mut Solver,
    without_main_line: WithoutMainLine<'a>,
    pub(crate) budget: Budget,
    futile: Futile,
    listener: Listener<'a>,
}

/// The game without the positions of the main line.
enum WithoutMainLine<'a> {
    /// Not asked about yet.
    Unused(&'a mut Solver),
    Ready(Restricted<'a>),
    /// The table has no room for the positions.
    NoRoom,
}

/// Is told of progress, and knows what the searches are for.
struct Listener<'a> {
    on_progress: &'a mut dyn FnMut(&Progress),
    phase: Phase,
    done: u64,
    total: Option<u64>,
}

impl Listener<'_> {
    /// Reports on a search; `before` was spent on others.
    fn hear(&mut self, search: &Progress, before: u64, budget: &Budget) {
        let mut progress = search.clone();
        if self.phase != Phase::Solving {
            progress.phase = self.phase;
            (progress.done, progress.total) = (self.done, self.total);
        }
        progress.nodes += before;
        progress.elapsed = budget.elapsed();
        (self.on_progress)(&progress);
    }
}

impl<'a> Asker<'a> {
    /// Asks within a part of `budget`; `restricted` is for the game without the
    /// main line.
    pub(crate) fn new(
        solver: &'a mut Solver,
        restricted: &'a mut Solver,
        futile: Futile,
        budget: &Budget,
        on_progress: &'a mut dyn FnMut(&Progress),
    ) -> Self {
        Self {
            solver,
            without_main_line: WithoutMainLine::Unused(restricted),
            budget: budget.part(),
            futile,
            listener: Listener {
                on_progress,
                phase: Phase::Solving,
                done: 0,
                total: None,
            },
        }
    }

    /// Says what is being done, and how far that is.
    pub(crate) fn enter(&mut self, phase: Phase, done: usize, total: usize) {
        self.listener.phase = phase;
        self.listener.done = done as u64;
        self.listener.total = Some(total as u64);
    }

    /// Whether nothing more can be asked.
    pub(crate) fn is_out(&self) -> bool {
        self.budget.exhausted().is_some()
    }

    /// Whether a question that ended for this reason may be asked again with more
    /// nodes.
    pub(crate) fn may_ask_again(&self, reason: Reason) -> bool {
        reason == Reason::Nodes && !self.is_out()
    }

    /// Whether `problem` is a mate at all.
    pub(crate) fn mates(&mut self, problem: &Problem, nodes: u64) -> Verdict {
        match self.solve(problem, Goal::FirstMate, nodes) {
            // A first mate counts what is futile, so it says little of the length.
            Verdict::Mate(mate) => Verdict::Mate(Mate {
                exact: mate.exact && self.futile == Futile::None,
                ..mate
            }),
            verdict => verdict,
        }
    }

    /// The shortest mate of `problem`.
    pub(crate) fn shortest(&mut self, problem: &Problem, nodes: u64) -> Verdict {
        self.solve(problem, Goal::Shortest(self.futile), nodes)
    }

    fn solve(&mut self, problem: &Problem, goal: Goal, nodes: u64) -> Verdict {
        let Self {
            budget, listener, ..
        } = self;
        let before = budget.spent();
        let part = budget.at_most_nodes(nodes);
        let outcome = (self.solver).solve(problem, goal, &part, &mut |search| {
            listener.hear(search, before, budget);
        });
        outcome.verdict
    }

    /// Whether `problem` is a mate in the game without the positions of
    /// `main_line` in which the attacker is to move.
    pub(crate) fn mates_without_main_line(
        &mut self,
        problem: &Problem,
        main_line: &[Problem],
        nodes: u64,
    ) -> Verdict {
        let game = std::mem::replace(&mut self.without_main_line, WithoutMainLine::NoRoom);
        self.without_main_line = match game {
            WithoutMainLine::Unused(solver) => {
                let attacks = main_line.iter().filter(|p| p.attacker_to_move());
                let game = solver.without(attacks);
                game.map_or(WithoutMainLine::NoRoom, WithoutMainLine::Ready)
            }
            game => game,
        };
        let Self {
            budget, listener, ..
        } = self;
        let WithoutMainLine::Ready(game) = &mut self.without_main_line else {
            return Verdict::Unknown(Reason::Memory);
        };
        let before = budget.spent();
        let part = budget.at_most_nodes(nodes);
        game.first_mate(problem, &part, &mut |search| {
            listener.hear(search, before, budget);
        })
    }

    /// The replies that last longest in `problem`, a shortest mate in `length`.
    pub(crate) fn longest_replies(&mut self, problem: &Problem, length: u32) -> Option<Vec<Move>> {
        let Self {
            budget, listener, ..
        } = self;
        let before = budget.spent();
        (self.solver)
            .longest_replies(problem, self.futile, length, budget, &mut |search| {
                listener.hear(search, before, budget);
            })
            .ok()
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
            Verdict::Mate(Mate { length: 0, .. }) => Some(true),
            Verdict::Mate(Mate { exact: false, .. }) | Verdict::Unknown(_) => None,
            Verdict::Mate(_) | Verdict::NoMate => Some(false),
        }
    }
}
