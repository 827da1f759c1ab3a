//! The guide lists every flag, and no flag that is not there.

use crate::args::command;
use clap::{Arg, Command};
use kemuri_terminal::args::localize;
use kemuri_testing::help::commands;
use kemuri_text::Lang;
use std::path::PathBuf;

/// The page that lists every flag, in both languages. With this variable set, the test
/// writes it.
const PAGE: &str = "options.md";
const WRITE: &str = "KEMURI_WRITE_PAGES";
/// The line below which the page is made from the definition.
const BELOW: &str = "<!-- From here on made from the definition of the command line. -->\n";

/// The folders of the guide, with the heads of the tables of [`PAGE`] and the end of a
/// sentence.
const GUIDES: [(Lang, &str, &str, &str); 2] = [
    (Lang::En, "guide", "| option | meaning |", "."),
    (Lang::Ja, "ja/guide", "| オプション | 説明 |", "。"),
];

fn page(guide: &str, name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("../../docs/src")
        .join(guide)
        .join(name)
}

fn read(guide: &str, name: &str) -> String {
    std::fs::read_to_string(page(guide, name)).expect("a page of the guide")
}

#[test]
fn the_page_of_options_is_that_of_the_definition() {
    for (lang, guide, head, stop) in GUIDES {
        let there = read(guide, PAGE);
        let (start, _) = there.split_once(BELOW).expect("the line");
        let commands = commands(command(lang));
        let sections = commands.iter().map(|command| section(command, head, stop));
        let expected = format!("{start}{BELOW}{}", sections.collect::<String>());
        if std::env::var_os(WRITE).is_some() {
            std::fs::write(page(guide, PAGE), &expected).expect("a page");
        }
        assert!(
            read(guide, PAGE) == expected,
            "{guide}/{PAGE} is out of date: {WRITE}=1 cargo test -p kemuri guide"
        );
    }
}

/// The section of a command.
fn section(command: &Command, head: &str, stop: &str) -> String {
    let text =
        |text: Option<&clap::builder::StyledStr>| text.map(ToString::to_string).unwrap_or_default();
    let name = match command.get_name() {
        "kemuri" => "kemuri".to_owned(),
        name => format!("kemuri {name}"),
    };
    let usage = text(command.get_overridden_usage());
    let usage: Vec<&str> = usage.lines().map(str::trim).collect();
    let mut out = format!(
        "\n## {name}\n\n{}{stop}\n\n```text\n{}\n```\n\n{head}\n|---|---|\n",
        cell(&text(command.get_about())),
        usage.join("\n")
    );
    for arg in command.get_arguments() {
        let help = cell(&text(arg.get_help()));
        out += &format!("| {} | {help} |\n", names(arg));
    }
    let after = text(command.get_after_help());
    if !after.is_empty() {
        out += &format!("\n{}\n", cell(&after));
    }
    out
}

/// The names of an argument and its value.
fn names(arg: &Arg) -> String {
    let shown = arg.to_string().replace('|', "\\|");
    match arg.get_short() {
        Some(short) => format!("`-{short}`, `{shown}`"),
        None => format!("`{shown}`"),
    }
}

/// A text in a table, with a backslash before what Markdown would take for its own.
fn cell(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        if matches!(c, '|' | '<' | '*') {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

#[test]
fn the_pages_name_no_flag_that_is_not_there() {
    for (guide, command) in GUIDES.iter().flat_map(|(lang, guide, ..)| {
        let commands = commands(command(*lang)).into_iter();
        commands.map(move |command| (guide, command))
    }) {
        let name = format!("{}.md", command.get_name());
        if name == PAGE || !page(guide, &name).exists() {
            continue;
        }
        let text = read(guide, &name);
        let rows = text.lines().filter(|line| line.starts_with("| `-"));
        for row in rows {
            let first = row.replace("\\|", "/");
            let first = first.split('|').nth(1).expect("a cell");
            for shown in first.split('`').skip(1).step_by(2) {
                let shown = shown.replace('/', "|");
                let shown = shown.trim_end_matches('…').to_owned();
                assert!(is_there(&command, &shown), "{guide}/{name}: {shown}");
            }
        }
    }
}

/// Whether a command has a flag, with the value that is shown of it.
fn is_there(command: &Command, shown: &str) -> bool {
    let (flag, value) = shown.split_once([' ', '=']).unwrap_or((shown, ""));
    let arg = command.get_arguments().find(|arg| {
        let short = arg.get_short().map(|short| format!("-{short}"));
        flag == format!("--{}", localize::key(arg)) || short.as_deref() == Some(flag)
    });
    let Some(arg) = arg else {
        return false;
    };
    let names = arg.get_value_names().unwrap_or_default();
    let mut names = names.iter().flat_map(|name| name.split('|'));
    value.is_empty() || value.split('|').all(|word| names.any(|name| name == word))
}
