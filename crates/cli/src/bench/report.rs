//! The comparison as a table or as JSON lines.

use super::proof::{self, Proofs, columns};
use super::tally::{NOTEWORTHY, Totals, ratio};
use super::{Finding, Row, Run, name};
use crate::args::BenchArgs;
use crate::json;
use crate::text::Text;
use kemuri_formats::{Expected, ProblemEntry};
use kemuri_terminal::table::{Align, aligned};
use kemuri_text::tr;
use kemuri_text::units::{grouped, padded, right, seconds};
use serde::Serialize;
use std::io::{self, Write};
use std::time::Duration;
use unicode_width::UnicodeWidthStr;

/// Widths of the columns of an engine: verdict, length, nodes, seconds, ratio.
const COLUMNS: [usize; 5] = [8, 6, 14, 10, 8];

/// Widths of the columns of a certificate: bytes, entries, seconds.
const PROOF_COLUMNS: [usize; 3] = [14, 12, 10];

/// Everything said so far, and how to say the rest.
pub(super) struct Report {
    names: Vec<String>,
    name_width: usize,
    totals: Vec<Totals>,
    contradictions: Vec<String>,
    disagreements: Vec<String>,
    /// Where certificates are asked for.
    proofs: Option<Proofs>,
    json: bool,
    text: Text,
}

/// One engine at one problem; what does not apply is `null`.
#[derive(Serialize)]
struct JsonRun<'a> {
    id: &'a str,
    sfen: &'a str,
    expected: Option<String>,
    engine: &'a str,
    verdict: &'static str,
    length: Option<usize>,
    exact: Option<bool>,
    reason: Option<&'static str>,
    nodes: Option<u64>,
    time_ms: Option<u64>,
    ratio: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    certificate: Option<JsonProof>,
}

/// The certificate of a run; only there where one was verified.
#[derive(Serialize)]
struct JsonProof {
    bytes: u64,
    entries: u64,
    build_ms: f64,
    verify_ms: f64,
}

/// The certificates of all.
#[derive(Serialize)]
struct JsonProofs<'a> {
    decided: usize,
    verified: usize,
    missing: &'a [String],
    wrong: &'a [String],
    entries: u64,
    bytes: u64,
    build_ms: f64,
    verify_ms: f64,
    ratio: Option<f64>,
}

#[derive(Serialize)]
struct JsonSummary<'a> {
    summary: Vec<JsonTotals<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    certificates: Option<JsonProofs<'a>>,
    contradictions: &'a [String],
    disagreements: &'a [String],
}

#[derive(Serialize)]
struct JsonTotals<'a> {
    engine: &'a str,
    solved: usize,
    mates: usize,
    exact: Option<usize>,
    nomates: usize,
    unknown: usize,
    failed: usize,
    nodes: u64,
    time_ms: u64,
    ratio: Option<f64>,
}

impl Report {
    pub(super) fn new(
        names: Vec<String>,
        entries: &[ProblemEntry],
        args: &BenchArgs,
        text: Text,
    ) -> Self {
        let longest = entries.iter().map(|e| name(e).width()).max().unwrap_or(0);
        Self {
            totals: vec![Totals::default(); names.len()],
            names,
            name_width: longest.clamp(8, 24),
            contradictions: Vec::new(),
            disagreements: Vec::new(),
            proofs: args.verify.then(Proofs::default),
            json: args.search.json,
            text,
        }
    }

    /// The heads of the table.
    pub(super) fn start(&self, out: &mut dyn Write) -> io::Result<()> {
        if self.json {
            return Ok(());
        }
        let [problem, expected, verdict, length, nodes, time, ratio] = self.text.bench_heads();
        let mut first = padded("", self.name_width + 9);
        let mut second = format!(
            "{} {}",
            padded(problem, self.name_width),
            right(expected, 8)
        );
        for (i, name) in self.names.iter().enumerate() {
            let mut heads = cells([verdict, length, nodes, time, ratio].map(Into::into), i > 0);
            if i == 0 && self.proofs.is_some() {
                heads += &proof_cells(proof::heads(self.text.0));
            }
            let name = shortened(name, heads.width());
            first += &format!(" | {}", padded(&name, heads.width()));
            second += &format!(" | {heads}");
        }
        writeln!(out, "{}\n{}", first.trim_end(), second.trim_end())?;
        out.flush()
    }

    /// One problem.
    pub(super) fn add(&mut self, out: &mut dyn Write, row: &Row<'_>) -> io::Result<()> {
        let id = name(row.entry);
        let expected = row.entry.expected;
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
            let sfen = row.entry.problem.to_sfen();
            for (i, run) in runs.iter().enumerate() {
                let object = JsonRun {
                    id: &id,
                    sfen: &sfen,
                    expected: expected_json(expected),
                    engine: &self.names[i],
                    verdict: run.finding.word(),
                    length: run.finding.length(),
                    exact: run.exact,
                    reason: run.finding.reason(),
                    nodes: run.nodes,
                    time_ms: time(run).map(|time| time.as_millis() as u64),
                    ratio: if i > 0 { ratio(run, &kemuri) } else { None },
                    certificate: run.verified().map(|size| JsonProof {
                        bytes: size.bytes,
                        entries: size.entries,
                        build_ms: millis(size.built_in),
                        verify_ms: millis(size.verified_in),
                    }),
                };
                json::write_line(out, &object)?;
            }
        } else {
            writeln!(out, "{}", self.line(&id, expected, &runs))?;
            out.flush()?;
        }
        if let Some(verdict) = row.contradiction() {
            let expected = self.text.expected(expected);
            self.text
                .complain(&self.text.contradiction(&id, verdict, &expected));
            self.contradictions.push(id.clone());
        }
        if let Some(claims) = row.disagreement(&self.names, self.text) {
            self.text.complain(&self.text.disagreement(&id, &claims));
            self.disagreements.push(id);
        }
        Ok(())
    }

    fn line(&self, id: &str, expected: Expected, runs: &[Run]) -> String {
        let mut out = format!(
            "{} {}",
            padded(id, self.name_width),
            right(&self.text.expected(expected), 8)
        );
        for (i, run) in runs.iter().enumerate() {
            let texts = [
                self.text.finding(run.finding).to_string(),
                length(run),
                run.nodes.map_or_else(|| "-".into(), grouped),
                time(run).map_or_else(|| "-".into(), seconds),
                ratio(run, &runs[0]).map_or_else(|| "-".into(), |r| format!("{r:.2}")),
            ];
            out += &format!(" | {}", cells(texts, i > 0));
            if i == 0 && self.proofs.is_some() {
                out += &proof_cells(columns(run));
            }
        }
        out
    }

    /// The totals. Says whether anybody contradicted anybody, or a certificate
    /// is wrong.
    pub(super) fn finish(&self, out: &mut dyn Write) -> io::Result<bool> {
        if self.json {
            let summary = self
                .names
                .iter()
                .zip(&self.totals)
                .map(json_totals)
                .collect();
            json::write_line(
                out,
                &JsonSummary {
                    summary,
                    certificates: self.proofs.as_ref().map(json_proofs),
                    contradictions: &self.contradictions,
                    disagreements: &self.disagreements,
                },
            )?;
        } else {
            self.write_totals(out)?;
        }
        out.flush()?;
        let wrong = self.proofs.as_ref().is_some_and(|p| !p.wrong.is_empty());
        Ok(wrong || !self.contradictions.is_empty() || !self.disagreements.is_empty())
    }

    fn write_totals(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut heads = self.text.total_heads();
        let noted = self.names.len() > 1;
        if !noted {
            // The star is that of the note below.
            let [.., ratio] = &mut heads;
            *ratio = ratio.trim_end_matches('*');
        }
        let mut table = vec![heads.map(String::from)];
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
                t.mean_ratio()
                    .map_or_else(|| "-".into(), |r| format!("{r:.2}")),
            ]);
        }
        writeln!(out)?;
        let mut align = [Align::Right; 9];
        align[0] = Align::Left;
        write!(out, "{}", aligned(&table, align))?;
        if noted {
            writeln!(out, "{}", self.text.ratio_note(NOTEWORTHY))?;
        }
        if let Some(Totals {
            mates,
            exact: Some(exact),
            ..
        }) = self.totals.first()
        {
            writeln!(out, "{}", self.text.proven_shortest(*exact, *mates))?;
        }
        let mut lists = vec![
            (self.text.contradicted().into(), &self.contradictions),
            (self.text.disagreed().into(), &self.disagreements),
        ];
        if let Some(proofs) = &self.proofs {
            let lang = self.text.0;
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

/// The columns of one engine; only others than Kemuri have a ratio.
fn cells(texts: [String; 5], with_ratio: bool) -> String {
    let [verdict, rest @ ..] = &texts;
    let mut out = padded(verdict, COLUMNS[0]);
    for (text, width) in rest
        .iter()
        .zip(&COLUMNS[1..])
        .take(if with_ratio { 4 } else { 3 })
    {
        out += &right(text, *width);
    }
    out
}

/// The columns of a certificate.
fn proof_cells(texts: [String; 3]) -> String {
    let columns = texts.iter().zip(PROOF_COLUMNS);
    columns.map(|(text, width)| right(text, width)).collect()
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

/// The length of a mate, marked if it is known to be a bound only.
fn length(run: &Run) -> String {
    let mark = if run.exact == Some(false) { "≤" } else { "" };
    let plies = run.finding.length();
    plies.map_or_else(|| "-".into(), |n| format!("{mark}{n}"))
}

/// How long a run took, if there was one.
fn time(run: &Run) -> Option<Duration> {
    (run.finding != Finding::NotAsked).then_some(run.time)
}

fn expected_json(expected: Expected) -> Option<String> {
    match expected {
        Expected::Unstated => None,
        Expected::Mate(n) => Some(n.to_string()),
        Expected::NoMate => Some("nomate".into()),
    }
}

/// Milliseconds, to the microsecond.
fn millis(time: Duration) -> f64 {
    time.as_micros() as f64 / 1000.0
}

fn json_proofs(proofs: &Proofs) -> JsonProofs<'_> {
    JsonProofs {
        decided: proofs.decided,
        verified: proofs.verified,
        missing: &proofs.missing,
        wrong: &proofs.wrong,
        entries: proofs.total.entries,
        bytes: proofs.total.bytes,
        build_ms: millis(proofs.total.built_in),
        verify_ms: millis(proofs.total.verified_in),
        ratio: proofs.mean_ratio(),
    }
}

fn json_totals<'a>((engine, t): (&'a String, &Totals)) -> JsonTotals<'a> {
    JsonTotals {
        engine,
        solved: t.solved(),
        mates: t.mates,
        exact: t.exact,
        nomates: t.nomates,
        unknown: t.unknown,
        failed: t.failed,
        nodes: t.nodes,
        time_ms: t.time.as_millis() as u64,
        ratio: t.mean_ratio(),
    }
}
