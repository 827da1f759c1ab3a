//! What threads that share a table are made of: atomics, locks, cells, memory.
//!
//! The table and the tasks of a shared search use nothing else to work together. So
//! `tests/model` can compile them with a module of the same name that belongs to a
//! model checker, which tries all orders in which threads can run.

use crate::table::bucket::BUCKET_BYTES;
use memmap2::{MmapMut, MmapRaw};
use std::cell::UnsafeCell;
use std::marker::PhantomData;

pub(crate) use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
pub(crate) use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

// The cells of the model are larger.
const _: () = assert!(BUCKET_BYTES == 448);

/// Looks at something that another thread holds before the core is given to it.
const LOOKS: u32 = 128;

/// Waits while something is held: for a moment, as a rule. But where there are more
/// threads than cores, who holds it may be waiting for this one's.
///
/// It may be held again when this returns, or still.
#[cold]
pub(crate) fn wait_while(is_held: impl Fn() -> bool) {
    let mut looks = 0;
    while is_held() {
        if looks < LOOKS {
            looks += 1;
            std::hint::spin_loop();
        } else {
            std::thread::yield_now();
        }
    }
}

/// Changes a word of which others only set bits that are set already.
#[inline(always)]
pub(crate) fn rewrite(word: &AtomicU64, order: Ordering, change: impl Fn(u64) -> u64) {
    word.store(change(word.load(Ordering::Relaxed)), order);
}

/// A value that several threads read and write, one at a time.
#[repr(transparent)]
pub(crate) struct SharedCell<T>(UnsafeCell<T>);

impl<T> SharedCell<T> {
    /// A cell with this value.
    pub(crate) fn new(value: T) -> Self {
        Self(UnsafeCell::new(value))
    }

    /// The value to be read.
    ///
    /// # Safety
    ///
    /// As long as the result lives nobody may write.
    #[inline(always)]
    pub(crate) unsafe fn read(&self) -> &T {
        // SAFETY: the caller sees to it.
        unsafe { &*self.0.get() }
    }

    /// The value to be written.
    ///
    /// # Safety
    ///
    /// As long as the result lives nobody else may read or write.
    #[inline(always)]
    #[expect(clippy::mut_from_ref, reason = "this is what a cell is for")]
    pub(crate) unsafe fn write(&self) -> &mut T {
        // SAFETY: the caller sees to it.
        unsafe { &mut *self.0.get() }
    }
}

/// Memory for many values of a type that may be all zeros.
pub(crate) struct Pages<T> {
    /// Raw: a slice of it would promise that nobody writes.
    map: MmapRaw,
    values: PhantomData<T>,
}

impl<T> Pages<T> {
    /// Zeroed pages for `count` values, which cost nothing until they are touched,
    /// or nothing if the machine does not give them.
    ///
    /// Look-ups jump all over the table, and with small pages each jump would also
    /// miss the cache of the page tables: huge pages are asked for where the system
    /// has them.
    ///
    /// # Safety
    ///
    /// Zeros must be a `T`.
    pub(crate) unsafe fn zeroed(count: usize) -> Option<Self> {
        let map = MmapMut::map_anon(count.checked_mul(size_of::<T>())?).ok()?;
        #[cfg(target_os = "linux")]
        let _ = map.advise(memmap2::Advice::HugePage);
        Some(Self {
            map: map.into(),
            values: PhantomData,
        })
    }

    /// The first value. The map is aligned to pages.
    pub(crate) fn first(&self) -> *const T {
        self.map.as_ptr().cast()
    }
}
