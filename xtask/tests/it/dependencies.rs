//! What the project depends on: licences that may be passed on, and each crate once.

use crate::root;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

/// Licences that ask for no more than to be named.
const LICENCES: &[&str] = &[
    "0BSD",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "MIT",
    // libFuzzer, which only the fuzz targets are linked with.
    "NCSA",
    // The outlines of characters in `kemuri-diagram`, which is a font's licence.
    "OFL-1.1",
    "Unicode-3.0",
    "Zlib",
];

/// Crates that are there in several versions, and why.
const DOUBLED: &[(&str, &str)] = &[
    ("miniz_oxide", "png is one release behind flate2"),
    (
        "syn",
        "divan-macros and unic-langid-macros-impl are one release behind all other macros",
    ),
];

/// The workspace, and the fuzz targets, which are one of their own.
const MANIFESTS: &[&str] = &["Cargo.toml", "fuzz/Cargo.toml"];

/// All packages that a workspace is built from, on any system.
fn packages(manifest: &str) -> Vec<Value> {
    let output = Command::new(env!("CARGO"))
        .current_dir(root())
        .args(["metadata", "--format-version=1", "--locked"])
        .args(["--manifest-path", manifest])
        .output()
        .expect("cargo");
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{manifest}: {error}");
    let metadata: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let packages = metadata["packages"].as_array().expect("packages");
    packages.clone()
}

/// Returns whether `expression` (SPDX) can be met with `allowed` licences alone.
fn is_met(expression: &str, allowed: &[&str]) -> bool {
    // An older form of "or".
    let spaced = expression
        .replace('/', " OR ")
        .replace('(', " ( ")
        .replace(')', " ) ");
    let mut words = spaced.split_whitespace().peekable();
    let met = any(&mut words, allowed);
    assert_eq!(words.next(), None, "the end of '{expression}'");
    met
}

type Words<'a, 'b> = &'a mut std::iter::Peekable<std::str::SplitWhitespace<'b>>;

/// Terms joined by `OR`, which binds less than `AND`.
fn any(words: Words<'_, '_>, allowed: &[&str]) -> bool {
    let mut met = all(words, allowed);
    while words.next_if_eq(&"OR").is_some() {
        met |= all(words, allowed);
    }
    met
}

fn all(words: Words<'_, '_>, allowed: &[&str]) -> bool {
    let mut met = one(words, allowed);
    while words.next_if_eq(&"AND").is_some() {
        met &= one(words, allowed);
    }
    met
}

fn one(words: Words<'_, '_>, allowed: &[&str]) -> bool {
    let word = words.next().expect("a licence");
    if word == "(" {
        let met = any(words, allowed);
        assert_eq!(words.next(), Some(")"));
        return met;
    }
    match words.next_if_eq(&"WITH") {
        Some(with) => {
            let exception = words.next().expect("an exception");
            allowed.contains(&&*format!("{word} {with} {exception}"))
        }
        None => allowed.contains(&word),
    }
}

#[test]
fn expressions_are_read() {
    let met = |expression| is_met(expression, &["A", "B WITH x"]);
    assert!(met("A") && met("A OR C") && met("C/A") && met("B WITH x") && met("A AND A"));
    assert!(met("(C OR A) AND B WITH x") && met("C AND D OR A"));
    assert!(
        !met("C") && !met("A AND C") && !met("B") && !met("A WITH x") && !met("C AND (A OR C)")
    );
}

#[test]
fn all_licences_may_be_passed_on() {
    let mut refused = Vec::new();
    let mut used: BTreeSet<&str> = BTreeSet::new();
    for package in MANIFESTS.iter().flat_map(|manifest| packages(manifest)) {
        let (name, version) = (&package["name"], &package["version"]);
        match package["license"].as_str() {
            Some(licence) if is_met(licence, LICENCES) => {
                used.extend(LICENCES.iter().filter(|one| licence.contains(**one)));
            }
            licence => refused.push(format!("{name} {version}: {licence:?}")),
        }
    }
    assert!(refused.is_empty(), "{}", refused.join("\n"));
    let unused: Vec<_> = LICENCES
        .iter()
        .filter(|one| !used.contains(**one))
        .collect();
    assert!(
        unused.is_empty(),
        "no dependency has the licence {unused:?}"
    );
}

#[test]
fn no_crate_is_there_twice_without_a_reason() {
    let mut doubled = BTreeSet::new();
    for manifest in MANIFESTS {
        let mut versions: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for package in packages(manifest) {
            let text = |key: &str| package[key].as_str().expect(key).to_string();
            versions
                .entry(text("name"))
                .or_default()
                .insert(text("version"));
        }
        versions.retain(|_, versions| versions.len() > 1);
        doubled.extend(versions.into_keys());
    }
    let listed: BTreeSet<String> = DOUBLED.iter().map(|(name, _)| (*name).into()).collect();
    assert_eq!(doubled, listed, "found, and listed with a reason");
}
