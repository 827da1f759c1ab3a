//! A verdict as an editor writes it down.

use crate::text::Text;
use crate::{show, solve, units};
use kemuri_judge::batch::{BatchOptions, CheckedProblem};
use kemuri_judge::{Proof, Report};
use kemuri_text::judge;

/// Everything about one problem. Every check that was examined is listed if the
/// settings ask for refutations.
pub fn full(checked: &CheckedProblem, options: &BatchOptions, text: Text) -> String {
    let (entry, report) = (&checked.entry, &checked.report);
    let lang = text.0;
    let mut out = String::new();
    if let Some(id) = &entry.id {
        out += &format!("{id}\n");
    }
    out += &format!(
        "{}\n\n{}\n",
        show::plain(&entry.problem, text),
        text.judged(report, &options.profile_name)
    );
    if !report.main_line.is_empty() {
        out += &format!("\n{}:\n", text.main_line(report.by_author));
        out += &format!("{}\n", solve::wrap(&entry.problem, &report.main_line, 0));
        if let Some(remark) = uncounted(report, text) {
            out += &format!("{remark}\n");
        }
    }
    if report.in_doubt {
        out += &format!("{}\n", text.in_doubt());
    }
    let findings = judge::findings(lang, checked, &options.check.profile);
    if !findings.is_empty() {
        out.push('\n');
    }
    for finding in findings {
        out += &format!("{finding}\n");
    }
    out += &format!("\n{}\n", text.examined(report));
    if options.check.refutations {
        for sentence in judge::refuted(lang, checked) {
            out += &format!("  {sentence}\n");
        }
    }
    if checked.repairs.is_some() {
        out += &format!("\n{}", repairs(checked, "", text));
    }
    out
}

/// The repairs that were found, if they were asked for, each line behind `indent`.
fn repairs(checked: &CheckedProblem, indent: &str, text: Text) -> String {
    let Some(repairs) = &checked.repairs else {
        return String::new();
    };
    let mut out = format!("{indent}{}\n", text.repairs(!repairs.is_empty()));
    for repair in repairs {
        out += &format!("{indent}  {}\n", judge::repair(text.0, repair));
        out += &format!("{indent}    {}\n", repair.problem.to_sfen());
    }
    out
}

/// One line about one problem of a collection, and its repairs.
pub fn brief(checked: &CheckedProblem, text: Text) -> String {
    let report = &checked.report;
    let length = report.answer.as_ref();
    let length = length.map_or(String::new(), |a| {
        kemuri_text::solver::length(text.0, a.length, a.exact)
    });
    let line = format!(
        "{} {} {} {}",
        units::padded(&checked.name(), 16),
        units::padded(&judge::verdict(text.0, report.verdict), 10),
        units::padded(&length, 8),
        classes(checked, text),
    );
    format!("{}\n{}", line.trim_end(), repairs(checked, "  ", text))
}

/// That plies of our own line do not count, if that is so.
pub fn uncounted(report: &Report, text: Text) -> Option<String> {
    let answer = report.answer.as_ref().filter(|_| !report.by_author)?;
    let more = report.main_line.len().checked_sub(answer.length as usize)?;
    (more > 0).then(|| kemuri_text::tr!(text.0, "solve-uncounted", plies = more))
}

/// The classes of what was found, each with the ply at which it comes first.
pub fn classes(checked: &CheckedProblem, text: Text) -> String {
    let mut words: Vec<String> = Vec::new();
    let mut seen = Vec::new();
    for fact in checked.report.findings() {
        let place = (fact.kind, fact.proof);
        if seen.contains(&place) {
            continue;
        }
        seen.push(place);
        let word = judge::kind(text.0, fact.kind);
        let doubt = if fact.proof == Proof::Undecided {
            "?"
        } else {
            ""
        };
        words.push(match fact.ply {
            0 => format!("{word}{doubt}"),
            ply => format!("{word}{doubt} ({ply})"),
        });
    }
    words.join(", ")
}
