//! Long work: jobs wait in a queue, run on a bounded number of threads, and are kept
//! when they are done, so that whoever left them finds them again.
//!
//! - A job that may take no more than [`QUICK_TIME`] has a thread of its own beside the
//!   others: what is solved while a user edits does not wait for what runs for hours.
//! - The tables of all jobs together are no larger than the limit: each thread has an
//!   equal share of what the quick one leaves.
//! - Finished jobs are kept up to [`MAX_KEPT`] and [`MAX_KEPT_BYTES`]; the oldest go first.

mod both;
mod document;
mod job;
mod limited_file;
mod request;
mod work;

pub use document::{
    FailureDocument, ItemsDocument, JobDocument, JobListDocument, ProgressDocument,
};
pub use job::{Failure, Job, State};
pub use request::JobRequest;

use crate::error::{ApiError, ErrorCode};
use crate::server::Limits;
use kemuri_text::{Lang, tr};
use std::collections::VecDeque;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use work::{Resources, Work};

/// A job with a limit of time up to this is quick.
const QUICK_TIME: Duration = Duration::from_secs(3);
/// The part of the memory that quick jobs have, and the most of it.
const QUICK_SHARE: (u64, u64) = (8, 32 << 20);
/// The least that a table may have.
pub const MIN_HASH: u64 = 64 << 10;
/// Finished jobs that are kept.
const MAX_KEPT: usize = 500;
/// Of those that were a glance.
const MAX_GLANCES: usize = 50;
/// Bytes of finished jobs that are kept: of what was asked for, and of what was found.
const MAX_KEPT_BYTES: usize = 64 << 20;
/// Bytes of the requests that may wait. In memory a batch takes several times as much.
const MAX_WAITING_BYTES: usize = 32 << 20;
/// Plays that may wait.
const MAX_PLAYS: usize = 6;
/// How long the end of the server waits for jobs that run.
const END_TIME: Duration = Duration::from_millis(60);

/// All jobs of a server.
pub struct Jobs {
    limits: Limits,
    inner: Mutex<Inner>,
    /// Wakes the threads when there is something to do, or when the server ends.
    wake: Condvar,
    ending: Arc<AtomicBool>,
    /// Who may search for a play.
    play: Arc<Semaphore>,
    /// How many plays wait or are searched.
    plays: Arc<Semaphore>,
}

/// The right to search for a play, until it is dropped.
pub struct PlayPermit {
    _place: OwnedSemaphorePermit,
    _turn: OwnedSemaphorePermit,
}

#[derive(Default)]
struct Inner {
    /// In the order in which they were made.
    all: VecDeque<Arc<Job>>,
    waiting: [VecDeque<Arc<Job>>; 2],
    running: usize,
}

/// Which threads take a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Lane {
    Long = 0,
    Quick = 1,
}

/// Takes a lock; what a panicking thread left is in order, since no lock is held while
/// something is computed.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Jobs {
    /// No jobs yet.
    pub fn new(limits: Limits) -> Self {
        Self {
            limits: Limits {
                jobs: limits.jobs.max(1),
                threads: limits.threads.max(1),
                ..limits
            },
            inner: Mutex::default(),
            wake: Condvar::new(),
            ending: Arc::default(),
            play: Arc::new(Semaphore::new(1)),
            plays: Arc::new(Semaphore::new(MAX_PLAYS)),
        }
    }

    /// What the work may take.
    pub fn limits(&self) -> Limits {
        self.limits
    }

    /// Bytes of the tables of one job that is not quick.
    pub fn job_hash(&self) -> u64 {
        let rest = self.limits.hash.saturating_sub(self.quick_hash());
        (rest / self.limits.jobs as u64).max(MIN_HASH)
    }

    /// Bytes of the tables of all quick work.
    pub fn quick_hash(&self) -> u64 {
        let (part, most) = QUICK_SHARE;
        (self.limits.hash / part).clamp(2 * MIN_HASH, most)
    }

    /// Bytes of the table of a play, which is no job.
    pub fn play_hash(&self) -> u64 {
        self.quick_hash() / 2
    }

    /// Waits until a play may be searched; `None` if too many wait already.
    pub async fn play_permit(&self) -> Option<PlayPermit> {
        let place = Arc::clone(&self.plays).try_acquire_owned().ok()?;
        let turn = Arc::clone(&self.play).acquire_owned().await.ok()?;
        Some(PlayPermit {
            _place: place,
            _turn: turn,
        })
    }

    /// The flag that is set once the server ends.
    pub fn end_flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.ending)
    }

    /// Starts the threads.
    pub fn start(self: &Arc<Self>) -> io::Result<()> {
        let lanes = std::iter::repeat_n(Lane::Long, self.limits.jobs).chain([Lane::Quick]);
        for lane in lanes {
            let jobs = Arc::clone(self);
            let thread = std::thread::Builder::new().name("job".into());
            thread.spawn(move || jobs.work(lane))?;
        }
        Ok(())
    }

    /// Stops all jobs and waits a moment for those that run.
    pub fn end(&self) {
        self.ending.store(true, Ordering::SeqCst);
        let mut inner = lock(&self.inner);
        for job in &inner.all {
            job.stop();
        }
        self.wake.notify_all();
        let end = Instant::now() + END_TIME;
        while inner.running > 0 {
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return;
            }
            let waited = self.wake.wait_timeout(inner, left);
            inner = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Makes a job of a request and puts it into the queue.
    pub fn create(&self, lang: Lang, request: JobRequest) -> Result<Arc<Job>, ApiError> {
        let id = crate::guard::secret().map_err(|_| ApiError::internal(lang))?;
        let lane = match request.options.time() {
            Some(time) if time <= QUICK_TIME && request.kind.can_be_quick() => Lane::Quick,
            _ => Lane::Long,
        };
        let (echo, is_glance) = (request.echo(), request.options.glance);
        let bytes = request.bytes();
        let (kind, work) = (request.kind, Work::new(lang, request)?);
        let job = Arc::new(Job::new(id, kind, is_glance, (echo, bytes), work));
        let waiting = self.enqueue(lane, &job);
        waiting.map_err(|waiting| {
            let sentence = tr!(lang, "web-busy", waiting);
            ApiError::new(ErrorCode::Busy, sentence)
        })?;
        Ok(job)
    }

    /// Puts a job into the queue.
    ///
    /// # Errors
    /// How many wait, if there are too many.
    fn enqueue(&self, lane: Lane, job: &Arc<Job>) -> Result<(), usize> {
        let mut inner = lock(&self.inner);
        let (mut waiting, mut bytes) = (0, job.request_bytes());
        for job in inner.waiting.iter().flatten() {
            waiting += 1;
            bytes += job.request_bytes();
        }
        let is_full = waiting >= self.limits.queue || bytes > MAX_WAITING_BYTES;
        if is_full || self.ending.load(Ordering::SeqCst) {
            return Err(waiting);
        }
        inner.all.push_back(Arc::clone(job));
        inner.waiting[lane as usize].push_back(Arc::clone(job));
        drop(inner);
        self.wake.notify_all();
        Ok(())
    }

    /// The job of this name.
    pub fn get(&self, id: &str) -> Option<Arc<Job>> {
        let inner = lock(&self.inner);
        inner.all.iter().find(|job| job.id() == id).cloned()
    }

    /// All jobs, in the order in which they were made.
    pub fn list(&self) -> Vec<Arc<Job>> {
        lock(&self.inner).all.iter().cloned().collect()
    }

    /// Cancels a job; forgets one that is done. One that has not begun never will.
    pub fn cancel(&self, job: &Arc<Job>) {
        let mut inner = lock(&self.inner);
        if job.is_over() {
            inner.all.retain(|other| !Arc::ptr_eq(other, job));
            return;
        }
        job.stop();
        for waiting in &mut inner.waiting {
            let before = waiting.len();
            waiting.retain(|other| !Arc::ptr_eq(other, job));
            if waiting.len() < before {
                job.fail(Failure::new(ErrorCode::Busy, |lang| {
                    tr!(lang, "web-cancelled")
                }));
            }
        }
    }

    /// Does the jobs of a lane until the server ends.
    fn work(&self, lane: Lane) {
        while let Some(job) = self.next(lane) {
            let resources = Resources {
                hash: match lane {
                    Lane::Long => self.job_hash(),
                    // The other half is for the play, which is no job.
                    Lane::Quick => self.play_hash(),
                },
                threads: self.limits.threads,
            };
            job.begin();
            let done = catch_unwind(AssertUnwindSafe(|| job.work().run(&job, resources)));
            match done {
                Ok(Ok(result)) => job.finish(result),
                Ok(Err(failure)) => job.fail(failure),
                Err(_) => job.fail(Failure::new(ErrorCode::Internal, |lang| {
                    tr!(lang, "web-job-failed")
                })),
            }
            let mut inner = lock(&self.inner);
            inner.running -= 1;
            inner.forget();
            drop(inner);
            self.wake.notify_all();
        }
    }

    /// Waits for the next job; `None` once the server ends.
    fn next(&self, lane: Lane) -> Option<Arc<Job>> {
        let mut inner = lock(&self.inner);
        loop {
            if self.ending.load(Ordering::SeqCst) {
                return None;
            }
            if let Some(job) = inner.waiting[lane as usize].pop_front() {
                inner.running += 1;
                return Some(job);
            }
            inner = self
                .wake
                .wait(inner)
                .unwrap_or_else(PoisonError::into_inner);
        }
    }
}

impl Inner {
    /// Forgets the oldest finished jobs, as far as there are too many.
    fn forget(&mut self) {
        let over = self.all.iter().filter(|job| job.is_over());
        let count = over.clone().count();
        let mut glances = over.clone().filter(|job| job.is_glance()).count();
        let mut bytes: usize = over.map(|job| job.bytes()).sum();
        let mut left = count;
        self.all.retain(|job| {
            let too_many = left > MAX_KEPT || bytes > MAX_KEPT_BYTES;
            let too_many = too_many || job.is_glance() && glances > MAX_GLANCES;
            // The result that was found last is kept, whatever its size.
            let forgotten = job.is_over() && too_many && left > 1;
            if forgotten {
                left -= 1;
                bytes -= job.bytes();
                glances -= usize::from(job.is_glance());
            }
            !forgotten
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use request::JobKind;
    use serde_json::Map;

    fn job(work: Work) -> Arc<Job> {
        let (id, echo) = (crate::guard::secret().unwrap(), Map::new());
        Arc::new(Job::new(id, JobKind::Solve, false, (echo, 0), work))
    }

    fn wait(job: &Job) {
        let started = Instant::now();
        while !job.is_over() {
            assert!(started.elapsed() < Duration::from_secs(60));
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    #[test]
    fn a_panic_fails_one_job_alone() {
        let jobs = Arc::new(Jobs::new(Limits::default().with_jobs(1)));
        jobs.start().unwrap();
        for lane in [Lane::Long, Lane::Quick] {
            let bad = job(Work::Panic);
            jobs.enqueue(lane, &bad).unwrap();
            wait(&bad);
            assert_eq!(bad.state(), State::Failed);
            let failure = bad.known(|known| known.failure().cloned()).unwrap();
            assert_eq!(failure.code, ErrorCode::Internal);
            // The thread goes on.
            let good = job(Work::Verify(Vec::new()));
            jobs.enqueue(lane, &good).unwrap();
            wait(&good);
            let failure = good.known(|known| known.failure().cloned()).unwrap();
            assert_eq!(failure.code, ErrorCode::Input);
        }
        assert_eq!(lock(&jobs.inner).running, 0);
    }

    #[test]
    fn old_results_are_forgotten_and_the_last_is_kept() {
        let mut inner = Inner::default();
        for _ in 0..MAX_KEPT + 7 {
            let job = job(Work::Panic);
            job.fail(Failure::new(ErrorCode::Busy, |_| String::new()));
            inner.all.push_back(job);
        }
        let waiting = job(Work::Panic);
        inner.all.push_front(Arc::clone(&waiting));
        let last = Arc::clone(&inner.all[MAX_KEPT + 7]);
        inner.forget();
        assert_eq!(inner.all.len(), MAX_KEPT + 1);
        assert!(Arc::ptr_eq(&inner.all[0], &waiting));
        assert!(Arc::ptr_eq(&inner.all[MAX_KEPT], &last));
    }

    #[test]
    fn the_tables_of_all_jobs_are_within_the_limit() {
        for count in [1, 2, 7] {
            let least = Limits::default().with_jobs(count).least_hash();
            for hash in [least, 1 << 20, 16 << 20, 256 << 20, 4 << 30] {
                let jobs = Jobs::new(Limits::default().with_hash(hash).with_jobs(count));
                let long = jobs.job_hash() * count as u64;
                // A quick job and a play at the same time.
                assert!(long + 2 * jobs.play_hash() <= hash, "{hash} {count}");
                assert!(jobs.play_hash() >= MIN_HASH);
            }
        }
    }
}
