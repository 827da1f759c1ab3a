//! The answers of `kemuri solve` as text or JSON.

use crate::json::{self, AnswerExtras};
use crate::wrapped;
use kemuri_core::{Move, Problem, notation};
use kemuri_formats::ProblemEntry;
use kemuri_solver::{EdoLine, FutileDrop, Mate, Order, Outcome, Refutation, Stats, Verdict};
use kemuri_terminal::table::{Column, row};
use kemuri_text::units::{self, padded, right};
use kemuri_text::{Lang, diagram as pieces, formats, refutation as tries, solver, tr};
use std::io::{self, Write};
use unicode_width::UnicodeWidthStr;

/// Returns the columns that a mating line may take.
pub fn line_width() -> usize {
    kemuri_terminal::width() - 2
}

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

    /// Whether the tries of a no-mate are shown.
    pub fn shows_tries(&self) -> bool {
        self.style == AnswerStyle::Full
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
            AnswerStyle::Line => {
                writeln!(
                    out,
                    "{}",
                    wrapped(&self.one_line(entry, outcome, extras.edo))
                )?;
            }
            AnswerStyle::Full => {
                if !first {
                    writeln!(out)?;
                }
                writeln!(out, "{}", answer(entry, outcome, extras, self.lang))?;
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
        let columns = [16, width, 0, 0].map(Column::left);
        let after = entry.played().map_or(String::new(), |(_, moves)| {
            tr!(lang, "solve-row-after", ply = moves.len())
        });
        row(&columns, &[entry.label(), verdict, cost, after])
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
        writeln!(out, "{}", wrapped(&sentence))
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
pub fn full(entry: &ProblemEntry, outcome: &Outcome, lang: Lang) -> String {
    answer(entry, outcome, AnswerExtras::default(), lang)
}

/// The same with the best try of a no-mate, or the line in another order.
fn answer(entry: &ProblemEntry, outcome: &Outcome, extras: AnswerExtras<'_>, lang: Lang) -> String {
    let mut out = heading(entry, outcome, lang);
    if let Some(refutation) = extras.refutation {
        out += &best_try(&entry.problem, refutation, lang);
    }
    match (outcome.verdict.mate(), extras.edo) {
        (Some(mate), Some(edo)) => {
            out += &format!("{}\n", wrapped(&edo_sentence(edo, lang)));
            out += &mating_line(entry, &edo.shown_in(mate), lang);
        }
        (Some(mate), None) => out += &mating_line(entry, mate, lang),
        (None, _) => {}
    }
    out + &wrapped(&solver::statistics(lang, &outcome.stats))
}

/// Name, diagram, verdict.
pub fn heading(entry: &ProblemEntry, outcome: &Outcome, lang: Lang) -> String {
    let diagram = diagram(entry, lang);
    format!("{diagram}\n{}\n", wrapped(&solver::verdict(lang, outcome)))
}

/// Name and diagram, and what is to be said of the position.
pub fn diagram(entry: &ProblemEntry, lang: Lang) -> String {
    let name = entry.id.clone();
    let board = pieces::plain(lang, &entry.problem);
    let lines = name.into_iter().chain([board]);
    let lines = lines.chain(formats::below_diagram(lang, entry));
    lines.map(|line| wrapped(&line) + "\n").collect()
}

/// The closest try of a no-mate, as far as it is known, or the replies that refute
/// where the defender begins.
fn best_try(problem: &Problem, refutation: &Refutation, lang: Lang) -> String {
    let line = refutation.best_try().map(|(best, _)| best.line);
    match (tries::best_try(lang, problem, refutation), line) {
        (None, _) => String::new(),
        (Some(head), Some(line)) if refutation.replies().is_none() => {
            format!("{}\n{}\n", wrapped(&head), wrap(problem, &line, 0))
        }
        (Some(head), _) => format!("{}\n", wrapped(&head)),
    }
}

/// What the line in the order of the Edo books is.
fn edo_sentence(edo: &EdoLine, lang: Lang) -> String {
    let plies = edo.line.len();
    let pieces = pieces::hand(lang, edo.hand_left);
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
    if !mate.exact && line.len() < mate.length as usize {
        let sentence = tr!(lang, "solve-short-line", plies = line.len());
        out += &format!("{}\n", wrapped(&sentence));
    }
    if !line.is_empty() {
        out += &format!("{}\n", wrap(&entry.problem, line, 0));
    }
    if !mate.futile_tail.is_empty() {
        let moves = [&line[..], &mate.futile_tail].concat();
        let shown = wrap(&entry.problem, &moves, line.len());
        let heading = wrapped(&tr!(lang, "solve-futile-tail"));
        out += &format!("{heading}\n{shown}\n");
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
    let mut out = format!("\n{}\n", wrapped(&heading));
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
    let per_row = (line_width() / (digits + widest + 3)).max(1);
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
        assert!(
            wrapped.lines().all(|l| l.width() <= line_width()),
            "{wrapped}"
        );
        let joined: String = wrapped.split_whitespace().collect();
        for part in ["2△１二玉", "4△２三玉", "5▲３三金"] {
            assert!(joined.contains(part), "{wrapped}");
        }
    }
}
