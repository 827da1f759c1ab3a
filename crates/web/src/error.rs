//! Failures of requests.

use axum::body::Body;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use kemuri_core::json::Version;
use kemuri_text::{Lang, tr};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What kind of failure it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ErrorCode {
    /// The request is not one of this API.
    BadRequest,
    /// A position, a record or another input is wrong.
    Input,
    /// The page or program that asks may not.
    Forbidden,
    /// There is nothing of this name.
    NotFound,
    /// The method does not fit.
    MethodNotAllowed,
    /// The body did not arrive in time.
    Timeout,
    /// The body is too large.
    TooLarge,
    /// Too much is waiting already.
    Busy,
    /// The server failed.
    Internal,
}

impl ErrorCode {
    fn status(self) -> StatusCode {
        match self {
            Self::BadRequest | Self::Input => StatusCode::BAD_REQUEST,
            Self::Forbidden => StatusCode::FORBIDDEN,
            Self::NotFound => StatusCode::NOT_FOUND,
            Self::MethodNotAllowed => StatusCode::METHOD_NOT_ALLOWED,
            Self::Timeout => StatusCode::REQUEST_TIMEOUT,
            Self::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Self::Busy => StatusCode::TOO_MANY_REQUESTS,
            Self::Internal => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }
}

/// Where in the request something is wrong.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct At {
    /// The key of the request.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
    /// The line of a text, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
}

/// Why a request fails.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ApiError {
    /// What kind of failure it is.
    pub code: ErrorCode,
    /// What is wrong, in the language of the request.
    pub sentence: String,
    /// Where.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<At>,
}

/// The body of an answer that is a failure.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ErrorDocument {
    /// The version of this form.
    pub version: Version,
    /// The failure.
    pub error: ApiError,
}

impl ApiError {
    /// A failure of this kind.
    pub fn new(code: ErrorCode, sentence: String) -> Self {
        Self {
            code,
            sentence,
            at: None,
        }
    }

    /// Something wrong with the value of a key.
    pub fn input(field: impl Into<String>, sentence: String) -> Self {
        let field = Some(field.into());
        let at = Some(At { field, line: None });
        Self {
            code: ErrorCode::Input,
            sentence,
            at,
        }
    }

    /// Nothing of this name.
    pub fn not_found(lang: Lang) -> Self {
        Self::new(ErrorCode::NotFound, tr!(lang, "web-not-found"))
    }

    /// A fault of the server.
    pub fn internal(lang: Lang) -> Self {
        Self::new(ErrorCode::Internal, tr!(lang, "web-internal"))
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let status = self.code.status();
        let document = ErrorDocument {
            version: Version,
            error: self,
        };
        (status, json(&document)).into_response()
    }
}

/// The answer that holds `document`.
pub fn json(document: &impl Serialize) -> Response {
    match serde_json::to_vec(document) {
        Ok(bytes) => json_bytes(bytes),
        // The documents have string keys, which is all that can fail.
        Err(_) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}

/// The answer that holds a document which is written already.
pub fn json_bytes(bytes: impl Into<Body>) -> Response {
    let headers = [(header::CONTENT_TYPE, "application/json")];
    (headers, bytes.into()).into_response()
}
