//! The verifier shares no rule with the search: it uses plain types of the core
//! crate alone, and no passage of it stands there or in the solver.

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// What certify may name of `kemuri_core`: types that hold values, the text form of
/// a position, the form of JSON, and the budget and progress of all long work.
const PLAIN: [&str; 16] = [
    "Budget",
    "Color",
    "Hand",
    "Move",
    "Phase",
    "Piece",
    "PieceType",
    "Problem",
    "ProblemError",
    "Progress",
    "Reason",
    "Square",
    "View",
    "json",
    "progress",
    "sfen",
];
/// What a problem can do only because the core crate knows the rules.
const RULES: [&str; 9] = [
    "checks",
    "evasions",
    "is_mated",
    "legal_moves",
    "moves",
    "of_board",
    "play",
    "play_all",
    "play_line",
];
/// So many lines in a row are a passage.
const PASSAGE: usize = 3;

fn crates() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("a folder of crates")
}

/// The Rust files under a folder, with their text.
fn sources(folder: &Path) -> Vec<(PathBuf, String)> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            files.extend(sources(&path));
        } else if path.extension().is_some_and(|end| end == "rs") {
            let text = fs::read_to_string(&path).expect("a text");
            files.push((path, text));
        }
    }
    files
}

#[test]
fn certify_uses_plain_types_of_core_alone() {
    let mut used = BTreeSet::new();
    for (path, text) in sources(&crates().join("certify/src")) {
        let tokens: TokenStream = text.parse().expect("Rust");
        let mut named = BTreeSet::new();
        walk(tokens, &mut named, &mut |name| {
            assert!(!RULES.contains(&name), "{}: {name}", path.display());
        });
        for name in &named {
            assert!(PLAIN.contains(&&**name), "{}: {name}", path.display());
        }
        used.extend(named);
    }
    assert!(
        used.contains("Problem") && used.contains("Move"),
        "{used:?}"
    );
}

/// Collects the names after `kemuri_core::`, and calls `called` with the name of
/// every function or method that is called.
fn walk(tokens: TokenStream, named: &mut BTreeSet<String>, called: &mut dyn FnMut(&str)) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    for (at, token) in tokens.iter().enumerate() {
        match token {
            TokenTree::Group(group) => walk(group.stream(), named, called),
            TokenTree::Ident(name) if name == "kemuri_core" => named.extend(after(&tokens[at..])),
            TokenTree::Ident(name) => {
                if let Some(TokenTree::Group(group)) = tokens.get(at + 1)
                    && group.delimiter() == Delimiter::Parenthesis
                {
                    called(&name.to_string());
                }
            }
            _ => {}
        }
    }
}

/// The first names of the paths that start with `path`, a crate's name.
fn after(path: &[TokenTree]) -> Vec<String> {
    match path.get(3) {
        Some(TokenTree::Group(group)) => {
            let list: Vec<TokenTree> = group.stream().into_iter().collect();
            list.split(|token| matches!(token, TokenTree::Punct(p) if p.as_char() == ','))
                .filter_map(|part| part.first())
                .map(ToString::to_string)
                .collect()
        }
        Some(name) => vec![name.to_string()],
        None => vec!["the whole crate".into()],
    }
}

#[test]
fn no_passage_of_certify_stands_in_core_or_solver() {
    let mut known = BTreeMap::new();
    for folder in ["core/src", "solver/src"] {
        for (path, text) in sources(&crates().join(folder)) {
            for passage in passages(&text) {
                known.insert(passage, path.clone());
            }
        }
    }
    assert!(known.len() > 1000);
    for (path, text) in sources(&crates().join("certify/src")) {
        for passage in passages(&text) {
            if let Some(other) = known.get(&passage) {
                let (path, other) = (path.display(), other.display());
                panic!("{path} and {other} share {passage:#?}");
            }
        }
    }
}

/// All runs of lines that say something, comments and attributes left out.
fn passages(text: &str) -> Vec<Vec<String>> {
    let lines: Vec<String> = text
        .lines()
        .map(str::trim)
        .filter(|line| !line.starts_with("//") && !line.starts_with("#["))
        .filter(|line| line.contains(char::is_alphanumeric))
        .map(String::from)
        .collect();
    lines.windows(PASSAGE).map(<[String]>::to_vec).collect()
}
