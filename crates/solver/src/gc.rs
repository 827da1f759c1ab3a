//! SmallTreeGC (Nagai & Imai, "A method to use hash table efficiently when
//! solving tsume-shogi").
//!
//! When the table is loaded past a limit (80 % in the paper, 90 % here), the
//! entries with the smallest subtrees are dropped until a share (30 %) is free.
//! Here the size of a subtree is the number of nodes spent below an entry, kept
//! on a logarithmic scale beside the tags. Sizes are counted over a sample of the
//! buckets, then one pass over the first line of every bucket frees; entries
//! never move. The pass goes on a slice at a time between two turns of the
//! search, so that a large table makes nobody wait. Nodes of the current path
//! are kept whatever their size.

use crate::entry::Meta;
use crate::table::Table;
use crate::table::bucket::{BucketGuard, WAYS};

/// Buckets whose sizes are counted; smaller tables are counted whole.
const SAMPLE: usize = 1 << 16;
/// Buckets that are swept in one go.
const SLICE: usize = 512;

/// A collection under way.
pub(crate) struct Collection {
    /// Everything smaller goes.
    limit: u8,
    /// Of this size `missing` out of `there` go.
    missing: u64,
    there: u64,
    /// What the share of those gone so far falls short of.
    owed: u64,
    /// Buckets before this one are done.
    next: usize,
}

/// The entries of a bucket that may be dropped.
fn droppable(bucket: &BucketGuard<'_>) -> impl Iterator<Item = usize> + use<> {
    let metas = bucket.metas();
    (0..WAYS).filter(move |&way| !metas[way].is_empty() && !metas[way].is_protected())
}

impl Collection {
    /// Begins to free `share` percent of all slots, the smallest subtrees first.
    pub(crate) fn begin(table: &mut Table, share: u64) -> Self {
        let step = (table.buckets.len() / SAMPLE).max(1);
        let mut sizes = [0u64; 256];
        for index in (0..table.buckets.len()).step_by(step) {
            let bucket = table.buckets.at(index);
            for way in droppable(&bucket) {
                sizes[usize::from(bucket.meta(way).class())] += 1;
            }
        }
        // Never all of it: what is freed must be found again.
        let goal = (table.capacity() * share / 100).min(table.used() * 3 / 4) / step as u64;
        let (mut limit, mut below) = (0, 0);
        while limit < 255 && below + sizes[usize::from(limit)] < goal {
            below += sizes[usize::from(limit)];
            limit += 1;
        }
        Self {
            limit,
            missing: goal.saturating_sub(below),
            there: sizes[usize::from(limit)].max(1),
            owed: 0,
            next: 0,
        }
    }

    /// Sweeps a slice of the table; returns whether that was the last one.
    pub(crate) fn go_on(&mut self, table: &mut Table) -> bool {
        let end = table.buckets.len().min(self.next + SLICE);
        let mut freed = 0;
        for index in self.next..end {
            let mut bucket = table.buckets.at(index);
            for way in droppable(&bucket) {
                let class = bucket.meta(way).class();
                if class < self.limit || class == self.limit && self.is_due() {
                    freed += 1;
                    bucket.set_meta(way, Meta::EMPTY);
                }
            }
        }
        table.buckets.count(-freed);
        self.next = end;
        end == table.buckets.len()
    }

    /// Whether this entry of the size in question is one of those to go.
    fn is_due(&mut self) -> bool {
        self.owed += self.missing;
        let due = self.owed >= self.there;
        if due {
            self.owed -= self.there;
        }
        due
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::Options;
    use crate::path::Heads;
    use crate::table::NO_SLOT;
    use crate::table::testing::{keys, metas, query, recount};
    use crate::value::{NO_LIMIT, Value};
    use kemuri_core::Hand;

    fn collect(table: &mut Table, share: u64) {
        let mut collection = Collection::begin(table, share);
        while !collection.go_on(table) {
            assert_eq!(table.used(), recount(table));
        }
    }

    #[test]
    fn the_smallest_trees_go_and_the_path_stays() {
        let mut table = Table::new(&Options {
            hash: 64 << 10,
            ..Options::default()
        })
        .unwrap();
        let n = table.capacity() / 2;
        for (i, key) in keys(n).enumerate() {
            let amount = if i % 2 == 0 { 1000 } else { 10 };
            table.store_decided(key, &Value::proven(Hand::EMPTY, 1), amount);
        }
        let slot = table.enter(query(7), NO_SLOT, 1, 1, NO_SLOT);
        assert_ne!(slot, NO_SLOT);
        assert_eq!(table.used(), recount(&mut table));
        let before = table.used();
        collect(&mut table, 20);
        assert_eq!(table.used(), recount(&mut table));
        assert_eq!(before - table.used(), table.capacity() / 5);
        assert!(
            table.open_at(slot).is_some(),
            "a node of the path was dropped"
        );
        let large = metas(&mut table);
        let large = large.iter().filter(|m| !m.is_empty() && m.amount() > 500);
        assert!(
            large.count() as u64 >= n / 2 - n / 50,
            "large trees went first"
        );
    }

    #[test]
    fn something_is_left_even_if_all_is_asked_for() {
        let mut table = Table::new(&Options {
            hash: 64 << 10,
            ..Options::default()
        })
        .unwrap();
        for key in keys(200) {
            let no_mate = Value::disproven(Hand::EMPTY, NO_LIMIT, Heads::NONE);
            table.store_decided(key, &no_mate, 5);
        }
        collect(&mut table, 90);
        assert!(table.used() >= 50 && table.used() == recount(&mut table));
    }
}
