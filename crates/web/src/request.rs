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

/// The most bytes of a body.
pub const MAX_BODY: usize = 16 << 20;
/// How long a body may take to arrive.
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

/// Reads the JSON of a body.
pub async fn body<T: DeserializeOwned>(
    lang: Lang,
    parts: &Parts,
    body: Body,
) -> Result<T, ApiError> {
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
    let read = tokio::time::timeout(BODY_TIME, to_bytes(body, MAX_BODY)).await;
    let Ok(read) = read else {
        let sentence = tr!(lang, "web-timeout", seconds = BODY_TIME.as_secs());
        return Err(ApiError::new(ErrorCode::Timeout, sentence));
    };
    let bytes = read.map_err(|_| too_large())?;
    serde_json::from_slice(&bytes).map_err(|error| {
        let (line, column) = (error.line(), error.column());
        let detail = error.to_string();
        let place = format!(" at line {line} column {column}");
        let detail = kemuri_core::quote(detail.strip_suffix(&place).unwrap_or(&detail));
        let sentence = tr!(lang, "web-bad-json", line, column, detail);
        ApiError::new(ErrorCode::BadRequest, sentence)
    })
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
        Ok(value) => blocking(lang, move || work(lang, value)).await,
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
}
