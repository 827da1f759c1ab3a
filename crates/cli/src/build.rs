//! What this build was made from and for, which `build.rs` of the crate finds out.

use kemuri_text::{Lang, tr};

/// The commit, or nothing.
const COMMIT: &str = env!("KEMURI_COMMIT");
/// Whether the files were not those of the commit.
const CHANGED: &str = env!("KEMURI_CHANGED");
/// The platform, as the compiler calls it.
const TARGET: &str = env!("KEMURI_TARGET");
/// The instruction sets and other features that the compiler made use of.
const FEATURES: &str = env!("KEMURI_TARGET_FEATURES");

/// Returns the lines below the version.
pub fn lines(lang: Lang) -> String {
    let commit = match (COMMIT, CHANGED) {
        ("", _) => tr!(lang, "terminal-build-no-commit"),
        (commit, "") => tr!(lang, "terminal-build-commit", commit),
        (commit, _) => tr!(lang, "terminal-build-changed", commit),
    };
    let features = FEATURES.replace(',', " ");
    let target = tr!(lang, "terminal-build-target", target = TARGET, features);
    format!("{commit}\n{target}\n")
}
