//! The board as a row of cells, with a border around it.
//!
//! A file takes [`STRIDE`] cells: its nine squares and eight cells of the border. One
//! more file of the border is at either end. So a step off the board, a knight's
//! jump included, ends on the border. As no two squares are more than eight ranks
//! apart, the difference of two cells tells how many files and ranks lie between
//! them.

use super::pieces::{ATTACKER, DEFENDER};

/// The number of a cell.
pub(super) type CellNumber = u8;

/// From one file to the next.
pub(super) const STRIDE: i8 = 17;
/// A cell of the border: where a king is that is not on the board.
pub(super) const OUTSIDE: CellNumber = 0;

/// The cell of each square, squares being numbered `file * 9 + rank`.
pub(super) static CELLS: [CellNumber; 81] = {
    let mut cells = [OUTSIDE; 81];
    let mut square = 0;
    while square < 81 {
        cells[square] = (square / 9 + 1) as u8 * STRIDE as u8 + (square % 9) as u8;
        square += 1;
    }
    cells
};

/// The square of each cell; 81 for the border.
pub(super) static SQUARES: [u8; 256] = {
    let mut squares = [81; 256];
    let mut square = 0;
    while square < 81 {
        squares[CELLS[square] as usize] = square as u8;
        square += 1;
    }
    squares
};

/// How many ranks each side has before it, by cell.
static RANKS_AHEAD: [[u8; 256]; 2] = {
    let mut ahead = [[0; 256]; 2];
    let mut square = 0;
    while square < 81 {
        let (cell, rank) = (CELLS[square] as usize, (square % 9) as u8);
        ahead[ATTACKER][cell] = rank;
        ahead[DEFENDER][cell] = 8 - rank;
        square += 1;
    }
    ahead
};

/// Returns how many ranks a piece of `side` has before it.
#[inline]
pub(super) fn ranks_ahead(side: usize, cell: CellNumber) -> u8 {
    RANKS_AHEAD[side][usize::from(cell)]
}

/// Returns the cell that is one step further.
#[inline]
pub(super) fn next(cell: CellNumber, step: i8) -> CellNumber {
    cell.wrapping_add_signed(step)
}
