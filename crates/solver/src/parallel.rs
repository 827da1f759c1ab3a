//! Several threads on one question.
//!
//! All threads search the same position from the root, each with a path and a
//! stack of its own, and share the table. Three things let them work together:
//!
//! - An open entry knows how many threads have it on their path. A child in
//!   which others are at work is chosen as if its number were larger (virtual
//!   numbers, Kaneko 2010), so that paths part where there is something else to
//!   do. The numbers themselves are not touched.
//! - A child's numbers are looked up again before it is entered; if another
//!   thread has changed them the choice is made anew.
//! - A thread that decides a position which is on the path of another leaves a
//!   mark in the entry; the others see it at their next turn and go back to it.
//!
//! Nothing of this touches what makes a verdict true: every thread stores only
//! what it has proven, with the conditions it depends on, whoever reads it.
//!
//! One thread, the first, asks the questions and answers for the search. The
//! others join when a question has turned out not to be a small one, and leave
//! it as soon as it is answered. The first one also does the housekeeping of the
//! table.

use crate::futile::Futile;
use crate::options::Options;
use crate::search::{MoveToNode, Search, SearchStatus};
use crate::table::{Query, Table};
use crate::tasks::Tasks;
use kemuri_core::{Board, Budget, Hand};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Nodes that the first thread spends on a question before it calls the others.
const ALONE: u64 = if cfg!(test) { 0 } else { 2000 };

/// What the threads work on.
#[derive(Clone)]
pub(crate) struct Task {
    pub(crate) board: Board,
    pub(crate) futile: Futile,
    pub(crate) query: Query,
    pub(crate) step: MoveToNode,
}

/// What the threads have in common besides the table.
pub(crate) struct SharedSearch {
    /// The question that is asked.
    tasks: Tasks<Task>,
    /// Nodes of the helpers.
    nodes: AtomicU64,
}

impl SharedSearch {
    pub(crate) fn new() -> Self {
        Self {
            tasks: Tasks::new(),
            nodes: AtomicU64::new(0),
        }
    }

    /// Returns a guard that ends the threads when it is dropped.
    pub(crate) fn end_on_drop(&self) -> impl Drop + '_ {
        struct End<'a>(&'a SharedSearch);
        impl Drop for End<'_> {
            fn drop(&mut self) {
                self.0.tasks.end();
            }
        }
        End(self)
    }

    /// Runs a helper until the search is over, or `stop` is set.
    pub(crate) fn help(&self, table: &mut Table, options: &Options, stop: &Arc<AtomicBool>) {
        let nowhere = Board::from_pieces(&[0; 81], [Hand::EMPTY; 2], true);
        // Its nodes are charged by the first thread.
        let budget = Budget::until_stopped(Arc::clone(stop));
        let mut silent = |_: &_| ();
        let mut search = Search::new(nowhere, table, options, &budget, &mut silent);
        let mut turn = 0;
        while let Some((task, now)) = self.tasks.next(turn) {
            turn = now;
            search.thread = Some(SearchThread {
                shared: self,
                role: Role::Helper { turn },
                reported: search.nodes,
            });
            search.board = task.board;
            search.futile = task.futile;
            if let SearchStatus::Done(_) = search.decide_as(task.query, task.step) {
                self.tasks.mark_answered(turn);
            }
        }
    }
}

/// What one thread does in a shared search.
#[derive(Clone, Copy)]
pub(crate) struct SearchThread<'a> {
    shared: &'a SharedSearch,
    role: Role,
    /// Nodes of this thread that are counted in [`SharedSearch::nodes`].
    reported: u64,
}

#[derive(Clone, Copy)]
enum Role {
    /// The first thread, and whether it has called the others.
    First { called: bool },
    /// A helper at work on the task of a turn.
    Helper { turn: u64 },
}

impl<'a> SearchThread<'a> {
    /// The thread that asks the questions.
    pub(crate) fn first(shared: &'a SharedSearch) -> Self {
        Self {
            shared,
            role: Role::First { called: false },
            reported: 0,
        }
    }

    /// Whether the thread only helps.
    #[inline]
    pub(crate) fn is_helper(&self) -> bool {
        matches!(self.role, Role::Helper { .. })
    }

    /// Nodes of the helpers.
    pub(crate) fn nodes_of_helpers(&self) -> u64 {
        self.shared.nodes.load(Ordering::Relaxed)
    }

    /// Notes that a question begins after so many `nodes`.
    pub(crate) fn begin(&mut self, nodes: u64) {
        self.reported = nodes;
    }

    /// Whether it is time to call the others to a question.
    pub(crate) fn should_call_helpers(&self, nodes: u64) -> bool {
        matches!(self.role, Role::First { called: false }) && nodes >= self.reported + ALONE
    }

    /// Calls the others.
    pub(crate) fn call(&mut self, task: Task) {
        self.role = Role::First { called: true };
        self.shared.tasks.set(Some(task));
    }

    /// Counts the `nodes` of a helper for the first thread. Returns whether the task is
    /// still the current one.
    pub(crate) fn report_nodes(&mut self, nodes: u64) -> bool {
        let Role::Helper { turn } = self.role else {
            return true;
        };
        let new = nodes - self.reported;
        self.shared.nodes.fetch_add(new, Ordering::Relaxed);
        self.reported = nodes;
        self.shared.tasks.is_current(turn)
    }

    /// Whether a helper has decided the root; `true` once for each task.
    ///
    /// Usually the mark in the entry of the root shows it. But an entry cannot count
    /// more than a few threads, and those not counted see no mark.
    pub(crate) fn is_answered(&self) -> bool {
        matches!(self.role, Role::First { called: true }) && self.shared.tasks.take_answer()
    }

    /// Notes that the question is answered, or given up.
    pub(crate) fn end(&mut self, nodes: u64) {
        if self.is_helper() {
            self.report_nodes(nodes);
        } else if let Role::First { called: true } = self.role {
            self.role = Role::First { called: false };
            self.shared.tasks.set(None);
        }
    }
}

#[cfg(test)]
impl SharedSearch {
    /// Marks the last task as answered, as a helper does.
    pub(crate) fn mark_last_answered(&self) {
        self.tasks.mark_last_answered();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::entry::{EntryKind, Meta};
    use crate::{Goal, Reason, Solver, Verdict};
    use kemuri_core::{Color, Problem};
    use kemuri_oracle::random::{Rng, random_attack, random_small};
    use kemuri_oracle::tsume::{OracleAnswer, solve_board};

    /// Positions that are asked about; the oracle decides about half of them.
    const POSITIONS: u64 = 2000;
    /// Asks about so many positions instead, each with every number of threads.
    const MORE_POSITIONS: &str = "KEMURI_THREAD_POSITIONS";
    /// Tables that collect all the time, that grow, and that need neither.
    const SIZES: [u64; 4] = [8 << 10, 64 << 10, 1 << 20, 8 << 20];

    /// Up to more than there are cores, or than can be counted on one position.
    const THREADS: [u64; 4] = [2, 3, 4, 20];
    /// The same for many positions.
    const ALL_THREADS: [u64; 4] = [1, 2, 4, 16];
    fn solver(threads: u64, hash: u64) -> Solver {
        Solver::new(Options {
            hash,
            threads,
            ..Options::default()
        })
        .unwrap()
    }

    /// What the runs came to.
    #[derive(Debug, Default)]
    struct Tally {
        positions: u64,
        mates: u64,
        no_mates: u64,
        undecided: u64,
    }

    /// Solves a position with so many threads and compares the verdict with the
    /// oracle's.
    fn compare(
        sfen: &str,
        attacker: Color,
        answer: &OracleAnswer,
        run: [u64; 3],
        tally: &mut Tally,
    ) {
        let [seed, threads, hash] = run;
        let problem = Problem::from_sfen_with(sfen, Some(attacker)).unwrap();
        let goal = match seed % 2 {
            0 => Goal::FirstMate,
            _ => Goal::Shortest(Futile::None),
        };
        let budget = Budget::default().with_nodes(100_000);
        let outcome = solver(threads, hash).solve(&problem, goal, &budget, &mut |_| ());
        let context =
            || format!("{sfen} seed {seed}, {threads} threads, {hash} bytes: {outcome:?}");
        match (&outcome.verdict, answer) {
            (Verdict::Mate(mate), OracleAnswer::Mate { length: least }) => {
                assert!(mate.length >= *least, "{}", context());
                assert!(!mate.exact || mate.length == *least, "{}", context());
                tally.mates += 1;
            }
            (Verdict::NoMate, OracleAnswer::NoMate) => tally.no_mates += 1,
            (Verdict::Unknown(Reason::Nodes), _) => tally.undecided += 1,
            _ => panic!("the oracle says {answer:?}: {}", context()),
        }
    }

    /// Threads that are called to every question, however small, say what brute
    /// force says.
    #[test]
    fn threads_get_the_oracles_verdict() {
        let asked = std::env::var(MORE_POSITIONS).ok();
        let asked = asked.map(|text| text.parse().expect("a number of positions"));
        let mut tally = Tally::default();
        for seed in 0..asked.unwrap_or(POSITIONS) {
            let random = random_small(&mut Rng::new(seed));
            let answer = solve_board(&random.board, random.attacker, 1500);
            if answer == OracleAnswer::TooLarge {
                continue;
            }
            tally.positions += 1;
            let turn = seed as usize;
            let hash = SIZES[turn % SIZES.len()];
            let threads = match asked {
                Some(_) => &ALL_THREADS[..],
                None => &THREADS[turn / SIZES.len() % THREADS.len()..][..1],
            };
            for &threads in threads {
                let run = [seed, threads, hash];
                compare(&random.sfen(), random.attacker, &answer, run, &mut tally);
            }
        }
        println!("{tally:?}");
        let Tally {
            mates, no_mates, ..
        } = tally;
        assert!(mates > 50 && no_mates > 500, "{tally:?}");
        assert!(tally.undecided * 50 < mates + no_mates, "{tally:?}");
    }

    /// Larger attacks: every verdict of three threads is certified, and one thread
    /// agrees with it.
    #[test]
    fn verdicts_of_several_threads_are_certified() {
        let mut certified = 0;
        for seed in 0..400 {
            let random = random_attack(&mut Rng::new(seed));
            let problem = Problem::from_sfen_with(&random.sfen(), Some(random.attacker)).unwrap();
            let budget = Budget::default().with_nodes(30_000);
            let mut parallel = solver(3, SIZES[1 + seed as usize % 3]);
            let outcome = parallel.solve(&problem, Goal::FirstMate, &budget.renewed(), &mut |_| ());
            let alone = solver(1, 8 << 20)
                .solve(&problem, Goal::FirstMate, &budget.renewed(), &mut |_| ())
                .verdict;
            let is_mate = |verdict: &Verdict| match verdict {
                Verdict::Mate(_) => Some(true),
                Verdict::NoMate => Some(false),
                Verdict::Unknown(_) => None,
            };
            let (Some(together), Some(alone)) = (is_mate(&outcome.verdict), is_mate(&alone)) else {
                continue;
            };
            assert_eq!(together, alone, "{}", random.sfen());
            let mut file = Vec::new();
            let written =
                parallel.certify(&outcome, 1 << 16, &mut file, &budget.renewed(), &mut |_| ());
            if written.is_ok() {
                kemuri_certify::verify(&file[..], Some(&problem)).unwrap();
                certified += 1;
            }
        }
        assert!(certified > 200, "{certified}");
    }

    /// Nothing of a search that is over is left in the table but what it found.
    fn assert_left_tidy(solver: &mut Solver) {
        assert!(!solver.table.is_shared());
        let metas = crate::table::testing::metas(&mut solver.table);
        let on_path = |meta: &Meta| meta.is_protected() || meta.kind() == EntryKind::Settled;
        assert!(!metas.iter().any(on_path), "a position stayed on a path");
        let used = metas.iter().filter(|meta| !meta.is_empty()).count();
        assert_eq!(solver.table.used(), used as u64);
    }

    /// A search can be stopped, and leaves a table that serves on.
    #[test]
    fn a_stopped_search_can_be_repeated() {
        let random = random_attack(&mut Rng::new(7));
        let problem = Problem::from_sfen_with(&random.sfen(), Some(random.attacker)).unwrap();
        let mut solver = solver(4, 1 << 20);
        for nodes in [1, 10, 100, 1000, 10_000, 1_000_000] {
            let budget = Budget::default().with_nodes(nodes);
            solver.solve(&problem, Goal::FirstMate, &budget.renewed(), &mut |_| ());
            assert_left_tidy(&mut solver);
        }
    }

    /// The same if it is stopped from outside, whatever the moment, with more
    /// threads than can be counted on one position.
    #[test]
    fn several_threads_can_be_stopped_at_any_moment() {
        for hash in SIZES {
            let mut solver = solver(20, hash);
            for seed in 0..30 {
                let random = random_attack(&mut Rng::new(seed));
                let problem =
                    Problem::from_sfen_with(&random.sfen(), Some(random.attacker)).unwrap();
                let budget = Budget::default().with_nodes(20_000);
                std::thread::scope(|scope| {
                    scope.spawn(|| {
                        (0..seed * 50).for_each(|_| std::thread::yield_now());
                        budget.stop();
                    });
                    let goal = Goal::Shortest(Futile::Standard);
                    solver.solve(&problem, goal, &budget, &mut |_| ());
                });
                assert_left_tidy(&mut solver);
            }
        }
    }
}
