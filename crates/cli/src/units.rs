//! Durations and numbers as people write and read them.

use std::time::Duration;
use unicode_width::UnicodeWidthStr;

/// `text` filled up with spaces to `width` columns; kanji take two.
pub fn padded(text: &str, width: usize) -> String {
    format!("{text}{}", " ".repeat(width.saturating_sub(text.width())))
}

/// `text` after as many spaces as make `width` columns.
pub fn right(text: &str, width: usize) -> String {
    format!("{}{text}", " ".repeat(width.saturating_sub(text.width())))
}

/// Reads `500ms`, `60s`, `2m`, `1h` or plain seconds; a decimal point is allowed.
///
/// Zero and anything beyond a year is refused: neither is a limit anybody means.
pub fn parse_duration(text: &str) -> Option<Duration> {
    const YEAR: f64 = 366.0 * 86400.0;
    let (digits, scale) = if let Some(d) = text.strip_suffix("ms") {
        (d, 0.001)
    } else if let Some(d) = text.strip_suffix('s') {
        (d, 1.0)
    } else if let Some(d) = text.strip_suffix('m') {
        (d, 60.0)
    } else if let Some(d) = text.strip_suffix('h') {
        (d, 3600.0)
    } else {
        (text, 1.0)
    };
    // `f64::from_str` also takes "inf", "1e3" and signs, which nobody means here.
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit() || b == b'.') {
        return None;
    }
    let seconds = digits.parse::<f64>().ok()? * scale;
    let duration =
        (seconds <= YEAR).then(|| Duration::from_micros((seconds * 1e6).round() as u64))?;
    (!duration.is_zero()).then_some(duration)
}

/// `1234567` as `1,234,567`.
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

/// Seconds with as many decimals as are worth reading.
pub fn seconds(time: Duration) -> String {
    let s = time.as_secs_f64();
    if s < 100.0 {
        format!("{s:.3}")
    } else {
        format!("{s:.1}")
    }
}

/// Nodes per second, zero when no time has passed.
pub fn per_second(nodes: u64, time: Duration) -> u64 {
    let s = time.as_secs_f64();
    if s > 0.0 {
        (nodes as f64 / s) as u64
    } else {
        0
    }
}

/// A rate in few characters: `950`, `1.2k`, `3.4M`.
pub fn short(number: u64) -> String {
    match number {
        0..1_000 => number.to_string(),
        1_000..1_000_000 => format!("{:.1}k", number as f64 / 1e3),
        _ => format!("{:.1}M", number as f64 / 1e6),
    }
}

/// A number of bytes in binary units: `64 KiB`, `2.8 MiB`.
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
    fn durations_are_read_with_and_without_a_unit() {
        for (text, ms) in [
            ("500ms", 500),
            ("60s", 60_000),
            ("2m", 120_000),
            ("1h", 3_600_000),
            ("10", 10_000),
            ("0.5", 500),
            ("1.5s", 1_500),
        ] {
            assert_eq!(
                parse_duration(text),
                Some(Duration::from_millis(ms)),
                "{text}"
            );
        }
    }

    #[test]
    fn durations_that_mean_nothing_are_refused() {
        for text in [
            "",
            "abc",
            "0",
            "0s",
            "-1s",
            "+1",
            "1e3",
            "inf",
            "nan",
            "s",
            "1d",
            "1 s",
            "1..2",
            ".",
            "99999999999999999999h",
        ] {
            assert_eq!(parse_duration(text), None, "{text}");
        }
    }

    #[test]
    fn numbers_are_grouped_by_thousands() {
        assert_eq!(grouped(0), "0");
        assert_eq!(grouped(999), "999");
        assert_eq!(grouped(1000), "1,000");
        assert_eq!(grouped(12_345_678), "12,345,678");
    }
}
