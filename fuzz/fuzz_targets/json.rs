//! The JSON documents of the libraries: no panic, and what is read is written and read again.
#![no_main]

use kemuri_certify::json::VerifyDocument;
use kemuri_compose::json::ComposedDocument;
use kemuri_formats::json::RecordDocument;
use kemuri_judge::json::CheckDocument;
use kemuri_solver::json::SolveDocument;
use libfuzzer_sys::fuzz_target;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fmt::Debug;

fuzz_target!(|text: &str| {
    check::<SolveDocument>(text);
    check::<CheckDocument>(text);
    check::<RecordDocument>(text);
    check::<VerifyDocument>(text);
    check::<ComposedDocument>(text);
});

fn check<T: Serialize + DeserializeOwned + PartialEq + Debug>(text: &str) {
    let Ok(document) = serde_json::from_str::<T>(text) else {
        return;
    };
    let written = serde_json::to_string(&document).expect("JSON");
    let again = serde_json::from_str::<T>(&written).expect("what was written");
    assert_eq!(again, document, "{text}\n---\n{written}");
}
