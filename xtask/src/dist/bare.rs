//! Tries an archive on a machine that has nothing: a root folder with BusyBox and the archive in
//! it, no Rust, no libraries, no `/proc`, and of the devices only `null`, `random` and `urandom`.
//! There the steps of the READMEs are followed word for
//! word. What the launcher chooses is tried on emulated processors.

use super::{Platform, folder, output};
use crate::run_command;
use crate::tools::{self, Setup};
use anyhow::{Context, Result, bail, ensure};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

/// The comment above the block of a README that is followed here.
const MARK: &str = "<!-- steps: archive -->";

/// What the steps of the READMEs lead to.
const READMES: &[(&str, &str, &str)] = &[
    ("README.md", "C", "Mate in 5 plies"),
    ("README.ja.md", "ja_JP.UTF-8", "5手詰"),
];

/// What is done besides, in the folder of the archive.
const OTHER_WORK: &str = "\
ln -s $PWD/kemuri /bin/kemuri
cd /
echo 8k/9/8P/9/9/9/9/9/9 b G 1 | kemuri solve --json -
printf 'usi\\nisready\\nquit\\n' | kemuri
kemuri web --no-open --port 0 > web.log &
server=$!
while ! grep -q http web.log; do sleep 1; kill -0 $server; done
wget -q -O - $(grep -o 'http://[^ ]*' web.log) | grep -c '<script'
kill -INT $server
wait $server
";

/// Installs BusyBox and the emulator where they are missing.
pub fn set_up(_: &Path) -> Result<Setup> {
    for (program, package) in [("busybox", "busybox-static"), ("qemu-x86_64", "qemu-user")] {
        if output(Command::new(program).arg("--help")).is_err() && !tools::install(package) {
            let reason = format!("{program} is missing and 'apt-get install {package}' failed");
            return Ok(Setup::Missing(reason));
        }
    }
    Ok(Setup::Ready)
}

/// Tries the archive that [`super::make`] has made.
pub fn test(root: &Path) -> Result<()> {
    let platform = Platform::host()?;
    let name = platform.archive_name();
    ensure!(
        platform.is_linux(),
        "archives of Linux are tried, not {name}"
    );
    for (readme, locale, verdict) in READMES {
        let text = fs::read_to_string(root.join(readme)).context(*readme)?;
        let steps = steps(&text).with_context(|| format!("{readme} has no '{MARK}'"))?;
        let bare = bare_root(root, &name)?;
        let start = Instant::now();
        let printed = run_in(&bare, locale, &steps)?;
        println!(
            "xtask: dist: {readme}: {:.1} s on a bare machine for\n{steps}",
            start.elapsed().as_secs_f64()
        );
        let home = bare.join("home").join(&name);
        ensure!(
            printed.contains(verdict),
            "{readme}: no '{verdict}' in:\n{printed}"
        );
        check_picture(&home.join("diagram.png"))?;
        let report = fs::read_to_string(home.join("report.html")).context("report.html")?;
        let is_complete = report.contains("<html") && report.contains("２二銀");
        ensure!(
            is_complete,
            "the report of {readme} does not show the solution"
        );
        let printed = run_in(&bare, locale, &format!("cd {name}\n{OTHER_WORK}"))?;
        for expected in ["\"verdict\":\"mate\"", "usiok", "readyok"] {
            ensure!(printed.contains(expected), "no '{expected}' in:\n{printed}");
        }
    }
    match platform.builds().len() {
        1 => Ok(()),
        _ => test_processors(&folder(root).join(&name)),
    }
}

/// Returns the commands of the block below [`MARK`], one a line.
pub fn steps(readme: &str) -> Option<String> {
    let block = readme.split(MARK).nth(1)?.split("```").nth(1)?;
    let lines = block.lines().skip(1);
    let commands = lines.map(|line| line.split("   #").next().unwrap_or(line).trim_end());
    Some(commands.map(|line| format!("{line}\n")).collect())
}

/// Makes a new root folder with BusyBox and the archive in `/home`.
fn bare_root(root: &Path, name: &str) -> Result<PathBuf> {
    let bare = folder(root).join("bare");
    if bare.exists() {
        output(as_root("rm").arg("-r").arg(&bare))?;
    }
    for name in ["bin", "home", "tmp", "dev"] {
        fs::create_dir_all(bare.join(name))?;
    }
    let busybox = output(Command::new("sh").args(["-c", "command -v busybox"]))?;
    fs::copy(busybox.trim(), bare.join("bin/busybox"))?;
    let devices = ["/dev/null", "/dev/random", "/dev/urandom"];
    output(as_root("cp").arg("-a").args(devices).arg(bare.join("dev")))?;
    let archive = format!("{name}.tar.gz");
    fs::copy(
        folder(root).join(&archive),
        bare.join("home").join(&archive),
    )?;
    output(in_root(&bare).args(["/bin/busybox", "--install", "-s", "/bin"]))?;
    Ok(bare)
}

/// Returns a command that starts what is added to it with `bare` as its root.
fn in_root(bare: &Path) -> Command {
    let mut command = as_root("chroot");
    command.arg(bare);
    command
}

/// Returns a command that starts the program as the administrator of this machine, who alone can
/// change the root of a process.
fn as_root(program: &str) -> Command {
    let is_root = output(Command::new("id").arg("-u")).is_ok_and(|id| id.trim() == "0");
    if is_root {
        return Command::new(program);
    }
    let mut command = Command::new("sudo");
    command.args(["--non-interactive", program]);
    command
}

/// Runs a script there, which ends with the first command that fails.
fn run_in(bare: &Path, locale: &str, script: &str) -> Result<String> {
    let variables = ["PATH=/bin", "HOME=/home", &format!("LANG={locale}")];
    let script = format!("cd\n{script}");
    output(
        in_root(bare)
            .args(["/bin/busybox", "env", "-i"])
            .args(variables)
            .args(["/bin/sh", "-ec", &script]),
    )
}

/// Makes sure that a file is a whole PNG picture.
fn check_picture(path: &Path) -> Result<()> {
    let bytes = fs::read(path).with_context(|| path.display().to_string())?;
    let is_whole = bytes.starts_with(b"\x89PNG\r\n\x1a\n") && bytes.ends_with(b"IEND\xaeB`\x82");
    ensure!(is_whole, "{} is no PNG picture", path.display());
    Ok(())
}

/// Makes sure that the launcher takes the build for the processor, and that launcher and baseline
/// need no instruction that an old one lacks.
fn test_processors(unpacked: &Path) -> Result<()> {
    let on = |processor: &str, program: &str| {
        let mut command = Command::new("qemu-x86_64");
        command
            .args(["-cpu", processor])
            .arg(unpacked.join(program));
        command
    };
    let problem = unpacked.join("examples/problem.kif");
    // The first x86-64, the last without AVX, and all that the emulator knows. What the launcher
    // starts is not emulated; it tells its instruction sets.
    for (processor, is_v3) in [("qemu64", false), ("Nehalem", false), ("max", true)] {
        let printed = output(on(processor, "kemuri").arg("--version"))?;
        println!(
            "xtask: dist: on {processor}: {}",
            printed.replace('\n', "; ")
        );
        ensure!(
            printed.contains("avx2") == is_v3,
            "the wrong build on {processor}"
        );
    }
    for processor in ["qemu64", "Nehalem"] {
        for command in ["solve", "check"] {
            run_command(
                on(processor, "lib/kemuri-baseline")
                    .arg(command)
                    .arg(&problem),
            )?;
        }
    }
    // Otherwise the emulator would show nothing.
    let fast = on("Nehalem", "lib/kemuri-v3")
        .arg("solve")
        .arg(&problem)
        .output()?;
    if fast.status.success() {
        bail!("the build for x86-64-v3 runs on a processor without AVX");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workspace_root;

    #[test]
    fn steps_are_the_commands_of_the_marked_block() {
        let readme = format!("```console\nother\n```\n{MARK}\n\n```console\na b   # c\n'd'\n```\n");
        assert_eq!(steps(&readme).unwrap(), "a b\n'd'\n");
        assert_eq!(steps("```\na\n```\n"), None);
    }

    #[test]
    fn both_readmes_have_the_same_steps() {
        let root = workspace_root().unwrap();
        let [english, japanese] = [0, 1].map(|i| {
            let text = fs::read_to_string(root.join(READMES[i].0)).unwrap();
            steps(&text).unwrap()
        });
        assert_eq!(english, japanese);
        let commands = ["solve", "show", "check"];
        assert!(commands.iter().all(|command| english.contains(command)));
    }
}
