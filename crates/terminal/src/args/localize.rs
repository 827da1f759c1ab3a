//! Help in the language of the user.
//!
//! The texts are messages of the catalogue, found by the names of command and
//! flag: `help-about-solve`, `help-usage-solve`, `help-after-solve`, and
//! `help-flag-solve-tree` or, where commands say the same of a flag,
//! `help-flag-json`.

use super::search_options::SEARCH_OPTIONS;
use clap::{Arg, Command};
use kemuri_text::{Lang, find, tr};

/// Returns `command` and its commands with their help in a language.
pub fn localized(command: Command, lang: Lang) -> Command {
    let name = command.get_name().to_owned();
    let text = |part: &str| find(lang, &format!("help-{part}-{name}")).unwrap_or_default();
    command
        .about(text("about"))
        .long_about(None)
        .override_usage(text("usage"))
        .after_help(text("after"))
        .subcommand_help_heading(tr!(lang, "help-commands"))
        .mut_args(|arg| argument(arg, &name, lang))
        .mut_subcommands(|sub| localized(sub, lang))
}

/// Returns the name of an argument in the names of messages.
pub fn key(arg: &Arg) -> String {
    match arg.get_long() {
        Some(long) => long.into(),
        None => arg.get_id().as_str().replace('_', "-"),
    }
}

/// Returns what is said of an argument.
pub fn help(arg: &Arg, command: &str, lang: Lang) -> Option<String> {
    let key = key(arg);
    let own = find(lang, &format!("help-flag-{command}-{key}"));
    own.or_else(|| find(lang, &format!("help-flag-{key}")))
}

fn argument(arg: Arg, command: &str, lang: Lang) -> Arg {
    let mut text = help(&arg, command, lang).unwrap_or_default();
    if let Some(value) = shown_default(&arg) {
        text = tr!(lang, "help-default", help = text, value);
    }
    let heading = match arg.get_help_heading() {
        Some(SEARCH_OPTIONS) => tr!(lang, "help-search-options"),
        _ if arg.is_positional() => tr!(lang, "help-arguments"),
        _ => tr!(lang, "help-options"),
    };
    let arg = match choices(&arg) {
        Some(choices) => arg.value_name(choices),
        None => arg,
    };
    let arg = arg.help(text).long_help(None).help_heading(heading);
    match arg.get_action().takes_values() {
        // Both are in the text.
        true => arg.hide_default_value(true).hide_possible_values(true),
        false => arg,
    }
}

/// The default of a flag, unless its help tells it in its own words.
fn shown_default(arg: &Arg) -> Option<String> {
    if arg.is_hide_default_value_set() || !arg.get_action().takes_values() {
        return None;
    }
    let values = arg.get_default_values().iter();
    let values: Vec<_> = values.map(|value| value.to_string_lossy()).collect();
    (!values.is_empty()).then(|| values.join(", "))
}

/// The name of a value that has only a few: `black|white`. None if it has a
/// name of its own.
fn choices(arg: &Arg) -> Option<String> {
    let id = arg.get_id().as_str();
    let has_name = arg.get_value_names().is_some_and(|names| {
        let mut names = names.iter();
        names.any(|name| !name.eq_ignore_ascii_case(id))
    });
    if has_name || arg.is_positional() || !arg.get_action().takes_values() {
        return None;
    }
    let values = arg.get_possible_values();
    let values: Vec<_> = values.iter().map(|value| value.get_name()).collect();
    (!values.is_empty()).then(|| values.join("|"))
}
