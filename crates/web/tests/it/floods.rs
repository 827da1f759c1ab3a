//! Floods: more than fits, clients that take nothing back, files that are damaged or
//! forged. The server goes on, in bounded memory, and believes nothing.

use crate::client::{FIVE, LONG, TestServer};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use kemuri_certify::VerifyError;
use kemuri_web::Limits;
use serde_json::{Value, json};
use std::fs;
use std::path::Path;

/// A solve of `sfen` with a title of 15 MiB.
fn with_title(sfen: &str) -> Value {
    json!({ "kind": "solve", "problem": { "sfen": sfen, "title": "x".repeat(15 << 20) } })
}

/// As many clients as the server takes at once ask for more than they ever read.
#[test]
#[cfg(target_os = "linux")]
fn clients_that_read_nothing_keep_nobody_out() {
    use std::io::Write;
    let server = TestServer::start();
    let request = format!("GET /app.js HTTP/1.1\r\nHost: {}\r\n\r\n", server.host);
    let requests = request.repeat(1000);
    let silent: Vec<_> = (0..256)
        .map(|_| {
            let mut stream = server.send(b"");
            stream.set_nonblocking(true).unwrap();
            let whole = requests.len();
            while matches!(stream.write(requests.as_bytes()), Ok(sent) if sent == whole) {}
            stream
        })
        .collect();
    assert_eq!(server.get("about").status, 200);
    drop(silent);
}

/// What waits counts with its size: titles, collections, certificates.
#[test]
fn requests_that_wait_are_bounded_by_their_size() {
    let server = TestServer::with(Limits::default().with_jobs(1).with_hash(16 << 20));
    server.job(&json!({ "kind": "solve", "problem": { "sfen": LONG } }));
    let large = with_title(LONG);
    for _ in 0..2 {
        assert_eq!(server.post("jobs", &large).status, 201);
    }
    server.post("jobs", &large).refused(429, "busy");
    let small = json!({ "kind": "solve", "problem": { "sfen": LONG } });
    assert_eq!(server.post("jobs", &small).status, 201);
}

/// A job that is over is kept with its request, and forgotten for its size.
#[test]
fn finished_jobs_are_forgotten_by_the_size_of_their_requests() {
    let server = TestServer::with(Limits::default().with_jobs(1).with_hash(16 << 20));
    let large = with_title(FIVE);
    let ids: Vec<Value> = (0..6).map(|_| server.done(&large)["id"].clone()).collect();
    let kept = server.get("jobs").json();
    let kept: Vec<&Value> = kept["jobs"].as_array().unwrap().iter().collect();
    // Four have room; the last may not have been counted yet.
    assert!((4..=5).contains(&kept.len()), "{}", kept.len());
    assert_eq!(kept.last().unwrap()["id"], ids[5]);
}

/// More than is held at the same time waits for its turn.
#[test]
fn large_bodies_at_once_are_all_answered() {
    let server = TestServer::start();
    let body = json!({ "text": "x\n".repeat(5 << 20) }).to_string();
    std::thread::scope(|scope| {
        let ask = |_| scope.spawn(|| server.post_text("read", &body).status);
        let threads: Vec<_> = (0..10).map(ask).collect();
        for thread in threads {
            assert_eq!(thread.join().unwrap(), 200);
        }
    });
}

/// A collection may be long, but not longer than the page can show.
#[test]
fn the_problems_of_a_text_are_limited() {
    let server = TestServer::start();
    let line = "8k/9/9/9/9/9/9/9/9 b G\n";
    let read = server.ask("read", &json!({ "text": line.repeat(10_000) }));
    assert_eq!(read["entries"].as_array().unwrap().len(), 10_000);
    assert_eq!(read["faults"], json!([]));
    let read = server.ask("read", &json!({ "text": line.repeat(10_001) }));
    assert_eq!(read["entries"].as_array().unwrap().len(), 10_000);
    let sentence = read["faults"][0]["sentence"].as_str().unwrap();
    assert!(sentence.contains("10000"), "{sentence}");
}

/// Moves that are played cost time, and problems memory.
#[test]
fn moves_and_the_problems_of_a_batch_are_limited() {
    let server = TestServer::start();
    let moves = vec!["S*2b"; 2001];
    let play = json!({ "sfen": FIVE, "moves": moves });
    for path in ["position", "play", "diagram"] {
        let sentence = server.post(path, &play).refused(400, "input");
        assert!(sentence.contains("2000"), "{path}: {sentence}");
    }
    let write = json!({ "sfen": FIVE, "moves": moves, "format": "kif" });
    server.post("write", &write).refused(400, "input");
    let solve = json!({ "kind": "solve", "problem": play });
    server.post("jobs", &solve).refused(400, "input");
    let problems = vec![json!({ "sfen": FIVE }); 10_001];
    let batch = json!({ "kind": "batch", "problems": problems });
    let sentence = server.post("jobs", &batch).refused(400, "input");
    assert!(sentence.contains("10000"), "{sentence}");
}

/// The files of a folder and of those below it.
fn files(folder: &Path) -> Vec<Vec<u8>> {
    let mut all = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        match path.is_dir() {
            true => all.extend(files(&path)),
            false => all.push(fs::read(path).unwrap()),
        }
    }
    all
}

/// A text in several states of damage.
fn damaged(bytes: &[u8]) -> Vec<Vec<u8>> {
    let mut all = vec![bytes.to_vec()];
    for place in (0..4).map(|part| bytes.len() * part / 4) {
        all.push(bytes[..place].to_vec());
        for byte in [0, 0xff, b'\n', b'9'] {
            let mut changed = bytes.to_vec();
            changed.splice(place..place, [byte]);
            all.push(changed);
        }
        all.push([bytes, &bytes[place..]].concat());
    }
    all
}

/// Whatever a file of any format holds, the answer is a document or a sentence.
#[test]
fn damaged_files_of_every_format_are_answered() {
    let server = TestServer::start();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let (mut with_entries, mut without) = (0, 0);
    for folder in ["crates/formats/tests/fixtures", "fuzz/corpus/any"] {
        for file in files(&root.join(folder)) {
            for bytes in damaged(&file) {
                let request = json!({ "base64": STANDARD.encode(&bytes) });
                let read = server.ask("read", &request);
                match read["entries"].as_array().unwrap().is_empty() {
                    true => without += 1,
                    false => with_entries += 1,
                }
            }
        }
    }
    assert!(
        with_entries > 150 && without > 150,
        "{with_entries} {without}"
    );
}

/// A certificate that was changed, its checksum too, proves here what it proves to the
/// verifier: nothing, or what is so.
#[test]
fn forged_certificates_prove_nothing_else_here() {
    let server = TestServer::start();
    let request = json!({ "kind": "solve", "problem": { "sfen": FIVE },
        "options": { "certificate": true } });
    let job = server.done(&request);
    let path = format!("jobs/{}/certificate", job["id"].as_str().unwrap());
    let genuine = server.get(&path).body;
    let end = genuine.len() - 4;
    let (mut wrong, mut malformed) = (0, 0);
    for at in 0..end {
        let mut bytes = genuine[..end].to_vec();
        bytes[at] ^= 1 << (at % 8);
        let checksum = crc32fast::hash(&bytes).to_le_bytes();
        bytes.extend(checksum);
        let request = json!({ "kind": "verify", "certificate": STANDARD.encode(&bytes) });
        let answer = server.finished(&server.job(&request));
        let verified = &answer["result"]["document"]["verified"];
        match kemuri_certify::verify(&bytes[..], None) {
            Ok(_) => assert_eq!(verified, true, "{at}: {answer}"),
            Err(VerifyError::Wrong(_)) => {
                assert_eq!(verified, false, "{at}: {answer}");
                wrong += 1;
            }
            Err(_) => {
                assert_eq!(answer["failure"]["code"], "input", "{at}: {answer}");
                malformed += 1;
            }
        }
    }
    assert!(wrong > 5 && malformed > 5, "{wrong} {malformed}");
}
