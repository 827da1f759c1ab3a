//! Sends a signal to a program that is in the middle of its work.
//!
//! A program that works for ever is interrupted once it is seen at work, so that the
//! signal cannot come too early or too late on any machine. How quickly it ends is
//! measured in processor time, which other programs of the machine do not use up;
//! `KEMURI_STRICT_CLOCK` asks for the clock on the wall as well.

use crate::process::PATIENCE;
use std::io::{Read, Write};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// How long a program may go on after a signal.
pub const PROMISED: Duration = Duration::from_millis(200);
/// Environment variable that holds the clock on the wall to [`PROMISED`], too. The
/// machine must have nothing else to do.
const STRICT_CLOCK: &str = "KEMURI_STRICT_CLOCK";
/// A tick of the processor times of `/proc`.
const TICK: Duration = Duration::from_millis(10);
/// Between two looks at a process.
const POLL: Duration = Duration::from_millis(5);
/// Looks at a process after which it is known to sleep.
const SLEEPY: u32 = 6;
/// Runs of a program that can end by itself before the signal comes.
const ATTEMPTS: u32 = 10;

/// The signals that a program hears, with their numbers.
pub const SIGNALS: [(&str, u32); 2] = [("INT", 2), ("TERM", 15)];

/// How to see that a program is in the middle of its work.
#[derive(Clone, Debug)]
pub enum Middle {
    /// It has used so much processor time.
    Busy(Duration),
    /// It waits for something that never comes.
    Asleep,
    /// It has printed these words.
    Printed(&'static str),
    /// This file is there, and it has used so much more processor time.
    Wrote(PathBuf, Duration),
}

/// What a program reads. It never ends.
#[derive(Clone, Debug)]
pub enum Input {
    /// This text, and then nothing for ever.
    Waits(Vec<u8>),
    /// The first text, and then the second again and again.
    Endless(Vec<u8>, Vec<u8>),
}

/// A run of a program that is interrupted.
pub struct Interruption {
    /// The program.
    pub command: Command,
    /// What it reads.
    pub input: Input,
    /// Whether nobody reads what it prints.
    pub unread: bool,
    /// When the signal comes.
    pub middle: Middle,
}

/// What an interrupted program left behind.
#[derive(Debug)]
pub struct Interrupted {
    /// Exit code; `None` if the signal itself ended the program.
    pub code: Option<i32>,
    /// Standard output.
    pub out: String,
    /// Standard error.
    pub err: String,
    /// Processor time between the signal and the end.
    pub cpu: Duration,
    /// Time between the signal and the end.
    pub wall: Duration,
}

impl Interrupted {
    /// Asserts that the program ended in time with this code.
    #[track_caller]
    pub fn assert_prompt(&self, code: i32, what: &str) {
        assert_eq!(self.code, Some(code), "{what}: {self:?}");
        assert!(self.cpu <= PROMISED, "{what}: {self:?}");
        if std::env::var_os(STRICT_CLOCK).is_some() {
            assert!(self.wall <= PROMISED, "{what}: {self:?}");
        }
    }
}

/// What Linux says of a process.
struct Look {
    /// `S` sleeps, `Z` has ended.
    state: char,
    cpu: Duration,
}

/// Looks at a process that has not been waited for.
fn look(child: &Child) -> Look {
    let stat = std::fs::read_to_string(format!("/proc/{}/stat", child.id())).expect("a process");
    // After the name of the program, which is in brackets and may have any.
    let (_, fields) = stat.rsplit_once(") ").expect("a name");
    let fields: Vec<&str> = fields.split(' ').collect();
    let ticks = |at: usize| fields[at].parse::<u32>().expect("ticks");
    Look {
        state: fields[0].chars().next().expect("a state"),
        cpu: (ticks(11) + ticks(12)) * TICK,
    }
}

/// Whether a thread of the process would go on if a processor were free. On a busy machine
/// one can wait for that so long that the process seems to sleep.
fn is_ready(child: &Child) -> bool {
    let tasks = std::fs::read_dir(format!("/proc/{}/task", child.id()));
    let stats = tasks.into_iter().flatten().flatten();
    let stats = stats.filter_map(|task| std::fs::read_to_string(task.path().join("stat")).ok());
    let mut states = stats.filter_map(|stat| Some(stat.rsplit_once(") ")?.1.starts_with('R')));
    states.any(|runs| runs)
}

/// Whether the process has a handler for a signal.
fn hears(child: &Child, signal: u32) -> bool {
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id()));
    let status = status.expect("a process");
    let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
    let caught = u64::from_str_radix(caught.expect("signals").trim(), 16).expect("bits");
    caught >> (signal - 1) & 1 == 1
}

/// Sends a signal.
pub fn send(child: &Child, signal: &str) {
    let mut kill = Command::new("kill");
    let kill = kill.args([&format!("-{signal}"), &child.id().to_string()]);
    assert!(kill.status().expect("kill").success());
}

/// What comes out of a pipe.
#[derive(Default)]
struct Printed {
    bytes: Arc<Mutex<Vec<u8>>>,
    reader: Option<JoinHandle<()>>,
}

impl Printed {
    /// Reads a pipe until it is closed.
    fn of(mut pipe: impl Read + Send + 'static) -> Self {
        let bytes = Arc::new(Mutex::new(Vec::new()));
        let sink = Arc::clone(&bytes);
        let reader = thread::spawn(move || {
            let mut some = [0; 4096];
            while let Ok(count @ 1..) = pipe.read(&mut some) {
                sink.lock().expect("no panic").extend(&some[..count]);
            }
        });
        Self {
            bytes,
            reader: Some(reader),
        }
    }

    /// What has come so far.
    fn so_far(&self) -> String {
        let bytes = self.bytes.lock().expect("no panic");
        String::from_utf8_lossy(&bytes).into_owned()
    }

    /// All that comes.
    fn all(mut self) -> String {
        if let Some(reader) = self.reader.take() {
            reader.join().expect("no panic");
        }
        self.so_far()
    }
}

/// A pipe that is full, and that nobody reads.
fn full_pipe() -> Stdio {
    let (reader, writer) = std::io::pipe().expect("a pipe");
    let mut filler = writer.try_clone().expect("a pipe");
    thread::spawn(move || {
        let _reader = reader;
        while filler.write_all(&[0; 4096]).is_ok() {}
    });
    writer.into()
}

/// Starts a program. Returns it with what it prints.
fn launch(run: &mut Interruption) -> (Child, [Printed; 2]) {
    let command = run.command.stdin(Stdio::piped()).stderr(Stdio::piped());
    let mut child = match run.unread {
        true => command.stdout(full_pipe()),
        false => command.stdout(Stdio::piped()),
    }
    .spawn()
    .expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let input = run.input.clone();
    thread::spawn(move || {
        let (first, then) = match input {
            Input::Waits(text) => (text, Vec::new()),
            Input::Endless(first, then) => (first, then),
        };
        let mut written = stdin.write_all(&first);
        while written.is_ok() {
            match then.is_empty() {
                // Keeps the pipe open.
                true => thread::park(),
                false => written = stdin.write_all(&then),
            }
        }
    });
    let out = child.stdout.take().map(Printed::of).unwrap_or_default();
    let err = child.stderr.take().map(Printed::of).unwrap_or_default();
    (child, [out, err])
}

/// Waits until a program is in the middle of its work. Returns `false` if it has ended.
fn reach(middle: &Middle, child: &Child, signal: u32, out: &Printed) -> bool {
    let started = Instant::now();
    let (mut asleep, mut last, mut wrote) = (0, Duration::ZERO, None);
    loop {
        let Look { state, cpu } = look(child);
        if state == 'Z' {
            return false;
        }
        asleep = match state == 'S' && cpu == last && !is_ready(child) {
            true => asleep + 1,
            false => 0,
        };
        last = cpu;
        let is_there = match middle {
            Middle::Busy(time) => cpu >= *time,
            Middle::Asleep => asleep >= SLEEPY,
            Middle::Printed(words) => out.so_far().contains(words),
            Middle::Wrote(file, more) => {
                if wrote.is_none() && file.exists() {
                    wrote = Some(cpu);
                }
                wrote.is_some_and(|before| cpu >= before + *more)
            }
        };
        if is_there && hears(child, signal) {
            return true;
        }
        assert!(started.elapsed() < 3 * PATIENCE, "never {middle:?}");
        thread::sleep(POLL);
    }
}

/// Runs a program and interrupts it in the middle of its work. A program that ends by
/// itself before is run again, after `prepare` has made everything as it was.
pub fn interrupted(
    mut prepare: impl FnMut() -> Interruption,
    (name, number): (&str, u32),
) -> Interrupted {
    let mut last = None;
    for _ in 0..ATTEMPTS {
        let mut run = prepare();
        let (mut child, [out, err]) = launch(&mut run);
        if !reach(&run.middle, &child, number, &out) {
            child.wait().expect("an end");
            last = Some((run.command, out.all(), err.all()));
            continue;
        }
        let before = look(&child);
        let asked = Instant::now();
        send(&child, name);
        while look(&child).state != 'Z' {
            if asked.elapsed() > PATIENCE {
                child.kill().expect("killed");
                panic!("{:?} goes on after SIG{name}", run.command);
            }
            thread::sleep(Duration::from_millis(1));
        }
        let wall = asked.elapsed();
        let cpu = look(&child).cpu.saturating_sub(before.cpu);
        let code = child.wait().expect("an end").code();
        return Interrupted {
            code,
            out: out.all(),
            err: err.all(),
            cpu,
            wall,
        };
    }
    panic!("it always ends before it is interrupted: {last:?}");
}
