//! What `bench --json` prints: an object for each engine at each problem, and one
//! with the totals. Within a version fields are added, never renamed.

use super::proof::Proofs;
use super::tally::{Totals, ratio};
use super::{EngineRun, Finding};
use crate::json::notes;
use kemuri_core::Problem;
use kemuri_core::json::{PositionNotes, Version, milliseconds};
use kemuri_formats::{Expected, ProblemEntry};
use kemuri_solver::signature::Signature;
use schemars::JsonSchema;
use serde::Serialize;
use std::time::Duration;

/// An object that `bench --json` prints. What does not apply is `null`.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
pub enum BenchDocument {
    /// One engine at one problem.
    Run(RunDocument),
    /// All engines at all problems.
    Summary(SummaryDocument),
    /// The built-in set: `bench --signature`.
    Signature(SignatureDocument),
}

/// One engine at one problem.
#[derive(Serialize, JsonSchema)]
pub struct RunDocument {
    /// The version of this form.
    version: Version,
    /// The name of the problem.
    id: String,
    /// The position.
    #[serde(flatten)]
    problem: Problem,
    /// What else there is to know of the position.
    #[serde(flatten)]
    notes: PositionNotes,
    /// What the collection expects: plies, or `nomate`.
    expected: Option<String>,
    /// The name of the engine.
    engine: String,
    /// `mate`, `mate?` with a line that does not mate, `nomate`, `unknown`, `failed`
    /// or `n/a`.
    verdict: &'static str,
    /// The plies of a mate.
    length: Option<usize>,
    /// Whether the length is proven to be the shortest.
    exact: Option<bool>,
    /// Why there is no verdict.
    reason: Option<&'static str>,
    /// Moves made on the board.
    nodes: Option<u64>,
    /// Wall-clock time in milliseconds.
    time_ms: Option<u64>,
    /// The time of another engine over that of Kemuri.
    ratio: Option<f64>,
    /// The certificate, if one was verified.
    #[serde(skip_serializing_if = "Option::is_none")]
    certificate: Option<ProofDocument>,
}

/// The size of certificates, and what they cost.
#[derive(Serialize, JsonSchema)]
struct ProofDocument {
    bytes: u64,
    entries: u64,
    /// How long it took to build them, in milliseconds.
    build_ms: f64,
    /// How long it took to verify them, in milliseconds.
    verify_ms: f64,
}

/// All engines at all problems.
#[derive(Serialize, JsonSchema)]
pub struct SummaryDocument {
    /// The version of this form.
    version: Version,
    /// The totals of each engine.
    summary: Vec<TotalsDocument>,
    /// The certificates, if they were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    certificates: Option<ProofsDocument>,
    /// Problems where Kemuri contradicts the collection.
    contradictions: Vec<String>,
    /// Problems where engines contradict each other.
    disagreements: Vec<String>,
}

/// The totals of an engine.
#[derive(Serialize, JsonSchema)]
struct TotalsDocument {
    engine: String,
    solved: usize,
    mates: usize,
    /// Mates whose length is proven to be the shortest.
    exact: Option<usize>,
    nomates: usize,
    unknown: usize,
    failed: usize,
    nodes: u64,
    time_ms: u64,
    /// The geometric mean of the ratios.
    ratio: Option<f64>,
}

/// The certificates of all verdicts.
#[derive(Serialize, JsonSchema)]
struct ProofsDocument {
    decided: usize,
    verified: usize,
    /// Problems whose certificate was not completed within the limits.
    missing: Vec<String>,
    /// Problems whose certificate is wrong.
    wrong: Vec<String>,
    entries: u64,
    bytes: u64,
    /// How long it took to build them, in milliseconds.
    build_ms: f64,
    /// How long it took to verify them, in milliseconds.
    verify_ms: f64,
    /// Verification time over solving time, geometric mean.
    ratio: Option<f64>,
}

/// The built-in set.
#[derive(Serialize, JsonSchema)]
pub struct SignatureDocument {
    /// The version of this form.
    version: Version,
    /// Nodes of all problems.
    signature: u64,
    mates: usize,
    nomates: usize,
    unknown: usize,
}

impl RunDocument {
    /// The run of `engine`; `reference` is that of Kemuri, if it is another.
    pub fn new(
        entry: &ProblemEntry,
        engine: &str,
        run: &EngineRun,
        reference: Option<&EngineRun>,
    ) -> Self {
        let finding = run.finding;
        Self {
            version: Version,
            id: entry.label(),
            problem: entry.problem.clone(),
            notes: notes(entry),
            expected: match entry.expected {
                Expected::Unstated => None,
                Expected::Mate(n) => Some(n.to_string()),
                Expected::NoMate => Some("nomate".into()),
            },
            engine: engine.into(),
            verdict: finding.word(),
            length: finding.length(),
            exact: run.exact,
            reason: finding.reason(),
            nodes: run.nodes,
            time_ms: (finding != Finding::NotAsked).then(|| milliseconds(run.time)),
            ratio: reference.and_then(|reference| ratio(run, reference)),
            certificate: run.verified().map(|size| ProofDocument {
                bytes: size.bytes,
                entries: size.entries,
                build_ms: fine_milliseconds(size.built_in),
                verify_ms: fine_milliseconds(size.verified_in),
            }),
        }
    }
}

impl SummaryDocument {
    /// The totals of the engines that are called `names`.
    pub(super) fn new(
        names: &[String],
        totals: &[Totals],
        proofs: Option<&Proofs>,
        contradictions: &[String],
        disagreements: &[String],
    ) -> Self {
        let totals = names.iter().zip(totals).map(|(engine, t)| TotalsDocument {
            engine: engine.clone(),
            solved: t.solved(),
            mates: t.mates,
            exact: t.exact,
            nomates: t.nomates,
            unknown: t.unknown,
            failed: t.failed,
            nodes: t.nodes,
            time_ms: milliseconds(t.time),
            ratio: t.mean_ratio(),
        });
        Self {
            version: Version,
            summary: totals.collect(),
            certificates: proofs.map(|proofs| ProofsDocument {
                decided: proofs.decided,
                verified: proofs.verified,
                missing: proofs.missing.clone(),
                wrong: proofs.wrong.clone(),
                entries: proofs.total.entries,
                bytes: proofs.total.bytes,
                build_ms: fine_milliseconds(proofs.total.built_in),
                verify_ms: fine_milliseconds(proofs.total.verified_in),
                ratio: proofs.mean_ratio(),
            }),
            contradictions: contradictions.to_vec(),
            disagreements: disagreements.to_vec(),
        }
    }
}

impl From<&Signature> for SignatureDocument {
    fn from(signature: &Signature) -> Self {
        Self {
            version: Version,
            signature: signature.nodes,
            mates: signature.mates,
            nomates: signature.nomates,
            unknown: signature.unknown,
        }
    }
}

/// Milliseconds, to the microsecond.
fn fine_milliseconds(time: Duration) -> f64 {
    time.as_micros() as f64 / 1000.0
}
