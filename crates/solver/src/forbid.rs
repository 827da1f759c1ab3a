//! Positions that a mate may not pass through.
//!
//! Whether an alternative is a mate of its own or only a way round to the same
//! one is a question about the game without certain positions. The table
//! answers it by itself: a position that stands there as no mate, whatever the
//! hands and the length, is one that no proof leads through. The search needs
//! to know nothing of it. What it proves and refutes from then on is true of
//! the game without these positions only, so a solver that forbids is one for
//! itself until it is cleared.

use crate::Solver;
use crate::table::Place;
use crate::value::{NO_LIMIT, State};
use kemuri_core::{Board, Problem};

impl Solver {
    /// Forbids mates to pass through the position of `problem`, known by its
    /// board and side to move alone. It takes [`Solver::clear`] to allow it
    /// again.
    ///
    /// Returns whether it could be noted: a table of a few kilobytes has room
    /// for a few positions only, and something may be known of this one already.
    pub fn forbid(&mut self, problem: &Problem) -> bool {
        let board = Board::new(problem);
        // That hands do not matter keeps dominance true: a mate that needs less
        // in hand passes through the same boards.
        self.table.forbid(board.key(), board.both_hands());
        let place = Place {
            key: board.key(),
            hand: board.attacker_hand(),
            depth: 1,
            len: NO_LIMIT,
        };
        let value = self
            .table
            .look_up(place, &crate::path::Path::new(), 0)
            .value;
        value.state == State::Disproven && value.len == NO_LIMIT && value.heads.is_none()
    }
}

#[cfg(test)]
mod tests {
    use crate::{Budget, Goal, Options, Solver, Verdict};
    use kemuri_core::Problem;

    fn mates(solver: &mut Solver, sfen: &str) -> bool {
        let problem = Problem::from_sfen(sfen).unwrap();
        let outcome = solver.solve(&problem, Goal::FirstMate, &Budget::default(), &mut |_| ());
        match outcome.verdict {
            Verdict::Mate(_) => true,
            Verdict::NoMate => false,
            Verdict::Unknown(reason) => panic!("{reason:?}"),
        }
    }

    /// Two golds mate in the corner in three; the one position in between is
    /// taken out of the game, with a hand that it does not even arise with.
    #[test]
    fn a_mate_does_not_pass_through_a_forbidden_position() {
        const MATE: &str = "7k1/9/6GP1/9/9/9/9/9/9 b G 1";
        let options = Options {
            hash: 1 << 20,
            ..Options::default()
        };
        let mut solver = Solver::new(options).unwrap();
        assert!(mates(&mut solver, MATE));
        solver.clear();
        let root = Problem::from_sfen(MATE).unwrap();
        assert!(solver.forbid(&root));
        assert!(!mates(&mut solver, MATE));
        solver.clear();
        assert!(mates(&mut solver, MATE));
        // What is known of it already is not forgotten.
        assert!(!solver.forbid(&root));
    }
}
