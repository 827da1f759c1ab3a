//! `unsafe` stays where it is: a few files, with the reason beside each use, and a test that
//! would fail if the reason did not hold.

use crate::root;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// A file with `unsafe` code.
struct Unsafe {
    file: &'static str,
    /// How often the word stands in its code.
    uses: usize,
    /// What it is for.
    what_for: &'static str,
    /// A test of what the code relies on: its file and its name.
    test: (&'static str, &'static str),
}

const FILES: &[Unsafe] = &[
    Unsafe {
        file: "crates/core/src/board.rs",
        uses: 1,
        what_for: "a set of squares is changed as one word of 128 bits",
        test: (
            "crates/core/tests/it/movegen/mod.rs",
            "board_agrees_with_brute_force_on_a_million_positions",
        ),
    },
    Unsafe {
        file: "crates/solver/src/table/bucket.rs",
        uses: 9,
        what_for: "a thread that holds a bucket reads and writes it; prefetch; tags compared at once",
        test: (
            "crates/solver/src/table/bucket.rs",
            "a_bucket_is_held_by_one_thread_at_a_time",
        ),
    },
    Unsafe {
        file: "crates/solver/src/table/memory.rs",
        uses: 9,
        what_for: "the table is a map of pages that threads share and that grows",
        test: (
            "crates/solver/src/table/growth.rs",
            "others_go_on_while_it_grows",
        ),
    },
    Unsafe {
        file: "crates/solver/src/sync.rs",
        uses: 5,
        what_for: "cells that one thread at a time writes; pages of zeros that are values",
        test: (
            "crates/solver/src/table/bucket.rs",
            "a_bucket_is_held_by_one_thread_at_a_time",
        ),
    },
    Unsafe {
        file: "crates/solver/tests/model/sync.rs",
        uses: 5,
        what_for: "the same for a model checker, which watches every use",
        test: (
            "crates/solver/src/table/bucket.rs",
            "a_bucket_is_held_by_one_thread_at_a_time",
        ),
    },
];

/// The Rust files below `folder`, without what is built.
fn sources(folder: &Path, out: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().expect("a name").to_string_lossy();
        if path.is_dir() && name != "target" && !name.starts_with('.') {
            sources(&path, out);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            out.push(path);
        }
    }
}

/// The lines with `unsafe` code: the word, outside of comments and quotes.
fn uses(text: &str) -> Vec<usize> {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let has_word = |line: &str| {
        let code = line.split("//").next().unwrap_or_default();
        let outside = code.split('"').step_by(2).collect::<Vec<_>>().join(" ");
        outside.split(|c| !is_part(c)).any(|word| word == "unsafe")
    };
    let lines = text.lines().enumerate();
    lines
        .filter(|(_, line)| has_word(line))
        .map(|(at, _)| at)
        .collect()
}

/// Returns whether the reason stands right above the line, or above the statement that the line
/// ends.
fn has_reason(lines: &[&str], at: usize) -> bool {
    let mut above = lines[..at].iter().rev().map(|line| line.trim_start());
    let is_end = |line: &str| line.is_empty() || line.ends_with([';', '}', ',']);
    let comment = above.find(|line| line.starts_with("//") || is_end(line));
    let Some(last) = comment.filter(|line| line.starts_with("//")) else {
        return false;
    };
    let comments = above.take_while(|line| line.starts_with("//"));
    let mut all = std::iter::once(last).chain(comments);
    // The heading of rustdoc says what the caller has to see to.
    all.any(|line| line.starts_with("// SAFETY: ") || line == "/// # Safety")
}

#[test]
fn uses_and_their_reasons_are_found() {
    let text = "// @\nlet @ty = \"@\";\n\n// SAFETY: a\n// reason\nlet x =\n    @ { f() };\n@ { g() };\n\
                /// # Safety\n///\n/// Not.\n#[inline]\n@ fn h() {}\n";
    let text = &text.replace('@', "unsafe");
    assert_eq!(uses(text), [6, 7, 12]);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(
        [6, 7, 12].map(|at| has_reason(&lines, at)),
        [true, false, true]
    );
}

#[test]
fn unsafe_code_stays_where_it_is() {
    let mut files = Vec::new();
    for folder in ["crates", "docs", "fuzz", "xtask"] {
        sources(&root().join(folder), &mut files);
    }
    let mut found = BTreeMap::new();
    for path in files {
        let text = fs::read_to_string(&path).expect("a file");
        let name = path.strip_prefix(root()).expect("below the root");
        let name = name.to_string_lossy().replace('\\', "/");
        let lines: Vec<&str> = text.lines().collect();
        let uses = uses(&text);
        for &at in &uses {
            assert!(has_reason(&lines, at), "{name}:{}: no reason", at + 1);
        }
        if !uses.is_empty() {
            found.insert(name, uses.len());
        }
    }
    let listed = FILES.iter().map(|one| (one.file.to_string(), one.uses));
    assert_eq!(
        found,
        listed.collect(),
        "uses in each file, found and listed"
    );
}

#[test]
fn unsafe_code_has_a_purpose_and_a_test() {
    for one in FILES {
        let (file, name) = one.test;
        let text = fs::read_to_string(root().join(file)).expect(file);
        let start = format!("#[test]\n    fn {name}(");
        let is_there = text.contains(&start) || text.contains(&start.replace("    ", ""));
        assert!(is_there, "{}: no test {name} in {file}", one.file);
        assert!(!one.what_for.is_empty(), "{}", one.file);
    }
}
