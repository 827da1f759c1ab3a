//! What others may try: each line of "safe by default" with an attack on it.

use crate::client::{FIVE, LONG, TestServer};
use kemuri_web::{ServeError, Server, WebOptions};
use serde_json::json;
use std::io::{Read, Write};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, TcpStream};
use std::time::{Duration, Instant};

/// A request with these lines in its head, and a body.
fn ask(server: &TestServer, first: &str, lines: &[&str], body: &str) -> crate::client::Answer {
    let mut head = format!("{first} HTTP/1.1\r\n");
    for line in lines {
        let line = line
            .replace("{host}", &server.host)
            .replace("{token}", &server.token);
        head += &format!("{line}\r\n");
    }
    let length = body.len();
    let head = format!("{head}Content-Length: {length}\r\nConnection: close\r\n\r\n{body}");
    server.raw(head.as_bytes())
}

const HOST: &str = "Host: {host}";
const ORIGIN: &str = "Origin: http://{host}";
const TOKEN: &str = "Authorization: Bearer {token}";
const JSON: &str = "Content-Type: application/json";

fn body() -> String {
    json!({ "sfen": FIVE }).to_string()
}

/// Whatever it is asked to, a server does not listen where others reach it.
#[test]
fn other_machines_reach_nothing_without_a_token() {
    let local = Server::bind(WebOptions::default()).unwrap();
    assert!(local.start_address().starts_with("http://127.0.0.1:"));
    for host in [
        IpAddr::from(Ipv4Addr::UNSPECIFIED),
        Ipv6Addr::UNSPECIFIED.into(),
    ] {
        let refused = Server::bind(WebOptions::default().at(host, 0));
        assert!(matches!(refused, Err(ServeError::NeedsToken(at)) if at == host));
        let token = Some("a-token-of-my-own".to_owned());
        // A machine may have no IPv6.
        if let Ok(open) = Server::bind(WebOptions::default().at(host, 0).with_token(token)) {
            assert!(open.start_address().ends_with("/?token=a-token-of-my-own"));
        }
    }
}

/// DNS rebinding: a foreign name that leads to this machine.
#[test]
fn a_foreign_host_gets_nothing() {
    let server = TestServer::start();
    let port = server.host.rsplit_once(':').unwrap().1;
    for host in [
        "evil.example".to_owned(),
        format!("evil.example:{port}"),
        format!("127.0.0.1.evil.example:{port}"),
        format!("localhost.evil.example:{port}"),
        "127.0.0.1:1".to_owned(),
        format!("192.168.0.1:{port}"),
        String::new(),
    ] {
        let line = format!("Host: {host}");
        for path in ["/", "/api/v1/about", "/app.js", "/?token={token}"] {
            let path = path.replace("{token}", &server.token);
            let answer = ask(&server, &format!("GET {path}"), &[&line, TOKEN], "");
            answer.refused(403, "forbidden");
            assert_eq!(answer.header("set-cookie"), None);
        }
    }
    let two = ask(&server, "GET /", &[HOST, "Host: evil.example"], "");
    assert!(two.status == 403 || two.status == 400, "{two:?}");
    ask(&server, "GET /", &[], "").refused(403, "forbidden");
    let absolute = ask(
        &server,
        "GET http://evil.example/api/v1/about",
        &[HOST, TOKEN],
        "",
    );
    absolute.refused(403, "forbidden");
}

#[test]
fn another_page_changes_nothing() {
    let server = TestServer::start();
    let port = server.host.rsplit_once(':').unwrap().1;
    for origin in [
        "http://evil.example".to_owned(),
        "null".to_owned(),
        "http://127.0.0.1:1".to_owned(),
        format!("https://127.0.0.1:{port}"),
        // Another name of this machine is another site to the browser.
        format!("http://localhost:{port}"),
        format!("http://127.0.0.1:{port}.evil.example"),
    ] {
        let line = format!("Origin: {origin}");
        for first in [
            "POST /api/v1/position",
            "DELETE /api/v1/jobs/0",
            "GET /api/v1/about",
        ] {
            let answer = ask(&server, first, &[HOST, &line, TOKEN, JSON], &body());
            answer.refused(403, "forbidden");
        }
    }
    for first in [
        "POST /api/v1/position",
        "DELETE /api/v1/jobs/0",
        "PUT /",
        "OPTIONS /api/v1/jobs",
    ] {
        let answer = ask(&server, first, &[HOST, TOKEN, JSON], &body());
        assert!(answer.refused(403, "forbidden").contains("Origin"));
        assert_eq!(answer.header("access-control-allow-origin"), None);
    }
    // A form of another page can send text, but no JSON.
    let form = ask(
        &server,
        "POST /api/v1/position",
        &[HOST, ORIGIN, TOKEN, "Content-Type: text/plain"],
        &body(),
    );
    form.refused(400, "bad-request");
    let right = ask(
        &server,
        "POST /api/v1/position",
        &[HOST, ORIGIN, TOKEN, JSON],
        &body(),
    );
    assert_eq!(right.status, 200);
}

#[test]
fn without_the_token_there_is_no_answer() {
    let server = TestServer::start();
    for lines in [
        &[HOST, ORIGIN, JSON][..],
        &[HOST, ORIGIN, JSON, "Authorization: Bearer "],
        &[
            HOST,
            ORIGIN,
            JSON,
            "Authorization: Bearer 0123456789abcdef0123456789abcdef",
        ],
        &[HOST, ORIGIN, JSON, "Cookie: kemuri-1={token}"],
        &[
            HOST,
            ORIGIN,
            JSON,
            "Cookie: kemuri={token}; session={token}",
        ],
    ] {
        for first in [
            "POST /api/v1/position",
            "GET /api/v1/jobs",
            "GET /api/v1/openapi.json",
        ] {
            ask(&server, first, lines, &body()).refused(403, "forbidden");
        }
    }
    // Neither a part of it nor more than it.
    let (token, part) = (&server.token, &server.token[..31]);
    for wrong in [
        part.to_owned(),
        format!("{token}0"),
        token.to_uppercase() + " ",
    ] {
        let line = format!("Authorization: Bearer {wrong}");
        if wrong.trim() != token {
            ask(&server, "GET /api/v1/about", &[HOST, &line], "").refused(403, "forbidden");
        }
        let answer = ask(
            &server,
            &format!("GET /?token={}", wrong.trim()),
            &[HOST],
            "",
        );
        if wrong.trim() != token {
            assert_eq!((answer.status, answer.header("set-cookie")), (403, None));
        }
    }
}

/// The start address sets a cookie that no script and no other site gets, and that is
/// not the token.
#[test]
fn the_start_address_sets_a_strict_cookie() {
    let server = TestServer::start();
    let opened = ask(
        &server,
        &format!("GET /?token={}", server.token),
        &[HOST],
        "",
    );
    assert_eq!((opened.status, opened.header("location")), (303, Some("/")));
    let cookie = opened.header("set-cookie").unwrap();
    assert!(
        cookie.contains("httponly") && cookie.contains("samesite=strict"),
        "{cookie}"
    );
    assert!(!cookie.contains(&server.token));
    let pair = cookie.split(';').next().unwrap();
    let line = format!("Cookie: other=1; {pair}");
    assert_eq!(
        ask(&server, "GET /api/v1/about", &[HOST, &line], "").status,
        200
    );
    let other = TestServer::start();
    ask(&other, "GET /api/v1/about", &[HOST, &line], "").refused(403, "forbidden");
}

#[test]
fn nothing_runs_but_the_scripts_of_the_page() {
    let server = TestServer::start();
    for (path, status) in [("/", 200), ("/api/v1/about", 403), ("/nothing", 404)] {
        let answer = ask(&server, &format!("GET {path}"), &[HOST], "");
        assert_eq!(answer.status, status);
        let policy = answer.header("content-security-policy").unwrap();
        assert!(
            policy.contains("default-src 'none'") && !policy.contains("unsafe"),
            "{policy}"
        );
        assert!(policy.contains("frame-ancestors 'none'"), "{policy}");
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
        assert_eq!(answer.header("referrer-policy"), Some("no-referrer"));
        assert_eq!(
            answer.header("cross-origin-resource-policy"),
            Some("same-origin")
        );
    }
    let page = ask(&server, "GET /", &[HOST], "").text();
    assert!(page.contains("<html") && !page.contains("style="), "{page}");
}

/// No file but those of the page can be read, however its name is written.
#[test]
fn no_file_outside_the_page_is_read() {
    let server = TestServer::start();
    for path in [
        "/../Cargo.toml",
        "/..%2fCargo.toml",
        "/%2e%2e/Cargo.toml",
        "/vendor/../../Cargo.toml",
        "/vendor/..%2f..%2fCargo.toml",
        "//etc/passwd",
        "/%2fetc%2fpasswd",
        "/..\\Cargo.toml",
        "/index.html%00.js",
        "/.",
        "/vendor",
        "/vendor/",
        "/api/v1/jobs/..%2f..%2fetc%2fpasswd/report.html",
    ] {
        let answer = ask(&server, &format!("GET {path}"), &[HOST, TOKEN], "");
        assert!(
            answer.status == 404 || answer.status == 400,
            "{path}: {answer:?}"
        );
        assert!(!answer.text().contains("kemuri-web"), "{path}");
    }
    // Input is text: no name of a file is opened.
    let read = server.ask(
        "read",
        &json!({ "text": "/etc/passwd", "name": "/etc/passwd" }),
    );
    assert_eq!(read["entries"], json!([]));
    let job = json!({ "kind": "check", "problem": { "sfen": FIVE },
        "options": { "profile": "/etc/passwd" } });
    server.post("jobs", &job).refused(400, "input");
}

#[test]
fn bodies_are_limited() {
    let server = TestServer::start();
    let large = server.head("POST", "/api/v1/read", 1 << 40);
    let answer = server.raw(format!("{large}{{\"text\":\"").as_bytes());
    answer.refused(413, "too-large");
    // A length that is not said, and 17 MiB.
    let chunked = server.head("POST", "/api/v1/read", 0);
    let chunked = chunked.replace("Content-Length: 0", "Transfer-Encoding: chunked");
    let mut stream = server.send(chunked.as_bytes());
    let chunk = format!("100000\r\n{}\r\n", "x".repeat(1 << 20));
    let sent = (0..17)
        .take_while(|_| stream.write_all(chunk.as_bytes()).is_ok())
        .count();
    let _ = stream.write_all(b"0\r\n\r\n");
    let mut answer = Vec::new();
    // The server may close the connection while we still send.
    let _ = stream.read_to_end(&mut answer);
    assert!(
        answer.is_empty() || answer.starts_with(b"HTTP/1.1 413"),
        "{sent}"
    );
    let nested = "[".repeat(100_000);
    server
        .post_text("position", &nested)
        .refused(400, "bad-request");
    let sfen = "9/".repeat(1_000_000);
    server
        .post("position", &json!({ "sfen": sfen }))
        .refused(400, "input");
    let png = json!({ "sfen": FIVE, "format": "png", "size": 1_000_000 });
    server.post("diagram", &png).refused(400, "input");
    // And the server is well.
    server.ask("position", &json!({ "sfen": FIVE }));
}

/// Clients that send slowly, or nothing, or nonsense do not keep others out.
#[test]
fn idle_and_broken_clients_keep_nobody_out() {
    let server = TestServer::start();
    let mut idle: Vec<TcpStream> = (0..100)
        .map(|_| server.send(b"POST /api/v1/jobs HTTP/1.1\r\nHost: x\r\nX-Slow: "))
        .collect();
    for stream in &mut idle {
        let _ = stream.write_all(b"y");
    }
    let nonsense: [&[u8]; 5] = [
        b"\x16\x03\x01\x02\x00\x01\x00",
        b"GET\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"POST /api/v1/jobs HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
        b"POST /api/v1/jobs HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    ];
    for bytes in nonsense {
        drop(server.send(bytes));
    }
    let huge = format!(
        "GET / HTTP/1.1\r\nHost: {}\r\nX: {}\r\n\r\n",
        server.host,
        "x".repeat(1 << 20)
    );
    drop(server.send(huge.as_bytes()));
    let started = Instant::now();
    assert_eq!(server.get("about").status, 200);
    assert!(started.elapsed() < Duration::from_secs(10));
}

/// Many plays at once wait in turn; too many are told so.
#[test]
fn plays_are_limited() {
    let server = TestServer::start();
    let request = json!({ "sfen": LONG });
    let answers: Vec<u16> = std::thread::scope(|scope| {
        let ask = |_| scope.spawn(|| server.post("play", &request).status);
        let threads: Vec<_> = (0..12).map(ask).collect();
        // Others are answered meanwhile.
        server.ask("position", &json!({ "sfen": FIVE }));
        threads
            .into_iter()
            .map(|thread| thread.join().unwrap())
            .collect()
    });
    assert!(
        answers.iter().all(|status| [200, 429].contains(status)),
        "{answers:?}"
    );
    assert!(
        answers.contains(&429) && answers.contains(&200),
        "{answers:?}"
    );
}
