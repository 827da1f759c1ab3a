//! What a lenient reader keeps of diagrams, hands and JKF files with faults in them.

use crate::common::{START, bytes, lines};
use kemuri_formats::{Header, read};

/// The diagram of `rest.kif` with something done to it, read with and without lenience:
/// what the strict reader says, and the position that the lenient one keeps.
fn damaged(damage: impl Fn(&str) -> String) -> (String, String) {
    let text = String::from_utf8(bytes("rest.kif")).unwrap();
    let bad = damage(&text);
    assert_ne!(bad, text);
    let strict = read(bad.as_bytes(), false).unwrap_err().to_string();
    let reading = read(bad.as_bytes(), true).unwrap();
    assert_eq!(reading.warnings[0].to_string(), strict);
    (strict, reading.record.start().to_string())
}

#[test]
fn a_damaged_row_costs_no_more_than_a_square() {
    let board = START.split(' ').next().unwrap();
    let (told, kept) = damaged(|text| text.replace("|二", "|二\u{fffd}"));
    assert!(told.contains("is not the name of this row"), "{told}");
    assert_eq!(kept, START);
    let (told, kept) = damaged(|text| text.replace(" 金 ", " 象 "));
    assert!(told.contains("'象' is not a piece"), "{told}");
    assert!(kept.starts_with(&board.replacen("6G2", "9", 1)), "{kept}");
    // A broken character may become several.
    let (_, kept) = damaged(|text| text.replace("v香", "v\u{fffd}\u{fffd}"));
    assert!(kept.starts_with(&board.replacen("8l", "9", 1)), "{kept}");
    let (told, _) = damaged(|text| text.replace(" ・ ・|九", " ・|九"));
    assert!(told.contains("9 squares expected"), "{told}");
}

#[test]
fn a_damaged_hand_keeps_its_other_pieces() {
    let (told, kept) = damaged(|text| text.replace("攻方の持駒：銀二", "攻方の持駒：x銀二金0"));
    assert!(told.contains("'x銀二金0' is not a piece"), "{told}");
    assert_eq!(kept, START);
    let (_, kept) = damaged(|text| text.replace("残り全部", "残り全部\u{fffd}"));
    assert_eq!(kept, START);
}

#[test]
fn a_damaged_row_of_csa_costs_no_more_than_a_square() {
    let rows: String = (2..=9)
        .map(|n| format!("P{n} *  *  *  *  *  *  *  *  * \n"))
        .collect();
    let text = format!("P1 *  *  *  *  *  * -XX * -OU\n{rows}P+00KI\n+\n");
    let error = read(text.as_bytes(), false).unwrap_err();
    assert_eq!((error.line, error.column), (Some(1), Some(21)));
    let reading = read(text.as_bytes(), true).unwrap();
    assert_eq!(
        reading.record.start().to_string(),
        "8k/9/9/9/9/9/9/9/9 b G 1"
    );
    assert_eq!(reading.warnings, [error]);
}

#[test]
fn who_goes_on_in_vain_is_told_what_was_wrong_first() {
    let half = "|v歩象 ・ ・ ・ ・ ・ ・ ・|一\n";
    let errors = [false, true].map(|lenient| read(half.as_bytes(), lenient).unwrap_err());
    assert_eq!(
        errors[0].to_string(),
        "line 1, column 4: '象' is not a piece"
    );
    assert_eq!(errors[1], errors[0]);
}

/// A JKF file of two moves with a fault in it: what is said of it, and what is kept.
fn faulty(fault: impl Fn(&str) -> String) -> (Vec<String>, Vec<String>) {
    let text = r#"{
  "header": {"先手": "甲", "あ": "1", "い": "2"},
  "initial": {"preset": "HIRATE"},
  "moves": [
    {"comments": ["始"]},
    {"move": {"color": 0, "from": {"x":7,"y":7}, "to": {"x":7,"y":6}, "piece": "FU"}, "time": {"now": {"m":0,"s":1}}},
    {"comments": ["次"], "move": {"from": {"x":3,"y":3}, "to": {"x":3,"y":4}, "piece": "FU"}}
  ]
}
"#;
    let bad = fault(text);
    assert_ne!(bad, text);
    let reading = read(bad.as_bytes(), true).unwrap();
    let names: Vec<&str> = reading
        .record
        .headers
        .iter()
        .map(|header| match header {
            Header::Field { name, .. } => name.as_str(),
            Header::Line(line) => line,
        })
        .collect();
    assert_eq!(names, ["先手", "あ", "い"]);
    if let Err(error) = read(bad.as_bytes(), false) {
        assert_eq!(reading.warnings[0], error);
    } else {
        assert_eq!(reading.warnings, []);
    }
    let warnings = reading.warnings.iter().map(|c| c.to_string());
    (warnings.collect(), lines(&reading.record))
}

#[test]
fn a_fault_in_a_jkf_costs_no_more_than_its_value() {
    let cut = |from: &'static str| move |text: &str| text[..text.find(from).unwrap()].to_string();
    let put = |a: &'static str, b: &'static str| move |text: &str| text.replacen(a, b, 1);
    let whole = ["7g7f 3c3d"];
    let (told, kept) = faulty(put(r#"["始"]"#, "null"));
    assert_eq!((told.len(), &kept[..]), (0, &whole.map(String::from)[..]));
    for (fault, place) in [
        (put(r#""s":1"#, r#""s":1.5"#), "line 6, column 116: "),
        (
            put(r#""color": 0"#, r#""color": true"#),
            "line 6, column 27: ",
        ),
        (put(r#"["次"]"#, r#"["次", 5]"#), "line 7, column 24: "),
        (put(r#"["次"]"#, r#"{"a": []}"#), "line 7, column 17: "),
    ] {
        let (told, kept) = faulty(fault);
        assert_eq!(told.len(), 1, "{told:?}");
        assert!(told[0].starts_with(place), "{told:?}");
        assert_eq!(kept, whole);
    }
    // Two faults are told at their own places, whatever stands in for the first.
    let (told, kept) = faulty(|text| {
        text.replace(r#""color": 0"#, r#""color": []"#)
            .replace(r#""s":1"#, r#""s":true"#)
    });
    assert!(told[0].starts_with("line 6, column 23: "), "{told:?}");
    assert!(told[1].starts_with("line 6, column 118: "), "{told:?}");
    assert_eq!((told.len(), kept), (2, whole.map(String::from).to_vec()));
    // A file that was cut off.
    for (fault, expected) in [
        (cut("\n  ]\n}"), "7g7f 3c3d"),
        (cut("]\n}"), "7g7f 3c3d"),
        (cut("}\n  ]"), "7g7f 3c3d"),
        (cut(r#""y":4}"#), "7g7f エラー"),
        (cut(",\n    {\"comments\": [\"次"), "7g7f"),
    ] {
        let (told, kept) = faulty(fault);
        assert!(told[0].contains("EOF while parsing"), "{told:?}");
        assert_eq!(kept, [expected]);
    }
    let (told, kept) = faulty(put("]\n}", ",]\n}"));
    assert!(told[0].contains("trailing comma"), "{told:?}");
    assert_eq!(kept, whole);
    // Nothing to keep, and no end to look for.
    for text in [
        "{",
        "{]",
        r#"{"moves":[{"forks":"#,
        &r#"{"moves":[{"forks":[["#.repeat(200),
    ] {
        let errors = [false, true].map(|lenient| read(text.as_bytes(), lenient).unwrap_err());
        assert_eq!(errors[0], errors[1], "{text}");
    }
}
