//! Questions at the root: which there are, and how they are repeated with
//! larger limits until they are answered.

use super::{MoveToNode, OpenEntry, Search, SearchStatus};
use crate::path::NO_PATH;
use crate::table::Query;
use crate::value::{INFINITE, Numbers, Value};

impl Search<'_> {
    /// The board's position as the root of a search for a mate within `len` plies.
    pub(crate) fn root_query_within(&self, len: u16) -> Query {
        Query {
            key: self.board.key() ^ self.futile.salt(),
            hand: self.board.attacker_hand(),
            depth: 1,
            len,
        }
    }

    /// Decides whether the board's position is a mate within `len` plies.
    pub(crate) fn decide(&mut self, len: u16) -> SearchStatus {
        self.decide_as(self.root_query_within(len), MoveToNode::ROOT)
    }

    pub(crate) fn decide_as(&mut self, query: Query, step: MoveToNode) -> SearchStatus {
        let found = self.table.look_up(query, &self.path, NO_PATH);
        if found.value.is_open() {
            self.search_root(query, step)
        } else {
            SearchStatus::Done(found.value)
        }
    }

    /// As [`Search::decide`], but the moves are searched even if the position is
    /// known: the table may have forgotten which of them decides it.
    pub(crate) fn decide_anew(&mut self, len: u16) -> SearchStatus {
        self.search_root(self.root_query_within(len), MoveToNode::ROOT)
    }

    fn search_root(&mut self, query: Query, step: MoveToNode) -> SearchStatus {
        self.root_query = (query, step);
        if let Some(thread) = self.thread.as_mut().filter(|thread| !thread.is_helper()) {
            thread.begin(self.nodes);
        }
        let status = self.search_as(query, step);
        if let Some(thread) = &mut self.thread {
            thread.end(self.nodes);
        }
        status
    }

    fn search_as(&mut self, query: Query, step: MoveToNode) -> SearchStatus {
        self.root = (1, 1);
        loop {
            self.make_room();
            let found = self.table.look_up(query, &self.path, NO_PATH);
            // Others may have answered since; who searches anew is alone.
            if self.thread.is_some() && !found.value.is_open() {
                return SearchStatus::Done(found.value);
            }
            let numbers = match found.value.is_open() {
                true => found.value.numbers(),
                false => Numbers { pn: 1, dn: 1 },
            };
            self.root = (numbers.pn.max(self.root.0), numbers.dn.max(self.root.1));
            let limits = Numbers {
                pn: grow(self.root.0),
                dn: grow(self.root.1),
            };
            // A look-up that finds it decided stops before it comes to its open
            // entry.
            let entry = OpenEntry {
                slot: self.table.slot_of(query),
                visited: found.visited,
            };
            let mut step = step;
            if step.interposed {
                step.undo = Some(self.board.make(step.mv));
            }
            self.enter(step, query, entry, numbers, limits);
            match self.run() {
                SearchStatus::Done(value) if value.is_open() => {
                    // Never lower, or a table that forgets would let us go in circles.
                    self.root = (value.pn.max(self.root.0), value.dn.max(self.root.1));
                }
                status => return status,
            }
        }
    }

    /// What the table knows of the board's position as the root of a search.
    pub(crate) fn known(&mut self, len: u16) -> Option<Value> {
        let query = self.root_query_within(len);
        let value = self.table.look_up(query, &self.path, NO_PATH).value;
        (!value.is_open()).then_some(value)
    }
}

/// The next limit for a root that stands at `number`.
fn grow(number: u32) -> u32 {
    (number + number / 2 + 8).min(INFINITE)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::entry::EntryKind;
    use crate::options::Options;
    use crate::path::Heads;
    use crate::table::Table;
    use crate::value::NO_LIMIT;
    use kemuri_core::{Board, Budget, Problem};

    /// A position of which a result and an open entry are stored keeps that one
    /// open entry when it is searched anew, though the result is found first.
    #[test]
    fn a_root_that_is_searched_anew_has_one_open_entry() {
        let problem = Problem::from_sfen("7k1/9/6GP1/9/9/9/9/9/9 b G 1").unwrap();
        let board = Board::new(&problem);
        let (key, hand) = (board.key(), board.attacker_hand());
        let (options, stopped) = (Options::default(), Budget::default().with_nodes(0));
        let mut table = Table::new(&options).unwrap();
        // It is a mate in three.
        table.store(key, &Value::disproven(hand, 1, Heads::NONE));
        let mut silent = |_: &_| ();
        let mut search = Search::new(board, &mut table, &options, &stopped, &mut silent);
        for len in [NO_LIMIT, 1] {
            assert!(matches!(search.decide_anew(len), SearchStatus::Stopped(_)));
            let bucket = search.table.buckets.of(key);
            let open = (bucket.matches(key))
                .filter(|&way| bucket.meta(way).kind() == EntryKind::Open)
                .filter(|&way| bucket.entry(way).is_for(key) && bucket.entry(way).hand() == hand);
            assert_eq!(open.count(), 1, "{len}");
        }
    }
}
