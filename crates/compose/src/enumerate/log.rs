//! What is decided of the candidates of a generation, written down as it comes.
//!
//! Blocks are appended, each with its checksum; a block that was being written
//! when the run was killed is cut off when the log is opened again.

use crate::soundness::Decision;
use crate::store::{StoreError, at};
use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
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
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(at(path))?;
        let mut decisions = vec![0; count as usize];
        let mut whole = 0;
        while let Some((first, block, length)) = next_block(&bytes[whole..])
            && let Some(end) = first.checked_add(block.len())
            && let Some(place) = decisions.get_mut(first..end)
        {
            place.copy_from_slice(block);
            whole += length;
        }
        file.set_len(whole as u64).map_err(at(path))?;
        file.seek(SeekFrom::End(0)).map_err(at(path))?;
        Ok(Self {
            path: path.into(),
            file,
            decisions,
        })
    }

    /// How many candidates have been looked at from the first on.
    pub fn looked_at(&self) -> usize {
        let first = self.decisions.iter().position(|&d| d == 0);
        first.unwrap_or(self.decisions.len())
    }

    /// The candidates that were looked at without being decided.
    pub fn open_ones(&self) -> Vec<usize> {
        let open = Decision::Open as u8;
        let all = self.decisions.iter().enumerate();
        all.filter(|&(_, &d)| d == open).map(|(i, _)| i).collect()
    }

    /// The decision on a candidate.
    pub fn decision(&self, candidate: usize) -> Decision {
        let byte = self.decisions.get(candidate).copied();
        byte.and_then(Decision::from_byte).unwrap_or(Decision::Open)
    }

    /// Writes the decisions on the candidates from `first` on down.
    pub fn append(&mut self, first: usize, decisions: &[Decision]) -> Result<(), StoreError> {
        let block: Vec<u8> = decisions.iter().map(|&d| d as u8).collect();
        let mut bytes = Vec::with_capacity(HEAD + block.len() + SUM);
        bytes.extend((first as u64).to_le_bytes());
        bytes.extend((block.len() as u32).to_le_bytes());
        bytes.extend(&block);
        let sum = crc32fast::hash(&bytes);
        bytes.extend(sum.to_le_bytes());
        self.file.write_all(&bytes).map_err(at(&self.path))?;
        self.decisions[first..first + block.len()].copy_from_slice(&block);
        Ok(())
    }
}

/// The first block: its first candidate, its decisions, its length in bytes.
fn next_block(bytes: &[u8]) -> Option<(usize, &[u8], usize)> {
    let first = u64::from_le_bytes(bytes.get(..8)?.try_into().ok()?);
    let count = u32::from_le_bytes(bytes.get(8..HEAD)?.try_into().ok()?) as usize;
    let end = HEAD.checked_add(count)?;
    let sum = u32::from_le_bytes(bytes.get(end..end.checked_add(SUM)?)?.try_into().ok()?);
    (crc32fast::hash(&bytes[..end]) == sum).then(|| {
        let first = usize::try_from(first).unwrap_or(usize::MAX);
        (first, &bytes[HEAD..end], end + SUM)
    })
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
            assert_eq!(log.looked_at(), expected, "{length}");
            let all = length == bytes.len();
            assert_eq!(log.open_ones().is_empty(), all || expected == 0);
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
        assert_eq!(Log::open(&path, 4).unwrap().looked_at(), 2);
        assert_eq!(Log::open(&path, 1).unwrap().looked_at(), 0);
    }
}
