//! `kemuri options`: the table of search options for people to read.

use crate::{CommandResult, wrapped};
use kemuri_solver::options::TABLE;
use kemuri_terminal::table::{Align, aligned};
use kemuri_terminal::{print_page, width};
use kemuri_text::solver::{option_help, option_values};
use kemuri_text::units::padded;
use kemuri_text::{Lang, indented, tr};
use std::io::Write;
use unicode_width::UnicodeWidthStr;

/// Prints name, default and values of every option, and below them what it means.
pub fn run(lang: Lang, out: &mut dyn Write) -> CommandResult {
    let mut rows = vec![[
        tr!(lang, "help-table-option"),
        tr!(lang, "help-table-default"),
    ]];
    let mut values = vec![tr!(lang, "help-table-values")];
    let mut meanings = vec![tr!(lang, "help-table-meaning")];
    for spec in TABLE {
        rows.push([spec.name.into(), spec.default.into()]);
        values.push(option_values(lang, &spec.kind));
        meanings.push(option_help(lang, spec));
    }
    let table = aligned(&rows, [Align::Left; 2]);
    let column = table.lines().map(|line| line.width()).max().unwrap_or(0) + 2;
    let indent = " ".repeat(column);
    let mut page = String::new();
    for ((row, values), meaning) in table.lines().zip(values).zip(meanings) {
        page += &indented(&values, width(), [&padded(row, column), &indent]);
        page += &format!("\n{}\n", wrapped(&format!("    {meaning}")));
    }
    Ok(print_page(&page, out)?)
}
