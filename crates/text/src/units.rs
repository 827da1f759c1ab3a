//! Numbers and columns as people read them.

use std::time::Duration;
use unicode_width::UnicodeWidthStr;

/// Returns `text` with spaces after it, `width` columns in all. Kanji take two.
pub fn padded(text: &str, width: usize) -> String {
    format!("{text}{}", " ".repeat(width.saturating_sub(text.width())))
}

/// Returns `text` with spaces before it, `width` columns in all.
pub fn right(text: &str, width: usize) -> String {
    format!("{}{text}", " ".repeat(width.saturating_sub(text.width())))
}

/// Groups digits by thousands: `1,234,567`.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (i, c) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(c);
    }
    out
}

/// Returns seconds: three decimals below 100 seconds, one above.
pub fn seconds(time: Duration) -> String {
    let s = time.as_secs_f64();
    if s < 100.0 {
        format!("{s:.3}")
    } else {
        format!("{s:.1}")
    }
}

/// Returns nodes per second, zero when no time has passed.
pub fn per_second(nodes: u64, time: Duration) -> u64 {
    let s = time.as_secs_f64();
    if s > 0.0 {
        (nodes as f64 / s) as u64
    } else {
        0
    }
}

/// Shortens a number: `950`, `1.2k`, `3.4M`.
pub fn short(number: u64) -> String {
    match number {
        0..1_000 => number.to_string(),
        1_000..1_000_000 => format!("{:.1}k", number as f64 / 1e3),
        _ => format!("{:.1}M", number as f64 / 1e6),
    }
}

/// Returns a number of bytes in binary units: `64.0 KiB`, `2.8 MiB`.
pub fn bytes(number: u64) -> String {
    match number {
        0..1024 => format!("{number} B"),
        1024..0x10_0000 => format!("{:.1} KiB", number as f64 / 1024.0),
        0x10_0000..0x4000_0000 => format!("{:.1} MiB", number as f64 / 1048576.0),
        0x4000_0000..0x100_0000_0000 => format!("{:.2} GiB", number as f64 / 1073741824.0),
        _ => format!("{:.2} TiB", number as f64 / 1099511627776.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped_by_thousands() {
        assert_eq!(grouped(0), "0");
        assert_eq!(grouped(999), "999");
        assert_eq!(grouped(1000), "1,000");
        assert_eq!(grouped(12_345_678), "12,345,678");
    }
}
