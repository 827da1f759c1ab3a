//! Jobs: `POST jobs`, `GET jobs`, and everything below `jobs/{id}`.

mod events;

pub use events::events;

use super::Shared;
use crate::error::{ApiError, json};
use crate::jobs::{ItemsDocument, Job, JobDocument, JobListDocument, JobRequest, Jobs};
use crate::request;
use axum::extract::{Path, Request, State};
use axum::http::request::Parts;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use kemuri_text::Lang;
use std::sync::Arc;

/// Items that are given at once, at most.
const MAX_ITEMS: usize = 1000;

/// Answers `POST jobs`.
pub async fn create(State(jobs): State<Arc<Jobs>>, request: Request) -> Response {
    request::respond(request, move |lang, body: JobRequest| {
        let job = jobs.create(lang, body)?;
        let document = json(&JobDocument::new(lang, &job, true));
        Ok((StatusCode::CREATED, document).into_response())
    })
    .await
}

/// Answers `GET jobs`.
pub async fn list(State(jobs): State<Arc<Jobs>>, request: Request) -> Response {
    let (parts, _) = request.into_parts();
    let lang = request::lang(&parts);
    request::blocking(lang, move || {
        let all = jobs.list();
        let all = all.iter().map(|job| JobDocument::new(lang, job, false));
        Ok(json(&JobListDocument::new(all.collect())))
    })
    .await
}

/// Answers `GET jobs/{id}`.
pub async fn get(
    State(jobs): State<Arc<Jobs>>,
    Path(id): Path<String>,
    request: Request,
) -> Response {
    with_job(&jobs, &id, request, |lang, _, job| {
        Ok(json(&JobDocument::new(lang, job, true)))
    })
    .await
}

/// Answers `DELETE jobs/{id}`.
pub async fn delete(
    State(jobs): State<Arc<Jobs>>,
    Path(id): Path<String>,
    request: Request,
) -> Response {
    let all = Arc::clone(&jobs);
    with_job(&jobs, &id, request, move |_, _, job| {
        all.cancel(job);
        Ok(StatusCode::NO_CONTENT.into_response())
    })
    .await
}

/// Answers `GET jobs/{id}/items`.
pub async fn items(
    State(jobs): State<Arc<Jobs>>,
    Path(id): Path<String>,
    request: Request,
) -> Response {
    with_job(&jobs, &id, request, |lang, parts, job| {
        let from = request::number(parts, "from", 0)?;
        let count = request::number(parts, "count", 100)?.min(MAX_ITEMS);
        Ok(json(&ItemsDocument::new(lang, job, from, count)))
    })
    .await
}

/// Answers `GET jobs/{id}/certificate`.
pub async fn certificate(
    State(jobs): State<Arc<Jobs>>,
    Path(id): Path<String>,
    request: Request,
) -> Response {
    with_job(&jobs, &id, request, |lang, _, job| {
        let bytes = job.known(|known| known.certificate());
        let bytes = bytes.ok_or_else(|| ApiError::not_found(lang))?;
        let headers = [
            (header::CONTENT_TYPE, "application/octet-stream"),
            (
                header::CONTENT_DISPOSITION,
                "attachment; filename=\"kemuri.cert\"",
            ),
        ];
        Ok((headers, bytes.to_vec()).into_response())
    })
    .await
}

/// Answers `GET jobs/{id}/report.…` and `print.html`.
pub async fn report(
    State(jobs): State<Arc<Jobs>>,
    Path((id, name)): Path<(String, String)>,
    request: Request,
) -> Response {
    with_job(&jobs, &id, request, move |lang, _, job| {
        let report = job.known(|known| known.report());
        let report = report.ok_or_else(|| ApiError::not_found(lang))?;
        let (kind, text) = report
            .write(lang, &name)
            .ok_or_else(|| ApiError::not_found(lang))?;
        // The page has its style inside; it runs nothing.
        let policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; \
            frame-ancestors 'none'; sandbox allow-modals";
        let headers = [
            (header::CONTENT_TYPE, kind),
            (header::CONTENT_SECURITY_POLICY, policy),
        ];
        Ok((headers, text).into_response())
    })
    .await
}

/// Answers with what `read` makes of a job, or that there is no such job.
async fn with_job(
    jobs: &Jobs,
    id: &str,
    request: Request,
    read: impl FnOnce(Lang, &Parts, &Arc<Job>) -> Result<Response, ApiError> + Send + 'static,
) -> Response {
    let (parts, _) = request.into_parts();
    let lang = request::lang(&parts);
    let Some(job) = jobs.get(id) else {
        return ApiError::not_found(lang).into_response();
    };
    request::blocking(lang, move || read(lang, &parts, &job)).await
}
