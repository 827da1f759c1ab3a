//! What is decided of the candidates of a generation, written down as it comes.
//!
//! Blocks are appended, each with its checksum; a block that was being written
//! when the run was killed is cut off when the log is opened again. In memory a
//! candidate takes one byte.

use crate::soundness::Decision;
use crate::store::{StoreError, at};
use std::fs::{File, OpenOptions};
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};

/// First number and count of the candidates of a block.
const HEAD: usize = 8 + 4;
const SUM: usize = 4;

/// The decisions of one generation.
pub struct Log {
    path: PathBuf,
    file: File,
    /// By number of the candidate; 0 where nothing is decided yet.
    decisions: Vec<u8>,
}

impl Log {
    /// Opens the log of `count` candidates and reads what is in it.
    pub fn open(path: &Path, count: u64) -> Result<Self, StoreError> {
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)
            .map_err(at(path))?;
        let mut decisions = vec![0; count as usize];
        let mut whole = 0;
        let mut blocks = BufReader::new(&mut file);
        while let Some((first, block)) = next_block(&mut blocks, count).map_err(at(path))?
            && let Some(end) = first.checked_add(block.len())
            && let Some(place) = decisions.get_mut(first..end)
        {
            place.copy_from_slice(&block);
            whole += (HEAD + block.len() + SUM) as u64;
        }
        file.set_len(whole).map_err(at(path))?;
        file.seek(SeekFrom::End(0)).map_err(at(path))?;
        Ok(Self {
            path: path.into(),
            file,
            decisions,
        })
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

    /// Writes the decisions on the candidates from `first` on down.
    pub fn append(&mut self, first: u64, decisions: &[Decision]) -> Result<(), StoreError> {
        let block: Vec<u8> = decisions.iter().map(|&d| d as u8).collect();
        let mut bytes = Vec::with_capacity(HEAD + block.len() + SUM);
        bytes.extend(first.to_le_bytes());
        bytes.extend((block.len() as u32).to_le_bytes());
        bytes.extend(&block);
        let sum = crc32fast::hash(&bytes);
        bytes.extend(sum.to_le_bytes());
        self.file.write_all(&bytes).map_err(at(&self.path))?;
        let first = first as usize;
        self.decisions[first..first + block.len()].copy_from_slice(&block);
        Ok(())
    }
}

/// The next block, unless it is damaged or none of `count` candidates: its first
/// candidate and its decisions.
fn next_block(log: &mut impl Read, count: u64) -> io::Result<Option<(usize, Vec<u8>)>> {
    let mut head = [0; HEAD];
    if !fill(log, &mut head)? {
        return Ok(None);
    }
    let (first, length) = head.split_at(8);
    let first = first.iter().rfold(0, |n, &byte| n << 8 | u64::from(byte));
    let length = length.iter().rfold(0, |n, &byte| n << 8 | u64::from(byte));
    if length > count {
        return Ok(None);
    }
    let mut block = vec![0; length as usize];
    let mut sum = [0; SUM];
    if !fill(log, &mut block)? || !fill(log, &mut sum)? {
        return Ok(None);
    }
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&head);
    hasher.update(&block);
    let is_whole = hasher.finalize() == u32::from_le_bytes(sum);
    let first = usize::try_from(first).ok().filter(|_| is_whole);
    Ok(first.map(|first| (first, block)))
}

/// Whether there were enough bytes to fill `buffer`.
fn fill(log: &mut impl Read, buffer: &mut [u8]) -> io::Result<bool> {
    match log.read_exact(buffer) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(false),
        Err(error) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_log_cut_anywhere_keeps_its_whole_blocks() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("log");
        let mut log = Log::open(&path, 10).unwrap();
        log.append(0, &[Decision::Sound, Decision::Open]).unwrap();
        log.append(2, &[Decision::Cook; 3]).unwrap();
        log.append(1, &[Decision::Escape]).unwrap();
        drop(log);
        let bytes = std::fs::read(&path).unwrap();
        for length in 0..=bytes.len() {
            std::fs::write(&path, &bytes[..length]).unwrap();
            let log = Log::open(&path, 10).unwrap();
            let block = HEAD + SUM;
            let expected = match length {
                n if n < block + 2 => 0,
                n if n < 2 * block + 5 => 2,
                _ => 5,
            };
            let all = length == bytes.len();
            let undecided: Vec<u64> = log.undecided().into_iter().flatten().collect();
            let open = if all || expected == 0 { None } else { Some(1) };
            assert!(
                undecided
                    .into_iter()
                    .eq(open.into_iter().chain(expected..10))
            );
        }
    }

    #[test]
    fn a_damaged_block_and_what_follows_is_forgotten() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("log");
        let mut log = Log::open(&path, 4).unwrap();
        log.append(0, &[Decision::Sound; 2]).unwrap();
        log.append(2, &[Decision::Sound; 2]).unwrap();
        drop(log);
        let mut bytes = std::fs::read(&path).unwrap();
        let last = bytes.len() - SUM - 1;
        bytes[last] = Decision::Cook as u8;
        std::fs::write(&path, &bytes).unwrap();
        for (count, undecided) in [(4, 2..4), (1, 0..1)] {
            let log = Log::open(&path, count).unwrap();
            assert!(log.undecided().into_iter().flatten().eq(undecided));
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn what_a_full_disk_does_not_take_is_not_decided() {
        let path = Path::new("/dev/full");
        let mut log = Log {
            path: path.into(),
            file: OpenOptions::new().write(true).open(path).unwrap(),
            decisions: vec![0; 3],
        };
        let error = log.append(1, &[Decision::Sound]).unwrap_err();
        assert!(error.to_string().starts_with("/dev/full: "), "{error}");
        assert!(log.undecided().into_iter().flatten().eq(0..3));
    }
}
