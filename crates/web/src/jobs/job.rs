//! A job: what it is, how far it is, what it has found.

use super::both::Both;
use super::lock;
use super::request::JobKind;
use super::work::{Done, Report, Work};
use crate::error::ErrorCode;
use kemuri_core::{Budget, Problem, Progress};
use kemuri_text::Lang;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::sync::Arc;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};
use tokio::sync::watch;

/// Where a job is on its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum State {
    /// It waits.
    Queued,
    /// It runs.
    Running,
    /// It has a result, or has found all that it can.
    Done,
    /// It has none.
    Failed,
}

/// Why a job has no result.
#[derive(Clone, Debug)]
pub struct Failure {
    /// What kind of failure it is.
    pub code: ErrorCode,
    /// The sentence in both languages.
    sentences: [String; 2],
}

impl Failure {
    /// A failure with a sentence.
    pub fn new(code: ErrorCode, say: impl Fn(Lang) -> String) -> Self {
        Self {
            code,
            sentences: [Lang::En, Lang::Ja].map(say),
        }
    }

    /// The sentence in a language.
    pub fn sentence(&self, lang: Lang) -> &str {
        &self.sentences[lang as usize]
    }
}

/// What is known of a job.
#[derive(Default)]
pub struct Known {
    state: Option<State>,
    progress: Option<Arc<Progress>>,
    /// How many progresses there were.
    progress_number: u64,
    found: Vec<Both>,
    result: Option<Both>,
    failure: Option<Failure>,
    certificate: Option<Arc<[u8]>>,
    report: Option<Arc<Report>>,
}

/// A piece of work and what is known of it.
pub struct Job {
    id: String,
    kind: JobKind,
    is_glance: bool,
    /// What was asked for.
    echo: Map<String, Value>,
    /// Bytes of the request.
    request_bytes: usize,
    work: Work,
    created_ms: u64,
    stop: Arc<AtomicBool>,
    known: Mutex<Known>,
    /// Tells those who listen that something has changed.
    changes: watch::Sender<u64>,
}

impl Job {
    /// A job that waits.
    pub fn new(
        id: String,
        kind: JobKind,
        is_glance: bool,
        (echo, request_bytes): (Map<String, Value>, usize),
        work: Work,
    ) -> Self {
        let now = SystemTime::now().duration_since(UNIX_EPOCH);
        Self {
            id,
            kind,
            is_glance,
            echo,
            request_bytes,
            work,
            created_ms: now.map_or(0, kemuri_core::json::milliseconds),
            stop: Arc::default(),
            known: Mutex::default(),
            changes: watch::channel(0).0,
        }
    }

    /// Its name.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// What it does.
    pub fn kind(&self) -> JobKind {
        self.kind
    }

    /// Whether its result is not kept for long.
    pub fn is_glance(&self) -> bool {
        self.is_glance
    }

    /// What was asked for.
    pub fn echo(&self) -> &Map<String, Value> {
        &self.echo
    }

    /// When it was made, in milliseconds since 1970.
    pub fn created_ms(&self) -> u64 {
        self.created_ms
    }

    /// The problem that it is about, if it is one.
    pub fn problem(&self) -> Option<&Problem> {
        self.work.problem()
    }

    pub(super) fn work(&self) -> &Work {
        &self.work
    }

    /// Asks it to stop.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::SeqCst);
    }

    /// A budget without limits that ends when the job is stopped.
    pub fn budget(&self) -> Budget {
        Budget::until_stopped(Arc::clone(&self.stop))
    }

    /// Whether it is done or has failed.
    pub fn is_over(&self) -> bool {
        matches!(self.state(), State::Done | State::Failed)
    }

    /// Where it is on its way.
    pub fn state(&self) -> State {
        lock(&self.known).state()
    }

    /// Bytes of what it was asked for.
    pub fn request_bytes(&self) -> usize {
        self.request_bytes
    }

    /// Bytes of what it was asked for and has found.
    pub fn bytes(&self) -> usize {
        let known = lock(&self.known);
        let found = known.found.iter().chain(&known.result).map(Both::bytes);
        let certificate = known.certificate.as_ref().map_or(0, |bytes| bytes.len());
        let report = known.report.as_ref().map_or(0, |report| report.bytes());
        self.request_bytes + found.sum::<usize>() + certificate + report
    }

    /// Reads what is known.
    pub fn known<T>(&self, read: impl FnOnce(&Known) -> T) -> T {
        read(&lock(&self.known))
    }

    /// A receiver that is told of every change.
    pub fn listen(&self) -> watch::Receiver<u64> {
        self.changes.subscribe()
    }

    fn change(&self, write: impl FnOnce(&mut Known)) {
        write(&mut lock(&self.known));
        self.changes.send_modify(|number| *number += 1);
    }

    pub(super) fn begin(&self) {
        self.change(|known| known.state = Some(State::Running));
    }

    /// Says how far it is.
    pub fn show(&self, progress: &Progress) {
        self.change(|known| {
            known.progress = Some(Arc::new(progress.clone()));
            known.progress_number += 1;
        });
    }

    /// Adds something that it has found.
    pub fn found(&self, item: Both) {
        self.change(|known| known.found.push(item));
    }

    pub(super) fn finish(&self, done: Done) {
        self.change(|known| {
            known.state = Some(State::Done);
            known.result = done.result;
            known.certificate = done.certificate.map(Into::into);
            known.report = done.report.map(Into::into);
        });
    }

    pub(super) fn fail(&self, failure: Failure) {
        self.change(|known| {
            known.state = Some(State::Failed);
            known.failure = Some(failure);
        });
    }
}

impl Known {
    /// Where the job is on its way.
    pub fn state(&self) -> State {
        self.state.unwrap_or(State::Queued)
    }

    /// How far it is, and how many times it has said so.
    pub fn progress(&self) -> (Option<Arc<Progress>>, u64) {
        (self.progress.clone(), self.progress_number)
    }

    /// What it has found.
    pub fn found(&self) -> &[Both] {
        &self.found
    }

    /// Its result.
    pub fn result(&self) -> Option<&Both> {
        self.result.as_ref()
    }

    /// Why it has none.
    pub fn failure(&self) -> Option<&Failure> {
        self.failure.as_ref()
    }

    /// The bytes of its certificate.
    pub fn certificate(&self) -> Option<Arc<[u8]>> {
        self.certificate.clone()
    }

    /// What its report is made of.
    pub fn report(&self) -> Option<Arc<Report>> {
        self.report.clone()
    }
}
