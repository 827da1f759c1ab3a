//! `GET about`: the program, its limits, its profiles and formats.

use crate::error::json;
use crate::jobs::Jobs;
use crate::request::{self, MAX_BODY};
use axum::extract::{Request, State};
use axum::response::Response;
use kemuri_core::json::Version;
use kemuri_formats::Format;
use kemuri_judge::Profile;
use kemuri_solver::Futile;
use kemuri_text::{Lang, tr};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// What the server is.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct About {
    version: Version,
    /// The program and its version.
    program: String,
    limits: LimitsDocument,
    /// The rules of futile interpositions, the default first.
    futile: Vec<Named>,
    /// The profiles of severity, the default first.
    profiles: Vec<Named>,
    /// The formats of records.
    formats: Vec<FormatDocument>,
}

/// What the work may take.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
struct LimitsDocument {
    /// Jobs that run at the same time.
    jobs: usize,
    /// Jobs that may wait.
    queue: usize,
    /// Bytes of the tables of all jobs together.
    hash: u64,
    /// Bytes of the table of one job.
    job_hash: u64,
    /// Threads of a search, at most.
    threads: u64,
    /// Bytes of a request.
    body: usize,
}

/// Something that can be chosen by its name.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
struct Named {
    name: String,
    /// What it means.
    sentence: String,
}

/// A format of records.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
struct FormatDocument {
    name: String,
    /// What the names of its files end with.
    extension: String,
}

/// Answers `GET about`.
pub async fn get(State(jobs): State<Arc<Jobs>>, request: Request) -> Response {
    let (parts, _) = request.into_parts();
    let lang = request::lang(&parts);
    request::blocking(lang, move || Ok(json(&about(lang, &jobs)))).await
}

fn about(lang: Lang, jobs: &Jobs) -> About {
    let limits = jobs.limits();
    let default = Futile::default();
    let others = Futile::ALL.into_iter().map(|(_, futile)| futile);
    let futile = [default]
        .into_iter()
        .chain(others.filter(|&futile| futile != default));
    About {
        version: Version,
        program: concat!("Kemuri ", env!("CARGO_PKG_VERSION")).into(),
        limits: LimitsDocument {
            jobs: limits.jobs,
            queue: limits.queue,
            hash: limits.hash,
            job_hash: jobs.job_hash(),
            threads: limits.threads,
            body: MAX_BODY,
        },
        futile: futile
            .map(|futile| named(futile.name(), futile_sentence(lang, futile)))
            .collect(),
        profiles: Profile::names()
            .map(|name| named(name, profile_sentence(lang, name)))
            .collect(),
        formats: Format::ALL.map(format_document).into(),
    }
}

fn named(name: &str, sentence: String) -> Named {
    Named {
        name: name.into(),
        sentence,
    }
}

fn futile_sentence(lang: Lang, futile: Futile) -> String {
    match futile {
        Futile::None => tr!(lang, "web-futile-none"),
        Futile::Standard => tr!(lang, "web-futile-standard"),
        Futile::WithMoves => tr!(lang, "web-futile-with-moves"),
        other => other.name().into(),
    }
}

fn profile_sentence(lang: Lang, name: &str) -> String {
    match name {
        "magazine" => tr!(lang, "web-profile-magazine"),
        "strict" => tr!(lang, "web-profile-strict"),
        "smartphone" => tr!(lang, "web-profile-smartphone"),
        "classic" => tr!(lang, "web-profile-classic"),
        other => other.into(),
    }
}

fn format_document(format: Format) -> FormatDocument {
    FormatDocument {
        name: format.name().into(),
        extension: super::write::extension(format).into(),
    }
}
