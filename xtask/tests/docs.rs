//! What the documentation promises: no link into nowhere, no page unlisted.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .unwrap()
        .to_path_buf()
}

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
    all.extend(["README.md", "README.ja.md", "CHANGELOG.md"].map(|name| root.join(name)));
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
fn every_page_of_the_book_is_in_its_summary() {
    let source = root().join("docs/src");
    let summary = fs::read_to_string(source.join("SUMMARY.md")).unwrap();
    let listed: BTreeSet<PathBuf> = links(&summary).iter().map(|l| source.join(l)).collect();
    let there: BTreeSet<PathBuf> = pages(&source)
        .into_iter()
        .filter(|p| !p.ends_with("SUMMARY.md"))
        .collect();
    assert_eq!(listed, there);
}

#[test]
fn links_are_found() {
    assert_eq!(
        links("[a](b.md) [c](https://d) [e](f.md#g) [h](#i)"),
        ["b.md", "f.md"]
    );
}
