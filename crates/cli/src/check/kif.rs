//! A verdict as a KIF record: the findings are branches of the main line, with
//! comments, and the header 完全性 tells the verdict.

use super::task::Judged;
use crate::text::Text;
use crate::tree::kif::{head, row, written};
use kemuri_core::{Lang, Move};
use kemuri_judge::{Fact, Profile};
use std::cmp::Reverse;

/// The record of one problem.
pub fn write(judged: &Judged, profile: &Profile, text: Text) -> String {
    let (task, report) = (&judged.task, &judged.report);
    let length = report
        .answer
        .as_ref()
        .map(|answer| answer.length.to_string());
    let headers = [
        ("作品名", task.id.as_deref()),
        ("手数", length.as_deref()),
        // Programs look for these words, whatever the language of the comments.
        ("完全性", Some(report.verdict.word(Lang::Ja))),
    ];
    let mut out = head(&task.problem, &headers);
    let comment = |fact: &Fact| {
        let severity = text.severity(profile.severity(fact.kind));
        format!("*[{severity}] {}\n", judged.sentence(fact, text))
    };
    let main = &report.main_line;
    let is_branch = |fact: &&Fact| {
        let before = judged.before(fact);
        !fact.line.is_empty()
            && main.starts_with(before)
            && before.len() + 1 == fact.ply
            && main.get(before.len()) != fact.line.first()
            && is_legal(judged, before, &fact.line)
    };
    for fact in report.findings().filter(|fact| !is_branch(fact)) {
        out += &comment(fact);
    }
    let mut branches: Vec<&Fact> = report.findings().filter(is_branch).collect();
    // A branch leaves the line written last: those that leave late come first.
    branches.sort_by_key(|fact| Reverse(fact.ply));
    for (index, words) in written(&task.problem, main).iter().enumerate() {
        let ply = index + 1;
        out += &row(ply, words, branches.iter().any(|fact| fact.ply == ply));
    }
    if !main.is_empty() {
        out += &row(main.len() + 1, "詰み", false);
        out += &format!("まで{}手で詰み\n", main.len());
    }
    for (index, fact) in branches.iter().enumerate() {
        out += &format!("\n変化：{}手\n", fact.ply);
        let more = branches
            .get(index + 1)
            .is_some_and(|next| next.ply == fact.ply);
        let before = judged.before(fact);
        let moves = written(&task.problem, &[before, &fact.line].concat());
        for (offset, words) in moves.iter().skip(before.len()).enumerate() {
            out += &row(fact.ply + offset, words, more && offset == 0);
            if offset == 0 {
                out += &comment(fact);
            }
        }
    }
    out
}

fn is_legal(judged: &Judged, before: &[Move], line: &[Move]) -> bool {
    let moves = [before, line].concat();
    kemuri_core::notation::japanese(&judged.task.problem, &moves).is_some()
}
