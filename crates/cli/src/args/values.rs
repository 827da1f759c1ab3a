//! Reads the values of arguments.

use std::time::Duration;

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
}
