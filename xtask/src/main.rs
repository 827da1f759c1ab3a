//! `cargo xtask test`: everything that CI runs, set-up included.

mod steps;

use anyhow::{Context, Result, bail};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use steps::{COMPONENTS, STEPS, Step};

const USAGE: &str = "\
usage: cargo xtask test

  test    install what is missing, then format check, lint, test, documentation";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let done = match args.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["test"] => test(),
        ["-h" | "--help" | "help"] => {
            println!("{USAGE}");
            return ExitCode::SUCCESS;
        }
        _ => {
            eprintln!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn test() -> Result<()> {
    let root = workspace_root()?;
    for component in COMPONENTS {
        ensure(&root, component.name, component.probe)?;
    }
    steps::run(STEPS, |step| {
        println!("xtask: {}: cargo {}", step.name, step.args.join(" "));
        run_step(&root, step)
    })?;
    println!("xtask: all {} steps passed", STEPS.len());
    Ok(())
}

/// The folder above this crate, so that it does not matter where one stands.
fn workspace_root() -> Result<PathBuf> {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .map(Path::to_path_buf)
        .context("the workspace has no folder above xtask")
}

/// The cargo that runs this program, so that every step uses one toolchain.
fn cargo(root: &Path) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(root);
    command
}

/// Installs a component of the toolchain unless `cargo <probe> --version` works.
fn ensure(root: &Path, name: &str, probe: &str) -> Result<()> {
    let works = || {
        cargo(root)
            .args([probe, "--version"])
            .output()
            .is_ok_and(|output| output.status.success())
    };
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

fn run_step(root: &Path, step: &Step) -> Result<bool> {
    let status = cargo(root)
        .args(step.args)
        .envs(step.env.iter().copied())
        .status()
        .with_context(|| format!("cannot start cargo for the step '{}'", step.name))?;
    Ok(status.success())
}
