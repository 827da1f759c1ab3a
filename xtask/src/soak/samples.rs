//! What a soak measures: latencies of each round, memory and handles of the programs.

use anyhow::{Context, Result, bail};
use std::fmt::Write;
use std::fs;
use std::time::Duration;

/// Rows of the table. The first is the warm-up, in which tables fill.
const PARTS: u32 = 10;
/// What `stop` may take.
const STOP: Duration = Duration::from_millis(100);
/// What a program may grow after the warm-up, in KiB: the allocator takes memory in steps of 4 MiB.
const GROWTH: u64 = 8 << 10;

/// The latencies of one round.
pub struct Round {
    /// From `isready` to `readyok`, when the engine is idle: what the machine costs.
    pub ready: Duration,
    /// From `stop` to the answer.
    pub stop: Duration,
}

/// What one program holds.
#[derive(Clone, Copy)]
struct Held {
    /// Memory in KiB.
    memory: u64,
    /// Open files.
    handles: usize,
    threads: usize,
}

/// A row: what was measured in one part of the time.
#[derive(Default)]
struct Part {
    rounds: Vec<Round>,
    /// What the engine and the solver held at the ends of rounds: the most memory, and the fewest
    /// handles and threads, since the thread of a search may end a moment after its answer.
    held: [Option<Held>; 2],
}

/// All measurements.
pub struct Samples {
    time: Duration,
    parts: Vec<Part>,
}

impl Samples {
    /// Samples of a soak that lasts `time`.
    pub fn new(time: Duration) -> Self {
        let parts = (0..PARTS).map(|_| Part::default()).collect();
        Self { time, parts }
    }

    /// Returns the number of rounds so far.
    pub fn rounds(&self) -> usize {
        self.parts.iter().map(|part| part.rounds.len()).sum()
    }

    /// Adds a round that ended `elapsed` after the start, and what the engine and the solver
    /// hold.
    pub fn add(&mut self, elapsed: Duration, round: Round, processes: [u32; 2]) -> Result<()> {
        let share = elapsed.as_secs_f64() / self.time.as_secs_f64();
        let part = ((share * f64::from(PARTS)) as usize).min(self.parts.len() - 1);
        let part = &mut self.parts[part];
        part.rounds.push(round);
        for (held, process) in part.held.iter_mut().zip(processes) {
            let now = Held::by(process)?;
            *held = Some(held.map_or(now, |held| held.with(now)));
        }
        Ok(())
    }

    /// Returns the table, a row for each part.
    pub fn table(&self) -> String {
        let mut text = String::from(
            "until     rounds  stop, ms           isready, ms        \
             engine                   solver\n\
             \x20                 median  slowest   median  slowest    \
             KiB  handles threads     KiB  handles threads\n",
        );
        for (i, part) in self.parts.iter().enumerate() {
            let until = self.time.as_secs_f64() * (i + 1) as f64 / f64::from(PARTS) / 60.0;
            let _ = write!(text, "{until:>5.1} min {:>6}", part.rounds.len());
            for latency in [part.stops(), part.readies()] {
                let (median, slowest) = median_and_slowest(latency);
                let ms = |time: Duration| time.as_secs_f64() * 1000.0;
                let _ = write!(text, " {:>8.1} {:>8.1}", ms(median), ms(slowest));
            }
            for held in part.held.into_iter().flatten() {
                let Held {
                    memory,
                    handles,
                    threads,
                } = held;
                let _ = write!(text, " {memory:>8} {handles:>7} {threads:>7}");
            }
            text.push('\n');
        }
        text
    }

    /// Compares all parts after the warm-up with the warm-up.
    pub fn judge(&self) -> Result<()> {
        let mut faults = Vec::new();
        let [first, rest @ ..] = &self.parts[..] else {
            bail!("nothing was measured");
        };
        for (i, name) in ["the engine", "the solver"].into_iter().enumerate() {
            let Some(before) = first.held[i] else {
                bail!("no round ended in the warm-up");
            };
            let grew = |more: fn(Held, Held) -> bool| {
                let mut later = rest.iter().filter_map(|part| part.held[i]);
                later.any(|now| more(now, before))
            };
            if grew(|now, before| now.memory > before.memory + GROWTH) {
                faults.push(format!("the memory of {name} has grown"));
            }
            if grew(|now, before| now.handles > before.handles || now.threads > before.threads) {
                faults.push(format!("handles or threads of {name} have leaked"));
            }
        }
        let all = self.parts.iter().flat_map(Part::stops).collect();
        let (_, slowest) = median_and_slowest(all);
        if slowest > STOP {
            faults.push(format!("a stop took {} ms", slowest.as_millis()));
        }
        match faults.is_empty() {
            true => Ok(()),
            false => bail!("{}", faults.join("; ")),
        }
    }
}

impl Part {
    fn stops(&self) -> Vec<Duration> {
        self.rounds.iter().map(|round| round.stop).collect()
    }

    fn readies(&self) -> Vec<Duration> {
        self.rounds.iter().map(|round| round.ready).collect()
    }
}

impl Held {
    /// The most memory of both, and the fewest handles and threads.
    fn with(self, other: Self) -> Self {
        Self {
            memory: self.memory.max(other.memory),
            handles: self.handles.min(other.handles),
            threads: self.threads.min(other.threads),
        }
    }

    /// What a process holds now (Linux).
    fn by(process: u32) -> Result<Self> {
        let folder = format!("/proc/{process}");
        let status = fs::read_to_string(format!("{folder}/status"))
            .context("memory and handles are read from /proc, which only Linux has")?;
        let value = |key: &str| {
            let line = status.lines().find_map(|line| line.strip_prefix(key))?;
            line.split_whitespace().next()?.parse::<u64>().ok()
        };
        Ok(Self {
            memory: value("VmRSS:").context("no VmRSS")?,
            handles: fs::read_dir(format!("{folder}/fd"))?.count(),
            threads: value("Threads:").context("no Threads")? as usize,
        })
    }
}

fn median_and_slowest(mut times: Vec<Duration>) -> (Duration, Duration) {
    times.sort_unstable();
    let median = times.get(times.len() / 2).copied().unwrap_or_default();
    (median, times.last().copied().unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn part(stop: u64, memory: u64, handles: usize) -> Part {
        let stop = Duration::from_millis(stop);
        let held = Held {
            memory,
            handles,
            threads: 3,
        };
        Part {
            rounds: vec![Round { ready: stop, stop }],
            held: [Some(held); 2],
        }
    }

    fn fault(parts: Vec<Part>) -> String {
        let time = Duration::from_secs(60);
        let judged = Samples { time, parts }.judge();
        judged
            .err()
            .map_or(String::new(), |error| error.to_string())
    }

    #[test]
    fn what_grows_leaks_or_takes_too_long_is_named() {
        assert_eq!(
            fault(vec![part(3, 1000, 5), part(99, 1000 + GROWTH, 5)]),
            ""
        );
        let late = fault(vec![part(3, 1000, 5), part(101, 1000, 5)]);
        assert_eq!(late, "a stop took 101 ms");
        let grown = fault(vec![part(3, 1000, 5), part(3, 1001 + GROWTH, 6)]);
        assert_eq!(
            grown,
            "the memory of the engine has grown; handles or threads of the engine have leaked; \
             the memory of the solver has grown; handles or threads of the solver have leaked"
        );
    }

    #[test]
    fn a_thread_that_is_about_to_end_is_no_leak() {
        let held = |threads| Held {
            memory: 1,
            handles: 5,
            threads,
        };
        assert_eq!(held(3).with(held(2)).threads, 2);
        assert_eq!(held(2).with(held(3)).threads, 2);
    }

    #[test]
    fn this_process_holds_memory_and_handles() {
        if cfg!(target_os = "linux") {
            let held = Held::by(std::process::id()).unwrap();
            assert!(held.memory > 0 && held.handles > 2 && held.threads > 0);
        }
    }
}
