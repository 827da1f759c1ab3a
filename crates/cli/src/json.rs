//! JSON, one object a line.

use kemuri_core::json::PositionNotes;
use kemuri_formats::json::ErrorDocument;
use kemuri_formats::{InputError, ProblemEntry};
use kemuri_solver::certificate::Certified;
use kemuri_solver::json::SolveDocument;
use kemuri_solver::{EdoLine, FutileDrop, Outcome, Refutation};
use kemuri_text::{Lang, formats};
use serde::Serialize;
use std::io::{self, Write};

/// What an answer may have beside the verdict.
#[derive(Clone, Copy, Default)]
pub struct AnswerExtras<'m> {
    /// The line in the order of the Edo books.
    pub edo: Option<&'m EdoLine>,
    /// Futile interpositions.
    pub futile_drops: Option<&'m [FutileDrop]>,
    /// What refutes a no-mate; not in JSON.
    pub refutation: Option<&'m Refutation>,
    /// The certificate that was written.
    pub certified: Option<&'m Certified>,
}

/// The answer to `entry`, as `solve --json` prints it.
pub fn answer(entry: &ProblemEntry, outcome: &Outcome, extras: AnswerExtras<'_>) -> SolveDocument {
    let document = SolveDocument::new(entry.id.as_deref(), outcome);
    let mut document = document.with_notes(notes(entry));
    if let Some(edo) = extras.edo {
        document = document.with_edo_line(edo);
    }
    if let Some(futile_drops) = extras.futile_drops {
        document = document.with_futile(futile_drops);
    }
    if let Some(certified) = extras.certified {
        document = document.with_certificate(certified);
    }
    document
}

/// What else there is to know of the position of `entry`.
pub fn notes(entry: &ProblemEntry) -> PositionNotes {
    PositionNotes::new(&entry.problem, entry.assumed_pieces(), entry.played())
}

/// Writes an error of the input, as a sentence tells it, where the answer would stand.
pub fn write_error(out: &mut dyn Write, error: &InputError, lang: Lang) -> io::Result<()> {
    let document = ErrorDocument::new(&formats::input_error(lang, error));
    write_line(out, &document.at(error))
}

/// Writes `value` on a line of its own, at once.
pub fn write_line(out: &mut dyn Write, value: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *out, value).map_err(io::Error::from)?;
    out.write_all(b"\n")?;
    out.flush()
}

#[cfg(test)]
mod tests {
    use crate::bench::json::BenchDocument;
    use kemuri_certify::json::VerifyDocument;
    use kemuri_compose::json::ComposedDocument;
    use kemuri_formats::json::{ErrorDocument, RecordDocument};
    use kemuri_judge::json::CheckDocument;
    use kemuri_solver::json::SolveDocument;
    use kemuri_solver::tree::json::SolveTreeDocument;
    use schemars::{JsonSchema, schema_for};

    /// `KEMURI_WRITE_SCHEMA=1 cargo test -p kemuri schema` writes the files anew.
    fn check<T: JsonSchema>(file: &str) {
        let text = serde_json::to_string_pretty(&schema_for!(T)).unwrap() + "\n";
        let path = format!("{}/../{file}", env!("CARGO_MANIFEST_DIR"));
        if std::env::var_os("KEMURI_WRITE_SCHEMA").is_some() {
            std::fs::write(&path, &text).unwrap();
        }
        assert_eq!(std::fs::read_to_string(path).unwrap(), text, "{file}");
    }

    #[test]
    fn the_schema_files_are_those_of_the_types() {
        check::<SolveDocument>("solver/schema/solve.json");
        check::<SolveTreeDocument>("solver/schema/tree.json");
        check::<VerifyDocument>("certify/schema/verify.json");
        check::<CheckDocument>("judge/schema/check.json");
        check::<ComposedDocument>("compose/schema/compose.json");
        check::<RecordDocument>("formats/schema/record.json");
        check::<ErrorDocument>("formats/schema/error.json");
        check::<BenchDocument>("cli/schema/bench.json");
    }
}
