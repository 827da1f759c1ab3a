//! What an earlier verdict is recognised by: each option of the command is changed in
//! turn.

use super::run;
use crate::args::{Cli, Command, command};
use kemuri_solver::options::{OptionKind, TABLE};
use kemuri_terminal::Stop;
use kemuri_terminal::args::{Request, parse};
use kemuri_text::Lang;
use std::ffi::OsString;
use std::fs;
use std::path::Path;

/// A position with two kings and pieces that stand nowhere.
const PROBLEM: &str = "8k/7G1/7LP/9/9/9/9/9/K8 w r 1";
const OTHER: &str = "8k/7G1/7LP/9/9/9/9/9/K8 w g 1";

/// What a change of an option does to a verdict that is known.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Effect {
    /// The problem is judged again.
    JudgedAgain,
    /// It stays known.
    Known,
}
use Effect::{JudgedAgain, Known};

/// Every option but the search options, with words that change it. A word that
/// starts with `@` is a file of the folder.
const OPTIONS: &[(&str, &[&str], Effect)] = &[
    ("inputs", &[OTHER], JudgedAgain),
    ("profile", &["--profile", "strict"], JudgedAgain),
    ("profile", &["--profile", "@same.toml"], Known),
    ("profile", &["--profile", "@mine.toml"], JudgedAgain),
    ("attacker", &["--attacker", "black"], JudgedAgain),
    ("rest", &["--rest"], JudgedAgain),
    ("futile", &["--futile", "none"], JudgedAgain),
    // What is printed, and what is looked for beside the verdict.
    ("json", &["--json"], Known),
    ("report", &["--report", "@report.md"], Known),
    ("suggest", &["--suggest"], Known),
    ("tries", &["--tries"], Known),
    ("verbose", &["--verbose"], Known),
    ("progress", &["--no-progress"], Known),
    ("lang", &["--lang", "ja"], Known),
    // What the search may cost: a verdict that was reached is proven.
    ("time", &["--time", "1ms"], Known),
    ("nodes", &["--nodes", "1"], Known),
    ("threads", &["--threads", "2"], Known),
    ("hash", &["--hash", "2M"], Known),
    // The file itself, and what is no check.
    ("resume", &[], Known),
    ("help", &[], Known),
];

/// Returns the changes of an option.
fn changes(id: &str) -> Vec<(Vec<&'static str>, Effect)> {
    let rows = OPTIONS.iter().filter(|(name, ..)| *name == id);
    let rows: Vec<_> = rows
        .map(|(_, words, effect)| (words.to_vec(), *effect))
        .collect();
    let spec = TABLE.iter().find(|spec| spec.name == id);
    match (rows.is_empty(), spec) {
        (false, _) => rows,
        (true, Some(spec)) => {
            let other = |word: &&str| *word != spec.default;
            let value = match spec.kind {
                OptionKind::Number { .. } => "50",
                kind => kind
                    .words()
                    .iter()
                    .copied()
                    .find(other)
                    .expect("another word"),
            };
            let flag = format!("--{}", spec.name).leak();
            vec![(vec![flag, value], JudgedAgain)]
        }
        _ => panic!("{id}: can this option change a verdict? Say it in the table above"),
    }
}

/// Checks one problem with a file of verdicts, and returns how many lines that has
/// afterwards.
fn lines_after(folder: &Path, problem: &str, words: &[&str]) -> usize {
    let file = folder.join("done.jsonl");
    let mut all: Vec<OsString> = vec!["check".into(), problem.into()];
    all.extend(["--resume".into(), file.clone().into_os_string()]);
    all.extend(words.iter().map(|word| match word.strip_prefix('@') {
        Some(name) => folder.join(name).into_os_string(),
        None => word.into(),
    }));
    let Ok(Request::Run(Cli {
        command: Some(Command::Check(args)),
        ..
    })) = parse::<Cli>(all, Lang::En)
    else {
        panic!("{words:?}: no check");
    };
    run(&args, Lang::En, &Stop::default(), &mut Vec::new()).expect("a verdict");
    fs::read_to_string(file).expect("a file").lines().count()
}

#[test]
fn a_verdict_is_taken_over_only_if_no_option_that_can_change_it_has_changed() {
    let program = command(Lang::En);
    let check = program.find_subcommand("check").expect("the command");
    let mut tried = 0;
    for id in check
        .get_arguments()
        .map(|argument| argument.get_id().as_str())
    {
        for (words, effect) in changes(id) {
            let folder = tempfile::tempdir().expect("a folder");
            let folder = folder.path();
            fs::write(folder.join("same.toml"), "base = \"magazine\"\n").expect("a file");
            let mine = "[severity]\nno-mate = \"flaw\"\n";
            fs::write(folder.join("mine.toml"), mine).expect("a file");
            let (problem, words) = match words.first() {
                Some(&first) if first == OTHER => (OTHER, &[][..]),
                _ => (PROBLEM, &words[..]),
            };
            assert_eq!(lines_after(folder, PROBLEM, &[]), 1, "{id}");
            let expected = if effect == JudgedAgain { 2 } else { 1 };
            assert_eq!(
                lines_after(folder, problem, words),
                expected,
                "{id} {words:?}"
            );
            // Both are known now.
            assert_eq!(
                lines_after(folder, problem, words),
                expected,
                "{id} {words:?}"
            );
            assert_eq!(
                lines_after(folder, PROBLEM, &[]),
                expected,
                "{id} {words:?}"
            );
            tried += 1;
        }
    }
    assert!(tried > TABLE.len() + 10, "{tried}");
}

/// The content of a profile counts, not its name.
#[test]
fn a_profile_that_has_changed_is_another_one() {
    let folder = tempfile::tempdir().expect("a folder");
    let (folder, words) = (folder.path(), ["--profile", "@mine.toml"]);
    for (text, lines) in [
        ("base = \"strict\"\n", 1),
        ("base = \"magazine\"\n", 2),
        ("base = \"strict\"\n[look-for]\nidle-pieces = false\n", 3),
        ("base = \"strict\"\n", 3),
    ] {
        fs::write(folder.join("mine.toml"), text).expect("a file");
        assert_eq!(lines_after(folder, PROBLEM, &words), lines, "{text}");
    }
}
