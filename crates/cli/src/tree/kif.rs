//! A tree as a KIF record with branches.

use super::sentences;
use crate::notes;
use kemuri_formats::{Ending, Format, MoveTime, ProblemEntry, RecordBuilder, RecordErrorKind};
use kemuri_solver::tree::{TreeLine, TreeLines};
use kemuri_text::Lang;

/// The record of the mate of a problem.
///
/// A problem is lawful and its tree has legal moves only, so there is a record.
pub fn write(entry: &ProblemEntry, lines: &TreeLines<'_>, lang: Lang) -> Option<String> {
    let mut builder = RecordBuilder::from_problem(&entry.problem);
    if let Some(id) = &entry.id {
        builder.add_header("作品名", id);
    }
    let remarks = notes::below_diagram(lang, entry).into_iter();
    let remarks = remarks.chain(sentences::notes(lang, lines));
    builder.last_mut().comments.extend(remarks);
    let mut waiting = vec![0];
    while let Some(number) = waiting.pop() {
        let line = lines.list.get(number)?;
        add(&mut builder, lines, number, lang).ok()?;
        // A branch leaves the line made last, so the last one pushed is that which
        // leaves latest, and of those that leave together the first.
        let mut leaving = line.leaving.clone();
        leaving.sort_by_key(|&(number, ply)| (ply, std::cmp::Reverse(number)));
        waiting.extend(leaving.into_iter().map(|(number, _)| number));
    }
    Some(kemuri_formats::write(&builder.finish(), Format::Kif).text)
}

/// Adds one line to the record.
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
    } else {
        builder.branch(line.moves.first().map_or(1, |mv| mv.ply))?;
    }
    for (i, mv) in line.moves.iter().enumerate() {
        builder.play(mv.mv)?;
        builder.last_mut().times.push(MoveTime::ZERO);
        if number > 0 && i == 0 {
            builder.last_mut().remark(&summary);
        }
    }
    match sentences::ending(lang, lines, line) {
        Some(ending) => builder.last_mut().remark(&ending),
        None => {
            builder.end(Ending::Mate)?;
            builder.last_mut().times.push(MoveTime::ZERO);
        }
    }
    Ok(())
}
