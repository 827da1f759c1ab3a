//! `POST read`: any text or file, as problems and records.

use crate::error::ApiError;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use kemuri_core::Hand;
use kemuri_core::json::{SideName, Version, usi};
use kemuri_formats::json::RecordDocument;
use kemuri_formats::{
    Expected, Format, InputError, InputErrorKind, Location, ProblemEntry, ProblemReader,
    ReadOptions, RecordOptions, read_with,
};
use kemuri_text::{Lang, formats, tr};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Sentences on lines that cannot be read; further ones are left out.
const MAX_FAULTS: usize = 100;

/// Problems of one text; further ones are not read.
const MAX_ENTRIES: usize = 10_000;

/// The text, or the bytes of a file.
#[derive(Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReadRequest {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    /// The bytes, if there is no `text`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    base64: Option<String>,
    /// What sentences call the source.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    /// Whether the defender gets every piece that is nowhere.
    #[serde(default)]
    rest: bool,
    /// Who attacks, if the position is not to decide.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    attacker: Option<SideName>,
}

/// What was read.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct ReadDocument {
    version: Version,
    /// The format, if the source is one record or one position.
    format: Option<String>,
    entries: Vec<EntryDocument>,
    faults: Vec<FaultLine>,
    /// How many more faults there were than are listed.
    more_faults: usize,
}

/// A problem that was read.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
struct EntryDocument {
    id: Option<String>,
    title: Option<String>,
    author: Option<String>,
    sfen: String,
    attacker: SideName,
    /// The result that the source states.
    expected: Option<ExpectedDocument>,
    /// The author's line in USI.
    author_line: Option<Vec<String>>,
    /// Why its next move cannot be played.
    author_line_error: Option<String>,
    /// The pieces that stand nowhere.
    unaccounted: Hand,
    /// The pieces that the defender was given.
    assumed_rest: Option<Hand>,
    record: Option<RecordDocument>,
    /// What is to be said of the position and of its source.
    sentences: Vec<String>,
}

/// A stated result.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
struct ExpectedDocument {
    length: Option<u32>,
    nomate: bool,
}

/// Something that cannot be read.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
struct FaultLine {
    /// The line, from 1, where one can be named.
    line: Option<usize>,
    sentence: String,
}

/// Answers `POST read`.
pub fn read(lang: Lang, request: ReadRequest) -> Result<ReadDocument, ApiError> {
    let bytes = match (request.text, request.base64) {
        (Some(text), None) => text.into_bytes(),
        (None, Some(text)) => {
            let decoded = STANDARD.decode(text.trim());
            decoded.map_err(|_| ApiError::input("base64", tr!(lang, "web-bad-base64")))?
        }
        _ => return Err(ApiError::input("text", tr!(lang, "web-text-or-base64"))),
    };
    let name = request.name.unwrap_or_else(|| tr!(lang, "web-pasted"));
    let options = ReadOptions::default()
        .with_attacker(request.attacker.map(Into::into))
        .with_rest(request.rest)
        .with_solutions();
    let (mut entries, mut faults, mut more_faults) = (Vec::new(), Vec::new(), 0);
    for item in ProblemReader::new(name, bytes.as_slice(), options) {
        match item {
            Ok(_) if entries.len() == MAX_ENTRIES => {
                faults.push(FaultLine {
                    line: None,
                    sentence: tr!(lang, "web-too-many-problems", count = MAX_ENTRIES),
                });
                break;
            }
            Ok(entry) => entries.push(EntryDocument::new(lang, &entry)),
            Err(error) if faults.len() < MAX_FAULTS => faults.push(fault(lang, &error)),
            Err(_) => more_faults += 1,
        }
    }
    let mut format = None;
    if let [entry] = &mut entries[..] {
        let options = RecordOptions::default()
            .with_lenient(true)
            .with_rest(request.rest);
        if let Ok(read) = read_with(&bytes, options) {
            format = Some(read.format);
            let more = read
                .warnings
                .iter()
                .map(|warning| formats::record_error(lang, warning));
            entry.sentences.extend(more);
            entry.record = Some(RecordDocument::new(read.record));
        }
    }
    Ok(ReadDocument {
        version: Version,
        format: format.map(|format: Format| format.name().into()),
        entries,
        faults,
        more_faults,
    })
}

impl EntryDocument {
    fn new(lang: Lang, entry: &ProblemEntry) -> Self {
        let unaccounted = entry.problem.unaccounted();
        let mut sentences = Vec::new();
        if !unaccounted.is_empty() {
            sentences.push(formats::unaccounted(lang, unaccounted));
        }
        sentences.extend(
            entry
                .assumed_rest
                .map(|rest| formats::assumed_rest(lang, rest)),
        );
        let error = entry.solution_error.as_ref();
        Self {
            id: entry.id.clone(),
            title: entry.title.clone(),
            author: entry.author.clone(),
            sfen: entry.problem.to_sfen(),
            attacker: entry.problem.attacker().into(),
            expected: match entry.expected {
                Expected::Unstated => None,
                Expected::Mate(length) => Some((Some(length), false)),
                Expected::NoMate => Some((None, true)),
            }
            .map(|(length, nomate)| ExpectedDocument { length, nomate }),
            author_line: entry.solution.as_deref().map(usi),
            author_line_error: error.map(|error| {
                let reason = formats::record_error_kind(lang, &error.kind);
                tr!(lang, "web-move-illegal", ply = error.ply, reason)
            }),
            unaccounted,
            assumed_rest: entry.assumed_pieces(),
            record: None,
            sentences,
        }
    }
}

fn fault(lang: Lang, error: &InputError) -> FaultLine {
    let line = match (&error.location, &error.kind) {
        (_, InputErrorKind::Record(record)) => record.line,
        (Location::Source { line, .. }, _) => *line,
        _ => None,
    };
    FaultLine {
        line,
        sentence: formats::input_error(lang, error),
    }
}
