//! Flags are taken, and what is said of them is there in both languages.

mod guide;

use super::*;
use clap::Arg;
use kemuri_solver::options::TABLE;
use std::collections::BTreeSet;

const BOTH: [Lang; 2] = [Lang::En, Lang::Ja];

fn parsed(words: &[&str]) -> Result<Request, UsageError> {
    parse(words.iter().map(OsString::from).collect(), Lang::En)
}

fn solve(words: &[&str]) -> SolveArgs {
    match parsed(words) {
        Ok(Request::Run(Command::Solve(args))) => args,
        Ok(_) => panic!("another command: {words:?}"),
        Err(error) => panic!("{words:?}: {}", error.sentence(Lang::En)),
    }
}

/// What is said of words that make no sense.
fn refused(words: &[&str], lang: Lang) -> String {
    match parsed(words) {
        Ok(_) => panic!("taken: {words:?}"),
        Err(error) => error.sentence(lang),
    }
}

/// The program and its commands.
fn commands(lang: Lang) -> Vec<clap::Command> {
    let mut program = command(lang);
    program.build();
    let subcommands = program.get_subcommands().cloned();
    let mut all: Vec<_> = subcommands.collect();
    all.insert(0, program);
    all
}

#[test]
fn every_search_option_is_a_flag() {
    for spec in TABLE {
        let flag = format!("--{}", spec.name);
        for name in ["solve", "bench", "check"] {
            let ok = parsed(&[name, "x.tsv", &flag, spec.default]);
            assert!(ok.is_ok(), "{name} {flag}");
            let bad = refused(&[name, "x.tsv", &flag, "nonsense"], Lang::En);
            assert!(
                bad.starts_with(&format!("{flag}: 'nonsense' is not ")),
                "{bad}"
            );
        }
    }
}

#[test]
fn the_last_of_two_equal_flags_counts() {
    let args = solve(&["solve", "--hash", "1M", "--hash", "2M"]);
    assert_eq!(args.options.hash, 2 << 20);
}

#[test]
fn a_dash_is_an_input() {
    let args = solve(&["solve", "-", "--json"]);
    assert_eq!(args.inputs, ["-"]);
    assert!(args.search.json);
}

#[test]
fn the_definition_is_sound_in_both_languages() {
    for lang in BOTH {
        command(lang).debug_assert();
    }
}

#[test]
fn every_command_and_flag_has_help_of_its_own() {
    let [en, ja] = BOTH.map(helps);
    assert!(en.len() > 80, "{en:?}");
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

/// What is said of the commands and their flags, and of what it is said.
fn helps(lang: Lang) -> Vec<(String, String)> {
    let text =
        |help: Option<&clap::builder::StyledStr>| help.map(ToString::to_string).unwrap_or_default();
    let mut out = Vec::new();
    for command in commands(lang) {
        let name = command.get_name();
        out.push((name.to_string(), text(command.get_about())));
        for arg in command.get_arguments() {
            out.push((format!("{name} {}", arg.get_id()), text(arg.get_help())));
        }
    }
    out
}

/// The names of the messages that are put together from those of commands and
/// flags.
fn put_together(lang: &str) -> BTreeSet<String> {
    let path = format!(
        "{}/../text/messages/{lang}/help.ftl",
        env!("CARGO_MANIFEST_DIR")
    );
    let file = std::fs::read_to_string(path).expect("the help texts");
    let names = file.lines().filter_map(|line| line.split_once(" ="));
    names
        .map(|(name, _)| name.to_owned())
        .filter(|name| {
            let starts = ["about", "usage", "after", "flag", "missing"];
            let mut starts = starts.map(|start| format!("help-{start}-")).into_iter();
            starts.any(|start| name.starts_with(&start))
        })
        .collect()
}

#[test]
fn every_message_belongs_to_a_command_or_a_flag() {
    for (lang, folder) in BOTH.into_iter().zip(["en", "ja"]) {
        let mut named = BTreeSet::new();
        let mut needed = BTreeSet::new();
        for command in commands(lang) {
            let name = command.get_name();
            for part in ["about", "usage"] {
                needed.insert(format!("help-{part}-{name}"));
            }
            named.insert(format!("help-after-{name}"));
            for arg in command.get_arguments() {
                let key = localize::key(arg);
                named.insert(format!("help-missing-{name}-{key}"));
                if arg.is_required_set() {
                    needed.insert(format!("help-missing-{name}-{key}"));
                }
                // A message of the command hides that of all commands.
                let own = format!("help-flag-{name}-{key}");
                needed.insert(match kemuri_text::find(lang, &own) {
                    Some(_) => own,
                    None => format!("help-flag-{key}"),
                });
            }
        }
        let there = put_together(folder);
        let missing: Vec<_> = needed.difference(&there).collect();
        assert!(missing.is_empty(), "{folder}: missing {missing:?}");
        named.extend(needed);
        let orphans: Vec<_> = there.difference(&named).collect();
        assert!(orphans.is_empty(), "{folder}: of nothing {orphans:?}");
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

#[test]
fn what_is_said_of_a_flag_names_every_word_it_takes() {
    for lang in BOTH {
        for command in commands(lang) {
            let name = command.get_name();
            for arg in command.get_arguments() {
                let shown = arg.to_string();
                let help = arg.get_help().expect("help").to_string();
                let key = localize::key(arg);
                let missing = kemuri_text::find(lang, &format!("help-missing-{name}-{key}"));
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
    }
}

#[test]
fn the_help_of_search_options_is_that_of_the_table() {
    for spec in TABLE {
        let help = kemuri_text::solver::option_help(Lang::En, spec);
        assert_eq!(help, spec.help, "{}", spec.name);
    }
}

#[test]
fn the_limits_that_are_told_are_those_that_hold() {
    use crate::experiment::Name;
    for lang in BOTH {
        let help = kemuri_text::find(lang, "help-flag-experiment-limit").expect("help");
        for (word, name) in Name::ALL {
            assert!(help.contains(word), "{word}: {help}");
            assert!(help.contains(&name.limit().to_string()), "{word}: {help}");
        }
    }
}

#[test]
fn latin_words_stand_apart_in_japanese() {
    for (flag, sentence) in [
        ("--attacker", "は black か white ではありません"),
        ("--nodes", "は 1 以上の整数ではありません"),
        ("--dominance", "は on か off ではありません"),
        ("--tree", "は text, kif, json のいずれかではありません"),
    ] {
        let word = format!("{flag}=red");
        let expected = format!("{flag}: 「red」{sentence}");
        assert_eq!(refused(&["solve", &word], Lang::Ja), expected);
    }
    assert_eq!(
        refused(&["solve", "--certificate", "-"], Lang::Ja),
        "--certificate: 「-」はファイル名ではありません"
    );
}

#[test]
fn usage_errors_stay_on_one_harmless_line() {
    let bad = "a\n\x1b[2J".repeat(100);
    let with = |start: &str| format!("{start}{bad}");
    for words in [
        &["solve", &with("--json=")][..],
        &["solve", &with("--")],
        &["solve", &with("--attacker=")],
        &["solve", &with("--tree=")],
        &["solve", &with("--dominance=")],
        &["solve", &with("--nodes=")],
        &["bench", "x", &with("--engine=")],
        &["enumerate", "x", &bad],
        &[&bad],
    ] {
        for lang in BOTH {
            let sentence = refused(words, lang);
            assert!(!sentence.contains(char::is_control), "{sentence}");
            assert!(sentence.chars().count() < 200, "{sentence}");
        }
    }
}
