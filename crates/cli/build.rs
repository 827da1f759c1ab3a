//! Tells the program what it is built from and for: `kemuri --version`.
//!
//! The commit is that of the repository whose crate this is, or, in a package, the one that
//! `cargo package` has noted. Where there is neither, the program says so.

use std::env;
use std::fs;
use std::path::Path;
use std::process::Command;

/// What `cargo package` notes: the commit, and whether there were changes.
const NOTE: &str = ".cargo_vcs_info.json";

/// What a crate does not make the program from.
const NOT_BUILT: &[&str] = &["tests", "browser", "schema"];

fn main() {
    let (commit, changed) = noted().or_else(of_repository).unwrap_or_default();
    let set = |name: &str, value: &str| println!("cargo::rustc-env={name}={value}");
    set("KEMURI_COMMIT", &commit);
    set("KEMURI_CHANGED", if changed { "changed" } else { "" });
    set("KEMURI_TARGET", &variable("TARGET"));
    set(
        "KEMURI_TARGET_FEATURES",
        &variable("CARGO_CFG_TARGET_FEATURE"),
    );
    rerun_if_changed("build.rs");
}

/// Returns the commit of a package, and whether it has changes.
fn noted() -> Option<(String, bool)> {
    let text = fs::read_to_string(NOTE).ok()?;
    rerun_if_changed(NOTE);
    let commit = text.split("\"sha1\": \"").nth(1)?.split('"').next()?;
    Some((commit.to_owned(), text.contains("\"dirty\": true")))
}

/// Returns the commit of the repository, and whether files differ that the program is made from.
fn of_repository() -> Option<(String, bool)> {
    // A copy of this crate in the repository of another project is none of its commits.
    git(&["ls-files", "--error-unmatch", "build.rs"])?;
    let commit = git(&["rev-parse", "HEAD"])?;
    let mut sources = vec!["../../Cargo.toml".to_owned(), "../../Cargo.lock".to_owned()];
    for folder in entries("..") {
        let parts = entries(&folder).into_iter().filter(|part| {
            let name = Path::new(part).file_name().unwrap_or_default();
            NOT_BUILT.iter().all(|other| name != *other)
        });
        sources.extend(parts);
    }
    let mut status = vec!["status", "--porcelain", "--untracked-files=no", "--"];
    status.extend(sources.iter().map(String::as_str));
    let changed = !git(&status)?.is_empty();
    sources.iter().for_each(|path| rerun_if_changed(path));
    // A commit that changes none of them is another commit all the same.
    if let Some(log) = git(&["rev-parse", "--git-path", "logs/HEAD"]) {
        rerun_if_changed(&log);
    }
    Some((commit, changed))
}

/// Returns what git prints, if it can be started and is content.
fn git(words: &[&str]) -> Option<String> {
    let output = Command::new("git").args(words).output().ok()?;
    let text = output.status.success().then_some(output.stdout)?;
    Some(String::from_utf8(text).ok()?.trim().to_owned())
}

/// Returns the paths of what is in a folder, in their order.
fn entries(folder: &str) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let paths = entries.filter_map(|entry| entry.path().into_os_string().into_string().ok());
    let mut paths: Vec<String> = paths.collect();
    paths.sort();
    paths
}

fn rerun_if_changed(path: &str) {
    println!("cargo::rerun-if-changed={path}");
}

fn variable(name: &str) -> String {
    env::var(name).unwrap_or_default()
}
