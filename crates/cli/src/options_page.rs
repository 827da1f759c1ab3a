//! `kemuri options`: the table of search options for people to read.

use crate::text::Text;
use kemuri_solver::options::TABLE;
use kemuri_terminal::table::{Align, aligned};
use std::io::{self, Write};

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
    write!(out, "{}", aligned(&rows, [Align::Left; 4]))?;
    out.flush()
}
