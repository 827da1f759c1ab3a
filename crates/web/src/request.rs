//! What a request asks for: its language, its query, its body.

use crate::error::{ApiError, ErrorCode, json};
use axum::body::{Body, to_bytes};
use axum::extract::Request;
use axum::http::header::{ACCEPT_LANGUAGE, CONTENT_LENGTH, CONTENT_TYPE};
use axum::http::request::Parts;
use axum::response::{IntoResponse, Response};
use kemuri_text::{Lang, tr};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::borrow::Cow;
use std::time::Duration;
use tokio::sync::{Semaphore, SemaphorePermit};
use tokio::time::timeout;

/// The most bytes of a body.
pub const MAX_BODY: usize = 16 << 20;
/// Bytes of all larger bodies that are read or worked on at the same time; further
/// ones wait.
const ALL_BODIES: usize = 4 * MAX_BODY;
/// A body up to this size counts as nothing, and need not wait.
const SMALL_BODY: u64 = 64 << 10;
/// How long a body may wait for its turn, and how long it may take to arrive.
const BODY_TIME: Duration = Duration::from_secs(30);

/// The value of a key of a query.
pub fn query<'q>(parts: &'q Parts, key: &str) -> Option<Cow<'q, str>> {
    let query = parts.uri.query()?.as_bytes();
    let mut pairs = form_urlencoded::parse(query);
    pairs.find(|(name, _)| name == key).map(|(_, value)| value)
}

/// The language that a request asks for: that of `lang` in its query, or else the
/// first of `Accept-Language`.
pub fn lang(parts: &Parts) -> Lang {
    match query(parts, "lang").as_deref() {
        Some("ja") => return Lang::Ja,
        Some("en") => return Lang::En,
        _ => {}
    }
    let accepted = parts.headers.get(ACCEPT_LANGUAGE);
    let accepted = accepted.and_then(|value| value.to_str().ok());
    let first = accepted.and_then(|list| list.split([',', ';']).next());
    first.map_or(Lang::En, |locale| Lang::from_locale(locale.trim()))
}

/// A number in a query; `default` if it is not there.
pub fn number(parts: &Parts, key: &str, default: usize) -> Result<usize, ApiError> {
    let Some(word) = query(parts, key) else {
        return Ok(default);
    };
    word.parse().map_err(|_| {
        let sentence = tr!(
            lang(parts),
            "web-bad-number",
            key,
            value = kemuri_core::quote(&word)
        );
        ApiError::input(key, sentence)
    })
}

/// What is left of [`ALL_BODIES`].
static ROOM: Semaphore = Semaphore::const_new(ALL_BODIES);

/// A part of the memory for bodies, until it is dropped.
pub type Room = SemaphorePermit<'static>;

/// Waits for the memory that a body of this length needs.
async fn room(lang: Lang, length: Option<u64>) -> Result<Room, ApiError> {
    let bytes = match length.unwrap_or(MAX_BODY as u64) {
        0..=SMALL_BODY => 0,
        length => u32::try_from(length).unwrap_or(u32::MAX),
    };
    match timeout(BODY_TIME, ROOM.acquire_many(bytes)).await {
        Ok(Ok(room)) => Ok(room),
        _ => Err(ApiError::new(ErrorCode::Busy, tr!(lang, "web-busy-bodies"))),
    }
}

/// Reads the JSON of a body. Its memory counts until the room is dropped.
pub async fn body<T: DeserializeOwned>(
    lang: Lang,
    parts: &Parts,
    body: Body,
) -> Result<(T, Room), ApiError> {
    let kind = parts.headers.get(CONTENT_TYPE);
    let kind = kind.and_then(|value| value.to_str().ok()).unwrap_or("");
    let kind = kind.split(';').next().unwrap_or("").trim();
    if !kind.eq_ignore_ascii_case("application/json") {
        let sentence = tr!(lang, "web-content-type");
        return Err(ApiError::new(ErrorCode::BadRequest, sentence));
    }
    let too_large = || {
        let sentence = tr!(lang, "web-too-large", mib = MAX_BODY >> 20);
        ApiError::new(ErrorCode::TooLarge, sentence)
    };
    let length = parts.headers.get(CONTENT_LENGTH);
    let length = length.and_then(|value| value.to_str().ok()?.parse::<u64>().ok());
    // What is too large need not arrive first.
    if length.is_some_and(|length| length > MAX_BODY as u64) {
        return Err(too_large());
    }
    let room = room(lang, length).await?;
    let read = timeout(BODY_TIME, to_bytes(body, MAX_BODY)).await;
    let Ok(read) = read else {
        let sentence = tr!(lang, "web-timeout", seconds = BODY_TIME.as_secs());
        return Err(ApiError::new(ErrorCode::Timeout, sentence));
    };
    let bytes = read.map_err(|_| too_large())?;
    let value = serde_json::from_slice(&bytes).map_err(|error| {
        let (line, column) = (error.line(), error.column());
        let detail = error.to_string();
        let place = format!(" at line {line} column {column}");
        let detail = kemuri_core::quote(detail.strip_suffix(&place).unwrap_or(&detail));
        let sentence = tr!(lang, "web-bad-json", line, column, detail);
        ApiError::new(ErrorCode::BadRequest, sentence)
    })?;
    Ok((value, room))
}

/// Calls `work` with the body of a request on a thread of its own, and answers with the
/// document that it returns.
pub async fn answer<T, R>(
    request: Request,
    work: impl FnOnce(Lang, T) -> Result<R, ApiError> + Send + 'static,
) -> Response
where
    T: DeserializeOwned + Send + 'static,
    R: Serialize + Send + 'static,
{
    respond(request, move |lang, value| Ok(json(&work(lang, value)?))).await
}

/// Calls `work` as [`answer`] does; it returns the whole response.
pub async fn respond<T>(
    request: Request,
    work: impl FnOnce(Lang, T) -> Result<Response, ApiError> + Send + 'static,
) -> Response
where
    T: DeserializeOwned + Send + 'static,
{
    let (parts, bytes) = request.into_parts();
    let lang = lang(&parts);
    match body(lang, &parts, bytes).await {
        Ok((value, room)) => {
            let work = move || {
                let _room = room;
                work(lang, value)
            };
            blocking(lang, work).await
        }
        Err(error) => error.into_response(),
    }
}

/// Calls `work` on a thread where it may take its time. A panic there fails this
/// request alone.
pub async fn blocking(
    lang: Lang,
    work: impl FnOnce() -> Result<Response, ApiError> + Send + 'static,
) -> Response {
    match tokio::task::spawn_blocking(work).await {
        Ok(Ok(response)) => response,
        Ok(Err(error)) => error.into_response(),
        Err(_) => ApiError::internal(lang).into_response(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::StatusCode;

    /// Whoever asked gets a sentence, and the server goes on.
    #[test]
    fn a_panic_is_an_answer() {
        let runtime = tokio::runtime::Builder::new_multi_thread().build().unwrap();
        for _ in 0..3 {
            let work = || panic!("as the test wants");
            let answer = runtime.block_on(blocking(Lang::En, work));
            assert_eq!(answer.status(), StatusCode::INTERNAL_SERVER_ERROR);
            let body = runtime
                .block_on(to_bytes(answer.into_body(), 1000))
                .unwrap();
            let text = String::from_utf8(body.to_vec()).unwrap();
            assert!(text.contains("the server failed at this request"), "{text}");
        }
    }

    /// Large bodies wait when there is no room; small ones do not wait behind them.
    #[test]
    fn larger_bodies_wait_for_room() {
        let runtime = tokio::runtime::Builder::new_current_thread();
        let runtime = { runtime }.enable_time().build().unwrap();
        runtime.block_on(rooms());
    }

    async fn rooms() {
        let all = room(Lang::En, Some(ALL_BODIES as u64)).await.unwrap();
        let next = tokio::spawn(room(Lang::En, None));
        tokio::task::yield_now().await;
        drop(room(Lang::En, Some(SMALL_BODY)).await.unwrap());
        assert!(!next.is_finished());
        drop(all);
        drop(next.await.unwrap().unwrap());
        assert_eq!(ROOM.available_permits(), ALL_BODIES);
    }
}
