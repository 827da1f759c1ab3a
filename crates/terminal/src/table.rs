//! Text in columns. Kanji take two columns of a terminal.

use kemuri_text::units::{padded, right};
use unicode_width::UnicodeWidthStr;

/// How a column is set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    /// Text at the left.
    Left,
    /// Text at the right, for numbers.
    Right,
}

/// A column of a table whose rows are printed one by one.
#[derive(Clone, Copy, Debug)]
pub struct Column {
    align: Align,
    width: usize,
    separator: &'static str,
}

impl Column {
    /// Returns a column of text, one blank after the column before it.
    pub const fn left(width: usize) -> Self {
        Self {
            align: Align::Left,
            width,
            separator: " ",
        }
    }

    /// Returns a column of numbers, one blank after the column before it.
    pub const fn right(width: usize) -> Self {
        Self {
            align: Align::Right,
            ..Self::left(width)
        }
    }

    /// Returns the same column with `separator` between it and the column before it.
    pub const fn after(self, separator: &'static str) -> Self {
        Self { separator, ..self }
    }
}

/// Returns one row without blanks at its end. A cell that is wider than its column
/// is printed in full.
pub fn row(columns: &[Column], cells: &[String]) -> String {
    let mut out = String::new();
    for (i, (column, cell)) in columns.iter().zip(cells).enumerate() {
        if i > 0 {
            out += column.separator;
        }
        out += &match column.align {
            Align::Left => padded(cell, column.width),
            Align::Right => right(cell, column.width),
        };
    }
    out.truncate(out.trim_end().len());
    out
}

/// Returns one line for each row, each column as wide as its widest cell.
pub fn aligned<const N: usize>(rows: &[[String; N]], align: [Align; N]) -> String {
    let mut columns = align.map(|align| Column {
        align,
        width: 0,
        separator: "  ",
    });
    for cells in rows {
        for (column, cell) in columns.iter_mut().zip(cells) {
            column.width = cell.width().max(column.width);
        }
    }
    let lines = rows.iter().map(|cells| row(&columns, cells) + "\n");
    lines.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_line_up_whatever_the_script() {
        let rows = [["名前", "1", "x"], ["a", "1,000", ""]].map(|row| row.map(String::from));
        let align = [Align::Left, Align::Right, Align::Left];
        assert_eq!(aligned(&rows, align), "名前      1  x\na     1,000\n");
        assert_eq!(aligned::<0>(&[], []), "");
    }

    #[test]
    fn a_row_keeps_to_its_columns() {
        let columns = [Column::left(4), Column::right(3).after(" | ")];
        let line = |cells: [&str; 2]| row(&columns, &cells.map(String::from));
        assert_eq!(line(["歩", "9"]), "歩   |   9");
        assert_eq!(line(["promoted", "1,000"]), "promoted | 1,000");
        assert_eq!(line(["a", ""]), "a    |");
    }
}
