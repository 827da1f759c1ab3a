//! The files that the browser loads. They are part of the program; a debug build reads
//! them from their folder at each request.

use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use rust_embed::{EmbeddedFile, RustEmbed};

#[derive(RustEmbed)]
#[folder = "page"]
struct Page;

/// The file at `path`, where a leading slash is left out and the empty path is the page.
pub fn get(path: &str) -> Option<Response> {
    let path = match path {
        "" => "index.html",
        path => path,
    };
    let file = Page::get(path)?;
    Some(response(path, file))
}

fn response(path: &str, file: EmbeddedFile) -> Response {
    let kind = match path.rsplit_once('.') {
        Some((_, "html")) => "text/html; charset=utf-8",
        Some((_, "js" | "mjs")) => "text/javascript; charset=utf-8",
        Some((_, "css")) => "text/css; charset=utf-8",
        Some((_, "svg")) => "image/svg+xml",
        Some((_, "png")) => "image/png",
        Some((_, "ico")) => "image/x-icon",
        Some((_, "woff2")) => "font/woff2",
        Some((_, "json" | "webmanifest")) => "application/json",
        Some((_, "txt")) => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    };
    let headers = [
        (header::CONTENT_TYPE, kind),
        // The page of another version of the program must not be kept.
        (header::CACHE_CONTROL, "no-cache"),
    ];
    (StatusCode::OK, headers, file.data).into_response()
}
