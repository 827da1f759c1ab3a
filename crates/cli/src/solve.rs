//! `kemuri solve`.

use crate::args::SolveArgs;
use crate::certificate;
use crate::input::problems;
use crate::json::More;
use crate::progress::ProgressLine;
use crate::signal::Stop;
use crate::text::{Tally, Text};
use crate::{Status, json, show, tree, units};
use kemuri_certify::MAGIC;
use kemuri_core::{Budget, Move, Problem, Progress, Reason, notation};
use kemuri_formats::{ProblemEntry, ReadOptions};
use kemuri_runstore::AtomicFile;
use kemuri_solver::certificate::MemorySplit;
use kemuri_solver::{Futile, Outcome, Solver, Stats, Verdict, Witness};
use kemuri_text::{certify, tr};
use std::io::{self, Write};
use unicode_width::UnicodeWidthStr;

/// Columns that a mating line may take.
pub const WIDTH: usize = 78;

/// Solves what `args` name and prints the answers to `out`.
pub fn run(args: &SolveArgs, text: Text, stop: &Stop, out: &mut dyn Write) -> io::Result<Status> {
    if let Some(format) = args.tree.format {
        return tree::run(args, format, text, stop, out);
    }
    let search = &args.search;
    let mut status = Status::default();
    let mut options = args.options.clone();
    let memory = MemorySplit::of(options.hash);
    if args.certificate.is_some() {
        options.hash = memory.table;
    }
    let mut solver = match Solver::within_memory(options) {
        Ok(solver) => solver,
        Err(error) => {
            return refuse(status, &text.solver_error(&error), text);
        }
    };
    let meter = ProgressLine::new(search.progress, text.0);

    let mut inputs = problems(
        &args.inputs,
        ReadOptions::default().with_attacker(search.attacker),
    );
    let mut next = || stop.unless_asked(|| inputs.next());
    let mut item = next();
    // One problem is shown in full, several are a collection. JSON is the same
    // for both, and answers without waiting for a second question.
    let mut upcoming = if search.json && args.certificate.is_none() {
        None
    } else {
        next()
    };
    // Where the certificate will be; a file that cannot be written is better
    // known before hours are spent on what goes into it.
    let mut file = match args
        .certificate
        .as_deref()
        .map(|path| AtomicFile::replace(path, &MAGIC))
    {
        _ if args.certificate.is_some() && upcoming.is_some() => {
            return refuse(status, &tr!(text.0, "verify-one-problem"), text);
        }
        None => None,
        Some(Ok(file)) => Some(file),
        Some(Err(error)) => {
            let path = args.certificate.as_deref().unwrap_or("".as_ref());
            return refuse(status, &certify::unwritable(text.0, path, &error), text);
        }
    };
    let mut certified = None;
    let style = match (search.json, upcoming.is_some() && !args.verbose) {
        (true, _) => Style::Json,
        (false, true) => Style::Line,
        (false, false) => Style::Full,
    };
    let collection = upcoming.is_some();
    let mut report = Report {
        style,
        text,
        tally: Tally::default(),
        total: Stats::default(),
    };
    while let Some(current) = item {
        match current {
            Err(error) => {
                text.complain(&text.input_error(&error));
                status.bad_input = true;
            }
            Ok(entry) => {
                // Every answer is that of a fresh solver: the order of a
                // collection must not change its numbers.
                if report.tally.total() > 0 {
                    solver.clear();
                }
                let label = entry.id.clone().unwrap_or_default();
                // The limits are those of each problem.
                let budget = search.budget(stop);
                let outcome = solver.solve(&entry.problem, args.goal(), &budget, &mut |progress| {
                    meter.show(&label, &entry.problem, progress);
                });
                let witnesses = explained(args, &mut solver, &entry, &outcome, &meter, &budget);
                meter.clear();
                let witnesses = match witnesses {
                    Ok(witnesses) => witnesses,
                    Err(reason) => {
                        text.complain(&text.not_explained(reason));
                        status.unknown = true;
                        None
                    }
                };
                status.unknown |= matches!(outcome.verdict, Verdict::Unknown(_));
                let more = More {
                    witnesses: witnesses.as_deref(),
                    certified: None,
                };
                match file.take() {
                    None => report.add(out, &entry, &outcome, more)?,
                    Some(file) => {
                        if style != Style::Json {
                            report.add(out, &entry, &outcome, more)?;
                        }
                        certified = Some((entry, outcome, file));
                    }
                }
            }
        }
        item = match upcoming.take() {
            Some(_) if stop.is_asked() => None,
            Some(waiting) => Some(waiting),
            None => next(),
        };
    }
    if let Some((entry, outcome, file)) = certified {
        let written = certificate::write(
            solver,
            &entry.problem,
            &outcome,
            memory,
            file,
            search.budget(stop),
            (&meter, text),
        );
        let written = match written {
            Ok(certified) => Some(certified),
            Err((sentence, now)) => {
                text.complain(&sentence);
                status.unknown |= now.unknown;
                status.bad_input |= now.bad_input;
                None
            }
        };
        match (style, &written, &args.certificate) {
            (Style::Json, ..) => {
                let more = More {
                    certified: written.as_ref(),
                    ..More::default()
                };
                report.add(out, &entry, &outcome, more)?;
            }
            (_, Some(certified), Some(path)) => {
                writeln!(out, "{}", certify::written(text.0, path, certified))?;
            }
            _ => {}
        }
    }
    if stop.is_asked() {
        status.unknown = true;
        // A single problem has already said that it was interrupted.
        if collection || search.json {
            text.complain(text.interrupted());
        }
    }
    if collection && style != Style::Json {
        writeln!(out, "{}", text.summary(&report.tally, &report.total))?;
    }
    out.flush()?;
    Ok(status)
}

/// Why interpositions of the line do not count, if that was asked for and the
/// profile leaves any out.
fn explained(
    args: &SolveArgs,
    solver: &mut Solver,
    entry: &ProblemEntry,
    outcome: &Outcome,
    meter: &ProgressLine,
    budget: &Budget,
) -> Result<Option<Vec<Witness>>, Reason> {
    let Some(mate) = outcome.verdict.mate() else {
        return Ok(None);
    };
    if !args.explain || !mate.exact || mate.futile == Futile::None {
        return Ok(None);
    }
    let label = entry.id.as_deref().unwrap_or_default();
    let show = &mut |progress: &Progress| meter.show(label, &entry.problem, progress);
    let witnesses = solver.explain(&entry.problem, mate, budget, show);
    witnesses.map(Some)
}

/// Says why nothing is done at all.
fn refuse(status: Status, sentence: &str, text: Text) -> io::Result<Status> {
    text.complain(sentence);
    Ok(Status {
        bad_input: true,
        ..status
    })
}

/// How much is told of each problem.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Style {
    Json,
    Line,
    Full,
}

struct Report {
    style: Style,
    text: Text,
    tally: Tally,
    total: Stats,
}

impl Report {
    fn add(
        &mut self,
        out: &mut dyn Write,
        entry: &ProblemEntry,
        outcome: &Outcome,
        more: More<'_>,
    ) -> io::Result<()> {
        let first = self.tally.total() == 0;
        self.tally.count(&outcome.verdict);
        self.total.nodes += outcome.stats.nodes;
        self.total.time += outcome.stats.time;
        match self.style {
            Style::Json => {
                return json::write_line(out, &json::answer(entry, outcome, more));
            }
            Style::Line => writeln!(out, "{}", one_line(entry, outcome, self.text))?,
            Style::Full => {
                if !first {
                    writeln!(out)?;
                }
                writeln!(out, "{}", full(entry, outcome, self.text))?;
                if let (Some(witnesses), Some(mate)) = (more.witnesses, outcome.verdict.mate()) {
                    write!(out, "{}", why(entry, &mate.line, witnesses, self.text))?;
                }
            }
        }
        out.flush()
    }
}

/// A problem of a collection: name, verdict, length, cost.
fn one_line(entry: &ProblemEntry, outcome: &Outcome, text: Text) -> String {
    let word = text.verdict_word(&outcome.verdict);
    let verdict = match &outcome.verdict {
        Verdict::Mate(mate) => {
            let length = text.length(mate.length, mate.exact);
            format!("{} {length}", units::padded(word, 8))
        }
        Verdict::NoMate => word.into(),
        Verdict::Unknown(reason) => text.unknown(&text.reason_word(*reason)),
    };
    let id = entry.id.clone().unwrap_or_else(|| entry.problem.to_sfen());
    format!(
        "{} {} {}",
        units::padded(&id, 16),
        units::padded(&verdict, 19),
        text.cost(&outcome.stats)
    )
}

/// Diagram, verdict, line, statistics.
pub fn full(entry: &ProblemEntry, outcome: &Outcome, text: Text) -> String {
    let mut out = String::new();
    if let Some(id) = &entry.id {
        out += &format!("{id}\n");
    }
    out += &format!(
        "{}\n\n{}\n",
        show::plain(&entry.problem, text),
        text.verdict(outcome)
    );
    if let Some(mate) = outcome.verdict.mate() {
        let line = &mate.line;
        if !line.is_empty() {
            out += &format!("{}\n", wrap(&entry.problem, line, 0));
        }
        // A bound can only be longer than its line.
        let uncounted = line.len().saturating_sub(mate.length as usize);
        if uncounted > 0 {
            out += &format!("{}\n", text.uncounted(uncounted));
        }
        if !mate.futile_tail.is_empty() {
            let moves = [&line[..], &mate.futile_tail].concat();
            let shown = wrap(&entry.problem, &moves, line.len());
            out += &format!("{}\n{shown}\n", text.futile_rest());
        }
    }
    out + &text.statistics(&outcome.stats)
}

/// Why interpositions beside the line are futile.
fn why(entry: &ProblemEntry, line: &[Move], witnesses: &[Witness], text: Text) -> String {
    let mut out = format!("\n{}\n", text.futile_why(!witnesses.is_empty()));
    for witness in witnesses {
        let moves = [&line[..witness.after], &witness.line].concat();
        out += &wrap(&entry.problem, &moves, witness.after);
        out.push('\n');
    }
    out
}

/// The line from its move number `from` on in columns, each with its number.
pub fn wrap(problem: &Problem, line: &[Move], from: usize) -> String {
    // USI is poor reading, but better than nothing.
    let moves = notation::japanese(problem, line)
        .unwrap_or_else(|| line.iter().map(|m| m.to_usi()).collect());
    let digits = moves.len().to_string().len();
    let widest = moves.iter().map(|m| m.width()).max().unwrap_or(0);
    let per_row = (WIDTH / (digits + widest + 3)).max(1);
    // Rows of an even number of plies: the attacker always starts a row.
    let per_row = if per_row > 1 { per_row & !1 } else { 1 };
    let mut out = String::new();
    for (i, mv) in moves.iter().enumerate().skip(from) {
        out += &format!("{:>digits$} ", i + 1);
        if (i + 1 - from).is_multiple_of(per_row) || i + 1 == moves.len() {
            out += mv;
            if i + 1 < moves.len() {
                out.push('\n');
            }
        } else {
            out += &units::padded(mv, widest + 2);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::tests::bundled;

    #[test]
    fn a_line_is_wrapped_in_columns() {
        let entry = bundled();
        let line: Vec<Move> = ["S*2b", "1a1b", "S*1c", "1b2c", "3b3c"]
            .iter()
            .map(|m| Move::from_usi(m).unwrap())
            .collect();
        let wrapped = wrap(&entry.problem, &line, 0);
        assert!(wrapped.starts_with("1 ▲２二銀"), "{wrapped}");
        assert!(wrapped.lines().all(|l| l.width() <= WIDTH), "{wrapped}");
        let joined: String = wrapped.split_whitespace().collect();
        for part in ["2△１二玉", "4△２三玉", "5▲３三金"] {
            assert!(joined.contains(part), "{wrapped}");
        }
    }
}
