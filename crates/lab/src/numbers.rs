//! Numbers as the tables of a report show them.

use kemuri_text::units;
use std::time::Duration;

/// Stands where there is no number.
pub const NONE: &str = "–";

/// A ratio or a mean, three decimals.
pub fn decimal(number: Option<f64>) -> String {
    number.map_or(NONE.into(), |n| format!("{:.3}", rounded(n)))
}

/// A difference, three decimals with its sign.
pub fn signed(number: Option<f64>) -> String {
    number.map_or(NONE.into(), |n| format!("{:+.3}", rounded(n)))
}

/// Rounds to three decimals; zero has no sign.
pub fn rounded(number: f64) -> f64 {
    (number * 1000.0).round() / 1000.0 + 0.0
}

/// A count, grouped by thousands.
pub fn count(number: Option<u64>) -> String {
    number.map_or(NONE.into(), units::grouped)
}

/// Seconds, two decimals.
pub fn seconds(time: Option<Duration>) -> String {
    time.map_or(NONE.into(), |time| format!("{:.2}", time.as_secs_f64()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_rounds_to_zero_has_no_sign() {
        let shown = [-0.0004, 0.0004, -0.0006, 1.2346].map(Some);
        assert_eq!(shown.map(decimal), ["0.000", "0.000", "-0.001", "1.235"]);
        assert_eq!(shown.map(signed), ["+0.000", "+0.000", "-0.001", "+1.235"]);
        assert_eq!([decimal(None), signed(None)], [NONE, NONE]);
    }
}
