//! The answers of `kemuri solve` as text or JSON.

use crate::json::{self, AnswerExtras};
use crate::show;
use kemuri_core::{Move, Problem, notation};
use kemuri_formats::ProblemEntry;
use kemuri_solver::{EdoLine, FutileDrop, Mate, Order, Outcome, Stats, Verdict};
use kemuri_terminal::table::{Column, row};
use kemuri_text::units::{self, padded, right};
use kemuri_text::{Lang, diagram, solver, tr};
use std::io::{self, Write};
use unicode_width::UnicodeWidthStr;

/// Columns that a mating line may take.
pub const WIDTH: usize = 78;

/// How much is told of each problem.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum AnswerStyle {
    /// One JSON object.
    Json,
    /// One line.
    Line,
    /// Diagram, verdict, line, statistics.
    Full,
}

/// Prints answers and counts them.
pub struct AnswerPrinter {
    style: AnswerStyle,
    order: Order,
    lang: Lang,
    mates: usize,
    nomates: usize,
    unknown: usize,
    total: Stats,
}

impl AnswerPrinter {
    /// Returns a printer that has printed nothing.
    pub fn new(style: AnswerStyle, order: Order, lang: Lang) -> Self {
        Self {
            style,
            order,
            lang,
            mates: 0,
            nomates: 0,
            unknown: 0,
            total: Stats::default(),
        }
    }

    /// Returns how many answers there were.
    pub fn count(&self) -> usize {
        self.mates + self.nomates + self.unknown
    }

    /// Prints an answer.
    pub fn print(
        &mut self,
        out: &mut dyn Write,
        entry: &ProblemEntry,
        outcome: &Outcome,
        extras: AnswerExtras<'_>,
    ) -> io::Result<()> {
        let first = self.count() == 0;
        match &outcome.verdict {
            Verdict::Mate(_) => self.mates += 1,
            Verdict::NoMate => self.nomates += 1,
            Verdict::Unknown(_) => self.unknown += 1,
        }
        self.total.nodes += outcome.stats.nodes;
        self.total.time += outcome.stats.time;
        match self.style {
            AnswerStyle::Json => {
                return json::write_line(out, &json::answer(entry, outcome, extras));
            }
            AnswerStyle::Line => writeln!(out, "{}", self.one_line(entry, outcome, extras.edo))?,
            AnswerStyle::Full => {
                if !first {
                    writeln!(out)?;
                }
                writeln!(out, "{}", full(entry, outcome, extras.edo, self.lang))?;
                if let (Some(futile_drops), Some(mate)) =
                    (extras.futile_drops, outcome.verdict.mate())
                {
                    write!(
                        out,
                        "{}",
                        futile_lines(entry, mate, futile_drops, self.lang)
                    )?;
                }
            }
        }
        out.flush()
    }

    /// A problem of a collection: name, verdict, length, cost.
    fn one_line(&self, entry: &ProblemEntry, outcome: &Outcome, edo: Option<&EdoLine>) -> String {
        let lang = self.lang;
        let word = solver::verdict_word(lang, &outcome.verdict);
        let verdict = match &outcome.verdict {
            Verdict::Mate(mate) => {
                let length = solver::length(lang, mate.length, mate.exact);
                let edo = edo.map_or_else(String::new, |edo| in_a_row(edo, lang));
                format!("{} {length}{edo}", padded(&word, 8))
            }
            Verdict::NoMate => word,
            Verdict::Unknown(reason) => {
                let reason = solver::reason_word(lang, *reason);
                tr!(lang, "solve-row-unknown", reason)
            }
        };
        let stats = &outcome.stats;
        let cost = tr!(
            lang,
            "solve-row-cost",
            count = stats.nodes,
            nodes = right(&units::grouped(stats.nodes), 15),
            time = right(&units::seconds(stats.time), 9)
        );
        let width = match self.order {
            Order::Modern => 19,
            Order::Edo => 28,
        };
        let columns = [16, width, 0].map(Column::left);
        row(&columns, &[entry.label(), verdict, cost])
    }

    /// Prints the sum of a collection, unless the answers are JSON.
    pub fn summary(&self, out: &mut dyn Write) -> io::Result<()> {
        if self.style == AnswerStyle::Json {
            return Ok(());
        }
        let sentence = tr!(
            self.lang,
            "solve-summary",
            total = self.count(),
            mates = self.mates,
            nomates = self.nomates,
            unknown = self.unknown,
            count = self.total.nodes,
            nodes = units::grouped(self.total.nodes),
            time = units::seconds(self.total.time)
        );
        writeln!(out, "{sentence}")
    }
}

/// The Edo line of a problem of a collection.
fn in_a_row(edo: &EdoLine, lang: Lang) -> String {
    match edo.undecided {
        None => tr!(lang, "solve-row-edo", plies = edo.line.len()),
        Some(_) => tr!(lang, "solve-row-edo-undecided"),
    }
}

/// Diagram, verdict, line, statistics.
pub fn full(entry: &ProblemEntry, outcome: &Outcome, edo: Option<&EdoLine>, lang: Lang) -> String {
    let mut out = heading(entry, outcome, lang);
    match (outcome.verdict.mate(), edo) {
        (Some(mate), Some(edo)) => {
            out += &format!("{}\n", edo_sentence(edo, lang));
            out += &mating_line(entry, &edo.shown_in(mate), lang);
        }
        (Some(mate), None) => out += &mating_line(entry, mate, lang),
        (None, _) => {}
    }
    out + &solver::statistics(lang, &outcome.stats)
}

/// Name, diagram, verdict.
pub fn heading(entry: &ProblemEntry, outcome: &Outcome, lang: Lang) -> String {
    let name = entry.id.as_ref().map(|id| format!("{id}\n"));
    format!(
        "{}{}\n\n{}\n",
        name.unwrap_or_default(),
        show::plain(&entry.problem, lang),
        solver::verdict(lang, outcome)
    )
}

/// What the line in the order of the Edo books is.
fn edo_sentence(edo: &EdoLine, lang: Lang) -> String {
    let plies = edo.line.len();
    let pieces = diagram::hand(lang, edo.hand_left);
    match edo.undecided {
        Some(reason) => {
            let reason = solver::reason(lang, reason);
            tr!(lang, "solve-edo-undecided", reason)
        }
        None if pieces.is_empty() => tr!(lang, "solve-edo", plies),
        None => tr!(lang, "solve-edo-left", plies, pieces),
    }
}

/// The line of a mate and what does not count.
fn mating_line(entry: &ProblemEntry, mate: &Mate, lang: Lang) -> String {
    let mut out = String::new();
    let line = &mate.line;
    if !line.is_empty() {
        out += &format!("{}\n", wrap(&entry.problem, line, 0));
    }
    if !mate.futile_tail.is_empty() {
        let moves = [&line[..], &mate.futile_tail].concat();
        let shown = wrap(&entry.problem, &moves, line.len());
        out += &format!("{}\n{shown}\n", tr!(lang, "solve-futile-tail"));
    }
    out
}

/// The lines that show why interpositions beside the line of a mate are futile.
fn futile_lines(
    entry: &ProblemEntry,
    mate: &Mate,
    futile_drops: &[FutileDrop],
    lang: Lang,
) -> String {
    let heading = match futile_drops.is_empty() {
        true => tr!(lang, "solve-no-futile-lines"),
        false => tr!(lang, "solve-futile-lines"),
    };
    let mut out = format!("\n{heading}\n");
    for futile in futile_drops {
        let moves = [&mate.line[..futile.after], &futile.line].concat();
        out += &wrap(&entry.problem, &moves, futile.after);
        out.push('\n');
    }
    out
}

/// The moves of a line after the first `from`, in columns, each with its number.
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
            out += &padded(mv, widest + 2);
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
