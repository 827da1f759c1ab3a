//! The events of a job, and the end of the server.

use crate::client::{FIVE, LONG, NO_MATE, PATIENCE, TestServer, read_answer};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader};
use std::net::TcpStream;
use std::time::Duration;

/// An event: its name, its number, its data.
type Event = (String, Option<usize>, Value);

fn events(text: &str) -> Vec<Event> {
    let blocks = text
        .split("\n\n")
        .filter(|block| block.starts_with("event: "));
    let event = |block: &str| {
        let field = |name: &str| {
            let line = block.lines().find_map(|line| line.strip_prefix(name));
            line.map(str::to_owned)
        };
        let id = field("id: ").map(|id| id.parse().unwrap());
        let data = serde_json::from_str(&field("data: ").unwrap()).unwrap();
        (field("event: ").unwrap(), id, data)
    };
    blocks.map(event).collect()
}

/// All events of a job that is over, or will be.
fn all(server: &TestServer, id: &str, more: &str) -> Vec<Event> {
    let head = server.head("GET", &format!("/api/v1/jobs/{id}/events?lang=ja"), 0);
    let head = head.replacen("\r\n", &format!("\r\n{more}"), 1);
    let answer = server.raw(head.as_bytes());
    assert_eq!(answer.header("content-type"), Some("text/event-stream"));
    events(&answer.text())
}

fn names(events: &[Event]) -> Vec<&str> {
    events.iter().map(|(name, ..)| name.as_str()).collect()
}

/// Opens the events of a job and waits for the first.
fn open(server: &TestServer, id: &str) -> TcpStream {
    let head = server.head("GET", &format!("/api/v1/jobs/{id}/events"), 0);
    let stream = server.send(head.as_bytes());
    let mut lines = BufReader::new(stream.try_clone().unwrap()).lines();
    assert!(lines.any(|line| line.unwrap() == "event: progress"));
    stream
}

/// Whoever comes late finds everything; whoever comes back, what is new.
#[test]
fn events_are_replayed() {
    let server = TestServer::start();
    let problems = json!([{ "sfen": FIVE }, { "sfen": NO_MATE }, { "sfen": FIVE }]);
    let job = server.done(&json!({ "kind": "batch", "problems": problems }));
    let id = job["id"].as_str().unwrap();
    let first = all(&server, id, "");
    assert_eq!(names(&first), ["job", "found", "found", "found", "result"]);
    let numbers: Vec<_> = first.iter().filter_map(|&(_, id, _)| id).collect();
    assert_eq!(numbers, [1, 2, 3]);
    assert_eq!(first[1].2["sentences"], json!(["5手詰"]));
    let later = all(&server, id, "Last-Event-ID: 2\r\n");
    assert_eq!(names(&later), ["job", "found", "result"]);
    assert_eq!(later[1], first[3]);
    let failed = server.job(&json!({ "kind": "compose", "problem": { "sfen": NO_MATE } }));
    let failed = all(&server, &failed, "");
    assert_eq!(failed.last().unwrap().0, "failure");
}

#[test]
fn a_running_job_tells_its_progress() {
    let server = TestServer::start();
    let request = json!({ "kind": "solve", "problem": { "sfen": LONG },
        "options": { "nodes": 3_000_000 } });
    let told = all(&server, &server.job(&request), "");
    let progress = told.iter().find(|(name, ..)| name == "progress").unwrap();
    for key in [
        "nodes",
        "speed",
        "root_pn",
        "root_dn",
        "max_depth",
        "hash_permille",
    ] {
        assert!(progress.2[key].is_u64(), "{key}: {progress:?}");
    }
    assert_eq!(progress.2["sentence"], "解図中");
    assert_eq!(told.last().unwrap().2["document"]["reason"], "nodes");
}

/// Streams are closed and jobs are stopped when the server ends.
#[test]
fn the_server_ends_at_once() {
    let mut server = TestServer::start();
    let request = json!({ "kind": "solve", "problem": { "sfen": LONG } });
    let streams: Vec<TcpStream> = (0..2)
        .map(|_| open(&server, &server.job(&request)))
        .collect();
    // A client that sends half a request holds nothing up.
    let half = server.send(b"POST /api/v1/jobs HTTP/1.1\r\nHost: ");
    let time = server.end();
    assert!(time < Duration::from_secs(5), "{time:?}");
    for stream in streams {
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        // What is left of the stream ends.
        let lines = BufReader::new(stream).lines();
        assert!(lines.map_while(Result::ok).count() < 10_000);
    }
    drop(half);
}

/// A page that is closed leaves its job running.
#[test]
fn a_job_outlives_whoever_started_it() {
    let server = TestServer::start();
    let request = json!({ "kind": "solve", "problem": { "sfen": LONG } });
    let id = server.job(&request);
    drop(open(&server, &id));
    assert_eq!(server.get(&format!("jobs/{id}")).json()["state"], "running");
    let again = open(&server, &id);
    server.delete(&format!("jobs/{id}"));
    assert_eq!(server.finished(&id)["state"], "done");
    drop(again);
}

#[test]
fn there_are_no_events_of_a_job_that_is_not() {
    let server = TestServer::start();
    let head = server.head("GET", "/api/v1/jobs/0/events", 0);
    read_answer(server.send(head.as_bytes())).refused(404, "not-found");
}
