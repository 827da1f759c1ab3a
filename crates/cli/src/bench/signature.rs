//! `kemuri bench --signature`.

use super::json::{BenchDocument, SignatureDocument};
use crate::args::BenchArgs;
use crate::{CommandResult, json};
use kemuri_solver::signature::measure;
use kemuri_terminal::{Refusal, Status, Stop};
use kemuri_text::{Lang, solver, tr};
use std::io::Write;

/// Solves the built-in set with the search options of `args` and prints one line.
pub(super) fn run(args: &BenchArgs, lang: Lang, stop: &Stop, out: &mut dyn Write) -> CommandResult {
    let signature = measure(&args.options, &stop.flag());
    let signature = signature
        .map_err(|error| solver::solver_error(lang, &error))?
        .ok_or_else(|| Refusal::undecided(tr!(lang, "solve-interrupted")))?;
    if args.search.json {
        let document = SignatureDocument::from(&signature);
        json::write_line(out, &BenchDocument::Signature(document))?;
    } else {
        let sentence = tr!(
            lang,
            "bench-signature",
            nodes = signature.nodes,
            mates = signature.mates,
            nomates = signature.nomates,
            unknown = signature.unknown
        );
        writeln!(out, "{}", crate::wrapped(&sentence))?;
        out.flush()?;
    }
    Ok(Status::default())
}
