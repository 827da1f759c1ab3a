//! Many small searches over one table.
//!
//! Composing decides thousands of positions, most of them in a few nodes: are
//! they mates at all, or within a number of plies? A probe gives no line and
//! replays none. It costs no more than its search, because the path and the
//! stacks of the search are kept from one position to the next.

use crate::Solver;
use crate::search::{Search, SearchStatus};
use crate::value::{NO_LIMIT, State};
use kemuri_core::{Board, Budget, Hand, Progress, Reason};

/// What a probe finds. Not a `Verdict`: a mate has no line and was not replayed, and
/// a no-mate can be one within some plies only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProbeResult {
    /// The attacker mates within this many plies, which need not be the fewest.
    Mate(u16),
    /// The attacker does not mate, or not within the given plies.
    NoMate,
    /// Not decided.
    Unknown(Reason),
}

/// Decides one position after another, see [`Solver::probe`].
pub struct MateProbe<'a> {
    search: Search<'a>,
}

impl Solver {
    /// Prepares to decide many positions. The budget is for all of them together.
    pub fn probe<'a>(
        &'a mut self,
        budget: &'a Budget,
        on_progress: &'a mut dyn FnMut(&Progress),
    ) -> MateProbe<'a> {
        let nowhere = Board::from_pieces(&[0; 81], [Hand::EMPTY; 2], true);
        let search = Search::new(nowhere, &mut self.table, &self.options, budget, on_progress);
        MateProbe { search }
    }
}

impl MateProbe<'_> {
    /// Decides whether the attacker mates in `board`, within `plies` if they are given,
    /// spending at most `nodes`, or what is left of the budget.
    pub fn mate_within(
        &mut self,
        board: &Board,
        plies: Option<u16>,
        nodes: Option<u64>,
    ) -> ProbeResult {
        self.search.turn_to(board, nodes);
        match self.search.decide(plies.unwrap_or(NO_LIMIT)) {
            SearchStatus::Stopped(reason) => ProbeResult::Unknown(reason),
            SearchStatus::Done(value) if value.state == State::Proven => {
                ProbeResult::Mate(value.len)
            }
            // A no-mate that depends on the depth limit is none.
            SearchStatus::Done(value) if !value.heads.is_none() => {
                ProbeResult::Unknown(Reason::Memory)
            }
            SearchStatus::Done(_) => ProbeResult::NoMate,
        }
    }

    /// Nodes spent so far.
    pub fn nodes(&self) -> u64 {
        self.search.nodes
    }
}
