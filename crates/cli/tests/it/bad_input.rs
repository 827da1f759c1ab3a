//! Bad input: one line on standard error that says what and where, exit code 2.

use crate::common::{MATE, file, run, run_with};

#[test]
fn an_empty_argument() {
    run(&["solve", ""]).assert_refused(&["''", "empty"]);
    run(&["solve", "  "]).assert_refused(&["empty"]);
}

#[test]
fn an_empty_file_and_an_empty_pipe() {
    let path = file("empty", "none.tsv", "");
    run(&["solve", &path]).assert_refused(&["none.tsv", "no problem"]);
    run_with(&["solve", "-"], b"").assert_refused(&["standard input", "no problem"]);
    run_with(&["solve", "-"], b"# only\n\n").assert_refused(&["standard input", "no problem"]);
}

#[test]
fn a_truncated_sfen() {
    for length in [10, 20, 25, 27] {
        let sfen = &MATE[..length];
        run(&["solve", sfen]).assert_refused(&[sfen.trim_end()]);
        let line = format!("one\t{sfen}\n");
        run_with(&["solve", "-"], line.as_bytes()).assert_refused(&["standard input", "line 1"]);
    }
}

#[test]
fn an_overlong_sfen() {
    let long = "8k/".repeat((1 << 20) / 3);
    run_with(&["solve", "-"], long.as_bytes()).assert_refused(&["line 1"]);
    let megabyte = format!("x\t{MATE} {}\n", " ".repeat(1 << 20));
    run_with(&["solve", "-"], megabyte.as_bytes()).assert_refused(&["line 1", "longer than"]);
    let path = file("overlong", "long.tsv", &megabyte);
    run(&["solve", &path]).assert_refused(&["long.tsv", "line 1", "longer than"]);
    run(&["solve", &"9/".repeat(30_000)]).assert_refused(&["9/9/9/"]);
}

#[test]
fn bytes_that_are_no_text() {
    run_with(&["solve", "-"], b"\xff\xff\xfd 8k/9\n").assert_refused(&[
        "standard input",
        "line 1",
        "UTF-8",
        "Shift_JIS",
    ]);
    let path = file("utf16", "wide.tsv", b"\xff\xfe8\0k\0/\0\n\0");
    run(&["solve", &path]).assert_refused(&["wide.tsv", "UTF-8"]);
}

#[cfg(unix)]
#[test]
fn an_argument_that_is_no_text() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let argument = OsStr::from_bytes(b"8k/9/\xff\xfe b - 1");
    run(&[OsStr::new("solve"), argument]).assert_refused(&["8k/9/"]);
    run(&[OsStr::new("solve"), OsStr::new("--hash"), argument]).assert_refused(&["UTF-8"]);
}

#[test]
fn a_nonsensical_sfen() {
    for (sfen, part) in [
        ("sfen nonsense b - 1", "'o'"),
        ("9/9/9/9/9/9/9/9/9 b - 1", "no king"),
        ("8k/9/9/9/9/9/9/9/9 x - 1", "'x'"),
        ("8k/9/9/9/9/9/9/9/9 b 19P 1", "pawn"),
        ("8k/8P/9/9/9/9/9/9/9 b - 1", "1a"),
        ("8k/9/9/9/9/9/9/9/9 b - 1 more", "more"),
        ("position sfen 8k/9/9/9/9/9/9/9/9 b - 1 moves 1a1b", "1a1b"),
    ] {
        run(&["solve", sfen]).assert_refused(&[part]);
        let line = format!("# a comment\none\t{sfen}\n");
        run_with(&["solve", "-"], line.as_bytes()).assert_refused(&["line 2", part]);
    }
}

#[test]
fn a_file_that_is_not_there() {
    run(&["solve", "no-such-file.tsv"]).assert_refused(&["no-such-file.tsv", "no such file"]);
    run(&["bench", "no-such-file.tsv"]).assert_refused(&["no-such-file.tsv", "no such file"]);
    run(&["solve", env!("CARGO_TARGET_TMPDIR")]).assert_refused(&["directory"]);
}

#[test]
fn values_that_options_do_not_take() {
    for (flag, value) in [
        ("--time", "abc"),
        ("--time", "0"),
        ("--time", "-1"),
        ("--nodes", "0"),
        ("--nodes", "-3"),
        ("--nodes", "99999999999999999999999"),
        ("--attacker", "red"),
        ("--lang", "xx"),
        ("--hash", "0"),
        ("--hash", "1K"),
        ("--hash", "much"),
        ("--proof-hands", "maybe"),
        ("--gc-load", "101"),
    ] {
        run(&["solve", flag, value, MATE]).assert_refused(&[flag, value]);
        run(&["bench", flag, value, MATE]).assert_refused(&[flag, value]);
    }
    run(&["solve", "--time", "0"]).assert_refused(&["above 0"]);
    run(&["solve", "--hash", "999999G"]).assert_refused(&["--hash", "too large"]);
    run(&["solve", "--hash", "1T"]).assert_refused(&["--hash", "unit 'T'"]);
    run(&["solve", "--hash", "1K"]).assert_refused(&["--hash", "at least 64 KiB"]);
    run(&["solve", "--json=3"]).assert_refused(&["--json", "no value", "'3'"]);
    run(&["solve", "--time"]).assert_refused(&["--time", "value"]);
    run(&["bench", MATE, "--repeat", "0"]).assert_refused(&["--repeat"]);
    run(&["bench", MATE, "--engine", ""]).assert_refused(&["--engine"]);
    run(&["bench", MATE, "--engine", "/no/such/engine"]).assert_refused(&["/no/such/engine"]);
}

#[test]
fn flags_and_commands_that_do_not_exist() {
    run(&["solve", "--tiem", "3"]).assert_refused(&["--tiem", "--time"]);
    run(&["slove"]).assert_refused(&["slove", "solve"]);
    run(&["bench"]).assert_refused(&["bench", "collection"]);
    run(&["bench", "--signature", MATE]).assert_refused(&["--signature"]);
}

#[test]
fn the_sentences_are_japanese_for_japanese_users() {
    run(&["solve", "--lang", "ja", "--time", "abc"]).assert_refused(&["時間"]);
    run(&["solve", "--lang", "ja", "--json=3"]).assert_refused(&["値「3」"]);
    run(&["solve", "--lang", "ja", "--hash", "0"]).assert_refused(&["--hash", "以上のサイズ"]);
    run(&["solve", "--lang=ja", "nothing.tsv"]).assert_refused(&["ファイル"]);
    run(&["solve", "--lang", "ja", "9/9/9/9/9/9/9/9/9 b - 1"]).assert_refused(&["玉"]);
}

#[test]
fn a_broken_line_does_not_hide_the_rest() {
    let text = format!("a\t{MATE}\nb\tbroken\nc\t{MATE}\n");
    let path = file("broken", "some.tsv", text);
    for command in ["solve", "bench"] {
        let ran = run(&[command, "--json", &path]);
        assert_eq!(ran.code, 2, "{}", ran.err);
        assert!(ran.err.contains("some.tsv, line 2"), "{}", ran.err);
        let ids: Vec<_> = ran
            .json()
            .iter()
            .filter_map(|o| o["id"].as_str().map(String::from))
            .collect();
        assert_eq!(ids, ["a", "c"]);
    }
}

/// With `--json` a broken line has an object in its place, and the sentence as well.
#[test]
fn an_error_is_an_object_among_the_answers() {
    let text = format!("a\t{MATE}\nb\tnonsense\nc\t{MATE}\n");
    let path = file("errors_as_json", "a.tsv", text);
    for command in ["solve", "check", "bench"] {
        let ran = run(&[command, "--json", &path]);
        assert_eq!((ran.code, ran.err.lines().count()), (2, 1), "{}", ran.err);
        let objects = ran.json();
        let errors: Vec<_> = objects
            .iter()
            .filter(|o| o.get("error").is_some())
            .collect();
        let [error] = errors[..] else {
            panic!("{command}: {}", ran.out);
        };
        assert_eq!(error["line"], 2, "{error}");
        assert_eq!(error["source"], path.as_str(), "{error}");
        let sentence = error["error"].as_str().expect("a sentence");
        assert_eq!(ran.err, format!("kemuri: {sentence}\n"));
        assert!(
            objects.iter().all(|object| object["version"] == 2),
            "{}",
            ran.out
        );
        assert!(objects.len() > 2, "{}", ran.out);
    }
}

#[test]
fn a_run_that_is_refused_has_an_object_too() {
    let both = format!("{MATE}\n{MATE}\n");
    let two = file("refused_as_json", "two.tsv", both);
    for words in [
        &["compose", "--json", &two][..],
        &["solve", "--tree=json", &two],
        &["verify", "--json", &two],
        &["solve", "--json", "there is no such file"],
        &["check", "--json", "--profile", "none"],
    ] {
        let ran = run(&[words, &["--lang", "ja"]].concat());
        assert_eq!(
            (ran.code, ran.err.lines().count()),
            (2, 1),
            "{words:?}: {}",
            ran.err
        );
        let objects = ran.json();
        assert_eq!(objects.len(), 1, "{words:?}: {}", ran.out);
        let sentence = objects[0]["error"].as_str().expect("a sentence");
        assert_eq!(ran.err, format!("kemuri: {sentence}\n"), "{words:?}");
    }
}

/// A text that is no collection, in an encoding that nothing else reads.
#[test]
fn a_file_that_is_something_else_is_one_error() {
    let text = "これは問題集ではない\n".repeat(40);
    let (bytes, _, _) = encoding_rs::EUC_JP.encode(&text);
    for (name, content) in [("euc.txt", bytes.as_ref()), ("utf8.txt", text.as_bytes())] {
        let path = file(&format!("no_collection_{name}"), name, content);
        let ran = run(&["solve", &path]);
        ran.assert_refused(&[name]);
        let ran = run(&["check", "--json", &path]);
        assert_eq!((ran.code, ran.json().len()), (2, 1), "{}", ran.out);
    }
    // A few broken lines before the first problem are told one by one.
    let start = format!("x\ny\n{MATE}\n");
    let path = file("broken_start", "a.tsv", start);
    let ran = run(&["solve", &path]);
    assert_eq!((ran.code, ran.err.lines().count()), (2, 2), "{}", ran.err);
    assert!(
        ran.err.contains("line 1") && ran.err.contains("line 2"),
        "{}",
        ran.err
    );
}

#[test]
fn what_is_misspelt_is_suggested_in_both_languages() {
    for (words, english, japanese) in [
        (
            &["slove"][..],
            "did you mean 'solve'?",
            "（solve ですか？）",
        ),
        (
            &["help", "slove"],
            "did you mean 'solve'?",
            "（solve ですか？）",
        ),
        (
            &["solve", "--jsn"],
            "did you mean '--json'?",
            "（--json ですか？）",
        ),
        (
            &["chek", MATE],
            "did you mean 'check'?",
            "（check ですか？）",
        ),
    ] {
        run(words).assert_refused(&[english]);
        let words = [&["--lang", "ja"], words].concat();
        run(&words).assert_refused(&[japanese]);
    }
}

#[test]
fn help_is_given_after_the_language() {
    let usual = run(&["help", "solve", "--lang", "ja"]);
    assert!(
        usual.code == 0 && usual.out.contains("使い方"),
        "{}",
        usual.out
    );
    for words in [
        &["--lang", "ja", "help", "solve"][..],
        &["--lang=ja", "help", "solve"],
        &["--lang", "ja", "solve", "--help"],
        &["solve", "--lang", "ja", "-h"],
    ] {
        assert_eq!(run(words).out, usual.out, "{words:?}");
    }
}
