//! What the documentation promises: links and names that exist, and every page listed.

use crate::root;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

fn pages(folder: &Path) -> Vec<PathBuf> {
    let mut out = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            out.extend(pages(&path));
        } else if path.extension().is_some_and(|e| e == "md") {
            out.push(path);
        }
    }
    out
}

/// The files a page links to, as the page names them.
fn links(text: &str) -> Vec<&str> {
    text.split("](")
        .skip(1)
        .filter_map(|rest| rest.split([')', '#']).next())
        .filter(|target| !target.is_empty() && !target.contains("://"))
        .collect()
}

#[test]
fn every_link_leads_to_a_file() {
    let root = root();
    let mut all = pages(&root.join("docs"));
    all.extend(
        [
            "README.md",
            "README.ja.md",
            "CHANGELOG.md",
            "CONTRIBUTING.md",
            "SECURITY.md",
        ]
        .map(|name| root.join(name)),
    );
    let mut count = 0;
    for page in all {
        let text = fs::read_to_string(&page).unwrap();
        for link in links(&text) {
            let target = page.parent().unwrap().join(link);
            assert!(target.exists(), "{} links to {link}", page.display());
            count += 1;
        }
    }
    assert!(count > 10);
}

#[test]
fn every_page_of_the_books_is_in_its_summary() {
    let english = root().join("docs/src");
    let japanese = english.join("ja");
    for (source, other) in [(&english, Some(&japanese)), (&japanese, None)] {
        let summary = fs::read_to_string(source.join("SUMMARY.md")).unwrap();
        let listed: BTreeSet<PathBuf> = links(&summary).iter().map(|l| source.join(l)).collect();
        let there: BTreeSet<PathBuf> = pages(source)
            .into_iter()
            .filter(|page| !page.ends_with("SUMMARY.md"))
            .filter(|page| other.is_none_or(|other| !page.starts_with(other)))
            .collect();
        assert_eq!(listed, there);
    }
}

/// Returns the code spans of a page, without its fenced blocks.
fn code_spans(text: &str) -> Vec<&str> {
    let prose = text.split("\n```").step_by(2);
    prose
        .flat_map(|part| part.split('`').skip(1).step_by(2))
        .collect()
}

/// Returns whether a path such as `kemuri_core::{board, checks}` or `kemuri_solver::table::gc`
/// leads to modules of the crate. A part that starts with a capital letter is a type, and is not
/// looked for.
fn names_modules(root: &Path, path: &str) -> bool {
    if let Some((start, list)) = path.split_once('{') {
        let names = list.trim_end_matches('}').split(',');
        return names
            .map(|name| format!("{start}{}", name.trim()))
            .all(|path| names_modules(root, &path));
    }
    let mut parts = path.split("::");
    let name = parts.next().unwrap().trim_start_matches("kemuri_");
    let mut folder = root.join("crates").join(name).join("src");
    for part in parts.take_while(|part| part.starts_with(|c: char| c.is_lowercase())) {
        let is_module =
            folder.join(part).is_dir() || folder.join(part).with_extension("rs").is_file();
        if !is_module {
            return false;
        }
        folder = folder.join(part);
    }
    folder.starts_with(root.join("crates")) && root.join("crates").join(name).is_dir()
}

/// Pages tell where things are in the code, and the code moves.
#[test]
fn every_file_and_module_that_a_page_names_exists() {
    let root = root();
    let mut all = pages(&root.join("docs/src"));
    all.extend(["README.md", "README.ja.md"].map(|name| root.join(name)));
    let mut count = 0;
    for page in all {
        let text = fs::read_to_string(&page).unwrap();
        for span in code_spans(&text) {
            let exists = if span.starts_with("crates/") || span.starts_with("xtask/") {
                root.join(span).exists()
            } else if span.starts_with("kemuri_") {
                names_modules(&root, span)
            } else {
                continue;
            };
            assert!(exists, "{} names `{span}`", page.display());
            count += 1;
        }
    }
    assert!(count > 10);
}

#[test]
fn code_spans_are_found() {
    let text = "a `b`\n\n```text\n`c`\n```\n\n`d` e\n";
    assert_eq!(code_spans(text), ["b", "d"]);
}

#[test]
fn links_are_found() {
    assert_eq!(
        links("[a](b.md) [c](https://d) [e](f.md#g) [h](#i)"),
        ["b.md", "f.md"]
    );
}
