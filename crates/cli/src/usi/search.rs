//! One search: the mate, its shortest length, and the other root moves that mate.

use kemuri_core::replay::verify_mate;
use kemuri_core::{Board, Color, Move, Problem};
use kemuri_solver::{Goal, Limits, Progress, Reason, Solver, Verdict};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// What is to be searched.
pub struct Job {
    /// The position.
    pub problem: Problem,
    /// Any mate, or the shortest.
    pub goal: Goal,
    /// Root moves that are wanted.
    pub multi_pv: usize,
    /// When the time began to run.
    pub started: Instant,
    /// How long the search may take.
    pub time: Option<Duration>,
    /// Nodes it may take.
    pub nodes: Option<u64>,
    /// Set to end it.
    pub stop: Arc<AtomicBool>,
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

/// How a search ended.
#[derive(Clone, Debug, PartialEq, Eq)]
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
pub fn run(job: &Job, solver: &mut Solver, report: &mut dyn FnMut(Report)) -> (Conclusion, Counts) {
    let mut search = Search {
        job,
        solver,
        report,
        counts: Counts::default(),
        rows: Vec::new(),
    };
    let conclusion = search.run();
    (conclusion, search.counts)
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
        match self.ask(&job.problem, Goal::FirstMate) {
            Verdict::NoMate => return Conclusion::NoMate,
            Verdict::Unknown(reason) => return Conclusion::Unknown(reason),
            mate => self.rows.extend(Row::of(mate)),
        }
        self.show();
        if job.goal != Goal::FirstMate
            && let Some(row) = Row::of(self.ask(&job.problem, job.goal))
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
    fn try_other_moves(&mut self) -> Option<Reason> {
        let job = self.job;
        let known = self.rows[0].line.first().copied();
        let mut untried = None;
        for mv in checks(&job.problem) {
            // Any mate will do where the shortest is not asked for.
            if job.goal == Goal::FirstMate && self.rows.len() == job.multi_pv {
                break;
            }
            if Some(mv) == known {
                continue;
            }
            let Some(after) = after(&job.problem, mv) else {
                continue;
            };
            match self.ask(&after, job.goal) {
                Verdict::NoMate => {}
                Verdict::Unknown(Reason::Interrupted) => return Some(Reason::Interrupted),
                Verdict::Unknown(reason) => untried = Some(reason),
                Verdict::Mate {
                    length,
                    exact,
                    line,
                    rest,
                } => {
                    let line = [&[mv], &line[..]].concat();
                    // A line that comes back to the root is a detour, no other
                    // way to mate: the root move it ends with is known already.
                    if verify_mate(&job.problem, &[&line[..], &rest].concat()).is_ok() {
                        self.add(Row {
                            length: length + 1,
                            exact,
                            line,
                        });
                    }
                }
            }
        }
        untried
    }

    fn add(&mut self, row: Row) {
        self.rows.push(row);
        if self.job.goal != Goal::FirstMate {
            // Stable: of equals the one found first comes first.
            self.rows.sort_by_key(|row| row.length);
        }
        self.rows.truncate(self.job.multi_pv);
        self.show();
    }

    fn show(&mut self) {
        (self.report)(Report::Rows(self.counts.clone(), self.rows.clone()));
    }

    /// Asks the solver within what is left of the limits.
    fn ask(&mut self, problem: &Problem, goal: Goal) -> Verdict {
        let job = self.job;
        let before = self.counts.clone();
        let limits = Limits {
            time: job.time.map(|t| t.saturating_sub(job.started.elapsed())),
            nodes: job.nodes.map(|n| n.saturating_sub(before.nodes)),
            stop: Arc::clone(&job.stop),
        };
        let Self { solver, report, .. } = self;
        let outcome = solver.solve(problem, goal, &limits, &mut |progress: &Progress| {
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

/// The checks that the attacker, who is to move, can give.
fn checks(problem: &Problem) -> Vec<Move> {
    let mut board = Board::new(problem);
    let lines = board.king_lines();
    let turned = problem.attacker() == Color::WHITE;
    let mut moves = Vec::new();
    board.each_check(&lines, |mv| {
        moves.push(if turned { mv.flip() } else { mv });
    });
    moves
}

/// The position after a check.
fn after(problem: &Problem, mv: Move) -> Option<Problem> {
    let mut position = problem.position();
    position.apply_move(mv);
    Problem::from_sfen_with(&position.to_sfen(None), Some(problem.attacker())).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use kemuri_solver::{Futile, Options};

    fn rows(sfen: &str, goal: Goal, multi_pv: usize) -> (Conclusion, Vec<Row>) {
        let job = Job {
            problem: Problem::from_sfen(sfen).unwrap(),
            goal,
            multi_pv,
            started: Instant::now(),
            time: None,
            nodes: Some(1_000_000),
            stop: Arc::default(),
        };
        let mut solver = Solver::new(Options {
            hash: 4 << 20,
            ..Options::default()
        })
        .unwrap();
        let mut last = Vec::new();
        let (conclusion, _) = run(&job, &mut solver, &mut |report| {
            if let Report::Rows(_, rows) = report {
                last = rows;
            }
        });
        for row in &last {
            assert_eq!(verify_mate(&job.problem, &row.line), Ok(()), "{row:?}");
        }
        (conclusion, last)
    }

    fn first_moves(rows: &[Row]) -> Vec<String> {
        rows.iter().map(|row| row.line[0].to_usi()).collect()
    }

    /// A gold mates at 1b and 2b; at 2a it is taken.
    const TWO: &str = "8k/9/8P/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1";
    /// The same, White attacking.
    const TWO_TURNED: &str = "9/9/9/9/9/9/p8/9/K8 w 2R2B3G4S4N4L17Pg 1";

    #[test]
    fn other_root_moves_are_found_on_either_side() {
        let goal = Goal::Shortest(Futile::None);
        for (sfen, expected) in [(TWO, "G*1b"), (TWO_TURNED, "G*9h")] {
            let (conclusion, rows) = rows(sfen, goal, 10);
            assert_eq!(conclusion, Conclusion::Mate { untried: None });
            assert!(rows.iter().all(|row| row.length == 1 && row.exact));
            assert!(first_moves(&rows).contains(&expected.into()), "{rows:?}");
        }
    }
}
