//! Reports to be read elsewhere: Markdown, and one web page that needs nothing
//! but itself. Both are templates that are filled with the same content.

use super::note;
use crate::show;
use crate::text::Text;
use askama::Template;
use kemuri_core::{Problem, notation};
use kemuri_diagram::{Diagram, Style, svg};
use kemuri_judge::Soundness;
use kemuri_judge::batch::{BatchOptions, CheckedProblem};
use kemuri_text::judge;

/// Width of a diagram on a web page, in pixels.
const WIDTH: u32 = 300;

/// How a report in Markdown starts.
pub const MARKDOWN: &str = "<!-- kemuri check -->\n";
/// How a report in HTML starts.
pub const HTML: &str = "<!DOCTYPE html>\n<!-- kemuri check -->\n";

/// Returns the report as Markdown.
pub fn markdown(report: &ReportContent<'_>) -> Result<String, askama::Error> {
    MarkdownReport { report }.render()
}

/// Returns the report as a web page.
pub fn html(report: &ReportContent<'_>) -> Result<String, askama::Error> {
    // A template loses its last line break.
    Ok(HtmlReport { report }.render()? + "\n")
}

#[derive(Template)]
#[template(path = "check.md")]
struct MarkdownReport<'a> {
    report: &'a ReportContent<'a>,
}

#[derive(Template)]
#[template(path = "check.html")]
struct HtmlReport<'a> {
    report: &'a ReportContent<'a>,
}

/// What a report says.
pub struct ReportContent<'a> {
    lang: &'static str,
    title: String,
    totals: String,
    heads: [String; 4],
    problems: Vec<ProblemContent<'a>>,
}

/// What a report says of a problem.
struct ProblemContent<'a> {
    problem: &'a Problem,
    text: Text,
    name: String,
    /// The name of the verdict in CSS.
    class: &'static str,
    verdict: String,
    length: String,
    classes: String,
    head: String,
    /// The main line, and what is to be said of it.
    remarks: Vec<String>,
    findings: Vec<String>,
    repairs: Vec<RepairContent>,
    examined: String,
    refuted: Option<Vec<String>>,
}

struct RepairContent {
    change: String,
    sfen: String,
}

impl<'a> ReportContent<'a> {
    /// Says what was found in all problems. Every check that was examined is listed
    /// if the settings ask for refutations.
    pub fn new(all: &'a [CheckedProblem], options: &BatchOptions, text: Text) -> Self {
        let problems = all.iter();
        Self {
            lang: text.code(),
            title: text.check_title(),
            totals: totals(all, text),
            heads: text.check_heads(),
            problems: problems
                .map(|checked| ProblemContent::new(checked, options, text))
                .collect(),
        }
    }
}

impl<'a> ProblemContent<'a> {
    fn new(checked: &'a CheckedProblem, options: &BatchOptions, text: Text) -> Self {
        let (lang, report) = (text.0, &checked.report);
        let (profile, refutations) = (&options.check.profile, options.check.refutations);
        let answer = report.answer.as_ref();
        let main_line = (!report.main_line.is_empty()).then(|| {
            let head = text.main_line(report.by_author);
            format!("{head}: {}", main_line(checked))
        });
        let remarks = [
            main_line,
            note::uncounted(report, text),
            report.in_doubt.then(|| text.in_doubt()),
        ];
        let repairs = checked
            .repairs
            .iter()
            .flatten()
            .map(|repair| RepairContent {
                change: judge::repair(text.0, repair),
                sfen: repair.problem.to_sfen(),
            });
        Self {
            problem: &checked.entry.problem,
            text,
            name: checked.name(),
            class: report.verdict.name(),
            verdict: judge::verdict(text.0, report.verdict),
            length: answer.map_or(String::new(), |a| {
                kemuri_text::solver::length(text.0, a.length, a.exact)
            }),
            classes: note::classes(checked, text),
            head: text.judged(report, &options.profile_name),
            remarks: remarks.into_iter().flatten().collect(),
            findings: judge::findings(lang, checked, profile),
            repairs: repairs.collect(),
            examined: text.examined(report),
            refuted: refutations.then(|| judge::refuted(lang, checked)),
        }
    }

    /// The diagram as SVG.
    fn picture(&self) -> String {
        svg::write(
            &Diagram::from_problem(self.problem),
            &Style::default(),
            WIDTH,
        )
    }

    /// The diagram in characters.
    fn board(&self) -> String {
        show::plain(self.problem, self.text)
    }
}

/// How many problems got which verdict.
fn totals(all: &[CheckedProblem], text: Text) -> String {
    let counts = Soundness::ALL.map(|verdict| {
        let of_it = all
            .iter()
            .filter(|checked| checked.report.verdict == verdict);
        (verdict, of_it.count())
    });
    text.check_summary(&counts, 0)
}

fn main_line(checked: &CheckedProblem) -> String {
    let line = &checked.report.main_line;
    notation::japanese(&checked.entry.problem, line)
        .unwrap_or_else(|| line.iter().map(|mv| mv.to_usi()).collect())
        .join(" ")
}
