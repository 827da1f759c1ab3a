//! Checks the links of a folder of HTML pages, as mdBook writes them.

use anyhow::{Context, Result};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Component, Path, PathBuf};

/// Pages of a book that repeat the others (`print.html`) or have links relative to the root of a site.
const LEFT_OUT: &[&str] = &["print.html", "404.html", "toc.html"];

/// Returns a line for each link that leads to no file of the folder, or to no element of a page.
pub fn broken(folder: &Path) -> Result<Vec<String>> {
    let mut texts = BTreeMap::new();
    for path in pages(folder)? {
        let text = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
        texts.insert(path, text);
    }
    let ids: BTreeMap<&Path, BTreeSet<&str>> = texts
        .iter()
        .map(|(path, text)| (path.as_path(), values(text, "id").collect()))
        .collect();
    let mut out = Vec::new();
    for (page, text) in &texts {
        let name = page.strip_prefix(folder).unwrap_or(page);
        if LEFT_OUT.iter().any(|left_out| name.ends_with(left_out)) {
            continue;
        }
        for link in values(text, "href").chain(values(text, "src")) {
            if !leads_somewhere(page, link, &ids) {
                out.push(format!("{}: {link}", name.display()));
            }
        }
    }
    Ok(out)
}

/// Returns whether a link of `page` leads out of the book, or to a file and an element of it.
fn leads_somewhere(page: &Path, link: &str, ids: &BTreeMap<&Path, BTreeSet<&str>>) -> bool {
    if link.contains("://") || link.starts_with("data:") || link.starts_with("mailto:") {
        return true;
    }
    let (file, fragment) = link.split_once('#').unwrap_or((link, ""));
    let target = match file {
        "" => page.to_path_buf(),
        _ => normal(&page.with_file_name("").join(file)),
    };
    let there = target.is_file();
    let ids = ids.get(target.as_path());
    there && (fragment.is_empty() || ids.is_some_and(|ids| ids.contains(fragment)))
}

/// Returns the path without `.` and `..`.
fn normal(path: &Path) -> PathBuf {
    let mut out = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => {
                out.pop();
            }
            Component::CurDir => {}
            part => out.push(part),
        }
    }
    out
}

/// Returns the values of an attribute. Text and code of a page have their quotes escaped, so
/// only attributes match.
fn values<'a>(html: &'a str, attribute: &str) -> impl Iterator<Item = &'a str> {
    let start = format!(" {attribute}=\"");
    html.match_indices(&start)
        .filter_map(|(at, found)| html[at + found.len()..].split('"').next())
        .collect::<Vec<_>>()
        .into_iter()
}

/// Returns the pages of a folder and those below it.
pub fn pages(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut pages = files(folder)?;
    pages.retain(|path| path.extension().is_some_and(|ending| ending == "html"));
    Ok(pages)
}

fn files(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut out = Vec::new();
    for entry in fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        let path = entry?.path();
        if path.is_dir() {
            out.extend(files(&path)?);
        } else {
            out.push(path);
        }
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn broken_links_are_found_and_no_others() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
        fs::create_dir(folder.path().join("sub")).unwrap();
        write("a.csv", "1,2");
        write("sub/b.html", "<h1 id=\"手順\">b</h1>");
        write(
            "a.html",
            "<a href=\"sub/b.html#手順\"> <a href=\"a.csv\"> <img src=\"https://x/y.png\"> \
             <a href=\"#here\"><p id=\"here\"> &lt;a href=&quot;code.html&quot;&gt; \
             <a href=\"sub/b.html#other\"> <a href=\"c.html\"> <img src=\"sub/../c.svg\"> \
             <a href=\"sub\">",
        );
        let found = broken(folder.path()).unwrap();
        assert_eq!(
            found,
            [
                "a.html: sub/b.html#other",
                "a.html: c.html",
                "a.html: sub",
                "a.html: sub/../c.svg"
            ]
        );
    }
}
