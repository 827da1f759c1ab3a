//! A tree as a KIF record with branches.

use super::refutation::RefutationPage;

use kemuri_formats::{Ending, Format, MoveTime, ProblemEntry, RecordBuilder, RecordErrorKind};
use kemuri_solver::tree::{TreeLine, TreeLines};
use kemuri_text::tree as sentences;
use kemuri_text::{Lang, formats, tr};

/// The record of the mate of a problem.
///
/// A problem is lawful and its tree has legal moves only, so there is a record.
pub fn write(entry: &ProblemEntry, lines: &TreeLines<'_>, lang: Lang) -> Option<String> {
    let notes = sentences::notes(lang, lines);
    record(entry, notes, &lines.list, lang, |builder, number| {
        add(builder, lines, number, lang)
    })
}

/// The record of the refutation of a problem.
pub fn write_refutation(page: &RefutationPage<'_>, entry: &ProblemEntry) -> Option<String> {
    let list = &page.lines.list;
    let verdict = tr!(page.lang, "solver-no-mate");
    let notes = [vec![verdict], page.notes()].concat();
    record(entry, notes, list, page.lang, |builder, number| {
        page.add(builder, number, &list[number])
    })
}

/// A record of lines, each of which is played by `add`.
fn record(
    entry: &ProblemEntry,
    notes: Vec<String>,
    list: &[TreeLine],
    lang: Lang,
    add: impl Fn(&mut RecordBuilder, usize) -> Result<(), RecordErrorKind>,
) -> Option<String> {
    let mut builder = RecordBuilder::from_problem(&entry.problem);
    for (name, value) in entry.headers_with(&[]) {
        builder.add_header(&name, &value);
    }
    let remarks = formats::below_diagram(lang, entry).into_iter();
    builder.last_mut().comments.extend(remarks.chain(notes));
    let mut waiting = vec![0];
    while let Some(number) = waiting.pop() {
        let line = list.get(number)?;
        if number > 0 {
            let first = line.moves.first().map_or(1, |mv| mv.ply);
            builder.branch(first).ok()?;
        }
        add(&mut builder, number).ok()?;
        // A branch leaves the line made last, so the last one pushed is that which
        // leaves latest, and of those that leave together the first.
        let mut leaving = line.leaving.clone();
        leaving.sort_by_key(|&(number, ply)| (ply, std::cmp::Reverse(number)));
        waiting.extend(leaving.into_iter().map(|(number, _)| number));
    }
    Some(kemuri_formats::write(&builder.finish(), Format::Kif).text)
}

/// Plays one line of a mate.
fn add(
    builder: &mut RecordBuilder,
    lines: &TreeLines<'_>,
    number: usize,
    lang: Lang,
) -> Result<(), RecordErrorKind> {
    let line: &TreeLine = &lines.list[number];
    let summary = format!("[{number}] {}", sentences::summary(lang, lines, line));
    if number == 0 {
        builder.last_mut().remark(&summary);
    }
    for (i, mv) in line.moves.iter().enumerate() {
        builder.play(mv.mv)?;
        builder.last_mut().set_times(vec![MoveTime::ZERO]);
        if number > 0 && i == 0 {
            builder.last_mut().remark(&summary);
        }
    }
    match sentences::ending(lang, lines, line) {
        Some(ending) => builder.last_mut().remark(&ending),
        None => {
            builder.end(Ending::Mate)?;
            builder.last_mut().set_times(vec![MoveTime::ZERO]);
        }
    }
    Ok(())
}
