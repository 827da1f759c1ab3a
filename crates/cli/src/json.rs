//! The JSON of `solve --json`: a stable contract, one object a line.

use kemuri_core::Move;
use kemuri_formats::ProblemEntry;
use kemuri_solver::certificate::Certified;
use kemuri_solver::{Outcome, Verdict, Witness};
use serde::Serialize;
use std::io::{self, Write};

/// One answer; what does not apply is `null`.
#[derive(Serialize)]
pub struct Answer<'a> {
    id: Option<&'a str>,
    sfen: String,
    verdict: &'static str,
    length: Option<u32>,
    exact: Option<bool>,
    moves: Option<Vec<String>>,
    /// What follows if futile interpositions, which do not count, are played.
    rest: Option<Vec<String>>,
    /// Futile interpositions, with `--explain`.
    #[serde(skip_serializing_if = "Option::is_none")]
    futile: Option<Vec<Futile>>,
    reason: Option<&'static str>,
    nodes: u64,
    time_ms: u64,
    hash_permille: u32,
    peak_table_bytes: u64,
    /// Not there unless one was written.
    #[serde(skip_serializing_if = "Option::is_none")]
    certificate: Option<Certificate>,
}

/// The certificate of an answer.
#[derive(Serialize)]
struct Certificate {
    entries: u64,
    bytes: u64,
    verified: bool,
    verify_ms: Option<u64>,
}

/// A futile interposition: after how many moves of the line, and the moves that
/// show it.
#[derive(Serialize)]
struct Futile {
    after: usize,
    moves: Vec<String>,
}

/// What an answer may have beside the verdict.
#[derive(Clone, Copy, Default)]
pub struct More<'m> {
    /// Futile interpositions.
    pub witnesses: Option<&'m [Witness]>,
    /// The certificate that was written.
    pub certified: Option<&'m Certified>,
}

impl<'a> Answer<'a> {
    /// The answer to `entry`.
    pub fn new(entry: &'a ProblemEntry, outcome: &Outcome, more: More<'_>) -> Self {
        let mate = outcome.verdict.mate();
        let usi = |moves: &[Move]| -> Vec<String> { moves.iter().map(|mv| mv.to_usi()).collect() };
        let stats = &outcome.stats;
        Self {
            id: entry.id.as_deref(),
            sfen: entry.problem.to_sfen(),
            verdict: verdict_word(&outcome.verdict),
            length: mate.map(|mate| mate.length),
            exact: mate.map(|mate| mate.exact),
            moves: mate.map(|mate| usi(&mate.line)),
            rest: mate.map(|mate| usi(&mate.futile_tail)),
            futile: more.witnesses.map(|witnesses| {
                let futile = |w: &Witness| Futile {
                    after: w.after,
                    moves: usi(&w.line),
                };
                witnesses.iter().map(futile).collect()
            }),
            reason: match outcome.verdict {
                Verdict::Unknown(reason) => Some(reason.word()),
                _ => None,
            },
            nodes: stats.nodes,
            time_ms: u64::try_from(stats.time.as_millis()).unwrap_or(u64::MAX),
            hash_permille: stats.hash_permille,
            peak_table_bytes: stats.peak_table_bytes,
            certificate: more.certified.map(|certified| Certificate {
                entries: certified.written.entries(),
                bytes: certified.written.bytes,
                verified: certified.verified.is_some(),
                verify_ms: (certified.verified.as_ref())
                    .map(|verified| u64::try_from(verified.time.as_millis()).unwrap_or(u64::MAX)),
            }),
        }
    }
}

/// Writes `value` on a line of its own, at once.
pub fn write_line(out: &mut dyn Write, value: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *out, value).map_err(io::Error::from)?;
    out.write_all(b"\n")?;
    out.flush()
}

/// The word of the contract for a verdict.
pub fn verdict_word(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::Mate(_) => "mate",
        Verdict::NoMate => "nomate",
        Verdict::Unknown(_) => "unknown",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kemuri_core::{Hand, Problem};
    use kemuri_solver::{Goal, Mate, Reason, Stats};
    use std::time::Duration;

    fn line(verdict: Verdict) -> String {
        let problem = "8k/9/8P/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1";
        let entry = ProblemEntry {
            id: Some("a\"b".into()),
            ..ProblemEntry::new(Problem::from_sfen(problem).unwrap())
        };
        let stats = Stats {
            nodes: 7,
            time: Duration::from_micros(12_900),
            hash_permille: 3,
            peak_table_bytes: 4096,
            collections: 0,
            max_depth: 0,
        };
        let mut out = Vec::new();
        let outcome = Outcome {
            goal: Goal::FirstMate,
            verdict,
            stats,
        };
        write_line(&mut out, &Answer::new(&entry, &outcome, More::default())).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn a_mate_has_its_line() {
        let verdict = Verdict::Mate(Mate {
            length: 1,
            exact: false,
            futile: kemuri_solver::Futile::None,
            line: vec![Move::from_usi("G*1b").unwrap()],
            futile_tail: Vec::new(),
            hand_left: Hand::EMPTY,
        });
        assert_eq!(
            line(verdict),
            "{\"id\":\"a\\\"b\",\"sfen\":\"8k/9/8P/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1\",\
             \"verdict\":\"mate\",\"length\":1,\"exact\":false,\"moves\":[\"G*1b\"],\
             \"rest\":[],\"reason\":null,\"nodes\":7,\"time_ms\":12,\"hash_permille\":3,\
             \"peak_table_bytes\":4096}\n"
        );
    }

    #[test]
    fn what_does_not_apply_is_null() {
        let nomate = line(Verdict::NoMate);
        assert!(nomate.contains("\"verdict\":\"nomate\",\"length\":null,\"exact\":null,\"moves\":null,\"rest\":null,\"reason\":null"), "{nomate}");
        let unknown = line(Verdict::Unknown(Reason::Interrupted));
        assert!(unknown.contains("\"verdict\":\"unknown\",\"length\":null,\"exact\":null,\"moves\":null,\"rest\":null,\"reason\":\"interrupted\""), "{unknown}");
    }
}
