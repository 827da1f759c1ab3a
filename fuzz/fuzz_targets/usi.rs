//! The engine: whatever a GUI sends, it ends with its input, writes only lines of the protocol,
//! and answers each `go` at most once.
#![no_main]

use kemuri_text::Lang;
use kemuri_usi::engine;
use libfuzzer_sys::fuzz_target;
use std::io::Cursor;

/// What a line of an engine starts with.
const WORDS: &[&str] = &[
    "id", "option", "usiok", "readyok", "info", "bestmove", "checkmate",
];

fuzz_target!(|bytes: &[u8]| {
    // A small table: a large one takes longer to clear than everything else.
    let input = [b"setoption name USI_Hash value 1\n", bytes].concat();
    let questions = String::from_utf8_lossy(&input).matches("go").count();
    let mut output = Vec::new();
    engine::run(Cursor::new(input), &mut output, Lang::En).expect("memory");
    let output = String::from_utf8(output).expect("UTF-8");
    let first = |line: &str| line.split(' ').next().unwrap_or_default().to_string();
    let words: Vec<String> = output.lines().map(first).collect();
    let strange = words.iter().find(|word| !WORDS.contains(&word.as_str()));
    assert_eq!(strange, None, "{output}");
    let answers = words.iter().filter(|word| ["bestmove", "checkmate"].contains(&word.as_str()));
    assert!(answers.count() <= questions, "{output}");
});
