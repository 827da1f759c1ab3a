//! The JSON of an answer (feature `serde`): what `kemuri solve --json` prints, one
//! object a problem. Fields are added, never renamed.

use crate::certificate::Certified;
use crate::{FutileDrop, Outcome, Verdict};
use kemuri_core::json::{VERSION, letters, milliseconds, usi};
use kemuri_core::{Problem, Reason};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The answer to a problem. What does not apply is `null`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[non_exhaustive]
pub struct SolveDocument {
    /// The version of this form.
    pub version: u32,
    /// The name of the problem in its collection.
    pub id: Option<String>,
    /// The position.
    pub sfen: String,
    /// The answer.
    pub verdict: VerdictWord,
    /// The attacker mates within so many plies.
    pub length: Option<u32>,
    /// Whether that is proven to be the shortest.
    pub exact: Option<bool>,
    /// A mating line in USI.
    pub moves: Option<Vec<String>>,
    /// What follows if futile interpositions, which do not count, are played.
    pub rest: Option<Vec<String>>,
    /// What the attacker holds after `moves`, as an SFEN writes it.
    pub hand_left: Option<String>,
    /// Futile interpositions beside the line, if they were asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub futile: Option<Vec<FutileDocument>>,
    /// Why nothing is known.
    pub reason: Option<Reason>,
    /// Moves made on the board.
    pub nodes: u64,
    /// Wall-clock time in milliseconds.
    pub time_ms: u64,
    /// Load of the table in the end, in thousandths.
    pub hash_permille: u32,
    /// Bytes of the table that were used.
    pub peak_table_bytes: u64,
    /// The certificate, if one was written.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub certificate: Option<CertificateDocument>,
}

/// The three answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum VerdictWord {
    /// The attacker mates.
    Mate,
    /// The attacker cannot mate.
    NoMate,
    /// Not decided.
    Unknown,
}

impl VerdictWord {
    /// The word of a verdict.
    pub fn of(verdict: &Verdict) -> Self {
        match verdict {
            Verdict::Mate(_) => Self::Mate,
            Verdict::NoMate => Self::NoMate,
            Verdict::Unknown(_) => Self::Unknown,
        }
    }
}

/// A futile interposition.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[non_exhaustive]
pub struct FutileDocument {
    /// Moves of the line before it.
    pub after: usize,
    /// The drop, its capture and the mate that goes on, in USI.
    pub moves: Vec<String>,
}

/// The certificate of an answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[non_exhaustive]
pub struct CertificateDocument {
    /// Entries of both sections.
    pub entries: u64,
    /// Bytes of the file.
    pub bytes: u64,
    /// Whether it was verified.
    pub verified: bool,
    /// How long that took, in milliseconds.
    pub verify_ms: Option<u64>,
}

impl SolveDocument {
    /// The answer to `problem`, which its collection calls `id`.
    pub fn new(id: Option<&str>, problem: &Problem, outcome: &Outcome) -> Self {
        let mate = match &outcome.verdict {
            Verdict::Mate(mate) => Some(mate),
            _ => None,
        };
        let stats = &outcome.stats;
        Self {
            version: VERSION,
            id: id.map(Into::into),
            sfen: problem.to_sfen(),
            verdict: VerdictWord::of(&outcome.verdict),
            length: mate.map(|mate| mate.length),
            exact: mate.map(|mate| mate.exact),
            moves: mate.map(|mate| usi(&mate.line)),
            rest: mate.map(|mate| usi(&mate.futile_tail)),
            hand_left: mate.map(|mate| letters(mate.hand_left)),
            futile: None,
            reason: match outcome.verdict {
                Verdict::Unknown(reason) => Some(reason),
                _ => None,
            },
            nodes: stats.nodes,
            time_ms: milliseconds(stats.time),
            hash_permille: stats.hash_permille,
            peak_table_bytes: stats.peak_table_bytes,
            certificate: None,
        }
    }

    /// The same with the futile interpositions beside its line.
    pub fn with_futile(mut self, futile_drops: &[FutileDrop]) -> Self {
        let document = |futile: &FutileDrop| FutileDocument {
            after: futile.after,
            moves: usi(&futile.line),
        };
        self.futile = Some(futile_drops.iter().map(document).collect());
        self
    }

    /// The same with the certificate that was written.
    pub fn with_certificate(mut self, certified: &Certified) -> Self {
        let verified = certified.verified.as_ref();
        self.certificate = Some(CertificateDocument {
            entries: certified.written.entries(),
            bytes: certified.written.bytes,
            verified: verified.is_some(),
            verify_ms: verified.map(|verified| milliseconds(verified.time)),
        });
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Futile, Goal, Mate, Options, Solver, Stats};
    use kemuri_core::{Budget, Hand, Move};
    use std::time::Duration;

    fn line(verdict: Verdict) -> String {
        let problem = "8k/9/8P/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1".parse().unwrap();
        let outcome = Outcome {
            goal: Goal::FirstMate,
            verdict,
            stats: Stats {
                nodes: 7,
                time: Duration::from_micros(12_900),
                hash_permille: 3,
                peak_table_bytes: 4096,
                ..Stats::default()
            },
        };
        serde_json::to_string(&SolveDocument::new(Some("a\"b"), &problem, &outcome)).unwrap()
    }

    #[test]
    fn a_mate_has_its_line() {
        let verdict = Verdict::Mate(Mate {
            length: 1,
            exact: false,
            futile: Futile::None,
            line: vec![Move::from_usi("G*1b").unwrap()],
            futile_tail: Vec::new(),
            hand_left: Hand::EMPTY,
        });
        assert_eq!(
            line(verdict),
            "{\"version\":1,\"id\":\"a\\\"b\",\"sfen\":\"8k/9/8P/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1\",\
             \"verdict\":\"mate\",\"length\":1,\"exact\":false,\"moves\":[\"G*1b\"],\
             \"rest\":[],\"hand_left\":\"-\",\"reason\":null,\"nodes\":7,\"time_ms\":12,\
             \"hash_permille\":3,\"peak_table_bytes\":4096}"
        );
    }

    #[test]
    fn what_does_not_apply_is_null() {
        let nulls =
            "\"length\":null,\"exact\":null,\"moves\":null,\"rest\":null,\"hand_left\":null";
        let nomate = line(Verdict::NoMate);
        let expected = format!("\"verdict\":\"nomate\",{nulls},\"reason\":null");
        assert!(nomate.contains(&expected), "{nomate}");
        let unknown = line(Verdict::Unknown(Reason::Interrupted));
        let expected = format!("\"verdict\":\"unknown\",{nulls},\"reason\":\"interrupted\"");
        assert!(unknown.contains(&expected), "{unknown}");
    }

    #[test]
    fn every_verdict_survives_a_round_trip() {
        let mut solver = Solver::new(Options::default()).unwrap();
        for (sfen, nodes, verdict) in [
            ("8k/9/8P/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1", None, "\"mate\""),
            ("8k/9/9/9/9/9/9/9/9 b P 1", None, "\"nomate\""),
            (
                "8k/6G2/9/8l/9/9/9/9/9 b 2S2r2b3g2s4n3l18p 1",
                Some(1),
                "\"unknown\"",
            ),
        ] {
            let problem: Problem = sfen.parse().unwrap();
            let budget = Budget::default().with_nodes(nodes);
            let outcome = solver.solve(&problem, Goal::FirstMate, &budget, &mut |_| ());
            let document = SolveDocument::new(Some("a"), &problem, &outcome);
            let json = serde_json::to_string(&document).unwrap();
            assert!(
                json.starts_with("{\"version\":1,\"id\":\"a\",\"sfen\":\""),
                "{json}"
            );
            assert!(json.contains(&format!("\"verdict\":{verdict}")), "{json}");
            assert_eq!(
                serde_json::from_str::<SolveDocument>(&json).unwrap(),
                document
            );
        }
    }
}
