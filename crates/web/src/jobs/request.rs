//! What a job is asked to do.

use super::QUICK_TIME;
use crate::api::parse_move;
use crate::error::ApiError;
use kemuri_core::Problem;
use kemuri_core::json::SideName;
use kemuri_formats::{Expected, ProblemEntry};
use kemuri_solver::Futile;
use kemuri_text::{Lang, core};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::io;
use std::time::Duration;

/// The kinds of jobs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum JobKind {
    /// Solves a problem.
    Solve,
    /// Solves a problem and finds its variations, or what refutes it.
    Tree,
    /// Checks whether a problem is sound.
    Check,
    /// Finds what can stand before a problem.
    Compose,
    /// Verifies a certificate.
    Verify,
    /// Solves or checks many problems.
    Batch,
}

impl JobKind {
    /// Whether a limit of time makes it quick.
    pub(super) fn can_be_quick(self) -> bool {
        matches!(self, Self::Solve | Self::Tree | Self::Check)
    }
}

/// A job to be done.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct JobRequest {
    /// What is to be done.
    pub kind: JobKind,
    /// The problem, but for `verify` and `batch`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub problem: Option<ProblemRequest>,
    /// The problems of a `batch`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub problems: Vec<ProblemRequest>,
    /// The certificate to `verify`, in Base64.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub certificate: Option<String>,
    /// How it is to be done.
    #[serde(default)]
    pub options: JobOptions,
}

/// A problem, and what its author says of it.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ProblemRequest {
    /// The position.
    pub sfen: String,
    /// Who attacks, if the position is not to decide.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attacker: Option<SideName>,
    /// Moves in USI that are played first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<String>,
    /// The author's line in USI, right or wrong.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub author_line: Option<Vec<String>>,
    /// The length that the author names.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub author_length: Option<u32>,
    /// Its name in a collection.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// Its title in print.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// Who made it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub author: Option<String>,
}

/// How a job is done. What does not apply to its kind is ignored.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct JobOptions {
    /// Stop at the first proof: no shortest length.
    #[serde(skip_serializing_if = "is_false")]
    pub quick: bool,
    /// The interpositions that do not count.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub futile: Option<Futile>,
    /// The limit of time, in milliseconds, for each problem.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time_ms: Option<u64>,
    /// The limit of nodes for each problem.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Bytes of the table, at most the share of a job.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hash: Option<u64>,
    /// Threads of the search, at most the limit of the server.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub threads: Option<u64>,
    /// `solve`: make a certificate. It is of every legal move, futile ones too.
    #[serde(skip_serializing_if = "is_false")]
    pub certificate: bool,
    /// `solve`: show why interpositions are futile.
    #[serde(skip_serializing_if = "is_false")]
    pub explain: bool,
    /// `tree`: variations within variations that are shown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// `tree`: positions that are shown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub positions: Option<usize>,
    /// `check`, `batch`: the profile of severity.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub profile: Option<String>,
    /// `check`: try repairs.
    #[serde(skip_serializing_if = "is_false")]
    pub suggest: bool,
    /// `check`: list the tries.
    #[serde(skip_serializing_if = "is_false")]
    pub tries: bool,
    /// `check`: list the checks that do not mate.
    #[serde(skip_serializing_if = "is_false")]
    pub refutations: bool,
    /// `compose`: steps of two plies.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub steps: Option<usize>,
    /// `compose`: problems that are kept after each step.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub width: Option<usize>,
    /// `compose`: give those that are not sound as well, with the reason.
    #[serde(skip_serializing_if = "is_false")]
    pub rejected: bool,
    /// `solve`, `tree`: done at once beside the others, in at most three seconds; its
    /// result is not kept for long.
    #[serde(skip_serializing_if = "is_false")]
    pub glance: bool,
    /// `batch`: check instead of solving.
    #[serde(skip_serializing_if = "is_false")]
    pub check: bool,
}

fn is_false(value: &bool) -> bool {
    !value
}

impl JobOptions {
    /// The limit of time.
    pub fn time(&self) -> Option<Duration> {
        let asked = self.time_ms.map(Duration::from_millis);
        match self.glance {
            true => Some(asked.map_or(QUICK_TIME, |time| time.min(QUICK_TIME))),
            false => asked,
        }
    }
}

impl JobRequest {
    /// Bytes of the request as JSON.
    pub(super) fn bytes(&self) -> usize {
        let mut count = Count(0);
        // Neither counting nor what was read as JSON can fail.
        let _ = serde_json::to_writer(&mut count, self);
        count.0
    }

    /// What is told of the request with its job: its options, and its problem, if it is
    /// one.
    pub(super) fn echo(&self) -> Map<String, Value> {
        let mut echo = Map::new();
        let mut add = |key: &str, value: Result<Value, serde_json::Error>| {
            echo.insert(key.into(), value.unwrap_or_default());
        };
        add("options", serde_json::to_value(&self.options));
        add("problem", serde_json::to_value(&self.problem));
        add("problems", Ok(self.problems.len().into()));
        echo
    }
}

/// Counts what is written.
struct Count(usize);

impl io::Write for Count {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 += bytes.len();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl ProblemRequest {
    /// The problem; `field` is what the request calls it.
    pub fn entry(&self, lang: Lang, field: &str) -> Result<ProblemEntry, ApiError> {
        let refuse = |key: &str, sentence| ApiError::input(format!("{field}.{key}"), sentence);
        let problem = Problem::from_sfen_with(&self.sfen, self.attacker.map(Into::into));
        let mut problem =
            problem.map_err(|error| refuse("sfen", core::problem_error(lang, &error)))?;
        crate::api::limit_moves(lang, &format!("{field}.moves"), &self.moves)?;
        for (ply, word) in (1..).zip(&self.moves) {
            let mv = parse_move(lang, word)?;
            problem = problem.play(mv).map_err(|error| {
                refuse("moves", crate::api::refusal(lang, &problem, ply, error))
            })?;
        }
        let mut entry = ProblemEntry::new(problem);
        entry.id.clone_from(&self.id);
        entry.title.clone_from(&self.title);
        entry.author.clone_from(&self.author);
        entry.expected = self
            .author_length
            .map_or(Expected::Unstated, Expected::Mate);
        Ok(match &self.author_line {
            Some(words) if !words.is_empty() => entry.with_solution(words),
            _ => entry,
        })
    }
}
