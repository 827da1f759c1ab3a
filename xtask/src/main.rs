//! `cargo xtask test`: everything that CI runs, set-up included.

mod book;
mod browser;
mod conformance;
mod dist;
mod fuzz;
mod links;
mod package;
mod run;
mod soak;
mod steps;
mod tools;
mod usage;

use anyhow::{Context, Result, bail};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Duration;
use steps::{Action, GROUPS, Group, Step};
use tools::Setup;

/// How long a soak lasts unless it is said.
const SOAK: Duration = Duration::from_secs(45 * 60);

const USAGE: &str = "\
usage: cargo xtask test [GROUP...]
       cargo xtask package|book|fuzz|conformance
       cargo xtask dist [--dev|--test]
       cargo xtask soak [--minutes N]

  test      everything that CI runs, or the groups named: install what is missing, then
            lint, test, browser, documentation, package, fuzz; if named, dist. KEMURI_FULL=1
            takes the full samples
  package   make the packages of all crates that are published, and compile them
  book      build the book as a site into target/book, in each language, and check its links
  fuzz      build the fuzz targets and run each for a short time
  dist      make the archive for people without Rust in target/dist; --dev: in less time, to work
            on the archive itself; --test: follow the READMEs with it on a bare machine
  conformance
            records through the programs of others and back; installs them under target/
  soak      mixed work for N minutes (45): memory, handles and the latency of stop";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let done = workspace_root().and_then(|root| match args[..] {
        ["test", ref names @ ..] => test(&root, names).map(Some),
        ["package"] => package::check(&root).map(Some),
        ["book"] => alone(&root, tools::ensure_mdbook, &[book::build]),
        ["fuzz"] => alone(&root, fuzz::set_up, &[fuzz::build, fuzz::run]),
        ["conformance"] => alone(&root, conformance::set_up, &[conformance::exchange]),
        ["dist"] => dist::make(&root, dist::Profile::Dist).map(Some),
        ["dist", "--dev"] => dist::make(&root, dist::Profile::Dev).map(Some),
        ["dist", "--test"] => alone(&root, dist::bare::set_up, &[dist::bare::test]),
        ["soak"] => soak::run(&root, SOAK).map(Some),
        ["soak", "--minutes", minutes] => {
            let minutes: u64 = minutes.parse().context("--minutes takes a whole number")?;
            soak::run(&root, Duration::from_secs(60 * minutes)).map(Some)
        }
        ["-h" | "--help" | "help"] => {
            println!("{USAGE}");
            Ok(Some(()))
        }
        _ => Ok(None),
    });
    match done {
        Ok(Some(())) => ExitCode::SUCCESS,
        Ok(None) => {
            eprintln!("{USAGE}");
            ExitCode::from(2)
        }
        Err(error) => {
            eprintln!("xtask: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Runs all groups of steps, or those that are named.
fn test(root: &Path, names: &[&str]) -> Result<()> {
    for name in names {
        if !GROUPS.iter().any(|group| group.name == *name) {
            let all: Vec<&str> = GROUPS.iter().map(|group| group.name).collect();
            bail!(
                "there is no group '{name}' of steps; there are {}",
                all.join(", ")
            );
        }
    }
    let groups: Vec<&Group> = GROUPS
        .iter()
        .filter(|group| match names {
            [] => !group.is_on_demand,
            names => names.contains(&group.name),
        })
        .collect();
    let set_up = |group: &Group| (group.set_up)(root);
    run::run(&groups, is_ci(), set_up, |step| run_step(root, step))?;
    println!("xtask: all steps of {} groups passed", groups.len());
    Ok(())
}

/// A function of a step.
type StepFunction = fn(&Path) -> Result<()>;

/// Runs functions outside of the table of steps, after their set-up.
fn alone(
    root: &Path,
    set_up: fn(&Path) -> Result<Setup>,
    functions: &[StepFunction],
) -> Result<Option<()>> {
    if let Setup::Missing(reason) = set_up(root)? {
        bail!("{reason}");
    }
    functions.iter().try_for_each(|function| function(root))?;
    Ok(Some(()))
}

fn run_step(root: &Path, step: &Step) -> Result<()> {
    match step.action {
        Action::Cargo { args, env } => {
            println!("xtask: {}: cargo {}", step.name, args.join(" "));
            let status = cargo(root)
                .args(args)
                .envs(env.iter().copied())
                .status()
                .context("cannot start cargo")?;
            match status.success() {
                true => Ok(()),
                false => bail!("cargo ended with {status}"),
            }
        }
        Action::Function(function) => function(root),
    }
}

/// Runs a command. It is an error if it fails.
fn run_command(command: &mut Command) -> Result<()> {
    let status = command.status();
    if !status
        .with_context(|| format!("cannot start {command:?}"))?
        .success()
    {
        bail!("this failed: {command:?}");
    }
    Ok(())
}

/// Returns whether this is a run of a CI service, in which nothing is skipped.
fn is_ci() -> bool {
    std::env::var_os("CI").is_some_and(|ci| !ci.is_empty() && ci != "false")
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
    if is_ci() {
        // Nothing is built a second time there.
        command.env("CARGO_INCREMENTAL", "0");
    }
    command
}
