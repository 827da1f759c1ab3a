//! `kemuri check`: what it says, where it goes, and what is refused.

use crate::common::{HARD, MATE, NO_MATE, directory, file, run, run_with};
use roxmltree::Document;
use rsshogi::records::kif::parse_kif_str;
use std::fs;

/// A mate in three, complete.
const COMPLETE: &str = "7k1/9/6P+P1/9/9/9/9/9/9 b 2r2b4g4s4n4l16p 1";
/// The same with a second piece that can go to 3b.
const COOKED: &str = "7k1/9/5+PP+P1/9/9/9/9/9/9 b 2r2b4g4s4n4l15p 1";
/// A mate in five with a way round.
const DETOUR: &str = "5+B1kp/9/9/6pG1/7+S1/9/9/9/9 b L2rb3g3s4n3l16p 1";

fn collection() -> String {
    format!("one\t{COMPLETE}\t3\ntwo\t{COOKED}\t3\nthree\t{DETOUR}\nfour\t{NO_MATE}\n")
}

#[test]
fn a_single_problem_gets_a_note() {
    let ran = run(&["check", COMPLETE]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    for part in [
        "Verdict: complete (mate in 3, profile magazine)",
        "The answer:",
        "▲３二歩成",
        "[ignored] Last-move dual: ",
        "5 other checks do not mate",
    ] {
        assert!(ran.out.contains(part), "{part}: {}", ran.out);
    }
    let ran = run(&["check", COOKED, "--lang", "ja"]);
    assert_eq!(ran.code, 1);
    for part in [
        "判定: 不完全（3手詰、基準 magazine）",
        "[不完全] 余詰: 1手目 ▲３二と左",
    ] {
        assert!(ran.out.contains(part), "{part}: {}", ran.out);
    }
}

#[test]
fn the_checks_that_fail_are_listed_on_demand() {
    let brief = run(&["check", COMPLETE]);
    let verbose = run(&["check", COMPLETE, "-v"]);
    let refuted = |out: &str| out.matches("does not mate").count();
    assert_eq!((refuted(&brief.out), refuted(&verbose.out)), (0, 5));
    assert!(verbose.out.contains("Move 1: ▲１二と △同玉 does not mate"));
}

#[test]
fn tries_are_listed_on_demand() {
    let plain = run(&["check", DETOUR, "--json"]).json().remove(0);
    assert!(plain.get("tries").is_none());
    let ran = run(&["check", DETOUR, "--json", "--tries"]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    let answer = ran.json().remove(0);
    assert_eq!(answer["facts"], plain["facts"]);
    assert_eq!(answer["verdict"], plain["verdict"]);
    let tries = answer["tries"].as_array().expect("tries");
    let count = |one: &serde_json::Value| {
        let replies = &one["replies"];
        let refuting = replies["refuting"].as_array().unwrap().len();
        (
            refuting as u64 + replies["undecided"].as_u64().unwrap(),
            one["only_replies"].as_u64(),
        )
    };
    assert!(tries.len() > 5, "{answer}");
    for pair in tries.windows(2) {
        let [(a, deep), (b, deeper)] = [count(&pair[0]), count(&pair[1])];
        assert!(a < b || (a == b && deep >= deeper), "{pair:?}");
    }
    let main = answer["main_line"].as_array().unwrap();
    for one in tries {
        let ply = one["ply"].as_u64().unwrap() as usize;
        assert_ne!(one["line"][0], main[ply - 1]);
    }
    for (lang, heading, more) in [
        (
            "en",
            "\nTries, the closest first:\n  Move ",
            " more with -v\n",
        ),
        (
            "ja",
            "\n紛れ（詰みに近いものから順に）:\n  ",
            "（-v で表示）\n",
        ),
    ] {
        let few = run(&["check", DETOUR, "--tries", "--lang", lang]).out;
        assert!(few.contains(heading) && few.contains(more), "{few}");
        let all = run(&["check", DETOUR, "--tries", "-v", "--lang", lang]).out;
        assert!(all.contains(heading) && !all.contains(more), "{all}");
    }
    let none = run(&["check", "8k/9/9/9/9/9/9/9/9 b - 1", "--tries"]).out;
    assert!(none.contains("There are no tries."), "{none}");
}

#[test]
fn tries_that_a_limit_left_open_are_not_denied() {
    // Four checks, of which one node decides nothing.
    let ran = run(&["check", COMPLETE, "--tries", "--nodes", "1", "--json"]);
    let answer = ran.json().remove(0);
    assert_eq!(answer["tries"], serde_json::json!([]));
    assert_eq!(answer["open_tries"], 4, "{answer}");
    assert_eq!(answer["unranked_tries"], 0, "{answer}");
    let ran = run(&["check", COMPLETE, "--tries", "--json"]);
    assert_eq!(ran.json()[0]["open_tries"], 0);
    assert_eq!(ran.json()[0]["unranked_tries"], 0);
    for (lang, said) in [
        ("en", "\n  not decided whether they mate: 4 checks\n"),
        ("ja", "\n  詰むかどうか未決着の王手 4 通り\n"),
    ] {
        let out = run(&["check", COMPLETE, "--tries", "--nodes", "1", "--lang", lang]).out;
        assert!(out.contains(said), "{out}");
        assert!(!out.contains("0 other") && !out.contains("0 通り"), "{out}");
    }
}

#[test]
fn a_bound_is_no_length_in_a_kif_report() {
    let directory = directory("bound");
    let header = |nodes: &str| {
        let path = directory.join(format!("{nodes}.kif"));
        let path = path.to_str().unwrap();
        run(&["check", DETOUR, "--nodes", nodes, "--report", path]);
        let text = fs::read_to_string(path).expect("a report");
        let mut lines = text.lines();
        let header = lines.find_map(|line| line.strip_prefix("手数："));
        header.map(str::to_owned)
    };
    // A limit after which there is a mate, but no proof that it is the shortest.
    let bound = (1..40).map(|tens| (10 * tens).to_string()).find(|nodes| {
        let ran = run(&["check", DETOUR, "--nodes", nodes, "--json"]);
        ran.json()[0]["exact"] == false
    });
    assert_eq!(header(&bound.expect("such a limit")), None);
    assert_eq!(header("1000000").as_deref(), Some("5"));
}

/// A page without what keeps its moves whole.
fn without_marks(page: &str) -> String {
    page.replace("<span class=\"move\">", "")
        .replace("</span>", "")
}

#[test]
fn reports_have_the_tries() {
    let directory = directory("tries");
    let path = |name: &str| directory.join(name).to_str().unwrap().to_owned();
    for name in ["a.html", "a.md", "a.kif"] {
        run(&["check", COMPLETE, "--tries", "--report", &path(name)]);
        let text = fs::read_to_string(path(name)).expect("a report");
        let shown = without_marks(&text);
        assert!(shown.contains("Move 1: ▲１二と △同玉 ("), "{text}");
        if name == "a.html" {
            Document::parse_with_options(
                &text,
                roxmltree::ParsingOptions {
                    allow_dtd: true,
                    ..Default::default()
                },
            )
            .expect("a whole document");
        }
    }
}

#[test]
fn json_has_the_facts() {
    let ran = run(&["check", DETOUR, "--json"]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    let answer = &ran.json()[0];
    assert_eq!(answer["verdict"], "flawed");
    assert_eq!(
        (&answer["length"], &answer["exact"]),
        (&5.into(), &true.into())
    );
    assert_eq!(answer["by_author"], false);
    let fact = &answer["facts"][0];
    for (key, value) in [
        ("kind", "detour"),
        ("proof", "proven"),
        ("severity", "flaw"),
        ("move", "L*2c"),
    ] {
        assert_eq!(fact[key], value, "{fact}");
    }
    assert_eq!((&fact["ply"], &fact["length"]), (&1.into(), &7.into()));
    assert_eq!(fact["line"].as_array().map(Vec::len), Some(7));
}

#[test]
fn a_collection_is_the_same_with_any_number_of_threads() {
    let outputs = ["1", "3"].map(|threads| {
        let ran = run_with(
            &["check", "-", "--threads", threads],
            collection().as_bytes(),
        );
        assert_eq!((ran.code, ran.err.as_str()), (1, ""), "{}", ran.out);
        ran.out
    });
    assert_eq!(outputs[0], outputs[1]);
    let lines: Vec<&str> = outputs[0].lines().collect();
    for (line, parts) in lines.iter().zip([
        ["one", "complete", "last-move dual (move 3)"],
        ["two", "unsound", "cook (move 1)"],
        ["three", "flawed", "detour (move 1)"],
        ["four", "unsound", "no mate"],
    ]) {
        assert!(parts.iter().all(|part| line.contains(part)), "{line}");
    }
    assert_eq!(
        lines[4],
        "4 problems: 1 complete, 1 flawed, 2 unsound, 0 undecided"
    );
}

#[test]
fn broken_problems_are_named_and_the_rest_is_judged() {
    let text = format!("one\t{COMPLETE}\nbad\t9/9 b - 1\ntwo\t{COMPLETE}\n");
    let ran = run_with(&["check", "-"], text.as_bytes());
    assert_eq!(ran.code, 2);
    assert_eq!(ran.err.lines().count(), 1, "{}", ran.err);
    assert!(ran.err.contains("standard input, line 2"), "{}", ran.err);
    assert!(ran.out.contains("2 problems: 2 complete"), "{}", ran.out);
}

/// A large collection in small: the same three that are broken are named, and
/// every other problem has its verdict.
#[test]
fn three_broken_problems_of_many_are_named() {
    let sound = [COMPLETE, COOKED, DETOUR, NO_MATE];
    let broken = [
        "8k/9/9/9/9/9/9/9 b G 1",
        "nonsense",
        "8k/9/9/9/9/9/9/9/9 b 19P 1",
    ];
    let places = [100, 250, 399];
    let mut lines: Vec<String> = (0..400)
        .map(|number| format!("p{number}\t{}\n", sound[number % 4]))
        .collect();
    for (place, position) in places.iter().zip(broken) {
        lines[*place] = format!("bad{place}\t{position}\n");
    }
    let ran = run_with(&["check", "-", "--json"], lines.concat().as_bytes());
    assert_eq!(ran.code, 2);
    let complaints: Vec<&str> = ran.err.lines().collect();
    assert_eq!(complaints.len(), 3, "{}", ran.err);
    for (place, complaint) in places.iter().zip(complaints) {
        let line = format!("standard input, line {}:", place + 1);
        assert!(complaint.contains(&line), "{complaint}");
    }
    let verdicts = ["complete", "unsound", "flawed", "unsound"];
    let expected: Vec<(String, &str)> = (0..400)
        .filter(|number| !places.contains(number))
        .map(|number| (format!("p{number}"), verdicts[number % 4]))
        .collect();
    let mut answers = ran.json();
    answers.retain(|object| object.get("error").is_none());
    assert_eq!(answers.len(), expected.len());
    for (answer, (id, verdict)) in answers.iter().zip(&expected) {
        assert_eq!(
            (&answer["id"], &answer["verdict"]),
            (&id[..].into(), &(*verdict).into())
        );
    }
}

#[test]
fn the_same_problem_twice_is_noticed() {
    let mirrored = "1k7/9/1+PP6/9/9/9/9/9/9 b 2r2b4g4s4n4l16p 1";
    let text = format!("one\t{COMPLETE}\ntwo\t{MATE}\nthree\t{mirrored}\n");
    let ran = run_with(&["check", "-", "--json", "--threads", "2"], text.as_bytes());
    let fact = &ran.json()[2]["facts"][0];
    assert_eq!(
        (&fact["kind"], &fact["earlier"]),
        (&"duplicate".into(), &"one".into())
    );
    assert_eq!(fact["likeness"], "mirrored");
    // As a blemish only where the profile says so.
    assert_eq!(ran.code, 0);
    let ran = run_with(&["check", "-", "--profile", "strict"], text.as_bytes());
    assert!(
        ran.out.lines().nth(2).is_some_and(|l| l.contains("flawed")),
        "{}",
        ran.out
    );
}

#[test]
fn moves_after_a_position_are_the_authors_line() {
    for (moves, by_author, part) in [
        ("3c3b+ 2a1a 3b2b", true, "The author's line:"),
        ("3c3b+ 2a1a", false, "Author's line does not mate"),
        ("", false, "The answer:"),
    ] {
        let input = format!("position sfen {COMPLETE} moves {moves}");
        let ran = run(&["check", &input]);
        assert_eq!(ran.code, 0, "{}", ran.err);
        assert!(ran.out.contains(part), "{}", ran.out);
        let ran = run(&["check", &input, "--json"]);
        let answer = &ran.json()[0];
        assert_eq!(answer["by_author"], by_author);
        let said: Vec<&str> = moves.split_whitespace().collect();
        match said.is_empty() {
            true => assert!(answer["author_line"].is_null(), "{answer}"),
            false => assert_eq!(answer["author_line"], serde_json::json!(said)),
        }
    }
}

/// What cannot be played is a finding like any other, whatever the format.
#[test]
fn a_line_that_breaks_the_rules_is_a_finding() {
    let position = |moves: &str| format!("position sfen {COMPLETE} moves {moves}");
    let record = |row: &str| {
        let ran = run(&["convert", &position("3c3b+ 2a1a 3b2b"), "--to", "kif"]);
        assert_eq!(ran.code, 0, "{}", ran.err);
        let rows = ran.out.lines().map(|line| match line.contains("１一玉") {
            true => row.to_string(),
            false => line.to_string(),
        });
        let text: Vec<String> = rows.collect();
        file("check-faulty-line", "line.kif", &(text.join("\n") + "\n"))
    };
    for (input, ply, part) in [
        (position("3c3b+ 2a2b"), 2, "move 2: "),
        (position("3c3b+ 2a1a oops"), 3, "move 3: 'oops'"),
        // No check at all.
        (position("3c3b"), 1, "at move 1 cannot be played"),
        (record("   2 ２二玉(21)   ( 0:00/00:00:00)"), 2, "move 2: "),
    ] {
        let ran = run(&["check", &input]);
        assert_eq!(
            (ran.code, ran.err.as_str()),
            (0, ""),
            "{input}: {}",
            ran.out
        );
        assert!(
            ran.out.contains("[flaw] Author's line is illegal: "),
            "{}",
            ran.out
        );
        assert!(ran.out.contains(part), "{part}: {}", ran.out);
        let ran = run(&["check", &input, "--json"]);
        let answer = &ran.json()[0];
        let facts = answer["facts"].as_array().expect("facts");
        let mut kinds = facts.iter().map(|fact| (&fact["kind"], &fact["ply"]));
        let expected = (&"line-illegal".into(), &ply.into());
        assert!(kinds.any(|kind| kind == expected), "{answer}");
        assert_eq!(
            (&answer["verdict"], &answer["length"]),
            (&"flawed".into(), &3.into())
        );
    }
}

#[test]
fn a_profile_can_be_a_file() {
    let path = file(
        "check-profile",
        "mine.toml",
        "[severity]\ndetour = \"fatal\"\n",
    );
    let ran = run(&["check", DETOUR, "--profile", &path]);
    assert_eq!(ran.code, 1);
    assert!(ran.out.contains("Verdict: unsound"), "{}", ran.out);
    let path = file(
        "check-bad-profile",
        "mine.toml",
        "[severity]\ncook = \"flaw\"\ncooks = \"flaw\"\n",
    );
    run(&["check", DETOUR, "--profile", &path]).assert_refused(&["mine.toml", "line 3", "'cooks'"]);
    run(&["check", DETOUR, "--profile", "newspaper"]).assert_refused(&[
        "--profile",
        "'newspaper'",
        "magazine, smartphone, strict, classic",
    ]);
}

#[test]
fn what_is_decided_is_not_checked_again() {
    let folder = directory("check-resume");
    let (input, ledger) = (folder.join("all.tsv"), folder.join("done.jsonl"));
    let [input_name, ledger_name] = [&input, &ledger].map(|p| p.to_str().expect("UTF-8"));
    fs::write(&input, collection()).expect("a file");
    let first = run(&["check", input_name, "--resume", ledger_name]);
    assert_eq!(first.code, 1);
    let kept = fs::read_to_string(&ledger).expect("a ledger");
    assert_eq!(kept.lines().count(), 4);
    // As if the power had failed in the middle of the last line.
    fs::write(&ledger, &kept[..kept.len() - 20]).expect("a file");
    let second = run(&["check", input_name, "--resume", ledger_name]);
    assert!(second.out.starts_with("four"), "{}", second.out);
    assert!(
        second
            .out
            .contains("4 problems: 1 complete, 1 flawed, 2 unsound, 0 undecided (3 of them")
    );
    assert_eq!(second.code, 1);
    assert_eq!(
        fs::read_to_string(&ledger)
            .expect("a ledger")
            .lines()
            .count(),
        4
    );
    // What the author says belongs to the problem.
    fs::write(&input, format!("one\t{COMPLETE}\t5\n")).expect("a file");
    let other = run(&["check", input_name, "--resume", ledger_name]);
    assert!(other.out.contains("flawed"), "{}", other.out);
    // A problem that was changed is another one.
    fs::write(&input, format!("one\t{MATE}\n")).expect("a file");
    let third = run(&["check", input_name, "--resume", ledger_name]);
    assert!(third.out.contains("one"), "{}", third.out);

    // By another standard it is judged again.
    let strict = [
        "check",
        input_name,
        "--resume",
        ledger_name,
        "--profile",
        "strict",
    ];
    for (arguments, before) in [
        (&strict[..4], true),
        (&strict[..], false),
        (&strict[..], true),
    ] {
        let ran = run(arguments);
        assert_eq!(ran.out.contains("of them judged"), before, "{}", ran.out);
    }
    for letter in ["Dear Sir,\n", "Dear Sir,", "{\"id\":3}\n"] {
        let foreign = file("check-foreign", "letter.txt", letter);
        let ran = run(&["check", input_name, "--resume", &foreign]);
        ran.assert_refused(&["--resume", "letter.txt", "line 1"]);
        assert_eq!(fs::read_to_string(&foreign).expect("a file"), letter);
    }
    // A last line that somebody has taken the end from is still a line.
    let kept = fs::read_to_string(&ledger).expect("a ledger");
    fs::write(&ledger, kept.trim_end()).expect("a file");
    fs::write(&input, format!("new\t{COMPLETE}\n")).expect("a file");
    run(&["check", input_name, "--resume", ledger_name]);
    let after = fs::read_to_string(&ledger).expect("a ledger");
    assert!(after.starts_with(&kept) && after.lines().count() == kept.lines().count() + 1);
}

#[test]
fn a_verdict_for_one_attacker_is_not_taken_for_the_other() {
    let path = file("check-attacker", "done.jsonl", "");
    let sfen = "8k/7G1/7LP/9/9/9/9/9/K8 w r 1";
    let check = |attacker| {
        let args = ["check", sfen, "--attacker", attacker, "--resume", &path];
        run(&[&args[..], &["--json"]].concat()).json()
    };
    for attacker in ["black", "white"] {
        let answers = check(attacker);
        assert_eq!(answers.len(), 1, "{attacker}");
        assert_eq!(answers[0]["attacker"], attacker);
        assert_eq!(check(attacker).len(), 0, "known by now");
    }
}

#[test]
fn a_file_of_verdicts_is_written_by_one_process_at_a_time() {
    let path = file("check-busy", "done.jsonl", "");
    let open = fs::File::open(&path).expect("a file");
    open.lock().expect("a lock");
    for (lang, sentence) in [("en", "another process"), ("ja", "別のプロセス")] {
        let ran = run(&["check", COMPLETE, "--resume", &path, "--lang", lang]);
        ran.assert_refused(&["--resume", "done.jsonl", sentence]);
    }
    drop(open);
    assert_eq!(run(&["check", COMPLETE, "--resume", &path]).code, 0);
}

#[test]
fn reports_are_whole_documents() {
    let folder = directory("check-report");
    let path = |name: &str| folder.join(name).to_str().expect("UTF-8").to_string();
    let read = |name: &str| fs::read_to_string(folder.join(name)).expect("a report");
    let text = collection();
    for name in ["all.html", "all.md"] {
        let ran = run_with(&["check", "-", "--report", &path(name)], text.as_bytes());
        assert_eq!((ran.code, ran.err.as_str()), (1, ""));
    }
    // Another report gives way, nothing else does.
    let ran = run(&["check", COMPLETE, "--report", &path("all.html")]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    let ran = run_with(
        &["check", "-", "--report", &path("all.html")],
        text.as_bytes(),
    );
    assert_eq!((ran.code, ran.err.as_str()), (1, ""));
    let html = read("all.html");
    let body = html
        .strip_prefix("<!DOCTYPE html>\n")
        .expect("a document type");
    let document = Document::parse(body).expect("well-formed");
    let count = |tag| {
        document
            .descendants()
            .filter(|n| n.tag_name().name() == tag)
            .count()
    };
    assert_eq!((count("svg"), count("section")), (4, 4));
    // Nothing is fetched from elsewhere.
    for word in ["src=", "href=\"http", "url("] {
        assert!(!html.contains(word), "{word}");
    }
    assert!(html.contains("Cook: <span class=\"move\">▲３二と左</span>"));
    assert_eq!(count("details"), 0);
    let totals = "4 problems: 1 complete, 1 flawed, 2 unsound, 0 undecided";
    assert!(html.contains(&format!("<p>{totals}</p>")), "{html}");
    let markdown = read("all.md");
    assert!(markdown.contains(totals), "{markdown}");
    for name in ["long.html", "long.md"] {
        run(&["check", COMPLETE, "-v", "--report", &path(name)]);
        let shown = without_marks(&read(name));
        assert!(shown.contains("Move 1: ▲１二と △同玉 does not mate"));
        fs::remove_file(path(name)).expect("a report");
    }
    assert!(
        markdown.contains("| two | unsound | 3 | cook (move 1)"),
        "{markdown}"
    );
    assert!(markdown.contains("\n## three\n"));

    let ran = run(&[
        "check",
        DETOUR,
        "--report",
        &path("one.kif"),
        "--lang",
        "ja",
    ]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    let kif = read("one.kif");
    assert!(kif.contains("完全性：キズあり\n"), "{kif}");
    assert!(kif.contains("\n変化：1手\n   1 ２三香打"), "{kif}");
    assert!(kif.contains("*[キズ] 迂回: "), "{kif}");
    // That reader takes 詰み for the end of the record and 手数 for its start.
    let rows = kif
        .lines()
        .filter(|row| !row.contains("詰み") && !row.starts_with("手数："));
    let rows: Vec<&str> = rows.collect();
    assert!(parse_kif_str(&rows.join("\n")).is_ok(), "{kif}");

    let ran = run_with(
        &["check", "-", "--report", &path("all.kif")],
        text.as_bytes(),
    );
    ran.assert_refused(&["--report", "one problem"]);
    run(&["check", MATE, "--report", &path("x.doc")]).assert_refused(&["--report", ".html"]);
    for name in ["one.kif", "letter.md", "letter.html"] {
        let content = if name == "one.kif" {
            &*kif
        } else {
            "Dear Sir,\n"
        };
        fs::write(path(name), content).expect("a file");
        run(&["check", DETOUR, "--report", &path(name)]).assert_refused(&["--report", name]);
        assert_eq!(read(name), content);
    }
    let lost = folder.join("none").join("a.md");
    run(&["check", MATE, "--report", lost.to_str().expect("UTF-8")])
        .assert_refused(&["--report", "a.md"]);
    let mut names: Vec<_> = fs::read_dir(&folder)
        .expect("a directory")
        .map(|entry| entry.expect("a file").file_name())
        .collect();
    names.sort();
    let expected = ["all.html", "all.md", "letter.html", "letter.md", "one.kif"];
    assert_eq!(names, expected);
}

#[test]
fn repairs_are_suggested() {
    let ran = run(&["check", COOKED, "--suggest", "--nodes", "100000"]);
    assert!(
        ran.out.contains("Complete after one of these changes:"),
        "{}",
        ran.out
    );
    assert!(
        ran.out
            .contains("take off the attacker's promoted pawn on 4c (mate in 3, the same line)")
    );
    assert!(ran.out.contains(COMPLETE), "{}", ran.out);
    // Of a collection too.
    let text = format!("one\t{COMPLETE}\ntwo\t{COOKED}\n");
    let arguments = ["check", "-", "--suggest", "--nodes", "100000"];
    let ran = run_with(&arguments, text.as_bytes());
    let lines: Vec<&str> = ran.out.lines().take(3).collect();
    assert!(lines[1].starts_with("two "), "{}", ran.out);
    assert_eq!(lines[2], "  Complete after one of these changes:");
}

#[test]
fn limits_leave_problems_undecided() {
    let ran = run(&["check", DETOUR, "--nodes", "50"]);
    assert_eq!(ran.code, 1);
    assert!(ran.out.contains("Verdict: undecided"), "{}", ran.out);
    assert!(ran.out.contains("could not be decided"), "{}", ran.out);
    for (flag, value) in [
        ("--threads", "0"),
        ("--threads", "1025"),
        ("--time", "soon"),
        ("--resume", "-"),
    ] {
        run(&["check", MATE, flag, value]).assert_refused(&[flag, value]);
    }
}

/// What was not decided is no finding: it is counted apart, is called so, and comes
/// with the command that goes on.
#[test]
fn what_is_undecided_is_not_called_a_fact() {
    let ran = run(&["check", DETOUR, "--nodes", "50"]);
    for part in [
        "Verdict: undecided (mate within 7, profile magazine)",
        "\nA mate within 7 plies, not proven shortest:\n1 ▲",
        "\n[undecided] Whether there is a shorter mate could not be decided\n",
        "\nUndecided: the node limit was reached\n",
        &format!("\nTo go on: kemuri check '{DETOUR}' --nodes 500\n"),
    ] {
        assert!(ran.out.contains(part), "{part}: {}", ran.out);
    }
    assert!(!ran.out.contains("[fatal]"), "{}", ran.out);
    let ran = run(&["check", DETOUR, "--nodes", "50", "--lang", "ja"]);
    for part in [
        "判定: 未決着（7手以内の詰み、基準 magazine）",
        "\n7手以内の詰み（最短とは未証明）:\n1 ▲",
        "\n[未決着] 最短手数かどうか未決着\n",
        "\n未決着: 制限ノード数に達しました\n",
        &format!("\n続けるには: kemuri check '{DETOUR}' --nodes 500\n"),
    ] {
        assert!(ran.out.contains(part), "{part}: {}", ran.out);
    }
    let answer = &run(&["check", DETOUR, "--nodes", "50", "--json"]).json()[0];
    assert_eq!(
        (&answer["reason"], &answer["undecided"]),
        (&"nodes".into(), &1.into())
    );
    let answer = &run(&["check", DETOUR, "--json"]).json()[0];
    assert!(answer["reason"].is_null(), "{answer}");
    assert_eq!(answer["undecided"], 0);
}

#[test]
fn a_collection_counts_what_is_undecided_apart() {
    let text = format!("hard\t{HARD}\none\t{COMPLETE}\nfour\t{NO_MATE}\n");
    let words = ["check", "-", "--nodes", "5000", "--threads", "1"];
    let ran = run_with(&words, text.as_bytes());
    let lines: Vec<&str> = ran.out.lines().collect();
    let expected = [
        "hard             undecided           undecided (nodes): whether it mates",
        "one              complete   3        last-move dual (move 3)",
        "four             unsound             no mate",
        "3 problems: 1 complete, 0 flawed, 1 unsound, 1 undecided",
        "  No mate                                         1",
        "  Last-move dual                                  1",
        "  Undecided:",
        "    Whether it mates                              1",
        "To go on: kemuri check - --resume verdicts.jsonl --nodes 50000",
    ];
    assert_eq!(lines, expected, "{}", ran.out);
    let folder = directory("check-undecided");
    for name in ["all.html", "all.md", "one.kif"] {
        let path = folder.join(name);
        let path_name = path.to_str().expect("UTF-8");
        let text = match name {
            "one.kif" => format!("hard\t{HARD}\n"),
            _ => text.clone(),
        };
        let words = [&words[..], &["--report", path_name]].concat();
        run_with(&words, text.as_bytes());
        let report = fs::read_to_string(&path).expect("a report");
        for part in [
            "[undecided] Whether there is a mate could not be decided",
            "Undecided: the node limit was reached",
            "To go on: kemuri check - ",
        ] {
            assert!(report.contains(part), "{part}: {report}");
        }
        assert_eq!(
            report.matches("[fatal] No mate").count(),
            usize::from(name != "one.kif")
        );
        let row = "undecided (nodes): whether it mates";
        assert_eq!(report.contains(row), name != "one.kif", "{report}");
    }
}

/// The command that is proposed is one that a shell takes, and it decides more.
#[cfg(unix)]
#[test]
fn the_command_to_go_on_goes_on() {
    let folder = directory("check-go-on");
    let file = folder.join("a collection.tsv");
    fs::write(&file, format!("one\t{COMPLETE}\nthree\t{DETOUR}\n")).expect("a file");
    let mut command = format!("kemuri check '{}' --nodes 60", file.display());
    for _ in 0..4 {
        let program = std::path::Path::new(env!("CARGO_BIN_EXE_kemuri"));
        let screen =
            kemuri_testing::process::screen(&command, kemuri_text::Lang::En, &folder, program);
        match screen
            .lines()
            .find_map(|line| line.strip_prefix("To go on: "))
        {
            Some(next) => command = next.into(),
            None => {
                assert!(
                    screen.contains("2 problems: 1 complete, 1 flawed, "),
                    "{screen}"
                );
                assert!(command.contains("--resume verdicts.jsonl"), "{command}");
                return;
            }
        }
    }
    panic!("still undecided: {command}");
}

#[cfg(unix)]
mod ends {
    use crate::common::{HARD, MATE, interrupt, kemuri, start, wait};
    use std::io::{BufRead, BufReader, Write};
    use std::process::Child;
    use std::time::Duration;

    /// Starts a check of an easy problem and of `HARD`.
    fn checking(threads: &str) -> Child {
        let arguments = ["check", "--json", "--hash", "1M", "--threads", threads, "-"];
        let mut child = start(kemuri().args(arguments));
        let mut stdin = child.stdin.take().expect("a pipe");
        write!(stdin, "{MATE}\n{HARD}\n").expect("written");
        child
    }

    #[test]
    fn an_interrupt_ends_a_check_with_a_verdict() {
        let mut child = checking("1");
        let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
        let first = lines.next().expect("a line").expect("UTF-8");
        assert!(first.contains("\"verdict\":\"complete\""), "{first}");
        std::thread::sleep(Duration::from_millis(300));
        interrupt(&child);
        assert_eq!(wait(&mut child), 1);
        let second = lines.next().expect("a line").expect("UTF-8");
        assert!(second.contains("\"verdict\":\"undecided\""), "{second}");
    }

    #[test]
    fn a_reader_who_leaves_ends_the_search_too() {
        let mut child = checking("2");
        drop(child.stdout.take());
        assert_eq!(wait(&mut child), 1);
    }
}
