//! The API: one module for each address.

mod about;
mod diagram;
mod jobs;
mod play;
mod position;
mod read;
mod write;

pub use about::About;
pub use diagram::DiagramRequest;
pub use play::{PlayDocument, PlayRequest};
pub use position::{PositionDocument, PositionRequest, refusal};
pub use read::{ReadDocument, ReadRequest};
pub use write::{WriteDocument, WriteRequest, parse_move};

use crate::error::{ApiError, ErrorCode};
use crate::jobs::Jobs;
use crate::request;
use axum::Router;
use axum::extract::{FromRef, Request};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use kemuri_text::{Lang, tr};
use std::sync::Arc;
use tokio::sync::watch;

/// Moves of a request, at most.
const MAX_MOVES: usize = 2000;

/// What the handlers share.
#[derive(Clone)]
pub struct Shared {
    jobs: Arc<Jobs>,
    /// True once the server ends.
    closed: watch::Receiver<bool>,
}

impl FromRef<Shared> for Arc<Jobs> {
    fn from_ref(shared: &Shared) -> Self {
        Self::clone(&shared.jobs)
    }
}

/// The routes of the API.
pub fn router(jobs: Arc<Jobs>, closed: watch::Receiver<bool>) -> Router {
    Router::new()
        .route("/about", get(about::get))
        .route("/openapi.json", get(openapi))
        .route(
            "/read",
            post(|request| request::answer(request, read::read)),
        )
        .route(
            "/write",
            post(|request| request::answer(request, write::write)),
        )
        .route(
            "/position",
            post(|request| request::answer(request, position::position)),
        )
        .route(
            "/diagram",
            post(|request| request::respond(request, diagram::diagram)),
        )
        .route("/pieces.svg", get(diagram::pieces))
        .route("/play", post(play::play))
        .route("/jobs", get(jobs::list).post(jobs::create))
        .route("/jobs/{id}", get(jobs::get).delete(jobs::delete))
        .route("/jobs/{id}/items", get(jobs::items))
        .route("/jobs/{id}/events", get(jobs::events))
        .route("/jobs/{id}/certificate", get(jobs::certificate))
        .route("/jobs/{id}/{report}", get(jobs::report))
        .fallback(|request: Request| async { not_found(request) })
        .method_not_allowed_fallback(method_not_allowed)
        .with_state(Shared { jobs, closed })
}

/// The description of the API for machines.
async fn openapi(request: Request) -> Response {
    let (parts, _) = request.into_parts();
    let document = || Ok(crate::error::json(&crate::openapi::document()));
    request::blocking(request::lang(&parts), document).await
}

/// The answer where there is nothing.
pub fn not_found(request: Request) -> ApiError {
    let (parts, _) = request.into_parts();
    ApiError::not_found(request::lang(&parts))
}

async fn method_not_allowed(request: Request) -> Response {
    let (parts, _) = request.into_parts();
    let method = parts.method.as_str().to_owned();
    let sentence = tr!(request::lang(&parts), "web-method", method);
    ApiError::new(ErrorCode::MethodNotAllowed, sentence).into_response()
}

/// The answer that is an SVG picture.
fn svg(picture: String) -> Response {
    ([(header::CONTENT_TYPE, "image/svg+xml")], picture).into_response()
}

/// Refuses more moves than a record has room for; `field` is what the request calls
/// them.
pub fn limit_moves(lang: Lang, field: &str, moves: &[String]) -> Result<(), ApiError> {
    if moves.len() <= MAX_MOVES {
        return Ok(());
    }
    let sentence = tr!(lang, "web-too-many-moves", count = MAX_MOVES);
    Err(ApiError::input(field, sentence))
}

/// A problem that a key of the request must name.
fn problem_error(lang: Lang, field: &str, error: &kemuri_core::ProblemError) -> ApiError {
    ApiError::input(field, kemuri_text::core::problem_error(lang, error))
}
