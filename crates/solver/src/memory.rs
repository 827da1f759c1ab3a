//! Memory for the buckets of the table.

use crate::entry::{BUCKET_BYTES, Bucket};
use memmap2::MmapMut;
use std::ops::{Deref, DerefMut};

/// Zeroed buckets in anonymous pages, which cost nothing until they are touched.
pub(crate) struct Memory {
    map: MmapMut,
    count: usize,
}

impl Memory {
    /// Room for `count` buckets, or nothing if the machine does not give it.
    ///
    /// Look-ups jump all over the table, and with small pages each jump would
    /// also miss the cache of the page tables: huge pages are asked for where
    /// the system has them.
    pub(crate) fn new(count: usize) -> Option<Self> {
        let map = MmapMut::map_anon(count.checked_mul(BUCKET_BYTES)?).ok()?;
        #[cfg(target_os = "linux")]
        let _ = map.advise(memmap2::Advice::HugePage);
        Some(Self { map, count })
    }
}

impl Deref for Memory {
    type Target = [Bucket];

    #[inline]
    fn deref(&self) -> &[Bucket] {
        // SAFETY: the map is aligned to pages, holds `count` buckets and lives
        // as long as `self`; every bit pattern is a `Bucket` (it is `Pod`).
        unsafe { std::slice::from_raw_parts(self.map.as_ptr().cast(), self.count) }
    }
}

impl DerefMut for Memory {
    #[inline]
    fn deref_mut(&mut self) -> &mut [Bucket] {
        // SAFETY: as above, and `self` is borrowed exclusively.
        unsafe { std::slice::from_raw_parts_mut(self.map.as_mut_ptr().cast(), self.count) }
    }
}

// The cast above is sound for any bit pattern only if this holds.
const _: fn() = || {
    fn is_pod<T: bytemuck::Pod>() {}
    is_pod::<Bucket>();
};
