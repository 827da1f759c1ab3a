//! The command that goes on where limits left something undecided.

use crate::args::CheckArgs;
use kemuri_core::{Color, Reason};
use kemuri_solver::{Futile, Options};
use kemuri_text::{Lang, tr};
use std::ffi::OsStr;
use std::time::Duration;

/// How much more of a limit is proposed.
const FACTOR: u32 = 10;
/// How much more memory is proposed.
const HASH_FACTOR: u64 = 4;
/// The file that is proposed for the verdicts on a collection.
const RESUME: &str = "verdicts.jsonl";

/// Says how to go on after the limits of these reasons; `None` if there is no way.
pub fn sentence(
    lang: Lang,
    args: &CheckArgs,
    reasons: &[Reason],
    collection: bool,
) -> Option<String> {
    let ends = |reason: &Reason| *reason == Reason::Contradiction;
    if reasons.is_empty() || reasons.iter().all(ends) {
        return None;
    }
    let command = command(args, reasons, collection);
    Some(tr!(lang, "check-go-on", command))
}

/// The command of `args`, with more of what was not enough.
fn command(args: &CheckArgs, reasons: &[Reason], collection: bool) -> String {
    let mut words = vec!["kemuri".to_owned(), "check".to_owned()];
    words.extend(args.inputs.iter().map(|input| quoted(input)));
    let mut flag = |name: &str, value: Option<String>| {
        if let Some(value) = value {
            words.extend([name.to_owned(), value]);
        }
    };
    let profile = Some(&args.profile).filter(|profile| *profile != "magazine");
    flag("--profile", profile.map(|profile| quoted(profile)));
    let futile = Some(args.futile).filter(|&futile| futile != Futile::default());
    flag("--futile", futile.map(|futile| futile.name().into()));
    let attacker = args.attacker.map(|attacker| match attacker {
        Color::Black => "black".into(),
        Color::White => "white".into(),
    });
    flag("--attacker", attacker);
    let resume = args.resume.as_ref().map(|file| quoted(file.as_os_str()));
    flag("--resume", resume.or(collection.then(|| RESUME.into())));
    let reached = |reason| reasons.contains(&reason);
    let nodes = args.nodes.map(|nodes| match reached(Reason::Nodes) {
        true => nodes.saturating_mul(FACTOR.into()),
        false => nodes,
    });
    flag("--nodes", nodes.map(|nodes| nodes.to_string()));
    let time = args.time.map(|time| match reached(Reason::Time) {
        true => time.saturating_mul(FACTOR),
        false => time,
    });
    flag("--time", time.map(time_word));
    let hash = match reached(Reason::Memory) {
        true => args.options.hash.saturating_mul(HASH_FACTOR),
        false => args.options.hash,
    };
    let hash = Some(hash).filter(|&hash| hash != Options::default().hash);
    flag("--hash", hash.map(size_word));
    for (flag, is_given) in [
        ("--rest", args.rest),
        ("--tries", args.tries),
        ("--suggest", args.suggest),
        ("--verbose", args.verbose),
        ("--json", args.json),
    ] {
        if is_given {
            words.push(flag.into());
        }
    }
    words.join(" ")
}

/// A time as `--time` takes it.
fn time_word(time: Duration) -> String {
    match time.subsec_nanos() {
        0 => format!("{}s", time.as_secs()),
        _ => format!("{}ms", time.as_millis()),
    }
}

/// A size as `--hash` takes it.
fn size_word(bytes: u64) -> String {
    let units = [(30, "G"), (20, "M"), (10, "K")];
    let whole = |&(shift, _): &(u32, &str)| bytes.trailing_zeros() >= shift;
    match units.into_iter().find(whole) {
        Some((shift, unit)) => format!("{}{unit}", bytes >> shift),
        None => bytes.to_string(),
    }
}

/// A word as a shell takes it for one.
fn quoted(word: &OsStr) -> String {
    let word = word.to_string_lossy();
    let plain = |c: char| c.is_alphanumeric() || "-_./:@%+,=".contains(c);
    match !word.is_empty() && word.chars().all(plain) {
        true => word.into_owned(),
        false => format!("'{}'", word.replace('\'', "'\\''")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::{Cli, Command};
    use kemuri_terminal::args::{Request, parse};
    use std::ffi::OsString;

    fn args(words: &[&str]) -> CheckArgs {
        let words = ["check"].iter().chain(words).map(OsString::from).collect();
        match parse::<Cli>(words, Lang::En) {
            Ok(Request::Run(Cli {
                command: Some(Command::Check(args)),
                ..
            })) => args,
            _ => panic!("no check"),
        }
    }

    #[test]
    fn the_command_has_more_of_what_was_reached() {
        for (words, reasons, collection, expected) in [
            (
                &["a b.tsv", "--nodes", "50"][..],
                &[Reason::Nodes][..],
                true,
                "'a b.tsv' --resume verdicts.jsonl --nodes 500",
            ),
            (
                &[
                    "a.kif", "--time", "1500ms", "--nodes", "7", "--resume", "r.jsonl",
                ],
                &[Reason::Time],
                false,
                "a.kif --resume r.jsonl --nodes 7 --time 15s",
            ),
            (
                &["x.tsv", "--time", "10ms", "--nodes", "7"],
                &[Reason::Time, Reason::Nodes],
                false,
                "x.tsv --nodes 70 --time 100ms",
            ),
            (
                &[
                    "8k/9 b G 1",
                    "--hash",
                    "64K",
                    "--profile",
                    "strict",
                    "--rest",
                ],
                &[Reason::Memory],
                false,
                "'8k/9 b G 1' --profile strict --hash 256K --rest",
            ),
            (
                &["x.tsv", "-v", "--tries", "--time", "1s", "--json"],
                &[Reason::Time],
                true,
                "x.tsv --resume verdicts.jsonl --time 10s --tries --verbose --json",
            ),
            (
                &["it's", "--futile", "none", "--attacker", "white"],
                &[Reason::Interrupted],
                false,
                "'it'\\''s' --futile none --attacker white",
            ),
        ] {
            let sentence = sentence(Lang::En, &args(words), reasons, collection);
            let expected = format!("To go on: kemuri check {expected}");
            assert_eq!(sentence.as_deref(), Some(&*expected));
        }
        for reasons in [&[][..], &[Reason::Contradiction]] {
            assert_eq!(sentence(Lang::En, &args(&["x"]), reasons, true), None);
        }
    }
}
