//! The transposition table: keyed by the board alone, in fixed memory.
//!
//! All entries of a board stand in one bucket, so that one look-up sees every
//! hand of it and can use dominance in both directions (Seo 1999, sections 2
//! and 3): a proven entry proves every hand that contains its own, a disproven
//! one disproves every hand it contains, and the numbers of open entries bound
//! ours from below. In a full bucket the entry with the smallest subtree gives
//! way (SmallTreeReplacement, Nagai & Imai); see [`crate::gc`] for the rest.

mod growth;
mod look_up;
mod refuted;
mod store;

use crate::entry::{BUCKET_BYTES, Bucket, Kind, Open, WAYS};
use crate::memory::Memory;
use crate::options::Options;
use bytemuck::Zeroable;
use kemuri_core::Hand;
pub(crate) use refuted::NOTHING;
use refuted::Refuted;

/// No slot.
pub(crate) const NO_SLOT: u32 = u32::MAX;

/// A position in the table's terms.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
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

/// The table.
pub(crate) struct Table {
    pub(crate) buckets: Memory,
    /// Buckets in use: a power of two of the first few, up to all there are.
    active: usize,
    first: usize,
    /// How often `active` can still double.
    doublings: u32,
    /// Of a doubling under way, the buckets that are still to be split.
    unsplit: usize,
    pub(crate) used: u64,
    dominance: bool,
    small_tree_replacement: bool,
    victim: usize,
    /// Heads that were refuted themselves.
    pub(crate) refuted: Refuted,
}

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
        let first = most >> doublings;
        Some(Self {
            buckets: Memory::new(first << doublings)?,
            active: first,
            first,
            doublings,
            unsplit: 0,
            used: 0,
            dominance: options.dominance,
            small_tree_replacement: options.small_tree_replacement,
            victim: 0,
            refuted: Refuted::new(usize::try_from(for_heads).ok()?),
        })
    }

    /// Entries there is room for.
    pub(crate) fn capacity(&self) -> u64 {
        self.buckets.len() as u64 * WAYS as u64
    }

    /// Bytes of the buckets in use.
    pub(crate) fn bytes(&self) -> u64 {
        self.active as u64 * BUCKET_BYTES as u64
    }

    /// Share of slots in use, in thousandths.
    pub(crate) fn permille(&self) -> u32 {
        (self.used * 1000 / self.capacity()) as u32
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.refuted.clear();
        self.victim = 0;
        self.used = 0;
        // New pages are empty, and take no memory until they are touched.
        match Memory::new(self.buckets.len()) {
            Some(fresh) if self.active > self.first => self.buckets = fresh,
            _ => self.buckets[..self.active].fill(Bucket::zeroed()),
        }
        self.active = self.first;
        self.unsplit = 0;
        self.doublings = (self.buckets.len() / self.first).ilog2();
    }

    /// The bucket of a board once every bucket is in use.
    #[inline]
    fn final_index(&self, key: u64) -> usize {
        (((key >> 32) * self.buckets.len() as u64) >> 32) as usize
    }

    #[inline]
    fn index(&self, key: u64) -> usize {
        self.current(self.final_index(key))
    }

    /// Where the bucket with this final index is now.
    #[inline]
    fn current(&self, index: usize) -> usize {
        let before = index >> (self.doublings + 1);
        if before < self.unsplit {
            before
        } else {
            index >> self.doublings
        }
    }

    /// The number of a slot: that which it has once every bucket is in use, so
    /// that it stays the same however the table grows.
    #[inline]
    fn slot(&self, key: u64, way: usize) -> u32 {
        (self.final_index(key) * WAYS + way) as u32
    }

    /// Where a slot is now.
    #[inline]
    fn position(&self, slot: u32) -> (usize, usize) {
        (self.current(slot as usize / WAYS), slot as usize % WAYS)
    }

    /// Asks the processor to bring the tags of a board into its cache.
    #[inline]
    pub(crate) fn prefetch(&self, key: u64) {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            let bucket: *const Bucket = &self.buckets[self.index(key)];
            // SAFETY: a prefetch of a valid address has no effect but on the cache.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(bucket.cast()) };
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = key;
    }

    /// The open entry in a slot, if there is one: its board, hand and numbers.
    pub(crate) fn open_at(&self, slot: u32) -> Option<(u64, Hand, Open)> {
        let (index, way) = self.position(slot);
        let bucket = self.buckets[..self.active].get(index)?;
        let entry = &bucket.entries[way];
        let key = entry.key(bucket.tags[way]);
        (bucket.metas[way].kind() == Kind::Open && self.slot(key, way) == slot)
            .then(|| (key, entry.hand(), entry.numbers()))
    }
}

/// What tests of the table's parts have in common.
#[cfg(test)]
pub(crate) mod testing {
    use super::{Place, Table};
    use crate::value::NO_LIMIT;
    use kemuri_core::Hand;

    /// A board with an empty hand.
    pub(crate) fn place(key: u64) -> Place {
        Place {
            key,
            hand: Hand::EMPTY,
            depth: 1,
            len: NO_LIMIT,
        }
    }

    /// The slots in use, counted anew.
    pub(crate) fn recount(table: &Table) -> u64 {
        let metas = table.buckets.iter().flat_map(|b| b.metas.iter());
        metas.filter(|m| !m.is_empty()).count() as u64
    }

    /// Keys that spread over all buckets.
    pub(crate) fn keys(n: u64) -> impl Iterator<Item = u64> {
        (1..=n).map(|i| i.wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }
}
