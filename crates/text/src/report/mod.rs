//! Reports to be read elsewhere: Markdown, and one web page that needs nothing
//! but itself. Both are templates that are filled with the same content.

mod kif;

pub use kif::write as kif;

use crate::{Lang, check, diagram, formats, judge, solver, tr, wrap};
use askama::Template;
use kemuri_core::{Move, Problem, notation};
use kemuri_diagram::{Diagram, Style, escape, svg};
use kemuri_judge::batch::{BatchOptions, CheckedProblem};

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

/// Returns a web page for print: the diagrams with their captions, and the solutions on pages of
/// their own.
pub fn print(report: &ReportContent<'_>) -> Result<String, askama::Error> {
    Ok(PrintReport { report }.render()? + "\n")
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

#[derive(Template)]
#[template(path = "print.html")]
struct PrintReport<'a> {
    report: &'a ReportContent<'a>,
}

/// What a report says.
pub struct ReportContent<'a> {
    lang: &'static str,
    title: String,
    totals: String,
    /// How to decide what is undecided.
    go_on: Option<String>,
    heads: [String; 4],
    /// The heading of the solutions where they are apart.
    solutions: String,
    problems: Vec<ProblemContent<'a>>,
}

/// What a report says of a problem.
struct ProblemContent<'a> {
    problem: &'a Problem,
    lang: Lang,
    name: String,
    /// What its source says of it besides the title: author, source, number.
    described: Vec<String>,
    /// The name of the verdict in CSS.
    class: &'static str,
    verdict: String,
    length: String,
    classes: String,
    head: String,
    /// What is to be said of the position, the line, and what is undecided.
    remarks: Vec<String>,
    findings: Vec<String>,
    repairs: Vec<RepairContent>,
    examined: String,
    refuted: Option<Vec<String>>,
    /// A heading and the tries.
    tries: Option<(String, Vec<String>)>,
}

struct RepairContent {
    change: String,
    sfen: String,
}

impl<'a> ReportContent<'a> {
    /// Says what was found in all problems, and how to `go_on`. Every check that was
    /// examined is listed if the settings ask for refutations.
    pub fn new(
        all: &'a [CheckedProblem],
        options: &BatchOptions,
        go_on: Option<String>,
        lang: Lang,
    ) -> Self {
        let count = |verdict| {
            let verdicts = all.iter().map(|checked| checked.report.verdict);
            verdicts.filter(|&other| other == verdict).count()
        };
        let problems = all.iter();
        Self {
            lang: lang.code(),
            title: tr!(lang, "check-title"),
            totals: check::counts(lang, count, 0),
            go_on,
            heads: [
                tr!(lang, "check-head-problem"),
                tr!(lang, "check-head-verdict"),
                tr!(lang, "check-head-length"),
                tr!(lang, "check-head-findings"),
            ],
            solutions: tr!(lang, "check-solutions"),
            problems: problems
                .map(|checked| ProblemContent::new(checked, options, lang))
                .collect(),
        }
    }
}

impl<'a> ProblemContent<'a> {
    fn new(checked: &'a CheckedProblem, options: &BatchOptions, lang: Lang) -> Self {
        let report = &checked.report;
        let (profile, refutations) = (&options.check.profile, options.check.refutations);
        let answer = report.answer.as_ref();
        let line = check::shown_line(lang, report);
        let line = line.map(|(head, line)| format!("{head}: {}", moves(checked, line)));
        let problem = &checked.entry.problem;
        let nowhere = problem.unaccounted();
        let nowhere =
            (!nowhere.is_empty()).then(|| judge::title(&formats::unaccounted(lang, nowhere)));
        let position = formats::below_diagram(lang, &checked.entry).into_iter();
        let of_check = [
            line,
            report.in_doubt.then(|| tr!(lang, "check-in-doubt")),
            judge::undecided_because(lang, report),
        ];
        let remarks = position
            .chain(nowhere)
            .chain(of_check.into_iter().flatten());
        let repairs = checked
            .repairs
            .iter()
            .flatten()
            .map(|repair| RepairContent {
                change: judge::repair(lang, repair),
                sfen: repair.problem.to_sfen(),
            });
        Self {
            problem,
            lang,
            name: checked.name(),
            described: described(checked),
            class: report.verdict.name(),
            verdict: judge::verdict(lang, report.verdict),
            length: answer.map_or(String::new(), |a| solver::length(lang, a.length, a.exact)),
            classes: check::classes(checked, lang),
            head: check::verdict(lang, report, &options.profile_name),
            remarks: remarks.collect(),
            findings: judge::findings(lang, checked, profile),
            repairs: repairs.collect(),
            examined: check::examined(lang, report),
            refuted: refutations.then(|| judge::refuted(lang, checked)),
            tries: check::tries(lang, checked, refutations),
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

    /// A sentence in HTML, in which no line ends inside a move.
    fn with_moves(&self, sentence: &str) -> String {
        let (mut out, mut from) = (String::new(), 0);
        for range in wrap::moves(sentence) {
            let mv = escape(&sentence[range.clone()]);
            out += &escape(&sentence[from..range.start]);
            out += &format!("<span class=\"move\">{mv}</span>");
            from = range.end;
        }
        out + &escape(&sentence[from..])
    }

    /// The diagram in characters.
    fn board(&self) -> String {
        diagram::plain(self.lang, self.problem)
    }
}

/// The headers of the source but the title.
fn described(checked: &CheckedProblem) -> Vec<String> {
    let headers = checked
        .entry
        .described()
        .filter(|(name, _)| *name != "作品名");
    headers
        .map(|(name, value)| format!("{name}：{value}"))
        .collect()
}

fn moves(checked: &CheckedProblem, line: &[Move]) -> String {
    notation::japanese(&checked.entry.problem, line)
        .unwrap_or_else(|| line.iter().map(|mv| mv.to_usi()).collect())
        .join(" ")
}
