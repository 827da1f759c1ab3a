//! Memory for the buckets of a table, and which bucket a board is in.
//!
//! Threads share this part of the table. Where a board is changes as the table
//! grows (see [`super::growth`]), so a thread looks again once it holds the
//! bucket it has found.

use super::bucket::{Bucket, BucketGuard, WAYS, prefetch_line};
use crate::entry::Meta;
use crate::sync::{Arc, AtomicI64, AtomicU64, Ordering, Pages};

/// Slots taken or freed before they are counted for all threads.
const MAX_PENDING: i64 = 64;

/// How far the buckets have been taken into use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Extent {
    /// How often the buckets in use can still double.
    pub(crate) doublings: u32,
    /// Of a doubling under way, the buckets that are still to be split.
    pub(crate) unsplit: usize,
}

impl Extent {
    #[inline]
    fn from_word(word: u64) -> Self {
        Self {
            doublings: (word >> 32) as u32,
            unsplit: word as u32 as usize,
        }
    }

    fn to_word(self) -> u64 {
        u64::from(self.doublings) << 32 | self.unsplit as u64
    }

    /// Where the bucket with this final index is now.
    #[inline]
    pub(crate) fn current(self, index: usize) -> usize {
        let before = index >> (self.doublings + 1);
        if before < self.unsplit {
            before
        } else {
            index >> self.doublings
        }
    }
}

/// What the threads that use a table share.
struct Memory {
    pages: Pages<Bucket>,
    /// An [`Extent`].
    extent: CachePadded<AtomicU64>,
    used: CachePadded<AtomicI64>,
    settled: CachePadded<AtomicU64>,
}

/// Alone in its lines of the cache, so that writing it disturbs nothing else.
#[repr(align(128))]
struct CachePadded<T>(T);

/// The buckets of a table, as one thread sees them.
///
/// It gives out one bucket at a time, and as long as it is not shared it is the
/// only one to do so.
pub(crate) struct Buckets {
    memory: Arc<Memory>,
    /// The first bucket of the memory, and how many there are: what every
    /// look-up needs is not fetched by way of the pointer above.
    first: *const Bucket,
    len: usize,
    shared: bool,
    /// Slots taken less slots freed that are not yet counted for all threads.
    pending: i64,
}

// SAFETY: what `first` points to is kept by `memory`, and can be shared.
unsafe impl Send for Buckets {}

impl Buckets {
    /// Room for `count` buckets, of which one in `1 << doublings` is in use.
    pub(crate) fn new(count: usize, doublings: u32) -> Option<Self> {
        let extent = Extent {
            doublings,
            unsplit: 0,
        };
        let memory = Memory {
            // SAFETY: a bucket is made of integers, so any bits are one.
            pages: unsafe { Pages::zeroed(count) }?,
            extent: CachePadded(AtomicU64::new(extent.to_word())),
            used: CachePadded(AtomicI64::new(0)),
            settled: CachePadded(AtomicU64::new(0)),
        };
        let memory = Arc::new(memory);
        Some(Self {
            first: memory.pages.first(),
            len: count,
            memory,
            shared: false,
            pending: 0,
        })
    }

    /// The same buckets for another thread.
    pub(crate) fn share(&mut self) -> Self {
        self.shared = true;
        Self {
            memory: Arc::clone(&self.memory),
            shared: true,
            pending: 0,
            ..*self
        }
    }

    /// Takes notice that no other thread uses the buckets any more, if so.
    pub(crate) fn unshare(&mut self) {
        self.shared = Arc::get_mut(&mut self.memory).is_none();
    }

    /// Whether other threads may use the buckets, too.
    #[inline]
    pub(crate) fn is_shared(&self) -> bool {
        self.shared
    }

    /// Buckets there are.
    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    #[inline]
    fn bucket(&self, index: usize) -> &Bucket {
        assert!(index < self.len);
        // SAFETY: the pages hold `len` buckets and live as long as `self`. All of a
        // bucket is in cells or atomic, so that sharing it is no promise that nobody
        // writes.
        unsafe { &*self.first.add(index) }
    }

    /// Buckets in use.
    #[inline]
    pub(crate) fn active(&self) -> usize {
        self.len() >> self.extent().doublings
    }

    /// Slots in use; what other threads have just done may be missing.
    #[inline]
    pub(crate) fn used(&self) -> u64 {
        let published = self.memory.used.0.load(Ordering::Relaxed);
        (published + self.pending).max(0) as u64
    }

    /// Counts slots taken or freed.
    #[inline]
    pub(crate) fn count(&mut self, taken: i64) {
        self.pending += taken;
        // Publishing moves a cache line between the threads, so it is done rarely.
        if self.pending.abs() >= MAX_PENDING && self.shared {
            self.publish_pending();
        }
    }

    fn publish_pending(&mut self) {
        let taken = std::mem::take(&mut self.pending);
        self.memory.used.0.fetch_add(taken, Ordering::Relaxed);
    }

    /// How often a position was decided while it was on the path of another
    /// thread. Who sees the count sees the marks that were counted.
    #[inline]
    pub(crate) fn settled(&self) -> u64 {
        self.memory.settled.0.load(Ordering::Acquire)
    }

    /// Counts one more.
    pub(crate) fn note_settled(&self) {
        self.memory.settled.0.fetch_add(1, Ordering::Release);
    }

    #[inline]
    pub(crate) fn extent(&self) -> Extent {
        Extent::from_word(self.memory.extent.0.load(Ordering::Relaxed))
    }

    fn set_extent(&self, extent: Extent) {
        let word = extent.to_word();
        self.memory.extent.0.store(word, Ordering::Relaxed);
    }

    /// The bucket of a board once every bucket is in use.
    #[inline]
    pub(crate) fn final_index(&self, key: u64) -> usize {
        (((key >> 32) * self.len() as u64) >> 32) as usize
    }

    /// Asks the processor to bring the tags of a board into its cache.
    #[inline]
    pub(crate) fn prefetch(&self, key: u64) {
        let index = self.extent().current(self.final_index(key));
        prefetch_line((&raw const *self.bucket(index)).cast());
    }

    /// The bucket at `index`.
    ///
    /// # Safety
    ///
    /// This thread must not hold it already.
    #[inline]
    unsafe fn hold(&self, index: usize) -> BucketGuard<'_> {
        let bucket = self.bucket(index);
        if self.shared {
            bucket.hold()
        } else {
            // SAFETY: nobody else has the buckets, and the caller does not hold it.
            unsafe { bucket.have() }
        }
    }

    /// The bucket at `index` now.
    pub(crate) fn at(&mut self, index: usize) -> BucketGuard<'_> {
        // SAFETY: `self` is borrowed exclusively as long as a bucket is held.
        unsafe { self.hold(index) }
    }

    /// The bucket with this final index.
    #[inline(always)]
    pub(crate) fn find(&mut self, index: usize) -> BucketGuard<'_> {
        if self.shared {
            return self.find_shared(index);
        }
        let bucket = self.bucket(self.extent().current(index));
        // SAFETY: nobody else has the buckets, and `self` is borrowed exclusively
        // as long as a bucket is held.
        unsafe { bucket.have() }
    }

    fn find_shared(&self, index: usize) -> BucketGuard<'_> {
        loop {
            let at = self.extent().current(index);
            let held = self.bucket(at).hold();
            // It may have been split since. Whoever did so held it, so what is
            // seen now is how it stands.
            if self.extent().current(index) == at {
                return held;
            }
        }
    }

    /// The bucket of a board.
    #[inline]
    pub(crate) fn of(&mut self, key: u64) -> BucketGuard<'_> {
        self.find(self.final_index(key))
    }

    /// Of empty buckets uses but one in `1 << doublings` again.
    pub(crate) fn begin_anew(&mut self, doublings: u32) {
        self.pending = 0;
        self.memory.used.0.store(0, Ordering::Relaxed);
        self.set_extent(Extent {
            doublings,
            unsplit: 0,
        });
    }

    /// Begins a doubling of the buckets in use.
    pub(crate) fn begin_doubling(&mut self) {
        let Extent { doublings, unsplit } = self.extent();
        debug_assert!(unsplit == 0 && doublings > 0);
        self.set_extent(Extent {
            doublings: doublings - 1,
            unsplit: self.active(),
        });
    }

    /// Splits the last bucket that is still to be split.
    pub(crate) fn split_one(&mut self) {
        let before = self.extent();
        let from = before.unsplit - 1;
        let after = Extent {
            unsplit: from,
            ..before
        };
        // SAFETY: `self` is borrowed exclusively, so no bucket is held, and the
        // three are different, but for the first bucket of all, which stays
        // where it is.
        let mut old = unsafe { self.hold(from) };
        // SAFETY: as above.
        let mut halves = [2 * from, 2 * from + 1]
            .map(|index| (index != from).then(|| unsafe { self.hold(index) }));
        for way in 0..WAYS {
            let meta = old.meta(way);
            if meta.is_empty() {
                continue;
            }
            let key = old.key(way);
            let half = after.current(self.final_index(key)) - 2 * from;
            if let Some(half) = &mut halves[half] {
                half.put(way, key, meta, *old.entry(way));
                old.set_meta(way, Meta::EMPTY);
            }
        }
        self.set_extent(after);
    }
}

impl Drop for Buckets {
    fn drop(&mut self) {
        self.publish_pending();
    }
}
