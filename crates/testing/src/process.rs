//! Runs a program the way a user does.

use kemuri_text::Lang;
use serde_json::Value;
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Against hangs only: a stop takes a tenth of a second.
pub const PATIENCE: Duration = Duration::from_secs(20);

/// What a run left behind.
pub struct Ran {
    /// The name of the program.
    pub program: String,
    /// Exit code.
    pub code: i32,
    /// Standard output.
    pub out: String,
    /// Standard error.
    pub err: String,
}

/// A command whose locale and terminal are those of nobody.
pub fn in_english(command: Command) -> Command {
    in_language(command, Lang::En)
}

/// The same in the locale of a language.
fn in_language(mut command: Command, lang: Lang) -> Command {
    for name in ["LC_ALL", "LC_MESSAGES", "COLUMNS"] {
        command.env_remove(name);
    }
    let locale = match lang {
        Lang::En => "C",
        Lang::Ja => "ja_JP.UTF-8",
    };
    command.env("LANG", locale);
    command
}

/// Starts `command` with pipes to all three of its streams.
pub fn start(command: &mut Command) -> Child {
    command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts")
}

/// Runs `command` to its end.
pub fn finish(command: &mut Command, input: &[u8]) -> Ran {
    let program = Path::new(command.get_program());
    let program = program.file_stem().expect("a program").to_string_lossy();
    let program = program.into_owned();
    let mut child = start(command);
    let mut stdin = child.stdin.take().expect("a pipe");
    let input = input.to_vec();
    // From a thread of its own: the program may answer before it has read all.
    let writer = std::thread::spawn(move || {
        let _ = stdin.write_all(&input);
    });
    let output = child.wait_with_output().expect("the program ends");
    writer.join().expect("all is written");
    Ran {
        program,
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
        assert!(
            self.err.starts_with(&format!("{}: ", self.program)),
            "stderr: {}",
            self.err
        );
        assert!(self.err.len() < 300, "stderr: {}", self.err);
        for part in parts {
            assert!(self.err.contains(part), "'{part}' is not in: {}", self.err);
        }
        assert_eq!(self.out, "", "nothing was solved");
    }
}

/// Runs a command line of a page the way its reader does, in a shell that finds
/// the program, in the locale of a language, and returns what stands on the screen
/// afterwards.
#[cfg(unix)]
pub fn screen(command: &str, lang: Lang, folder: &Path, program: &Path) -> String {
    let mut path = std::ffi::OsString::from(program.parent().expect("a directory"));
    path.push(":");
    path.push(std::env::var_os("PATH").unwrap_or_default());
    let name = program.file_name().expect("a program").to_string_lossy();
    let is_ours = command.split(' ').any(|word| word == name);
    assert!(is_ours, "not an example of {name}: {command}");
    let (mut reader, writer) = std::io::pipe().expect("a pipe");
    let mut shell = in_language(Command::new("sh"), lang);
    shell
        .args(["-c", command])
        .current_dir(folder)
        .env("PATH", path)
        .env_remove("COLUMNS")
        .env_remove("NO_COLOR")
        .stdin(Stdio::null())
        .stdout(writer.try_clone().expect("a pipe"))
        .stderr(writer);
    let mut child = shell.spawn().expect("a shell");
    // It holds the ends of the pipe that would keep the reader waiting.
    drop(shell);
    let mut out = String::new();
    reader.read_to_string(&mut out).expect("UTF-8");
    let code = child.wait().expect("an end").code();
    assert!(matches!(code, Some(0..=2)), "{command}: {code:?}: {out}");
    out
}
