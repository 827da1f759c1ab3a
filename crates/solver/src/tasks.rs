//! The tasks that the first thread of a shared search gives to the others.
//!
//! There is one task at a time. It is set and withdrawn by the first thread; the
//! others wait for it, and one of them says when its answer is in the table.

use crate::sync::{AtomicU64, Condvar, Mutex, MutexGuard, Ordering, PoisonError};

/// The current task, for all threads.
pub(crate) struct Tasks<T> {
    state: Mutex<TaskState<T>>,
    changed: Condvar,
    /// Grows with every task that is set or withdrawn.
    turn: AtomicU64,
    /// The turn of a task whose answer is in the table.
    answered: AtomicU64,
}

struct TaskState<T> {
    task: Option<T>,
    over: bool,
}

impl<T: Clone> Tasks<T> {
    pub(crate) fn new() -> Self {
        Self {
            state: Mutex::new(TaskState {
                task: None,
                over: false,
            }),
            changed: Condvar::new(),
            turn: AtomicU64::new(0),
            answered: AtomicU64::new(0),
        }
    }

    fn state(&self) -> MutexGuard<'_, TaskState<T>> {
        // Nothing panics with the state half changed.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next task after that of `turn`, and its turn; none when all is over.
    pub(crate) fn next(&self, turn: u64) -> Option<(T, u64)> {
        let mut state = self.state();
        loop {
            if state.over {
                return None;
            }
            let now = self.turn.load(Ordering::Relaxed);
            if let Some(task) = state.task.as_ref().filter(|_| now != turn) {
                return Some((task.clone(), now));
            }
            let woken = self.changed.wait(state);
            state = woken.unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Sets a task, or withdraws the last one.
    pub(crate) fn set(&self, task: Option<T>) {
        let mut state = self.state();
        state.task = task;
        // While the state is held: a helper that has just seen the old turn would
        // go to sleep after it was called.
        self.turn.fetch_add(1, Ordering::Relaxed);
        drop(state);
        self.changed.notify_all();
    }

    /// Withdraws the last task; there will be no other.
    pub(crate) fn end(&self) {
        self.set(None);
        self.state().over = true;
        self.changed.notify_all();
    }

    /// Whether the task of `turn` is neither withdrawn nor replaced.
    pub(crate) fn is_current(&self, turn: u64) -> bool {
        self.turn.load(Ordering::Relaxed) == turn
    }

    /// Notes that the answer to the task of `turn` is in the table.
    pub(crate) fn mark_answered(&self, turn: u64) {
        self.answered.store(turn, Ordering::Release);
    }

    /// Whether the answer to the current task is in the table; `true` once for each
    /// task. For the thread that sets the tasks.
    pub(crate) fn take_answer(&self) -> bool {
        let is_new = self.is_current(self.answered.load(Ordering::Acquire));
        if is_new {
            self.answered.store(0, Ordering::Relaxed);
        }
        is_new
    }

    /// Marks the last task as answered, as a helper does.
    #[cfg(test)]
    pub(crate) fn mark_last_answered(&self) {
        self.mark_answered(self.turn.load(Ordering::Relaxed));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tasks that are set and withdrawn.
    const ROUNDS: usize = 50_000;

    /// A helper that looks whether it is called sees the task and its turn
    /// together, or it would go to sleep between the two.
    #[test]
    fn a_task_and_its_turn_are_seen_together() {
        let tasks = Tasks::new();
        std::thread::scope(|scope| {
            let asks = scope.spawn(|| {
                for _ in 0..ROUNDS {
                    tasks.set(Some(()));
                    tasks.set(None);
                }
            });
            while !asks.is_finished() {
                let state = tasks.state();
                let turn = tasks.turn.load(Ordering::Relaxed);
                assert_eq!(turn % 2 == 1, state.task.is_some());
            }
        });
    }
}
