//! The same as `src/sync.rs`, of the types of the model checker.

use loom::cell::UnsafeCell;

pub use loom::sync::atomic::{AtomicI64, AtomicU64, Ordering};
pub use loom::sync::{Arc, Condvar, Mutex, MutexGuard};
pub use std::sync::PoisonError;

/// Lets another thread go on. A look at a value without order could see an old one
/// again and again; who waits looks anew when this returns.
pub fn wait_while(_is_held: impl Fn() -> bool) {
    loom::thread::yield_now();
}

/// Changes a word of which others only set bits that are set already.
///
/// In one step: the checker does not know that a bit which another thread sets after
/// the word was read, and before it is written, comes before what is written.
pub fn rewrite(word: &AtomicU64, order: Ordering, change: impl Fn(u64) -> u64) {
    let change = |word| Some(change(word));
    let _ = word.fetch_update(order, Ordering::Relaxed, change);
}

/// A cell for which the checker knows who has read and written it.
pub struct SharedCell<T>(UnsafeCell<T>);

impl<T> SharedCell<T> {
    /// A cell with this value.
    pub fn new(value: T) -> Self {
        Self(UnsafeCell::new(value))
    }

    /// The value to be read. The checker fails if somebody may write meanwhile.
    ///
    /// # Safety
    ///
    /// As long as the result lives nobody may write.
    pub unsafe fn read(&self) -> &T {
        // SAFETY: the caller sees to it.
        self.0.with(|value| unsafe { &*value })
    }

    /// The value to be written. The checker fails if somebody else may read or write
    /// meanwhile.
    ///
    /// # Safety
    ///
    /// As long as the result lives nobody else may read or write.
    #[expect(clippy::mut_from_ref, reason = "this is what a cell is for")]
    pub unsafe fn write(&self) -> &mut T {
        // SAFETY: the caller sees to it.
        self.0.with_mut(|value| unsafe { &mut *value })
    }
}

/// Values that the checker knows one by one.
pub struct Pages<T>(Box<[T]>);

impl<T: Default> Pages<T> {
    /// Values that are as good as zeroed pages.
    ///
    /// # Safety
    ///
    /// None is needed here.
    pub unsafe fn zeroed(count: usize) -> Option<Self> {
        Some(Self((0..count).map(|_| T::default()).collect()))
    }

    /// The first value.
    pub fn first(&self) -> *const T {
        self.0.as_ptr()
    }
}
