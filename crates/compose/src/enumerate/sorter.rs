//! Sorts more records than memory holds.
//!
//! Records are collected up to a limit, sorted and written as a run; the runs
//! and what is still in memory are merged. Where memory suffices, nothing is
//! written.

use super::folder::EnumerationFolder;
use crate::condition::Condition;
use crate::parallel;
use crate::position_file::{PositionReader, PositionRecord, PositionWriter, RunFileError, TALLIES};
use kemuri_runstore::remove_file;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::path::PathBuf;
use std::vec;

/// Records that are sorted in memory: 44 bytes each.
pub const IN_MEMORY: usize = 1 << 20;
/// Runs that are open at the same time; so many are merged to one.
const MOST_RUNS: usize = 128;

/// Takes records in any order.
pub struct Sorter<'a> {
    folder: &'a EnumerationFolder,
    generation: u32,
    /// The fingerprint of the condition.
    condition: u32,
    in_memory: usize,
    buffer: Vec<PositionRecord>,
    runs: Vec<PathBuf>,
    /// Runs begun so far.
    begun: usize,
}

impl<'a> Sorter<'a> {
    /// Sorts records of a generation, about `in_memory` of which are in memory at a
    /// time.
    pub fn new(
        folder: &'a EnumerationFolder,
        condition: &Condition,
        generation: u32,
        in_memory: usize,
    ) -> Self {
        Self {
            folder,
            generation,
            condition: condition.fingerprint(),
            in_memory,
            buffer: Vec::new(),
            runs: Vec::new(),
            begun: 0,
        }
    }

    /// Takes some records.
    pub fn extend(
        &mut self,
        some: impl IntoIterator<Item = PositionRecord>,
    ) -> Result<(), RunFileError> {
        self.buffer.extend(some);
        if self.buffer.len() < self.in_memory {
            return Ok(());
        }
        parallel::sort(&mut self.buffer);
        let records = std::mem::take(&mut self.buffer).into_iter();
        self.write_run(&mut records.map(Ok))?;
        if self.runs.len() < MOST_RUNS {
            return Ok(());
        }
        let mut all = Merge::new(std::mem::take(&mut self.runs), Vec::new())?;
        self.write_run(&mut std::iter::from_fn(|| all.read().transpose()))?;
        all.remove()
    }

    fn write_run(
        &mut self,
        records: &mut dyn Iterator<Item = Result<PositionRecord, RunFileError>>,
    ) -> Result<(), RunFileError> {
        let path = self.folder.sorted_run(self.generation, self.begun);
        self.begun += 1;
        let mut run = PositionWriter::create(&path, self.generation, self.condition)?;
        for record in records {
            run.push(record?)?;
        }
        run.finish([0; TALLIES])?;
        self.runs.push(path);
        Ok(())
    }

    /// All records in order.
    pub fn finish(mut self) -> Result<Merge, RunFileError> {
        parallel::sort(&mut self.buffer);
        Merge::new(self.runs, self.buffer)
    }
}

/// Several sorted sources read as one.
pub struct Merge {
    paths: Vec<PathBuf>,
    readers: Vec<PositionReader>,
    rest: vec::IntoIter<PositionRecord>,
    heads: BinaryHeap<Reverse<(PositionRecord, usize)>>,
}

impl Merge {
    fn new(paths: Vec<PathBuf>, rest: Vec<PositionRecord>) -> Result<Self, RunFileError> {
        let readers = paths.iter().map(|path| PositionReader::open(path));
        let mut merge = Self {
            readers: readers.collect::<Result<_, _>>()?,
            paths,
            rest: rest.into_iter(),
            heads: BinaryHeap::new(),
        };
        for source in 0..=merge.readers.len() {
            merge.refill(source)?;
        }
        Ok(merge)
    }

    /// Reads on in one source; the last one is in memory.
    fn refill(&mut self, source: usize) -> Result<(), RunFileError> {
        let next = match self.readers.get_mut(source) {
            Some(reader) => reader.read()?,
            None => self.rest.next(),
        };
        self.heads
            .extend(next.map(|record| Reverse((record, source))));
        Ok(())
    }

    /// The next record.
    pub fn read(&mut self) -> Result<Option<PositionRecord>, RunFileError> {
        let Some(Reverse((record, source))) = self.heads.pop() else {
            return Ok(None);
        };
        self.refill(source)?;
        Ok(Some(record))
    }

    /// Removes the files that it read.
    pub fn remove(self) -> Result<(), RunFileError> {
        self.paths.iter().try_for_each(|path| remove_file(path))?;
        Ok(())
    }
}
