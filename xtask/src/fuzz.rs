//! Builds the fuzz targets of `fuzz/` and runs each for a short time.

use crate::cargo;
use crate::tools::{self, Setup};
use anyhow::{Context, Result, bail};
use std::fs;
use std::path::Path;
use std::process::Command;

/// Runs of each target in an ordinary run; with `KEMURI_FULL=1` there are ten times as many.
const RUNS: u32 = 20_000;
/// Runs of the targets that start threads or write files each time.
const SLOW: &[(&str, u32)] = &[("journal", 1_000), ("usi", 500)];
/// The seed is fixed, so that CI repeats itself.
const SEED: &str = "-seed=1";
/// The targets that read the fixtures of the record formats.
const RECORDS: &[&str] = &["any", "csa", "jkf", "kif", "sfen"];

/// The coverage instrumentation that `cargo fuzz` asks for. These flags work on a stable
/// compiler; only the sanitizers need a nightly one.
const FLAGS: &[&str] = &[
    "--cfg=fuzzing",
    "-Cpasses=sancov-module",
    "-Cllvm-args=-sanitizer-coverage-level=4",
    "-Cllvm-args=-sanitizer-coverage-inline-8bit-counters",
    "-Cllvm-args=-sanitizer-coverage-pc-table",
    // With several units the linker may drop the counters of one of them.
    "-Ccodegen-units=1",
];

/// Installs a C++ compiler, which libFuzzer needs, if it is missing.
pub fn set_up(_: &Path) -> Result<Setup> {
    if cfg!(windows) {
        return Ok(Setup::Missing("libFuzzer needs a Unix".into()));
    }
    if std::env::var_os("CXX").is_some() {
        return Ok(Setup::Ready);
    }
    tools::ensure_program("c++", "g++")
}

/// Builds all targets.
pub fn build(root: &Path) -> Result<()> {
    let built = fuzz_cargo(root, "build").status();
    if !built.context("cannot start cargo")?.success() {
        bail!("the fuzz targets do not build");
    }
    Ok(())
}

/// Runs each target on its corpus; those that read records on the fixtures of the readers too.
pub fn run(root: &Path) -> Result<()> {
    targets(root)?
        .iter()
        .try_for_each(|name| run_target(root, name))
}

/// Returns the names of the targets.
fn targets(root: &Path) -> Result<Vec<String>> {
    let folder = root.join("fuzz/fuzz_targets");
    let mut names = Vec::new();
    for entry in fs::read_dir(&folder).with_context(|| folder.display().to_string())? {
        let path = entry?.path();
        if let Some(name) = path.file_stem().and_then(|name| name.to_str()) {
            names.push(name.to_string());
        }
    }
    names.sort();
    Ok(names)
}

/// Runs one target. What it discovers goes below `target/fuzz`, not into the corpus.
fn run_target(root: &Path, name: &str) -> Result<()> {
    let found = root.join("target/fuzz/found").join(name);
    let _ = fs::remove_dir_all(&found);
    fs::create_dir_all(&found).with_context(|| found.display().to_string())?;
    let runs = format!("-runs={}", runs(name));
    println!("xtask: fuzz: {name} {runs}");
    let mut command = fuzz_cargo(root, "run");
    command
        .args(["--quiet", "--bin", name, "--", &runs, SEED])
        .arg(format!("-artifact_prefix=target/fuzz/{name}-"))
        .arg(&found)
        .arg(format!("fuzz/corpus/{name}"));
    if RECORDS.contains(&name) {
        command.arg("crates/formats/tests/fixtures");
    }
    let output = command.output().context("cannot start cargo")?;
    if !output.status.success() {
        eprintln!("{}", String::from_utf8_lossy(&output.stderr));
        bail!("the fuzz target '{name}' failed; the input is in target/fuzz/{name}-*");
    }
    Ok(())
}

/// Returns how often a target is run.
fn runs(name: &str) -> u32 {
    let slow = SLOW.iter().find(|(slow, _)| *slow == name);
    let runs = slow.map_or(RUNS, |(_, runs)| *runs);
    match std::env::var_os("KEMURI_FULL").is_some_and(|value| value == "1") {
        true => 10 * runs,
        false => runs,
    }
}

/// Returns a call of cargo for the fuzz crate.
fn fuzz_cargo(root: &Path, command: &str) -> Command {
    let mut cargo = cargo(root);
    cargo
        .arg(command)
        .args(["--manifest-path", "fuzz/Cargo.toml", "--profile=short"])
        // A target keeps the flags away from build scripts.
        .args(["--target", "host-tuple", "--target-dir", "target/fuzz"])
        .env("CARGO_ENCODED_RUSTFLAGS", FLAGS.join("\x1f"));
    cargo
}
