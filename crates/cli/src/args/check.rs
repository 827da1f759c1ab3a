//! The arguments of `kemuri check`.

use super::values;
use clap::builder::{OsStringValueParser, TypedValueParser};
use clap::{Args, ValueHint};
use kemuri_core::Color;
use kemuri_solver::Futile;
use kemuri_terminal::args::OneThreadOptions;
use kemuri_terminal::args::values::ValueError;
use kemuri_text::tr;
use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

/// The arguments of `kemuri check`.
#[derive(Args)]
pub struct CheckArgs {
    /// SFENs, files or `-`.
    #[arg(value_name = "INPUT", value_hint = ValueHint::FilePath)]
    pub inputs: Vec<OsString>,
    /// The name or the file of the profile.
    #[arg(
        long,
        value_name = "NAME|FILE",
        default_value = "magazine",
        hide_default_value = true,
        value_hint = ValueHint::FilePath
    )]
    pub profile: OsString,
    /// One JSON object a line.
    #[arg(long)]
    pub json: bool,
    /// The document to write, and its form.
    #[arg(long, value_name = "FILE", value_parser = report(), value_hint = ValueHint::FilePath)]
    pub report: Option<(PathBuf, ReportFormat)>,
    /// Where verdicts are kept from run to run.
    #[arg(long, value_name = "FILE", value_parser = values::file(), value_hint = ValueHint::FilePath)]
    pub resume: Option<PathBuf>,
    /// Whether repairs are tried.
    #[arg(long)]
    pub suggest: bool,
    /// Whether the tries are listed.
    #[arg(long)]
    pub tries: bool,
    /// Time limit for each problem.
    #[arg(long, value_parser = values::time)]
    pub time: Option<Duration>,
    /// Node limit for each problem.
    #[arg(long, value_name = "N", value_parser = values::count::<u64>)]
    pub nodes: Option<u64>,
    /// Problems that are checked at the same time.
    #[arg(long, value_name = "N", value_parser = values::search_threads)]
    pub threads: Option<usize>,
    /// Who attacks, if the position is not to decide.
    #[arg(long, value_parser = values::side())]
    pub attacker: Option<Color>,
    /// Whether the defender gets every piece that is nowhere.
    #[arg(long)]
    pub rest: bool,
    /// The interpositions that do not count.
    #[arg(
        long,
        value_parser = values::named(&Futile::ALL),
        default_value = "standard",
        hide_default_value = true
    )]
    pub futile: Futile,
    /// Full details for every problem of a collection.
    #[arg(short, long)]
    pub verbose: bool,
    /// Whether progress may be shown.
    #[arg(long = "no-progress", action = clap::ArgAction::SetFalse)]
    pub progress: bool,
    /// The search options.
    #[command(flatten)]
    pub options: OneThreadOptions,
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

/// Parses the name of a report, whose end gives its form.
fn report() -> impl TypedValueParser<Value = (PathBuf, ReportFormat)> {
    OsStringValueParser::new().try_map(|file| {
        let path = PathBuf::from(file);
        let end = path.extension().map(|end| end.to_ascii_lowercase());
        match end.as_ref().and_then(|end| end.to_str()) {
            Some("html" | "htm") => Ok((path, ReportFormat::Html)),
            Some("kif" | "kifu") => Ok((path, ReportFormat::Kif)),
            Some("md") => Ok((path, ReportFormat::Markdown)),
            _ => Err(ValueError::wanted(|lang| tr!(lang, "help-wanted-report"))),
        }
    })
}
