//! The transposition table: keyed by the board alone, in fixed memory.
//!
//! All entries of a board stand in one bucket, so that one look-up sees every
//! hand of it and can use dominance in both directions (Seo 1999, sections 2
//! and 3): a proven entry proves every hand that contains its own, a disproven
//! one disproves every hand it contains, and the numbers of open entries bound
//! ours from below. In a full bucket the entry with the smallest subtree gives
//! way (SmallTreeReplacement, Nagai & Imai); see [`crate::gc`] for the rest.

pub(crate) mod bucket;
mod growth;
mod look_up;
mod memory;
mod refuted;
mod store;

use crate::entry::{EntryKind, Open};
use crate::options::Options;
use bucket::{BUCKET_BYTES, WAYS};
use kemuri_core::Hand;
use memory::Buckets;
pub(crate) use refuted::NOTHING;
use refuted::Refuted;
pub(crate) use store::Leaving;
use store::Policy;

/// No slot.
pub(crate) const NO_SLOT: u32 = u32::MAX;

/// A position in the table's terms.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Query {
    pub(crate) key: u64,
    pub(crate) hand: Hand,
    pub(crate) depth: u16,
    /// Plies within which the mate is asked for.
    pub(crate) len: u16,
}

/// A table starts with at most so many buckets (448 KiB), which fit into a
/// second-level cache together with everything else a small problem touches.
const FIRST_BUCKETS: usize = 1024;

/// The share of the memory that is for refuted heads, see [`refuted`].
const SHARE_OF_HEADS: u64 = 32;

/// The table, as one thread sees it.
pub(crate) struct Table {
    pub(crate) buckets: Buckets,
    /// How often the first buckets can double.
    most_doublings: u32,
    dominance: bool,
    policy: Policy,
    /// Heads that were refuted themselves.
    pub(crate) refuted: Refuted,
    /// Bytes for refuted heads: every thread has its own.
    for_heads: usize,
    /// Positions decided on the paths of others, as far as they were looked for.
    heard: u64,
    /// Whether a part has been cleared, and the rest has not.
    half_cleared: bool,
}

/// Buckets that are cleared in one go.
const CLEARED_IN_ONE_GO: usize = 1 << 12;

impl Table {
    pub(crate) fn new(options: &Options) -> Option<Self> {
        let for_heads = options.hash / SHARE_OF_HEADS;
        let most = usize::try_from((options.hash - for_heads) / BUCKET_BYTES as u64).ok()?;
        // A slot is named by 32 bits; what is beyond them is not asked for.
        let most = most.clamp(1, NO_SLOT as usize / WAYS);
        let mut doublings = 0;
        while most >> doublings > FIRST_BUCKETS {
            doublings += 1;
        }
        Self::with_buckets(options, most >> doublings << doublings, doublings)
    }

    /// A table of so many buckets, of which one in `1 << doublings` is in use.
    pub(crate) fn with_buckets(options: &Options, count: usize, doublings: u32) -> Option<Self> {
        let for_heads = options.hash / SHARE_OF_HEADS / options.threads.max(1);
        let for_heads = usize::try_from(for_heads).ok()?;
        Some(Self {
            buckets: Buckets::new(count, doublings)?,
            most_doublings: doublings,
            dominance: options.dominance,
            policy: if options.small_tree_replacement {
                Policy::SmallTree
            } else {
                Policy::InTurn(0)
            },
            refuted: Refuted::new(for_heads),
            for_heads,
            heard: 0,
            half_cleared: false,
        })
    }

    /// The same table for another thread. What this one knows of refuted heads is
    /// its own.
    pub(crate) fn share(&mut self) -> Self {
        Self {
            buckets: self.buckets.share(),
            refuted: Refuted::new(self.for_heads),
            ..*self
        }
    }

    /// Takes notice that no other thread uses the table any more, if so.
    pub(crate) fn unshare(&mut self) {
        self.buckets.unshare();
    }

    /// Whether other threads use the table, too.
    #[inline]
    pub(crate) fn is_shared(&self) -> bool {
        self.buckets.is_shared()
    }

    /// Whether a thread has decided a position on the path of another since
    /// [`Table::first_settled`] was called.
    #[inline]
    pub(crate) fn has_settled(&self) -> bool {
        self.buckets.is_shared() && self.buckets.settled() != self.heard
    }

    /// Entries there is room for.
    pub(crate) fn capacity(&self) -> u64 {
        self.buckets.len() as u64 * WAYS as u64
    }

    /// Entries there are.
    #[inline]
    pub(crate) fn used(&self) -> u64 {
        self.buckets.used()
    }

    /// Bytes of the buckets in use.
    pub(crate) fn bytes(&self) -> u64 {
        self.buckets.active() as u64 * BUCKET_BYTES as u64
    }

    /// Share of slots in use, in thousandths.
    pub(crate) fn permille(&self) -> u32 {
        // What others have freed just now may still be counted.
        (self.used() * 1000 / self.capacity()).min(1000) as u32
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.clear_unless(&|| false);
    }

    /// Forgets everything, unless `stopped` returns `true` meanwhile. Returns whether
    /// everything is forgotten; if not, [`Table::finish_clearing`] has to be called
    /// before the table is used again.
    pub(crate) fn clear_unless(&mut self, stopped: &dyn Fn() -> bool) -> bool {
        self.half_cleared = true;
        for index in 0..self.buckets.active() {
            if index % CLEARED_IN_ONE_GO == 0 && stopped() {
                return false;
            }
            self.buckets.at(index).clear();
        }
        self.refuted.clear();
        if let Policy::InTurn(last) = &mut self.policy {
            *last = 0;
        }
        self.buckets.begin_anew(self.most_doublings);
        self.half_cleared = false;
        true
    }

    /// Forgets everything before the table is used again.
    pub(crate) fn clear_later(&mut self) {
        self.half_cleared = true;
    }

    /// Forgets what is left of a table that was cleared in part.
    #[inline]
    pub(crate) fn finish_clearing(&mut self) {
        if self.half_cleared {
            self.clear();
        }
    }

    /// The number of a slot: that which it has once every bucket is in use, so
    /// that it stays the same however the table grows.
    #[inline]
    fn slot(&self, key: u64, way: usize) -> u32 {
        (self.buckets.final_index(key) * WAYS + way) as u32
    }

    /// Asks the processor to bring the tags of a board into its cache.
    #[inline]
    pub(crate) fn prefetch(&self, key: u64) {
        self.buckets.prefetch(key);
    }

    /// The open entry in a slot, if there is one: its board, hand and numbers.
    pub(crate) fn open_at(&mut self, slot: u32) -> Option<(u64, Hand, Open)> {
        if slot == NO_SLOT {
            return None;
        }
        let (index, way) = (slot as usize / WAYS, slot as usize % WAYS);
        let bucket = self.buckets.find(index);
        let (key, entry) = (bucket.key(way), *bucket.entry(way));
        let is_open = bucket.meta(way).kind() == EntryKind::Open;
        drop(bucket);
        (is_open && self.slot(key, way) == slot).then(|| (key, entry.hand(), entry.numbers()))
    }
}

/// What tests of the table's parts have in common.
#[cfg(test)]
pub(crate) mod testing {
    use super::{Query, Table};
    use crate::entry::Meta;
    use crate::value::NO_LIMIT;
    use kemuri_core::Hand;

    /// A board with an empty hand.
    pub(crate) fn query(key: u64) -> Query {
        Query {
            key,
            hand: Hand::EMPTY,
            depth: 1,
            len: NO_LIMIT,
        }
    }

    /// The slots in use, counted anew.
    pub(crate) fn recount(table: &mut Table) -> u64 {
        let metas = metas(table);
        metas.iter().filter(|m| !m.is_empty()).count() as u64
    }

    /// The short facts of all slots.
    pub(crate) fn metas(table: &mut Table) -> Vec<Meta> {
        let buckets = 0..table.buckets.len();
        buckets
            .flat_map(|index| table.buckets.at(index).metas())
            .collect()
    }

    /// Keys that spread over all buckets.
    pub(crate) fn keys(n: u64) -> impl Iterator<Item = u64> {
        (1..=n).map(|i| i.wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }
}
