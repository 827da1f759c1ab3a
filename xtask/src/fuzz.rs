//! Builds the fuzz targets of `fuzz/` and runs each for a short time.

use crate::{cargo, tools};
use anyhow::{Context, Result, bail};
use std::fs;
use std::path::Path;
use std::process::Command;

/// Runs of each target. The seed is fixed, so that CI repeats itself.
const RUNS: &str = "-runs=20000";
const SEED: &str = "-seed=1";

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

/// Builds all targets and runs each on its corpus and on the fixtures of the readers.
pub fn run(root: &Path) -> Result<()> {
    if cfg!(windows) || !tools::has_cpp_compiler() {
        println!("xtask: fuzz: skipped: libFuzzer needs a Unix and a C++ compiler");
        return Ok(());
    }
    println!("xtask: fuzz: building the targets");
    let built = fuzz_cargo(root, "build").status();
    if !built.context("cannot start cargo")?.success() {
        bail!("the fuzz targets do not build");
    }
    for name in targets(root)? {
        run_target(root, &name)?;
    }
    Ok(())
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
    println!("xtask: fuzz: {name} {RUNS}");
    let output = fuzz_cargo(root, "run")
        .args(["--quiet", "--bin", name, "--", RUNS, SEED])
        .arg(format!("-artifact_prefix=target/fuzz/{name}-"))
        .arg(&found)
        .arg(format!("fuzz/corpus/{name}"))
        .arg("crates/formats/tests/fixtures")
        .output()
        .context("cannot start cargo")?;
    if !output.status.success() {
        eprintln!("{}", String::from_utf8_lossy(&output.stderr));
        bail!("the fuzz target '{name}' failed; the input is in target/fuzz/{name}-*");
    }
    Ok(())
}

/// Returns a call of cargo for the fuzz crate.
fn fuzz_cargo(root: &Path, command: &str) -> Command {
    let mut cargo = cargo(root);
    cargo
        .arg(command)
        .args(["--manifest-path", "fuzz/Cargo.toml", "--release"])
        // A target keeps the flags away from build scripts.
        .args(["--target", "host-tuple", "--target-dir", "target/fuzz"])
        .env("CARGO_ENCODED_RUSTFLAGS", FLAGS.join("\x1f"));
    cargo
}
