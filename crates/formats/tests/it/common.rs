//! Fixtures, and records as lists of lines.

use kemuri_formats::{ReadRecord, Record, RecordStep, read};
use std::path::PathBuf;

/// The problem of most fixtures.
pub const START: &str = "8k/6G2/9/8l/9/9/9/9/9 b 2S2r2b3g2s4n3l18p 1";
/// Its solution.
pub const LINE: &str = "S*2b 1a1b S*1c 1b2c 3b3c";

/// The folder of the fixtures.
pub fn folder(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("tests")
        .join(name)
}

/// The bytes of a fixture.
pub fn bytes(name: &str) -> Vec<u8> {
    let path = folder("fixtures").join(name);
    std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// A fixture, read without a complaint.
pub fn fixture(name: &str) -> ReadRecord {
    read(&bytes(name), false).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Every line from the start to its end, the main line first, as words.
pub fn lines(record: &Record) -> Vec<String> {
    let mut out = Vec::new();
    let mut waiting = vec![(Record::ROOT, String::new())];
    while let Some((id, before)) = waiting.pop() {
        let node = record.node(id);
        let word = match node.step() {
            Some(RecordStep::Move(mv)) => mv.to_usi(),
            Some(RecordStep::End(ending)) => ending.word().to_string(),
            None => String::new(),
        };
        let path = format!("{before} {word}").trim().to_string();
        if node.children().is_empty() {
            out.push(path.clone());
        }
        waiting.extend(node.children().iter().rev().map(|&c| (c, path.clone())));
    }
    out
}
