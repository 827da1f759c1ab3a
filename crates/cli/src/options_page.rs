//! `kemuri options`: the table of search options for people to read.

use crate::CommandResult;
use kemuri_solver::options::TABLE;
use kemuri_terminal::print_page;
use kemuri_terminal::table::{Align, aligned};
use kemuri_text::solver::{option_help, option_values};
use kemuri_text::{Lang, tr};
use std::io::Write;

/// Prints name, default, values and meaning of every option.
pub fn run(lang: Lang, out: &mut dyn Write) -> CommandResult {
    let heads = [
        tr!(lang, "help-table-option"),
        tr!(lang, "help-table-default"),
        tr!(lang, "help-table-values"),
        tr!(lang, "help-table-meaning"),
    ];
    let mut rows = vec![heads];
    for spec in TABLE {
        rows.push([
            spec.name.into(),
            spec.default.into(),
            option_values(lang, &spec.kind),
            option_help(lang, spec),
        ]);
    }
    Ok(print_page(&aligned(&rows, [Align::Left; 4]), out)?)
}
