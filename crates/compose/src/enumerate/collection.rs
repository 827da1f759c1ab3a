//! The problems that a run found, with their solutions.

use super::{EQUAL, EnumerationFolder, OPEN};
use crate::ComposedProblem;
use crate::condition::Condition;
use crate::packed;
use crate::position_file::{PositionReader, PositionRecord, RunFileError};
use kemuri_core::{Board, Problem, ProblemError};

/// Why a collection cannot be read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CollectionError {
    /// A file cannot be read.
    #[error(transparent)]
    File(#[from] RunFileError),
    /// A stored position breaks the rules.
    #[error("a stored position is no problem: {0}")]
    Problem(#[from] ProblemError),
    /// The rest of a solution is missing.
    #[error("a problem of length {plies} has no solution in the folder")]
    Broken {
        /// Its length.
        plies: u32,
    },
}

/// Returns the finished problems of `plies` plies in the order of their positions.
///
/// The king is on the right half of the board if the region is symmetric.
pub fn finished(
    folder: &EnumerationFolder,
    condition: &Condition,
    plies: u32,
) -> Result<Vec<ComposedProblem>, CollectionError> {
    let mut files = (0..=plies)
        .map(|n| PositionReader::open(&folder.generation(n)))
        .collect::<Result<Vec<_>, _>>()?;
    let mut found = Vec::new();
    let mut number = 0;
    loop {
        let file = &mut files[plies as usize];
        file.go_to(number)?;
        let Some(record) = file.read()? else { break };
        number += 1;
        if record.marks & OPEN == 0 && condition.is_finished(&record.packed) {
            found.push(solution(&mut files, condition, plies, &record)?);
        }
    }
    Ok(found)
}

/// Follows the main line of `record` from file to file.
fn solution(
    files: &mut [PositionReader],
    condition: &Condition,
    plies: u32,
    record: &PositionRecord,
) -> Result<ComposedProblem, CollectionError> {
    let mut board = record.packed.board(condition.material);
    let mut line = Vec::new();
    let mut next = *record;
    let mut mirrored = condition.is_symmetric() && board.defender_king() / 9 > 4;
    let problem = Problem::of_board(&shown(&board, mirrored))?;
    for left in (0..plies).rev() {
        let mv = next.main_move();
        line.push(if mirrored { mv.mirror_file() } else { mv });
        board.make(mv);
        let (packed, turned) = condition.pack(&board);
        mirrored ^= turned;
        let rest = files[left as usize].find(&packed)?;
        next = rest.ok_or(CollectionError::Broken { plies })?;
        board = packed.board(condition.material);
    }
    let strict = record.marks & EQUAL == 0;
    Ok(ComposedProblem::new(problem, line, strict))
}

/// The position, or its mirror image.
fn shown(board: &Board, mirrored: bool) -> Board {
    if !mirrored {
        return board.clone();
    }
    let cells = std::array::from_fn(|sq| board.piece(packed::mirrored(sq)));
    let hands = [board.attacker_hand(), board.defender_hand()];
    Board::from_pieces(&cells, hands, board.attacker_to_move())
}
