//! How large the samples of tests are.
//!
//! A test that compares with brute force takes a fixed part of its sample in an ordinary run, and
//! all of it if the environment variable `KEMURI_FULL` is `1`. What it must have met at least
//! shrinks with the sample.

use std::ops::Div;

/// The part of its full sample that a test takes.
#[derive(Clone, Copy, Debug)]
pub struct Sample {
    /// One in so many.
    share: u8,
}

impl Sample {
    /// One in `share` in an ordinary run, all in a full one.
    pub fn one_in(share: u8) -> Self {
        let is_full = std::env::var_os("KEMURI_FULL").is_some_and(|value| value == "1");
        Self {
            share: if is_full { 1 } else { share },
        }
    }

    /// Returns what stands for `full` in this run: a number of positions, or how many of a kind
    /// must be among them. At least one.
    pub fn of<T: From<u8> + Div<Output = T> + Ord>(self, full: T) -> T {
        (full / T::from(self.share)).max(T::from(1))
    }
}
