//! The JSON of a verification (feature `serde`): what `kemuri verify --json` prints.
//! Within a version fields are added, never renamed.

use crate::{Claim, Fault, Section, VerifiedCertificate};
use kemuri_core::json::{SideName, Version, milliseconds};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// What a verification has found. What does not apply is `null`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[non_exhaustive]
pub struct VerifyDocument {
    /// The version of this form.
    pub version: Version,
    /// Whether the certificate proves its claim.
    pub verified: bool,
    /// The position.
    pub sfen: Option<String>,
    /// Who attacks.
    pub attacker: Option<SideName>,
    /// What is proven.
    pub verdict: Option<ClaimWord>,
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

/// What a certificate proves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum ClaimWord {
    /// The attacker mates, within `length` plies or, if `exact`, in exactly so many.
    #[serde(rename = "mate")]
    Mate,
    /// The attacker cannot mate.
    #[serde(rename = "nomate")]
    NoMate,
    /// The attacker cannot mate within `length` plies.
    #[serde(rename = "nomate-within")]
    NoMateWithin,
}

/// Where a certificate is wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[non_exhaustive]
pub struct FaultDocument {
    /// The section.
    pub section: Section,
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
            Claim::MateWithin(n) => (ClaimWord::Mate, Some(n), Some(false)),
            Claim::MateExactly(n) => (ClaimWord::Mate, Some(n), Some(true)),
            Claim::NoMate => (ClaimWord::NoMate, None, None),
            Claim::NoMateWithin(n) => (ClaimWord::NoMateWithin, Some(n), None),
        };
        Self {
            version: Version,
            verified: true,
            sfen: Some(report.problem.to_sfen()),
            attacker: Some(report.problem.attacker().into()),
            verdict: Some(verdict),
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
        Self {
            version: Version,
            fault: Some(FaultDocument {
                section: fault.section,
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
