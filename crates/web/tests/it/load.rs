//! Many clients at once: all are answered, nothing is lost, memory stays within bounds.
//!
//! `KEMURI_FULL=1 cargo test -p kemuri-web --test it load -- --nocapture` tries fifty
//! and prints the figures.

use crate::client::{LONG, TestServer};
use kemuri_web::Limits;
use serde_json::json;
use std::time::{Duration, Instant};

/// Clients of an ordinary run, and of a full one.
const CLIENTS: [usize; 2] = [12, 50];
/// Bytes of all tables.
const HASH: u64 = 64 << 20;
/// What the process may take beside the tables.
const REST: u64 = 200 << 20;
/// Nodes of each solve: enough that they overlap.
const NODES: u64 = 50_000;

#[test]
fn many_clients_solve_at_once() {
    let is_full = std::env::var_os("KEMURI_FULL").is_some_and(|value| value == "1");
    let clients = CLIENTS[usize::from(is_full)];
    let before = memory();
    let server = TestServer::with(Limits::default().with_hash(HASH));
    let started = Instant::now();
    let times: Vec<Duration> = std::thread::scope(|scope| {
        let client = |_| {
            scope.spawn(|| {
                let started = Instant::now();
                let request = json!({ "kind": "solve", "problem": { "sfen": LONG },
                    "options": { "nodes": NODES } });
                let job = server.done(&request);
                let document = &job["result"]["document"];
                assert_eq!(document["reason"], "nodes", "{job}");
                assert!(document["nodes"].as_u64().unwrap() >= NODES);
                started.elapsed()
            })
        };
        let threads: Vec<_> = (0..clients).map(client).collect();
        threads
            .into_iter()
            .map(|thread| thread.join().unwrap())
            .collect()
    });
    let list = server.get("jobs").json();
    assert_eq!(list["jobs"].as_array().unwrap().len(), clients);
    let (longest, all) = (times.iter().max().unwrap(), started.elapsed());
    println!("{clients} clients: all answered in {all:.1?}, the last after {longest:.1?}");
    if let (Some(before), Some(peak)) = (before, memory()) {
        let taken = peak.saturating_sub(before);
        println!(
            "memory: {} MiB more, tables of at most {} MiB",
            taken >> 20,
            HASH >> 20
        );
        assert!(taken < HASH + REST, "{taken}");
    }
}

/// The most memory that this process has had, in bytes, where the system tells.
fn memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kib: u64 = line.trim().strip_suffix(" kB")?.trim().parse().ok()?;
    Some(kib << 10)
}
