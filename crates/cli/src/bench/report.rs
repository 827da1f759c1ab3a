//! The comparison as a table or as JSON lines.

use super::json::{BenchDocument, RunDocument, SummaryDocument};
use super::proof::{self, Proofs};
use super::tally::{NOTEWORTHY, Totals, ratio};
use super::{EngineRun, Finding, ProblemRuns, sentences};
use crate::args::BenchArgs;
use crate::{complain, json};
use kemuri_formats::{Expected, ProblemEntry};
use kemuri_terminal::table::{Align, Column, aligned, row};
use kemuri_text::units::{grouped, seconds};
use kemuri_text::{Lang, tr};
use std::io::{self, Write};
use unicode_width::UnicodeWidthStr;

/// Widths of the columns of Kemuri: verdict, length, nodes, seconds.
const COLUMNS: [usize; 4] = [8, 6, 14, 10];
/// Width of the ratio, which the other engines have too.
const RATIO: usize = 8;
/// Widths of the columns of a certificate: bytes, entries, seconds.
const PROOF_COLUMNS: [usize; 3] = [14, 12, 10];
/// Width of what a collection expects.
const EXPECTED: usize = 8;

/// Everything said so far, and how to say the rest.
pub(super) struct BenchReport {
    names: Vec<String>,
    name_width: usize,
    totals: Vec<Totals>,
    contradictions: Vec<String>,
    disagreements: Vec<String>,
    /// Where certificates are asked for.
    proofs: Option<Proofs>,
    json: bool,
    lang: Lang,
}

impl BenchReport {
    pub(super) fn new(
        names: Vec<String>,
        entries: &[ProblemEntry],
        args: &BenchArgs,
        lang: Lang,
    ) -> Self {
        let longest = entries.iter().map(|entry| entry.label().width()).max();
        Self {
            totals: vec![Totals::default(); names.len()],
            names,
            name_width: longest.unwrap_or(0).clamp(8, 24),
            contradictions: Vec::new(),
            disagreements: Vec::new(),
            proofs: args.verify.then(Proofs::default),
            json: args.search.json,
            lang,
        }
    }

    /// Prints the heads of the table.
    pub(super) fn start(&self, out: &mut dyn Write) -> io::Result<()> {
        if self.json {
            return Ok(());
        }
        let mut columns = vec![Column::left(self.name_width + 1 + EXPECTED)];
        let mut names = vec![String::new()];
        let [problem, expected, of_engine @ ..] = sentences::heads(self.lang);
        let mut heads = vec![problem, expected];
        for (i, name) in self.names.iter().enumerate() {
            let width = self.widths(i).iter().sum();
            columns.push(Column::left(width).after(" | "));
            names.push(shortened(name, width));
            heads.extend(self.cells(i, of_engine.clone(), || proof::heads(self.lang)));
        }
        writeln!(out, "{}", row(&columns, &names))?;
        writeln!(out, "{}", row(&self.columns(), &heads))?;
        out.flush()
    }

    /// The widths of the columns of an engine. Kemuri has no ratio, and only Kemuri
    /// has certificates.
    fn widths(&self, engine: usize) -> Vec<usize> {
        let more = match (engine, &self.proofs) {
            (0, None) => &[][..],
            (0, Some(_)) => &PROOF_COLUMNS,
            _ => &[RATIO],
        };
        [&COLUMNS, more].concat()
    }

    fn columns(&self) -> Vec<Column> {
        let mut columns = vec![Column::left(self.name_width), Column::right(EXPECTED)];
        for engine in 0..self.names.len() {
            let widths = self.widths(engine);
            columns.push(Column::left(widths[0]).after(" | "));
            columns.extend(widths[1..].iter().map(|&n| Column::right(n).after("")));
        }
        columns
    }

    /// The cells of an engine, in its columns.
    fn cells(
        &self,
        engine: usize,
        [verdict, length, nodes, time, ratio]: [String; 5],
        proof: impl FnOnce() -> [String; 3],
    ) -> Vec<String> {
        let mut cells = vec![verdict, length, nodes, time];
        match (engine, &self.proofs) {
            (0, None) => {}
            (0, Some(_)) => cells.extend(proof()),
            _ => cells.push(ratio),
        }
        cells
    }

    /// Adds one problem and prints it.
    pub(super) fn add(&mut self, out: &mut dyn Write, row: &ProblemRuns<'_>) -> io::Result<()> {
        let id = row.entry.label();
        let runs = row.medians();
        let Some(kemuri) = runs.first().copied() else {
            return Ok(());
        };
        for (totals, run) in self.totals.iter_mut().zip(&runs) {
            totals.add(run, &kemuri);
        }
        if let Some(proofs) = &mut self.proofs {
            proofs.add(&id, &kemuri);
        }
        if self.json {
            for (i, (run, engine)) in runs.iter().zip(&self.names).enumerate() {
                let reference = (i > 0).then_some(&kemuri);
                let run = RunDocument::new(row.entry, engine, run, reference);
                json::write_line(out, &BenchDocument::Run(run))?;
            }
        } else {
            writeln!(out, "{}", self.line(&id, row.entry.expected, &runs))?;
            out.flush()?;
        }
        let lang = self.lang;
        if let Some(mate) = row.contradiction() {
            let verdict = sentences::claim(lang, mate);
            let expected = sentences::expected(lang, row.entry.expected);
            complain(&tr!(lang, "bench-contradiction", id, verdict, expected));
            self.contradictions.push(id.clone());
        }
        if let Some(claims) = row.disagreement(&self.names, lang) {
            complain(&tr!(lang, "bench-disagreement", id, claims));
            self.disagreements.push(id);
        }
        Ok(())
    }

    fn line(&self, id: &str, expected: Expected, runs: &[EngineRun]) -> String {
        let mut cells = vec![id.into(), sentences::expected(self.lang, expected)];
        for (i, run) in runs.iter().enumerate() {
            let asked = run.finding != Finding::NotAsked;
            let texts = [
                sentences::finding(self.lang, run.finding),
                length(run, self.lang),
                or_dash(run.nodes, grouped),
                or_dash(asked.then_some(run.time), seconds),
                or_dash(ratio(run, &runs[0]), |ratio| format!("{ratio:.2}")),
            ];
            cells.extend(self.cells(i, texts, || proof::columns(run)));
        }
        row(&self.columns(), &cells)
    }

    /// Prints the totals. Returns `true` if anybody contradicted anybody, or a
    /// certificate is wrong.
    pub(super) fn finish(&self, out: &mut dyn Write) -> io::Result<bool> {
        if self.json {
            let summary = SummaryDocument::new(
                &self.names,
                &self.totals,
                self.proofs.as_ref(),
                &self.contradictions,
                &self.disagreements,
            );
            json::write_line(out, &BenchDocument::Summary(summary))?;
        } else {
            self.write_totals(out)?;
        }
        out.flush()?;
        let wrong = self.proofs.as_ref().is_some_and(|p| !p.wrong.is_empty());
        Ok(wrong || !self.contradictions.is_empty() || !self.disagreements.is_empty())
    }

    fn write_totals(&self, out: &mut dyn Write) -> io::Result<()> {
        let lang = self.lang;
        // The star of the ratio is that of the note below.
        let noted = self.names.len() > 1;
        let mut table = vec![sentences::total_heads(lang, noted)];
        for (name, t) in self.names.iter().zip(&self.totals) {
            table.push([
                shortened(name, 40),
                t.solved().to_string(),
                t.mates.to_string(),
                t.nomates.to_string(),
                t.unknown.to_string(),
                t.failed.to_string(),
                grouped(t.nodes),
                seconds(t.time),
                or_dash(t.mean_ratio(), |ratio| format!("{ratio:.2}")),
            ]);
        }
        let mut align = [Align::Right; 9];
        align[0] = Align::Left;
        write!(out, "\n{}", aligned(&table, align))?;
        if noted {
            let seconds = NOTEWORTHY.as_secs_f64().to_string();
            writeln!(out, "{}", tr!(lang, "bench-ratio-note", seconds))?;
        }
        if let Some(kemuri) = self.totals.first()
            && let Some(exact) = kemuri.exact
        {
            let mates = kemuri.mates;
            writeln!(out, "{}", tr!(lang, "bench-proven-shortest", exact, mates))?;
        }
        let mut lists = vec![
            (tr!(lang, "bench-contradictions"), &self.contradictions),
            (tr!(lang, "bench-disagreements"), &self.disagreements),
        ];
        if let Some(proofs) = &self.proofs {
            writeln!(out, "{}", proofs.sentence(lang))?;
            lists.push((tr!(lang, "certify-bench-missing-list"), &proofs.missing));
            lists.push((tr!(lang, "certify-bench-wrong-list"), &proofs.wrong));
        }
        for (sentence, ids) in lists {
            if !ids.is_empty() {
                writeln!(out, "{sentence}: {}", ids.join(", "))?;
            }
        }
        Ok(())
    }
}

fn or_dash<T>(value: Option<T>, shown: impl FnOnce(T) -> String) -> String {
    value.map_or_else(|| "-".into(), shown)
}

fn shortened(text: &str, width: usize) -> String {
    if text.width() <= width {
        return text.into();
    }
    let mut out = String::new();
    for c in text.chars() {
        if out.width() + 3 > width {
            break;
        }
        out.push(c);
    }
    out + "…"
}

/// The length of a mate, marked if it is known to be a bound only, or why nothing is
/// known.
fn length(run: &EngineRun, lang: Lang) -> String {
    if let Finding::Unknown(why) = run.finding
        && let Some(reason) = sentences::reason(lang, why)
    {
        return reason;
    }
    let mark = if run.exact == Some(false) { "≤" } else { "" };
    or_dash(run.finding.length(), |plies| format!("{mark}{plies}"))
}
