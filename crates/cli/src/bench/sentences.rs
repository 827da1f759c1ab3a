//! What is said in the table of a bench.

use super::Finding;
use kemuri_core::Reason;
use kemuri_formats::Expected;
use kemuri_text::{Lang, solver, tr};
use kemuri_usi::client::EngineErrorKind;

/// Returns the heads of the table: problem, expected, and those of an engine:
/// verdict, length, nodes, seconds, ratio.
pub fn heads(lang: Lang) -> [String; 7] {
    [
        tr!(lang, "bench-head-problem"),
        tr!(lang, "bench-head-expected"),
        tr!(lang, "bench-head-verdict"),
        tr!(lang, "bench-head-length"),
        tr!(lang, "bench-head-nodes"),
        tr!(lang, "bench-head-seconds"),
        tr!(lang, "bench-head-ratio"),
    ]
}

/// Returns the heads of the totals. A note explains the ratio if it is `noted`.
pub fn total_heads(lang: Lang, noted: bool) -> [String; 9] {
    [
        tr!(lang, "bench-engine"),
        tr!(lang, "bench-solved"),
        tr!(lang, "bench-mate"),
        tr!(lang, "bench-nomate"),
        tr!(lang, "bench-unknown"),
        tr!(lang, "bench-failed"),
        tr!(lang, "bench-head-nodes"),
        tr!(lang, "bench-head-seconds"),
        match noted {
            true => tr!(lang, "bench-ratio-noted"),
            false => tr!(lang, "bench-head-ratio"),
        },
    ]
}

/// Returns what an engine found, in one word. An engine that failed says how.
pub fn finding(lang: Lang, finding: Finding) -> String {
    match finding {
        Finding::Mate(_) => claim(lang, true),
        Finding::BadLine(_) => tr!(lang, "bench-bad-line"),
        Finding::NoMate => claim(lang, false),
        Finding::Unknown(_) => tr!(lang, "bench-unknown"),
        Finding::Failed(kind) => match kind {
            EngineErrorKind::Start => tr!(lang, "bench-failed-start"),
            EngineErrorKind::NoAnswer => tr!(lang, "bench-failed-silent"),
            EngineErrorKind::Exited => tr!(lang, "bench-failed-died"),
            EngineErrorKind::NotStopping => tr!(lang, "bench-failed-hung"),
            EngineErrorKind::BadAnswer => tr!(lang, "bench-failed-nonsense"),
        },
        Finding::NotAsked => tr!(lang, "bench-not-asked"),
    }
}

/// Returns why nothing is known, in one word, as `solve` says it; `None` for what only
/// other engines say.
pub fn reason(lang: Lang, why: &'static str) -> Option<String> {
    let known = Reason::ALL
        .into_iter()
        .find(|reason| reason.word() == why)?;
    Some(solver::reason_word(lang, known))
}

/// Returns mate or no mate, in one word.
pub fn claim(lang: Lang, mate: bool) -> String {
    match mate {
        true => tr!(lang, "bench-mate"),
        false => tr!(lang, "bench-nomate"),
    }
}

/// Returns what a collection says of a problem.
pub fn expected(lang: Lang, expected: Expected) -> String {
    match expected {
        Expected::Unstated => "-".into(),
        Expected::Mate(plies) => plies.to_string(),
        Expected::NoMate => claim(lang, false),
    }
}
