//! `kemuri verify`: what it prints, and its exit codes.

use crate::common::{directory, file, finish, kemuri, run, run_with, with_gold_elsewhere};
use kemuri_certify::rules::HandCounts;
use kemuri_certify::{Builder, Claim, Depth, KnownMate, KnownRefutation, Strategy};
use kemuri_core::{Budget, Move, PieceType, Problem};

const PROBLEM: &str = "8k/9/8P/9/9/9/9/9/9 b G 1";

/// Knows one mate in one.
struct Drop;

impl Strategy for Drop {
    type Error = ();

    fn make(&mut self, _: Move) {}

    fn undo(&mut self) {}

    fn set_hand(&mut self, _: HandCounts) {}

    fn mate(&mut self, _: u16) -> Result<KnownMate, ()> {
        let mut hand = HandCounts::NONE;
        hand.add(PieceType::GOLD);
        Ok(KnownMate { hand, rank: 1 })
    }

    fn mating_move(&mut self, _: u16) -> Result<Move, ()> {
        Move::from_usi("G*1b").ok_or(())
    }

    fn refutation(&mut self, _: Depth) -> Result<KnownRefutation, ()> {
        Err(())
    }

    fn reply(&mut self, _: Depth) -> Result<Move, ()> {
        Err(())
    }
}

fn certificate() -> Vec<u8> {
    let mut bytes = Vec::new();
    let problem = Problem::from_sfen(PROBLEM).expect("a problem");
    Builder::new(1 << 10)
        .build(
            &problem,
            Claim::MateExactly(1),
            &mut Drop,
            &mut bytes,
            &Budget::default(),
            &mut |_| (),
        )
        .expect("built");
    bytes
}

/// A certificate that is whole, but whose gold is dropped elsewhere.
fn wrong() -> Vec<u8> {
    with_gold_elsewhere(certificate())
}

#[test]
fn a_certificate_that_proves() {
    let path = file("proves", "one.cert", certificate());
    let ran = run(&["verify", &path]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    for part in [
        "mate in exactly 1 ply",
        "1 of mate",
        "0 of refutation",
        "bytes",
        "verified in",
    ] {
        assert!(ran.out.contains(part), "'{part}' is not in: {}", ran.out);
    }
    let ran = run(&["verify", "--lang", "ja", &path, PROBLEM]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.out.contains("検証済み: 最短1手の詰み"), "{}", ran.out);
    let ran = run_with(&["verify", "-"], &certificate());
    assert_eq!(ran.code, 0, "{}", ran.err);
}

#[test]
fn json() {
    let path = file("json", "one.cert", certificate());
    let ran = run(&["verify", "--json", &path]);
    let [object] = &ran.json()[..] else {
        panic!("{}", ran.out);
    };
    assert_eq!(ran.code, 0);
    assert_eq!(object["verified"], true);
    assert_eq!(object["sfen"], PROBLEM);
    assert_eq!(object["attacker"], "black");
    assert_eq!(object["verdict"], "mate");
    assert_eq!(object["length"], 1);
    assert_eq!(object["exact"], true);
    assert_eq!(object["mate_entries"], 1);
    assert_eq!(object["bytes"], certificate().len());
    assert!(object["fault"].is_null());

    let path = file("json-wrong", "one.cert", wrong());
    let ran = run(&["verify", "--json", &path]);
    let [object] = &ran.json()[..] else {
        panic!("{}", ran.out);
    };
    assert_eq!(ran.code, 1);
    assert_eq!(object["verified"], false);
    assert_eq!(object["fault"]["entry"], 1);
    assert_eq!(object["fault"]["section"], "mate");
    assert!(object["verdict"].is_null());
}

#[test]
fn a_certificate_that_is_wrong() {
    let path = file("wrong", "one.cert", wrong());
    let ran = run(&["verify", &path]);
    assert_eq!((ran.code, ran.out.as_str()), (1, ""));
    assert_eq!(ran.err.lines().count(), 1, "{}", ran.err);
    for part in [
        "one.cert",
        "byte",
        "entry 1",
        "G*5e does not give check",
        "8k/9/8P",
    ] {
        assert!(ran.err.contains(part), "'{part}' is not in: {}", ran.err);
    }
    let ran = run(&["verify", "--lang=ja", &path]);
    assert_eq!(ran.code, 1);
    assert!(ran.err.contains("G*5e は王手ではありません"), "{}", ran.err);
}

#[test]
fn files_that_are_refused() {
    run(&["verify", "no-such.cert"]).assert_refused(&["no-such.cert", "no such file"]);
    run(&["verify", env!("CARGO_TARGET_TMPDIR")]).assert_refused(&["directory"]);
    let path = file("not", "text.cert", PROBLEM);
    run(&["verify", &path]).assert_refused(&["text.cert", "not a certificate"]);
    let path = file("empty-cert", "empty.cert", "");
    run(&["verify", &path]).assert_refused(&["not a certificate"]);
    let mut other = certificate();
    other[8] = 9;
    let path = file("version", "new.cert", &other);
    run(&["verify", &path]).assert_refused(&["version 9", "version 1"]);
    let whole = certificate();
    let path = file("cut", "cut.cert", &whole[..whole.len() - 1]);
    run(&["verify", &path]).assert_refused(&["cut.cert", "damaged"]);
    run(&["verify", "--lang", "ja", &path]).assert_refused(&["cut.cert", "検査値"]);
    let path = file("long", "long.cert", [&whole[..], b"\n"].concat());
    run(&["verify", &path]).assert_refused(&["long.cert", "damaged"]);
}

#[test]
fn a_certificate_of_another_problem() {
    let path = file("another", "one.cert", certificate());
    let other = "8k/9/8P/9/9/9/9/9/9 b 2G 1";
    run(&["verify", &path, other]).assert_refused(&["another problem", PROBLEM]);
    // Without quotes, and from a file.
    let mut words = vec!["verify", path.as_str()];
    words.extend(other.split(' '));
    run(&words).assert_refused(&["another problem"]);
    let problems = directory("another-input").join("p.tsv");
    std::fs::write(&problems, format!("x\t{PROBLEM}\n")).expect("a file");
    let ran = finish(kemuri().arg("verify").arg(&path).arg(&problems), b"");
    assert_eq!(ran.code, 0, "{}", ran.err);
    std::fs::write(&problems, format!("x\t{PROBLEM}\ny\t{PROBLEM}\n")).expect("a file");
    let ran = finish(kemuri().arg("verify").arg(&path).arg(&problems), b"");
    ran.assert_refused(&["several"]);
    run(&["verify", &path, "8k/9 b G 1"]).assert_refused(&["8k/9"]);
    run(&["verify", &path, PROBLEM, "--attacker", "white"]).assert_refused(&["White"]);
}

#[test]
fn usage() {
    for words in [&["verify"][..], &["verify", "--json"], &["verify", ""]] {
        run(words).assert_refused(&["verify needs a certificate"]);
    }
    let ran = run(&["verify", "--help"]);
    assert_eq!(ran.code, 0);
    assert!(
        // Not in square brackets: it cannot be left out.
        ran.out.contains("<CERT>") && ran.out.contains("Exit code"),
        "{}",
        ran.out
    );
}
