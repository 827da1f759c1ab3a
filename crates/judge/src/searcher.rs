//! Runs the searches of one check and counts what they cost.

use kemuri_core::{Budget, Move, Phase, Piece, Problem, Progress, Reason};
use kemuri_solver::{Futile, Goal, Mate, Restricted, RestrictedVerdict, Solver, Verdict};

/// Runs the searches of one check within its budget.
pub(crate) struct Searcher<'a> {
    solver: &'a mut Solver,
    without_main_line: WithoutMainLine<'a>,
    pub(crate) budget: Budget,
    futile: Futile,
    progress: ProgressReporter<'a>,
    /// See [`Searcher::reason`].
    reason: Option<Reason>,
}

/// The game without the positions of the main line.
enum WithoutMainLine<'a> {
    /// Not needed yet.
    Unused(&'a mut Solver),
    Ready(Restricted<'a>),
    /// The table has no room for the positions.
    NoRoom,
}

/// Reports the progress of searches as that of the check.
struct ProgressReporter<'a> {
    on_progress: &'a mut dyn FnMut(&Progress),
    phase: Phase,
    done: u64,
    total: Option<u64>,
}

impl ProgressReporter<'_> {
    /// Reports on a search; `before` is what earlier searches cost.
    fn report(&mut self, search: &Progress, before: u64, budget: &Budget) {
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

impl<'a> Searcher<'a> {
    /// Takes a part of `budget`. `restricted` is for the game without the main line.
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
            progress: ProgressReporter {
                on_progress,
                phase: Phase::Solving,
                done: 0,
                total: None,
            },
            reason: None,
        }
    }

    /// Returns why a search was left undecided, if that was not for want of the nodes
    /// that it got of the whole.
    pub(crate) fn reason(&self) -> Option<Reason> {
        self.reason.or_else(|| self.budget.exhausted())
    }

    /// Notes why a search is undecided.
    fn note(&mut self, reason: Reason) {
        match (self.budget.exhausted(), reason) {
            (Some(reason), _) => self.reason = Some(reason),
            (None, Reason::Nodes) => {}
            (None, reason) => self.reason = self.reason.or(Some(reason)),
        }
    }

    /// Sets what is being done, and how far it is.
    pub(crate) fn enter_phase(&mut self, phase: Phase, done: usize, total: usize) {
        self.progress.phase = phase;
        self.progress.done = done as u64;
        self.progress.total = Some(total as u64);
    }

    /// Returns whether the budget is exhausted.
    pub(crate) fn is_exhausted(&self) -> bool {
        self.budget.exhausted().is_some()
    }

    /// Returns whether a search that ended for this reason may be repeated with
    /// more nodes.
    pub(crate) fn may_retry(&self, reason: Reason) -> bool {
        reason == Reason::Nodes && !self.is_exhausted()
    }

    /// Decides whether `problem` is a mate, of whatever length.
    pub(crate) fn mates(&mut self, problem: &Problem, nodes: u64) -> Verdict {
        match self.solve(problem, Goal::FirstMate, nodes) {
            // A first mate counts futile interpositions.
            Verdict::Mate(mut mate) => {
                mate.exact &= self.futile == Futile::None;
                Verdict::Mate(mate)
            }
            verdict => verdict,
        }
    }

    /// Finds the shortest mate of `problem`.
    pub(crate) fn shortest(&mut self, problem: &Problem, nodes: u64) -> Verdict {
        self.solve(problem, Goal::Shortest(self.futile), nodes)
    }

    /// Finds the shortest mate of `problem`, which is known to be mated as `known`
    /// says; `known` if the nodes do not suffice.
    pub(crate) fn shortest_or(&mut self, problem: &Problem, known: Mate, nodes: u64) -> Mate {
        match self.shortest(problem, nodes) {
            Verdict::Mate(shortest) => shortest,
            _ => known,
        }
    }

    /// Returns the shortest mate of `problem` if it is proven shortest.
    pub(crate) fn exact_mate(&mut self, problem: &Problem) -> Option<Mate> {
        match self.shortest(problem, u64::MAX) {
            Verdict::Mate(mate) if mate.exact => Some(mate),
            _ => None,
        }
    }

    fn solve(&mut self, problem: &Problem, goal: Goal, nodes: u64) -> Verdict {
        let Self {
            budget, progress, ..
        } = self;
        let before = budget.spent();
        let part = budget.at_most_nodes(nodes);
        let outcome = (self.solver).solve(problem, goal, &part, &mut |search| {
            progress.report(search, before, budget);
        });
        match &outcome.verdict {
            Verdict::Unknown(reason) => self.note(*reason),
            // If neither time nor nodes ended the proof, the table or the depth did.
            Verdict::Mate(mate) if !mate.exact && goal != Goal::FirstMate => {
                self.note(part.exhausted().unwrap_or(Reason::Memory));
            }
            Verdict::Mate(_) | Verdict::NoMate => {}
        }
        outcome.verdict
    }

    /// Decides whether `problem` is a mate in the game without the positions of
    /// `main_line` in which the attacker is to move.
    pub(crate) fn mates_without_main_line(
        &mut self,
        problem: &Problem,
        main_line: &[Problem],
        nodes: u64,
    ) -> RestrictedVerdict {
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
            budget, progress, ..
        } = self;
        let verdict = match &mut self.without_main_line {
            WithoutMainLine::Ready(game) => {
                let before = budget.spent();
                let part = budget.at_most_nodes(nodes);
                game.decide(problem, &part, &mut |search| {
                    progress.report(search, before, budget);
                })
            }
            _ => RestrictedVerdict::Unknown(Reason::Memory),
        };
        if let RestrictedVerdict::Unknown(reason) = verdict {
            self.note(reason);
        }
        verdict
    }

    /// Returns whether the reply `mv` is futile in `problem`, a mate in `length` plies.
    pub(crate) fn is_futile(&mut self, problem: &Problem, length: u32, mv: Move) -> Option<bool> {
        let Self {
            budget, progress, ..
        } = self;
        let before = budget.spent();
        let answer =
            (self.solver).is_futile(problem, self.futile, length, mv, budget, &mut |search| {
                progress.report(search, before, budget);
            });
        self.answered(answer)
    }

    /// Returns the replies that last longest in `problem`, a mate in `length` plies.
    pub(crate) fn longest_replies(&mut self, problem: &Problem, length: u32) -> Option<Vec<Move>> {
        let Self {
            budget, progress, ..
        } = self;
        let before = budget.spent();
        let answer =
            (self.solver).longest_replies(problem, self.futile, length, budget, &mut |search| {
                progress.report(search, before, budget);
            });
        self.answered(answer)
    }

    /// Returns the answer to a question, or notes why there is none.
    fn answered<T>(&mut self, answer: Result<T, Reason>) -> Option<T> {
        answer.map_err(|reason| self.note(reason)).ok()
    }

    /// Returns whether the profile judges the defender's reply `mv` to a check at all:
    /// it interposes.
    pub(crate) fn may_be_futile(&self, problem: &Problem, mv: Move) -> bool {
        match self.futile {
            Futile::None => false,
            Futile::WithMoves if !mv.is_drop() => {
                let is_capture = problem.piece_on(mv.to_sq()) != Piece::NONE;
                Some(mv.from_sq()) != problem.defender_king() && !is_capture
            }
            _ => mv.is_drop(),
        }
    }

    /// Returns whether the defender is mated in `problem` if futile interpositions
    /// do not count; `None` if the budget does not suffice.
    pub(crate) fn is_mated(&mut self, problem: &Problem) -> Option<bool> {
        if problem.attacker_to_move() {
            return Some(false);
        }
        let replies = problem.moves();
        let may_be_futile = |&reply: &Move| self.may_be_futile(problem, reply);
        if replies.is_empty() || !replies.iter().all(may_be_futile) {
            return Some(replies.is_empty());
        }
        match self.shortest(problem, u64::MAX) {
            Verdict::Mate(Mate { length: 0, .. }) => Some(true),
            Verdict::Mate(Mate { exact: false, .. }) | Verdict::Unknown(_) => None,
            Verdict::Mate(_) | Verdict::NoMate => Some(false),
        }
    }
}
