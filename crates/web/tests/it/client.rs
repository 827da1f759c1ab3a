//! A server for a test, and a plain client that sends what it is told.

/// A problem that takes longer than any test.
pub use kemuri_testing::problems::HARD as LONG;

use kemuri_web::{Limits, Server, WebOptions};
use serde_json::Value;
use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// A five-mover.
pub const FIVE: &str = "8k/6G2/9/8l/9/9/9/9/9 b 2S2r2b3g2s4n3l18p 1";
/// A position without a mate.
pub const NO_MATE: &str = "8k/9/9/9/9/9/9/9/9 b P2r2b4g4s4n4l17p 1";
/// How long a test waits for what must come.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// A server that ends with the test.
pub struct TestServer {
    /// The host and the port.
    pub host: String,
    /// The token.
    pub token: String,
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

/// What a server answers.
#[derive(Debug)]
pub struct Answer {
    /// The status.
    pub status: u16,
    /// The head, in lower case.
    pub head: String,
    /// The body.
    pub body: Vec<u8>,
}

impl Answer {
    /// The body as text.
    pub fn text(&self) -> String {
        String::from_utf8(self.body.clone()).unwrap()
    }

    /// The body as JSON.
    #[track_caller]
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    /// The value of a header.
    pub fn header(&self, name: &str) -> Option<&str> {
        let mut lines = self.head.lines();
        lines.find_map(|line| line.strip_prefix(&format!("{name}: ")))
    }

    /// Refuses anything but a failure with this status and code; returns its sentence.
    #[track_caller]
    pub fn refused(&self, status: u16, code: &str) -> String {
        assert_eq!(self.status, status, "{}", self.text());
        let json = self.json();
        assert_eq!(json["version"], 2);
        assert_eq!(json["error"]["code"], code, "{json}");
        let sentence = json["error"]["sentence"].as_str().unwrap().to_owned();
        assert!(
            !sentence.is_empty() && !sentence.contains('\n'),
            "{sentence}"
        );
        sentence
    }
}

impl TestServer {
    /// Starts a server with the limits of tests.
    pub fn start() -> Self {
        Self::with(Limits::default().with_hash(16 << 20))
    }

    /// Starts a server with these limits.
    pub fn with(limits: Limits) -> Self {
        let server = Server::bind(WebOptions::default().with_limits(limits)).unwrap();
        let address = server.start_address();
        let (host, token) = address.split_once("/?token=").unwrap();
        let host = host.strip_prefix("http://").unwrap().to_owned();
        let stop = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&stop);
        let thread = std::thread::spawn(move || server.run(flag).unwrap());
        Self {
            host,
            token: token.to_owned(),
            stop,
            thread: Some(thread),
        }
    }

    /// Ends the server and returns how long that takes.
    pub fn end(&mut self) -> Duration {
        let started = Instant::now();
        self.stop.store(true, Ordering::SeqCst);
        if let Some(thread) = self.thread.take() {
            thread.join().unwrap();
        }
        started.elapsed()
    }

    /// Sends `bytes` as they are and returns the connection.
    pub fn send(&self, bytes: &[u8]) -> TcpStream {
        let mut stream = TcpStream::connect(&self.host).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        // A server that has heard enough may close the connection.
        let _ = stream.write_all(bytes);
        stream
    }

    /// Sends `bytes` and reads the answer.
    pub fn raw(&self, bytes: &[u8]) -> Answer {
        read_answer(self.send(bytes))
    }

    /// The head of a request that the page itself makes.
    pub fn head(&self, method: &str, path: &str, length: usize) -> String {
        let (host, token) = (&self.host, &self.token);
        format!(
            "{method} {path} HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\n\
             Authorization: Bearer {token}\r\nContent-Type: application/json\r\n\
             Content-Length: {length}\r\nConnection: close\r\n\r\n"
        )
    }

    /// Asks for `path` below the API.
    pub fn get(&self, path: &str) -> Answer {
        self.raw(self.head("GET", &format!("/api/v1/{path}"), 0).as_bytes())
    }

    /// Deletes `path` below the API.
    pub fn delete(&self, path: &str) -> Answer {
        self.raw(
            self.head("DELETE", &format!("/api/v1/{path}"), 0)
                .as_bytes(),
        )
    }

    /// Posts `body` to `path` below the API.
    pub fn post(&self, path: &str, body: &Value) -> Answer {
        self.post_text(path, &body.to_string())
    }

    /// Posts a text to `path` below the API.
    pub fn post_text(&self, path: &str, body: &str) -> Answer {
        let head = self.head("POST", &format!("/api/v1/{path}"), body.len());
        self.raw(format!("{head}{body}").as_bytes())
    }

    /// Posts `body`, which the server takes.
    #[track_caller]
    pub fn ask(&self, path: &str, body: &Value) -> Value {
        let answer = self.post(path, body);
        assert_eq!(answer.status, 200, "{}", answer.text());
        answer.json()
    }

    /// Starts a job and returns its name.
    #[track_caller]
    pub fn job(&self, request: &Value) -> String {
        let answer = self.post("jobs", request);
        assert_eq!(answer.status, 201, "{}", answer.text());
        answer.json()["id"].as_str().unwrap().to_owned()
    }

    /// Waits until a job is over and returns it.
    #[track_caller]
    pub fn finished(&self, id: &str) -> Value {
        let started = Instant::now();
        loop {
            let job = self.get(&format!("jobs/{id}")).json();
            if job["state"] == "done" || job["state"] == "failed" {
                return job;
            }
            assert!(started.elapsed() < PATIENCE, "{job}");
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    /// Does a job and returns it once it is over.
    #[track_caller]
    pub fn done(&self, request: &Value) -> Value {
        let job = self.finished(&self.job(request));
        assert_eq!(job["state"], "done", "{job}");
        job
    }
}

impl Drop for TestServer {
    fn drop(&mut self) {
        self.end();
    }
}

/// Reads an answer up to the end of the connection.
pub fn read_answer(mut stream: TcpStream) -> Answer {
    let mut bytes = Vec::new();
    match stream.read_to_end(&mut bytes) {
        Err(error) if error.kind() != io::ErrorKind::ConnectionReset => panic!("{error}"),
        _ => parse_answer(&bytes),
    }
}

fn parse_answer(bytes: &[u8]) -> Answer {
    let end = bytes.windows(4).position(|four| four == b"\r\n\r\n");
    let end = end.unwrap_or_else(|| panic!("no answer: {}", String::from_utf8_lossy(bytes)));
    let head = String::from_utf8(bytes[..end].to_vec()).unwrap();
    let status = head.split(' ').nth(1).unwrap().parse().unwrap();
    let head = head.to_ascii_lowercase().replace("\r\n", "\n");
    let body = bytes[end + 4..].to_vec();
    let body = match head.contains("transfer-encoding: chunked") {
        true => unchunked(&body),
        false => body,
    };
    Answer { status, head, body }
}

/// The body that the chunks make up.
fn unchunked(mut bytes: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    while let Some(end) = bytes.windows(2).position(|two| two == b"\r\n") {
        let size = std::str::from_utf8(&bytes[..end]).unwrap();
        let size = usize::from_str_radix(size, 16).unwrap();
        let chunk = &bytes[end + 2..];
        out.extend_from_slice(&chunk[..size]);
        bytes = chunk.get(size + 2..).unwrap_or_default();
    }
    out
}
