//! The formats, how they are told apart, and [`read`] and [`write`].

use crate::error::{RecordError, RecordErrorKind};
use crate::kif::line::KifLine;
use crate::link::Link;
use crate::loss::Losses;
use crate::record::Record;
use crate::rest::RestRule;
use crate::text::{Encoding, decode, decode_lossy, lines};
use crate::warnings::Warnings;
use crate::{csa, jkf, ki2, kif, sfen};

/// A format of records.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Format {
    /// A position in one line.
    Sfen,
    /// A position and moves, as the USI protocol has them.
    Usi,
    /// Rows of moves with where they come from.
    Kif,
    /// Moves as newspapers print them.
    Ki2,
    /// The format of the Computer Shogi Association, version 2.2.
    Csa,
    /// The JSON kifu format.
    Jkf,
    /// A diagram.
    Bod,
}

impl Format {
    /// All formats.
    pub const ALL: [Self; 7] = [
        Self::Sfen,
        Self::Usi,
        Self::Kif,
        Self::Ki2,
        Self::Csa,
        Self::Jkf,
        Self::Bod,
    ];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Sfen => "sfen",
            Self::Usi => "usi",
            Self::Kif => "kif",
            Self::Ki2 => "ki2",
            Self::Csa => "csa",
            Self::Jkf => "jkf",
            Self::Bod => "bod",
        }
    }

    /// The format of this name.
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "kifu" => Some(Self::Kif),
            "json" => Some(Self::Jkf),
            _ => Self::ALL.into_iter().find(|format| format.name() == name),
        }
    }
}

/// What was read.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ReadRecord {
    /// The record.
    pub record: Record,
    /// The format it was in.
    pub format: Format,
    /// The encoding it was in.
    pub encoding: Encoding,
    /// What a lenient reader skipped.
    pub warnings: Vec<RecordError>,
    /// How many more warnings there were than are listed.
    pub more_warnings: usize,
}

/// What was written.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Written {
    /// The text.
    pub text: String,
    /// What it does not say.
    pub losses: Losses,
}

/// How a record is read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct RecordOptions {
    /// Whether what cannot be read is skipped.
    pub lenient: bool,
    /// Whether the defender gets every piece that is nowhere.
    pub rest: bool,
}

impl RecordOptions {
    /// Sets whether what cannot be read is skipped.
    pub fn with_lenient(self, lenient: bool) -> Self {
        Self { lenient, ..self }
    }

    /// Sets whether the defender gets every piece that is nowhere.
    pub fn with_rest(self, rest: bool) -> Self {
        Self { rest, ..self }
    }
}

/// Reads a record. When `lenient`, what cannot be read is skipped and listed;
/// only a text without a position to start from is still an error.
pub fn read(bytes: &[u8], lenient: bool) -> Result<ReadRecord, RecordError> {
    read_with(bytes, RecordOptions::default().with_lenient(lenient))
}

/// Reads a record as [`read`] does.
pub fn read_with(bytes: &[u8], options: RecordOptions) -> Result<ReadRecord, RecordError> {
    let rule = RestRule {
        asked: options.rest,
        ..RestRule::default()
    };
    read_by_rule(bytes, options.lenient, rule)
}

/// Reads a record; `rule` says who gets the pieces that are nowhere.
pub(crate) fn read_by_rule(
    bytes: &[u8],
    lenient: bool,
    rule: RestRule,
) -> Result<ReadRecord, RecordError> {
    let mut warnings = Warnings::new(lenient);
    let (text, encoding) = match decode(bytes) {
        Ok(decoded) => decoded,
        Err(error) if error.kind == RecordErrorKind::Encoding => {
            warnings.note(error)?;
            decode_lossy(bytes)
        }
        Err(error) => return Err(error),
    };
    let read = detect(&text).and_then(|format| read_text(&text, format, rule, &mut warnings));
    let (record, format) = match read {
        Ok(read) => read,
        Err(error) => return Err(warnings.first_or(error)),
    };
    let (warnings, more_warnings) = warnings.finish();
    Ok(ReadRecord {
        record,
        format,
        encoding,
        warnings,
        more_warnings,
    })
}

/// Reads `text`, which is in the family of `format`, and says what it is exactly.
pub(crate) fn read_text(
    text: &str,
    format: Format,
    rule: RestRule,
    warnings: &mut Warnings,
) -> Result<(Record, Format), RecordError> {
    match format {
        Format::Sfen | Format::Usi => sfen::read(text, rule, warnings),
        Format::Kif | Format::Ki2 | Format::Bod => kif::read(text, rule, warnings),
        Format::Csa => csa::read(text, rule, warnings).map(|record| (record, Format::Csa)),
        Format::Jkf => jkf::read(text, rule, warnings).map(|record| (record, Format::Jkf)),
    }
}

/// Writes `record` in `format`.
pub fn write(record: &Record, format: Format) -> Written {
    match format {
        Format::Sfen => sfen::write_sfen(record),
        Format::Usi => sfen::write_usi(record),
        Format::Kif => kif::write::kif(record),
        Format::Ki2 => ki2::write(record),
        Format::Csa => csa::write(record),
        Format::Jkf => jkf::write(record),
        Format::Bod => kif::write::bod(record),
    }
}

/// What a line looks like, to someone who has to decide how to read the rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LineKind {
    /// It says nothing: blank, a comment, a ruler.
    Nothing,
    /// A position in one line, with or without a name before it.
    Position,
    /// A line of a record of this family.
    Record(Format),
    /// Nothing that is known.
    Unknown,
}

/// What a line that nothing but such lines stands above looks like.
pub(crate) fn classify_line(line: &str) -> LineKind {
    let text = line.trim();
    if text.is_empty() {
        return LineKind::Nothing;
    }
    if text.starts_with('#') {
        return match text.starts_with("#KIF") {
            true => LineKind::Record(Format::Kif),
            false => LineKind::Nothing,
        };
    }
    // The position is the second column of a collection.
    let mut columns = line.split('\t');
    if columns.next().is_some_and(is_position) || columns.next().is_some_and(is_position) {
        return LineKind::Position;
    }
    if text.starts_with('{') {
        return LineKind::Record(Format::Jkf);
    }
    if csa::looks_like(text) {
        return LineKind::Record(Format::Csa);
    }
    match KifLine::of(line) {
        KifLine::Nothing => LineKind::Nothing,
        KifLine::Unknown => LineKind::Unknown,
        KifLine::Ki2(_) => LineKind::Record(Format::Ki2),
        _ => LineKind::Record(Format::Kif),
    }
}

/// Whether `text` is meant as a position in one line.
fn is_position(text: &str) -> bool {
    let mut words = text.split_whitespace();
    match words.next() {
        Some("sfen" | "position" | "startpos") => true,
        Some(word) => {
            (word.matches('/').count() >= 2 && has_board_letters(word)) || Link::of(text).is_some()
        }
        None => false,
    }
}

/// Whether `word` is written in the letters of an SFEN's board.
pub(crate) fn has_board_letters(word: &str) -> bool {
    word.bytes()
        .all(|b| b"123456789+/plnsgbrkPLNSGBRK".contains(&b))
}

fn detect(text: &str) -> Result<Format, RecordError> {
    for line in lines(text) {
        match classify_line(line.text) {
            LineKind::Nothing => {}
            LineKind::Position => return Ok(Format::Sfen),
            LineKind::Record(format) => return Ok(format),
            LineKind::Unknown => return Err(line.error(line.text, RecordErrorKind::UnknownFormat)),
        }
    }
    Err(RecordErrorKind::Empty.unlocated())
}
