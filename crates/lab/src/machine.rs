//! The machine of a run.

use kemuri_text::{Lang, tr, units};
use std::fs;

/// What the program runs on.
#[derive(Clone, Debug)]
pub struct Machine {
    /// The processor and the system.
    pub model: String,
    /// Cores that the program may use.
    pub cores: usize,
    /// Bytes of memory, where the system says so.
    pub memory: Option<u64>,
}

impl Machine {
    /// Returns the machine of this process.
    pub fn current() -> Self {
        let processor = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
        let memory = fs::read_to_string("/proc/meminfo").unwrap_or_default();
        let (os, arch) = (std::env::consts::OS, std::env::consts::ARCH);
        Self {
            model: match field(&processor, "model name") {
                Some(model) => format!("{model}, {os} {arch}"),
                None => format!("{os} {arch}"),
            },
            cores: std::thread::available_parallelism().map_or(1, usize::from),
            memory: field(&memory, "MemTotal").and_then(kilobytes),
        }
    }

    /// Returns one line about the machine.
    pub fn sentence(&self, lang: Lang) -> String {
        let cores = tr!(lang, "lab-cores", cores = self.cores);
        let parts = [self.model.clone(), cores].into_iter();
        let parts = parts.chain(self.memory.map(units::bytes));
        parts.collect::<Vec<_>>().join(", ")
    }
}

/// Returns the value of the first line `name : value`.
fn field<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    text.lines().find_map(|line| {
        let (key, value) = line.split_once(':')?;
        (key.trim() == name).then(|| value.trim())
    })
}

/// Reads `12 kB` as a number of bytes.
fn kilobytes(text: &str) -> Option<u64> {
    let number: u64 = text.strip_suffix("kB")?.trim().parse().ok()?;
    number.checked_mul(1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_found() {
        let text = "processor\t: 0\nmodel name\t: A B\nmodel name\t: C\nMemTotal:  12 kB\n";
        assert_eq!(field(text, "model name"), Some("A B"));
        assert_eq!(field(text, "MemTotal").and_then(kilobytes), Some(12 << 10));
        assert_eq!(field(text, "cache size"), None);
    }
}
