//! The part of a search that works with other threads, see [`crate::parallel`].

use super::Search;
use crate::parallel::Task;
use crate::path::NO_PATH;
use crate::table::Leaving;
use crate::value::Value;

impl Search<'_> {
    /// Calls the other threads to the question at the root.
    #[cold]
    pub(super) fn call_helpers(&mut self) {
        let board = self.root_board();
        let (query, step) = self.root_query;
        let task = Task {
            board,
            futile: self.futile,
            query,
            step,
        };
        if let Some(thread) = &mut self.thread {
            thread.call(task);
        }
    }

    /// Goes back to the first node of the path that another thread has decided,
    /// if there is one. Returns its value if that is the root.
    #[cold]
    pub(super) fn leave_settled(&mut self) -> Option<Value> {
        let slots = self.stack.iter().map(|frame| frame.slot);
        let at = self.table.first_settled(slots)?;
        while self.stack.len() - 1 > at {
            let summary = self.summary();
            let value = self.leave(&summary);
            self.receive(value);
        }
        let (query, slot) = (self.stack[at].query, self.stack[at].slot);
        let above = at
            .checked_sub(1)
            .map_or(NO_PATH, |parent| self.stack[parent].path_hash);
        // As it was when the node was entered: it may not depend on itself.
        self.path.pop(query.key, query.hand, query.depth);
        let value = self.table.look_up(query, &self.path, above).value;
        self.path.push(query.key, query.hand, query.depth);
        if value.is_open() {
            self.table.unsettle(slot);
            return None;
        }
        let frame = self.stack.pop()?;
        self.table.leave(slot, Leaving::Undone, 0);
        self.drop_frame(&frame);
        self.raises = self.raises.min(frame.raises_before);
        self.receive(value).then_some(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::Options;
    use crate::parallel::SharedSearch;
    use crate::path::Heads;
    use crate::search::{MoveToNode, OpenEntry, SearchStatus};
    use crate::table::{NO_SLOT, Query, Table};
    use crate::value::{INFINITE, NO_LIMIT, Numbers};
    use kemuri_core::{Board, Budget, Problem, Progress};
    use std::cell::Cell;
    use std::time::Duration;

    /// Not decided within the nodes that the test allows.
    const LARGE: &str = "5+S1k1/7bg/7N1/4+b4/9/9/9/9/9 b 2NLP2r3g3sn3l17p 1";

    /// So many are at the root that the first thread is not counted there, and
    /// no mark tells it that a helper has decided the position: it is told all
    /// the same.
    #[test]
    fn the_answer_of_a_helper_is_heard_without_a_mark() {
        let problem = Problem::from_sfen(LARGE).unwrap();
        let board = Board::new(&problem);
        let query = Query {
            key: board.key(),
            hand: board.attacker_hand(),
            depth: 1,
            len: NO_LIMIT,
        };
        let options = Options::default();
        for answers in [false, true] {
            let budget = Budget::default().with_nodes(3000);
            let mut table = Table::new(&options).unwrap();
            let mut helper = table.share();
            while helper.enter(query, NO_SLOT, 1, 1, NO_SLOT) != NO_SLOT {}
            let shared = SharedSearch::new();
            let answered_at = Cell::new(None);
            let mut on_progress = |progress: &Progress| {
                if answers && answered_at.get().is_none() {
                    answered_at.set(Some(progress.nodes));
                    let no_mate = Value::disproven(query.hand, NO_LIMIT, Heads::NONE);
                    helper.store(query.key, &no_mate);
                    shared.mark_last_answered();
                }
            };
            let mut search = Search::new(
                board.clone(),
                &mut table,
                &options,
                &budget,
                &mut on_progress,
            );
            search.next_report = Duration::ZERO;
            search.thread = Some(crate::parallel::SearchThread::first(&shared));
            let entry = OpenEntry {
                slot: NO_SLOT,
                visited: false,
            };
            let [first, limits] = [1, INFINITE].map(|n| Numbers { pn: n, dn: n });
            search.enter(MoveToNode::ROOT, query, entry, first, limits);
            assert_eq!(search.stack[0].slot, NO_SLOT);
            let heard = match search.run() {
                SearchStatus::Done(_) => Some(search.nodes),
                SearchStatus::Stopped(_) => None,
            };
            assert!(search.stack.is_empty());
            assert_eq!(heard, answered_at.get(), "it is heard at once");
            assert_eq!(heard.is_some(), answers);
            search.node_limit = 0;
            let known = matches!(search.decide_anew(NO_LIMIT), SearchStatus::Done(_));
            assert_eq!(known, answers, "it is found in the table");
        }
    }
}
