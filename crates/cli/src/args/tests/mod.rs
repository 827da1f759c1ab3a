//! Flags are taken, and what is said of them is there in both languages.

mod guide;

use super::*;
use kemuri_solver::options::TABLE;
use kemuri_terminal::args::{Request, parse};
use std::ffi::OsString;

const BOTH: [Lang; 2] = [Lang::En, Lang::Ja];

fn parsed(words: &[&str]) -> Result<Request<Cli>, UsageError> {
    parse(words.iter().map(OsString::from).collect(), Lang::En)
}

fn solve(words: &[&str]) -> SolveArgs {
    match parsed(words) {
        Ok(Request::Run(Cli {
            command: Some(Command::Solve(args)),
            ..
        })) => args,
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
fn every_command_and_flag_has_its_help() {
    assert!(kemuri_testing::help::check(command, "help.ftl") > 80);
}

#[test]
fn the_help_of_search_options_is_that_of_the_table() {
    for spec in TABLE {
        let help = kemuri_text::solver::option_help(Lang::En, spec);
        assert_eq!(help, spec.help, "{}", spec.name);
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
