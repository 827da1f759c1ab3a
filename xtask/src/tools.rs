//! Installs the tools that the steps need.

use crate::cargo;
use anyhow::{Context, Result, bail};
use std::path::{Path, PathBuf};
use std::process::Command;

/// A component of the Rust toolchain that a step needs.
struct Component {
    /// As rustup calls it.
    name: &'static str,
    /// The cargo subcommand that the component provides.
    probe: &'static str,
}

const COMPONENTS: &[Component] = &[
    Component {
        name: "rustfmt",
        probe: "fmt",
    },
    Component {
        name: "clippy",
        probe: "clippy",
    },
];

/// Whether what a group of steps needs is there.
pub enum Setup {
    /// It is.
    Ready,
    /// It is not, and cannot be installed here: why.
    Missing(String),
}

/// Installs the components of the toolchain that are missing.
pub fn ensure_components(root: &Path) -> Result<Setup> {
    for component in COMPONENTS {
        ensure_component(root, component)?;
    }
    Ok(Setup::Ready)
}

/// Installs a program with the package manager of Debian if it is missing.
pub fn ensure_program(program: &str, package: &str) -> Result<Setup> {
    let works = || succeeds(Command::new(program).arg("--version"));
    if works() {
        return Ok(Setup::Ready);
    }
    println!("xtask: {program} is missing: apt-get install {package}");
    Ok(match install(package) && works() {
        true => Setup::Ready,
        false => Setup::Missing(format!(
            "{program} is missing and 'apt-get install {package}' did not help"
        )),
    })
}

/// Installs a package of Debian. Returns whether that worked.
pub fn install(package: &str) -> bool {
    let apt_get = |args: &[&str]| {
        let status = Command::new("apt-get")
            .args(args)
            .env("DEBIAN_FRONTEND", "noninteractive")
            .status();
        status.is_ok_and(|status| status.success())
    };
    let options = ["install", "--quiet", "--yes", "--no-install-recommends"];
    apt_get(&["update", "--quiet"]) && apt_get(&[&options[..], &[package]].concat())
}

/// Installs a component unless `cargo <probe> --version` works.
fn ensure_component(root: &Path, component: &Component) -> Result<()> {
    let Component { name, probe } = component;
    let works = || succeeds(cargo(root).args([probe, "--version"]));
    if works() {
        return Ok(());
    }
    println!("xtask: {name} is missing: rustup component add {name}");
    let installed = Command::new("rustup")
        .current_dir(root)
        .args(["component", "add", name])
        .status();
    match installed {
        Ok(status) if status.success() && works() => Ok(()),
        Ok(_) => bail!("{name} is missing and 'rustup component add {name}' did not help"),
        Err(_) => bail!(
            "{name} is missing and there is no rustup to install it with: \
             install {name} for this toolchain with your package manager, or rustup from \
             https://rustup.rs"
        ),
    }
}

/// Installs Python if it is missing. A few tests need it: they skip themselves without it, and
/// fail in CI.
pub fn ensure_python(_: &Path) -> Result<Setup> {
    if let Setup::Missing(reason) = ensure_program("python3", "python3")? {
        println!("xtask: test: {reason}");
    }
    Ok(Setup::Ready)
}

/// The version of mdBook that builds the book.
const MDBOOK: &str = "0.5.4";

/// Where tools are installed.
fn folder(root: &Path) -> PathBuf {
    root.join("target/tools")
}

/// Returns the path of mdBook: the one on `PATH` if it has the right version, otherwise that
/// under `target/tools`.
pub fn mdbook(root: &Path) -> Result<PathBuf> {
    let own = folder(root).join("bin/mdbook");
    let paths = [PathBuf::from("mdbook"), own];
    let found = paths.into_iter().find(|path| has_version(path, MDBOOK));
    found.with_context(|| format!("mdBook {MDBOOK} is missing"))
}

/// Installs mdBook under `target/tools` if it is missing.
pub fn ensure_mdbook(root: &Path) -> Result<Setup> {
    if mdbook(root).is_ok() {
        return Ok(Setup::Ready);
    }
    let folder = folder(root);
    println!("xtask: mdBook {MDBOOK} is missing: installing it into target/tools");
    // Without optimisation: it compiles in half the time and still builds the book in seconds.
    let status = cargo(root)
        .env("CARGO_PROFILE_DEV_DEBUG", "0")
        .args(["install", "mdbook", "--version", MDBOOK, "--locked"])
        .args(["--no-default-features", "--debug", "--force", "--root"])
        .arg(&folder)
        .arg("--target-dir")
        .arg(folder.join("build"))
        .status()
        .context("cannot start cargo to install mdBook")?;
    if !status.success() {
        bail!("mdBook {MDBOOK} is missing and 'cargo install mdbook' did not help");
    }
    mdbook(root).map(|_| Setup::Ready)
}

/// Returns whether `program --version` ends in `version`.
fn has_version(program: &Path, version: &str) -> bool {
    let output = Command::new(program).arg("--version").output();
    output.is_ok_and(|output| {
        let text = String::from_utf8_lossy(&output.stdout);
        text.trim_end().ends_with(&format!("v{version}"))
    })
}

fn succeeds(command: &mut Command) -> bool {
    let output = command.output();
    output.is_ok_and(|output| output.status.success())
}
