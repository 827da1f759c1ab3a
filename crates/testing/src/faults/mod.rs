//! Makes the file operations of a program fail, one after the other, or kills it at
//! random moments, and checks what is left: the old files or the new ones, nothing
//! lost that was reported as kept, and a next run that ends as if nothing had
//! happened.
//!
//! The program is the one that users have. A small library, loaded before the C
//! library, counts its file operations and spoils one of them; so operations that
//! nobody thought of are counted too. This needs Linux and a C compiler, which
//! Rust needs for linking anyway.

use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::hash::{BuildHasher, RandomState};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// The files of a folder and its folders by their names, but for locks.
pub type Files = BTreeMap<String, Vec<u8>>;

/// What a run did.
pub struct Run {
    /// Its exit code; none if it was killed.
    pub code: Option<i32>,
    /// Standard output.
    pub out: String,
    /// Standard error.
    pub err: String,
}

/// What happens to a file operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FaultKind {
    /// It fails once.
    Error,
    /// The disk is full from now on: half of what is being written finds room.
    Full,
    /// The process is killed before it.
    Kill,
    /// The process is killed when half of what is being written is there.
    Torn,
}

impl FaultKind {
    /// All kinds.
    pub const ALL: [Self; 4] = [Self::Error, Self::Full, Self::Kill, Self::Torn];

    fn name(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Full => "full",
            Self::Kill => "kill",
            Self::Torn => "torn",
        }
    }

    /// Whether the process survives.
    fn is_error(self) -> bool {
        matches!(self, Self::Error | Self::Full)
    }

    /// The error that the operation gives: an input/output error, or no space.
    fn errno(self) -> &'static str {
        match self {
            Self::Full => "28",
            _ => "5",
        }
    }
}

/// A fault at one file operation.
#[derive(Clone, Copy, Debug)]
pub struct Fault {
    /// What happens.
    pub kind: FaultKind,
    /// At which operation, counted from 1.
    pub at: usize,
}

/// A library that spoils file operations.
pub struct FaultLibrary {
    path: PathBuf,
}

impl FaultLibrary {
    /// Compiles the library in a folder.
    pub fn build(folder: &Path) -> Self {
        let source = folder.join("faults.c");
        fs::write(&source, include_str!("shim.c")).expect("a file");
        let path = folder.join("faults.so");
        let mut compiler = Command::new("cc");
        compiler.args(["-shared", "-fPIC", "-O1", "-o"]);
        let status = compiler.arg(&path).arg(&source).arg("-ldl").status();
        assert!(status.expect("a C compiler").success());
        Self { path }
    }

    /// Runs a command whose operations on files in `folder` are counted, and one of
    /// them spoiled. Returns what it did, and its operations.
    fn run(&self, mut command: Command, folder: &Path, fault: Option<Fault>) -> (Run, Vec<String>) {
        let log = self.path.with_extension("log");
        let _ = fs::remove_file(&log);
        command
            .env("LD_PRELOAD", &self.path)
            .env("KEMURI_FAULT_DIR", folder)
            .env("KEMURI_FAULT_STDOUT", "1")
            .env("KEMURI_FAULT_LOG", &log)
            .stdin(Stdio::null());
        if let Some(Fault { kind, at }) = fault {
            command
                .env("KEMURI_FAULT", kind.name())
                .env("KEMURI_FAULT_AT", at.to_string())
                .env("KEMURI_FAULT_ERRNO", kind.errno());
        }
        let output = command.output().expect("the program starts");
        let run = Run {
            code: output.status.code(),
            out: String::from_utf8_lossy(&output.stdout).into_owned(),
            err: String::from_utf8_lossy(&output.stderr).into_owned(),
        };
        let log = fs::read_to_string(&log).unwrap_or_default();
        (run, log.lines().map(String::from).collect())
    }
}

/// A command and what it may leave behind.
pub struct Scenario<'a> {
    /// What it is called in messages.
    pub name: &'a str,
    /// Puts into an empty folder what the command finds there.
    pub prepare: &'a dyn Fn(&Path),
    /// The command.
    pub command: &'a dyn Fn(&Path) -> Command,
    /// Takes out of a file of this name what differs from run to run.
    pub normal: &'a dyn Fn(&str, Vec<u8>) -> Vec<u8>,
    /// Whether a run that goes on later has a file of this name.
    pub is_unfinished: &'a dyn Fn(&str) -> bool,
    /// Checks that what a run reported is in the files it left.
    pub kept: &'a dyn Fn(&Run, &Files),
}

/// What a sweep did.
#[derive(Default)]
pub struct Sweep {
    /// Operations of the undisturbed run.
    pub operations: usize,
    /// Runs in which something was spoiled.
    pub faults: usize,
    /// Of these, those in which the program ended well nevertheless.
    pub harmless: usize,
}

impl fmt::Display for Sweep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            operations,
            faults,
            harmless,
        } = self;
        write!(
            f,
            "{operations} operations, {faults} faults, {harmless} harmless"
        )
    }
}

impl Scenario<'_> {
    /// Spoils file operations of the command, about `most` of them for each kind of
    /// fault, evenly spread.
    pub fn sweep(&self, library: &FaultLibrary, folder: &Path, most: usize) -> Sweep {
        self.begin(folder);
        let before = self.files(folder);
        let (undisturbed, operations) = library.run((self.command)(folder), folder, None);
        let expected = undisturbed.code;
        let name = self.name;
        assert!(
            expected.is_some_and(|code| code < 2),
            "{name}: {}",
            undisturbed.err
        );
        (self.kept)(&undisturbed, &self.files(folder));
        let after = self.files(folder);
        let mut sweep = Sweep {
            operations: operations.len(),
            ..Sweep::default()
        };
        assert!(sweep.operations > 0, "{name}: nothing is written");
        let step = operations.len().div_ceil(most);
        for (number, kind) in (0..).zip(FaultKind::ALL) {
            // Each kind begins elsewhere.
            let first = 1 + number * step / FaultKind::ALL.len();
            for at in (first..=operations.len()).step_by(step) {
                let fault = Fault { kind, at };
                self.begin(folder);
                let (run, log) = library.run((self.command)(folder), folder, Some(fault));
                if log.len() < at {
                    continue;
                }
                sweep.faults += 1;
                let context = format!("{name}: {fault:?}: {}\n{}", log[at - 1], run.err);
                let left = self.files(folder);
                let is_well = run.code == expected;
                sweep.harmless += usize::from(is_well);
                if kind.is_error() {
                    assert!(is_well || run.code == Some(2), "{:?}: {context}", run.code);
                    self.check_sentences(&run, is_well, &context);
                    let is_removal = log[at - 1].contains(" unlink ");
                    let temporary = left.keys().find(|name| name.ends_with(".partial"));
                    assert!(
                        temporary.is_none() || is_removal,
                        "{temporary:?}: {context}"
                    );
                } else {
                    assert_eq!(run.code, None, "{context}");
                }
                self.check_files(&left, [&before, &after], is_well, &context);
                (self.kept)(&run, &left);
                self.finish(folder, &after, expected, &context);
            }
        }
        sweep
    }

    /// Kills the command `most` times at random moments, starts it again and again in
    /// the same folder, and now and then lets it come to its end. Returns how many
    /// runs were killed before their end.
    pub fn kill(&self, folder: &Path, random: &mut Random, most: usize) -> usize {
        let (name, mut kills) = (self.name, 0);
        self.begin(folder);
        let before = self.files(folder);
        let start = Instant::now();
        let expected = (self.command)(folder)
            .output()
            .expect("a run")
            .status
            .code();
        let time = start.elapsed();
        assert!(
            expected.is_some_and(|code| code < 2),
            "{name}: {expected:?}"
        );
        let after = self.files(folder);
        self.begin(folder);
        for number in 1..=most {
            let run = self.run_for(folder, time.mul_f64(1.1 * random.part()));
            kills += usize::from(run.code.is_none());
            let left = self.files(folder);
            let context = format!("{name}: kill {number}: {}", run.err);
            self.check_files(&left, [&before, &after], run.code.is_some(), &context);
            (self.kept)(&run, &left);
            if number == most || random.part() < 0.3 {
                self.finish(folder, &after, expected, &context);
                self.begin(folder);
            }
        }
        kills
    }

    /// Runs the command to its end, which must be that of an undisturbed run. One that
    /// has nothing left to do may say so.
    fn finish(&self, folder: &Path, after: &Files, expected: Option<i32>, context: &str) {
        let is_done = self.files(folder) == *after;
        let run = (self.command)(folder).output().expect("a run");
        let (code, err) = (run.status.code(), String::from_utf8_lossy(&run.stderr));
        assert!(is_done || code == expected, "{code:?} {err}: {context}");
        let ended = self.files(folder);
        assert!(
            ended.keys().eq(after.keys()),
            "{:?}: {context}",
            ended.keys()
        );
        for (name, bytes) in &ended {
            assert!(*bytes == after[name], "{name} is another: {context}");
        }
    }

    /// Runs the command for some time, then kills it.
    fn run_for(&self, folder: &Path, time: Duration) -> Run {
        let [out, err] = ["out", "err"].map(|end| folder.with_extension(end));
        let create = |path: &Path| fs::File::create(path).expect("a file");
        let mut child = (self.command)(folder)
            .stdin(Stdio::null())
            .stdout(create(&out))
            .stderr(create(&err))
            .spawn()
            .expect("the program starts");
        std::thread::sleep(time);
        // It may have ended by itself.
        let _ = child.kill();
        let read = |path: &Path| fs::read(path).expect("a file");
        Run {
            code: child.wait().expect("an end").code(),
            out: String::from_utf8_lossy(&read(&out)).into_owned(),
            err: String::from_utf8_lossy(&read(&err)).into_owned(),
        }
    }

    fn begin(&self, folder: &Path) {
        let _ = fs::remove_dir_all(folder);
        fs::create_dir_all(folder).expect("a folder");
        (self.prepare)(folder);
    }

    fn files(&self, folder: &Path) -> Files {
        let normal = |(name, bytes): (String, Vec<u8>)| {
            let bytes = (self.normal)(&name, bytes);
            (name, bytes)
        };
        files(folder).into_iter().map(normal).collect()
    }

    /// A run that fails says why, in lines of its own. A line that is wrapped goes on with
    /// spaces.
    fn check_sentences(&self, run: &Run, is_well: bool, context: &str) {
        assert!(is_well || !run.err.is_empty(), "nothing is said: {context}");
        assert!(!run.err.starts_with(' '), "{}: {context}", run.err);
        for line in run.err.lines() {
            assert!(
                line.starts_with("kemuri") || line.starts_with("  "),
                "{line}: {context}"
            );
        }
    }

    /// There is the old file or the new one, never half of one.
    fn check_files(
        &self,
        left: &Files,
        [before, after]: [&Files; 2],
        is_well: bool,
        context: &str,
    ) {
        for (name, bytes) in left {
            let is_there = [before, after].map(|files| files.get(name) == Some(bytes));
            let is_temporary = name.ends_with(".partial");
            let is_known = is_there.contains(&true) || is_temporary || (self.is_unfinished)(name);
            assert!(is_known, "{name} is neither old nor new: {context}");
        }
        for name in before.keys() {
            assert!(left.contains_key(name), "{name} is lost: {context}");
        }
        if is_well {
            for (name, bytes) in after {
                assert!(
                    left.get(name) == Some(bytes),
                    "{name} is not made: {context}"
                );
            }
        }
    }
}

/// Numbers from a seed, which is printed: a run can be made again.
pub struct Random(u64);

impl Random {
    /// Takes the seed from the environment variable `KEMURI_SEED`, or a new one.
    pub fn of_environment() -> Self {
        let given = std::env::var("KEMURI_SEED").ok();
        let given = given.map(|seed| seed.parse().expect("KEMURI_SEED is a number"));
        let seed = given.unwrap_or_else(|| RandomState::new().hash_one(0) >> 16);
        println!("KEMURI_SEED={seed}");
        Self(seed)
    }

    /// Returns the next number, from 0 up to 1.
    fn part(&mut self) -> f64 {
        let step = self.0.wrapping_mul(6_364_136_223_846_793_005);
        self.0 = step.wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as f64 / (1u64 << 31) as f64
    }
}

/// Returns how much of a test is done: what the environment variable `name` says, or
/// `usual`.
pub fn amount(name: &str, usual: usize) -> usize {
    let given = std::env::var(name).ok();
    given.map_or(usual, |text| text.parse().expect("a number"))
}

/// Returns text with every number in it replaced by a sign: times differ from run to
/// run.
pub fn without_numbers(bytes: &[u8]) -> Vec<u8> {
    let mut text: Vec<u8> = Vec::new();
    for &byte in bytes {
        match byte {
            b'0'..=b'9' | b'.' | b',' | b'#' => {
                text.extend(Some(b'#').filter(|sign| text.last() != Some(sign)))
            }
            byte => text.push(byte),
        }
    }
    text
}

/// Returns the files of a folder and its folders, but for locks.
pub fn files(folder: &Path) -> Files {
    let mut all = Files::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().expect("a name").to_string_lossy();
        if path.is_dir() {
            let within = files(&path).into_iter();
            all.extend(within.map(|(file, bytes)| (format!("{name}/{file}"), bytes)));
        } else if name != "lock" {
            all.insert(name.into_owned(), fs::read(&path).expect("a file"));
        }
    }
    all
}
