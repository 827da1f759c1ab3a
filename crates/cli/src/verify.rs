//! `kemuri verify`.

use crate::args::VerifyArgs;
use crate::input::problems;
use crate::text::Text;
use crate::{json, show};
use kemuri_certify::{Claim, Fault, Section, VerifiedCertificate, VerifyError, verify};
use kemuri_core::{Color, Problem};
use kemuri_formats::ReadOptions;
use kemuri_terminal::Status;
use kemuri_text::{Lang, certify, quote, tr};
use serde::Serialize;
use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, Read, Write};
use std::time::{Duration, Instant};

/// Verifies the certificate that `args` name and prints what it proves to `out`.
pub fn run(args: &VerifyArgs, text: Text, out: &mut dyn Write) -> io::Result<Status> {
    let expected = match expected(args, text) {
        Ok(expected) => expected,
        Err(sentence) => {
            text.complain(&sentence);
            return Ok(Status::BAD_INPUT);
        }
    };
    let start = Instant::now();
    let result = open(&args.certificate)
        .map_err(VerifyError::Io)
        .and_then(|source| verify(source, expected.as_ref()));
    let time = start.elapsed();
    match result {
        Ok(report) => {
            if args.json {
                json::write_line(out, &Verdict::proven(&report, time))?;
            } else {
                writeln!(
                    out,
                    "{}\n\n{}",
                    show::plain(&report.problem, text),
                    certify::verified(text.0, &report, time)
                )?;
            }
            out.flush()?;
            Ok(Status::default())
        }
        Err(error) => {
            text.complain(&refused(text.0, &args.certificate, &error));
            let VerifyError::Wrong(fault) = &error else {
                return Ok(Status::BAD_INPUT);
            };
            if args.json {
                json::write_line(out, &Verdict::wrong(fault, time))?;
            }
            Ok(Status::UNDECIDED)
        }
    }
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
fn expected(args: &VerifyArgs, text: Text) -> Result<Option<Problem>, String> {
    if args.inputs.is_empty() {
        return Ok(None);
    }
    let mut inputs = problems(
        &args.inputs,
        ReadOptions::default().with_attacker(args.attacker),
    );
    let first = match inputs.next() {
        Some(Ok(entry)) => Some(entry.problem),
        Some(Err(error)) => return Err(text.input_error(&error)),
        None => None,
    };
    match inputs.next() {
        Some(_) => Err(tr!(text.0, "verify-one-problem")),
        None => Ok(first),
    }
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

/// What `--json` says; what does not apply is `null`.
#[derive(Default, Serialize)]
struct Verdict {
    verified: bool,
    sfen: Option<String>,
    attacker: Option<&'static str>,
    verdict: Option<&'static str>,
    length: Option<u16>,
    exact: Option<bool>,
    program: Option<String>,
    mate_entries: Option<u64>,
    refutation_entries: Option<u64>,
    bytes: Option<u64>,
    bytes_per_entry: Option<f64>,
    fault: Option<Place>,
    time_ms: u64,
}

/// Where a certificate is wrong.
#[derive(Serialize)]
struct Place {
    section: &'static str,
    entry: u64,
    byte: u64,
    sfen: String,
    what: String,
}

impl Verdict {
    fn proven(report: &VerifiedCertificate, time: Duration) -> Self {
        let (verdict, length, exact) = match report.claim {
            Claim::MateWithin(n) => ("mate", Some(n), Some(false)),
            Claim::MateExactly(n) => ("mate", Some(n), Some(true)),
            Claim::NoMate => ("nomate", None, None),
            Claim::NoMateWithin(n) => ("nomate-within", Some(n), None),
        };
        Self {
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
            // One decimal is all that is worth reading.
            bytes_per_entry: Some((report.bytes_per_entry() * 10.0).round() / 10.0),
            time_ms: millis(time),
            ..Self::default()
        }
    }

    fn wrong(fault: &Fault, time: Duration) -> Self {
        Self {
            fault: Some(Place {
                section: match fault.section {
                    Section::Mate => "mate",
                    Section::Refutation => "refutation",
                },
                entry: fault.entry,
                byte: fault.offset,
                sfen: fault.sfen.clone(),
                what: fault.kind.to_string(),
            }),
            time_ms: millis(time),
            ..Self::default()
        }
    }
}

fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}
