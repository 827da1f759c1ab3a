//! The candidates for a generation: all un-moves of the one before, sorted, each
//! once.
//!
//! Mirror images being the same, one position can come from several un-moves.
//! With the attacker to move it has several mates then, and is kept once, marked
//! so. With the defender to move each move is kept that could be that of the main
//! line.

use super::folder::EnumerationFolder;
use super::sorter::Sorter;
use super::{EQUAL, EnumerateError, MANY, OPEN};
use crate::condition::Condition;
use crate::parallel;
use crate::position_file::{PositionReader, PositionRecord, PositionWriter, TALLIES};
use crate::unmove::each_unmove;
use kemuri_core::Budget;

/// Problems whose un-moves are made in parallel.
const BATCH: usize = 4096;

/// Numbers in the header of a file of candidates.
pub const FERTILE: usize = 0;
/// See [`FERTILE`].
pub const UNMOVES: usize = 1;

/// Writes the candidates for generation `number` from the one before, with
/// about `in_memory` un-moves in memory at a time; ends early once `budget` is stopped.
pub fn prepare(
    folder: &EnumerationFolder,
    condition: &Condition,
    number: u32,
    in_memory: usize,
    budget: &Budget,
) -> Result<(), EnumerateError> {
    let check_stop = || match budget.is_stopped() {
        true => Err(EnumerateError::Interrupted),
        false => Ok(()),
    };
    let mut parents = PositionReader::open(&folder.generation(number - 1))?;
    let id = condition.fingerprint();
    let mut tallies = [0; TALLIES];
    let mut sorter = Sorter::new(folder, condition, number, in_memory);
    loop {
        check_stop()?;
        let mut some = parents.take(BATCH.min(in_memory))?;
        if some.is_empty() {
            break;
        }
        some.retain(|parent| parent.marks & OPEN == 0);
        for unmoves in parallel::map(&some, |parent| unmoves_of(parent, condition)) {
            tallies[FERTILE] += u64::from(!unmoves.is_empty());
            tallies[UNMOVES] += unmoves.len() as u64;
            sorter.extend(unmoves)?;
        }
    }
    let mut all = sorter.finish()?;
    let mut out = PositionWriter::create(&folder.candidates(number), number, id)?;
    let attacks = number % 2 == 1;
    let mut current: Option<PositionRecord> = None;
    while let Some(record) = all.read()? {
        check_stop()?;
        match &mut current {
            Some(known) if (known.packed, known.mv) == (record.packed, record.mv) => {}
            Some(known) if attacks && known.packed == record.packed => known.marks |= MANY,
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
    all.remove()?;
    Ok(())
}

/// All un-moves of a problem within the region of the condition.
fn unmoves_of(parent: &PositionRecord, condition: &Condition) -> Vec<PositionRecord> {
    let mut found = Vec::new();
    let board = parent.packed.board(condition.material);
    each_unmove(&board, |before, mv| {
        if before.occupied() & !condition.region == 0 {
            let (packed, mirrored) = condition.pack(before);
            let mv = if mirrored { mv.mirror_file() } else { mv };
            found.push(PositionRecord {
                packed,
                mv: mv.raw(),
                marks: parent.marks & EQUAL,
            });
        }
    });
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::enumerate::sorter::IN_MEMORY;
    use crate::enumerate::{EnumerateOptions, enumerate};

    #[test]
    fn many_small_runs_merge_to_the_same_file() {
        let text = Condition::shipped("tofu-smoke").unwrap();
        let condition = Condition {
            length: 1,
            ..Condition::parse(text).unwrap()
        };
        let path = tempfile::tempdir().unwrap();
        let folder = EnumerationFolder::open(path.path(), &condition).unwrap();
        let options = EnumerateOptions {
            threads: 1,
            hash: 1 << 20,
            nodes: 1000,
            budget: Budget::default(),
        };
        enumerate(&condition, &folder, &options, &mut |_| (), &mut |_, _| ()).unwrap();
        let made = |in_memory| {
            let budget = Budget::default();
            prepare(&folder, &condition, 2, in_memory, &budget).unwrap();
            std::fs::read(folder.candidates(2)).unwrap()
        };
        let whole = made(IN_MEMORY);
        assert!(whole.len() > 3000 * 44);
        for in_memory in [1, 50, 1000] {
            assert!(made(in_memory) == whole);
        }
        // Nothing is left of the runs.
        assert!(!folder.sorted_run(2, 0).exists());
        std::fs::remove_file(folder.candidates(2)).unwrap();
        let budget = Budget::default();
        budget.stop();
        let stopped = prepare(&folder, &condition, 2, 1, &budget);
        assert!(matches!(stopped, Err(EnumerateError::Interrupted)));
        assert!(!folder.candidates(2).exists());
    }
}
