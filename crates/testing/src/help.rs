//! What a program says of its commands and flags.

use crate::columns::{WIDTH, assert_fits};
use clap::builder::StyledStr;
use clap::{Arg, Command};
use kemuri_terminal::args::help::page;
use kemuri_terminal::args::localize::key;
use kemuri_text::{Lang, find};
use std::collections::BTreeSet;

/// The languages and the folders of their messages.
const LANGUAGES: [(Lang, &str); 2] = [(Lang::En, "en"), (Lang::Ja, "ja")];
/// The parts of help that have a message for each command or flag.
const PARTS: [&str; 6] = ["about", "usage", "after", "flag", "missing", "conflict"];

/// Checks the help of a program in both languages: the definition is sound, every
/// command and flag has help of its own, which names all words that a flag takes,
/// every such message of `file` belongs to a command or flag, and its pages fit a terminal
/// of 80 columns. Returns the
/// number of commands and flags.
pub fn check(program: impl Fn(Lang) -> Command, file: &str) -> usize {
    for (lang, folder) in LANGUAGES {
        program(lang).debug_assert();
        let commands = commands(program(lang));
        for command in &commands {
            check_words(command, lang);
            let page = page(command, lang, WIDTH);
            assert_fits(&page, command.get_name());
        }
        check_messages(&commands, lang, &messages(folder, file));
        check_distinct(&helps(&commands));
    }
    let [en, ja] = LANGUAGES.map(|(lang, _)| helps(&commands(program(lang))));
    assert_eq!(en.len(), ja.len());
    for ((place, en), (_, ja)) in en.iter().zip(&ja) {
        assert!(!en.is_empty() && !ja.is_empty(), "{place} has no help");
        assert_ne!(en, ja, "{place}");
    }
    en.len()
}

/// Returns a program and its commands.
pub fn commands(mut program: Command) -> Vec<Command> {
    program.build();
    let subcommands: Vec<_> = program.get_subcommands().cloned().collect();
    [program].into_iter().chain(subcommands).collect()
}

/// What is said of commands and flags, and of what it is said.
fn helps(commands: &[Command]) -> Vec<(String, String)> {
    let text = |help: Option<&StyledStr>| help.map(ToString::to_string).unwrap_or_default();
    let mut helps = Vec::new();
    for command in commands {
        let name = command.get_name();
        helps.push((name.to_string(), text(command.get_about())));
        for arg in command.get_arguments() {
            helps.push((format!("{name} {}", arg.get_id()), text(arg.get_help())));
        }
    }
    helps
}

/// Only flags of the same name have the same help.
fn check_distinct(helps: &[(String, String)]) {
    let name = |place: &str| place.rsplit(' ').next().map(String::from);
    for (i, (a, help)) in helps.iter().enumerate() {
        for (b, _) in helps[..i].iter().filter(|(_, other)| other == help) {
            assert_eq!(name(a), name(b), "{help}");
        }
    }
}

/// The names of the messages of a file that belong to commands and flags.
fn messages(folder: &str, file: &str) -> BTreeSet<String> {
    let messages = concat!(env!("CARGO_MANIFEST_DIR"), "/../text/messages");
    let text = std::fs::read_to_string(format!("{messages}/{folder}/{file}"));
    let text = text.expect("a file of messages");
    let names = text.lines().filter_map(|line| line.split_once(" ="));
    let is_of_help = |name: &&str| {
        let mut parts = PARTS.iter();
        parts.any(|part| name.starts_with(&format!("help-{part}-")))
    };
    let names = names.map(|(name, _)| name).filter(is_of_help);
    names.map(String::from).collect()
}

/// No message is missing, and none belongs to nothing.
fn check_messages(commands: &[Command], lang: Lang, messages: &BTreeSet<String>) {
    let (mut named, mut needed) = (BTreeSet::new(), BTreeSet::new());
    for command in commands {
        let name = command.get_name();
        for part in ["about", "usage"] {
            needed.insert(format!("help-{part}-{name}"));
        }
        named.insert(format!("help-after-{name}"));
        let keys: Vec<String> = command.get_arguments().map(key).collect();
        for (arg, key) in command.get_arguments().zip(&keys) {
            named.insert(format!("help-missing-{name}-{key}"));
            if arg.is_required_set() {
                needed.insert(format!("help-missing-{name}-{key}"));
            }
            // A message of the command hides that of all commands.
            let own = format!("help-flag-{name}-{key}");
            needed.insert(match find(lang, &own) {
                Some(_) => own,
                None => format!("help-flag-{key}"),
            });
            named.insert(format!("help-conflict-{key}"));
            named.extend(keys.iter().map(|b| format!("help-conflict-{key}-{b}")));
        }
    }
    for name in &needed {
        assert!(find(lang, name).is_some(), "{lang:?}: no message '{name}'");
    }
    named.extend(needed);
    let orphans: Vec<_> = messages.difference(&named).collect();
    assert!(orphans.is_empty(), "{lang:?}: of nothing {orphans:?}");
}

/// The words that a flag takes are named where it is told of.
fn check_words(command: &Command, lang: Lang) {
    let name = command.get_name();
    for arg in command.get_arguments() {
        let shown = arg.to_string();
        let help = arg.get_help().expect("help").to_string();
        let key = key(arg);
        let missing = find(lang, &format!("help-missing-{name}-{key}"));
        for word in words(arg) {
            assert!(
                shown.contains(&word) || help.contains(&word),
                "{shown}: {word}"
            );
            let told = missing.as_ref().is_none_or(|text| text.contains(&word));
            assert!(told || key == "tree", "{missing:?}: {word}");
        }
    }
}

/// The words that a flag takes, if it takes only a few.
fn words(arg: &Arg) -> Vec<String> {
    if !arg.get_action().takes_values() {
        return Vec::new();
    }
    let values = arg.get_possible_values();
    values.iter().map(|value| value.get_name().into()).collect()
}
