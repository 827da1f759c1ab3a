//! Who may talk to the server.
//!
//! - The `Host` of every request is on a list, so that a name of a foreign site that
//!   is made to lead here (DNS rebinding) gets nothing.
//! - An `Origin` is that of the page itself; whatever changes something has one.
//! - The API needs the cookie that the start address sets, or the token itself as
//!   `Authorization: Bearer`. The cookie is not sent along from other sites.
//! - The page loads nothing from elsewhere, runs no inline script, stands in no frame.

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::header::{self, HeaderMap, HeaderName, HeaderValue};
use axum::http::request::Parts;
use axum::http::{Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use kemuri_text::{Lang, tr};
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use crate::error::{ApiError, ErrorCode};
use crate::request;

/// What the API begins with.
pub const API: &str = "/api/v1";

/// What the page may do.
const PAGE_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
    img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; manifest-src 'self'; \
    base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// The headers of every response that does not set them itself.
const HEADERS: [(HeaderName, &str); 5] = [
    (header::CONTENT_SECURITY_POLICY, PAGE_POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (
        HeaderName::from_static("cross-origin-opener-policy"),
        "same-origin",
    ),
    (
        HeaderName::from_static("cross-origin-resource-policy"),
        "same-origin",
    ),
];

/// The secrets of a server and the names that it answers to.
#[derive(Debug)]
pub struct Guard {
    address: SocketAddr,
    token: String,
    cookie: String,
    session: String,
}

impl Guard {
    /// The guard of the server at `address`, whose start address has `token`.
    pub fn new(address: SocketAddr, token: Option<String>) -> Result<Self, getrandom::Error> {
        Ok(Self {
            address,
            token: token.map_or_else(secret, Ok)?,
            // Cookies do not know ports: two servers must not share one.
            cookie: format!("kemuri-{}", address.port()),
            session: secret()?,
        })
    }

    /// The address that opens the page.
    pub fn start_address(&self) -> String {
        let ip = match self.address.ip() {
            IpAddr::V4(ip) if ip.is_unspecified() => IpAddr::from([127, 0, 0, 1]),
            IpAddr::V6(ip) if ip.is_unspecified() => "::1".parse().unwrap_or(IpAddr::V6(ip)),
            ip => ip,
        };
        let host = SocketAddr::new(ip, self.address.port());
        format!("http://{host}/?token={}", self.token)
    }

    /// Whether `host` is a name of this server: the address that it listens at, or
    /// this machine. One that listens everywhere is known by any address, but by no
    /// name that somebody else could give it.
    fn knows_host(&self, host: &str) -> bool {
        let port = self.address.port();
        let name = match host.strip_suffix(&format!(":{port}")) {
            Some(name) => name,
            None if port == 80 => host,
            None => return false,
        };
        let name = name.to_ascii_lowercase();
        let bare = name
            .strip_prefix('[')
            .and_then(|name| name.strip_suffix(']'));
        let ip: Option<IpAddr> = match bare {
            Some(inner) => inner.parse().ok().filter(IpAddr::is_ipv6),
            None => name.parse().ok().filter(IpAddr::is_ipv4),
        };
        match ip {
            None => name == "localhost",
            Some(ip) => {
                ip.is_loopback() || self.address.ip().is_unspecified() || ip == self.address.ip()
            }
        }
    }

    /// Refuses a request that another page or another name may be behind.
    fn check_source(&self, parts: &Parts) -> Result<(), ApiError> {
        let lang = request::lang(parts);
        let refuse = |sentence| Err(ApiError::new(ErrorCode::Forbidden, sentence));
        let host = single(&parts.headers, &header::HOST);
        if !host.is_some_and(|host| self.knows_host(host)) || parts.uri.host().is_some() {
            return refuse(tr!(lang, "web-foreign-host"));
        }
        let changes = !matches!(parts.method, Method::GET | Method::HEAD);
        let is_there = parts.headers.contains_key(header::ORIGIN);
        let origin = single(&parts.headers, &header::ORIGIN);
        match origin.and_then(|origin| origin.strip_prefix("http://")) {
            // The page itself: the same name as in the address, no other of ours.
            Some(name) if Some(name) == host => Ok(()),
            None if !is_there && !changes => Ok(()),
            None if !is_there => refuse(tr!(lang, "web-no-origin")),
            _ => refuse(tr!(lang, "web-foreign-origin")),
        }
    }

    /// Whether a request has the cookie or the token.
    fn is_known(&self, headers: &HeaderMap) -> bool {
        let cookies = headers.get_all(header::COOKIE).iter();
        let cookies = cookies.filter_map(|value| value.to_str().ok());
        let mut pairs = cookies.flat_map(|list| list.split(';'));
        let has_cookie = pairs.any(|pair| {
            let pair = pair.trim().split_once('=');
            pair.is_some_and(|(name, value)| name == self.cookie && is_same(value, &self.session))
        });
        let bearer = single(headers, &header::AUTHORIZATION);
        let bearer = bearer.and_then(|value| value.strip_prefix("Bearer "));
        has_cookie || bearer.is_some_and(|token| is_same(token, &self.token))
    }

    /// The answer to the start address: the cookie, and the way to the page.
    fn open(&self, lang: Lang, token: &str) -> Response {
        if !is_same(token, &self.token) {
            return (StatusCode::FORBIDDEN, tr!(lang, "web-wrong-token")).into_response();
        }
        let (cookie, session) = (&self.cookie, &self.session);
        let cookie = format!("{cookie}={session}; Path=/; HttpOnly; SameSite=Strict");
        let headers = [
            (header::SET_COOKIE, cookie),
            (header::LOCATION, "/".into()),
            (header::CACHE_CONTROL, "no-store".into()),
        ];
        (StatusCode::SEE_OTHER, headers).into_response()
    }
}

/// Lets a request pass if it may.
pub async fn check(State(guard): State<Arc<Guard>>, request: Request, next: Next) -> Response {
    let (parts, body) = request.into_parts();
    let mut response = match admit(&guard, &parts) {
        Ok(None) => next.run(Request::from_parts(parts, body)).await,
        Ok(Some(response)) => response,
        Err(error) => error.into_response(),
    };
    for (name, value) in HEADERS {
        let entry = response.headers_mut().entry(name);
        entry.or_insert(HeaderValue::from_static(value));
    }
    let cache = response.headers_mut().entry(header::CACHE_CONTROL);
    cache.or_insert(HeaderValue::from_static("no-store"));
    response
}

/// Refuses a request or answers it, if that needs no more than the guard.
fn admit(guard: &Guard, parts: &Parts) -> Result<Option<Response<Body>>, ApiError> {
    guard.check_source(parts)?;
    let lang = request::lang(parts);
    let path = parts.uri.path();
    if path == "/"
        && let Some(token) = request::query(parts, "token")
    {
        return Ok(Some(guard.open(lang, &token)));
    }
    if path.starts_with("/api") && !guard.is_known(&parts.headers) {
        let sentence = tr!(lang, "web-no-token");
        return Err(ApiError::new(ErrorCode::Forbidden, sentence));
    }
    Ok(None)
}

/// The value of a header that is there once.
fn single<'h>(headers: &'h HeaderMap, name: &HeaderName) -> Option<&'h str> {
    let mut values = headers.get_all(name).iter();
    let value = values.next().filter(|_| values.next().is_none());
    value.and_then(|value| value.to_str().ok())
}

/// Returns a secret of 128 bits.
pub fn secret() -> Result<String, getrandom::Error> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes)?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// Compares two secrets in a time that does not depend on where they differ.
fn is_same(a: &str, b: &str) -> bool {
    let pairs = a.bytes().zip(b.bytes());
    a.len() == b.len() && pairs.fold(0, |difference, (a, b)| difference | (a ^ b)) == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn guard(address: &str) -> Guard {
        Guard::new(address.parse().unwrap(), None).unwrap()
    }

    #[test]
    fn only_own_names_are_known() {
        let local = guard("127.0.0.1:8080");
        for host in [
            "127.0.0.1:8080",
            "localhost:8080",
            "LOCALHOST:8080",
            "[::1]:8080",
        ] {
            assert!(local.knows_host(host), "{host}");
        }
        for host in [
            "127.0.0.1",
            "127.0.0.1:80",
            "localhost:80808080",
            "evil.example:8080",
            "127.0.0.1.evil.example:8080",
            "localhost.:8080",
            "192.168.1.2:8080",
            "::1:8080",
            "",
        ] {
            assert!(!local.knows_host(host), "{host}");
        }
        let open = guard("0.0.0.0:8080");
        assert!(open.knows_host("192.168.1.2:8080"));
        assert!(!open.knows_host("evil.example:8080"));
        let one = guard("192.168.1.2:80");
        assert!(one.knows_host("192.168.1.2"));
        assert!(!one.knows_host("192.168.1.3"));
    }

    #[test]
    fn secrets_are_long_and_never_the_same() {
        let (a, b) = (secret().unwrap(), secret().unwrap());
        assert_eq!((a.len(), b.len()), (32, 32));
        assert_ne!(a, b);
        assert!(is_same(&a, &a.clone()));
        assert!(!is_same(&a, &b));
        assert!(!is_same(&a, &a[..31]));
        assert!(!is_same("", &a));
    }
}
