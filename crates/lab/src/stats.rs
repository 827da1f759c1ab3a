//! The arithmetic of the reports.

use crate::search_result::SearchResult;
use std::time::Duration;

/// Returns the geometric mean of ratios: that of 2 and 1/2 is 1.
pub fn geometric_mean(ratios: impl IntoIterator<Item = f64>) -> Option<f64> {
    mean(ratios.into_iter().map(f64::ln)).map(f64::exp)
}

/// Returns the arithmetic mean.
pub fn mean(numbers: impl IntoIterator<Item = f64>) -> Option<f64> {
    let (sum, count) = numbers
        .into_iter()
        .fold((0.0, 0u32), |(sum, count), n| (sum + n, count + 1));
    (count > 0).then(|| sum / f64::from(count))
}

/// Returns how much worse (above 0) or better (below 0) `a` is than the
/// reference `b`: the summand of formula (2) of Nagai and Imai.
pub fn change(a: f64, b: f64) -> f64 {
    if a >= b { a / b - 1.0 } else { 1.0 - b / a }
}

/// The cost of a setting over several problems.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SearchTotals {
    /// Problems decided.
    pub decided: usize,
    /// Problems not decided within the limit.
    pub undecided: usize,
    /// Nodes of all of them; an undecided one counts what it was given.
    pub nodes: u64,
    /// Time of all of them.
    pub time: Duration,
}

impl SearchTotals {
    /// Adds up results.
    pub fn of<'r>(results: impl IntoIterator<Item = &'r SearchResult>) -> Self {
        let mut totals = Self::default();
        for result in results {
            match result.is_decided() {
                true => totals.decided += 1,
                false => totals.undecided += 1,
            }
            totals.nodes += result.nodes;
            totals.time += result.time();
        }
        totals
    }

    /// Returns the number of problems.
    pub fn problems(&self) -> usize {
        self.decided + self.undecided
    }
}

/// Returns `a` over `b`, where 0 counts as 1.
pub fn ratio(a: u64, b: u64) -> f64 {
    a.max(1) as f64 / b.max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_geometric_mean_of_twice_and_half_is_once() {
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
