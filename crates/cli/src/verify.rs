//! `kemuri verify`.

use crate::args::VerifyArgs;
use crate::input::only_problem;
use crate::notes::PieceWarnings;
use crate::{CommandResult, complain, json, show};
use kemuri_certify::json::VerifyDocument;
use kemuri_certify::{VerifyError, verify};
use kemuri_formats::{ProblemEntry, ReadOptions};
use kemuri_terminal::{Refusal, Status, Stop};
use kemuri_text::{Lang, certify, quote, tr};
use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, Read, Write};
use std::time::Instant;

/// Verifies the certificate that `args` name and prints what it proves to `out`.
pub fn run(args: &VerifyArgs, lang: Lang, out: &mut dyn Write) -> CommandResult {
    let entry = expected(args, lang)?;
    let expected = entry.as_ref().map(|entry| &entry.problem);
    let start = Instant::now();
    let result = open(&args.certificate)
        .map_err(VerifyError::Io)
        .and_then(|source| verify(source, expected));
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
        if let Some(entry) = &entry {
            let warnings = PieceWarnings::of(lang, entry);
            warnings.complain_of_pieces();
            warnings.complain_of_hands();
        }
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
fn expected(args: &VerifyArgs, lang: Lang) -> Result<Option<ProblemEntry>, Refusal> {
    if args.inputs.is_empty() {
        return Ok(None);
    }
    let options = ReadOptions::default()
        .with_attacker(args.attacker)
        .with_rest(args.rest);
    let several = || tr!(lang, "verify-one-problem");
    only_problem(&args.inputs, options, &Stop::default(), lang, several)
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
