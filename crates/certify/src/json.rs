//! The JSON of a verification (feature `serde`): what `kemuri verify --json` prints.
//! Fields are added, never renamed.

use crate::{Claim, Fault, Section, VerifiedCertificate};
use kemuri_core::Color;
use kemuri_core::json::{VERSION, milliseconds};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// What a verification has found. What does not apply is `null`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[non_exhaustive]
pub struct VerifyDocument {
    /// The version of this form.
    pub version: u32,
    /// Whether the certificate proves its claim.
    pub verified: bool,
    /// The position.
    pub sfen: Option<String>,
    /// Who attacks: `black` or `white`.
    pub attacker: Option<String>,
    /// What is proven: `mate`, `nomate` or `nomate-within`.
    pub verdict: Option<String>,
    /// The plies of the claim.
    pub length: Option<u16>,
    /// Whether a mate is proven to be the shortest.
    pub exact: Option<bool>,
    /// The program that wrote the certificate.
    pub program: Option<String>,
    /// Entries that prove a mate.
    pub mate_entries: Option<u64>,
    /// Entries that refute one.
    pub refutation_entries: Option<u64>,
    /// Bytes of the certificate.
    pub bytes: Option<u64>,
    /// Bytes of an entry, on average, to one decimal.
    pub bytes_per_entry: Option<f64>,
    /// Where it is wrong.
    pub fault: Option<FaultDocument>,
    /// How long the verification took, in milliseconds.
    pub time_ms: u64,
}

/// Where a certificate is wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[non_exhaustive]
pub struct FaultDocument {
    /// The section: `mate` or `refutation`.
    pub section: String,
    /// The number of the entry.
    pub entry: u64,
    /// The byte at which the entry starts.
    pub byte: u64,
    /// The position of the entry.
    pub sfen: String,
    /// What is wrong.
    pub what: String,
}

impl VerifyDocument {
    /// A certificate that proves its claim.
    pub fn proven(report: &VerifiedCertificate, time: Duration) -> Self {
        let (verdict, length, exact) = match report.claim {
            Claim::MateWithin(n) => ("mate", Some(n), Some(false)),
            Claim::MateExactly(n) => ("mate", Some(n), Some(true)),
            Claim::NoMate => ("nomate", None, None),
            Claim::NoMateWithin(n) => ("nomate-within", Some(n), None),
        };
        let attacker = match report.problem.attacker() {
            Color::Black => "black",
            Color::White => "white",
        };
        Self {
            version: VERSION,
            verified: true,
            sfen: Some(report.problem.to_sfen()),
            attacker: Some(attacker.into()),
            verdict: Some(verdict.into()),
            length,
            exact,
            program: Some(report.program.clone()),
            mate_entries: Some(report.mate_entries),
            refutation_entries: Some(report.refutation_entries),
            bytes: Some(report.bytes),
            bytes_per_entry: Some((report.bytes_per_entry() * 10.0).round() / 10.0),
            fault: None,
            time_ms: milliseconds(time),
        }
    }

    /// A certificate that is wrong.
    pub fn wrong(fault: &Fault, time: Duration) -> Self {
        let section = match fault.section {
            Section::Mate => "mate",
            Section::Refutation => "refutation",
        };
        Self {
            version: VERSION,
            fault: Some(FaultDocument {
                section: section.into(),
                entry: fault.entry,
                byte: fault.offset,
                sfen: fault.sfen.clone(),
                what: fault.kind.to_string(),
            }),
            time_ms: milliseconds(time),
            ..Self::default()
        }
    }
}
