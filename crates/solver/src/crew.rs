//! Several threads on one question.
//!
//! All threads search the same position from the root, each with a path and a
//! stack of its own, and share the table. Three things make them a crew:
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
//! what it has proven, with the conditions it leans on, whoever reads it.
//!
//! One thread, the first, asks the questions and answers for the search. The
//! others join when a question has turned out not to be a small one, and leave
//! it as soon as it is answered. The first one also does the housekeeping of the
//! table.

use crate::futile::Futile;
use crate::options::Options;
use crate::search::{Search, Status, Step};
use crate::table::{Place, Table};
use kemuri_core::{Board, Budget, Hand, Move};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// Nodes that the first thread spends on a question before it calls the others.
const ALONE: u64 = if cfg!(test) { 0 } else { 2000 };

/// What the threads work on.
#[derive(Clone)]
pub(crate) struct Task {
    pub(crate) board: Board,
    pub(crate) futile: Futile,
    pub(crate) replies_before: Vec<Move>,
    pub(crate) place: Place,
    pub(crate) step: Step,
}

/// What the threads have in common besides the table.
pub(crate) struct Crew {
    state: Mutex<State>,
    news: Condvar,
    /// Grows with every question that is asked or withdrawn.
    turn: AtomicU64,
    /// The turn of a question that a helper has answered.
    answered: AtomicU64,
    /// Nodes of the helpers.
    nodes: AtomicU64,
}

#[derive(Default)]
struct State {
    task: Option<Task>,
    over: bool,
}

impl Crew {
    pub(crate) fn new() -> Self {
        Self {
            state: Mutex::default(),
            news: Condvar::new(),
            turn: AtomicU64::new(0),
            answered: AtomicU64::new(0),
            nodes: AtomicU64::new(0),
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // Nothing panics with the state half changed.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next task after that of `turn`, and its turn; none when all is over.
    fn wait(&self, turn: u64) -> Option<(Task, u64)> {
        let mut state = self.state();
        loop {
            if state.over {
                return None;
            }
            let now = self.turn.load(Ordering::Relaxed);
            if let Some(task) = state.task.as_ref().filter(|_| now != turn) {
                return Some((task.clone(), now));
            }
            let woken = self.news.wait(state);
            state = woken.unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn set(&self, task: Option<Task>) {
        let mut state = self.state();
        state.task = task;
        // While the state is held: a helper that has just seen the old turn would
        // go to sleep after it was called.
        self.turn.fetch_add(1, Ordering::Relaxed);
        drop(state);
        self.news.notify_all();
    }

    /// Notes that the answer to the question of `turn` is in the table.
    fn answer(&self, turn: u64) {
        self.answered.store(turn, Ordering::Release);
    }

    /// Sends everybody home when it is dropped.
    pub(crate) fn until_dropped(&self) -> impl Drop + '_ {
        struct End<'a>(&'a Crew);
        impl Drop for End<'_> {
            fn drop(&mut self) {
                self.0.set(None);
                self.0.state().over = true;
                self.0.news.notify_all();
            }
        }
        End(self)
    }

    /// What a helper does until all is over, or `stop` is set.
    pub(crate) fn help(&self, table: &mut Table, options: &Options, stop: &Arc<AtomicBool>) {
        let nowhere = Board::from_pieces(&[0; 81], [Hand::EMPTY; 2], true);
        // Its nodes are charged by the first thread.
        let budget = Budget::until_stopped(Arc::clone(stop));
        let mut silent = |_: &_| ();
        let mut search = Search::new(nowhere, table, options, &budget, &mut silent);
        let mut turn = 0;
        while let Some((task, now)) = self.wait(turn) {
            turn = now;
            search.crew = Some(Member {
                crew: self,
                role: Role::Helper { turn },
                said: search.nodes,
            });
            search.board = task.board;
            search.futile = task.futile;
            search.replies_before = task.replies_before;
            if let Status::Done(_) = search.decide_as(task.place, task.step) {
                self.answer(turn);
            }
        }
    }
}

/// A thread's part in a crew.
#[derive(Clone, Copy)]
pub(crate) struct Member<'a> {
    crew: &'a Crew,
    role: Role,
    /// Nodes that the others know of.
    said: u64,
}

#[derive(Clone, Copy)]
enum Role {
    /// The first thread, and whether it has called the others.
    First { called: bool },
    /// A helper at work on the task of a turn.
    Helper { turn: u64 },
}

impl<'a> Member<'a> {
    /// The thread that asks the questions.
    pub(crate) fn first(crew: &'a Crew) -> Self {
        Self {
            crew,
            role: Role::First { called: false },
            said: 0,
        }
    }

    /// Whether the thread only helps.
    #[inline]
    pub(crate) fn is_helper(&self) -> bool {
        matches!(self.role, Role::Helper { .. })
    }

    /// Nodes of the helpers.
    pub(crate) fn nodes_of_helpers(&self) -> u64 {
        self.crew.nodes.load(Ordering::Relaxed)
    }

    /// Notes that a question begins after so many `nodes`.
    pub(crate) fn begin(&mut self, nodes: u64) {
        self.said = nodes;
    }

    /// Whether it is time to call the others to a question.
    pub(crate) fn should_call(&self, nodes: u64) -> bool {
        matches!(self.role, Role::First { called: false }) && nodes >= self.said + ALONE
    }

    /// Calls the others.
    pub(crate) fn call(&mut self, task: Task) {
        self.role = Role::First { called: true };
        self.crew.set(Some(task));
    }

    /// Whether the question of this thread is still open; says its `nodes`.
    pub(crate) fn goes_on(&mut self, nodes: u64) -> bool {
        let Role::Helper { turn } = self.role else {
            return true;
        };
        let unsaid = nodes - self.said;
        self.crew.nodes.fetch_add(unsaid, Ordering::Relaxed);
        self.said = nodes;
        self.crew.turn.load(Ordering::Relaxed) == turn
    }

    /// Whether a helper has answered the question of the first thread, who is
    /// told once.
    ///
    /// Mostly the first thread hears of it as of any other news. But where too
    /// many are at the root to be counted, it may not be among those who do.
    pub(crate) fn hears_answer(&self) -> bool {
        let Role::First { called: true } = self.role else {
            return false;
        };
        let Crew { turn, answered, .. } = self.crew;
        let heard = answered.load(Ordering::Acquire) == turn.load(Ordering::Relaxed);
        if heard {
            answered.store(0, Ordering::Relaxed);
        }
        heard
    }

    /// Notes that the question is answered, or given up.
    pub(crate) fn end(&mut self, nodes: u64) {
        if self.is_helper() {
            self.goes_on(nodes);
        } else if let Role::First { called: true } = self.role {
            self.role = Role::First { called: false };
            self.crew.set(None);
        }
    }
}

#[cfg(test)]
impl Crew {
    /// What a helper says of the question that was asked last.
    pub(crate) fn answer_now(&self) {
        self.answer(self.turn.load(Ordering::Relaxed));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::entry::{Kind, Meta};
    use crate::value::NO_LIMIT;
    use crate::{Goal, Reason, Solver, Verdict};
    use kemuri_core::Problem;
    use kemuri_oracle::random::{Rng, random_attack, random_small};
    use kemuri_oracle::tsume::{OracleAnswer, solve_board};

    /// Positions that are asked about; the oracle decides about half of them.
    const POSITIONS: u64 = 2000;
    /// Tables that collect all the time, that grow, and that need neither.
    const SIZES: [u64; 4] = [8 << 10, 64 << 10, 1 << 20, 8 << 20];

    /// Up to more than there are cores, or than can be counted on one position.
    const THREADS: [u64; 4] = [2, 3, 4, 20];
    /// Questions that are asked and withdrawn.
    const ROUNDS: usize = 50_000;

    fn nothing() -> Task {
        Task {
            board: Board::from_pieces(&[0; 81], [Hand::EMPTY; 2], true),
            futile: Futile::None,
            replies_before: Vec::new(),
            place: Place {
                key: 0,
                hand: Hand::EMPTY,
                depth: 1,
                len: NO_LIMIT,
            },
            step: Step::ROOT,
        }
    }

    fn solver(threads: u64, hash: u64) -> Solver {
        Solver::new(Options {
            hash,
            threads,
            ..Options::default()
        })
        .unwrap()
    }

    /// A helper that looks whether it is called sees the task and its turn
    /// together, or it would go to sleep between the two.
    #[test]
    fn a_task_and_its_turn_are_seen_together() {
        let crew = Crew::new();
        std::thread::scope(|scope| {
            let asks = scope.spawn(|| {
                for _ in 0..ROUNDS {
                    crew.set(Some(nothing()));
                    crew.set(None);
                }
            });
            while !asks.is_finished() {
                let state = crew.state();
                let turn = crew.turn.load(Ordering::Relaxed);
                assert_eq!(turn % 2 == 1, state.task.is_some());
            }
        });
    }

    /// Threads that are called to every question, however small, say what brute
    /// force says.
    #[test]
    fn crews_get_the_oracles_verdict() {
        let (mut mates, mut no_mates, mut undecided) = (0, 0, 0);
        for seed in 0..POSITIONS {
            let random = random_small(&mut Rng::new(seed));
            let answer = solve_board(&random.board, random.attacker, 1500);
            if answer == OracleAnswer::TooLarge {
                continue;
            }
            let sfen = random.sfen();
            let problem = Problem::from_sfen_with(&sfen, Some(random.attacker)).unwrap();
            let hash = SIZES[seed as usize % SIZES.len()];
            let mut solver = solver(THREADS[seed as usize / SIZES.len() % THREADS.len()], hash);
            let budget = Budget::default().with_nodes(100_000);
            let goal = if seed % 2 == 0 {
                Goal::FirstMate
            } else {
                Goal::Shortest(Futile::None)
            };
            let outcome = solver.solve(&problem, goal, &budget, &mut |_| ());
            match (&outcome.verdict, answer) {
                (Verdict::Mate(mate), OracleAnswer::Mate { length: least }) => {
                    assert!(mate.length >= least, "{sfen}: {outcome:?}");
                    assert!(!mate.exact || mate.length == least, "{sfen}: {outcome:?}");
                    mates += 1;
                }
                (Verdict::NoMate, OracleAnswer::NoMate) => no_mates += 1,
                (Verdict::Unknown(Reason::Nodes), _) => undecided += 1,
                _ => panic!("the oracle says {answer:?}: {sfen} {outcome:?}"),
            }
        }
        println!("{mates} mates, {no_mates} no mates, {undecided} undecided");
        assert!(mates > 50 && no_mates > 500, "{mates} {no_mates}");
        assert!(undecided * 50 < mates + no_mates, "{undecided}");
    }

    /// Larger attacks: every verdict of a crew is certified, and one thread
    /// agrees with it.
    #[test]
    fn verdicts_of_crews_are_certified() {
        let mut certified = 0;
        for seed in 0..400 {
            let random = random_attack(&mut Rng::new(seed));
            let problem = Problem::from_sfen_with(&random.sfen(), Some(random.attacker)).unwrap();
            let budget = Budget::default().with_nodes(30_000);
            let mut crew = solver(3, SIZES[1 + seed as usize % 3]);
            let outcome = crew.solve(&problem, Goal::FirstMate, &budget.renewed(), &mut |_| ());
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
            let written = crew.certify(
                &problem,
                &outcome,
                1 << 16,
                &mut file,
                &budget.renewed(),
                &mut |_| (),
            );
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
        let on_path = |meta: &Meta| meta.is_protected() || meta.kind() == Kind::Settled;
        assert!(!metas.iter().any(on_path), "a position stayed on a path");
        let used = metas.iter().filter(|meta| !meta.is_empty()).count();
        assert_eq!(solver.table.used(), used as u64);
    }

    /// A crew can be stopped, and leaves a table that serves on.
    #[test]
    fn a_crew_that_was_stopped_can_be_asked_again() {
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
    fn a_crew_can_be_stopped_at_any_moment() {
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
                    let goal = Goal::Shortest(Futile::Broad);
                    solver.solve(&problem, goal, &budget, &mut |_| ());
                });
                assert_left_tidy(&mut solver);
            }
        }
    }
}
