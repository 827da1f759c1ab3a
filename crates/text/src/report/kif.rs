//! A verdict as a KIF record: the findings are branches of the main line, with
//! comments, and the header 完全性 tells the verdict.

use crate::{Lang, check, formats, judge, tr};
use kemuri_core::{Move, notation};
use kemuri_formats::{Ending, Format, MoveTime, RecordBuilder, RecordErrorKind};
use kemuri_judge::batch::CheckedProblem;
use kemuri_judge::{Fact, Profile};
use std::cmp::Reverse;

/// The closest tries that are branches.
const TRIES: usize = 20;

/// The record of one problem; `go_on` says how to decide what is undecided.
///
/// A problem is lawful and the moves of its report are legal but for those of an
/// author, which are told in words, so there is a record.
pub fn write(
    checked: &CheckedProblem,
    profile: &Profile,
    go_on: Option<&str>,
    lang: Lang,
) -> Option<String> {
    let (entry, report) = (&checked.entry, &checked.report);
    let mut builder = RecordBuilder::from_problem(&entry.problem);
    // The header states a length: a bound is none.
    let proven = report.answer.as_ref().filter(|answer| answer.exact);
    let length = proven.map(|answer| answer.length.to_string());
    let headers = entry.headers_with(&[
        ("手数", length),
        // Programs look for these words, whatever the language of the comments.
        ("完全性", Some(judge::verdict(Lang::Ja, report.verdict))),
    ]);
    for (name, value) in headers {
        builder.add_header(&name, &value);
    }
    let comment = |fact: &Fact| judge::finding(lang, checked, profile, fact);
    let (branches, remarks): (Vec<&Fact>, Vec<&Fact>) =
        report.findings().partition(|fact| is_branch(checked, fact));
    let position = formats::below_diagram(lang, entry).into_iter();
    let in_doubt = report.in_doubt.then(|| tr!(lang, "check-in-doubt"));
    let remarks = position
        .chain(in_doubt)
        .chain(remarks.into_iter().map(comment));
    let remarks = remarks.chain(judge::undecided_because(lang, report));
    for remark in remarks.chain(go_on.map(Into::into)) {
        builder.last_mut().remark(&remark);
    }
    let (head, line) = check::shown_line(lang, report).unwrap_or_default();
    // Of a main line the header tells all.
    let head = Some(&*head).filter(|_| report.main_line.is_empty());
    add(&mut builder, line, head).ok()?;
    if !line.is_empty() {
        builder.end(Ending::Mate).ok()?;
        builder.last_mut().set_times(vec![MoveTime::ZERO]);
    }
    let facts = branches.into_iter();
    let facts = facts.map(|fact| (fact.ply, &fact.line, comment(fact)));
    let tries = report.tries.iter().flatten().take(TRIES);
    let tries = tries.map(|one| (one.ply, &one.found.line, judge::one_try(lang, checked, one)));
    let mut branches: Vec<_> = facts.chain(tries).collect();
    // A branch leaves the line made last: those that leave late come first.
    branches.sort_by_key(|&(ply, ..)| Reverse(ply));
    for (ply, line, comment) in branches {
        builder.branch(ply).ok()?;
        add(&mut builder, line, Some(&comment)).ok()?;
    }
    Some(kemuri_formats::write(&builder.finish(), Format::Kif).text)
}

/// Plays the moves of a line; the remark belongs to the first of them.
fn add(
    builder: &mut RecordBuilder,
    line: &[Move],
    remark: Option<&str>,
) -> Result<(), RecordErrorKind> {
    let mut remark = remark;
    for &mv in line {
        builder.play(mv)?;
        builder.last_mut().set_times(vec![MoveTime::ZERO]);
        if let Some(remark) = remark.take() {
            builder.last_mut().remark(remark);
        }
    }
    Ok(())
}

/// Whether a fact is a line that leaves the main line and can be played.
fn is_branch(checked: &CheckedProblem, fact: &Fact) -> bool {
    let (main, before) = (&checked.report.main_line, checked.moves_before(fact));
    !fact.line.is_empty()
        && main.starts_with(before)
        && before.len() + 1 == fact.ply
        && main.get(before.len()) != fact.line.first()
        && notation::japanese(&checked.entry.problem, &[before, &fact.line].concat()).is_some()
}
