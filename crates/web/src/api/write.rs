//! `POST write`: a record in any format.

use crate::error::ApiError;
use kemuri_core::Move;
use kemuri_core::json::Version;
use kemuri_core::sfen;
use kemuri_formats::json::RecordDocument;
use kemuri_formats::{Format, Record, RecordBuilder, write as write_record};
use kemuri_text::{Lang, formats, tr};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A record, or the parts of one, and the format that is wanted.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WriteRequest {
    /// The record.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    record: Option<RecordDocument>,
    /// The position, if there is no `record`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    sfen: Option<String>,
    /// The moves in USI.
    #[serde(default)]
    moves: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    title: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    author: Option<String>,
    /// Where it was published.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    source: Option<String>,
    format: String,
}

/// What was written.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct WriteDocument {
    version: Version,
    text: String,
    /// What the format cannot hold.
    losses: Vec<String>,
    extension: String,
    record: RecordDocument,
}

/// Answers `POST write`.
pub fn write(lang: Lang, request: WriteRequest) -> Result<WriteDocument, ApiError> {
    let named = Format::named(&request.format);
    let format = named.ok_or_else(|| {
        let formats = Format::ALL.map(Format::name).join(", ");
        ApiError::input("format", tr!(lang, "web-format", formats))
    })?;
    let record = match request.record {
        Some(document) => document.record,
        None => build(lang, &request)?,
    };
    let written = write_record(&record, format);
    let losses = match written.losses.is_empty() {
        true => Vec::new(),
        false => vec![tr!(
            lang,
            "web-losses",
            losses = formats::losses(lang, &written.losses)
        )],
    };
    Ok(WriteDocument {
        version: Version,
        text: written.text,
        losses,
        extension: extension(format).into(),
        record: RecordDocument::new(record),
    })
}

/// The record of a position, its moves and its headers.
fn build(lang: Lang, request: &WriteRequest) -> Result<Record, ApiError> {
    super::limit_moves(lang, "moves", &request.moves)?;
    let Some(text) = &request.sfen else {
        return Err(ApiError::input("record", tr!(lang, "web-record-or-sfen")));
    };
    let start = sfen::parse(text);
    let start = start.map_err(|error| super::problem_error(lang, "sfen", &error.into()))?;
    let builder = RecordBuilder::new(start);
    let mut builder = builder.map_err(|error| super::problem_error(lang, "sfen", &error))?;
    let headers = [
        ("作品名", &request.title),
        ("作者", &request.author),
        ("発表誌", &request.source),
    ];
    for (name, value) in headers {
        if let Some(value) = value.as_deref().filter(|value| !value.trim().is_empty()) {
            builder.add_header(name, value);
        }
    }
    for (ply, word) in (1usize..).zip(&request.moves) {
        let mv = parse_move(lang, word)?;
        builder.play(mv).map_err(|error| {
            let reason = formats::record_error_kind(lang, &error);
            ApiError::input("moves", tr!(lang, "web-move-illegal", ply, reason))
        })?;
    }
    Ok(builder.finish())
}

/// A move in USI.
pub fn parse_move(lang: Lang, word: &str) -> Result<Move, ApiError> {
    let mv = Move::from_usi(word).filter(|mv| mv.is_normal());
    mv.ok_or_else(|| {
        let word = kemuri_core::quote(word);
        ApiError::input("moves", tr!(lang, "web-no-move", word))
    })
}

/// What the names of the files of a format end with.
pub fn extension(format: Format) -> &'static str {
    match format {
        Format::Usi => "txt",
        format => format.name(),
    }
}
