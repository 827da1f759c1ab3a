//! Many small questions to one table.
//!
//! Composing asks of thousands of positions, most of them decided in a few
//! nodes, whether they are mates at all or within a number of plies. A question
//! gives no line and replays none; it costs no more than its search, for the
//! path and the stacks of the search are kept from one to the next.

use crate::Solver;
use crate::search::{Search, Status};
use crate::value::{NO_LIMIT, State};
use kemuri_core::{Board, Budget, Hand, Progress, Reason};

/// The answer to a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The attacker mates within this many plies, which need not be the fewest.
    Mate(u16),
    /// The attacker does not mate, or not within the plies asked for.
    NoMate,
    /// Not decided.
    Unknown(Reason),
}

/// A search that goes from question to question.
pub struct Questions<'a> {
    search: Search<'a>,
}

impl Solver {
    /// Prepares for questions. The budget is for all of them together.
    pub fn questions<'a>(
        &'a mut self,
        budget: &'a Budget,
        on_progress: &'a mut dyn FnMut(&Progress),
    ) -> Questions<'a> {
        let nowhere = Board::from_pieces(&[0; 81], [Hand::EMPTY; 2], true);
        let search = Search::new(nowhere, &mut self.table, &self.options, budget, on_progress);
        Questions { search }
    }
}

impl Questions<'_> {
    /// Whether the attacker mates in `board`, within `plies` if they are given,
    /// spending at most `nodes`, or what is left of the budget.
    pub fn mate_within(&mut self, board: &Board, plies: Option<u16>, nodes: Option<u64>) -> Answer {
        self.search.turn_to(board, nodes);
        match self.search.decide(plies.unwrap_or(NO_LIMIT)) {
            Status::Stopped(reason) => Answer::Unknown(reason),
            Status::Done(value) if value.state == State::Proven => Answer::Mate(value.len),
            // A no-mate that leans on the depth limit is none.
            Status::Done(value) if !value.heads.is_none() => Answer::Unknown(Reason::Memory),
            Status::Done(_) => Answer::NoMate,
        }
    }

    /// Nodes spent so far.
    pub fn nodes(&self) -> u64 {
        self.search.nodes
    }
}
