//! The help page of a command, in columns.
//!
//! The parser breaks lines at blanks only, which Japanese has none of.

use clap::builder::StyledStr;
use clap::{Arg, Command};
use kemuri_text::{Lang, indented, tr, units::padded, wrapped};
use unicode_width::UnicodeWidthStr;

/// More columns make a line hard to read.
const MOST: usize = 100;
/// A flag that takes more columns has its text below it.
const WIDEST_FLAG: usize = 26;
/// Columns before a flag, and between it and its text.
const GAP: usize = 2;

/// Returns the help of a [localized](super::localize) command, with lines of at most `width` columns.
pub fn page(command: &Command, lang: Lang, width: usize) -> String {
    let width = width.min(MOST);
    let text = |text: Option<&StyledStr>| text.map(ToString::to_string);
    let about = text(command.get_about()).unwrap_or_default();
    let usage = text(command.get_overridden_usage()).unwrap_or_default();
    let heading = tr!(lang, "help-usage");
    let mut out = wrapped(&format!("{about}\n\n{heading}: {usage}\n"), width);
    for (heading, rows) in sections(command) {
        out += &format!("\n{heading}:\n{}", columns(&rows, width));
    }
    match text(command.get_after_help()) {
        Some(after) if !after.is_empty() => out + "\n" + &wrapped(&after, width) + "\n",
        _ => out,
    }
}

/// The commands and flags under each heading, with what is said of them.
fn sections(command: &Command) -> Vec<(String, Vec<[String; 2]>)> {
    let mut sections: Vec<(String, Vec<[String; 2]>)> = Vec::new();
    let mut add = |heading: &str, row| {
        let found = sections.iter_mut().find(|(name, _)| name == heading);
        match found {
            Some((_, rows)) => rows.push(row),
            None => sections.push((heading.to_owned(), vec![row])),
        }
    };
    for sub in command.get_subcommands() {
        let about = sub.get_about().map(ToString::to_string).unwrap_or_default();
        let heading = command.get_subcommand_help_heading().unwrap_or_default();
        add(heading, [sub.get_name().to_owned(), about]);
    }
    for arg in command.get_arguments().filter(|arg| !arg.is_hide_set()) {
        let help = arg.get_help().map(ToString::to_string).unwrap_or_default();
        add(
            arg.get_help_heading().unwrap_or_default(),
            [shown(arg), help],
        );
    }
    sections
}

/// The names of an argument and its value.
fn shown(arg: &Arg) -> String {
    match (arg.get_short(), arg.is_positional()) {
        (Some(short), _) => format!("-{short}, {arg}"),
        (None, true) => arg.to_string(),
        (None, false) => format!("    {arg}"),
    }
}

/// One row for each flag, its text in the second column.
fn columns(rows: &[[String; 2]], width: usize) -> String {
    let widths = rows.iter().map(|[name, _]| name.width());
    let name_width = widths.filter(|&width| width <= WIDEST_FLAG).max();
    let column = GAP + name_width.unwrap_or(WIDEST_FLAG) + GAP;
    let indent = " ".repeat(column);
    let mut out = String::new();
    for [name, text] in rows {
        let name = format!("{}{name}", " ".repeat(GAP));
        let first = match name.width() + GAP <= column {
            true => padded(&name, column),
            false => {
                out += &format!("{name}\n");
                indent.clone()
            }
        };
        out += &indented(text, width, [&first, &indent]);
        out.push('\n');
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_flag_has_its_text_below_it() {
        let rows = [
            ["--all", "one two three four"],
            ["--a-flag-that-is-far-too-long", "five"],
        ];
        let rows = rows.map(|row| row.map(String::from));
        assert_eq!(
            columns(&rows, 20),
            "  --all  one two\n         three four\n  --a-flag-that-is-far-too-long\n         five\n"
        );
    }
}
