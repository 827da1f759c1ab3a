//! `kemuri verify`.

use crate::args::VerifyArgs;
use crate::input::only_problem;
use crate::{CommandResult, complain, json, show};
use kemuri_certify::{Claim, Fault, Section, VerifiedCertificate, VerifyError, verify};
use kemuri_core::json::{VERSION, milliseconds};
use kemuri_core::{Color, Problem};
use kemuri_formats::ReadOptions;
use kemuri_terminal::{Refusal, Status, Stop};
use kemuri_text::{Lang, certify, quote, tr};
use schemars::JsonSchema;
use serde::Serialize;
use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, Read, Write};
use std::time::{Duration, Instant};

/// Verifies the certificate that `args` name and prints what it proves to `out`.
pub fn run(args: &VerifyArgs, lang: Lang, out: &mut dyn Write) -> CommandResult {
    let expected = expected(args, lang)?;
    let start = Instant::now();
    let result = open(&args.certificate)
        .map_err(VerifyError::Io)
        .and_then(|source| verify(source, expected.as_ref()));
    let time = start.elapsed();
    let (document, status) = match &result {
        Ok(report) => (VerifyDocument::proven(report, time), Status::default()),
        Err(error) => {
            let sentence = refused(lang, &args.certificate, error);
            let VerifyError::Wrong(fault) = error else {
                return Err(sentence.into());
            };
            complain(&sentence);
            (VerifyDocument::wrong(fault, time), Status::UNDECIDED)
        }
    };
    if args.json {
        json::write_line(out, &document)?;
    } else if let Ok(report) = &result {
        let board = show::plain(&report.problem, lang);
        writeln!(out, "{board}\n\n{}", certify::verified(lang, report, time))?;
        out.flush()?;
    }
    Ok(status)
}

/// A certificate that was refused, and why.
fn refused(lang: Lang, file: &OsStr, error: &VerifyError) -> String {
    let name = match file.to_string_lossy() {
        name if name == "-" => tr!(lang, "input-stdin"),
        name => quote(&name),
    };
    let why = match error {
        VerifyError::Io(error) => kemuri_text::io::read_error(lang, error),
        error => certify::verify_error(lang, error),
    };
    format!("{name}: {why}")
}

/// The problem that the certificate must belong to, if one was named.
fn expected(args: &VerifyArgs, lang: Lang) -> Result<Option<Problem>, Refusal> {
    if args.inputs.is_empty() {
        return Ok(None);
    }
    let options = ReadOptions::default().with_attacker(args.attacker);
    let several = || tr!(lang, "verify-one-problem");
    let entry = only_problem(&args.inputs, options, &Stop::default(), lang, several)?;
    Ok(entry.map(|entry| entry.problem))
}

fn open(certificate: &OsStr) -> io::Result<Box<dyn Read>> {
    if certificate == "-" {
        return Ok(Box::new(io::stdin().lock()));
    }
    let file = File::open(certificate)?;
    // Opening a directory succeeds; reading it gives an error few understand.
    if file.metadata()?.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    Ok(Box::new(file))
}

/// What `verify --json` prints. What does not apply is `null`.
#[derive(Default, Serialize, JsonSchema)]
pub struct VerifyDocument {
    /// The version of this form.
    version: u32,
    /// Whether the certificate proves its claim.
    verified: bool,
    /// The position.
    sfen: Option<String>,
    /// Who attacks: `black` or `white`.
    attacker: Option<&'static str>,
    /// What is proven: `mate`, `nomate` or `nomate-within`.
    verdict: Option<&'static str>,
    /// The plies of the claim.
    length: Option<u16>,
    /// Whether a mate is proven to be the shortest.
    exact: Option<bool>,
    /// The program that wrote the certificate.
    program: Option<String>,
    /// Entries that prove a mate.
    mate_entries: Option<u64>,
    /// Entries that refute one.
    refutation_entries: Option<u64>,
    /// Bytes of the certificate.
    bytes: Option<u64>,
    /// Bytes of an entry, on average, to one decimal.
    bytes_per_entry: Option<f64>,
    /// Where it is wrong.
    fault: Option<FaultDocument>,
    /// How long the verification took, in milliseconds.
    time_ms: u64,
}

/// Where a certificate is wrong.
#[derive(Serialize, JsonSchema)]
struct FaultDocument {
    /// The section: `mate` or `refutation`.
    section: &'static str,
    /// The number of the entry.
    entry: u64,
    /// The byte at which the entry starts.
    byte: u64,
    /// The position of the entry.
    sfen: String,
    /// What is wrong.
    what: String,
}

impl VerifyDocument {
    fn proven(report: &VerifiedCertificate, time: Duration) -> Self {
        let (verdict, length, exact) = match report.claim {
            Claim::MateWithin(n) => ("mate", Some(n), Some(false)),
            Claim::MateExactly(n) => ("mate", Some(n), Some(true)),
            Claim::NoMate => ("nomate", None, None),
            Claim::NoMateWithin(n) => ("nomate-within", Some(n), None),
        };
        Self {
            version: VERSION,
            verified: true,
            sfen: Some(report.problem.to_sfen()),
            attacker: Some(match report.problem.attacker() {
                Color::Black => "black",
                Color::White => "white",
            }),
            verdict: Some(verdict),
            length,
            exact,
            program: Some(report.program.clone()),
            mate_entries: Some(report.mate_entries),
            refutation_entries: Some(report.refutation_entries),
            bytes: Some(report.bytes),
            bytes_per_entry: Some((report.bytes_per_entry() * 10.0).round() / 10.0),
            fault: None,
            time_ms: milliseconds(time),
        }
    }

    fn wrong(fault: &Fault, time: Duration) -> Self {
        Self {
            version: VERSION,
            fault: Some(FaultDocument {
                section: match fault.section {
                    Section::Mate => "mate",
                    Section::Refutation => "refutation",
                },
                entry: fault.entry,
                byte: fault.offset,
                sfen: fault.sfen.clone(),
                what: fault.kind.to_string(),
            }),
            time_ms: milliseconds(time),
            ..Self::default()
        }
    }
}
