//! The work of a job: one module for each kind.

mod batch;
mod check;
mod compose;
mod solve;
mod tree;
mod verify;

pub use check::Report;

use super::both::Both;
use super::job::{Failure, Job};
use super::request::{JobKind, JobOptions, JobRequest};
use crate::error::{ApiError, ErrorCode};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use check::NamedProfile;
use kemuri_core::{Move, Problem, notation};
use kemuri_formats::ProblemEntry;
use kemuri_judge::Profile;
use kemuri_solver::{Options, Solver};
use kemuri_text::{Lang, solver, tr};
use serde_json::Value;

/// Problems of a batch, at most.
const MAX_PROBLEMS: usize = 10_000;

/// What a job may take.
#[derive(Clone, Copy, Debug)]
pub struct Resources {
    /// Bytes of its tables.
    pub hash: u64,
    /// Threads of its search, at most.
    pub threads: u64,
}

/// A request whose input has been read.
pub enum Work {
    /// Solve a problem.
    Solve(Box<ProblemEntry>, JobOptions),
    /// Solve a problem, with its variations.
    Tree(Box<ProblemEntry>, JobOptions),
    /// Check a problem.
    Check(Box<ProblemEntry>, JobOptions, NamedProfile),
    /// Extend a problem backwards.
    Compose(Box<ProblemEntry>, JobOptions),
    /// Verify a certificate.
    Verify(Vec<u8>),
    /// Solve many problems.
    SolveAll(Vec<ProblemEntry>, JobOptions),
    /// Check many problems.
    CheckAll(Vec<ProblemEntry>, JobOptions, NamedProfile),
    /// Panic, as no work should.
    #[cfg(test)]
    Panic,
}

/// What a job has found in the end.
#[derive(Default)]
pub struct Done {
    /// The result; what was found one by one is not part of it.
    pub result: Option<Both>,
    /// The bytes of a certificate.
    pub certificate: Option<Vec<u8>>,
    /// What a report is made of.
    pub report: Option<Report>,
}

impl Work {
    /// Reads the input of a request.
    pub fn new(lang: Lang, request: JobRequest) -> Result<Self, ApiError> {
        let options = request.options;
        let problem = || {
            let problem = request
                .problem
                .as_ref()
                .ok_or_else(|| missing(lang, "problem"))?;
            Ok(Box::new(problem.entry(lang, "problem")?))
        };
        let problems = || {
            if request.problems.is_empty() {
                return Err(missing(lang, "problems"));
            }
            if request.problems.len() > MAX_PROBLEMS {
                let sentence = tr!(lang, "web-batch-too-long", count = MAX_PROBLEMS);
                return Err(ApiError::input("problems", sentence));
            }
            let all = request.problems.iter().enumerate();
            all.map(|(place, problem)| problem.entry(lang, &format!("problems[{place}]")))
                .collect::<Result<Vec<_>, _>>()
        };
        Ok(match request.kind {
            JobKind::Solve => Self::Solve(problem()?, options),
            JobKind::Tree => Self::Tree(problem()?, options),
            JobKind::Check => {
                let profile = profile(lang, &options)?;
                Self::Check(problem()?, options, profile)
            }
            JobKind::Compose => Self::Compose(problem()?, options),
            JobKind::Verify => {
                let text = request.certificate.as_deref();
                let text = text.ok_or_else(|| missing(lang, "certificate"))?;
                let decoded = STANDARD.decode(text.trim());
                let wrong = |_| ApiError::input("certificate", tr!(lang, "web-bad-base64"));
                Self::Verify(decoded.map_err(wrong)?)
            }
            JobKind::Batch if options.check => {
                let profile = profile(lang, &options)?;
                Self::CheckAll(problems()?, options, profile)
            }
            JobKind::Batch => Self::SolveAll(problems()?, options),
        })
    }

    /// The problem that it is about, if it is one.
    pub fn problem(&self) -> Option<&Problem> {
        match self {
            Self::Solve(entry, _)
            | Self::Tree(entry, _)
            | Self::Check(entry, ..)
            | Self::Compose(entry, _) => Some(&entry.problem),
            Self::Verify(_) | Self::SolveAll(..) | Self::CheckAll(..) => None,
            #[cfg(test)]
            Self::Panic => None,
        }
    }

    /// Does it.
    pub fn run(&self, job: &Job, resources: Resources) -> Result<Done, Failure> {
        match self {
            Self::Solve(entry, options) => solve::run(entry, options, job, resources),
            Self::Tree(entry, options) => tree::run(entry, options, job, resources),
            Self::Check(entry, options, profile) => {
                let entries = std::slice::from_ref(entry.as_ref());
                check::run(entries, options, profile, job, resources, false)
            }
            Self::Compose(entry, options) => compose::run(entry, options, job, resources),
            Self::Verify(certificate) => verify::run(certificate, job),
            Self::SolveAll(entries, options) => batch::run(entries, options, job, resources),
            Self::CheckAll(entries, options, profile) => {
                check::run(entries, options, profile, job, resources, true)
            }
            #[cfg(test)]
            Self::Panic => panic!("as the test wants"),
        }
    }
}

/// The profile that a request names; the default if it names none.
fn profile(lang: Lang, options: &JobOptions) -> Result<NamedProfile, ApiError> {
    let default = Profile::names().next().unwrap_or_default();
    let name = options.profile.as_deref().unwrap_or(default);
    let profile = Profile::named(name).ok_or_else(|| {
        let names: Vec<&str> = Profile::names().collect();
        let sentence = tr!(lang, "web-profile", names = names.join(", "));
        ApiError::input("options.profile", sentence)
    })?;
    Ok(NamedProfile {
        name: name.into(),
        profile,
    })
}

fn missing(lang: Lang, field: &str) -> ApiError {
    ApiError::input(field, tr!(lang, "web-missing", field))
}

impl Resources {
    /// The same with so many bytes.
    pub fn with_hash(self, hash: u64) -> Self {
        Self { hash, ..self }
    }

    /// The options of a search, as a job asks for them and as far as it may.
    pub fn options(self, asked: &JobOptions) -> Options {
        let mut options = Options::default();
        let least = 64 << 10;
        options.hash = asked
            .hash
            .unwrap_or(self.hash)
            .clamp(least, self.hash.max(least));
        options.threads = asked.threads.unwrap_or(1).clamp(1, self.threads);
        options
    }

    /// A solver for a job.
    pub fn solver(self, asked: &JobOptions) -> Result<Solver, Failure> {
        Solver::new(self.options(asked)).map_err(|error| {
            Failure::new(ErrorCode::Internal, |lang| {
                solver::solver_error(lang, &error)
            })
        })
    }
}

/// The moves of a line as players write them.
pub fn japanese(problem: &Problem, line: &[Move]) -> Value {
    let words = notation::japanese(problem, line);
    words.unwrap_or_else(|| kemuri_core::json::usi(line)).into()
}
