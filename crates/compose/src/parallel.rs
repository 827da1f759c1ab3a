//! Work on several threads with the feature `parallel`, and on one without it. The
//! results are the same.

use kemuri_solver::threads_at_hand;
#[cfg(feature = "parallel")]
use rayon::prelude::*;

/// Threads that work together; without the feature, the current thread.
pub(crate) struct Threads {
    #[cfg(feature = "parallel")]
    pool: rayon::ThreadPool,
}

impl Threads {
    /// Returns how many threads there are if `asked` are asked for.
    pub(crate) fn count(asked: usize) -> usize {
        match cfg!(feature = "parallel") {
            true => asked.max(1),
            false => 1,
        }
    }

    /// Starts `count` threads; `None` if the system refuses.
    pub(crate) fn start(count: usize) -> Option<Self> {
        // These work beside the current one.
        if count > 1 && threads_at_hand(count as u64 + 1) <= count as u64 {
            return None;
        }
        Some(Self {
            #[cfg(feature = "parallel")]
            pool: (rayon::ThreadPoolBuilder::new().num_threads(count).build()).ok()?,
        })
    }

    /// Runs `work`, in which [`map`] and [`sort`] use these threads.
    pub(crate) fn install<T: Send>(&self, work: impl FnOnce() -> T + Send) -> T {
        #[cfg(feature = "parallel")]
        return self.pool.install(work);
        #[cfg(not(feature = "parallel"))]
        work()
    }

    /// Runs `work` on each thread, with its number below `count` and a function that
    /// passes a message on to `receive`, which runs on the current thread. That
    /// function returns `false` once `receive` has failed.
    pub(crate) fn run_each<M: Send, E>(
        &self,
        count: usize,
        work: impl Fn(usize, &mut dyn FnMut(M) -> bool) + Sync,
        mut receive: impl FnMut(M) -> Result<(), E>,
    ) -> Result<(), E> {
        #[cfg(feature = "parallel")]
        return self.pool.in_place_scope(|scope| {
            let (sender, messages) = std::sync::mpsc::sync_channel(2 * count);
            for thread in 0..count {
                let (work, sender) = (&work, sender.clone());
                scope.spawn(move |_| work(thread, &mut |message| sender.send(message).is_ok()));
            }
            drop(sender);
            messages.into_iter().try_for_each(&mut receive)
        });
        #[cfg(not(feature = "parallel"))]
        (0..count).try_for_each(|thread| {
            let mut result = Ok(());
            work(thread, &mut |message| {
                result = receive(message);
                result.is_ok()
            });
            result
        })
    }
}

/// Maps the items, in their order.
pub(crate) fn map<T: Sync, R: Send>(items: &[T], f: impl Fn(&T) -> R + Sync + Send) -> Vec<R> {
    #[cfg(feature = "parallel")]
    return items.par_iter().map(f).collect();
    #[cfg(not(feature = "parallel"))]
    items.iter().map(f).collect()
}

/// Sorts the items; equal ones may change places.
pub(crate) fn sort<T: Ord + Send>(items: &mut [T]) {
    #[cfg(feature = "parallel")]
    items.par_sort_unstable();
    #[cfg(not(feature = "parallel"))]
    items.sort_unstable();
}
