//! The arithmetic of the reports.

use super::row::Row;
use std::time::Duration;

/// The mean of ratios: twice and half make once.
pub fn geometric_mean(ratios: impl IntoIterator<Item = f64>) -> Option<f64> {
    mean(ratios.into_iter().map(f64::ln)).map(f64::exp)
}

/// The plain mean.
pub fn mean(numbers: impl IntoIterator<Item = f64>) -> Option<f64> {
    let (sum, count) = numbers
        .into_iter()
        .fold((0.0, 0u32), |(sum, count), n| (sum + n, count + 1));
    (count > 0).then(|| sum / f64::from(count))
}

/// How much worse (above 0) or better (below 0) `a` is than the reference `b`:
/// the summand of formula (2) of Nagai and Imai.
pub fn change(a: f64, b: f64) -> f64 {
    if a >= b { a / b - 1.0 } else { 1.0 - b / a }
}

/// What a setting cost over several problems.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// Problems decided.
    pub decided: usize,
    /// Problems not decided within the limit.
    pub undecided: usize,
    /// Nodes of all of them; one that is not decided counts what it was given.
    pub nodes: u64,
    /// Time of all of them.
    pub time: Duration,
}

impl Totals {
    /// The totals of some rows.
    pub fn of<'r>(rows: impl IntoIterator<Item = &'r Row>) -> Self {
        let mut totals = Self::default();
        for row in rows {
            match row.is_decided() {
                true => totals.decided += 1,
                false => totals.undecided += 1,
            }
            totals.nodes += row.nodes;
            totals.time += row.time();
        }
        totals
    }
}

/// `a` over `b`, of nodes that are never none for long.
pub fn ratio(a: u64, b: u64) -> f64 {
    a.max(1) as f64 / b.max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn twice_and_half_make_once() {
        assert!((geometric_mean([2.0, 0.5]).unwrap() - 1.0).abs() < 1e-12);
        assert!((geometric_mean([4.0, 9.0]).unwrap() - 6.0).abs() < 1e-12);
        assert_eq!(geometric_mean([]), None);
    }

    #[test]
    fn changes_are_those_of_the_paper() {
        // Its own example: 100 and 200 seconds against 200 and 100.
        let changes = [change(100.0, 200.0), change(200.0, 100.0)];
        assert_eq!(changes, [-1.0, 1.0]);
        assert_eq!(mean(changes), Some(0.0));
        assert_eq!(change(5.0, 5.0), 0.0);
    }
}
