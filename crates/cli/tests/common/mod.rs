//! Running the program the way a user does.

// Every test file is a crate of its own and uses what it needs of this.
#![allow(dead_code)]

pub mod gui;

use serde_json::Value;
use std::ffi::OsStr;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// A mate in five: ▲２二銀 △１二玉 ▲１三銀 △２三玉 ▲３三金.
pub const MATE: &str = "8k/6G2/9/8l/9/9/9/9/9 b 2S2r2b3g2s4n3l18p 1";
/// Its line.
pub const LINE: &str = "S*2b 1a1b S*1c 1b2c 3b3c";
/// A bare king and a pawn in hand: no mate.
pub const NO_MATE: &str = "8k/9/9/9/9/9/9/9/9 b P2r2b4g4s4n4l17p 1";

/// Against hangs only: a stop takes a tenth of a second.
pub const PATIENCE: Duration = Duration::from_secs(20);

/// What a run left behind.
pub struct Ran {
    /// Exit code.
    pub code: i32,
    /// Standard output.
    pub out: String,
    /// Standard error.
    pub err: String,
}

/// The program, in English unless told otherwise.
pub fn kemuri() -> Command {
    in_english(Command::new(env!("CARGO_BIN_EXE_kemuri")))
}

/// A command whose locale is that of nobody.
pub fn in_english(mut command: Command) -> Command {
    for name in ["LC_ALL", "LC_MESSAGES"] {
        command.env_remove(name);
    }
    command.env("LANG", "C");
    command
}

/// Runs the program with `input` on standard input.
pub fn run_with<S: AsRef<OsStr>>(arguments: &[S], input: &[u8]) -> Ran {
    finish(kemuri().args(arguments), input)
}

/// Runs the program with nothing on standard input.
pub fn run<S: AsRef<OsStr>>(arguments: &[S]) -> Ran {
    run_with(arguments, b"")
}

/// Runs `command` to its end.
pub fn finish(command: &mut Command, input: &[u8]) -> Ran {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let input = input.to_vec();
    // From a thread of its own: the program may answer before it has read all.
    let writer = std::thread::spawn(move || {
        let _ = stdin.write_all(&input);
    });
    let output = child.wait_with_output().expect("the program ends");
    writer.join().expect("all is written");
    Ran {
        code: output.status.code().expect("an exit code, not a signal"),
        out: String::from_utf8(output.stdout).expect("UTF-8"),
        err: String::from_utf8(output.stderr).expect("UTF-8"),
    }
}

/// Sends the signal of Ctrl-C.
#[cfg(unix)]
pub fn interrupt(child: &Child) {
    let status = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status()
        .expect("kill");
    assert!(status.success());
}

/// The exit code of a child that has to end by itself.
pub fn wait(child: &mut Child) -> i32 {
    let start = Instant::now();
    loop {
        if let Some(status) = child.try_wait().expect("a child") {
            return status.code().expect("an exit code, not a signal");
        }
        if start.elapsed() > PATIENCE {
            child.kill().expect("killed");
            child.wait().expect("an end");
            panic!("still running {PATIENCE:?} after the interrupt");
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// A new directory for a test called `name`.
pub fn directory(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).expect("a directory");
    path
}

/// A file with this content in a new directory.
pub fn file(test: &str, name: &str, content: impl AsRef<[u8]>) -> String {
    let path = directory(test).join(name);
    std::fs::write(&path, content).expect("a file");
    path.to_str().expect("a UTF-8 path").into()
}

/// The certificate of a mate in one by a gold, whole, but with the gold dropped on 5e.
pub fn with_gold_elsewhere(mut certificate: Vec<u8>) -> Vec<u8> {
    certificate.truncate(certificate.len() - 4);
    let at = certificate.len() - 2;
    let code: u16 = (87 * 81 + 40) * 2;
    certificate[at..].copy_from_slice(&code.to_le_bytes());
    let checksum = crc32fast::hash(&certificate);
    certificate.extend(checksum.to_le_bytes());
    certificate
}

impl Ran {
    /// The objects of a JSON output.
    pub fn json(&self) -> Vec<Value> {
        self.out
            .lines()
            .map(|line| serde_json::from_str(line).unwrap_or_else(|e| panic!("{e}: {line}")))
            .collect()
    }

    /// Asserts that this was refused: one line that names all of `parts`, exit code 2.
    #[track_caller]
    pub fn assert_refused(&self, parts: &[&str]) {
        assert_eq!(self.code, 2, "stderr: {}", self.err);
        assert_eq!(self.err.lines().count(), 1, "stderr: {}", self.err);
        assert!(self.err.starts_with("kemuri: "), "stderr: {}", self.err);
        assert!(self.err.len() < 300, "stderr: {}", self.err);
        for part in parts {
            assert!(self.err.contains(part), "'{part}' is not in: {}", self.err);
        }
        assert_eq!(self.out, "", "nothing was solved");
    }
}
