//! Which candidates a thread takes next.
//!
//! Each thread has a part of the sorted candidates of its own, the same part of
//! every generation: positions that have pieces on the same squares come
//! together there, and with their parents in the generation before, so that a
//! thread meets again what its table knows. A thread that has done its part
//! helps the one that has most left, from the far end.

use std::collections::VecDeque;
use std::ops::Range;

/// Candidates that a thread takes at a time: few enough to be told soon.
const UNIT: u64 = 64;
/// Near the end a thread takes no more than this share of what is left to each.
const SHARE: u64 = 4;

/// Candidates by number that are still to be taken, in a part for each thread.
pub struct CandidateQueue {
    parts: Vec<Part>,
}

#[derive(Default)]
struct Part {
    ranges: VecDeque<Range<u64>>,
    left: u64,
}

impl CandidateQueue {
    /// Divides `todo`, ranges in order, among so many threads.
    pub fn new(todo: Vec<Range<u64>>, threads: usize) -> Self {
        let total = count(&todo);
        let mut parts = Vec::with_capacity(threads);
        let mut todo = VecDeque::from(todo);
        let mut given = 0;
        for i in 1..=threads as u64 {
            let end = (u128::from(total) * u128::from(i) / threads as u128) as u64;
            let mut part = Part::default();
            while part.left < end - given {
                let Some(range) = take_front(&mut todo, end - given - part.left) else {
                    break;
                };
                part.left += range.end - range.start;
                part.ranges.push_back(range);
            }
            given = end;
            parts.push(part);
        }
        Self { parts }
    }

    /// The next candidates for a thread, none if all are taken.
    pub fn take(&mut self, thread: usize) -> Option<Range<u64>> {
        let threads = self.parts.len() as u64;
        let all: u64 = self.parts.iter().map(|part| part.left).sum();
        let most = (all / (threads * SHARE)).clamp(1, UNIT);
        let own = &mut self.parts[thread];
        let taken = if own.left > 0 {
            let taken = take_front(&mut own.ranges, most)?;
            own.left -= taken.end - taken.start;
            taken
        } else {
            let other = self.parts.iter_mut().max_by_key(|part| part.left)?;
            let taken = take_back(&mut other.ranges, most)?;
            other.left -= taken.end - taken.start;
            taken
        };
        Some(taken)
    }
}

/// How many candidates there are in ranges.
pub fn count(ranges: &[Range<u64>]) -> u64 {
    ranges.iter().map(|range| range.end - range.start).sum()
}

fn take_front(ranges: &mut VecDeque<Range<u64>>, most: u64) -> Option<Range<u64>> {
    let first = ranges.front_mut()?;
    let middle = first.end.min(first.start + most);
    let taken = first.start..middle;
    first.start = middle;
    if first.is_empty() {
        ranges.pop_front();
    }
    Some(taken)
}

fn take_back(ranges: &mut VecDeque<Range<u64>>, most: u64) -> Option<Range<u64>> {
    let last = ranges.back_mut()?;
    let middle = last.start.max(last.end.saturating_sub(most));
    let taken = middle..last.end;
    last.end = middle;
    if last.is_empty() {
        ranges.pop_back();
    }
    Some(taken)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whoever asks in whatever order, each candidate is taken once.
    #[test]
    fn every_candidate_is_taken_once() {
        let todo = vec![3..4, 10..700, 701..702, 900..1500];
        for threads in [1, 2, 3, 7] {
            for pattern in [1, 2, 5] {
                let mut queue = CandidateQueue::new(todo.clone(), threads);
                let mut taken = Vec::new();
                let mut turn = 0;
                while let Some(range) = queue.take(turn / pattern % threads) {
                    assert!(!range.is_empty());
                    taken.extend(range);
                    turn += 1;
                }
                taken.sort_unstable();
                let expected: Vec<u64> = todo.iter().cloned().flatten().collect();
                assert_eq!(taken, expected, "{threads} {pattern}");
            }
        }
        assert_eq!(CandidateQueue::new(Vec::new(), 2).take(1), None);
    }

    #[test]
    fn threads_begin_in_parts_of_their_own() {
        let mut queue = CandidateQueue::new(vec![0..1000, 2000..3000], 2);
        assert_eq!(queue.take(0), Some(0..64));
        assert_eq!(queue.take(1), Some(2000..2064));
        assert_eq!(queue.take(0), Some(64..128));
        // One at a time in the end, so that no thread waits for another.
        let mut queue = CandidateQueue::new(vec![0..3, 7..8], 2);
        assert_eq!(queue.take(0), Some(0..1));
    }
}
