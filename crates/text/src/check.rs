//! Sentences about a check as a whole.

use crate::{Lang, judge, quote, solver, tr, units};
use kemuri_core::Move;
use kemuri_judge::batch::CheckedProblem;
use kemuri_judge::{Fact, FactKind, MainLineTry, Report, Soundness};

/// Returns the verdict as the head of a note.
pub fn verdict(lang: Lang, report: &Report, profile: &str) -> String {
    let verdict = judge::verdict(lang, report.verdict);
    let profile = quote(profile);
    let Some(answer) = &report.answer else {
        return tr!(lang, "check-verdict", verdict, profile);
    };
    let length = match answer.exact {
        true => tr!(lang, "check-mate-in", length = answer.length),
        false => tr!(lang, "check-mate-within", length = answer.length),
    };
    tr!(lang, "check-verdict-of-mate", verdict, length, profile)
}

/// Returns what stands before the main line.
pub fn main_line(lang: Lang, by_author: bool) -> String {
    match by_author {
        true => tr!(lang, "check-authors-line"),
        false => tr!(lang, "check-answer"),
    }
}

/// The line that a report shows, after what stands before it: the main line, or while
/// there is none the mate that is not proven shortest.
pub fn shown_line(lang: Lang, report: &Report) -> Option<(String, &[Move])> {
    if !report.main_line.is_empty() {
        return Some((main_line(lang, report.by_author), &report.main_line));
    }
    let bound = report.answer.as_ref().filter(|answer| !answer.exact)?;
    let (length, plies) = (bound.length, bound.line.len());
    let head = match plies < length as usize {
        true => tr!(lang, "check-short-line-of-bound", length, plies),
        false => tr!(lang, "check-line-of-bound", length),
    };
    (plies > 0).then_some((head, &bound.line))
}

/// Says how much was examined.
pub fn examined(lang: Lang, report: &Report) -> String {
    let (nodes, time) = (units::grouped(report.nodes), units::seconds(report.time));
    match report.refuted() {
        0 => tr!(lang, "check-cost", nodes, time),
        refuted => tr!(lang, "check-examined", refuted, nodes, time),
    }
}

/// Tries that are listed where not all are wanted.
const FEW_TRIES: usize = 5;

/// Lists the tries if they were looked for: a heading, and a sentence each. All are
/// listed if `all` are wanted.
pub fn tries(lang: Lang, checked: &CheckedProblem, all: bool) -> Option<(String, Vec<String>)> {
    let report = &checked.report;
    let tries = report.tries.as_ref()?;
    let open = report.open_tries.unwrap_or(0);
    let unranked = report.unranked_tries.unwrap_or(0);
    let is_known = open + unranked == 0 && tries.iter().all(is_rank_proven);
    let heading = match (tries.len(), is_known) {
        (0, true) => tr!(lang, "check-no-tries"),
        (0, false) => tr!(lang, "check-no-try-known"),
        (_, true) => tr!(lang, "check-tries"),
        (_, false) => tr!(lang, "check-tries-so-far"),
    };
    let limit = if all { tries.len() } else { FEW_TRIES };
    let mut sentences = judge::tries(lang, checked, limit);
    let more = tries.len() - sentences.len();
    if more > 0 {
        sentences.push(tr!(lang, "check-tries-more", count = more));
    }
    if unranked > 0 {
        sentences.push(tr!(lang, "check-tries-unranked", count = unranked));
    }
    if open > 0 {
        sentences.push(tr!(lang, "check-tries-open", count = open));
    }
    Some((heading, sentences))
}

/// Whether it is proven how many replies refute a try, and if it is one, how deep it
/// goes.
fn is_rank_proven(one: &MainLineTry) -> bool {
    let replies = &one.found.replies;
    replies.undecided == 0 && (replies.refuting.len() > 1 || one.found.exact)
}

/// Says how many problems got which verdict; `skipped` of them were known before.
pub fn counts(lang: Lang, count: impl Fn(Soundness) -> usize, skipped: usize) -> String {
    let total: usize = Soundness::ALL.into_iter().map(&count).sum();
    let counts = Soundness::ALL.map(|verdict| {
        let count = count(verdict);
        let verdict = judge::verdict(lang, verdict);
        tr!(lang, "check-summary-count", verdict, count)
    });
    let counts = counts.join(&tr!(lang, "check-summary-comma"));
    match skipped {
        0 => tr!(lang, "check-summary", total, counts),
        _ => tr!(lang, "check-summary-resumed", total, counts, skipped),
    }
}

/// The classes of what was found, each with the ply at which it comes first. Those that
/// are undecided come last, behind that word and the reason.
pub fn classes(checked: &CheckedProblem, lang: Lang) -> String {
    let report = &checked.report;
    let proven = kinds(lang, report.proven(), |kind| judge::kind(lang, kind));
    let undecided = kinds(lang, report.undecided(), |kind| {
        judge::open_kind(lang, kind)
    });
    let undecided = match (undecided.is_empty(), report.reason) {
        (true, _) => String::new(),
        (false, None) => tr!(lang, "check-undecided-kinds", kinds = undecided),
        (false, Some(reason)) => {
            let reason = solver::reason_word(lang, reason);
            tr!(
                lang,
                "check-undecided-kinds-reason",
                reason,
                kinds = undecided
            )
        }
    };
    let parts = [proven, undecided].into_iter();
    let parts: Vec<String> = parts.filter(|part| !part.is_empty()).collect();
    parts.join(&tr!(lang, "check-summary-comma"))
}

/// The classes of some facts, each with the ply at which it comes first.
fn kinds<'a>(
    lang: Lang,
    facts: impl Iterator<Item = &'a Fact>,
    name: impl Fn(FactKind) -> String,
) -> String {
    let mut seen = Vec::new();
    let mut words = Vec::new();
    for fact in facts {
        if seen.contains(&fact.kind) {
            continue;
        }
        seen.push(fact.kind);
        let word = name(fact.kind);
        words.push(match fact.ply {
            0 => word,
            ply => tr!(lang, "check-class-at", class = word, ply),
        });
    }
    words.join(&tr!(lang, "check-summary-comma"))
}
