//! What is answered at once: `about`, `read`, `write`, `position`, `diagram`, `play`.

use crate::client::{FIVE, NO_MATE, TestServer};
use serde_json::json;

#[test]
fn about_names_limits_profiles_and_formats() {
    let server = TestServer::start();
    let about = server.get("about?lang=ja").json();
    assert_eq!(about["version"], 2);
    assert_eq!(about["limits"]["jobs"], 2);
    assert_eq!(about["limits"]["hash"], 16 << 20);
    let names = |key: &str| -> Vec<String> {
        let list = about[key].as_array().unwrap().iter();
        list.map(|one| one["name"].as_str().unwrap().to_owned())
            .collect()
    };
    assert_eq!(names("futile"), ["standard", "none", "with-moves"]);
    assert_eq!(names("profiles")[0], "magazine");
    assert_eq!(
        names("formats"),
        ["sfen", "usi", "kif", "ki2", "csa", "jkf", "bod"]
    );
    for list in ["futile", "profiles"] {
        for one in about[list].as_array().unwrap() {
            let sentence = one["sentence"].as_str().unwrap();
            assert!(
                !sentence.is_ascii() && sentence.chars().count() <= 20,
                "{sentence}"
            );
        }
    }
}

#[test]
fn a_position_has_its_moves_in_words() {
    let server = TestServer::start();
    let request = json!({ "sfen": FIVE, "moves": ["S*2b", "1a1b"] });
    let position = server.ask("position", &request);
    assert_eq!(position["ready"], true);
    assert_eq!(position["attacker"], "black");
    assert_eq!(position["turn"], "black");
    assert_eq!(position["moves"][0]["japanese"], "▲２二銀");
    assert_eq!(position["moves"][1]["sfen"], position["sfen"]);
    let legal = position["legal"].as_array().unwrap();
    assert!(
        legal
            .iter()
            .any(|one| one["move"] == "S*1c" && one["japanese"] == "▲１三銀打")
    );
    let mate = json!({ "sfen": FIVE, "moves": ["S*2b", "1a1b", "S*1c", "1b2c", "3b3c"] });
    let mate = server.ask("position", &mate);
    assert_eq!(
        (&mate["mated"], &mate["in_check"]),
        (&json!(true), &json!(true))
    );
    assert_eq!(mate["legal"], json!([]));
}

#[test]
fn a_move_that_cannot_be_played_is_explained() {
    let server = TestServer::start();
    for (mv, lang, part) in [
        ("3b4b", "en", "does not give check"),
        ("3b4b", "ja", "王手ではありません"),
        ("9a9b", "en", "there is no piece on 9a"),
        ("9a9b", "ja", "9一"),
    ] {
        let request = json!({ "sfen": FIVE, "moves": ["S*2b", "1a1b", mv, "1b1c"] });
        let position = server.ask(&format!("position?lang={lang}"), &request);
        assert_eq!(position["moves"].as_array().unwrap().len(), 2);
        assert_eq!(position["illegal"]["ply"], 3);
        let sentence = position["illegal"]["sentence"].as_str().unwrap();
        assert!(sentence.contains(part), "{sentence}");
    }
}

#[test]
fn every_fault_of_a_diagram_names_its_squares() {
    let server = TestServer::start();
    let wrong = json!({ "sfen": "P7k/P7k/9/9/4P4/9/9/9/2p6 b 5G 1" });
    let position = server.ask("position?lang=ja", &wrong);
    assert_eq!(position["ready"], false);
    assert_eq!(position["attacker"], json!(null));
    let faults = position["faults"].as_array().unwrap();
    let codes: Vec<&str> = faults
        .iter()
        .map(|one| one["code"].as_str().unwrap())
        .collect();
    assert_eq!(
        codes,
        ["two-kings", "too-many", "no-move", "no-move", "two-pawns"]
    );
    assert_eq!(faults[0]["squares"], json!(["1a", "1b"]));
    assert_eq!(faults[1]["piece"], "G");
    assert_eq!(faults[4]["squares"], json!(["9a", "9b"]));
    assert!(faults[4]["sentence"].as_str().unwrap().contains("二歩"));
}

#[test]
fn the_rest_goes_to_the_defender() {
    let server = TestServer::start();
    let request = json!({ "sfen": "8k/9/8P/9/9/9/9/9/9 b G 1", "rest": true });
    let position = server.ask("position", &request);
    assert_eq!(
        position["start"],
        "8k/9/8P/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1"
    );
    assert_eq!(position["assumed_rest"], "2R2B3G4S4N4L17P");
    assert_eq!(position["unaccounted"], "-");
}

/// Shift_JIS, records, collections and links, by their content.
#[test]
fn any_text_is_read() {
    let server = TestServer::start();
    let kif = server.ask(
        "write",
        &json!({ "sfen": FIVE, "moves": ["S*2b", "1a1b"], "title": "煙", "author": "看寿",
            "source": "図巧", "format": "kif" }),
    );
    let text = kif["text"].as_str().unwrap();
    assert!(
        text.contains("作品名：煙") && text.contains("発表誌：図巧"),
        "{text}"
    );
    assert_eq!(kif["losses"], json!([]));
    let (bytes, _) = kemuri_formats::encode(text, kemuri_formats::Encoding::ShiftJis);
    assert!(String::from_utf8(bytes.clone()).is_err());
    use base64::Engine;
    let base64 = base64::engine::general_purpose::STANDARD.encode(bytes);
    let read = server.ask("read", &json!({ "base64": base64, "name": "a.kif" }));
    assert_eq!(read["format"], "kif");
    let entry = &read["entries"][0];
    assert_eq!(
        (&entry["title"], &entry["author"]),
        (&json!("煙"), &json!("看寿"))
    );
    assert_eq!(entry["author_line"], json!(["S*2b", "1a1b"]));
    assert_eq!(entry["record"], kif["record"]);
    let collection = format!("a\t{FIVE}\t5\nb\tnonsense\nc\t{NO_MATE}\tnomate\n");
    let read = server.ask("read", &json!({ "text": collection, "name": "x.tsv" }));
    let entries = read["entries"].as_array().unwrap();
    assert_eq!(entries.len(), 2);
    assert_eq!(
        entries[0]["expected"],
        json!({ "length": 5, "nomate": false })
    );
    assert_eq!(
        entries[1]["expected"],
        json!({ "length": null, "nomate": true })
    );
    assert_eq!(read["faults"][0]["line"], 2);
    let sentence = read["faults"][0]["sentence"].as_str().unwrap();
    assert!(sentence.starts_with("x.tsv"), "{sentence}");
    let empty = server.ask("read", &json!({ "text": "\n# nothing\n" }));
    assert_eq!(empty["entries"], json!([]));
    assert_eq!(empty["faults"].as_array().unwrap().len(), 1);
}

#[test]
fn a_record_is_written_in_every_format_and_losses_are_named() {
    let server = TestServer::start();
    for format in ["sfen", "usi", "kif", "ki2", "csa", "jkf", "bod"] {
        let request = json!({ "sfen": FIVE, "moves": ["S*2b"], "format": format });
        let written = server.ask("write?lang=ja", &request);
        let again = server.ask("read", &json!({ "text": written["text"] }));
        assert_eq!(again["entries"][0]["sfen"], FIVE, "{format}: {written}");
        let is_lossy = ["sfen", "bod"].contains(&format);
        assert_eq!(written["losses"] != json!([]), is_lossy, "{written}");
        let record = json!({ "record": written["record"], "format": format });
        assert_eq!(server.ask("write?lang=ja", &record), written);
    }
}

#[test]
fn diagrams_are_pictures() {
    let server = TestServer::start();
    let request = json!({ "sfen": FIVE, "title": "煙", "caption": "<b>", "size": 300 });
    let svg = server.post("diagram", &request);
    assert_eq!(svg.header("content-type"), Some("image/svg+xml"));
    assert!(svg.text().starts_with("<svg") && !svg.text().contains("<b>"));
    let request = json!({ "sfen": FIVE, "format": "png", "size": 200 });
    let png = server.post("diagram", &request);
    assert_eq!(png.header("content-type"), Some("image/png"));
    assert!(png.body.starts_with(b"\x89PNG"));
    let pieces = server.get("pieces.svg").text();
    for id in ["P", "K", "pR"] {
        assert!(pieces.contains(&format!("id=\"{id}\"")), "{id}");
    }
}

#[test]
fn kemuri_defends_hints_and_shows_why_a_move_fails() {
    let server = TestServer::start();
    let play =
        |moves: &[&str]| server.ask("play?lang=ja", &json!({ "sfen": FIVE, "moves": moves }));
    let hint = play(&[]);
    assert_eq!(
        (&hint["verdict"], &hint["length"]),
        (&json!("mate"), &json!(5))
    );
    assert_eq!(
        (&hint["reply"], &hint["attacks"]),
        (&json!("S*2b"), &json!(true))
    );
    let right = play(&["S*2b"]);
    assert_eq!(
        (&right["reply"], &right["length"]),
        (&json!("1a1b"), &json!(4))
    );
    assert_eq!(right["sentences"], json!(["▲２二銀で詰みます。残り4手"]));
    let wrong = play(&["S*1b"]);
    assert_eq!(wrong["verdict"], "nomate");
    let reply = wrong["reply_japanese"].as_str().unwrap();
    let sentence = wrong["sentences"][0].as_str().unwrap();
    assert!(
        sentence.contains("では詰みません") && sentence.contains(reply),
        "{sentence}"
    );
    assert_eq!(wrong["replies"][0]["verdict"], "nomate");
    let mated = play(&["S*2b", "1a1b", "S*1c", "1b2c", "3b3c"]);
    assert_eq!(
        (&mated["mated"], &mated["reply"]),
        (&json!(true), &json!(null))
    );
    assert_eq!(mated["sentences"], json!(["▲３三金まで詰み"]));
}

/// One sentence, in the language of the request, with the place.
#[test]
fn bad_input_is_told_with_its_place() {
    let server = TestServer::start();
    for (path, body, field, english, japanese) in [
        (
            "position",
            json!({ "sfen": "8k/9" }),
            "sfen",
            "9 rows expected",
            "9 段",
        ),
        (
            "position",
            json!({ "sfen": FIVE, "moves": ["x"] }),
            "moves",
            "'x' is no move",
            "「x」",
        ),
        (
            "diagram",
            json!({ "sfen": FIVE, "size": 1 }),
            "size",
            "pixels",
            "ピクセル",
        ),
        (
            "diagram",
            json!({ "sfen": FIVE, "hands": "x" }),
            "hands",
            "auto, attacker",
            "持駒",
        ),
        ("diagram", json!({ "sfen": "9/9" }), "sfen", "9 rows", "段"),
        (
            "write",
            json!({ "format": "x" }),
            "format",
            "sfen, usi",
            "sfen, usi",
        ),
        (
            "write",
            json!({ "format": "kif" }),
            "record",
            "record or sfen",
            "record か sfen",
        ),
        (
            "read",
            json!({}),
            "text",
            "text or base64",
            "text か base64",
        ),
        (
            "read",
            json!({ "base64": "%" }),
            "base64",
            "not Base64",
            "Base64",
        ),
        (
            "play",
            json!({ "sfen": FIVE, "moves": ["S*9i"] }),
            "moves",
            "does not give check",
            "王手",
        ),
        (
            "jobs",
            json!({ "kind": "solve" }),
            "problem",
            "missing",
            "ありません",
        ),
        (
            "jobs",
            json!({ "kind": "batch" }),
            "problems",
            "missing",
            "ありません",
        ),
        (
            "jobs",
            json!({ "kind": "batch", "problems": [{ "sfen": FIVE }, { "sfen": "8k/9" }] }),
            "problems[1].sfen",
            "9 rows expected",
            "9 段",
        ),
        (
            "jobs",
            json!({ "kind": "check", "problem": { "sfen": FIVE }, "options": { "profile": "x" } }),
            "options.profile",
            "magazine",
            "magazine",
        ),
    ] {
        for (lang, part) in [("en", english), ("ja", japanese)] {
            let answer = server.post(&format!("{path}?lang={lang}"), &body);
            let sentence = answer.refused(400, "input");
            assert!(sentence.contains(part), "{path} {body}: {sentence}");
            assert_eq!(
                answer.json()["error"]["at"]["field"],
                field,
                "{path} {body}"
            );
        }
    }
    let broken = server.post_text("position", "{\"sfen\":\n 3}");
    let sentence = broken.refused(400, "bad-request");
    assert!(sentence.starts_with("line 2, column"), "{sentence}");
    let unknown = server.post("position", &json!({ "sfen": FIVE, "x": 1 }));
    assert!(
        unknown
            .refused(400, "bad-request")
            .contains("unknown field")
    );
    assert!(
        server
            .get("nothing")
            .refused(404, "not-found")
            .contains("nothing at")
    );
    assert!(
        server
            .delete("about")
            .refused(405, "method-not-allowed")
            .contains("DELETE")
    );
}

#[test]
fn the_language_is_that_of_the_request() {
    let server = TestServer::start();
    let host = &server.host;
    let token = &server.token;
    let ask = |line: &str, query: &str| {
        let head = format!(
            "GET /api/v1/nothing{query} HTTP/1.1\r\nHost: {host}\r\n{line}\
             Authorization: Bearer {token}\r\nConnection: close\r\n\r\n"
        );
        server
            .raw(head.as_bytes())
            .refused(404, "not-found")
            .is_ascii()
    };
    assert!(ask("", ""));
    assert!(!ask("Accept-Language: ja-JP,ja;q=0.9,en;q=0.8\r\n", ""));
    assert!(ask("Accept-Language: ja\r\n", "?lang=en"));
    assert!(!ask("", "?lang=ja"));
}
