//! `kemuri options`: the table of search options for people to read.

use crate::text::Text;
use crate::units::padded;
use kemuri_solver::options::TABLE;
use std::io::{self, Write};
use unicode_width::UnicodeWidthStr;

/// Prints name, default, values and meaning of every option.
pub fn print(text: Text, out: &mut dyn Write) -> io::Result<()> {
    let mut rows = vec![text.option_heads().map(String::from)];
    for spec in TABLE {
        rows.push([
            spec.name.into(),
            spec.default.into(),
            text.kind(&spec.kind),
            text.option_help(spec).into(),
        ]);
    }
    let width = |column: usize| {
        rows.iter()
            .map(|row| row[column].width())
            .max()
            .unwrap_or(0)
            + 2
    };
    let widths = [width(0), width(1), width(2)];
    for [name, default, values, help] in &rows {
        writeln!(
            out,
            "{}{}{}{help}",
            padded(name, widths[0]),
            padded(default, widths[1]),
            padded(values, widths[2])
        )?;
    }
    out.flush()
}
