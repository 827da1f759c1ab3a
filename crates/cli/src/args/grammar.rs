//! The grammar of the command line: commands, flags and their help.

use crate::text::Text;
use clap::builder::{ValueParser, ValueRange};
use clap::{Arg, ArgAction, Command};
use kemuri_solver::options::{Kind, TABLE};

/// The whole grammar, with its help in the language of `text`.
pub(super) fn command(text: Text) -> Command {
    let [commands, ..] = text.headings();
    let solve = with_search(base("solve", text), "input", "INPUT", text)
        .arg(switch("verbose", text).short('v'))
        .arg(switch("explain", text))
        .arg(
            option("tree", "text|kif|json", text)
                .num_args(0..=1)
                .require_equals(true)
                .default_missing_value("text"),
        )
        .arg(option("tree-depth", "N", text))
        .arg(option("tree-nodes", "N", text))
        .arg(
            option("certificate", "FILE", text)
                .value_parser(ValueParser::os_string())
                .help(text.flag("write-certificate")),
        );
    let bench = with_search(base("bench", text), "file", "FILE", text)
        .arg(option("engine", "\"CMD Name=Value …\"", text).action(ArgAction::Append))
        .arg(option("repeat", "N", text))
        .arg(option("grace", "TIME", text))
        .arg(switch("verify", text))
        .arg(switch("signature", text));
    let verify = base("verify", text)
        .arg(words("certificate", "CERT", 1.into(), "certificate", text).required(true))
        .arg(words("input", "INPUT", (0..).into(), "problem", text))
        .arg(switch("json", text))
        .arg(option("attacker", "black|white", text));
    let check = base("check", text)
        .arg(words("input", "INPUT", (0..).into(), "checked", text))
        .arg(option("profile", "NAME|FILE", text).value_parser(ValueParser::os_string()))
        .arg(switch("json", text))
        .arg(option("report", "FILE", text).value_parser(ValueParser::os_string()))
        .arg(option("resume", "FILE", text).value_parser(ValueParser::os_string()))
        .arg(switch("suggest", text))
        .arg(option("time", "TIME", text))
        .arg(option("nodes", "N", text))
        .arg(option("threads", "N", text).help(text.flag("threads-problems")))
        .arg(option("attacker", "black|white", text))
        .arg(option("futile", "none|slider|broad|narrow", text))
        .arg(
            switch("verbose", text)
                .short('v')
                .help(text.flag("verbose-check")),
        )
        .arg(switch("no-progress", text));
    let show = base("show", text)
        .arg(words("input", "INPUT", (0..).into(), "shown", text))
        .arg(option("svg", "FILE", text).value_parser(ValueParser::os_string()))
        .arg(option("png", "FILE", text).value_parser(ValueParser::os_string()))
        .arg(switch("text", text))
        .arg(option("title", "TEXT", text))
        .arg(option("moves", "N|end", text))
        .arg(option("size", "N", text))
        .arg(switch("flip", text))
        .arg(option("hands", "auto|attacker|both|none", text))
        .arg(option("attacker", "black|white", text))
        .arg(option("time", "TIME", text));
    let convert = base("convert", text)
        .arg(words("input", "IN", (0..).into(), "record", text))
        .arg(option("to", "FORMAT", text))
        .arg(option("out", "FILE", text).value_parser(ValueParser::os_string()))
        .arg(option("encoding", "utf-8|shift_jis", text))
        .arg(switch("lenient", text));
    let enumerate = base("enumerate", text)
        .arg(words(
            "condition",
            "CONDITION",
            (0..=1).into(),
            "condition",
            text,
        ))
        .arg(
            option("out", "DIR", text)
                .value_parser(ValueParser::os_string())
                .help(text.flag("out-folder")),
        )
        .arg(option("threads", "N", text))
        .arg(option("nodes", "N", text).help(text.flag("nodes-question")))
        .arg(switch("no-progress", text));
    let compose = base("compose", text)
        .arg(words(
            "input",
            "INPUT",
            (0..).into(),
            "problem-to-extend",
            text,
        ))
        .arg(option("steps", "N", text))
        .arg(
            option("condition", "FILE", text)
                .value_parser(ValueParser::os_string())
                .help(text.flag("condition-kept")),
        )
        .arg(option("top", "K", text))
        .arg(option("nodes", "N", text).help(text.flag("nodes-question")))
        .arg(switch("json", text))
        .arg(switch("no-progress", text));
    let experiment = base("experiment", text)
        .arg(words(
            "experiment",
            "NAME",
            (0..=1).into(),
            "experiment-name",
            text,
        ))
        .arg(
            option("problems", "FILE", text)
                .value_parser(ValueParser::os_string())
                .num_args(1..)
                .action(ArgAction::Append),
        )
        .arg(
            option("out", "DIR", text)
                .value_parser(ValueParser::os_string())
                .help(text.flag("out-experiment")),
        )
        .arg(option("limit", "N", text))
        .arg(option("graphs", "N", text))
        .arg(switch("no-progress", text));
    let program = base("", text)
        .version(env!("CARGO_PKG_VERSION"))
        .disable_version_flag(true)
        .arg(
            switch("version", text)
                .short('V')
                .action(ArgAction::Version),
        )
        .subcommand_help_heading(commands)
        .subcommand(with_common(with_options(solve, text), text))
        .subcommand(with_common(with_options(bench, text), text))
        .subcommand(with_common(with_judge_options(check, text), text))
        .subcommand(with_common(verify, text))
        .subcommand(with_common(show, text))
        .subcommand(with_common(base("usi", text), text))
        .subcommand(with_common(convert, text))
        .subcommand(with_common(with_hash(enumerate, text), text))
        .subcommand(with_common(with_hash(compose, text), text))
        .subcommand(with_common(with_hash(experiment, text), text))
        .subcommand(with_common(base("options", text), text));
    with_common(program, text)
}

/// A command with its layout.
fn base(name: &'static str, text: Text) -> Command {
    let program = if name.is_empty() { "kemuri" } else { name };
    Command::new(program)
        .about(text.command(name))
        .help_template(text.template())
        .override_usage(text.usage(name))
        .after_help(text.after(name))
        .disable_help_flag(true)
        .disable_help_subcommand(true)
        // An alias with a default must not stand in the way of a later word.
        .args_override_self(true)
        .max_term_width(100)
}

/// Adds what every command has.
fn with_common(command: Command, text: Text) -> Command {
    command
        .arg(option("lang", "en|ja", text))
        .arg(switch("help", text).short('h').action(ArgAction::Help))
}

/// Adds problems, limits and output.
fn with_search(command: Command, help: &str, placeholder: &'static str, text: Text) -> Command {
    command
        .arg(words("input", placeholder, (0..).into(), help, text))
        .arg(switch("json", text))
        .arg(switch("quick", text))
        .arg(option("time", "TIME", text))
        .arg(option("nodes", "N", text))
        .arg(option("attacker", "black|white", text))
        .arg(option("futile", "none|slider|broad|narrow", text))
        .arg(switch("no-progress", text))
}

/// Adds one flag for each row of the options table.
fn with_options(command: Command, text: Text) -> Command {
    with_some_options(command, text, |_| true)
}

/// The same for a command whose threads have a problem each.
fn with_judge_options(command: Command, text: Text) -> Command {
    with_some_options(command, text, |name| name != "threads")
}

/// Adds the size of the table, of all search options.
fn with_hash(command: Command, text: Text) -> Command {
    with_some_options(command, text, |name| name == "hash")
}

fn with_some_options(command: Command, text: Text, wanted: fn(&str) -> bool) -> Command {
    let [.., search] = text.headings();
    let specs = TABLE.iter().filter(|spec| wanted(spec.name));
    specs.fold(command, |command, spec| {
        let value = match spec.kind {
            Kind::Switch => "on|off".into(),
            Kind::Number { .. } => "N".into(),
            Kind::Size { .. } => "SIZE".into(),
            Kind::Choice(words) => words.join("|"),
        };
        command.arg(
            Arg::new(spec.name)
                .long(spec.name)
                .value_name(value)
                .allow_negative_numbers(true)
                .help_heading(search)
                .help(text.search_option(spec)),
        )
    })
}

/// Words without a flag before them.
fn words(
    name: &'static str,
    placeholder: &'static str,
    number: ValueRange,
    help: &str,
    text: Text,
) -> Arg {
    Arg::new(name)
        .value_name(placeholder)
        .num_args(number)
        .value_parser(ValueParser::os_string())
        .help_heading(text.headings()[1])
        .help(text.flag(help))
}

fn switch(name: &'static str, text: Text) -> Arg {
    Arg::new(name)
        .long(name)
        .action(ArgAction::SetTrue)
        .help_heading(text.headings()[2])
        .help(text.flag(name))
}

fn option(name: &'static str, value: &'static str, text: Text) -> Arg {
    Arg::new(name)
        .long(name)
        .value_name(value)
        // So that `--time -1` is a bad time, not a bad flag.
        .allow_negative_numbers(true)
        .help_heading(text.headings()[2])
        .help(text.flag(name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use kemuri_text::Lang;

    #[test]
    fn the_grammar_is_sound_in_both_languages() {
        for lang in [Lang::En, Lang::Ja] {
            command(Text(lang)).debug_assert();
        }
    }

    #[test]
    fn every_command_and_flag_has_help_of_its_own() {
        let [en, ja] = [Lang::En, Lang::Ja].map(|lang| helps(&command(Text(lang))));
        assert!(en.len() > 40, "{en:?}");
        assert_eq!(en.len(), ja.len());
        for ((place, en), (_, ja)) in en.iter().zip(&ja) {
            assert!(!en.is_empty() && !ja.is_empty(), "{place} has no help");
            assert_ne!(en, ja, "{place}");
        }
        for list in [en, ja] {
            for (i, (a, help)) in list.iter().enumerate() {
                for (b, _) in list[..i].iter().filter(|(_, other)| other == help) {
                    // Commands share flags; a name says the same everywhere.
                    let name = |place: &str| place.rsplit(' ').next().map(String::from);
                    assert_eq!(name(a), name(b), "{help}");
                }
            }
        }
    }

    /// What is said of a command, its flags and its commands, and of what it is said.
    fn helps(command: &Command) -> Vec<(String, String)> {
        let text = |help: Option<&clap::builder::StyledStr>| {
            help.map(ToString::to_string).unwrap_or_default()
        };
        let name = command.get_name();
        let mut out = vec![(name.to_string(), text(command.get_about()))];
        for arg in command.get_arguments() {
            out.push((format!("{name} {}", arg.get_id()), text(arg.get_help())));
        }
        for sub in command.get_subcommands() {
            out.extend(helps(sub));
        }
        out
    }
}
