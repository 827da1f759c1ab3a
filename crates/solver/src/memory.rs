//! How large a table may be.
//!
//! Systems grant memory page by page, when it is touched: a table of any size can
//! be made, and the process is killed when the table fills up. So the size is
//! compared with the memory that is left before the table is made.

use crate::Options;
use std::fs;
use std::path::Path;

/// Returns whether there is memory for a table of `bytes`.
pub(crate) fn has_room(bytes: u64) -> bool {
    fits(bytes, available)
}

fn fits(bytes: u64, available: impl FnOnce() -> Option<u64>) -> bool {
    // The default is small, and most problems touch little of it.
    bytes <= Options::default().hash || available().is_none_or(|left| bytes <= left)
}

/// Returns the memory that is left, in bytes, where the system tells.
fn available() -> Option<u64> {
    let free = fs::read_to_string("/proc/meminfo").ok();
    let free = free.as_deref().and_then(mem_available);
    let groups = fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
    free.into_iter().chain(group_limit(&groups)).min()
}

/// Returns the value of `MemAvailable` of `/proc/meminfo`.
fn mem_available(text: &str) -> Option<u64> {
    let line = text.lines().find_map(|l| l.strip_prefix("MemAvailable:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kilobytes.checked_mul(1024)
}

/// Returns the smallest limit of the control group of this process and of its
/// ancestors.
fn group_limit(groups: &str) -> Option<u64> {
    let group = groups.lines().find_map(|line| line.strip_prefix("0::/"))?;
    let root = Path::new("/sys/fs/cgroup");
    let folder = root.join(group);
    let around = folder.ancestors().take_while(|path| path.starts_with(root));
    let limits = around.filter_map(|path| {
        let text = fs::read_to_string(path.join("memory.max")).ok()?;
        // Without a limit it says `max`.
        text.trim().parse().ok()
    });
    limits.min()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_system_says_is_understood() {
        let text = "MemTotal:  16000000 kB\nMemFree: 1 kB\nMemAvailable:    2048 kB\n";
        assert_eq!(mem_available(text), Some(2 << 20));
        assert_eq!(mem_available("MemTotal: 1 kB\n"), None);
        assert_eq!(mem_available("MemAvailable: much\n"), None);
        assert_eq!(group_limit(""), None);
        assert_eq!(group_limit("0::/no/such/group\n"), group_limit("0::/\n"));
    }

    #[test]
    fn a_table_larger_than_memory_does_not_fit_and_the_default_always_does() {
        assert!(!fits(4 << 30, || Some(3 << 30)));
        assert!(fits(3 << 30, || Some(3 << 30)));
        assert!(fits(4 << 30, || None));
        assert!(fits(Options::default().hash, || Some(0)));
    }
}
