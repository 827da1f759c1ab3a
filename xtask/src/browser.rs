//! The tests of the workbench in a real browser.

use crate::cargo;
use crate::tools::{self, Setup, ensure_program};
use anyhow::{Context, Result, bail};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Where the tests are.
const FOLDER: &str = "crates/web/browser";
/// The package of a Japanese font.
const FONT: &str = "fonts-ipafont-gothic";

/// Installs Node, Chromium and a Japanese font where they are missing, and what the tests
/// have from npm.
pub fn set_up(root: &Path) -> Result<Setup> {
    for (program, package) in [("node", "nodejs"), ("npm", "npm")] {
        if let Setup::Missing(reason) = ensure_program(program, package)? {
            return Ok(Setup::Missing(reason));
        }
    }
    if !has_chromium()
        && let Setup::Missing(reason) = ensure_program("chromium", "chromium")?
    {
        return Ok(Setup::Missing(reason));
    }
    if !has_japanese_font() {
        println!("xtask: a Japanese font is missing: apt-get install {FONT}");
        if !(tools::install(FONT) && has_japanese_font()) {
            let reason = "there is no Japanese font, and 'apt-get install' did not help";
            return Ok(Setup::Missing(reason.into()));
        }
    }
    let installed = npm(root).arg("ci").stdout(Stdio::null()).status();
    Ok(match installed.context("cannot start npm")?.success() {
        true => Setup::Ready,
        false => Setup::Missing(format!("'npm ci' failed in {FOLDER}")),
    })
}

/// Checks the types of the page, and that what it has from npm is what is committed.
pub fn check(root: &Path) -> Result<()> {
    run(root, "check")
}

/// Builds the program in the profile of the tests, which have it already.
pub fn build(root: &Path) -> Result<()> {
    let args = ["test", "--package=kemuri", "--no-run"];
    let built = cargo(root).args(args).status();
    match built.context("cannot start cargo")?.success() {
        true => Ok(()),
        false => bail!("the program cannot be built"),
    }
}

/// Walks a person's paths through the page.
pub fn test(root: &Path) -> Result<()> {
    run(root, "test")
}

fn run(root: &Path, script: &str) -> Result<()> {
    let status = npm(root).args(["run", script]).status();
    match status.context("cannot start npm")?.success() {
        true => Ok(()),
        false => bail!("'npm run {script}' failed in {FOLDER}"),
    }
}

fn npm(root: &Path) -> Command {
    let mut command = Command::new("npm");
    command.current_dir(root.join(FOLDER));
    command
}

fn has_chromium() -> bool {
    let named = std::env::var_os("CHROMIUM").map(PathBuf::from);
    let usual = ["chromium", "chromium-browser", "google-chrome"];
    let usual = usual.map(|name| Path::new("/usr/bin").join(name));
    named.into_iter().chain(usual).any(|path| path.exists())
}

fn has_japanese_font() -> bool {
    let listed = Command::new("fc-list").arg(":lang=ja").output();
    listed.is_ok_and(|listed| !listed.stdout.is_empty())
}
