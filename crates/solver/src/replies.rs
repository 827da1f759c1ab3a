//! The defences that last longest.

use crate::futile::Futile;
use crate::search::Search;
use crate::{Solver, shortest};
use kemuri_core::{Board, Budget, Move, Problem, Progress, Reason, View};

impl Solver {
    /// The replies that last `length` plies in a position with the defender to
    /// move, which [`Solver::solve`] has found to be a shortest mate in that many
    /// under the profile. Futile interpositions are not among them.
    pub fn longest_replies(
        &mut self,
        problem: &Problem,
        futile: Futile,
        length: u32,
        budget: &Budget,
        on_progress: &mut dyn FnMut(&Progress),
    ) -> Result<Vec<Move>, Reason> {
        let mut search = Search::new(
            Board::new(problem),
            &mut self.table,
            &self.options,
            budget,
            on_progress,
        );
        search.view = View::of(problem);
        search.futile = futile;
        let replies = match u16::try_from(length) {
            Ok(0) => Ok(Vec::new()),
            Ok(length) => shortest::longest_replies(&mut search, length),
            Err(_) => Err(Reason::Memory),
        };
        Ok(search.view.line(&replies?))
    }
}
