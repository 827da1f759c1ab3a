//! `kemuri verify`.

use crate::args::VerifyArgs;
use crate::input::only_problem;
use crate::notes::PieceWarnings;
use crate::{CommandResult, complain, json, wrapped};
use kemuri_certify::json::VerifyDocument;
use kemuri_certify::{Survey, VerifiedCertificate, VerifyError, verify};
use kemuri_core::{Budget, Problem};
use kemuri_formats::{ProblemEntry, ReadOptions};
use kemuri_terminal::{Refusal, Status, Stop};
use kemuri_text::{Lang, certify, diagram, quote, tr, units};
use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, Seek, Write};
use std::time::Instant;

/// A certificate of up to this many bytes is read once and all of its entries are kept,
/// which takes eight times as many bytes at most.
const READ_ONCE: u64 = 64 << 20;
/// How many bytes of memory are worth a sentence beforehand.
const MUCH_MEMORY: u64 = 256 << 20;

/// Verifies the certificate that `args` name and prints what it proves to `out`.
pub fn run(args: &VerifyArgs, lang: Lang, out: &mut dyn Write) -> CommandResult {
    let entry = expected(args, lang)?;
    let expected = entry.as_ref().map(|entry| &entry.problem);
    let start = Instant::now();
    let result = verify_argument(&args.certificate, expected, lang);
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
        let board = diagram::plain(lang, &report.problem);
        let proven = certify::verified(lang, report, time);
        writeln!(out, "{}", wrapped(&format!("{board}\n\n{proven}")))?;
        out.flush()?;
    }
    Ok(status)
}

/// Verifies a certificate, which is read twice if it is a large file.
fn verify_argument(
    certificate: &OsStr,
    expected: Option<&Problem>,
    lang: Lang,
) -> Result<VerifiedCertificate, VerifyError> {
    if certificate == "-" {
        return verify(io::stdin().lock(), expected);
    }
    let mut file = File::open(certificate)?;
    let about = file.metadata()?;
    // Opening a directory succeeds; reading it gives an error few understand.
    if about.is_dir() {
        return Err(io::Error::from(io::ErrorKind::IsADirectory).into());
    }
    if !about.is_file() {
        return verify(file, expected);
    }
    if about.len() <= READ_ONCE {
        match verify(&file, expected) {
            // Reading it twice takes less.
            Err(VerifyError::Memory { .. }) => file.rewind()?,
            result => return result,
        }
    }
    let budget = Budget::default();
    let survey = Survey::of(&file, &budget, &mut |_| ())?;
    if survey.memory() >= MUCH_MEMORY {
        let (certificate, size) = (name(lang, certificate), units::bytes(survey.memory()));
        complain(&tr!(lang, "verify-memory", certificate, size));
    }
    file.rewind()?;
    survey.verify(&file, expected, &budget, &mut |_| ())
}

/// What a certificate is called.
fn name(lang: Lang, certificate: &OsStr) -> String {
    match certificate.to_string_lossy() {
        name if name == "-" => tr!(lang, "input-stdin"),
        name => quote(&name),
    }
}

/// A certificate that was refused, and why.
fn refused(lang: Lang, certificate: &OsStr, error: &VerifyError) -> String {
    let name = name(lang, certificate);
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
