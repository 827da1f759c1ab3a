//! One search: the mate, its shortest length, and the other root moves that mate.

use kemuri_core::replay::verify_mate;
use kemuri_core::{Budget, Move, Problem, Progress, Reason};
use kemuri_solver::{EdoLine, Goal, Mate, Order, Outcome, Solver, Stats, Verdict};

/// What to search for.
pub(super) struct SearchRequest {
    /// The position.
    pub problem: Problem,
    /// Any mate, or the shortest.
    pub goal: Goal,
    /// How the defences are ranked.
    pub order: Order,
    /// Root moves that are wanted.
    pub multi_pv: usize,
    /// A line whose positions are examined after the search.
    pub line: Vec<Move>,
    /// Whether a move has to be played: a defender who is not mated needs one.
    pub needs_move: bool,
    /// What it may cost.
    pub budget: Budget,
}

impl SearchRequest {
    /// Returns whether other root moves that mate are wanted.
    pub fn wants_others(&self) -> bool {
        self.multi_pv > 1 && self.problem.attacker_to_move()
    }
}

/// What a search reports while it runs.
pub(super) enum SearchUpdate {
    /// How far it is.
    Progress(Progress),
    /// The root moves that mate, best first. The list has changed.
    Mates(Progress, Vec<Mate>),
    /// What is known after so many moves of the line that is examined.
    Examined(usize, Box<Outcome>),
}

/// The result of a search.
pub(super) struct GoResult {
    /// What was proven.
    pub conclusion: Conclusion,
    /// How far the search was at its end.
    pub progress: Progress,
    /// The root moves that mate, best first.
    pub mates: Vec<Mate>,
    /// Where a defender who needs a move is not mated: the reply that refutes, and
    /// the closest try after it.
    pub refutation: Vec<Move>,
    /// The line of the first of them in the order of the Edo books, if that is
    /// asked for.
    pub edo: Option<EdoLine>,
}

/// What a search has proven. Not a `Verdict`: beside a mate other root moves can be
/// undecided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Conclusion {
    /// The attacker mates.
    Mate {
        /// Why not every other root move is decided.
        undecided: Option<Reason>,
    },
    /// The attacker does not mate.
    NoMate,
    /// Nothing is proven.
    Unknown(Reason),
}

/// Searches for the mate, then for the shortest one, then for other root moves.
pub(super) fn run(
    request: &SearchRequest,
    solver: &mut Solver,
    report: &mut dyn FnMut(SearchUpdate),
) -> GoResult {
    let mut search = EngineSearch {
        request,
        report,
        progress: Progress::default(),
        mates: Vec::new(),
        refutation: Vec::new(),
        edo: None,
    };
    let conclusion = search.run(solver);
    search.examine(solver);
    GoResult {
        conclusion,
        mates: search.best_mates(),
        edo: search.edo,
        progress: search.progress,
        refutation: search.refutation,
    }
}

struct EngineSearch<'a> {
    request: &'a SearchRequest,
    report: &'a mut dyn FnMut(SearchUpdate),
    progress: Progress,
    mates: Vec<Mate>,
    refutation: Vec<Move>,
    edo: Option<EdoLine>,
}

/// Nodes to find the reply that refutes, and the line after it.
const REFUTATION_NODES: u64 = 200_000;
/// The same for the reply alone if the time is up: the proof has left it in the table.
const LAST_NODES: u64 = 5_000;
/// Moves that are looked at for the line.
const REFUTATION_MOVES: usize = 400;

impl EngineSearch<'_> {
    fn run(&mut self, solver: &mut Solver) -> Conclusion {
        let request = self.request;
        // The first mate is worth showing, and worth having if the time is up
        // before its length is proven; what it left in the table is not lost.
        match self.solve(solver, Goal::FirstMate).verdict {
            Verdict::NoMate => {
                if request.needs_move && !request.problem.attacker_to_move() {
                    self.find_refutation(solver);
                }
                return Conclusion::NoMate;
            }
            Verdict::Unknown(reason) => return Conclusion::Unknown(reason),
            Verdict::Mate(mate) => self.mates.push(mate),
        }
        self.show();
        if request.goal != Goal::FirstMate {
            self.shorten(solver);
        }
        let undecided = if request.wants_others() {
            self.try_other_moves(solver)
        } else {
            None
        };
        Conclusion::Mate { undecided }
    }

    /// Solves the positions of the line that is asked about, from its start to its end.
    fn examine(&mut self, solver: &mut Solver) {
        let request = self.request;
        if request.line.is_empty() {
            return;
        }
        // The line was played before the search began.
        let positions = request.problem.play_line(&request.line).unwrap_or_default();
        for (ply, position) in positions.iter().enumerate() {
            let before = self.progress.clone();
            let outcome = solver.solve(position, request.goal, &request.budget, &mut |progress| {
                let mut progress = progress.clone();
                // It does not start at the root.
                progress.line.clear();
                self.show_progress(&progress, &before);
            });
            self.add_cost(&before, &outcome.stats);
            (self.report)(SearchUpdate::Examined(ply, Box::new(outcome)));
        }
    }

    /// Finds a reply that refutes, which is known to exist, and a line after it.
    fn find_refutation(&mut self, solver: &mut Solver) {
        let budget = self.request.budget.at_most_nodes(REFUTATION_NODES);
        let last = Budget::default().with_nodes(LAST_NODES);
        for budget in [budget, last] {
            let before = self.progress.clone();
            let problem = &self.request.problem;
            let found = solver.refute(problem, &[], REFUTATION_MOVES, &budget, &mut |progress| {
                let mut progress = progress.clone();
                // It does not start at the root.
                progress.line.clear();
                self.show_progress(&progress, &before);
            });
            self.add_cost(&before, &found.stats);
            let replies = found.replies().unwrap_or_default();
            if let Some(&reply) = replies.refuting.first() {
                self.refutation.push(reply);
                let tries = found.tries();
                self.refutation
                    .extend(tries.first().iter().flat_map(|first| &first.line));
                return;
            }
        }
    }

    /// Proves the length, and puts the line into the order that is asked for.
    fn shorten(&mut self, solver: &mut Solver) {
        let request = self.request;
        let outcome = self.solve(solver, request.goal);
        let Verdict::Mate(mate) = &outcome.verdict else {
            return;
        };
        self.mates[0] = mate.clone();
        self.show();
        if request.order == Order::Edo {
            let before = self.progress.clone();
            let line = solver.edo_line(&outcome, &request.budget, &mut |progress| {
                self.show_progress(progress, &before);
            });
            // An error would be one of the mate, which has just been found.
            self.edo = line.ok().flatten();
            if let Some(edo) = &self.edo {
                self.mates[0] = edo.shown_in(mate);
                self.show();
            }
        }
    }

    /// Tries every root move but the one that is known to mate. Returns why not
    /// all of them were decided.
    fn try_other_moves(&mut self, solver: &mut Solver) -> Option<Reason> {
        let request = self.request;
        let before = self.progress.clone();
        let known: Vec<Move> = self.mates[0].line.first().copied().into_iter().collect();
        let mut others =
            solver.alternatives(&request.problem, &known, request.goal, &request.budget);
        // Any mate will do where the shortest is not asked for.
        while request.goal != Goal::FirstMate || self.mates.len() < request.multi_pv {
            let other = others.next(&mut |progress| self.show_progress(progress, &before));
            self.add_cost(&before, others.stats());
            let Some(other) = other else { break };
            // A line that comes back to the root is a detour, no other way to
            // mate: the root move it goes on with is known already.
            if let Verdict::Mate(mate) = other.verdict
                && let line = [&mate.line[..], &mate.futile_tail].concat()
                && verify_mate(&request.problem, &line).is_ok()
            {
                self.add(mate);
            }
        }
        others.undecided()
    }

    /// Adds a mate, or replaces the one with the same first move. The shortest come
    /// first if that is asked for; of equals, those found first.
    fn add(&mut self, mate: Mate) {
        self.mates.retain(|known| known.line[0] != mate.line[0]);
        let place = match self.request.goal {
            Goal::FirstMate => self.mates.len(),
            _ => self.mates.partition_point(|m| m.length <= mate.length),
        };
        self.mates.insert(place, mate);
        if place < self.request.multi_pv {
            self.show();
        }
    }

    fn show(&mut self) {
        let mates = self.best_mates();
        (self.report)(SearchUpdate::Mates(self.progress.clone(), mates));
    }

    /// Returns as many mates as are wanted.
    fn best_mates(&self) -> Vec<Mate> {
        let wanted = self.mates.len().min(self.request.multi_pv);
        self.mates[..wanted].to_vec()
    }

    /// Solves the position within what is left of the budget.
    fn solve(&mut self, solver: &mut Solver, goal: Goal) -> Outcome {
        let SearchRequest {
            problem, budget, ..
        } = self.request;
        let before = self.progress.clone();
        let outcome = solver.solve(problem, goal, budget, &mut |progress| {
            self.show_progress(progress, &before);
        });
        self.add_cost(&before, &outcome.stats);
        outcome
    }

    /// Reports on a search that comes after `before`.
    fn show_progress(&mut self, progress: &Progress, before: &Progress) {
        let mut progress = progress.clone();
        progress.nodes += before.nodes;
        progress.max_depth = progress.max_depth.max(before.max_depth);
        (self.report)(SearchUpdate::Progress(progress));
    }

    /// Adds the cost of a search that came after `before`.
    fn add_cost(&mut self, before: &Progress, stats: &Stats) {
        self.progress.nodes = before.nodes + stats.nodes;
        self.progress.max_depth = before.max_depth.max(stats.max_depth);
        self.progress.hash_permille = stats.hash_permille;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kemuri_solver::{Futile, Options};

    fn searched(sfen: &str, goal: Goal, multi_pv: usize) -> GoResult {
        let request = SearchRequest {
            problem: Problem::from_sfen(sfen).unwrap(),
            goal,
            order: Order::Modern,
            multi_pv,
            line: Vec::new(),
            needs_move: false,
            budget: Budget::default().with_nodes(1_000_000),
        };
        let mut solver = Solver::new(Options::default().with_hash(4 << 20)).unwrap();
        let end = run(&request, &mut solver, &mut |_| ());
        for mate in &end.mates {
            assert_eq!(
                verify_mate(&request.problem, &mate.line),
                Ok(()),
                "{mate:?}"
            );
        }
        end
    }

    fn first_moves(mates: &[Mate]) -> Vec<String> {
        mates.iter().map(|mate| mate.line[0].to_usi()).collect()
    }

    /// A gold or a silver mates at 2b, and nothing else does.
    const TWO: &str = "7nk/8l/7P1/9/9/9/9/9/9 b GS2r2b3g3s3n3l17p 1";
    /// The same, White attacking.
    const TWO_TURNED: &str = "9/9/9/9/9/9/1p7/L8/KN7 w 2R2B3G3S3N3L17Pgs 1";
    const SHORTEST: Goal = Goal::Shortest(Futile::None);

    #[test]
    fn other_root_moves_are_found_on_either_side() {
        for (sfen, both) in [(TWO, ["G*2b", "S*2b"]), (TWO_TURNED, ["G*8h", "S*8h"])] {
            let end = searched(sfen, SHORTEST, 10);
            assert_eq!(end.conclusion, Conclusion::Mate { undecided: None });
            let mut found = first_moves(&end.mates);
            found.sort();
            assert_eq!(found, both, "{:?}", end.mates);
        }
    }

    /// The longest defence leaves a silver, a shorter one nothing.
    #[test]
    fn the_line_has_the_order_that_is_asked_for() {
        for (order, plies) in [(Order::Modern, 7), (Order::Edo, 3)] {
            let request = SearchRequest {
                problem: Problem::from_sfen("7k1/7s1/6+B2/5g3/9/9/9/9/9 b SL 1").unwrap(),
                goal: Goal::Shortest(Futile::Standard),
                order,
                multi_pv: 1,
                line: Vec::new(),
                budget: Budget::default(),
                needs_move: false,
            };
            let mut solver = Solver::new(Options::default().with_hash(4 << 20)).unwrap();
            let end = run(&request, &mut solver, &mut |_| ());
            assert_eq!((end.mates[0].length, end.mates[0].line.len()), (7, plies));
            assert_eq!(end.edo.is_some(), order == Order::Edo);
        }
    }

    #[test]
    fn no_more_root_moves_are_given_than_are_asked_for() {
        for goal in [SHORTEST, Goal::FirstMate] {
            for wanted in 1..=3 {
                let end = searched(TWO, goal, wanted);
                assert_eq!(end.mates.len(), wanted.min(2), "{goal:?}");
            }
        }
    }
}
