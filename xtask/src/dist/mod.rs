//! `cargo xtask dist`: the archive for people without Rust.
//!
//! On x86-64 an archive has two builds of the program, one for every processor and one for those
//! since about 2013, and a launcher that takes the right one (`crates/launcher`). On Linux they
//! are linked statically and need nothing of the system.

pub mod bare;
mod contents;
mod licences;

use crate::{cargo, run_command};
use anyhow::{Context, Result, bail};
use sha2::{Digest, Sha256};
use std::env::consts::EXE_SUFFIX;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// How the programs of an archive are built.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Profile {
    /// As they are given away.
    Dist,
    /// In a fraction of the time, to test the archive.
    Dev,
}

/// The machine that the archive is made on and for.
pub struct Platform {
    /// As the compiler calls it.
    triple: String,
}

impl Platform {
    /// Returns the platform of the compiler.
    pub fn host() -> Result<Self> {
        let printed = output(Command::new("rustc").arg("-vV"))?;
        let triple = printed.lines().find_map(|line| line.strip_prefix("host: "));
        let triple = triple.context("rustc does not name its host")?.to_owned();
        Ok(Self { triple })
    }

    /// Returns the name of the archive without its ending, and of the folder in it.
    pub fn archive_name(&self) -> String {
        let system = match &self.triple {
            triple if triple.contains("windows") => "windows",
            triple if triple.contains("apple") => "macos",
            _ => "linux",
        };
        let processor = self.triple.split('-').next().unwrap_or_default();
        format!("kemuri-{system}-{processor}")
    }

    fn is_linux(&self) -> bool {
        self.triple.contains("linux")
    }

    /// Returns the name of each build of the program, and the processor that it is for.
    fn builds(&self) -> &'static [(&'static str, &'static str)] {
        match self.triple.starts_with("x86_64") {
            true => &[
                ("lib/kemuri-baseline", "x86-64"),
                ("lib/kemuri-v3", "x86-64-v3"),
            ],
            // The least that the platform promises.
            false => &[("kemuri", "")],
        }
    }

    /// Returns the flags of the compiler for a processor. They replace those of
    /// `.cargo/config.toml`.
    fn flags(&self, processor: &str) -> String {
        let mut flags = Vec::new();
        if !processor.is_empty() {
            flags.push(format!("-C target-cpu={processor}"));
        }
        if self.is_linux() || self.triple.ends_with("msvc") {
            flags.push("-C target-feature=+crt-static".into());
        }
        flags.join(" ")
    }
}

/// The folder of archives.
pub fn folder(root: &Path) -> PathBuf {
    root.join("target/dist")
}

/// Makes the archive that is given away.
pub fn make_to_give_away(root: &Path) -> Result<()> {
    make(root, Profile::Dist)
}

/// Makes the archive for this machine, and the file with its checksum.
pub fn make(root: &Path, profile: Profile) -> Result<()> {
    let platform = Platform::host()?;
    let name = platform.archive_name();
    let unpacked = folder(root).join(&name);
    let _ = fs::remove_dir_all(&unpacked);
    fs::create_dir_all(unpacked.join("lib")).with_context(|| unpacked.display().to_string())?;
    let mut program = PathBuf::new();
    for (file, processor) in platform.builds() {
        program = unpacked.join(format!("{file}{EXE_SUFFIX}"));
        build(root, &platform, profile, processor, "kemuri", &program)?;
    }
    if platform.builds().len() > 1 {
        let launcher = unpacked.join(format!("kemuri{EXE_SUFFIX}"));
        let (_, processor) = platform.builds()[0];
        build(
            root,
            &platform,
            profile,
            processor,
            "kemuri-launcher",
            &launcher,
        )?;
    } else {
        fs::remove_dir(unpacked.join("lib"))?;
    }
    contents::add(root, &platform, &program, &unpacked)?;
    let archive = pack(root, &name)?;
    let sum = Sha256::digest(fs::read(&archive)?);
    let sum: String = sum.iter().map(|byte| format!("{byte:02x}")).collect();
    let file = archive.file_name().unwrap_or_default().to_string_lossy();
    let line = format!("{sum}  {file}\n");
    let sums = format!("{}.sha256", archive.display());
    fs::write(&sums, &line).context(sums)?;
    print!("xtask: dist: {}\n{line}", archive.display());
    Ok(())
}

/// Builds a program for a processor, and copies it to `target`.
fn build(
    root: &Path,
    platform: &Platform,
    profile: Profile,
    processor: &str,
    package: &str,
    target: &Path,
) -> Result<()> {
    println!("xtask: dist: {package} for {processor}");
    let (name, below) = match profile {
        Profile::Dist => ("dist", "dist"),
        Profile::Dev => ("dev", "debug"),
    };
    let folder = folder(root).join("build");
    // With the platform named the flags are for the program alone, not for what runs here.
    run_command(
        cargo(root)
            .env("RUSTFLAGS", platform.flags(processor))
            .args(["build", "--quiet", "--locked", "--profile", name])
            .args(["--package", package, "--target", &platform.triple])
            .arg("--target-dir")
            .arg(&folder),
    )?;
    let built = folder.join(&platform.triple).join(below);
    let built = built.join(format!("{package}{EXE_SUFFIX}"));
    fs::copy(&built, target).with_context(|| built.display().to_string())?;
    Ok(())
}

/// Packs the folder `name`, and returns the path of the archive.
fn pack(root: &Path, name: &str) -> Result<PathBuf> {
    // On Windows `tar` writes ZIP files, which need no program there.
    let (ending, options) = match cfg!(windows) {
        true => ("zip", ["-a", "-cf"]),
        false => ("tar.gz", ["-z", "-cf"]),
    };
    let file = format!("{name}.{ending}");
    run_command(
        Command::new("tar")
            .current_dir(folder(root))
            .args(options)
            .args([&file, name]),
    )?;
    Ok(folder(root).join(file))
}

/// Returns what a command prints.
fn output(command: &mut Command) -> Result<String> {
    let output = command
        .output()
        .with_context(|| format!("cannot start {command:?}"))?;
    if !output.status.success() {
        let error = String::from_utf8_lossy(&output.stderr);
        bail!("this failed: {command:?}: {error}");
    }
    Ok(String::from_utf8(output.stdout)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn archives_are_named_after_system_and_processor() {
        for (triple, name, builds) in [
            ("x86_64-unknown-linux-gnu", "kemuri-linux-x86_64", 2),
            ("aarch64-unknown-linux-gnu", "kemuri-linux-aarch64", 1),
            ("x86_64-pc-windows-msvc", "kemuri-windows-x86_64", 2),
            ("aarch64-apple-darwin", "kemuri-macos-aarch64", 1),
        ] {
            let triple = triple.to_string();
            let platform = Platform { triple };
            assert_eq!(platform.archive_name(), name);
            assert_eq!(platform.builds().len(), builds);
        }
    }
}
