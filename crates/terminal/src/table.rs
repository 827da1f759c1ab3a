//! Text in columns. Kanji take two columns of a terminal.

use kemuri_text::units::{padded, right};
use unicode_width::UnicodeWidthStr;

/// Blanks between two columns.
const GAP: &str = "  ";

/// How a column is set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    /// Text at the left.
    Left,
    /// Text at the right, for numbers.
    Right,
}

/// Returns one line for each row, each column as wide as its widest cell. Lines
/// end without blanks.
pub fn aligned<const N: usize>(rows: &[[String; N]], align: [Align; N]) -> String {
    let mut widths = [0; N];
    for row in rows {
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = cell.width().max(*width);
        }
    }
    let mut out = String::new();
    for row in rows {
        let cells = row.iter().zip(widths).zip(align);
        let cells = cells.map(|((cell, width), align)| match align {
            Align::Left => padded(cell, width),
            Align::Right => right(cell, width),
        });
        let line = cells.collect::<Vec<_>>().join(GAP);
        out.push_str(line.trim_end());
        out.push('\n');
    }
    out
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
}
