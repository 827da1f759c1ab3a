//! A USI engine that solves one problem after the other.

use super::answer::info_nodes;
use super::process::{Process, WaitError};
use super::{EngineAnswer, EngineCommand, EngineError, EngineReply};
use kemuri_core::Problem;
use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How long `usi` may take to be answered.
const USI_TIMEOUT: Duration = Duration::from_secs(10);
/// How long `isready` may take: engines clear tables of many gigabytes here.
const READY_TIMEOUT: Duration = Duration::from_secs(120);
/// How long a second `isready` may take before the engine is started again instead.
const READY_AGAIN_TIMEOUT: Duration = Duration::from_secs(15);
/// How long an interrupted engine may take to stop: the user is waiting.
const INTERRUPT_TIMEOUT: Duration = Duration::from_millis(80);
/// More than a signal handler needs to run.
const SIGNAL_HANDLER: Duration = Duration::from_millis(50);

/// A USI engine in a process of its own. The process ends when this is dropped.
pub struct Engine {
    command: EngineCommand,
    name: String,
    process: Option<Process>,
    /// The names of the options that it declares.
    declared: HashSet<String>,
    /// Whether this process has answered `isready` before.
    used: bool,
    /// Whether a used process answers `isready` again.
    reusable: bool,
}

/// How long a search may take.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct TimeLimit {
    /// The limit that the engine is told, if there is one.
    pub time: Option<Duration>,
    /// How far the engine may overrun it before it is told to stop, and how long it
    /// may take to stop before it is killed.
    pub grace: Duration,
}

impl TimeLimit {
    /// Returns the limit of `time`, if there is one, that may be overrun by `grace`.
    pub fn new(time: impl Into<Option<Duration>>, grace: Duration) -> Self {
        let time = time.into();
        Self { time, grace }
    }
}

impl Engine {
    /// Starts the engine and makes sure that it speaks USI.
    ///
    /// If `stop` is set meanwhile, any error may be returned.
    pub fn start(command: EngineCommand, stop: &AtomicBool) -> Result<Self, EngineError> {
        let mut engine = Self {
            name: command.file_name(),
            command,
            process: None,
            declared: HashSet::new(),
            used: false,
            reusable: true,
        };
        match engine.ensure_running(stop) {
            Ok(()) => Ok(engine),
            Err(error) => {
                let_signal_handler_run(&error);
                Err(error)
            }
        }
    }

    /// Returns the name the engine gives itself, or that of its file.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns whether the engine declares an option of this name.
    pub fn declares(&self, name: &str) -> bool {
        self.declared.contains(name)
    }

    /// Sets an option, now and whenever the engine is started again.
    pub fn set_option(&mut self, name: &str, value: &str) {
        let options = &mut self.command.options;
        options.retain(|(other, _)| other != name);
        options.push((name.into(), value.into()));
        if let Some(process) = &mut self.process {
            process.send(&set_option(name, value));
        }
    }

    /// Asks for the mate of a problem, with an empty table.
    ///
    /// USI knows no attacker: the engine is asked whether the side to move mates.
    pub fn solve(&mut self, problem: &Problem, limit: TimeLimit, stop: &AtomicBool) -> EngineReply {
        let mut nodes = None;
        let mut time = Duration::ZERO;
        let mut answer = self.prepare(problem, stop).and_then(|()| {
            let start = Instant::now();
            let answer = self.search(start, limit, stop, &mut nodes);
            time = start.elapsed();
            answer
        });
        if let Err(error) = &answer {
            let_signal_handler_run(error);
            if stop.load(Ordering::Relaxed) {
                answer = Ok(EngineAnswer::Interrupted);
            }
        }
        if stop.load(Ordering::Relaxed) {
            self.hurry();
        }
        if matches!(answer, Err(_) | Ok(EngineAnswer::Interrupted)) {
            // Whatever it may still say would be taken for the next answer.
            self.process = None;
        }
        EngineReply {
            answer,
            nodes,
            time,
        }
    }

    /// Tells the engine to quit, because the user is waiting: it is killed when this
    /// is dropped a moment later.
    pub fn hurry(&mut self) {
        if let Some(process) = &mut self.process {
            process.hurry();
        }
    }

    /// Starts the engine unless it runs. Any error may be returned if `stop` is set
    /// meanwhile.
    fn ensure_running(&mut self, stop: &AtomicBool) -> Result<(), EngineError> {
        if self.process.as_mut().is_some_and(Process::is_alive) {
            return Ok(());
        }
        self.process = None;
        let mut process = Process::spawn(&self.command).map_err(EngineError::Start)?;
        process.send("usi");
        let deadline = Instant::now() + USI_TIMEOUT;
        loop {
            let line = process.line_before(Some(deadline), Some(stop));
            let line = line.map_err(|error| {
                if matches!(error, WaitError::Interrupted) {
                    process.hurry();
                }
                error.of_command("usi")
            })?;
            if line.trim() == "usiok" {
                break;
            }
            if let Some(name) = line.strip_prefix("id name ") {
                self.name = name.trim().replace(char::is_control, " ");
            }
            self.declared.extend(declared_option(&line));
        }
        for (name, value) in &self.command.options {
            process.send(&set_option(name, value));
        }
        self.process = Some(process);
        self.used = false;
        Ok(())
    }

    /// Does everything up to `go`. Engines empty their tables at `isready`.
    fn prepare(&mut self, problem: &Problem, stop: &AtomicBool) -> Result<(), EngineError> {
        if self.used && !self.reusable {
            self.process = None;
        }
        self.ensure_running(stop)?;
        let second_time = self.used;
        match self.make_ready(stop) {
            // Some engines answer `isready` only once.
            Err(EngineError::NoAnswer(_)) if second_time && !stop.load(Ordering::Relaxed) => {
                self.reusable = false;
                self.process = None;
                self.ensure_running(stop)?;
                self.make_ready(stop)?;
            }
            result => result?,
        }
        if let Some(process) = &mut self.process {
            process.send("usinewgame");
            process.send(&format!("position sfen {problem}"));
        }
        Ok(())
    }

    /// Sends `isready` and waits for `readyok`. Any error may be returned if `stop`
    /// is set meanwhile.
    fn make_ready(&mut self, stop: &AtomicBool) -> Result<(), EngineError> {
        let process = self.process.as_mut().ok_or(EngineError::Exited)?;
        process.send("isready");
        let timeout = if self.used {
            READY_AGAIN_TIMEOUT
        } else {
            READY_TIMEOUT
        };
        self.used = true;
        let deadline = Instant::now() + timeout;
        loop {
            let line = process
                .line_before(Some(deadline), Some(stop))
                .map_err(|error| error.of_command("isready"))?;
            if line.trim() == "readyok" {
                return Ok(());
            }
        }
    }

    /// Sends `go mate` and waits for the answer.
    fn search(
        &mut self,
        start: Instant,
        limit: TimeLimit,
        stop: &AtomicBool,
        nodes: &mut Option<u64>,
    ) -> Result<EngineAnswer, EngineError> {
        let process = self.process.as_mut().ok_or(EngineError::Exited)?;
        process.send(&match limit.time {
            Some(time) => format!("go mate {}", time.as_millis().max(1)),
            None => "go mate infinite".into(),
        });
        let mut deadline = limit.time.map(|time| start + time + limit.grace);
        let mut told_to_stop = false;
        loop {
            let heed = (!told_to_stop).then_some(stop);
            match process.line_before(deadline, heed) {
                Ok(line) => {
                    if let Some(answer) = line.strip_prefix("checkmate") {
                        let overdue = limit.time.is_some_and(|time| start.elapsed() >= time);
                        let answer = EngineAnswer::read(answer)?;
                        return Ok(meant(answer, overdue, stop.load(Ordering::Relaxed)));
                    }
                    *nodes = info_nodes(&line).or(*nodes);
                }
                Err(WaitError::Exited) => return Err(EngineError::Exited),
                Err(WaitError::Timeout) if told_to_stop => return Err(EngineError::NotStopping),
                Err(error) => {
                    process.send("stop");
                    told_to_stop = true;
                    let wait = match error {
                        WaitError::Interrupted => INTERRUPT_TIMEOUT,
                        _ => limit.grace,
                    };
                    deadline = Some(Instant::now() + wait);
                }
            }
        }
    }
}

fn set_option(name: &str, value: &str) -> String {
    format!("setoption name {name} value {value}")
}

/// Returns the name of the option that a line declares: what is between `name` and
/// `type`, spaces included.
fn declared_option(line: &str) -> Option<String> {
    let declared = line.trim().strip_prefix("option name ")?;
    let (name, _) = declared.split_once(" type ")?;
    Some(name.trim().into())
}

/// Returns what an answer means that may have come because the engine was stopped.
fn meant(answer: EngineAnswer, overdue: bool, interrupted: bool) -> EngineAnswer {
    match answer {
        EngineAnswer::NoMate | EngineAnswer::Timeout if interrupted => EngineAnswer::Interrupted,
        // Some engines say "no mate" when they mean "I stopped".
        EngineAnswer::NoMate if overdue => EngineAnswer::Timeout,
        answer => answer,
    }
}

/// Waits until our own signal handler has run. Ctrl-C on a terminal goes to the
/// engine too, and may end it before the handler has set the stop flag.
fn let_signal_handler_run(error: &EngineError) {
    if matches!(error, EngineError::Exited) {
        std::thread::sleep(SIGNAL_HANDLER);
    }
}
