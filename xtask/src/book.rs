//! Builds the book as a site, in each of its languages, and checks its links.

use crate::{links, run_command, tools};
use anyhow::{Context, Result, bail};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A language of the book.
struct Language {
    /// The folder of its `book.toml`.
    source: &'static str,
    /// The folder of its pages in that of the site.
    folder: &'static str,
    /// As the attributes `lang` and `hreflang` have it.
    code: &'static str,
    /// What its readers call it.
    name: &'static str,
}

/// The languages. The site of the first is made anew, those of the others stand in it.
const LANGUAGES: [Language; 2] = [
    Language {
        source: "docs",
        folder: "",
        code: "en",
        name: "English",
    },
    Language {
        source: "docs/ja",
        folder: "ja",
        code: "ja",
        name: "日本語",
    },
];

/// What follows the buttons at the head of a page as mdBook writes it.
const BUTTONS: &str = "<div class=\"right-buttons\">";

/// Builds the site into `target/book`. A link to a missing page, file or heading is an error.
pub fn build(root: &Path) -> Result<()> {
    let mdbook = tools::mdbook(root)?;
    let site = root.join("target/book");
    let has_source = |language: &&Language| root.join(language.source).join("book.toml").is_file();
    for Language { source, .. } in LANGUAGES.iter().filter(has_source) {
        println!("xtask: book: mdbook build {source}");
        run_command(
            Command::new(&mdbook)
                .current_dir(root)
                .args(["build", source]),
        )?;
    }
    let [first, second] = &LANGUAGES;
    if site.join(second.folder).is_dir() {
        link_languages(&site, first, second)?;
        link_languages(&site, second, first)?;
    }
    let broken = links::broken(&site)?;
    if !broken.is_empty() {
        bail!("the book has broken links:\n{}", broken.join("\n"));
    }
    println!("xtask: book: {}", site.join("index.html").display());
    Ok(())
}

/// Adds to every page of a language that has the same page in the other one a link to it.
fn link_languages(site: &Path, from: &Language, to: &Language) -> Result<()> {
    let (here, there) = (site.join(from.folder), site.join(to.folder));
    let mut count = 0;
    for page in links::pages(&here)? {
        let name = page.strip_prefix(&here)?;
        if from.folder.is_empty() && name.starts_with(to.folder) || !there.join(name).is_file() {
            continue;
        }
        let text = fs::read_to_string(&page).with_context(|| page.display().to_string())?;
        // Some pages have no head.
        if let Some((before, after)) = text.split_once(BUTTONS) {
            let link = link(&relative(from, to, name), to);
            fs::write(&page, format!("{before}{BUTTONS}{link}{after}"))?;
            count += 1;
        }
    }
    println!("xtask: book: {count} pages link to {}", to.name);
    match count {
        0 => bail!("no page has a place for the link"),
        _ => Ok(()),
    }
}

/// Returns the path from a page of a language to the same page of the other one.
fn relative(from: &Language, to: &Language, name: &Path) -> String {
    let up = Path::new(from.folder).join(name).components().count() - 1;
    let path: PathBuf = Path::new(to.folder).join(name);
    let parts: Vec<_> = path.iter().map(|part| part.to_string_lossy()).collect();
    "../".repeat(up) + &parts.join("/")
}

fn link(target: &str, to: &Language) -> String {
    let Language { code, name, .. } = to;
    format!("<a href=\"{target}\" lang=\"{code}\" hreflang=\"{code}\">{name}</a>")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_pages_of_two_languages_lead_to_each_other() {
        let site = tempfile::tempdir().unwrap();
        let head = format!("<head></head>{BUTTONS}</div>");
        for folder in ["guide", "ja/guide"] {
            fs::create_dir_all(site.path().join(folder)).unwrap();
        }
        let pages = [
            "index.html",
            "guide/a.html",
            "b.html",
            "ja/index.html",
            "ja/guide/a.html",
        ];
        for page in pages {
            fs::write(site.path().join(page), &head).unwrap();
        }
        let [first, second] = &LANGUAGES;
        link_languages(site.path(), first, second).unwrap();
        link_languages(site.path(), second, first).unwrap();
        let expected = [
            "ja/index.html",
            "../ja/guide/a.html",
            "",
            "../index.html",
            "../../guide/a.html",
        ];
        for (page, target) in pages.iter().zip(expected) {
            let text = fs::read_to_string(site.path().join(page)).unwrap();
            let links: Vec<&str> = text.split("href=\"").skip(1).collect();
            assert_eq!(
                links.len(),
                usize::from(!target.is_empty()),
                "{page}: {text}"
            );
            assert!(
                links
                    .iter()
                    .all(|link| link.starts_with(&format!("{target}\""))),
                "{text}"
            );
        }
        assert_eq!(links::broken(site.path()).unwrap(), [""; 0]);
    }
}
