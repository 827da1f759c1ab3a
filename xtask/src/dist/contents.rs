//! What an archive has besides the program.

use super::{Platform, licences, output};
use crate::run_command;
use anyhow::{Context, Result};
use std::fs;
use std::path::Path;
use std::process::Command;

/// Files and folders of the workspace that are in every archive, under the same names, so that
/// the links of the READMEs lead somewhere.
pub const COPIED: &[&str] = &[
    "README.md",
    "README.ja.md",
    "CHANGELOG.md",
    "CITATION.cff",
    "CONTRIBUTING.md",
    "LICENSE-MIT",
    "LICENSE-APACHE",
    "SECURITY.md",
    ".github/ISSUE_TEMPLATE",
    "crates/diagram/outlines/OFL.txt",
    "docs",
    "examples",
];

/// What is in these folders and not for readers.
const LEFT_OUT: &[&str] = &["Cargo.toml", "code"];

/// The completions: the shell, and the file as this shell looks for it.
const COMPLETIONS: &[(&str, &str)] = &[
    ("bash", "kemuri.bash"),
    ("zsh", "_kemuri"),
    ("fish", "kemuri.fish"),
    ("powershell", "_kemuri.ps1"),
];

/// The manual pages: the language, and the folder.
const MANUALS: &[(&str, &str)] = &[("en", "man/man1"), ("ja", "man/ja/man1")];

/// Adds everything but the program, which writes its completions and manual pages itself.
pub fn add(root: &Path, platform: &Platform, program: &Path, unpacked: &Path) -> Result<()> {
    for name in COPIED {
        copy(&root.join(name), &unpacked.join(name))?;
    }
    let completions = unpacked.join("completions");
    fs::create_dir_all(&completions)?;
    for (shell, file) in COMPLETIONS {
        let words = ["--lang", "en", "completions", shell];
        let script = output(Command::new(program).args(words))?;
        fs::write(completions.join(file), script)?;
    }
    for (lang, folder) in MANUALS {
        let folder = unpacked.join(folder);
        let words = ["--lang", lang, "man", "--out"];
        run_command(Command::new(program).args(words).arg(folder))?;
    }
    licences::write(root, platform, &unpacked.join("licences"))
}

/// Copies a file, or a folder with all that is in it.
fn copy(from: &Path, to: &Path) -> Result<()> {
    let name = from.file_name().unwrap_or_default();
    if LEFT_OUT.iter().any(|left_out| name == *left_out) {
        return Ok(());
    }
    if from.is_dir() {
        for entry in fs::read_dir(from)? {
            let name = entry?.file_name();
            copy(&from.join(&name), &to.join(&name))?;
        }
        return Ok(());
    }
    fs::create_dir_all(to.parent().unwrap_or(to))?;
    fs::copy(from, to).with_context(|| from.display().to_string())?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workspace_root;

    #[test]
    fn the_links_of_what_is_read_first_lead_into_the_archive() {
        let root = workspace_root().unwrap();
        let mut count = 0;
        for name in COPIED.iter().filter(|name| name.ends_with(".md")) {
            let text = fs::read_to_string(root.join(name)).unwrap();
            let targets = text
                .split("](")
                .skip(1)
                .filter_map(|rest| rest.split([')', '#']).next());
            for target in targets.filter(|target| !target.is_empty() && !target.contains("://")) {
                let is_there = COPIED
                    .iter()
                    .any(|copied| Path::new(target).starts_with(copied));
                assert!(is_there, "{name} links to {target}");
                count += 1;
            }
        }
        assert!(count > 30);
    }
}
