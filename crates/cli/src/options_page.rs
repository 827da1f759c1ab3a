//! `kemuri options`: the table of search options for people to read.

use crate::{CommandResult, wrapped};
use kemuri_solver::options::TABLE;
use kemuri_terminal::print_page;
use kemuri_terminal::table::{Align, aligned};
use kemuri_text::solver::{option_help, option_values};
use kemuri_text::{Lang, tr};
use std::io::Write;

/// Prints name, default and values of every option, and below them what it means.
pub fn run(lang: Lang, out: &mut dyn Write) -> CommandResult {
    let mut rows = vec![[
        tr!(lang, "help-table-option"),
        tr!(lang, "help-table-default"),
        tr!(lang, "help-table-values"),
    ]];
    let mut meanings = vec![tr!(lang, "help-table-meaning")];
    for spec in TABLE {
        let values = option_values(lang, &spec.kind);
        rows.push([spec.name.into(), spec.default.into(), values]);
        meanings.push(option_help(lang, spec));
    }
    let table = aligned(&rows, [Align::Left; 3]);
    let rows = table.lines().zip(meanings);
    let page: String = rows
        .map(|(row, meaning)| format!("{row}\n{}\n", wrapped(&format!("    {meaning}"))))
        .collect();
    Ok(print_page(&page, out)?)
}
