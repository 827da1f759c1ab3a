//! What the program runs on, for reports.

use std::fs;

/// The processor and the system.
pub fn model() -> String {
    let info = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let (os, arch) = (std::env::consts::OS, std::env::consts::ARCH);
    match field(&info, "model name") {
        Some(model) => format!("{model}, {os} {arch}"),
        None => format!("{os} {arch}"),
    }
}

/// Cores that the program may use.
pub fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Bytes of memory, where the system says so.
pub fn memory() -> Option<u64> {
    let info = fs::read_to_string("/proc/meminfo").ok()?;
    let kilobytes: u64 = field(&info, "MemTotal")?
        .strip_suffix("kB")?
        .trim()
        .parse()
        .ok()?;
    Some(kilobytes << 10)
}

/// The value of the first line `name : value`.
fn field<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    text.lines().find_map(|line| {
        let (key, value) = line.split_once(':')?;
        (key.trim() == name).then(|| value.trim())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_found() {
        let text = "processor\t: 0\nmodel name\t: A B\nmodel name\t: C\nMemTotal:  12 kB\n";
        assert_eq!(field(text, "model name"), Some("A B"));
        assert_eq!(field(text, "MemTotal"), Some("12 kB"));
        assert_eq!(field(text, "cache size"), None);
    }
}
