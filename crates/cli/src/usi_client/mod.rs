//! Other engines, spoken to in the USI protocol.
//!
//! An engine may crash, hang or talk nonsense; none of this may end or block
//! our run. A failed engine is reported for its problem and started anew for
//! the next.

mod process;
mod spec;

pub use spec::{EngineSpec, SpecError};

use kemuri_core::Move;
use process::Process;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How long `usi` may take to be answered.
const HELLO: Duration = Duration::from_secs(10);
/// How long `isready` may take: engines clear tables of many gigabytes here.
const READY: Duration = Duration::from_secs(120);
/// How long a second `isready` may take before the engine is started anew instead.
const READY_AGAIN: Duration = Duration::from_secs(15);
/// How long an interrupted engine may take to stop: the user is waiting.
const ABANDON: Duration = Duration::from_millis(500);

/// More than a signal handler needs to run.
const HANDLER: Duration = Duration::from_millis(50);

/// A USI engine.
pub struct Engine {
    spec: EngineSpec,
    name: String,
    process: Option<Process>,
    /// Whether this process has been through `isready`.
    used: bool,
    /// Whether it is worth asking `isready` of a used process.
    reusable: bool,
}

/// What an engine says of a problem.
#[derive(Debug)]
pub enum Claim {
    /// `checkmate` with moves.
    Mate(Vec<Move>),
    /// `checkmate nomate`.
    NoMate,
    /// `checkmate timeout`.
    Timeout,
    /// `checkmate notimplemented`: it will not take this problem.
    NotImplemented,
    /// We were interrupted before it answered.
    Interrupted,
    /// No answer, and why.
    Failed(Failure),
}

/// What became of an engine that gave no answer.
#[derive(Debug)]
pub enum Failure {
    /// It could not be started.
    Start(io::Error),
    /// It did not answer this command in time.
    Silent(&'static str),
    /// Its process ended.
    Died,
    /// It ignored the time limit and `stop`.
    Hung,
    /// Its answer is not in the protocol.
    Nonsense(String),
}

/// A claim and its cost.
#[derive(Debug)]
pub struct Reply {
    /// What it says.
    pub claim: Claim,
    /// The last number of nodes it gave.
    pub nodes: Option<u64>,
    /// From `go` to the answer, by our clock.
    pub time: Duration,
}

/// Time limit of a search and what may be added to it.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    /// The limit; none is for ever.
    pub time: Option<Duration>,
    /// How far an engine may overrun it.
    pub grace: Duration,
}

/// Why waiting for a line ended without it.
enum Silence {
    Died,
    Late,
    Stopped,
}

impl Engine {
    /// Starts the engine and makes sure that it speaks USI.
    ///
    /// When `stop` is set the failure means nothing: the engine was not waited for.
    pub fn start(spec: EngineSpec, stop: &AtomicBool) -> Result<Self, Failure> {
        let mut engine = Self {
            name: spec.file_name(),
            spec,
            process: None,
            used: false,
            reusable: true,
        };
        match engine.ensure_running(stop) {
            Ok(()) => Ok(engine),
            Err(failure) => {
                failure.let_handler_run();
                Err(failure)
            }
        }
    }

    /// The name it gives itself, or that of its file.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Asks for the mate of the position `sfen`, with an empty table.
    pub fn solve(&mut self, sfen: &str, patience: Patience, stop: &AtomicBool) -> Reply {
        let mut nodes = None;
        let mut time = Duration::ZERO;
        let mut claim = match self.prepare(sfen, stop) {
            Err(claim) => claim,
            Ok(()) => {
                let start = Instant::now();
                let claim = self.search(start, patience, stop, &mut nodes);
                time = start.elapsed();
                claim
            }
        };
        if let Claim::Failed(failure) = &claim {
            failure.let_handler_run();
            if stop.load(Ordering::Relaxed) {
                claim = Claim::Interrupted;
            }
        }
        if matches!(claim, Claim::Failed(_) | Claim::Interrupted) {
            // Whatever it may still say would be taken for the next answer.
            self.process = None;
        }
        Reply { claim, nodes, time }
    }

    /// Starts the engine if need be. Fails with anything when `stop` is set meanwhile.
    fn ensure_running(&mut self, stop: &AtomicBool) -> Result<(), Failure> {
        if self.process.as_mut().is_some_and(Process::is_alive) {
            return Ok(());
        }
        self.process = None;
        let mut process = Process::spawn(&self.spec).map_err(Failure::Start)?;
        process.send("usi");
        let deadline = Instant::now() + HELLO;
        loop {
            match process.line_before(Some(deadline), Some(stop)) {
                Ok(line) if line.trim() == "usiok" => break,
                Ok(line) => {
                    if let Some(name) = line.strip_prefix("id name ") {
                        self.name = name.trim().replace(char::is_control, " ");
                    }
                }
                Err(Silence::Died) => return Err(Failure::Died),
                Err(Silence::Late | Silence::Stopped) => return Err(Failure::Silent("usi")),
            }
        }
        for (name, value) in &self.spec.options {
            process.send(&format!("setoption name {name} value {value}"));
        }
        self.process = Some(process);
        self.used = false;
        Ok(())
    }

    /// Everything up to `go`. Engines empty their tables at `isready`.
    fn prepare(&mut self, sfen: &str, stop: &AtomicBool) -> Result<(), Claim> {
        if self.used && !self.reusable {
            self.process = None;
        }
        self.ensure_running(stop).map_err(Claim::Failed)?;
        let second_time = self.used;
        match self.make_ready(stop) {
            // Some engines answer `isready` once in their life.
            Err(Claim::Failed(Failure::Silent(_))) if second_time => {
                self.reusable = false;
                self.process = None;
                self.ensure_running(stop).map_err(Claim::Failed)?;
                self.make_ready(stop)?;
            }
            other => other?,
        }
        if let Some(process) = &mut self.process {
            process.send("usinewgame");
            process.send(&format!("position sfen {sfen}"));
        }
        Ok(())
    }

    fn make_ready(&mut self, stop: &AtomicBool) -> Result<(), Claim> {
        let Some(process) = &mut self.process else {
            return Err(Claim::Failed(Failure::Died));
        };
        process.send("isready");
        let patience = if self.used { READY_AGAIN } else { READY };
        self.used = true;
        let deadline = Instant::now() + patience;
        loop {
            match process.line_before(Some(deadline), Some(stop)) {
                Ok(line) if line.trim() == "readyok" => return Ok(()),
                Ok(_) => {}
                Err(Silence::Died) => return Err(Claim::Failed(Failure::Died)),
                Err(Silence::Late) => return Err(Claim::Failed(Failure::Silent("isready"))),
                Err(Silence::Stopped) => return Err(Claim::Interrupted),
            }
        }
    }

    fn search(
        &mut self,
        start: Instant,
        patience: Patience,
        stop: &AtomicBool,
        nodes: &mut Option<u64>,
    ) -> Claim {
        let Some(process) = &mut self.process else {
            return Claim::Failed(Failure::Died);
        };
        process.send(&match patience.time {
            Some(time) => format!("go mate {}", time.as_millis().max(1)),
            None => "go mate infinite".into(),
        });
        let mut deadline = patience.time.map(|time| start + time + patience.grace);
        let mut told_to_stop = false;
        loop {
            let heed = (!told_to_stop).then_some(stop);
            match process.line_before(deadline, heed) {
                Ok(line) => {
                    if let Some(answer) = line.strip_prefix("checkmate") {
                        let overdue = patience.time.is_some_and(|time| start.elapsed() >= time);
                        return match Claim::read(answer) {
                            Claim::NoMate | Claim::Timeout if stop.load(Ordering::Relaxed) => {
                                Claim::Interrupted
                            }
                            // Some engines say "no mate" when they mean "I stopped".
                            Claim::NoMate if overdue => Claim::Timeout,
                            claim => claim,
                        };
                    }
                    *nodes = info_nodes(&line).or(*nodes);
                }
                Err(Silence::Died) => return Claim::Failed(Failure::Died),
                Err(Silence::Late) if told_to_stop => return Claim::Failed(Failure::Hung),
                Err(silence) => {
                    process.send("stop");
                    told_to_stop = true;
                    let wait = match silence {
                        Silence::Stopped => ABANDON,
                        _ => patience.grace,
                    };
                    deadline = Some(Instant::now() + wait);
                }
            }
        }
    }
}

impl Failure {
    /// Ctrl-C on a terminal goes to the engine, too, and may end it before our
    /// own handler has run: after this the wish to stop can be asked for.
    fn let_handler_run(&self) {
        if matches!(self, Self::Died) {
            std::thread::sleep(HANDLER);
        }
    }
}

impl Claim {
    /// Reads what follows `checkmate`.
    fn read(answer: &str) -> Self {
        match answer.trim() {
            "nomate" => Self::NoMate,
            "timeout" => Self::Timeout,
            "notimplemented" => Self::NotImplemented,
            moves => {
                let line: Option<Vec<Move>> = moves
                    .split_whitespace()
                    .map(|word| Move::from_usi(word).filter(|m| m.is_normal()))
                    .collect();
                match line {
                    Some(line) if !line.is_empty() => Self::Mate(line),
                    _ => Self::Failed(Failure::Nonsense(format!("checkmate {moves}"))),
                }
            }
        }
    }
}

/// The number after `nodes` of an `info` line; not one that is part of a comment.
fn info_nodes(line: &str) -> Option<u64> {
    let mut words = line.split_whitespace();
    if words.next() != Some("info") {
        return None;
    }
    words
        .by_ref()
        .take_while(|w| *w != "string")
        .find(|w| *w == "nodes")?;
    words.next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_are_read_from_info_lines_only() {
        assert_eq!(
            info_nodes("info time 3 nodes 120 nps 40 pv G*2b"),
            Some(120)
        );
        assert_eq!(info_nodes("info nodes 7"), Some(7));
        assert_eq!(info_nodes("info string nodes 7"), None);
        assert_eq!(info_nodes("info nodes many"), None);
        assert_eq!(info_nodes("info nodes"), None);
        assert_eq!(info_nodes("nodes 7"), None);
    }

    #[test]
    fn answers_are_read() {
        assert!(matches!(Claim::read(" G*2b 1a1b 3c3b+"), Claim::Mate(line) if line.len() == 3));
        assert!(matches!(Claim::read(" nomate"), Claim::NoMate));
        assert!(matches!(Claim::read(" timeout"), Claim::Timeout));
        assert!(matches!(
            Claim::read(" notimplemented"),
            Claim::NotImplemented
        ));
        for nonsense in ["", " ", " G*2b maybe", " resign"] {
            assert!(matches!(
                Claim::read(nonsense),
                Claim::Failed(Failure::Nonsense(_))
            ));
        }
    }
}
