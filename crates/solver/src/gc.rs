//! SmallTreeGC (Nagai & Imai, "A method to use hash table efficiently when
//! solving tsume-shogi").
//!
//! When the table is loaded past a limit (80 % in the paper), the entries with
//! the smallest subtrees are dropped until a share (30 %) is free. Here the
//! size of a subtree is the number of nodes spent below an entry, kept on a
//! logarithmic scale beside the tags, so one pass over the first line of every
//! bucket counts the sizes and a second one frees; entries never move. Nodes of
//! the current path are kept whatever their size.

use crate::entry::{Meta, WAYS};
use crate::table::Table;

/// Frees at least `share` percent of all slots, the smallest subtrees first.
pub(crate) fn small_tree_gc(table: &mut Table, share: u64) {
    // Never all of it: what is freed must be found again.
    let goal = (table.capacity() * share / 100).min(table.used * 3 / 4);
    let mut sizes = [0u64; 256];
    for bucket in table.buckets.iter() {
        for meta in bucket
            .metas
            .iter()
            .filter(|m| !m.is_empty() && !m.is_protected())
        {
            sizes[usize::from(meta.class())] += 1;
        }
    }
    // Everything below `limit` goes, and of the class `limit` as many as are missing.
    let (mut limit, mut below) = (0, 0);
    while limit < 255 && below + sizes[limit] < goal {
        below += sizes[limit];
        limit += 1;
    }
    let mut missing = goal.saturating_sub(below);
    let mut freed = 0;
    for bucket in table.buckets.iter_mut() {
        for way in 0..WAYS {
            let meta = bucket.metas[way];
            if meta.is_empty() || meta.is_protected() {
                continue;
            }
            let class = usize::from(meta.class());
            let goes = class < limit || class == limit && missing > 0;
            if goes {
                missing -= u64::from(class == limit);
                freed += 1;
                bucket.metas[way] = Meta::EMPTY;
            }
        }
    }
    table.used -= freed;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::Options;
    use crate::table::{NO_LIMIT, NO_SLOT, Place};
    use kemuri_core::Hand;

    fn place(key: u64) -> Place {
        Place {
            key,
            hand: Hand::EMPTY,
            depth: 1,
            len: NO_LIMIT,
        }
    }

    fn recount(table: &Table) -> u64 {
        let metas = table.buckets.iter().flat_map(|b| b.metas.iter());
        metas.filter(|m| !m.is_empty()).count() as u64
    }

    /// Keys that spread over all buckets.
    fn keys(n: u64) -> impl Iterator<Item = u64> {
        (1..=n).map(|i| i.wrapping_mul(0x9e37_79b9_7f4a_7c15))
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
            table.store_proven(key, Hand::EMPTY, 1, if i % 2 == 0 { 1000 } else { 10 });
        }
        let slot = table.enter(place(7), NO_SLOT, 1, 1, NO_SLOT);
        assert_ne!(slot, NO_SLOT);
        assert_eq!(table.used, recount(&table));
        let before = table.used;
        small_tree_gc(&mut table, 20);
        assert_eq!(table.used, recount(&table));
        assert_eq!(before - table.used, table.capacity() / 5);
        assert!(
            table.open_at(slot).is_some(),
            "a node of the path was dropped"
        );
        let large = |t: &Table| {
            let metas = t.buckets.iter().flat_map(|b| b.metas.iter());
            metas.filter(|m| !m.is_empty() && m.amount() > 500).count()
        };
        assert!(
            large(&table) as u64 >= n / 2 - n / 50,
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
            table.store_disproven(key, Hand::EMPTY, NO_LIMIT, 5);
        }
        small_tree_gc(&mut table, 90);
        assert!(table.used >= 50 && table.used == recount(&table));
    }

    #[test]
    fn growing_loses_nothing() {
        let mut table = Table::new(&Options {
            hash: 8 << 20,
            ..Options::default()
        })
        .unwrap();
        let path = crate::path::Path::new();
        let mut stored = Vec::new();
        for key in keys(60_000) {
            if table.is_crowded() {
                table.grow();
                assert_eq!(table.used, recount(&table));
            }
            let parent = table.enter(place(key), NO_SLOT, 3, 4, NO_SLOT);
            table.leave(parent);
            stored.push(key);
        }
        let found = |t: &mut Table, key| t.look_up(place(key), &path, 0).visited;
        let kept = stored.iter().filter(|&&key| found(&mut table, key)).count();
        // A bucket that overflowed before it was split has replaced an entry.
        assert!(kept * 100 > stored.len() * 97, "{kept} of {}", stored.len());
        assert_eq!(table.used, recount(&table));
    }
}
