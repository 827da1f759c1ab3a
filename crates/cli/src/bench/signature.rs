//! `kemuri bench --signature`.

use crate::args::BenchArgs;
use crate::{complain, json};
use kemuri_solver::signature::measure;
use kemuri_terminal::{Status, Stop};
use kemuri_text::{Lang, solver, tr};
use serde::Serialize;
use std::io::{self, Write};

#[derive(Serialize)]
struct JsonSignature {
    signature: u64,
    mates: usize,
    nomates: usize,
    unknown: usize,
}

/// Solves the built-in set with the search options of `args` and prints one line.
pub(super) fn run(
    args: &BenchArgs,
    lang: Lang,
    stop: &Stop,
    out: &mut dyn Write,
) -> io::Result<Status> {
    let signature = match measure(&args.options, &stop.flag()) {
        Ok(Some(signature)) => signature,
        Ok(None) => {
            complain(&tr!(lang, "solve-interrupted"));
            return Ok(Status::UNDECIDED);
        }
        Err(error) => {
            complain(&solver::solver_error(lang, &error));
            return Ok(Status::BAD_INPUT);
        }
    };
    if args.search.json {
        let object = JsonSignature {
            signature: signature.nodes,
            mates: signature.mates,
            nomates: signature.nomates,
            unknown: signature.unknown,
        };
        json::write_line(out, &object)?;
    } else {
        let sentence = tr!(
            lang,
            "bench-signature",
            nodes = signature.nodes,
            mates = signature.mates,
            nomates = signature.nomates,
            unknown = signature.unknown
        );
        writeln!(out, "{sentence}")?;
        out.flush()?;
    }
    Ok(Status::default())
}
