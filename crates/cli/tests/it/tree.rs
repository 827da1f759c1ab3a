//! What `kemuri solve --tree` promises: three forms of one tree, the KIF one read
//! back by a reader that is not ours.

use crate::common::{MATE, NO_MATE, file, run, run_with};
use rsshogi::board::Position;
use rsshogi::records::formats::kif::parse_kif_str;
use rsshogi::records::record::{Record, RecordNodeId};
use serde_json::Value;

/// Either side attacking, either side to move, positions that come up twice.
const MATES: [(&str, u64); 5] = [
    ("9/6k2/7pn/4+R4/9/9/9/9/9 b GN 1", 9),
    ("9/9/4l4/9/9/4+r4/1K7/9/9 w Gg2n 1", 9),
    ("9/9/5n1k1/9/6+R1N/3n5/9/9/9 w Gs 1", 6),
    ("9/9/9/9/2N6/9/1K1+r5/9/1G7 b g2lp 1", 8),
    (MATE, 5),
];

fn json(arguments: &[&str]) -> Value {
    let ran = run(&[&["solve", "--tree=json"], arguments].concat());
    assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{arguments:?}");
    ran.json().remove(0)
}

/// The lines of a tree.
fn lines(tree: &Value) -> &[Value] {
    tree["lines"].as_array().expect("lines")
}

/// The moves of every line, from the start: those of the line it leaves, up to
/// there, and its own.
fn all_paths(tree: &Value) -> Vec<Vec<String>> {
    let mut paths: Vec<Vec<String>> = Vec::new();
    for (number, line) in lines(tree).iter().enumerate() {
        assert_eq!(line["line"], number);
        let leaves = &line["leaves"];
        assert_eq!(leaves.is_null(), number == 0);
        let mut path = match leaves["line"].as_u64() {
            Some(from) => paths[from as usize].clone(),
            None => Vec::new(),
        };
        path.truncate(leaves["ply"].as_u64().map_or(0, |ply| ply as usize - 1));
        for mv in line["moves"].as_array().expect("moves") {
            path.push(mv["move"].as_str().expect("USI").into());
            assert_eq!(mv["ply"], path.len());
        }
        paths.push(path);
    }
    paths
}

/// The position after `moves`.
fn position(sfen: &str, moves: &[String]) -> String {
    let mut position = Position::empty();
    position.set_sfen(sfen).expect("an SFEN");
    for usi in moves {
        let mv = rsshogi::types::Move::from_usi(usi).expect("USI");
        assert!(position.is_legal_move(mv), "{sfen}: {moves:?}");
        position.apply_move(mv);
    }
    position.to_sfen(Some(-1))
}

#[test]
fn json_lists_lines_with_the_lines_they_leave() {
    for (sfen, length) in MATES {
        let answer = json(&[sfen]);
        assert_eq!(answer["length"], length, "{sfen}");
        let tree = &answer["tree"];
        let paths = all_paths(tree);
        assert_eq!(paths[0], answer["moves"].as_array().unwrap()[..], "{sfen}");
        let mut positions = 1;
        for line in lines(tree) {
            let moves = line["moves"].as_array().unwrap();
            positions += moves.len();
            for pair in moves.windows(2) {
                let [a, b] = [&pair[0], &pair[1]].map(|m| m["length"].as_u64().unwrap());
                assert_eq!(a, b + 1, "{sfen}: {line}");
            }
            assert!(moves.iter().all(|m| m["exact"] == true), "{sfen}: {line}");
            let last = moves.last().unwrap();
            assert_eq!(line["end"] == "mate", last["length"] == 0, "{sfen}: {line}");
            // A line that ends elsewhere ends in the same position.
            if line["end"] == "same" {
                let path = |number: &Value| &paths[number.as_u64().unwrap() as usize];
                let there = path(&line["same_as"]["line"]);
                let ply = line["same_as"]["ply"].as_u64().unwrap() as usize;
                let here = path(&line["line"]);
                assert_eq!(
                    position(sfen, here),
                    position(sfen, &there[..ply]),
                    "{sfen}"
                );
            }
        }
        assert_eq!(positions as u64, tree["positions"], "{sfen}");
    }
}

/// The lines of a record.
fn record_paths(
    record: &Record,
    node: RecordNodeId,
    before: &[String],
    out: &mut Vec<Vec<String>>,
) {
    let moves = record.children(node).iter();
    let moves: Vec<_> = moves
        .filter_map(|&child| Some((child, record.node(child).mv()?.mv().to_usi())))
        .collect();
    if moves.is_empty() {
        out.push(before.to_vec());
    }
    for (child, usi) in moves {
        record_paths(record, child, &[before, &[usi]].concat(), out);
    }
}

/// What rsshogi's reader takes: it stops at the end of the main line, and knows
/// promoted pieces by their short names only.
fn for_reader(kif: &str) -> String {
    let rows = kif.lines().filter(|row| !row.contains("詰み"));
    rows.map(|row| {
        let row = row.replace("成香(", "杏(").replace("成桂(", "圭(");
        row.replace("成銀(", "全(") + "\n"
    })
    .collect()
}

#[test]
fn kif_has_the_same_lines() {
    for (sfen, _) in MATES {
        let answer = json(&[sfen]);
        let ran = run(&["solve", "--tree=kif", sfen]);
        assert_eq!(ran.code, 0, "{sfen}: {}", ran.err);
        let record = parse_kif_str(&for_reader(&ran.out))
            .unwrap_or_else(|error| panic!("{error}\n{}", ran.out));
        let start = record.init_position_sfen();
        assert_eq!(position(start, &[]), position(sfen, &[]), "{}", ran.out);
        let mut read = Vec::new();
        record_paths(&record, record.root_id(), &[], &mut read);
        let mut written = all_paths(&answer["tree"]);
        assert_eq!(read[0], written[0], "the main line\n{}", ran.out);
        read.sort();
        written.sort();
        assert_eq!(read, written, "{}", ran.out);
        // One branch for each further line, one end for each mate.
        assert_eq!(ran.out.matches("変化：").count() + 1, written.len());
        let list = lines(&answer["tree"]).iter();
        let mates = list.filter(|line| line["end"] == "mate").count();
        let ends = ran.out.lines().filter(|row| row.contains(" 詰み "));
        assert_eq!(ends.count(), mates, "{}", ran.out);
    }
}

#[test]
fn kif_starts_with_the_position() {
    let ran = run(&["solve", "--tree=kif", "--lang", "ja", MATES[1].0]);
    for row in [
        "#KIF version=2.0 encoding=UTF-8",
        "後手の持駒：金　桂二",
        "先手の持駒：金",
        "後手番",
        "手数----指手---------消費時間--",
        "まで9手で詰み",
    ] {
        assert!(ran.out.lines().any(|l| l == row), "{row}:\n{}", ran.out);
    }
    let merged = run(&["solve", "--tree=kif", "--lang", "ja", MATES[0].0]);
    assert!(merged.out.contains("に合流\n"), "{}", merged.out);
}

#[test]
fn text_is_in_both_languages() {
    let knight = "5B1n1/8k/5R3/7S1/9/9/9/9/9 b P";
    let en = run(&["solve", "--tree", knight]);
    assert_eq!(en.code, 0, "{}", en.err);
    for part in [
        "Mate in 5 plies, every interposition counted\n\n[0] 1 ▲２三角不成",
        "(5 plies, nothing left)\n  [1] 2 △２二玉",
        "(5 plies, 歩 left)\n",
        "2 lines, 10 positions\n",
        "nodes/s",
    ] {
        assert!(en.out.contains(part), "'{part}' is not in:\n{}", en.out);
    }
    let ja = run(&["solve", "--tree=text", "--lang", "ja", knight]);
    for part in [
        "5手詰（無駄合も数える）\n",
        "(5手、駒余らず)",
        "(5手、歩余り)",
        "2 手順、10 局面",
    ] {
        assert!(ja.out.contains(part), "'{part}' is not in:\n{}", ja.out);
    }
    let merged = run(&["solve", "--tree", MATES[0].0]);
    assert!(merged.out.contains("see ["), "{}", merged.out);
}

#[test]
fn depth_and_nodes_bound_the_tree() {
    let sfen = MATES[0].0;
    let full = json(&[sfen]);
    let near = json(&["--tree-depth", "1", sfen]);
    assert!(near["tree"]["omitted"].as_u64() > Some(0), "{near}");
    assert!(lines(&near["tree"]).len() < lines(&full["tree"]).len());
    let cut = json(&["--tree-nodes", "12", sfen]);
    assert_eq!(cut["tree"]["cut"], "tree-nodes");
    assert_eq!(cut["length"], 9);
    for (flags, en, ja) in [
        (["--tree-depth", "1"], "--tree-depth:", "応手を省略"),
        (
            ["--tree-nodes", "12"],
            "limit of --tree-nodes",
            "（--tree-nodes）に達した",
        ),
    ] {
        for format in ["--tree", "--tree=kif"] {
            let arguments = [&["solve", format, sfen], &flags[..]].concat();
            assert!(run(&arguments).out.contains(en), "{arguments:?}");
            let japanese = [&arguments[..], &["--lang", "ja"]].concat();
            assert!(run(&japanese).out.contains(ja), "{japanese:?}");
        }
    }
}

#[test]
fn what_is_not_decided_has_no_tree() {
    for format in ["--tree", "--tree=kif"] {
        let unknown = run(&["solve", format, "--nodes", "1", MATES[0].0]);
        assert_eq!(unknown.code, 1);
        assert!(unknown.err.contains("no tree"), "{}", unknown.err);
    }
    let mated = run(&["solve", "--tree", "8k/8G/8P/9/9/9/9/9/9 w - 1"]);
    assert_eq!(mated.code, 0, "{}", mated.err);
    assert!(mated.out.contains("mated already"), "{}", mated.out);
}

/// No mates: a lone gold, one with deep tries, one that begins with the defender.
const NO_MATES: [&str; 3] = [
    "4k4/9/9/9/9/9/9/9/9 b G 1",
    "8k/9/6P+P1/9/9/9/9/9/9 b - 1",
    "8k/8G/9/9/9/9/9/9/9 w - 1",
];

#[test]
fn a_no_mate_is_refuted_check_by_check() {
    for sfen in NO_MATES {
        let answer = json(&[sfen]);
        assert_eq!(answer["verdict"], "nomate", "{sfen}");
        assert!(answer["tree"].is_null());
        let refutation = &answer["refutation"];
        assert_eq!(
            (&refutation["undecided"], &refutation["cut"]),
            (&0.into(), &Value::Null)
        );
        let paths = all_paths(refutation);
        let moves: usize = lines(refutation)
            .iter()
            .map(|l| l["moves"].as_array().unwrap().len())
            .sum();
        assert_eq!(refutation["positions"], moves + 1, "{sfen}");
        for (line, path) in lines(refutation).iter().zip(&paths) {
            position(sfen, path);
            for pair in line["moves"].as_array().unwrap().windows(2) {
                let replies = &pair[0]["replies"];
                if !replies.is_null() {
                    assert_eq!(replies["refuting"][0], pair[1]["move"], "{sfen}: {line}");
                }
            }
            let end = line["end"].as_str().unwrap();
            let known = ["no-check", "several-replies", "repetition", "same"];
            assert!(known.contains(&end), "{sfen}: {line}");
        }
    }
    let begins = &json(&[NO_MATES[2]])["refutation"];
    assert_eq!(begins["replies"]["refuting"], serde_json::json!(["1a1b"]));
    let without = run(&["solve", "--json", NO_MATES[0]]).json().remove(0);
    assert!(without.get("refutation").is_none() && without.get("tree").is_none());
}

/// Whether nothing is said but which pieces are out of play.
fn says_only_of_pieces(text: &str) -> bool {
    let mut lines = text.lines();
    // A long list goes on in another line.
    lines.all(|line| line.starts_with("kemuri: pieces out of play: ") || line.starts_with("  "))
}

#[test]
fn the_refutation_in_kif_has_the_same_lines() {
    for sfen in NO_MATES {
        let answer = json(&[sfen]);
        let ran = run(&["solve", "--tree=kif", sfen]);
        assert!(ran.code == 0 && says_only_of_pieces(&ran.err), "{sfen}");
        let record = parse_kif_str(&for_reader(&ran.out))
            .unwrap_or_else(|error| panic!("{error}\n{}", ran.out));
        let mut read = Vec::new();
        record_paths(&record, record.root_id(), &[], &mut read);
        let mut written = all_paths(&answer["refutation"]);
        read.sort();
        written.sort();
        assert_eq!(read, written, "{}", ran.out);
        assert!(ran.out.contains("*"), "{}", ran.out);
        assert!(!ran.out.contains("詰み"), "{}", ran.out);
    }
}

#[test]
fn the_refutation_as_text_is_in_both_languages() {
    let gold = NO_MATES[0];
    let en = run(&["solve", "--tree", gold]);
    assert!(en.code == 0 && says_only_of_pieces(&en.err), "{}", en.err);
    for part in [
        "No mate\n\n[0] 1 ▲５二金  2 △同玉  no check  (only one reply refutes)\n",
        "  [1] 1 ▲４二金  2 △同玉  (all 3 replies refute, also △６一玉 △６二玉)\n",
        "5 lines, 11 positions\n",
    ] {
        assert!(en.out.contains(part), "'{part}' is not in:\n{}", en.out);
    }
    let ja = run(&["solve", "--tree", "--lang", "ja", gold]);
    for part in [
        "王手なし  (逃れは一手のみ)",
        "(3通りの応手のどれでも逃れる、\n      ほかに △６一玉 △６二玉)",
    ] {
        assert!(ja.out.contains(part), "'{part}' is not in:\n{}", ja.out);
    }
    let brief = run(&[
        "solve",
        "--tree",
        "--tree-depth",
        "1",
        "--tree-nodes",
        "1",
        NO_MATES[1],
    ]);
    assert!(brief.out.contains("limit of --tree-nodes"), "{}", brief.out);
    let defended = run(&["solve", "--tree", NO_MATES[2]]);
    assert!(
        defended.out.contains("Replies that refute: △１二玉"),
        "{}",
        defended.out
    );
}

#[test]
fn without_a_tree_the_best_try_is_shown() {
    let cost = |out: &str| {
        out.lines()
            .filter(|row| row.contains(" in ") && row.contains("node"))
            .count()
    };
    for (sfen, part) in [
        (
            NO_MATES[0],
            "Best try: only one reply refutes, then no check\n1 ▲５二金  2 △同玉\n",
        ),
        (NO_MATES[2], "Replies that refute: △１二玉\n"),
        ("8k/9/9/9/9/9/9/9/9 b - 1", "There is no check.\n"),
    ] {
        let ran = run(&["solve", sfen]);
        assert_eq!(ran.code, 0, "{}", ran.err);
        assert!(ran.out.contains(&format!("No mate\n{part}")), "{}", ran.out);
        assert_eq!(cost(&ran.out), 1);
    }
    let ja = run(&["solve", "--lang", "ja", NO_MATES[0]]);
    let part = "不詰\n詰みに最も近い紛れ: 逃れは一手のみ、以下王手が続かない\n1 ▲５二金";
    assert!(ja.out.contains(part), "{}", ja.out);
    // It costs nothing that is counted.
    let nodes = &run(&["solve", "--json", NO_MATES[0]]).json()[0]["nodes"];
    let ran = run(&["solve", NO_MATES[0]]);
    assert!(
        ran.out.contains(&format!("{nodes} nodes in")),
        "{}",
        ran.out
    );
}

#[test]
fn what_makes_no_sense_is_refused() {
    let refused: [(&[&str], &[&str]); 7] = [
        (&["--tree", MATE, NO_MATE], &["one problem"]),
        (
            &["--tree=svg", MATE],
            &["--tree", "'svg'", "text, kif, json"],
        ),
        (&["--tree", "--quick", MATE], &["--quick", "shortest"]),
        (&["--tree", "--json", MATE], &["--tree=json"]),
        (
            &["--tree-depth", "2", MATE],
            &["--tree-depth", "--tree too"],
        ),
        (
            &["--tree-nodes", "2", MATE],
            &["--tree-nodes", "--tree too"],
        ),
        (
            &["--tree", "--tree-depth", "0", MATE],
            &["--tree-depth", "'0'"],
        ),
    ];
    for (arguments, parts) in refused {
        run(&[&["solve"], arguments].concat()).assert_refused(parts);
    }
    let two = file("tree", "two.tsv", format!("a\t{MATE}\nb\t{MATE}\n"));
    run(&["solve", "--tree", &two]).assert_refused(&["one problem"]);
    run(&["solve", "--tree", "nonsense"]).assert_refused(&["nonsense"]);
    let one = run_with(&["solve", "--tree", "-"], format!("{MATE}\n").as_bytes());
    assert_eq!(one.code, 0, "{}", one.err);
}
