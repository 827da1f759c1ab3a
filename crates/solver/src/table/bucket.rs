//! The bucket: sixteen entries behind a line of tags.
//!
//! A bucket is seven cache lines: one line of tags and short facts that is all
//! a miss has to read, and six lines of entries.
//!
//! Several threads may use a table at once. Each then holds the bucket it reads
//! or writes, for as long as that takes, by a bit that the short facts leave
//! free; the bit is in the line that has to be fetched anyway. A thread that is
//! alone takes no notice of it.

use crate::entry::{Entry, Meta};
use crate::sync::{AtomicU64, Ordering, SharedCell, rewrite, wait_while};

/// Entries in a bucket.
pub(crate) const WAYS: usize = 16;
/// Short facts in a word.
const PER_WORD: usize = 4;
/// Set in the first word while a thread holds the bucket. Nobody else writes a word of
/// a bucket that is held, but for this bit, which is set already.
const HELD: u64 = Meta::SPARE as u64;

/// Sixteen entries behind a line of tags.
#[repr(C, align(64))]
pub(crate) struct Bucket {
    tags: SharedCell<[u16; WAYS]>,
    metas: [AtomicU64; WAYS / PER_WORD],
    entries: SharedCell<[Entry; WAYS]>,
}

impl Default for Bucket {
    /// An empty bucket.
    fn default() -> Self {
        Self {
            tags: SharedCell::new([0; WAYS]),
            metas: Default::default(),
            entries: SharedCell::new([Entry::default(); WAYS]),
        }
    }
}

/// Bytes of a bucket.
pub(crate) const BUCKET_BYTES: usize = size_of::<Bucket>();

// SAFETY: tags and entries are reached through `BucketGuard` alone, and its makers see
// to it that there is one at a time.
unsafe impl Sync for Bucket {}

impl Bucket {
    /// Waits until no other thread holds the bucket.
    #[inline]
    pub(crate) fn hold(&self) -> BucketGuard<'_> {
        while self.metas[0].fetch_or(HELD, Ordering::Acquire) & HELD != 0 {
            wait_while(|| self.metas[0].load(Ordering::Relaxed) & HELD != 0);
        }
        BucketGuard {
            bucket: self,
            release: true,
        }
    }

    /// The bucket of a table that no other thread uses.
    ///
    /// # Safety
    ///
    /// As long as the result lives nothing else may hold or have the bucket.
    #[inline]
    pub(crate) unsafe fn have(&self) -> BucketGuard<'_> {
        BucketGuard {
            bucket: self,
            release: false,
        }
    }
}

/// A bucket that nobody else reads or writes.
pub(crate) struct BucketGuard<'a> {
    bucket: &'a Bucket,
    release: bool,
}

impl Drop for BucketGuard<'_> {
    #[inline]
    fn drop(&mut self) {
        if self.release {
            rewrite(&self.bucket.metas[0], Ordering::Release, |word| {
                word & !HELD
            });
        }
    }
}

impl BucketGuard<'_> {
    #[inline]
    fn tags(&self) -> &[u16; WAYS] {
        // SAFETY: the bucket is held, and `&self` keeps `put` and `clear` away.
        unsafe { self.bucket.tags.read() }
    }

    /// The entry in a slot, be it empty.
    #[inline]
    pub(crate) fn entry(&self, way: usize) -> &Entry {
        // SAFETY: as above.
        unsafe { &self.bucket.entries.read()[way] }
    }

    /// The same to be written.
    #[inline]
    pub(crate) fn entry_mut(&mut self, way: usize) -> &mut Entry {
        // SAFETY: the bucket is held, and `&mut self` is the only way to it.
        unsafe { &mut self.bucket.entries.write()[way] }
    }

    /// The key of the board of an entry.
    pub(crate) fn key(&self, way: usize) -> u64 {
        self.entry(way).key(self.tags()[way])
    }

    /// The short facts of an entry.
    #[inline]
    pub(crate) fn meta(&self, way: usize) -> Meta {
        let word = self.bucket.metas[way / PER_WORD].load(Ordering::Relaxed);
        Meta::from_bits((word >> (way % PER_WORD * 16)) as u16)
    }

    /// The short facts of all entries.
    #[inline]
    pub(crate) fn metas(&self) -> [Meta; WAYS] {
        let words = &self.bucket.metas;
        let words: [u64; WAYS / PER_WORD] =
            std::array::from_fn(|i| words[i].load(Ordering::Relaxed).to_le());
        let bits: [u16; WAYS] = bytemuck::cast(words);
        bits.map(|bits| Meta::from_bits(u16::from_le(bits)))
    }

    #[inline]
    pub(crate) fn set_meta(&mut self, way: usize, meta: Meta) {
        let word = &self.bucket.metas[way / PER_WORD];
        let shift = way % PER_WORD * 16;
        let others = !(u64::from(!Meta::SPARE) << shift);
        let own = u64::from(meta.bits()) << shift;
        rewrite(word, Ordering::Relaxed, |word| word & others | own);
    }

    /// Asks the processor to bring an entry into its cache.
    #[inline]
    pub(crate) fn prefetch(&self, way: usize) {
        let first: *const i8 = (&raw const *self.entry(way)).cast();
        prefetch_line(first);
        // It may lie on two lines.
        prefetch_line(first.wrapping_add(size_of::<Entry>() - 1));
    }

    /// Writes a slot.
    #[inline]
    pub(crate) fn put(&mut self, way: usize, key: u64, meta: Meta, entry: Entry) {
        // SAFETY: the bucket is held, and `&mut self` is the only way to it.
        unsafe { self.bucket.tags.write()[way] = key as u16 };
        self.set_meta(way, meta);
        *self.entry_mut(way) = entry;
    }

    /// The slots that carry the tag of `key`; they may still be empty, or of
    /// another board.
    #[inline]
    pub(crate) fn matches(&self, key: u64) -> Ways {
        Ways(equal(self.tags(), key as u16))
    }

    /// Empties every slot.
    pub(crate) fn clear(&mut self) {
        // SAFETY: the bucket is held, and `&mut self` is the only way to it.
        unsafe { *self.bucket.tags.write() = [0; WAYS] };
        for word in &self.bucket.metas {
            rewrite(word, Ordering::Relaxed, |word| word & HELD);
        }
    }
}

/// Asks the processor to bring a line into its cache.
#[inline]
pub(crate) fn prefetch_line(at: *const i8) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: a prefetch has no effect but on the cache.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(at) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = at;
}

/// The slots that are empty, of those with these short facts.
#[inline]
pub(crate) fn empty(metas: &[Meta; WAYS]) -> Ways {
    Ways(equal(&metas.map(|meta| meta.kind_bits()), 0))
}

/// The tags, or other words, that are equal to `tag`, as bits.
#[inline]
fn equal(tags: &[u16; WAYS], tag: u16) -> u32 {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{
            __m128i, _mm_cmpeq_epi16, _mm_movemask_epi8, _mm_packs_epi16, _mm_set1_epi16,
        };
        let [low, high]: [__m128i; 2] = bytemuck::cast(*tags);
        // SAFETY: every x86-64 has SSE2.
        unsafe {
            let tag = _mm_set1_epi16(tag as i16);
            let bytes = _mm_packs_epi16(_mm_cmpeq_epi16(low, tag), _mm_cmpeq_epi16(high, tag));
            _mm_movemask_epi8(bytes) as u32
        }
    }
    #[cfg(not(target_arch = "x86_64"))]
    equal_one_by_one(tags, tag)
}

#[cfg(any(test, not(target_arch = "x86_64")))]
fn equal_one_by_one(tags: &[u16; WAYS], tag: u16) -> u32 {
    (tags.iter().enumerate()).fold(0, |mask, (i, theirs)| mask | u32::from(*theirs == tag) << i)
}

/// Some of the slots of a bucket, the first one first.
pub(crate) struct Ways(u32);

impl Iterator for Ways {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        let way = (self.0 != 0).then(|| self.0.trailing_zeros() as usize)?;
        self.0 &= self.0 - 1;
        Some(way)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::entry::{Entry, EntryKind};
    use kemuri_core::Hand;

    #[test]
    fn what_is_put_into_a_slot_is_found_there_alone() {
        let bucket = Bucket::default();
        for way in 0..WAYS {
            let key = 0x1234_5678_0001 + way as u64;
            let mut held = bucket.hold();
            let meta = Meta::new(EntryKind::Proven, 1 << way);
            held.put(way, key, meta, Entry::decided(key, Hand::EMPTY, 7));
            assert_eq!(held.matches(key).collect::<Vec<_>>(), [way]);
            assert_eq!((held.meta(way), held.key(way)), (meta, key));
            assert_eq!(held.metas()[way], meta);
            assert!(empty(&held.metas()).eq(way + 1..WAYS));
        }
        bucket.hold().clear();
        for way in 0..WAYS {
            let key = 0x1234_5678_0001 + way as u64;
            assert_eq!(bucket.hold().matches(key).count(), 0);
        }
        assert!(empty(&bucket.hold().metas()).eq(0..WAYS));
    }

    #[test]
    fn tags_are_compared_at_once_as_they_are_one_by_one() {
        let tags = [0, 1, 0x7fff, 0x8000, 0xfffe, 0xffff, 0xff00, 0x00ff];
        for mask in 0..1u32 << WAYS {
            let (one, other) = (tags[mask as usize % 8], tags[mask as usize / 8 % 8]);
            let found: [u16; WAYS] =
                std::array::from_fn(|i| if mask >> i & 1 == 1 { one } else { other });
            for tag in [one, other, 0x1234] {
                assert_eq!(equal(&found, tag), equal_one_by_one(&found, tag));
            }
        }
    }

    /// Every thread adds to an entry what it has read there; nothing is lost if
    /// there is one of them at a time.
    #[test]
    fn a_bucket_is_held_by_one_thread_at_a_time() {
        const ROUNDS: u16 = 5000;
        let bucket = Bucket::default();
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for _ in 0..ROUNDS {
                        let mut held = bucket.hold();
                        let next = held.entry(3).len() + 1;
                        let meta = Meta::new(EntryKind::Proven, 1);
                        held.put(3, 7, meta, Entry::decided(7, Hand::EMPTY, next));
                    }
                });
            }
        });
        assert_eq!(bucket.hold().entry(3).len(), 4 * ROUNDS);
    }
}
