//! `GET jobs/{id}/events`: what happens to a job, as it happens.
//!
//! The stream begins with the state of the job and everything that it has found, or
//! with what comes after `Last-Event-ID`; so whoever comes late misses nothing. It ends
//! with the result, or when the server does.

use super::Shared;
use crate::error::ApiError;
use crate::jobs::{FailureDocument, Job, JobDocument, ProgressDocument, State as JobState};
use crate::request;
use axum::body::{Body, Bytes};
use axum::extract::{Path, Request, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use futures_util::future::select;
use futures_util::stream;
use kemuri_text::Lang;
use std::convert::Infallible;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;
use tokio::time::{sleep, timeout};

/// The least time between two looks at a job that runs.
const PAUSE: Duration = Duration::from_millis(50);
/// After so long without news a comment keeps the connection open.
const KEEP_ALIVE: Duration = Duration::from_secs(15);
/// Items that are sent in one piece.
const MAX_ITEMS: usize = 200;

/// Answers `GET jobs/{id}/events`.
pub async fn events(
    State(shared): State<Shared>,
    Path(id): Path<String>,
    request: Request,
) -> Response {
    let (parts, _) = request.into_parts();
    let lang = request::lang(&parts);
    let Some(job) = shared.jobs.get(&id) else {
        return ApiError::not_found(lang).into_response();
    };
    let last = parts.headers.get("last-event-id");
    let last = last.and_then(|value| value.to_str().ok()?.parse().ok());
    let events = JobEvents {
        lang,
        changes: job.listen(),
        closed: shared.closed,
        job,
        state: None,
        progress: 0,
        found: last.unwrap_or(0),
        ended: false,
    };
    let headers = [
        (header::CONTENT_TYPE, "text/event-stream"),
        (header::CACHE_CONTROL, "no-store"),
    ];
    (headers, Body::from_stream(stream::unfold(events, next))).into_response()
}

/// What a listener has been told of a job.
struct JobEvents {
    lang: Lang,
    job: Arc<Job>,
    changes: watch::Receiver<u64>,
    /// True once the server ends.
    closed: watch::Receiver<bool>,
    state: Option<JobState>,
    progress: u64,
    found: usize,
    ended: bool,
}

/// The next piece of the stream.
async fn next(mut events: JobEvents) -> Option<(Result<Bytes, Infallible>, JobEvents)> {
    loop {
        if events.ended || *events.closed.borrow() {
            return None;
        }
        events.changes.mark_unchanged();
        let text = events.news();
        if !text.is_empty() {
            return Some((Ok(text.into()), events));
        }
        if !events.wait().await {
            let comment = Bytes::from_static(b": \n\n");
            return Some((Ok(comment), events));
        }
    }
}

impl JobEvents {
    /// Waits for a change of the job, or for the end of the server; `false` if nothing
    /// happens for long.
    async fn wait(&mut self) -> bool {
        let (changes, closed) = (&mut self.changes, &mut self.closed);
        let news = async {
            sleep(PAUSE).await;
            // An error says that there will be none.
            let _ = changes.changed().await;
        };
        let end = closed.wait_for(|&closed| closed);
        let (news, end) = (pin!(news), pin!(end));
        timeout(KEEP_ALIVE, select(news, end)).await.is_ok()
    }

    /// Everything that is new, as events.
    fn news(&mut self) -> String {
        let (lang, job) = (self.lang, Arc::clone(&self.job));
        let mut out = String::new();
        let state = job.state();
        if self.state != Some(state) {
            self.state = Some(state);
            event(&mut out, "job", None, &JobDocument::new(lang, &job, false));
        }
        job.known(|known| {
            let (_, number) = known.progress();
            if number != self.progress && state == JobState::Running {
                self.progress = number;
                if let Some(progress) = ProgressDocument::new(lang, &job, known) {
                    event(&mut out, "progress", None, &progress);
                }
            }
            let total = known.found().len();
            let new = known.found().iter().skip(self.found).take(MAX_ITEMS);
            for item in new {
                self.found += 1;
                write_event(&mut out, "found", Some(self.found), &item.json(lang));
            }
            let is_over = matches!(state, JobState::Done | JobState::Failed);
            if is_over && self.found >= total {
                self.ended = true;
                match (known.result(), FailureDocument::of(lang, known)) {
                    (Some(result), _) => write_event(&mut out, "result", None, &result.json(lang)),
                    (None, Some(failure)) => event(&mut out, "failure", None, &failure),
                    (None, None) => write_event(&mut out, "result", None, "{}"),
                }
            }
        });
        out
    }
}

fn event(out: &mut String, name: &str, id: Option<usize>, document: &impl serde::Serialize) {
    // The documents have string keys, which is all that can fail.
    let json = serde_json::to_string(document).unwrap_or_default();
    write_event(out, name, id, &json);
}

/// Writes an event; JSON has no line breaks.
fn write_event(out: &mut String, name: &str, id: Option<usize>, json: &str) {
    use std::fmt::Write as _;
    let id = id.map(|id| format!("id: {id}\n")).unwrap_or_default();
    let _ = write!(out, "event: {name}\n{id}data: {json}\n\n");
}
