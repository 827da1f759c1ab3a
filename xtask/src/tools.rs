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

/// Installs the components of the toolchain that are missing.
pub fn ensure_components(root: &Path) -> Result<()> {
    COMPONENTS
        .iter()
        .try_for_each(|component| ensure_component(root, component))
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

/// The version of mdBook that builds the book.
const MDBOOK: &str = "0.5.4";

/// Returns the path of mdBook: the one on `PATH` if it has the right version, otherwise a copy
/// under `target/tools`, which is installed if it is missing.
pub fn mdbook(root: &Path) -> Result<PathBuf> {
    let folder = root.join("target/tools");
    let own = folder.join("bin/mdbook");
    for path in [Path::new("mdbook"), &own] {
        if has_version(path, MDBOOK) {
            return Ok(path.to_path_buf());
        }
    }
    println!("xtask: mdBook {MDBOOK} is missing: installing it into target/tools");
    // Without optimisation: it compiles in half the time and still builds the book in seconds.
    let status = cargo(root)
        .args(["install", "mdbook", "--version", MDBOOK, "--locked"])
        .args(["--no-default-features", "--debug", "--force", "--root"])
        .arg(&folder)
        .arg("--target-dir")
        .arg(folder.join("build"))
        .status()
        .context("cannot start cargo to install mdBook")?;
    if !status.success() || !has_version(&own, MDBOOK) {
        bail!("mdBook {MDBOOK} is missing and 'cargo install mdbook' did not help");
    }
    Ok(own)
}

/// Returns whether `program --version` ends in `version`.
fn has_version(program: &Path, version: &str) -> bool {
    let output = Command::new(program).arg("--version").output();
    output.is_ok_and(|output| {
        let text = String::from_utf8_lossy(&output.stdout);
        text.trim_end().ends_with(&format!("v{version}"))
    })
}

/// Returns whether there is a C++ compiler, which the fuzz targets need.
pub fn has_cpp_compiler() -> bool {
    std::env::var_os("CXX").is_some() || succeeds(Command::new("c++").arg("--version"))
}

fn succeeds(command: &mut Command) -> bool {
    let output = command.output();
    output.is_ok_and(|output| output.status.success())
}
