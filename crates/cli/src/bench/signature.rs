//! `kemuri bench --signature`.

use crate::Status;
use crate::args::BenchArgs;
use crate::json;
use crate::signal::Stop;
use crate::text::{Tally, Text};
use kemuri_solver::signature::measure;
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
    text: Text,
    stop: &Stop,
    out: &mut dyn Write,
) -> io::Result<Status> {
    let signature = match measure(&args.options, &stop.flag()) {
        Ok(Some(measured)) => measured,
        Ok(None) => {
            text.complain(text.interrupted());
            return Ok(Status::UNDECIDED);
        }
        Err(error) => {
            text.complain(&text.solver_error(&error));
            return Ok(Status::BAD_INPUT);
        }
    };
    let tally = Tally {
        mates: signature.mates,
        nomates: signature.nomates,
        unknown: signature.unknown,
    };
    if args.search.json {
        let object = JsonSignature {
            signature: signature.nodes,
            mates: tally.mates,
            nomates: tally.nomates,
            unknown: tally.unknown,
        };
        json::write_line(out, &object)?;
    } else {
        writeln!(out, "{}", text.signature(signature.nodes, &tally))?;
        out.flush()?;
    }
    Ok(Status::default())
}
