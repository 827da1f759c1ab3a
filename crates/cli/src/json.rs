//! JSON, one object a line.

use kemuri_core::json::milliseconds;
use kemuri_formats::ProblemEntry;
use kemuri_solver::certificate::Certified;
use kemuri_solver::json::{CertificateDocument, SolveDocument};
use kemuri_solver::{FutileDrop, Outcome};
use serde::Serialize;
use std::io::{self, Write};

/// What an answer may have beside the verdict.
#[derive(Clone, Copy, Default)]
pub struct AnswerExtras<'m> {
    /// Futile interpositions.
    pub futile_drops: Option<&'m [FutileDrop]>,
    /// The certificate that was written.
    pub certified: Option<&'m Certified>,
}

/// The answer to `entry`, as `solve --json` prints it.
pub fn answer(entry: &ProblemEntry, outcome: &Outcome, extras: AnswerExtras<'_>) -> SolveDocument {
    let mut document = SolveDocument::new(entry.id.as_deref(), &entry.problem, outcome);
    if let Some(futile_drops) = extras.futile_drops {
        document = document.with_futile(futile_drops);
    }
    if let Some(certified) = extras.certified {
        let verified = certified.verified.as_ref();
        document = document.with_certificate(CertificateDocument {
            entries: certified.written.entries(),
            bytes: certified.written.bytes,
            verified: verified.is_some(),
            verify_ms: verified.map(|verified| milliseconds(verified.time)),
        });
    }
    document
}

/// Writes `value` on a line of its own, at once.
pub fn write_line(out: &mut dyn Write, value: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *out, value).map_err(io::Error::from)?;
    out.write_all(b"\n")?;
    out.flush()
}
