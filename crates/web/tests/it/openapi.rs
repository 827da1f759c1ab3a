//! The description of the API against the server: every operation is there, takes what
//! it says it takes, and answers what it says it answers; what is wrong is refused.

use crate::client::{FIVE, NO_MATE, TestServer};
use crate::schema::fault;
use serde_json::{Value, json};

#[track_caller]
fn validate(document: &Value, schema: &Value, instance: &Value) {
    assert_eq!(fault(document, schema, instance), None, "{instance:#}");
}

/// Requests for each operation.
fn samples(server: &TestServer) -> Vec<(&'static str, String, Option<Value>)> {
    let solved = server.done(&json!({ "kind": "solve", "problem": { "sfen": FIVE },
        "options": { "certificate": true } }));
    let checked = server.done(&json!({ "kind": "batch", "options": { "check": true },
        "problems": [{ "sfen": FIVE, "id": "a" }] }));
    let [solved, checked] = [solved, checked].map(|job| job["id"].as_str().unwrap().to_owned());
    let problem = json!({ "sfen": FIVE, "author_line": ["S*2b"], "title": "x" });
    vec![
        ("get /about", "about".into(), None),
        ("get /openapi.json", "openapi.json".into(), None),
        (
            "post /read",
            "read".into(),
            Some(json!({ "text": FIVE, "rest": true })),
        ),
        (
            "post /read",
            "read".into(),
            Some(json!({ "text": "nonsense" })),
        ),
        (
            "post /write",
            "write".into(),
            Some(json!({ "sfen": FIVE, "moves": ["S*2b"], "format": "kif" })),
        ),
        (
            "post /position",
            "position".into(),
            Some(json!({ "sfen": FIVE, "moves": ["S*2b"] })),
        ),
        (
            "post /position",
            "position".into(),
            Some(json!({ "sfen": "9/9/9/9/9/9/9/9/9 b -" })),
        ),
        (
            "post /diagram",
            "diagram".into(),
            Some(json!({ "sfen": FIVE, "format": "png" })),
        ),
        ("get /pieces.svg", "pieces.svg".into(), None),
        (
            "post /play",
            "play".into(),
            Some(json!({ "sfen": FIVE, "moves": ["S*2b"] })),
        ),
        (
            "post /play",
            "play".into(),
            Some(json!({ "sfen": NO_MATE })),
        ),
        ("get /jobs", "jobs".into(), None),
        (
            "post /jobs",
            "jobs".into(),
            Some(json!({ "kind": "check", "problem": problem })),
        ),
        ("get /jobs/{id}", format!("jobs/{solved}"), None),
        (
            "get /jobs/{id}/items",
            format!("jobs/{checked}/items?from=0&count=5"),
            None,
        ),
        (
            "get /jobs/{id}/events",
            format!("jobs/{checked}/events"),
            None,
        ),
        (
            "get /jobs/{id}/certificate",
            format!("jobs/{solved}/certificate"),
            None,
        ),
        (
            "get /jobs/{id}/{report}",
            format!("jobs/{checked}/report.html"),
            None,
        ),
        ("delete /jobs/{id}", format!("jobs/{solved}"), None),
    ]
}

#[test]
fn every_operation_does_what_its_description_says() {
    let server = TestServer::start();
    let document = server.get("openapi.json").json();
    let mut described: Vec<String> = Vec::new();
    for (path, methods) in document["paths"].as_object().unwrap() {
        described.extend(
            methods
                .as_object()
                .unwrap()
                .keys()
                .map(|m| format!("{m} {path}")),
        );
    }
    let samples = samples(&server);
    for operation in &described {
        assert!(
            samples.iter().any(|(name, ..)| name == operation),
            "{operation}"
        );
    }
    for (name, path, body) in samples {
        assert!(
            described.iter().any(|operation| operation == name),
            "{name}"
        );
        let (method, route) = name.split_once(' ').unwrap();
        let operation = &document["paths"][route][method];
        let answer = match (method, &body) {
            ("post", Some(body)) => {
                let content = &operation["requestBody"]["content"];
                validate(&document, &content["application/json"]["schema"], body);
                server.post(&path, body)
            }
            ("delete", _) => server.delete(&path),
            _ => server.get(&path),
        };
        let described = &operation["responses"][answer.status.to_string()];
        assert!(described.is_object(), "{name}: {answer:?}");
        let content = described["content"].as_object().unwrap();
        let kind = answer.header("content-type").unwrap_or_default();
        let kind = kind.split(';').next().unwrap();
        match content.get("application/json") {
            Some(json) => validate(&document, &json["schema"], &answer.json()),
            None if content.is_empty() => assert!(answer.body.is_empty()),
            None => assert!(content.contains_key(kind), "{name}: {kind}"),
        }
    }
}

/// Every route of the source is described.
#[test]
fn every_route_is_described() {
    let server = TestServer::start();
    let document = server.get("openapi.json").json();
    let source = include_str!("../../src/api/mod.rs");
    let routes = source.split(".route(").skip(1);
    let routes: Vec<&str> = routes.map(|text| text.split('"').nth(1).unwrap()).collect();
    assert!(routes.len() > 10);
    for route in &routes {
        assert!(document["paths"][route].is_object(), "{route}");
    }
    assert_eq!(document["paths"].as_object().unwrap().len(), routes.len());
}

/// Values that a key cannot have, and keys that are not there.
#[test]
fn what_the_description_forbids_is_refused_with_a_sentence() {
    let server = TestServer::start();
    let document = server.get("openapi.json").json();
    let mut refused = 0;
    for (path, operation) in document["paths"].as_object().unwrap() {
        let content = &operation["post"]["requestBody"]["content"]["application/json"];
        let Some(reference) = content["schema"]["$ref"].as_str() else {
            continue;
        };
        let name = reference.rsplit('/').next().unwrap();
        let schema = &document["components"]["schemas"][name];
        let is_valid = |value: &Value| fault(&document, &content["schema"], value).is_none();
        let valid = match path.as_str() {
            "/read" => json!({ "text": FIVE }),
            "/write" => json!({ "sfen": FIVE, "format": "kif" }),
            "/jobs" => json!({ "kind": "solve", "problem": { "sfen": FIVE } }),
            _ => json!({ "sfen": FIVE }),
        };
        assert!(is_valid(&valid), "{path}");
        let keys = schema["properties"].as_object().unwrap().keys();
        for key in keys.chain([&"unknown".to_owned()]) {
            for value in [
                json!(-1),
                json!(true),
                json!([[]]),
                json!({ "x": 1 }),
                json!("\u{0}"),
            ] {
                let mut wrong = valid.clone();
                wrong[key] = value;
                if is_valid(&wrong) {
                    continue;
                }
                let answer = server.post(&path[1..], &wrong);
                assert_eq!(answer.status, 400, "{path} {wrong}: {}", answer.text());
                let error = &operation["post"]["responses"]["default"]["content"];
                validate(
                    &document,
                    &error["application/json"]["schema"],
                    &answer.json(),
                );
                refused += 1;
            }
        }
    }
    assert!(refused > 100, "{refused}");
}
