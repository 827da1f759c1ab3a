//! From a record in one format to a file in another.

use crate::error::RecordError;
use crate::format::{Format, RecordOptions, read_with, write};
use crate::loss::Losses;
use crate::record::Record;
use crate::rest::AssumedRest;
use crate::sfen;
use crate::text::{Encoding, Unencodable, encode};

/// How a record is converted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ConvertOptions {
    /// The format to write.
    pub format: Format,
    /// The encoding to write.
    pub encoding: Encoding,
    /// Whether what cannot be read is skipped.
    pub lenient: bool,
    /// Whether the defender gets every piece that is nowhere.
    pub rest: bool,
    /// Whether an SFEN is to be a line of a collection: title, position, length.
    pub collection: bool,
}

impl ConvertOptions {
    /// Writes `format` in UTF-8, and fails at the first error.
    pub fn new(format: Format) -> Self {
        Self {
            format,
            encoding: Encoding::Utf8,
            lenient: false,
            rest: false,
            collection: false,
        }
    }

    /// Sets the encoding to write.
    pub fn with_encoding(self, encoding: Encoding) -> Self {
        Self { encoding, ..self }
    }

    /// Writes a line of a collection, whatever the format.
    pub fn with_collection(self, collection: bool) -> Self {
        Self { collection, ..self }
    }

    /// Sets whether what cannot be read is skipped.
    pub fn with_lenient(self, lenient: bool) -> Self {
        Self { lenient, ..self }
    }

    /// Sets whether the defender gets every piece that is nowhere.
    pub fn with_rest(self, rest: bool) -> Self {
        Self { rest, ..self }
    }
}

/// A record in another format, and what became of the rest.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Conversion {
    /// The file.
    pub bytes: Vec<u8>,
    /// The record.
    pub record: Record,
    /// What was skipped.
    pub warnings: Vec<RecordError>,
    /// How many more warnings there were than are listed.
    pub more_warnings: usize,
    /// What the format cannot hold.
    pub losses: Losses,
    /// What the encoding cannot hold; `〓` stands for it.
    pub unencodable: Vec<Unencodable>,
    /// The pieces that were given to a hand of which the record says nothing.
    pub assumed_rest: Option<AssumedRest>,
}

/// Converts a record in any format and encoding.
///
/// ```
/// use kemuri_formats::{ConvertOptions, Format, convert};
///
/// let usi = b"position sfen 8k/9/8P/9/9/9/9/9/9 b G 1 moves G*1b";
/// let csa = convert(usi, ConvertOptions::new(Format::Csa))?;
/// assert!(csa.bytes.ends_with(b"+0012KI\n"));
/// assert!(csa.losses.is_empty());
/// # Ok::<(), kemuri_formats::RecordError>(())
/// ```
pub fn convert(bytes: &[u8], options: ConvertOptions) -> Result<Conversion, RecordError> {
    let reading = RecordOptions::default()
        .with_lenient(options.lenient)
        .with_rest(options.rest);
    let reading = read_with(bytes, reading)?;
    let written = match options.collection {
        true => sfen::write_line(&reading.record),
        false => write(&reading.record, options.format),
    };
    let (bytes, unencodable) = encode(&written.text, options.encoding);
    Ok(Conversion {
        bytes,
        warnings: reading.warnings,
        more_warnings: reading.more_warnings,
        losses: written.losses,
        unencodable,
        assumed_rest: reading.record.assumed_rest(),
        record: reading.record,
    })
}
