//! Tests the page of the workbench in a real browser.

use crate::cargo;
use crate::tools::{Setup, ensure_program, install_package};
use anyhow::{Context, Result, bail};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Programs that the tests need, and the packages of Debian that have them.
const PROGRAMS: &[(&str, &str)] = &[
    ("node", "nodejs"),
    ("npm", "npm"),
    ("chromium", "chromium"),
    // It has no Japanese glyphs without a font.
    ("fc-list", "fontconfig"),
];
/// A font with all the characters of the page, if no other one has them.
const FONT: &str = "fonts-vlgothic";

/// Installs Node, Chromium and a Japanese font if they are missing.
pub fn set_up(_: &Path) -> Result<Setup> {
    for (program, package) in PROGRAMS {
        if let Setup::Missing(reason) = ensure_program(program, package)? {
            return Ok(Setup::Missing(reason));
        }
    }
    if has_japanese_font() {
        return Ok(Setup::Ready);
    }
    install_package(FONT);
    Ok(match has_japanese_font() {
        true => Setup::Ready,
        false => Setup::Missing("there is no Japanese font".into()),
    })
}

fn has_japanese_font() -> bool {
    let fonts = Command::new("fc-list").arg(":lang=ja").output();
    fonts.is_ok_and(|fonts| !fonts.stdout.is_empty())
}

/// Installs what the lock file names, then checks the types of the page and that the committed
/// library code is what its script makes.
pub fn check(root: &Path) -> Result<()> {
    npm(root, &["ci", "--silent"])?;
    npm(root, &["run", "--silent", "check"])
}

/// Builds the program in the profile of the tests, which have it already.
pub fn build(root: &Path) -> Result<()> {
    let status = cargo(root)
        .args(["test", "--package=kemuri", "--no-run"])
        .status()
        .context("cannot start cargo")?;
    match status.success() {
        true => Ok(()),
        false => bail!("the program does not build"),
    }
}

/// Walks a person's paths through the page.
pub fn test(root: &Path) -> Result<()> {
    npm(root, &["test", "--silent"])
}

fn folder(root: &Path) -> PathBuf {
    root.join("crates/web/browser")
}

fn npm(root: &Path, args: &[&str]) -> Result<()> {
    let status = Command::new("npm")
        .args(args)
        .current_dir(folder(root))
        .status()
        .context("cannot start npm")?;
    match status.success() {
        true => Ok(()),
        false => bail!("'npm {}' failed", args.join(" ")),
    }
}
