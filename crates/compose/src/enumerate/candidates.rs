//! The candidates for a generation: all un-moves of the one before, sorted, each
//! position once.
//!
//! Memory is bounded: un-moves are collected up to a limit, sorted and written
//! as a run; the runs are merged.

use super::folder::{Folder, remove};
use super::{EQUAL, MANY, OPEN};
use crate::condition::Condition;
use crate::store::{Reader, Record, StoreError, TALLIES, Writer};
use crate::unmove::each_unmove;
use rayon::prelude::*;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Un-moves that are sorted in memory: 44 bytes each.
pub const IN_MEMORY: usize = 1 << 20;
/// Problems whose un-moves are made together.
const TOGETHER: usize = 4096;

/// Numbers in the header of a file of candidates.
pub const FERTILE: usize = 0;
/// See [`FERTILE`].
pub const UNMOVES: usize = 1;

/// Writes the candidates for generation `number` from the one before, with
/// about `in_memory` un-moves in memory at a time.
pub fn prepare(
    folder: &Folder,
    condition: &Condition,
    number: u32,
    in_memory: usize,
) -> Result<(), StoreError> {
    let mut parents = Reader::open(&folder.generation(number - 1))?;
    let id = condition.fingerprint();
    let mut tallies = [0; TALLIES];
    let mut buffer: Vec<Record> = Vec::new();
    let mut runs = Vec::new();
    loop {
        let some = parents.take(TOGETHER.min(in_memory))?;
        let found: Vec<Vec<Record>> = some
            .par_iter()
            .filter(|parent| parent.marks & OPEN == 0)
            .map(|parent| unmoves_of(parent, condition))
            .collect();
        for unmoves in &found {
            tallies[FERTILE] += u64::from(!unmoves.is_empty());
            tallies[UNMOVES] += unmoves.len() as u64;
            buffer.extend(unmoves);
        }
        let last = some.is_empty();
        if buffer.len() >= in_memory || last {
            buffer.par_sort_unstable();
            let path = folder.sorted_run(number, runs.len());
            let mut run = Writer::create(&path, number, id)?;
            for record in buffer.drain(..) {
                run.push(record)?;
            }
            run.finish([0; TALLIES])?;
            runs.push(path);
        }
        if last {
            break;
        }
    }
    let mut merge = Merge::new(&runs)?;
    let mut out = Writer::create(&folder.candidates(number), number, id)?;
    let mut current: Option<Record> = None;
    while let Some(record) = merge.read()? {
        match &mut current {
            Some(known) if known.packed == record.packed => {
                if known.mv != record.mv {
                    known.marks |= MANY;
                }
            }
            _ => {
                if let Some(done) = current.replace(record) {
                    out.push(done)?;
                }
            }
        }
    }
    if let Some(done) = current {
        out.push(done)?;
    }
    out.finish(tallies)?;
    runs.iter().try_for_each(|run| remove(run))
}

/// All un-moves of a problem within the region of the condition.
fn unmoves_of(parent: &Record, condition: &Condition) -> Vec<Record> {
    let mut found = Vec::new();
    let board = parent.packed.board(condition.material);
    each_unmove(&board, |before, mv| {
        if before.occupied() & !condition.region == 0 {
            let (packed, mirrored) = condition.name_of(before);
            let mv = if mirrored { mv.mirror_file() } else { mv };
            found.push(Record {
                packed,
                mv: mv.raw(),
                marks: parent.marks & EQUAL,
            });
        }
    });
    found
}

/// Several sorted files read as one.
struct Merge {
    readers: Vec<Reader>,
    heads: BinaryHeap<Reverse<(Record, usize)>>,
}

impl Merge {
    fn new(paths: &[std::path::PathBuf]) -> Result<Self, StoreError> {
        let readers = paths.iter().map(|path| Reader::open(path));
        let mut merge = Self {
            readers: readers.collect::<Result<_, _>>()?,
            heads: BinaryHeap::new(),
        };
        for i in 0..merge.readers.len() {
            merge.refill(i)?;
        }
        Ok(merge)
    }

    fn refill(&mut self, i: usize) -> Result<(), StoreError> {
        if let Some(record) = self.readers[i].read()? {
            self.heads.push(Reverse((record, i)));
        }
        Ok(())
    }

    fn read(&mut self) -> Result<Option<Record>, StoreError> {
        let Some(Reverse((record, i))) = self.heads.pop() else {
            return Ok(None);
        };
        self.refill(i)?;
        Ok(Some(record))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::enumerate::{Settings, enumerate};

    #[test]
    fn many_small_runs_merge_to_the_same_file() {
        let text = Condition::shipped("tofu-smoke").unwrap();
        let condition = Condition {
            length: 1,
            ..Condition::parse(text).unwrap()
        };
        let path = tempfile::tempdir().unwrap();
        let folder = Folder::open(path.path(), &condition).unwrap();
        let settings = Settings {
            threads: 1,
            hash: 1 << 20,
            nodes: 1000,
            stop: Default::default(),
        };
        enumerate(&condition, &folder, &settings, &mut |_| ()).unwrap();
        let made = |in_memory| {
            prepare(&folder, &condition, 2, in_memory).unwrap();
            std::fs::read(folder.candidates(2)).unwrap()
        };
        let whole = made(IN_MEMORY);
        assert!(whole.len() > 3000 * 44);
        for in_memory in [1, 50, 1000] {
            assert!(made(in_memory) == whole);
        }
        // Nothing is left of the runs.
        assert!(!folder.sorted_run(2, 0).exists());
    }
}
