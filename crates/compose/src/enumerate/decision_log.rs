//! The decisions on the candidates of a generation, in a journal.
//!
//! A line holds the decisions on successive candidates, a digit for each, and a
//! checksum: `128 1133611 9a0b1c2d`. The header names the candidates by their
//! checksum: decisions on others are dropped. Damaged lines are left out, and their
//! candidates decided again. In memory a candidate takes one byte.

use crate::position_file::{PositionReader, RunFileError, VERSION};
use kemuri_judge::extension::Decision;
use kemuri_runstore::{Journal, LineFormat, OtherHeader, Salvage};
use std::ops::Range;
use std::path::Path;

/// The decisions of one generation.
pub struct DecisionLog {
    journal: Journal,
    /// By number of the candidate; 0 where nothing is decided yet.
    decisions: Vec<u8>,
}

impl DecisionLog {
    /// Opens the log of `candidates` and reads what is in it.
    pub fn open(path: &Path, candidates: &PositionReader) -> Result<Self, RunFileError> {
        let header = candidates.header();
        let key = format!(
            "kemuri enumerate decisions, format {VERSION}, condition {:08x}, {} plies, \
             {} candidates, checksum {:08x}",
            header.condition,
            header.generation,
            header.count,
            candidates.checksum()
        );
        Self::with_key(path, &key, header.count)
    }

    fn with_key(path: &Path, key: &str, count: u64) -> Result<Self, RunFileError> {
        let format = LineFormat {
            header: key,
            is_self_delimiting: true,
            other_header: OtherHeader::Replaced,
            ..LineFormat::default()
        };
        let mut decisions = vec![0; count as usize];
        let read = |line: &str| read(line, &mut decisions).is_some();
        let journal = Journal::open(path, &format, read)?;
        Ok(Self { journal, decisions })
    }

    /// What was left out of the log because it was damaged.
    pub fn salvage(&self) -> Option<&Salvage> {
        self.journal.salvage()
    }

    /// The candidates that were not looked at yet, and those that were without
    /// being decided, in order.
    pub fn undecided(&self) -> Vec<Range<u64>> {
        let mut ranges: Vec<Range<u64>> = Vec::new();
        for (i, &decision) in (0..).zip(&self.decisions) {
            if decision != 0 && decision != Decision::Open as u8 {
                continue;
            }
            match ranges.last_mut() {
                Some(last) if last.end == i => last.end += 1,
                _ => ranges.push(i..i + 1),
            }
        }
        ranges
    }

    /// The decisions on the candidates from `first` on.
    pub fn decisions_from(&self, first: usize) -> impl Iterator<Item = Decision> {
        let bytes = self.decisions.iter().skip(first);
        bytes.map(|&byte| Decision::from_byte(byte).unwrap_or(Decision::Open))
    }

    /// Appends the decisions on the candidates from `first` on.
    pub fn append(&mut self, first: u64, decisions: &[Decision]) -> Result<(), RunFileError> {
        let digits: String = decisions
            .iter()
            .map(|&d| char::from(b'0' + d as u8))
            .collect();
        let text = format!("{first} {digits}");
        let sum = crc32fast::hash(text.as_bytes());
        self.journal.append(&format!("{text} {sum:08x}"))?;
        for (known, &decision) in self.decisions[first as usize..].iter_mut().zip(decisions) {
            *known = decision as u8;
        }
        Ok(())
    }
}

/// Puts the decisions of a line where they belong, unless it is damaged.
fn read(line: &str, decisions: &mut [u8]) -> Option<()> {
    let (text, sum) = line.rsplit_once(' ')?;
    if u32::from_str_radix(sum, 16).ok()? != crc32fast::hash(text.as_bytes()) {
        return None;
    }
    let (first, digits) = text.split_once(' ')?;
    let first: usize = first.parse().ok()?;
    let known = decisions.get_mut(first..first.checked_add(digits.len())?)?;
    for (known, digit) in known.iter_mut().zip(digits.bytes()) {
        *known = digit.wrapping_sub(b'0');
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn open(path: &Path, count: u64) -> DecisionLog {
        DecisionLog::with_key(path, "key", count).unwrap()
    }

    #[test]
    fn a_log_cut_anywhere_keeps_its_complete_lines() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("log");
        let mut log = open(&path, 10);
        log.append(0, &[Decision::Sound, Decision::Open]).unwrap();
        log.append(2, &[Decision::Cook; 3]).unwrap();
        log.append(1, &[Decision::Escape]).unwrap();
        drop(log);
        let text = std::fs::read_to_string(&path).unwrap();
        assert!(text.starts_with("key\n0 16 "), "{text}");
        // A line counts without its line break.
        let ends: Vec<usize> = text.match_indices('\n').map(|(at, _)| at).collect();
        for length in 0..=text.len() {
            std::fs::write(&path, &text[..length]).unwrap();
            let log = open(&path, 10);
            let expected = match length {
                n if n < ends[1] => 0,
                n if n < ends[2] => 2,
                _ => 5,
            };
            let all = length >= ends[3];
            let undecided: Vec<u64> = log.undecided().into_iter().flatten().collect();
            let open = if all || expected == 0 { None } else { Some(1) };
            assert!(
                undecided
                    .into_iter()
                    .eq(open.into_iter().chain(expected..10)),
                "cut at {length}"
            );
        }
    }

    #[test]
    fn a_damaged_line_is_forgotten_and_what_follows_is_not() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("log");
        let mut log = open(&path, 6);
        log.append(0, &[Decision::Sound; 2]).unwrap();
        log.append(2, &[Decision::Sound; 2]).unwrap();
        log.append(4, &[Decision::Cook; 2]).unwrap();
        drop(log);
        let text = std::fs::read_to_string(&path).unwrap();
        let damaged = text.replace("\n2 11 ", "\n2 13 ");
        for (count, undecided, lines) in [(6, 2..4, 3..=3), (2, 0..0, 3..=4)] {
            std::fs::write(&path, &damaged).unwrap();
            let log = open(&path, count);
            assert!(log.undecided().into_iter().flatten().eq(undecided));
            assert_eq!(log.salvage().unwrap().lines, [lines]);
        }
    }

    #[test]
    fn decisions_on_other_candidates_are_forgotten() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("log");
        let mut log = open(&path, 2);
        log.append(0, &[Decision::Sound; 2]).unwrap();
        drop(log);
        let other = DecisionLog::with_key(&path, "other key", 2).unwrap();
        assert!(other.undecided().into_iter().flatten().eq(0..2));
        // What an earlier version wrote has no header.
        drop(other);
        std::fs::write(&path, b"\0\0\0\0\0\0\0\0\x02\0\0\0\x01\x01abcd").unwrap();
        assert!(open(&path, 2).undecided().into_iter().flatten().eq(0..2));
    }
}
