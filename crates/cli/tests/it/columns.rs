//! What the commands print fits a terminal of 80 columns, in both languages.

use crate::common::{HARD, MATE, NO_MATE, directory, finish, kemuri};
use crate::composing::SMALL;
use kemuri_testing::columns::assert_fits;

/// A long mate beside a flaw of every kind: cooks, duals, pieces left in hand.
const UNSOUND: &str = "7nk/8l/7P1/9/9/9/9/9/9 b GS2r2b3g3s3n3l17p 1";

#[test]
fn what_commands_print_fits() {
    let folder = directory("columns");
    let file = |name: &str| folder.join(name).to_str().expect("UTF-8").to_owned();
    let (collection, certificate) = (file("a.tsv"), file("a.cert"));
    let lines = format!("第一番\t{MATE}\t5\n不詰\t{NO_MATE}\n余詰の例\t{UNSOUND}\nb\t8k/x\n");
    std::fs::write(&collection, lines).expect("a file");
    let condition = file("small.toml");
    std::fs::write(&condition, SMALL).expect("a file");
    for (i, lang) in ["en", "ja"].into_iter().enumerate() {
        let out = file(&format!("run{i}"));
        for words in [
            &["solve"][..],
            &["solve", "--explain", MATE],
            &["solve", "--order", "edo", UNSOUND],
            &["solve", NO_MATE],
            &["solve", "--nodes", "1000", HARD],
            &["solve", "--tree", MATE],
            &["solve", "--tree", NO_MATE],
            &["solve", &collection],
            &["solve", "--certificate", &certificate, MATE],
            &["verify", &certificate],
            &["check"],
            &["check", "--tries", "-v", UNSOUND],
            &["check", "--suggest", UNSOUND],
            &["check", &collection],
            &["check", "--nodes", "5000", HARD],
            &["bench", &collection, "--verify"],
            &["bench", "--repeat", "2", MATE],
            &["compose", "--top", "3", "--nodes", "20000", MATE],
            &["enumerate", &condition, "--out", &out],
            &["show"],
            &["show", "--moves", "end", MATE],
            &["options"],
            &["help"],
        ] {
            let arguments = [words, &["--lang", lang]].concat();
            let ran = finish(kemuri().args(arguments).env("COLUMNS", "80"), b"");
            let what = format!("{} --lang {lang}", words.join(" "));
            assert!(ran.code <= 2 && !ran.out.is_empty(), "{what}: {}", ran.err);
            // A command to be copied stays on one line.
            let is_command = |line: &&str| line.contains(": kemuri ");
            let lines: Vec<&str> = ran.out.lines().filter(|line| !is_command(line)).collect();
            assert_fits(&lines.join("\n"), &what);
        }
    }
}
