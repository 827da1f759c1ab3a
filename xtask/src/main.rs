//! `cargo xtask test`: everything that CI runs, set-up included.

mod book;
mod fuzz;
mod links;
mod package;
mod steps;
mod tools;

use anyhow::{Context, Result};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use steps::{Action, STEPS, Step};

const USAGE: &str = "\
usage: cargo xtask test|package|book|fuzz

  test      install what is missing, then format check, lint, test, documentation, packages, book, fuzz
  package   make the packages of all crates that are published, and compile them
  book      build the book into target/book and check its links
  fuzz      build the fuzz targets and run each for a short time";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let done = match args.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["test"] => test(),
        ["package"] => workspace_root().and_then(|root| package::check(&root)),
        ["book"] => workspace_root().and_then(|root| book::build(&root)),
        ["fuzz"] => workspace_root().and_then(|root| fuzz::run(&root)),
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
    tools::ensure_components(&root)?;
    steps::run(STEPS, |step| run_step(&root, step))?;
    println!("xtask: all {} steps passed", STEPS.len());
    Ok(())
}

/// Returns whether the step succeeded.
fn run_step(root: &Path, step: &Step) -> Result<bool> {
    match step.action {
        Action::Cargo { args, env } => {
            println!("xtask: {}: cargo {}", step.name, args.join(" "));
            let status = cargo(root)
                .args(args)
                .envs(env.iter().copied())
                .status()
                .with_context(|| format!("cannot start cargo for the step '{}'", step.name))?;
            Ok(status.success())
        }
        Action::Package => package::check(root).map(|()| true),
        Action::Book => book::build(root).map(|()| true),
        Action::Fuzz => fuzz::run(root).map(|()| true),
    }
}

/// Returns the parent directory of this crate, so that the current directory does not matter.
fn workspace_root() -> Result<PathBuf> {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .map(Path::to_path_buf)
        .context("xtask has no parent directory")
}

/// Returns the cargo that runs this program, so that every step uses one toolchain.
fn cargo(root: &Path) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(root);
    command
}
