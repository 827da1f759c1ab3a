//! Random records through foreign programs and back. They are installed by name into a scratch
//! folder: some are under licences that no file of this project may depend on.

use crate::cargo;
use crate::tools::{Setup, ensure_program};
use anyhow::{Context, Result, bail};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// How many records are exchanged.
const RECORDS: &str = "200";
/// The foreign programs from npm.
const NPM: [&str; 3] = ["tsshogi", "json-kifu-format", "shogiops"];
/// The foreign programs from PyPI.
const PYPI: [&str; 2] = ["python-shogi", "cshogi"];
/// What they are driven by, in `tools/conformance`.
const SCRIPTS: [&str; 5] = [
    "tsshogi.mjs",
    "json-kifu-format.mjs",
    "shogiops.mjs",
    "python_shogi.py",
    "cshogi_records.py",
];

/// Installs Node and Python where they are missing, and the programs.
pub fn set_up(root: &Path) -> Result<Setup> {
    for (program, package) in [
        ("node", "nodejs"),
        ("npm", "npm"),
        ("python3", "python3-venv"),
    ] {
        if let Setup::Missing(reason) = ensure_program(program, package)? {
            return Ok(Setup::Missing(reason));
        }
    }
    let scratch = scratch(root);
    fs::create_dir_all(&scratch).with_context(|| scratch.display().to_string())?;
    fs::write(scratch.join("package.json"), "{\"private\": true}\n")?;
    let npm = [
        "install",
        "--no-save",
        "--no-fund",
        "--no-audit",
        "--silent",
    ];
    run(command(&scratch, "npm").args(npm).args(NPM))?;
    if !python(&scratch).exists() {
        run(command(&scratch, "python3").args(["-m", "venv", "venv"]))?;
    }
    let pip = ["-m", "pip", "install", "--quiet"];
    run(Command::new(python(&scratch)).args(pip).args(PYPI))?;
    Ok(Setup::Ready)
}

/// Lets the programs read our records and us theirs, and prints who has read what.
pub fn exchange(root: &Path) -> Result<()> {
    let scratch = scratch(root);
    let tools = root.join("tools/conformance");
    for file in fs::read_dir(&tools).with_context(|| tools.display().to_string())? {
        let file = file?;
        fs::copy(file.path(), scratch.join(file.file_name()))?;
    }
    let records = scratch.join("records");
    let _ = fs::remove_dir_all(&records);
    let example = |action: &str| {
        let mut command = cargo(root);
        command.args(["run", "--quiet", "--package", "kemuri-formats"]);
        command.args(["--example", "conformance", "--", action]);
        command.arg(&records);
        command
    };
    run(example("write").arg(RECORDS))?;
    for script in SCRIPTS {
        println!("xtask: conformance: {script}");
        let mut command = match script.ends_with(".py") {
            true => Command::new(python(&scratch)),
            false => Command::new("node"),
        };
        run(command.current_dir(&scratch).arg(script))?;
    }
    run(command(&scratch, "npm").args(["ls", "--depth=0"]).args(NPM))?;
    run(Command::new(python(&scratch)).args(["-m", "pip", "list"]))?;
    run(&mut example("compare"))
}

/// Where everything foreign is.
fn scratch(root: &Path) -> PathBuf {
    root.join("target/conformance")
}

/// The interpreter with the packages.
fn python(scratch: &Path) -> PathBuf {
    scratch.join("venv/bin/python")
}

fn command(folder: &Path, program: &str) -> Command {
    let mut command = Command::new(program);
    command.current_dir(folder).stdin(Stdio::null());
    command
}

fn run(command: &mut Command) -> Result<()> {
    let status = command.status();
    match status
        .with_context(|| format!("cannot start {command:?}"))?
        .success()
    {
        true => Ok(()),
        false => bail!("{command:?} failed"),
    }
}
