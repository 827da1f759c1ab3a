//! The arguments of `kemuri check`.

use super::error::bad_value;
use super::{UsageError, attacker, count, duration, futile, inputs, search_options, threads};
use crate::text::Text;
use clap::ArgMatches;
use kemuri_core::Color;
use kemuri_solver::{Futile, Options};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The arguments of `kemuri check`.
pub struct CheckArgs {
    /// SFENs, files or `-`.
    pub inputs: Vec<OsString>,
    /// Who attacks, if the position is not to decide.
    pub attacker: Option<Color>,
    /// The name or the file of the profile.
    pub profile: OsString,
    /// The interpositions that do not count.
    pub futile: Futile,
    /// The search options.
    pub options: Options,
    /// Time limit for each problem.
    pub time: Option<Duration>,
    /// Node limit for each problem.
    pub nodes: Option<u64>,
    /// Problems that are checked at the same time.
    pub threads: Option<usize>,
    /// One JSON object a line.
    pub json: bool,
    /// Full details for every problem of a collection.
    pub verbose: bool,
    /// Whether progress may be shown.
    pub progress: bool,
    /// Whether repairs are tried.
    pub suggest: bool,
    /// The document to write, and its form.
    pub report: Option<(PathBuf, ReportFormat)>,
    /// Where verdicts are kept from run to run.
    pub resume: Option<PathBuf>,
}

/// The forms of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReportFormat {
    /// One web page with diagrams.
    Html,
    /// A KIF record with the findings as branches.
    Kif,
    /// Markdown.
    Markdown,
}

pub(super) fn args(m: &ArgMatches) -> Result<CheckArgs, UsageError> {
    let profile = m.get_one::<OsString>("profile").cloned();
    Ok(CheckArgs {
        inputs: inputs(m),
        attacker: attacker(m)?,
        profile: profile.unwrap_or_else(|| "magazine".into()),
        futile: futile(m)?,
        options: Options {
            // Its threads have a problem each.
            threads: 1,
            ..search_options(m)?
        },
        time: duration(m, "time", "--time")?,
        nodes: count(m, "nodes", "--nodes")?,
        threads: threads(m)?,
        json: m.get_flag("json"),
        verbose: m.get_flag("verbose"),
        progress: !m.get_flag("no-progress"),
        suggest: m.get_flag("suggest"),
        report: report(m)?,
        resume: resume(m)?,
    })
}

fn report(m: &ArgMatches) -> Result<Option<(PathBuf, ReportFormat)>, UsageError> {
    let Some(file) = m.get_one::<OsString>("report") else {
        return Ok(None);
    };
    let ending = Path::new(file).extension().map(|e| e.to_ascii_lowercase());
    let format = match ending.as_ref().and_then(|e| e.to_str()) {
        Some("html" | "htm") => ReportFormat::Html,
        Some("kif" | "kifu") => ReportFormat::Kif,
        Some("md") => ReportFormat::Markdown,
        _ => return Err(bad_value("--report", &file.to_string_lossy(), Text::REPORT)),
    };
    Ok(Some((file.into(), format)))
}

fn resume(m: &ArgMatches) -> Result<Option<PathBuf>, UsageError> {
    match m.get_one::<OsString>("resume") {
        Some(file) if file.is_empty() || file == "-" => {
            Err(bad_value("--resume", &file.to_string_lossy(), Text::FILE))
        }
        file => Ok(file.map(PathBuf::from)),
    }
}
