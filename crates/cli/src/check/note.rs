//! A verdict as an editor writes it down.

use crate::{solve, wrapped};
use kemuri_judge::batch::{BatchOptions, CheckedProblem};
use kemuri_terminal::table::{Column, row};
use kemuri_text::{Lang, check, judge, solver, tr};

/// Everything about one problem. Every check that was examined is listed if the
/// settings ask for refutations.
pub fn full(checked: &CheckedProblem, options: &BatchOptions, lang: Lang) -> String {
    let (entry, report) = (&checked.entry, &checked.report);
    let mut out = format!(
        "{}\n{}\n",
        solve::diagram(entry, lang),
        wrapped(&check::verdict(lang, report, &options.profile_name))
    );
    if let Some((head, line)) = check::shown_line(lang, report) {
        out += &format!("\n{}\n", wrapped(&format!("{head}:")));
        out += &format!("{}\n", solve::wrap(&entry.problem, line, 0));
    }
    if report.in_doubt {
        out += &format!("{}\n", wrapped(&tr!(lang, "check-in-doubt")));
    }
    let findings = judge::findings(lang, checked, &options.check.profile);
    if !findings.is_empty() {
        out.push('\n');
    }
    for finding in findings {
        out += &format!("{}\n", wrapped(&finding));
    }
    if let Some(reason) = judge::undecided_because(lang, report) {
        out += &format!("{}\n", wrapped(&reason));
    }
    out += &format!("\n{}\n", wrapped(&check::examined(lang, report)));
    if options.check.refutations {
        for sentence in judge::refuted(lang, checked) {
            out += &format!("{}\n", wrapped(&format!("  {sentence}")));
        }
    }
    out += &tries(checked, options.check.refutations, lang);
    if checked.repairs.is_some() {
        out += &format!("\n{}", repairs(checked, "", lang));
    }
    out
}

/// The tries, if they were looked for.
fn tries(checked: &CheckedProblem, all: bool, lang: Lang) -> String {
    let Some((heading, sentences)) = check::tries(lang, checked, all) else {
        return String::new();
    };
    let mut out = format!("\n{heading}\n");
    for sentence in sentences {
        out += &format!("{}\n", wrapped(&format!("  {sentence}")));
    }
    out
}

/// The repairs that were found, if they were asked for, each line behind `indent`.
fn repairs(checked: &CheckedProblem, indent: &str, lang: Lang) -> String {
    let Some(repairs) = &checked.repairs else {
        return String::new();
    };
    let heading = match repairs.is_empty() {
        true => tr!(lang, "check-no-repairs"),
        false => tr!(lang, "check-repairs"),
    };
    let mut out = format!("{indent}{heading}\n");
    for repair in repairs {
        let sentence = format!("{indent}  {}", judge::repair(lang, repair));
        out += &format!("{}\n", wrapped(&sentence));
        out += &format!("{indent}    {}\n", repair.problem.to_sfen());
    }
    out
}

/// One line about one problem of a collection, and its repairs.
pub fn brief(checked: &CheckedProblem, lang: Lang) -> String {
    let report = &checked.report;
    let length = report.answer.as_ref();
    let cells = [
        checked.name(),
        judge::verdict(lang, report.verdict),
        length.map_or_else(String::new, |a| solver::length(lang, a.length, a.exact)),
        check::classes(checked, lang),
    ];
    let line = row(&[16, 10, 8, 0].map(Column::left), &cells);
    format!("{}\n{}", wrapped(&line), repairs(checked, "  ", lang))
}
