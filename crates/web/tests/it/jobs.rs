//! Jobs: each kind, cancelling, limits, what is kept.

use crate::client::{FIVE, LONG, NO_MATE, PATIENCE, TestServer};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use kemuri_core::{Move, Problem};
use kemuri_web::Limits;
use serde_json::{Value, json};
use std::time::Instant;

/// A problem whose attacker has a choice at the last move.
const COOKED: &str = "7nk/9/6+P1+P/9/9/9/9/9/9 b 2N 1";
/// The last seven plies of a tofu smoke, which can be extended.
fn seven() -> String {
    let first = include_str!("../../../compose/data/tofu-smoke.tsv")
        .lines()
        .nth(1);
    let columns: Vec<&str> = first.unwrap().split('\t').collect();
    let moves = columns[3].split(' ').map(|mv| Move::from_usi(mv).unwrap());
    let moves: Vec<Move> = moves.collect();
    let problem: Problem = columns[1].parse().unwrap();
    problem
        .play_all(&moves[..moves.len() - 7])
        .unwrap()
        .to_sfen()
}

fn solve(sfen: &str, options: Value) -> Value {
    json!({ "kind": "solve", "problem": { "sfen": sfen }, "options": options })
}

#[test]
fn a_problem_is_solved_in_both_languages() {
    let server = TestServer::start();
    let job = server.done(&solve(FIVE, json!({})));
    let result = &job["result"];
    assert_eq!(result["document"]["length"], 5);
    assert_eq!(result["document"]["exact"], true);
    assert_eq!(result["japanese"][0], "▲２二銀");
    assert_eq!(result["sentences"], json!(["Mate in 5 plies"]));
    let path = format!("jobs/{}?lang=ja", job["id"].as_str().unwrap());
    assert_eq!(
        server.get(&path).json()["result"]["sentences"],
        json!(["5手詰"])
    );
}

#[test]
fn a_no_mate_comes_with_its_closest_try() {
    let server = TestServer::start();
    let no_mate = server.done(&solve(
        "8k/9/8P/9/9/9/9/9/9 b S2r2b4g3s4n4l17p 1",
        json!({}),
    ));
    let result = &no_mate["result"];
    assert_eq!(result["document"]["verdict"], "nomate");
    assert_eq!(result["sentences"][0], "No mate");
    assert!(
        !result["best_try"]["japanese"]
            .as_array()
            .unwrap()
            .is_empty(),
        "{result}"
    );
    assert_eq!(result["sentences"].as_array().unwrap().len(), 2, "{result}");
}

#[test]
fn a_tree_has_words_for_each_of_its_lines() {
    let server = TestServer::start();
    let seven = "7k1/7s1/6+B2/5g3/9/9/9/9/9 b SL 1";
    for (sfen, key) in [(seven, "tree"), (NO_MATE, "refutation")] {
        let job = server.done(&json!({ "kind": "tree", "problem": { "sfen": sfen } }));
        let result = &job["result"];
        let lines = result["document"][key]["lines"].as_array().unwrap();
        assert_eq!(
            result["lines"].as_array().unwrap().len(),
            lines.len(),
            "{result}"
        );
        if key == "tree" {
            assert_eq!(lines.len(), 2, "{result}");
            assert_eq!(result["lines"][1]["summary"], "3 plies, nothing left");
        }
    }
}

#[test]
fn futile_interpositions_are_shown() {
    let server = TestServer::start();
    let sfen = "7kS/7ls/5+R3/2+R6/9/9/9/9/9 b G2s 1";
    let job = server.done(&solve(sfen, json!({ "explain": true })));
    let result = &job["result"];
    assert_eq!(result["document"]["length"], 5, "{result}");
    let futile = result["futile"].as_array().unwrap();
    assert_eq!(futile.len(), 4, "{result}");
    assert_eq!(futile[0]["after"], 3);
    assert_eq!(futile[0]["japanese"][0], "△３二銀");
    for one in futile {
        let moves = one["moves"].as_array().unwrap().len();
        assert_eq!(one["japanese"].as_array().unwrap().len(), moves, "{one}");
    }
}

/// The certificate that the server gives is proven by the verifier, and by the job that
/// verifies; one that is changed is not.
#[test]
fn a_certificate_is_given_and_verified() {
    let server = TestServer::start();
    let job = server.done(&solve(FIVE, json!({ "certificate": true })));
    assert_eq!(job["result"]["document"]["certificate"]["verified"], true);
    let path = format!("jobs/{}/certificate", job["id"].as_str().unwrap());
    let file = server.get(&path);
    assert!(
        file.header("content-disposition")
            .unwrap()
            .contains("attachment")
    );
    assert_eq!(job["certificate"]["bytes"], file.body.len());
    let problem = FIVE.parse().unwrap();
    kemuri_certify::verify(&file.body[..], Some(&problem)).unwrap();
    let verify = |bytes: &[u8]| {
        let request = json!({ "kind": "verify", "certificate": STANDARD.encode(bytes) });
        server.finished(&server.job(&request))
    };
    let proven = verify(&file.body);
    assert_eq!(proven["result"]["document"]["verified"], true, "{proven}");
    assert!(
        proven["result"]["sentences"][0]
            .as_str()
            .unwrap()
            .contains('5')
    );
    let mut wrong = file.body.clone();
    let last = wrong.len() - 1;
    wrong[last] ^= 1;
    let refused = verify(&wrong);
    assert_eq!(refused["state"], "failed");
    assert_eq!(refused["failure"]["code"], "input");
}

#[test]
fn a_check_has_facts_in_order_of_weight_and_reports() {
    let server = TestServer::start();
    let request = json!({ "kind": "check", "problem": { "sfen": COOKED, "title": "<b>" },
        "options": { "suggest": true, "tries": true } });
    let job = server.done(&request);
    let result = &job["result"];
    assert_eq!(result["document"]["verdict"], "unsound", "{result}");
    let facts = result["facts"].as_array().unwrap();
    assert_eq!(
        facts.len(),
        result["document"]["facts"].as_array().unwrap().len()
    );
    assert_eq!(facts[0]["severity"], "fatal");
    let weight = |fact: &Value| {
        let severity = ["fatal", "flaw", "ignored"]
            .iter()
            .position(|&s| fact["severity"] == s);
        (fact["undecided"].as_bool().unwrap(), severity.unwrap())
    };
    assert!(facts.is_sorted_by_key(weight), "{facts:?}");
    for fact in facts {
        let index = fact["index"].as_u64().unwrap() as usize;
        let same = &result["document"]["facts"][index];
        assert_eq!((&fact["ply"], &fact["line"]), (&same["ply"], &same["line"]));
        let before = fact["before"].as_array().unwrap().len();
        assert_eq!(fact["line_from"], before);
    }
    let id = job["id"].as_str().unwrap();
    let html = server.get(&format!("jobs/{id}/report.html?lang=ja"));
    assert!(html.text().starts_with("<!DOCTYPE html>") && !html.text().contains("<b>"));
    let policy = html.header("content-security-policy").unwrap();
    assert!(
        policy.contains("default-src 'none'") && policy.contains("sandbox"),
        "{policy}"
    );
    assert!(
        server
            .get(&format!("jobs/{id}/report.md"))
            .text()
            .contains("| ")
    );
    let print = server.get(&format!("jobs/{id}/print.html?lang=ja")).text();
    let (diagrams, solutions) = print.split_once("解答").unwrap();
    assert!(
        diagrams.contains("<svg") && !diagrams.contains("余詰"),
        "{print}"
    );
    assert!(
        solutions.contains("余詰") && !solutions.contains("<svg"),
        "{print}"
    );
    let kif = server.get(&format!("jobs/{id}/report.kif")).text();
    assert!(kif.contains("完全性：不完全"), "{kif}");
    server
        .get(&format!("jobs/{id}/report.exe"))
        .refused(404, "not-found");
    server
        .get(&format!("jobs/{id}/certificate"))
        .refused(404, "not-found");
}

/// The author's line is the one that is judged.
#[test]
fn the_authors_line_is_judged() {
    let server = TestServer::start();
    let check = |line: Value| {
        let problem = json!({ "sfen": FIVE, "author_line": line, "author_length": 5 });
        server.done(&json!({ "kind": "check", "problem": problem }))
    };
    let right = check(json!(["S*2b", "1a1b", "S*1c", "1b2c", "3b3c"]));
    assert_eq!(right["result"]["document"]["by_author"], true, "{right}");
    let illegal = check(json!(["S*2b", "9a9b"]));
    assert_eq!(
        illegal["result"]["document"]["author_line"],
        json!(["S*2b", "?"])
    );
    let facts = illegal["result"]["facts"].as_array().unwrap();
    assert!(
        facts.iter().any(|fact| fact["kind"] == "line-illegal"),
        "{facts:?}"
    );
}

#[test]
fn what_can_stand_before_a_problem_is_found() {
    let server = TestServer::start();
    let request = |rejected: bool| {
        json!({ "kind": "compose", "problem": { "sfen": seven() },
            "options": { "steps": 1, "rejected": rejected } })
    };
    let job = server.done(&request(false));
    let sound = job["found"].as_u64().unwrap();
    assert!(sound > 0, "{job}");
    let path = format!("jobs/{}/items?count=1000", job["id"].as_str().unwrap());
    let items = server.get(&path).json();
    assert_eq!(items["total"], sound);
    for item in items["items"].as_array().unwrap() {
        assert_eq!(
            (&item["sound"], &item["length"]),
            (&json!(true), &json!(9)),
            "{item}"
        );
        let again = server.done(&solve(item["sfen"].as_str().unwrap(), json!({})));
        assert_eq!(again["result"]["document"]["length"], 9, "{item}");
    }
    let all = server.done(&request(true));
    let path = format!("jobs/{}/items?count=1000", all["id"].as_str().unwrap());
    let items = server.get(&path).json();
    let items = items["items"].as_array().unwrap();
    let rejected: Vec<&Value> = items.iter().filter(|item| item["sound"] == false).collect();
    assert!(!rejected.is_empty());
    assert_eq!(
        all["result"]["sentences"].as_array().unwrap().len(),
        2,
        "{all}"
    );
    assert_eq!(
        (
            &all["result"]["complete"],
            &all["result"]["undecided"],
            &all["result"]["rejected"]
        ),
        (&json!(true), &json!(0), &json!(rejected.len())),
        "{all}"
    );
    assert!(
        rejected
            .iter()
            .all(|item| !item["sentences"][0].as_str().unwrap().is_empty())
    );
    let unsound = json!({ "kind": "compose", "problem": { "sfen": NO_MATE } });
    let failed = server.finished(&server.job(&unsound));
    assert_eq!(
        (&failed["state"], &failed["failure"]["code"]),
        (&json!("failed"), &json!("input"))
    );
}

#[test]
fn many_problems_are_solved_or_checked() {
    let server = TestServer::start();
    for check in [false, true] {
        let problems = json!([{ "sfen": FIVE, "id": "a" }, { "sfen": NO_MATE, "id": "b" }]);
        let request =
            json!({ "kind": "batch", "problems": problems, "options": { "check": check } });
        let job = server.done(&request);
        assert_eq!((&job["found"], &job["problems"]), (&json!(2), &json!(2)));
        let id = job["id"].as_str().unwrap();
        let items = server.get(&format!("jobs/{id}/items?from=1")).json();
        let item = &items["items"][0];
        assert_eq!(
            (&item["index"], &item["id"]),
            (&json!(1), &json!("b")),
            "{item}"
        );
        let verdict = if check { "unsound" } else { "nomate" };
        assert_eq!(item["document"]["verdict"], verdict);
        assert_eq!(job["report"], check);
        assert_eq!(job["result"]["sentences"].as_array().unwrap().len(), 1);
    }
}

/// Cancelling keeps what is known and frees the thread.
#[test]
fn a_cancelled_job_keeps_what_is_known() {
    let server = TestServer::with(Limits::default().with_jobs(1).with_hash(16 << 20));
    let long = server.job(&solve(LONG, json!({})));
    let waiting = server.job(&solve(LONG, json!({})));
    let started = Instant::now();
    while server.get(&format!("jobs/{long}")).json()["progress"].is_null() {
        assert!(started.elapsed() < PATIENCE);
    }
    assert_eq!(
        server.get(&format!("jobs/{waiting}")).json()["state"],
        "queued"
    );
    // A glance does not wait.
    let glance = server.done(&solve(FIVE, json!({ "glance": true })));
    assert_eq!(glance["result"]["document"]["length"], 5);
    assert_eq!(server.delete(&format!("jobs/{waiting}")).status, 204);
    let cancelled = server.finished(&waiting);
    assert_eq!(cancelled["state"], "failed");
    assert_eq!(server.delete(&format!("jobs/{long}")).status, 204);
    let stopped = server.finished(&long);
    assert_eq!(stopped["state"], "done");
    let document = &stopped["result"]["document"];
    assert_eq!(
        (&document["verdict"], &document["reason"]),
        (&json!("unknown"), &json!("interrupted"))
    );
    assert!(stopped["progress"]["line_japanese"].is_array(), "{stopped}");
    server.done(&solve(FIVE, json!({})));
    // A job that is over is forgotten.
    assert_eq!(server.delete(&format!("jobs/{long}")).status, 204);
    server
        .get(&format!("jobs/{long}"))
        .refused(404, "not-found");
}

#[test]
fn the_queue_is_bounded() {
    let limits = Limits::default()
        .with_jobs(1)
        .with_queue(2)
        .with_hash(16 << 20);
    let server = TestServer::with(limits);
    let long = solve(LONG, json!({}));
    let first = server.job(&long);
    let started = Instant::now();
    while server.get(&format!("jobs/{first}")).json()["state"] == "queued" {
        assert!(started.elapsed() < PATIENCE);
    }
    let waiting = [server.job(&long), server.job(&long)];
    let sentence = server.post("jobs", &long).refused(429, "busy");
    assert!(sentence.contains('2'), "{sentence}");
    server.delete(&format!("jobs/{}", waiting[0]));
    server.job(&long);
}

/// The table of a job is never larger than its share, whatever it asks for.
#[test]
fn a_job_gets_no_more_than_its_share() {
    let limits = Limits::default().with_jobs(2).with_hash(4 << 20);
    let server = TestServer::with(limits);
    let options = json!({ "hash": 1u64 << 40, "threads": 1000, "nodes": 300000 });
    let job = server.done(&solve(LONG, options));
    let peak = job["result"]["document"]["peak_table_bytes"]
        .as_u64()
        .unwrap();
    assert!(peak > 0 && peak <= 2 << 20, "{peak}");
}

/// Jobs are listed in order, without results, with what was asked for.
#[test]
fn jobs_are_listed() {
    let server = TestServer::start();
    let mut request = solve(FIVE, json!({ "nodes": 1000 }));
    request["problem"]["title"] = json!("first");
    let first = server.done(&request);
    let second = server.done(&solve(NO_MATE, json!({})));
    let list = server.get("jobs").json();
    let jobs = list["jobs"].as_array().unwrap();
    assert_eq!(jobs.len(), 2);
    assert_eq!(
        (&jobs[0]["id"], &jobs[1]["id"]),
        (&first["id"], &second["id"])
    );
    assert_eq!(jobs[0]["problem"]["title"], "first");
    assert_eq!(jobs[0]["options"], json!({ "nodes": 1000 }));
    assert_eq!(jobs[0]["problem"]["sfen"], FIVE);
    assert!(jobs[0].get("result").is_none());
}
