//! What a step took: time, and the processor time of the programs that it called.

use std::fmt;
use std::iter::Sum;
use std::ops::Add;
use std::sync::LazyLock;
use std::time::{Duration, Instant};

/// Time and processor time; also a point in both.
#[derive(Clone, Copy, Default)]
pub struct Usage {
    /// Time on the clock.
    pub wall: Duration,
    /// Processor time of this program's children that have ended, where the system tells it.
    /// It compares runs on a machine that does other work as well.
    pub cpu: Option<Duration>,
}

impl Usage {
    /// Returns what was used since some fixed point in the past.
    pub fn now() -> Self {
        static START: LazyLock<Instant> = LazyLock::new(Instant::now);
        let wall = START.elapsed();
        let cpu = children();
        Self { wall, cpu }
    }

    /// Returns what was used since then.
    pub fn until_now(self) -> Self {
        let now = Self::now();
        Self {
            wall: now.wall - self.wall,
            cpu: now.cpu.zip(self.cpu).map(|(now, then)| now - then),
        }
    }
}

/// Returns the processor time of all children that have ended (Linux).
fn children() -> Option<Duration> {
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    // The second field is the name in brackets, which may hold anything.
    let (_, fields) = stat.rsplit_once(") ")?;
    let mut ticks = fields.split(' ').skip(13).take(2).map(str::parse::<u64>);
    let sum = ticks.next()?.ok()? + ticks.next()?.ok()?;
    // The unit of this file is a hundredth of a second on every machine.
    Some(Duration::from_millis(10 * sum))
}

impl Add for Usage {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            wall: self.wall + other.wall,
            cpu: self.cpu.zip(other.cpu).map(|(a, b)| a + b),
        }
    }
}

impl Sum for Usage {
    fn sum<I: Iterator<Item = Self>>(all: I) -> Self {
        all.reduce(Add::add).unwrap_or_default()
    }
}

impl fmt::Display for Usage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:>8.1} s", self.wall.as_secs_f64())?;
        match self.cpu {
            Some(cpu) => write!(f, "{:>8.1} s CPU", cpu.as_secs_f64()),
            None => Ok(()),
        }
    }
}
