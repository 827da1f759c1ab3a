//! Chooses the best main line of a position.
//!
//! Two defences of one position may both lead to sound problems of the same
//! length. The choice matters: only one of them may leave the attacker nothing
//! whatever he plays, or have no equal defence later. So each is a candidate of its
//! own, side by side in the sorted order, and the best of them decides.

use super::EQUAL;
use crate::position_file::{PositionReader, PositionRecord, RunFileError};
use kemuri_judge::extension::Decision;

/// The records of a file, those of one position together.
pub struct Positions<'r> {
    file: &'r mut PositionReader,
    next: Option<PositionRecord>,
}

impl<'r> Positions<'r> {
    /// All positions of a file.
    pub fn of(file: &'r mut PositionReader) -> Result<Self, RunFileError> {
        file.go_to(0)?;
        let next = file.read()?;
        Ok(Self { file, next })
    }

    /// The records of the next position, one for each of its main lines.
    pub fn read(&mut self) -> Result<Option<Vec<PositionRecord>>, RunFileError> {
        let Some(first) = self.next.take() else {
            return Ok(None);
        };
        let mut records = vec![first];
        while let Some(record) = self.file.read()? {
            if record.packed != first.packed {
                self.next = Some(record);
                break;
            }
            records.push(record);
        }
        Ok(Some(records))
    }
}

/// The best main line of a position and what is decided of it, `lines` being all
/// of them; nothing if there are none.
///
/// That a defence escapes or lasts longer is true whatever the main line. Else
/// one without equal defences is the best, and one that might be such is waited
/// for.
pub fn best(
    lines: impl IntoIterator<Item = (PositionRecord, Decision)>,
) -> Option<(PositionRecord, Decision)> {
    let rank = |&(record, decision): &(PositionRecord, Decision)| match decision {
        Decision::Cook | Decision::Escape | Decision::Longer => 0,
        Decision::Sound if record.marks & EQUAL == 0 => 1,
        Decision::Open => 2,
        Decision::Sound => 3,
        Decision::Equal => 4,
    };
    // The first of those that are as good.
    lines.into_iter().min_by_key(rank)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::packed::{BYTES, PackedPosition};

    #[test]
    fn a_main_line_without_equal_defences_is_the_best() {
        use Decision::{Equal, Escape, Longer, Open, Sound};
        let record = |mv, marks| PositionRecord {
            packed: PackedPosition([0; BYTES]),
            mv,
            marks,
        };
        let plain = [record(1, 0), record(2, 0)];
        let marked = [record(1, EQUAL), record(2, 0)];
        for (records, decided, decision, mv) in [
            (plain, [Sound, Sound], Sound, 1),
            (marked, [Sound, Sound], Sound, 2),
            (marked, [Sound, Equal], Sound, 1),
            (plain, [Equal, Sound], Sound, 2),
            (plain, [Equal, Equal], Equal, 1),
            (plain, [Equal, Open], Open, 2),
            (marked, [Sound, Open], Open, 2),
            (marked, [Open, Sound], Sound, 2),
            (plain, [Open, Escape], Escape, 2),
            (plain, [Longer, Open], Longer, 1),
        ] {
            let (of, is) = best(records.into_iter().zip(decided)).unwrap();
            assert_eq!((is, of.mv), (decision, mv), "{decided:?}");
        }
        assert_eq!(best([]), None);
    }
}
