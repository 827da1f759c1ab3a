//! The table as the benches see it.
//!
//! A bench is a crate of its own and sees only what is public, while the table is
//! private to the search. This is the least that a bench needs; nothing else
//! should use it.

use crate::options::Options;
use crate::path::Path;
use crate::table::{Leaving, NO_SLOT, Query, Table};
use crate::value::{NO_LIMIT, Value};
use kemuri_core::Hand;

/// A table and the empty path that its look-ups need.
pub struct BenchTable {
    table: Table,
    path: Path,
}

impl BenchTable {
    /// A table for these options, if there is memory for it.
    pub fn new(options: &Options) -> Option<Self> {
        Some(Self {
            table: Table::new(options)?,
            path: Path::new(),
        })
    }

    /// What a look-up finds: proof and disproof number, and whether the very
    /// position was there.
    #[inline]
    pub fn look_up(&mut self, key: u64, hand: Hand) -> (u32, u32, bool) {
        let found = self.table.look_up(query(key, hand), &self.path, 0);
        (found.value.pn, found.value.dn, found.visited)
    }

    /// Makes the entry of an undecided position, as the search does on its
    /// first visit; a table that is crowded grows as it would there.
    #[inline]
    pub fn insert_open(&mut self, key: u64, hand: Hand) {
        if self.table.is_crowded() {
            self.table.grow();
        }
        let slot = self.table.enter(query(key, hand), NO_SLOT, 1, 1, NO_SLOT);
        self.table.leave(slot, Leaving::Undone, 1);
    }

    /// Stores a mate under its proof hand.
    #[inline]
    pub fn insert_proven(&mut self, key: u64, hand: Hand) {
        self.table.store(key, &Value::proven(hand, 1));
    }
}

fn query(key: u64, hand: Hand) -> Query {
    Query {
        key,
        hand,
        depth: 1,
        len: NO_LIMIT,
    }
}
