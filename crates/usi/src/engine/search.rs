//! One search: the mate, its shortest length, and the other root moves that mate.

use kemuri_core::replay::verify_mate;
use kemuri_core::{Budget, Move, Problem, Progress, Reason};
use kemuri_solver::{Goal, Solver, Verdict};

/// What is to be searched.
pub struct Job {
    /// The position.
    pub problem: Problem,
    /// Any mate, or the shortest.
    pub goal: Goal,
    /// Root moves that are wanted.
    pub multi_pv: usize,
    /// What it may cost.
    pub budget: Budget,
}

/// A root move that mates, with its line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The attacker mates within so many plies.
    pub length: u32,
    /// Whether that is proven shortest.
    pub exact: bool,
    /// The moves; none if the defender is mated already.
    pub line: Vec<Move>,
}

/// How far the search is.
#[derive(Clone, Debug, Default)]
pub struct Counts {
    /// Moves made.
    pub nodes: u64,
    /// Depth of the deepest node.
    pub max_depth: u32,
    /// Table load in thousandths.
    pub hash_permille: u32,
}

/// News of a search.
pub enum Report {
    /// It is under way, at this line.
    Glimpse(Counts, Vec<Move>),
    /// The root moves that mate, best first.
    Rows(Counts, Vec<Row>),
}

/// What a search leaves behind.
pub struct End {
    /// How it ended.
    pub conclusion: Conclusion,
    /// What it cost.
    pub counts: Counts,
    /// The root moves that mate, best first.
    pub rows: Vec<Row>,
}

/// How a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Conclusion {
    /// The attacker mates, as the rows say.
    Mate {
        /// Why other root moves were not tried, or not to the end.
        untried: Option<Reason>,
    },
    /// He does not.
    NoMate,
    /// Nothing is proven.
    Unknown(Reason),
}

/// Searches.
pub fn run(job: &Job, solver: &mut Solver, report: &mut dyn FnMut(Report)) -> End {
    let mut search = Search {
        job,
        solver,
        report,
        counts: Counts::default(),
        rows: Vec::new(),
    };
    let conclusion = search.run();
    End {
        conclusion,
        rows: search.best_rows(),
        counts: search.counts,
    }
}

/// Nodes that every other root move gets at first.
const FIRST_BUDGET: u64 = 10_000;

/// What became of a root move.
enum Tried {
    /// All is known that was asked for.
    Decided,
    /// It needs more nodes.
    Open,
    /// More nodes do not help.
    Hopeless(Reason),
}

struct Search<'a> {
    job: &'a Job,
    solver: &'a mut Solver,
    report: &'a mut dyn FnMut(Report),
    counts: Counts,
    rows: Vec<Row>,
}

impl Search<'_> {
    fn run(&mut self) -> Conclusion {
        let job = self.job;
        // The first mate is worth showing, and worth having if the time is up
        // before its length is proven; what it left in the table is not lost.
        match self.ask(&job.problem, Goal::FirstMate, None) {
            Verdict::NoMate => return Conclusion::NoMate,
            Verdict::Unknown(reason) => return Conclusion::Unknown(reason),
            mate => self.rows.extend(Row::of(mate)),
        }
        self.show();
        if job.goal != Goal::FirstMate
            && let Some(row) = Row::of(self.ask(&job.problem, job.goal, None))
        {
            self.rows[0] = row;
            self.show();
        }
        let untried = if job.multi_pv > 1 && job.problem.attacker_to_move() {
            self.try_other_moves()
        } else {
            None
        };
        Conclusion::Mate { untried }
    }

    /// Tries every root move but the one that is known to mate. Returns why not
    /// all of them were decided.
    ///
    /// Each gets a few nodes, those that are left more and more of them: one that
    /// is hard to refute must not keep others from being seen. What was learnt in
    /// one round is in the table for the next.
    fn try_other_moves(&mut self) -> Option<Reason> {
        let job = self.job;
        let known = self.rows[0].line.first().copied();
        let mut open = job.problem.checks();
        open.retain(|mv| Some(*mv) != known);
        let mut untried = None;
        let mut budget = FIRST_BUDGET;
        while !open.is_empty() {
            let mut left = Vec::new();
            for mv in open {
                // Any mate will do where the shortest is not asked for.
                if job.goal == Goal::FirstMate && self.rows.len() >= job.multi_pv {
                    return untried;
                }
                if let Some(reason) = job.budget.exhausted() {
                    return Some(reason);
                }
                match self.try_move(mv, budget) {
                    Tried::Decided => {}
                    Tried::Open => left.push(mv),
                    Tried::Hopeless(reason) => untried = Some(reason),
                }
            }
            open = left;
            budget = budget.saturating_mul(4);
        }
        untried
    }

    fn try_move(&mut self, mv: Move, budget: u64) -> Tried {
        let job = self.job;
        let Ok(after) = job.problem.play(mv) else {
            return Tried::Decided;
        };
        let (length, exact, line, rest) = match self.ask(&after, job.goal, Some(budget)) {
            Verdict::NoMate => return Tried::Decided,
            Verdict::Unknown(Reason::Memory) => return Tried::Hopeless(Reason::Memory),
            Verdict::Unknown(_) => return Tried::Open,
            Verdict::Mate {
                length,
                exact,
                line,
                rest,
            } => (length, exact, line, rest),
        };
        let line = [&[mv], &line[..]].concat();
        // A line that comes back to the root is a detour, no other way to mate:
        // the root move it goes on with is known already.
        if verify_mate(&job.problem, &[&line[..], &rest].concat()).is_ok() {
            self.add(Row {
                length: length + 1,
                exact,
                line,
            });
        }
        if exact || job.goal == Goal::FirstMate {
            Tried::Decided
        } else {
            Tried::Open
        }
    }

    /// Puts a row where it belongs, in place of what was known of its first move:
    /// by length if that is asked for, of equals the one found first before the
    /// others.
    fn add(&mut self, row: Row) {
        self.rows.retain(|known| known.line[0] != row.line[0]);
        let place = match self.job.goal {
            Goal::FirstMate => self.rows.len(),
            Goal::Shortest(_) => self.rows.partition_point(|r| r.length <= row.length),
        };
        self.rows.insert(place, row);
        if place < self.job.multi_pv {
            self.show();
        }
    }

    fn show(&mut self) {
        let rows = self.best_rows();
        (self.report)(Report::Rows(self.counts.clone(), rows));
    }

    /// As many rows as are wanted.
    fn best_rows(&self) -> Vec<Row> {
        let wanted = self.rows.len().min(self.job.multi_pv);
        self.rows[..wanted].to_vec()
    }

    /// Asks the solver within what is left of the budget, and within so many nodes.
    fn ask(&mut self, problem: &Problem, goal: Goal, nodes: Option<u64>) -> Verdict {
        let budget = self.job.budget.at_most_nodes(nodes);
        let before = self.counts.clone();
        let Self { solver, report, .. } = self;
        let outcome = solver.solve(problem, goal, &budget, &mut |progress: &Progress| {
            let counts = Counts {
                nodes: before.nodes + progress.nodes,
                max_depth: before.max_depth.max(progress.max_depth),
                hash_permille: progress.hash_permille,
            };
            report(Report::Glimpse(counts, progress.line.clone()));
        });
        self.counts = Counts {
            nodes: before.nodes + outcome.stats.nodes,
            max_depth: before.max_depth.max(outcome.stats.max_depth),
            hash_permille: outcome.stats.hash_permille,
        };
        outcome.verdict
    }
}

impl Row {
    fn of(verdict: Verdict) -> Option<Self> {
        match verdict {
            Verdict::Mate {
                length,
                exact,
                line,
                ..
            } => Some(Self {
                length,
                exact,
                line,
            }),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kemuri_solver::{Futile, Options};

    fn searched(sfen: &str, goal: Goal, multi_pv: usize) -> End {
        let job = Job {
            problem: Problem::from_sfen(sfen).unwrap(),
            goal,
            multi_pv,
            budget: Budget::default().with_nodes(1_000_000),
        };
        let mut solver = Solver::new(Options {
            hash: 4 << 20,
            ..Options::default()
        })
        .unwrap();
        let end = run(&job, &mut solver, &mut |_| ());
        for row in &end.rows {
            assert_eq!(verify_mate(&job.problem, &row.line), Ok(()), "{row:?}");
        }
        end
    }

    fn first_moves(rows: &[Row]) -> Vec<String> {
        rows.iter().map(|row| row.line[0].to_usi()).collect()
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
            assert_eq!(end.conclusion, Conclusion::Mate { untried: None });
            let mut found = first_moves(&end.rows);
            found.sort();
            assert_eq!(found, both, "{:?}", end.rows);
        }
    }

    #[test]
    fn no_more_root_moves_are_given_than_are_asked_for() {
        for goal in [SHORTEST, Goal::FirstMate] {
            for wanted in 1..=3 {
                let end = searched(TWO, goal, wanted);
                assert_eq!(end.rows.len(), wanted.min(2), "{goal:?}");
            }
        }
    }
}
