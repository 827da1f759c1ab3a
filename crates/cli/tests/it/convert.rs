//! `kemuri convert`, and records as problems.

use crate::common::{LINE, MATE, NO_MATE, directory, file, run, run_with};
use kemuri_formats::{Encoding, decode, encode};

fn fixture(name: &str) -> String {
    let root = env!("CARGO_MANIFEST_DIR");
    format!("{root}/../formats/tests/fixtures/{name}")
}

#[test]
fn a_record_is_turned_into_every_format() {
    let input = fixture("headers.kif");
    for (format, part, lost) in [
        (
            "sfen",
            MATE,
            "not kept in sfen: 13 headers, 5 moves, 1 ending",
        ),
        ("usi", LINE, "not kept in usi: 13 headers, 1 ending"),
        ("kif", "   5 ３三金(32)\n   6 詰み\nまで5手で詰み\n", ""),
        ("kifu", "作者：山田　太郎\n", ""),
        (
            "ki2",
            "▲２二銀     △１二玉     ▲１三銀打   △２三玉     ▲３三金\nまで5手で詰み\n",
            "",
        ),
        ("csa", "+3233KI\n%TSUMI\n", ""),
        ("jkf", "\"special\": \"TSUMI\"", ""),
        (
            "bod",
            "| ・ ・ ・ ・ ・ ・ 金 ・ ・|二\n",
            "not kept in bod: 5 moves, 1 ending",
        ),
    ] {
        let ran = run(&["convert", &input, "--to", format]);
        assert_eq!(ran.code, 0, "{format}: {}", ran.err);
        assert!(ran.out.contains(part), "{format}: {}", ran.out);
        assert_eq!(
            ran.err.trim_end(),
            if lost.is_empty() {
                String::new()
            } else {
                format!("kemuri: {lost}")
            }
        );
        // What was written is a record for every command.
        let again = run_with(&["convert", "-", "--to", "sfen"], ran.out.as_bytes());
        assert_eq!(
            (again.code, again.out.trim_end()),
            (0, MATE),
            "{format}: {}",
            again.err
        );
    }
    let ja = run(&["convert", &input, "--to", "sfen", "--lang", "ja"]);
    assert_eq!(
        ja.err,
        "kemuri: sfen には書けないもの: ヘッダー（作者・発表誌など）13 個、指し手 5 手、終局の記録 1 個\n"
    );
}

#[test]
fn an_sfen_needs_no_file() {
    let ran = run(&["convert", MATE, "--to", "bod"]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    assert!(
        ran.out
            .starts_with("後手の持駒：飛二　角二　金三　銀二　桂四　香三　歩十八\n")
    );
    let words: Vec<&str> = MATE.split(' ').collect();
    let unquoted = [&["convert"], &words[..], &["--to", "bod"]].concat();
    assert_eq!(run(&unquoted).out, ran.out);
    let ran = run(&["convert", "startpos", "moves", "7g7f", "--to", "usi"]);
    assert_eq!(ran.out, "position startpos moves 7g7f\n", "{}", ran.err);
}

#[test]
fn records_are_problems_for_solve_and_bench() {
    for (name, id) in [
        ("headers.kif", "煙の習作"),
        ("length_header.kif", "五手詰"),
        ("rest.csa", ""),
        ("mate.ki2", ""),
        ("collection_line.tsv", "五手詰"),
    ] {
        let path = fixture(name);
        let ran = run(&["solve", "--json", &path]);
        assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{name}");
        let answer = &ran.json()[0];
        assert_eq!(answer["sfen"], MATE, "{name}");
        assert_eq!(answer["length"], 5, "{name}");
        let named = if id.is_empty() { &path } else { id };
        assert_eq!(answer["id"], named, "{name}");
    }
    // A record is a record wherever it comes from.
    let (text, _) = decode(&std::fs::read(fixture("rest.csa")).expect("a file")).expect("text");
    let (sjis, _) = encode(&text.replace('\n', "\r\n"), Encoding::ShiftJis);
    let ran = run_with(&["solve", "--json", "-"], &sjis);
    assert_eq!(ran.json()[0]["id"], "-");
    let json = run(&["convert", MATE, "--to", "jkf"])
        .out
        .replace('\n', " ");
    let ran = run_with(&["solve", "--json", "-"], json.as_bytes());
    assert_eq!(ran.json()[0]["sfen"], MATE, "{}", ran.err);
}

#[test]
fn what_is_written_by_solve_is_read_by_convert() {
    let tree = run(&["solve", "--tree=kif", MATE]).out;
    let ran = run_with(&["convert", "-", "--to", "usi"], tree.as_bytes());
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert_eq!(
        ran.out.trim_end(),
        format!("position sfen {MATE} moves {LINE}")
    );
}

#[test]
fn files_are_written_in_either_encoding_and_never_overwritten() {
    let folder = directory("convert");
    let path = folder.join("out.kif");
    let out = path.to_str().expect("UTF-8");
    let input = fixture("headers.kif");
    let arguments = [
        "convert",
        &input,
        "--to",
        "kif",
        "--out",
        out,
        "--encoding",
        "shift_jis",
    ];
    let ran = run(&arguments);
    assert_eq!((ran.code, ran.out.as_str(), ran.err.as_str()), (0, "", ""));
    let bytes = std::fs::read(&path).expect("written");
    let (text, encoding) = decode(&bytes).expect("text");
    assert_eq!(encoding, Encoding::ShiftJis);
    assert!(
        text.contains("encoding=Shift_JIS\n作品名：煙の習作\n"),
        "{text}"
    );
    run(&arguments).assert_refused(&["out.kif", "already there"]);
    assert_eq!(std::fs::read(&path).expect("still there"), bytes);
    let nowhere = folder.join("none").join("x.kif");
    let nowhere = nowhere.to_str().expect("UTF-8");
    run(&["convert", MATE, "--to", "kif", "--out", nowhere]).assert_refused(&["x.kif"]);
}

#[test]
fn a_dash_is_standard_output() {
    let ran = run(&["convert", MATE, "--to", "sfen", "--out", "-"]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    assert_eq!(ran.out.trim_end(), MATE);
}

#[test]
fn what_shift_jis_lacks_is_refused_or_replaced() {
    let kif = run(&["convert", MATE, "--to", "bod"]).out + "*😀\n";
    let arguments = ["convert", "-", "--to", "kif", "--encoding", "shift_jis"];
    run_with(&arguments, kif.as_bytes()).assert_refused(&["Shift_JIS", "'😀'", "line 17"]);
    let path = directory("unencodable").join("x.kif");
    let out = path.to_str().expect("UTF-8");
    let lenient = [&arguments[..], &["--lenient", "--out", out]].concat();
    let ran = run_with(&lenient, kif.as_bytes());
    assert_eq!(ran.code, 1, "{}", ran.err);
    let (text, _) = decode(&std::fs::read(&path).expect("written")).expect("text");
    assert!(text.contains("*〓\n"), "{text}");
}

#[test]
fn broken_records_say_where() {
    let path = fixture("broken/illegal_move.kif");
    let parts = ["line 18, column 6, move 3", "no gold in hand"];
    run(&["convert", &path, "--to", "kif"]).assert_refused(&parts);
    run(&["convert", &path, "--to", "kif", "--lang", "ja"])
        .assert_refused(&["持駒に金がありません"]);
    let lenient = run(&["convert", &path, "--to", "usi", "--lenient"]);
    assert_eq!(lenient.code, 1);
    assert!(
        lenient.out.ends_with("moves S*2b 1a1b\n"),
        "{}",
        lenient.out
    );
    assert_eq!(lenient.err.lines().count(), 3, "{}", lenient.err);
    let kept = run(&["convert", &path, "--to", "ki2", "--lenient"]).out;
    assert!(
        kept.ends_with("まで2手でエラー\n\n変化：3手\n▲２三銀     △同玉       ▲３三金\n"),
        "{kept}"
    );
    for (name, part) in [("half_diagram.bod", "9 rows"), ("broken.json", "column")] {
        let path = fixture(&format!("broken/{name}"));
        run(&["solve", &path]).assert_refused(&[part]);
        run(&["convert", &path, "--to", "sfen"]).assert_refused(&[part]);
    }
}

#[test]
fn a_note_is_no_problem() {
    for note in ["note: hello\n", "https://example.com\n"] {
        let path = file("note", "note.txt", note);
        run(&["solve", &path]).assert_refused(&["note.txt", "there is no position in it"]);
        run(&["convert", &path, "--to", "sfen"]).assert_refused(&["no position"]);
    }
}

#[test]
fn noise_is_refused_at_once() {
    let noise: Vec<u8> = (0..40u32 << 20)
        .map(|i| (i.wrapping_mul(2_654_435_761) >> 13) as u8 | 1)
        .collect();
    let path = file("noise", "noise.kif", &noise);
    run(&["convert", &path, "--to", "kif"]).assert_refused(&["noise.kif", "16 MiB"]);
    let rows = file("rows", "rows.kif", "手合割：平手\n".repeat(200_000) + "x");
    run(&["solve", &rows]).assert_refused(&["rows.kif"]);
}

#[test]
fn what_makes_no_sense_is_refused() {
    run(&["convert", "--to", "kif"]).assert_refused(&["needs a record"]);
    run(&["convert", MATE]).assert_refused(&["--to"]);
    run(&["convert", MATE, "--to", "pdf"]).assert_refused(&["--to", "'pdf'", "kif"]);
    run(&["convert", MATE, "--to", "kif", "--encoding", "ebcdic"])
        .assert_refused(&["--encoding", "'ebcdic'"]);
    run(&["convert", "none.kif", "--to", "kif"]).assert_refused(&["none.kif", "no such file"]);
    for several in [
        vec![MATE.to_string(), MATE.to_string()],
        vec![file("two", "two.sfen", format!("{MATE}\n{MATE}\n"))],
    ] {
        let several: Vec<&str> = several.iter().map(String::as_str).collect();
        let arguments = [&["convert"], &several[..], &["--to", "kif"]].concat();
        run(&arguments).assert_refused(&["several records", "kif", "{id}"]);
    }
    let broken = format!("{MATE}\nx\n");
    let ran = run_with(&["convert", "-", "--to", "sfen"], broken.as_bytes());
    assert_eq!((ran.code, ran.out.trim_end()), (2, MATE));
    assert!(ran.err.contains("standard input, line 2"), "{}", ran.err);
}

#[test]
fn collections_become_files_and_files_become_collections() {
    let lines = format!("# two\n第一番\t{MATE}\t5\n\nx/y\t{NO_MATE}\n");
    let input = file("collection", "c.tsv", lines);
    let folder = directory("collection-out");
    let into = format!("{}/", folder.display());
    let ran = run(&["convert", &input, "--to", "kif", "--out", &into]);
    assert_eq!((ran.code, ran.out.as_str(), ran.err.as_str()), (0, "", ""));
    let read = |name: &str| std::fs::read_to_string(folder.join(name)).expect(name);
    assert!(read("第一番.kif").contains("作品名：第一番\n手数：5\n"));
    assert!(read("x_y.kif").contains("作品名：x/y\n"));
    // Nothing is overwritten.
    let again = run(&["convert", &input, "--to", "kif", "--out", &into]);
    assert_eq!(again.code, 2);
    assert_eq!(
        again.err.matches("already there").count(),
        2,
        "{}",
        again.err
    );
    let pattern = folder.join("usi").join("no-{id}.txt");
    let pattern = pattern.to_str().expect("UTF-8");
    let ran = run(&["convert", &input, "--to", "usi", "--out", pattern]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert_eq!(
        read("usi/no-x_y.txt").trim_end(),
        format!("position sfen {NO_MATE}")
    );
    // And back, with titles and lengths.
    let files = ["第一番.kif", "x_y.kif"].map(|name| folder.join(name).display().to_string());
    let ran = run(&["convert", &files[0], &files[1], "--to", "sfen"]);
    let expected = format!("第一番\t{MATE}\t5\nx/y\t{NO_MATE}\n");
    assert_eq!(
        (ran.code, ran.out.as_str(), ran.err.as_str()),
        (0, &expected[..], "")
    );
    // A record that cannot be read does not keep the others from being written.
    let broken = fixture("broken/illegal_move.kif");
    let ran = run(&["convert", &broken, &files[0], "--to", "sfen"]);
    assert_eq!(
        (ran.code, ran.out.as_str()),
        (2, &expected[..expected.find("x/y").unwrap()])
    );
    assert!(ran.err.contains("no gold in hand"), "{}", ran.err);
}

#[test]
fn links_and_old_encodings_are_inputs() {
    let link = format!("https://lishogi.org/editor/{}", MATE.replace(' ', "_"));
    for command in [
        &["convert", "--to", "sfen"][..],
        &["show"],
        &["solve", "--json"],
    ] {
        let by_link = run(&[command, &[&link]].concat());
        let by_sfen = run(&[command, &[MATE]].concat());
        assert_eq!(by_link.code, 0, "{}", by_link.err);
        match command[0] {
            "solve" => assert_eq!(by_link.json()[0]["sfen"], by_sfen.json()[0]["sfen"]),
            _ => assert_eq!(by_link.out, by_sfen.out),
        }
    }
    let (text, _) = decode(&std::fs::read(fixture("headers.kif")).expect("a file")).expect("text");
    let (euc, _) = encode(&text, Encoding::EucJp);
    let path = file("euc", "euc.kif", &euc);
    let ran = run(&["solve", "--json", &path]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    assert_eq!(ran.json()[0]["id"], "煙の習作");
}

/// The position is all that is needed of a record whose moves are wrong.
#[test]
fn wrong_moves_are_a_warning() {
    let path = fixture("broken/illegal_move.kif");
    let parts = [
        "line 18, column 6, move 3",
        "no gold in hand",
        "(and 1 more)",
    ];
    for command in [&["solve"][..], &["solve", "--json"], &["show"], &["bench"]] {
        let ran = run(&[command, &[&path]].concat());
        assert_eq!(ran.code, 0, "{command:?}: {}", ran.err);
        let told = ran.err.replace("\n ", "");
        for part in parts {
            assert!(
                told.replace('\n', " ").contains(part),
                "{command:?}: {}",
                ran.err
            );
        }
    }
    let ja = run(&["solve", "--lang", "ja", &path]);
    let told: String = ja.err.split_whitespace().collect();
    assert!(
        told.contains("読み取れたところまでの手順を使います"),
        "{told}"
    );
}

#[test]
fn answers_keep_the_headers_of_the_source() {
    let path = fixture("headers.kif");
    let record = run(&["convert", &path, "--to", "kif"]).out;
    let headers: Vec<&str> = record.lines().filter(|line| line.contains('：')).collect();
    let wanted = |name: &str| {
        let found = headers.iter().find(|line| line.starts_with(name));
        found
            .unwrap_or_else(|| panic!("{name}: {record}"))
            .to_string()
    };
    let kept = ["作品名", "作者", "発表誌"].map(wanted);
    let tree = run(&["solve", "--tree=kif", &path]).out;
    let report = |format: &str| {
        let name = format!("headers.{format}");
        let out = directory(&name).join(&name);
        let out = out.to_str().expect("UTF-8");
        let ran = run(&["check", &path, "--report", out]);
        assert!(ran.code < 2, "{}", ran.err);
        std::fs::read_to_string(out).expect("a report")
    };
    let (kif, html, markdown) = (report("kif"), report("html"), report("md"));
    for line in &kept {
        assert!(tree.contains(line), "{line}: {tree}");
        assert!(kif.contains(line), "{line}: {kif}");
    }
    for line in &kept[1..] {
        assert!(html.contains(&format!("<li>{line}</li>")), "{line}: {html}");
        assert!(markdown.contains(line), "{line}: {markdown}");
    }
    assert_eq!(kif.matches("手数：").count(), 1, "{kif}");
}
