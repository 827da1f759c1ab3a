//! Jobs as JSON.

use super::job::{Job, Known, State};
use super::request::JobKind;
use crate::error::ErrorCode;
use kemuri_core::json::Version;
use kemuri_core::{Progress, notation};
use kemuri_text::Lang;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use serde_json::{Map, Value};

/// A job.
#[derive(Debug, Serialize, JsonSchema)]
pub struct JobDocument {
    version: Version,
    id: String,
    kind: JobKind,
    state: State,
    /// When it was made, in milliseconds since 1970.
    created_ms: u64,
    /// The options and the problem of its request, and how many `problems` it had.
    #[serde(flatten)]
    echo: Map<String, Value>,
    /// How far it is.
    progress: Option<ProgressDocument>,
    /// How many things it has found.
    found: usize,
    /// Its result, if it is done. Not there in lists and events.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<Map<String, Value>>")]
    result: Option<Box<RawValue>>,
    /// Why it has none.
    failure: Option<FailureDocument>,
    /// Its certificate.
    certificate: Option<CertificateSize>,
    /// Whether there is a report of it.
    report: bool,
}

/// All jobs.
#[derive(Debug, Serialize, JsonSchema)]
pub struct JobListDocument {
    version: Version,
    jobs: Vec<JobDocument>,
}

/// Why a job has no result.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct FailureDocument {
    code: ErrorCode,
    sentence: String,
}

/// The certificate of a job.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
struct CertificateSize {
    bytes: usize,
}

/// How far a job is.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct ProgressDocument {
    #[serde(flatten)]
    progress: Progress,
    /// Nodes per second.
    speed: u64,
    /// The line that is searched as players write it, if it is one of the problem.
    line_japanese: Option<Vec<String>>,
    /// What is being done.
    sentence: String,
}

/// Things that a job has found.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ItemsDocument {
    version: Version,
    #[schemars(with = "Vec<Map<String, Value>>")]
    items: Vec<Box<RawValue>>,
    /// How many there are in all.
    total: usize,
}

impl JobDocument {
    /// What is known of a job, with its result or without.
    pub fn new(lang: Lang, job: &Job, with_result: bool) -> Self {
        job.known(|known| Self {
            version: Version,
            id: job.id().into(),
            kind: job.kind(),
            state: known.state(),
            created_ms: job.created_ms(),
            echo: job.echo().clone(),
            progress: ProgressDocument::new(lang, job, known),
            found: known.found().len(),
            result: known
                .result()
                .filter(|_| with_result)
                .map(|result| raw(result.json(lang))),
            failure: FailureDocument::of(lang, known),
            certificate: known
                .certificate()
                .map(|bytes| CertificateSize { bytes: bytes.len() }),
            report: known.report().is_some(),
        })
    }
}

impl JobListDocument {
    /// What is known of some jobs.
    pub fn new(jobs: Vec<JobDocument>) -> Self {
        Self {
            version: Version,
            jobs,
        }
    }
}

impl FailureDocument {
    /// Why a job has no result.
    pub fn of(lang: Lang, known: &Known) -> Option<Self> {
        known.failure().map(|failure| Self {
            code: failure.code,
            sentence: failure.sentence(lang).into(),
        })
    }
}

impl ProgressDocument {
    /// How far a job is, if it has said so.
    pub fn new(lang: Lang, job: &Job, known: &Known) -> Option<Self> {
        let progress = known.progress().0?;
        let problem = job.problem();
        Some(Self {
            speed: progress.speed(),
            line_japanese: problem.and_then(|of| notation::japanese(of, &progress.line)),
            sentence: kemuri_text::phase::phase(lang, &progress),
            progress: progress.as_ref().clone(),
        })
    }
}

impl ItemsDocument {
    /// Some of the things that a job has found.
    pub fn new(lang: Lang, job: &Job, from: usize, count: usize) -> Self {
        job.known(|known| {
            let items = known.found().iter().skip(from).take(count);
            Self {
                version: Version,
                items: items.map(|item| raw(item.json(lang))).collect(),
                total: known.found().len(),
            }
        })
    }
}

/// JSON that is written already.
pub fn raw(json: String) -> Box<RawValue> {
    RawValue::from_string(json).unwrap_or_else(|_| RawValue::NULL.to_owned())
}
