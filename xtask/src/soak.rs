//! Mixed work for a long time: an engine that is asked and stopped, a solver that is fed through a
//! pipe, and short runs of the other commands. The load is bounded: one thing at a time.

mod samples;

use crate::cargo;
use anyhow::{Context, Result, bail};
use samples::{Round, Samples};
use std::fs;
use std::io::{BufRead, BufReader, Lines, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

/// A problem that no search decides within [`SEARCH`].
const HARD: &str = "9/9/9/9/4k4/9/9/9/4K4 b RBG2S2N2L5Prb3g2s2n2l13p 1";
/// Problems that are decided at once.
const EASY: &[&str] = &[
    "8k/9/8P/9/9/9/9/9/9 b G 1",
    "7k1/7s1/6+B2/5g3/9/9/9/9/9 b SL 1",
    "9/9/6k2/9/5+R3/9/9/9/9 b - 1",
    "8k/9/9/9/9/9/9/9/9 b P 1",
];
/// How long the engine searches before it is stopped.
const SEARCH: Duration = Duration::from_millis(200);
/// How often a round starts, at most.
const PACE: Duration = Duration::from_secs(1);
/// Arguments of the short runs; `CERTIFICATE` is a file that the first of them writes.
const COMMANDS: &[&[&str]] = &[
    &["solve", "PROBLEM", "--certificate", "CERTIFICATE"],
    &["verify", "CERTIFICATE", "--json"],
    &["check", "PROBLEM", "--json", "--nodes", "20000"],
    &["show", "PROBLEM"],
    &["convert", "PROBLEM", "--to", "kif"],
    &["solve", "PROBLEM", "--tree=json", "--hash", "1M"],
];

/// Works for `time` and prints a table. It is an error if memory or handles grow, if `stop`
/// takes too long, or if a command fails.
pub fn run(root: &Path, time: Duration) -> Result<()> {
    let mut build = cargo(root);
    build.args(["build", "--release", "--package", "kemuri"]);
    if !build.status().context("cannot start cargo")?.success() {
        bail!("the program does not build");
    }
    let folder = root.join("target/soak/work");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
    // A copy, so that it stays the same while other things are built.
    let program = root.join("target/soak/kemuri");
    fs::copy(root.join("target/release/kemuri"), &program).context("cannot copy the program")?;
    let mut soak = Soak::start(program, folder)?;
    let (start, mut samples) = (Instant::now(), Samples::new(time));
    while start.elapsed() < time {
        let next = Instant::now() + PACE;
        let round = soak.round(samples.rounds())?;
        let processes = [soak.engine.child.id(), soak.solver.child.id()];
        samples.add(start.elapsed(), round, processes)?;
        std::thread::sleep(next.saturating_duration_since(Instant::now()));
    }
    soak.end()?;
    print!("{}", samples.table());
    samples.judge()
}

/// The programs at work.
struct Soak {
    program: PathBuf,
    folder: PathBuf,
    engine: Pipes,
    solver: Pipes,
}

impl Soak {
    fn start(program: PathBuf, folder: PathBuf) -> Result<Self> {
        let mut engine = Pipes::start(&program, &["usi", "--lang", "en"])?;
        engine.send("usi\nsetoption name USI_Hash value 16\nisready")?;
        engine.until("readyok")?;
        let solver = "solve - --json --no-progress --hash 16M --nodes 20000";
        let solver = Pipes::start(&program, &solver.split(' ').collect::<Vec<_>>())?;
        Ok(Self {
            program,
            folder,
            engine,
            solver,
        })
    }

    /// Does one round of the mixed work.
    fn round(&mut self, number: usize) -> Result<Round> {
        let easy = EASY[number % EASY.len()];
        if number % 10 == 9 {
            self.engine.send("usinewgame")?;
        }
        let idle = Instant::now();
        self.engine.send("isready")?;
        self.engine.until("readyok")?;
        let ready = idle.elapsed();

        self.engine
            .send(&format!("position sfen {easy}\ngo mate 10000"))?;
        self.engine.until("checkmate")?;
        self.engine
            .send(&format!("position sfen {HARD}\ngo mate infinite"))?;
        std::thread::sleep(SEARCH);
        let asked = Instant::now();
        self.engine.send("stop")?;
        let answer = self.engine.until("checkmate")?;
        let stop = asked.elapsed();
        if answer != "checkmate timeout" {
            bail!("the engine was stopped and said '{answer}'");
        }

        self.solver
            .send(if number % 3 == 2 { HARD } else { easy })?;
        let line = self.solver.line()?;
        if !line.contains("\"verdict\":") {
            bail!("the solver said '{line}'");
        }
        self.command(number, easy)?;
        Ok(Round { ready, stop })
    }

    /// Runs one of the commands to its end.
    fn command(&self, number: usize, problem: &str) -> Result<()> {
        let args = COMMANDS[number % COMMANDS.len()];
        let args = args.iter().map(|&arg| match arg {
            "PROBLEM" => problem,
            "CERTIFICATE" => "certificate",
            arg => arg,
        });
        let mut command = Command::new(&self.program);
        command.current_dir(&self.folder).args(args);
        let output = command.output().context("cannot start the program")?;
        let error = String::from_utf8_lossy(&output.stderr);
        // 1 is the exit code of what is not decided within its limits.
        if !matches!(output.status.code(), Some(0 | 1)) {
            bail!("{command:?} ended with {}: {error}", output.status);
        }
        Ok(())
    }

    /// Ends the programs, which must end well and leave nothing but the certificate.
    fn end(mut self) -> Result<()> {
        self.engine.send("quit")?;
        for pipes in [self.engine, self.solver] {
            pipes.end()?;
        }
        let left = fs::read_dir(&self.folder)?.collect::<Result<Vec<_>, _>>()?;
        if let Some(file) = left.iter().find(|file| file.file_name() != "certificate") {
            bail!("{} was left behind", file.path().display());
        }
        Ok(())
    }
}

/// A program that is talked with.
struct Pipes {
    child: Child,
    input: ChildStdin,
    output: Lines<BufReader<ChildStdout>>,
}

impl Pipes {
    fn start(program: &Path, args: &[&str]) -> Result<Self> {
        let mut command = Command::new(program);
        command.args(args);
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().context("cannot start the program")?;
        let (input, output) = (child.stdin.take(), child.stdout.take());
        let input = input.context("no standard input")?;
        let output = BufReader::new(output.context("no standard output")?).lines();
        Ok(Self {
            child,
            input,
            output,
        })
    }

    fn send(&mut self, lines: &str) -> Result<()> {
        writeln!(self.input, "{lines}").context("the program has ended")
    }

    fn line(&mut self) -> Result<String> {
        let line = self.output.next().context("the program has ended")?;
        Ok(line?)
    }

    /// Returns the next line that starts with `word`.
    fn until(&mut self, word: &str) -> Result<String> {
        loop {
            let line = self.line()?;
            if line.starts_with(word) {
                return Ok(line);
            }
        }
    }

    /// Closes the input and waits for the end, which must be a good one.
    fn end(mut self) -> Result<()> {
        drop(self.input);
        let status = self.child.wait()?;
        match status.code() {
            Some(0 | 1) => Ok(()),
            _ => bail!("a program ended with {status}"),
        }
    }
}
