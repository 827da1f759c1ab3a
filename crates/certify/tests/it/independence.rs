//! The verifier shares no rule and no hand arithmetic with the search: it uses plain
//! types of the core crate alone, calls none of its rules, and no passage of it stands
//! there or in the solver. The `Problem` that is returned has passed core's checks as
//! well; no claim depends on them.

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// What certify may name of `kemuri_core`: types that hold values, the text form of
/// a position, the form of JSON, and the budget and progress of all long work. The
/// hands of the search (`Hand`), its turned board (`View`) and its `Board` are not
/// among them.
const PLAIN: [&str; 14] = [
    "Budget",
    "Color",
    "Move",
    "Phase",
    "Piece",
    "PieceType",
    "Problem",
    "ProblemError",
    "Progress",
    "Reason",
    "Square",
    "json",
    "progress",
    "sfen",
];
/// What certify may ask a problem for: what it is made of, and its text.
const PLAIN_OF_PROBLEM: [&str; 6] = ["attacker", "clone", "from_parts", "into", "to_sfen", "turn"];
/// The modules of the core crate that certify does without: rules, hands and their
/// arithmetic, the turned board, the legality of problems.
const RULES: [&str; 10] = [
    "attacks.rs",
    "board.rs",
    "checks.rs",
    "evasions.rs",
    "hand.rs",
    "problem/faults.rs",
    "problem/mod.rs",
    "problem/play.rs",
    "replay.rs",
    "view.rs",
];
/// Functions of plain types that know a rule.
const RULES_OF_PLAIN: [&str; 7] = [
    "demote",
    "flip",
    "hand_pieces",
    "is_promotable",
    "is_promoted",
    "packed_hands",
    "promote",
];
/// Names of the standard library that the core crate uses for functions as well.
const STANDARD: [&str; 4] = ["from", "max", "min", "pop"];
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
    let certify = names(&crates().join("certify/src"));
    assert!(certify.of_core.contains("Problem") && certify.of_core.contains("Move"));
    let unexpected: Vec<&String> = (certify.of_core.iter())
        .filter(|name| !PLAIN.contains(&name.as_str()))
        .collect();
    assert!(unexpected.is_empty(), "certify names {unexpected:?}");
}

#[test]
fn certify_calls_no_rule_of_core() {
    let certify = names(&crates().join("certify/src"));
    let mut forbidden: BTreeSet<String> = RULES_OF_PLAIN.map(String::from).into();
    for module in RULES {
        let defined = names(&crates().join("core/src").join(module)).defined;
        assert!(!defined.is_empty(), "{module}");
        forbidden.extend(defined);
    }
    for name in [
        "contains",
        "difference",
        "is_mated",
        "lawful",
        "mv",
        "union",
    ] {
        assert!(forbidden.contains(name), "{name}");
    }
    let unexpected: Vec<&String> = (certify.called.intersection(&forbidden))
        .filter(|name| !certify.defined.contains(*name))
        .filter(|name| !PLAIN_OF_PROBLEM.contains(&name.as_str()))
        .filter(|name| !STANDARD.contains(&name.as_str()))
        .collect();
    assert!(unexpected.is_empty(), "certify calls {unexpected:?}");
    let unexpected: Vec<&String> = (certify.of_problem.iter())
        .filter(|name| !PLAIN_OF_PROBLEM.contains(&name.as_str()))
        .collect();
    assert!(
        unexpected.is_empty(),
        "certify asks a problem for {unexpected:?}"
    );
}

/// Names in the source of a crate or module.
#[derive(Default)]
struct Names {
    /// The first after `kemuri_core::`.
    of_core: BTreeSet<String>,
    /// Functions that are defined.
    defined: BTreeSet<String>,
    /// Functions and methods that are called.
    called: BTreeSet<String>,
    /// Those that are called on a `problem` or of `Problem`.
    of_problem: BTreeSet<String>,
}

/// Collects the names in a file, or in all files under a folder.
fn names(path: &Path) -> Names {
    let files = match path.is_dir() {
        true => sources(path),
        false => vec![(path.into(), fs::read_to_string(path).expect("a text"))],
    };
    let mut names = Names::default();
    for (_, text) in files {
        names.collect(text.parse().expect("Rust"));
    }
    names
}

impl Names {
    fn collect(&mut self, tokens: TokenStream) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let word = |at: Option<usize>| at.and_then(|at| tokens.get(at)).map(ToString::to_string);
        for (at, token) in tokens.iter().enumerate() {
            let name = match token {
                TokenTree::Group(group) => {
                    self.collect(group.stream());
                    continue;
                }
                TokenTree::Ident(name) => name.to_string(),
                _ => continue,
            };
            if name == "kemuri_core" {
                self.of_core.extend(after(&tokens[at..]));
            } else if word(at.checked_sub(1)).is_some_and(|word| word == "fn") {
                self.defined.insert(name);
            } else if let Some(TokenTree::Group(group)) = tokens.get(at + 1)
                && group.delimiter() == Delimiter::Parenthesis
            {
                let owners = [word(at.checked_sub(2)), word(at.checked_sub(3))];
                let mut owners = owners.into_iter().flatten();
                if owners.any(|owner| owner.eq_ignore_ascii_case("problem")) {
                    self.of_problem.insert(name.clone());
                }
                self.called.insert(name);
            }
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
    let mut in_attribute = false;
    let lines: Vec<String> = text
        .lines()
        .map(str::trim)
        .filter(|line| {
            let attribute = in_attribute || line.starts_with("#[");
            in_attribute = attribute && !line.ends_with(']');
            !attribute && !line.starts_with("//") && line.contains(char::is_alphanumeric)
        })
        .map(String::from)
        .collect();
    lines.windows(PASSAGE).map(<[String]>::to_vec).collect()
}
