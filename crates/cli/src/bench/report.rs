//! The comparison as a table or as JSON lines.

use super::json::{BenchDocument, RunDocument, SummaryDocument};
use super::proof::{self, Proofs};
use super::tally::{NOTEWORTHY, Totals, ratio};
use super::{EngineRun, Finding, ProblemRuns, sentences};
use crate::args::BenchArgs;
use crate::{complain, json, wrapped};
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

/// What stands between two engines.
const BAR: &str = " | ";

/// Columns that stay together, with their widths, and their cells.
type Block = (Vec<usize>, Vec<String>);

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
        let [problem, expected, of_engine @ ..] = sentences::heads(self.lang);
        let (mut names, mut heads) = (Vec::new(), Vec::new());
        for (i, name) in self.names.iter().enumerate() {
            let blocks = self.cells(i, of_engine.clone(), || proof::heads(self.lang));
            for (k, (widths, _)) in blocks.iter().enumerate() {
                let width = widths.iter().sum();
                let name = if k == 0 { name } else { "" };
                names.push((vec![width], vec![shortened(name, width)]));
            }
            heads.extend(blocks);
        }
        let first = [String::new(), String::new()];
        writeln!(out, "{}", self.row(first, &names))?;
        writeln!(out, "{}", self.row([problem, expected], &heads))?;
        out.flush()
    }

    /// One row: the cells of the first two columns, then those of the blocks. Where the
    /// terminal is too narrow, each block has a line of its own.
    fn row(&self, first: [String; 2], blocks: &[Block]) -> String {
        let indent = self.name_width + 1 + EXPECTED;
        let all = blocks
            .iter()
            .map(|(widths, _)| widths.iter().sum::<usize>());
        let width = indent + all.map(|width| width + BAR.len()).sum::<usize>();
        let is_narrow = kemuri_terminal::known_width().is_some_and(|known| known < width);
        let mut columns = vec![Column::left(self.name_width), Column::right(EXPECTED)];
        let mut cells = Vec::from(first);
        let mut lines = Vec::new();
        for (i, (widths, texts)) in blocks.iter().enumerate() {
            if is_narrow && i > 0 {
                lines.push(row(&columns, &cells));
                (columns, cells) = (vec![Column::left(indent)], vec![String::new()]);
            }
            // The certificates of Kemuri stand beside its verdicts.
            let is_beside = !is_narrow && i == 1 && self.proofs.is_some();
            columns.push(match is_beside {
                true => Column::right(widths[0]).after(""),
                false => Column::left(widths[0]).after(BAR),
            });
            columns.extend(widths[1..].iter().map(|&n| Column::right(n).after("")));
            cells.extend(texts.iter().cloned());
        }
        lines.push(row(&columns, &cells));
        lines.retain(|line| !line.trim_matches([' ', '|']).is_empty());
        lines.join("\n")
    }

    /// The blocks of an engine. Kemuri has no ratio, and only Kemuri has certificates.
    fn cells(
        &self,
        engine: usize,
        [verdict, length, nodes, time, ratio]: [String; 5],
        proof: impl FnOnce() -> [String; 3],
    ) -> Vec<Block> {
        let (mut widths, mut cells) = (Vec::from(COLUMNS), vec![verdict, length, nodes, time]);
        if engine > 0 {
            widths.push(RATIO);
            cells.push(ratio);
        }
        let mut blocks = vec![(widths, cells)];
        if engine == 0 && self.proofs.is_some() {
            blocks.push((PROOF_COLUMNS.into(), proof().into()));
        }
        blocks
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
        let mut blocks = Vec::new();
        for (i, run) in runs.iter().enumerate() {
            let asked = run.finding != Finding::NotAsked;
            let texts = [
                sentences::finding(self.lang, run.finding),
                length(run, self.lang),
                or_dash(run.nodes, grouped),
                or_dash(asked.then_some(run.time), seconds),
                or_dash(ratio(run, &runs[0]), |ratio| format!("{ratio:.2}")),
            ];
            blocks.extend(self.cells(i, texts, || proof::columns(run)));
        }
        let expected = sentences::expected(self.lang, expected);
        let id = match kemuri_terminal::known_width() {
            Some(_) => shortened(id, self.name_width),
            None => id.into(),
        };
        self.row([id, expected], &blocks)
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
            writeln!(out, "{}", wrapped(&tr!(lang, "bench-ratio-note", seconds)))?;
        }
        if let Some(kemuri) = self.totals.first()
            && let Some(exact) = kemuri.exact
        {
            let mates = kemuri.mates;
            let sentence = tr!(lang, "bench-proven-shortest", exact, mates);
            writeln!(out, "{}", wrapped(&sentence))?;
        }
        let mut lists = vec![
            (tr!(lang, "bench-contradictions"), &self.contradictions),
            (tr!(lang, "bench-disagreements"), &self.disagreements),
        ];
        if let Some(proofs) = &self.proofs {
            writeln!(out, "{}", wrapped(&proofs.sentence(lang)))?;
            lists.push((tr!(lang, "certify-bench-missing-list"), &proofs.missing));
            lists.push((tr!(lang, "certify-bench-wrong-list"), &proofs.wrong));
        }
        for (sentence, ids) in lists {
            if !ids.is_empty() {
                writeln!(
                    out,
                    "{}",
                    wrapped(&format!("{sentence}: {}", ids.join(", ")))
                )?;
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
