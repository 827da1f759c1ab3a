//! The game without certain positions.
//!
//! Whether an alternative is a mate of its own or only a way round to the same
//! one is a question about the game without certain positions. The table
//! answers it by itself: a position that stands there as no mate, whatever the
//! hands and the length, is one that no proof leads through. The search needs
//! to know nothing of it.
//!
//! Results hold only for the restricted game. They are kept apart from those of
//! the full game by borrowing the solver, whose table is cleared before and
//! after, and by a type of their own, [`RestrictedVerdict`].

use crate::outcome::{Goal, Verdict};
use crate::path::{NO_PATH, Path};
use crate::table::Query;
use crate::value::{NO_LIMIT, State};
use crate::{Budget, Progress, Solver};
use kemuri_core::{Board, Problem, Reason};

/// A game in which mates may not pass through certain positions, see
/// [`Solver::without`].
pub struct Restricted<'a> {
    solver: &'a mut Solver,
}

/// What is known of a position in the game without certain positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RestrictedVerdict {
    /// The attacker mates without these positions. That is a mate of the full
    /// game too: the defender has all his moves, the attacker only fewer.
    Mate,
    /// Every mate passes through one of the positions, or there is none. Says
    /// nothing of the full game.
    NoMate,
    /// Not decided.
    Unknown(Reason),
}

impl Solver {
    /// Returns the game without `positions`, known by their boards and sides to
    /// move alone. The table is cleared for it, and again when it is dropped.
    ///
    /// Returns `None` if the table has no room for so many positions.
    pub fn without<'p>(
        &mut self,
        positions: impl IntoIterator<Item = &'p Problem>,
    ) -> Option<Restricted<'_>> {
        self.clear();
        let restricted = Restricted { solver: self };
        for position in positions {
            if !restricted.solver.forbid(&Board::new(position)) {
                return None;
            }
        }
        Some(restricted)
    }

    /// Stores that `board` is no mate. Returns `false` if the table has no room.
    fn forbid(&mut self, board: &Board) -> bool {
        // That hands do not matter keeps dominance true: a mate that needs less
        // in hand passes through the same boards.
        self.table.forbid(board.key(), board.both_hands());
        let query = Query {
            key: board.key(),
            hand: board.attacker_hand(),
            depth: 1,
            len: NO_LIMIT,
        };
        let value = self.table.look_up(query, &Path::new(), NO_PATH).value;
        value.state == State::Disproven && value.len == NO_LIMIT && value.heads.is_none()
    }
}

impl Restricted<'_> {
    /// Decides whether `problem` is a mate in this game, as [`Solver::solve`] does.
    pub fn decide(
        &mut self,
        problem: &Problem,
        budget: &Budget,
        on_progress: &mut dyn FnMut(&Progress),
    ) -> RestrictedVerdict {
        let outcome = (self.solver).solve(problem, Goal::FirstMate, budget, on_progress);
        match outcome.verdict {
            Verdict::Mate(_) => RestrictedVerdict::Mate,
            Verdict::NoMate => RestrictedVerdict::NoMate,
            Verdict::Unknown(reason) => RestrictedVerdict::Unknown(reason),
        }
    }
}

impl Drop for Restricted<'_> {
    fn drop(&mut self) {
        // By the next question: whoever was interrupted asks none.
        self.solver.table.clear_later();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Options;
    use kemuri_oracle::random::{Rng, random_small};

    /// Two golds mate in the corner in three.
    const MATE: &str = "7k1/9/6GP1/9/9/9/9/9/9 b G 1";

    fn solver(hash: u64) -> Solver {
        Solver::new(Options {
            hash,
            ..Options::default()
        })
        .unwrap()
    }

    /// The one position in between is taken out of the game, with a hand that it
    /// does not even arise with. What is found then does not outlive that game,
    /// nor does what was known before change it.
    #[test]
    fn a_mate_does_not_pass_through_a_forbidden_position() {
        let mut solver = solver(1 << 20);
        let root = Problem::from_sfen(MATE).unwrap();
        let budget = Budget::default();
        for _ in 0..2 {
            let full = solver.solve(&root, Goal::FirstMate, &budget, &mut |_| ());
            assert!(full.verdict.mate().is_some());
            let mut restricted = solver.without([&root]).unwrap();
            let verdict = restricted.decide(&root, &budget, &mut |_| ());
            assert_eq!(verdict, RestrictedVerdict::NoMate);
        }
    }

    #[test]
    fn a_small_table_has_room_for_few_positions() {
        let mut solver = solver(8 << 10);
        let root = Problem::from_sfen(MATE).unwrap();
        let positions: Vec<Problem> = (0..2000)
            .map(|seed| random_small(&mut Rng::new(seed)))
            .map(|random| Problem::from_sfen_with(&random.sfen(), Some(random.attacker)).unwrap())
            .collect();
        let mut restricted = solver.without(&positions[..2]).unwrap();
        let verdict = restricted.decide(&root, &Budget::default(), &mut |_| ());
        assert_eq!(verdict, RestrictedVerdict::Mate);
        drop(restricted);
        assert!(solver.without(&positions).is_none());
        // Nothing is left of it.
        let outcome = solver.solve(&root, Goal::FirstMate, &Budget::default(), &mut |_| ());
        assert!(outcome.verdict.mate().is_some());
    }
}
