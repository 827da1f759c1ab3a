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
