//! `kemuri convert`.

use crate::Status;
use crate::args::ConvertArgs;
use crate::text::Text;
use kemuri_formats::{
    Conversion, ConvertOptions, Format, InputError, RecordError, Unencodable, convert,
    read_single_source,
};
use kemuri_text::{Lang, formats, quote, tr};
use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::Path;

/// Converts the record that `args` name.
pub fn run(args: &ConvertArgs, text: Text, out: &mut dyn Write) -> io::Result<Status> {
    let lang = text.0;
    let refuse = |sentence: &str| {
        text.complain(sentence);
        Ok(Status::BAD_INPUT)
    };
    let source = match read_single_source(&args.inputs) {
        Ok(Some(source)) => source,
        Ok(None) => return refuse(&tr!(lang, "convert-one-record")),
        Err(error) => return refuse(&formats::input_error(lang, &error)),
    };
    let located = |error: RecordError| {
        let location = source.location.clone();
        let kind = error.into();
        formats::input_error(lang, &InputError { location, kind })
    };
    let options = ConvertOptions::new(args.to)
        .with_encoding(args.encoding)
        .with_lenient(args.lenient);
    let conversion = match convert(&source.bytes, options) {
        Ok(conversion) => conversion,
        Err(error) => return refuse(&located(error)),
    };
    if let Some(first) = conversion.unencodable.first() {
        let sentence = unencodable(lang, first, conversion.unencodable.len());
        if !args.lenient {
            return refuse(&sentence);
        }
        text.complain(&sentence);
    }
    if let Some(path) = args.out()
        && let Err(error) = write_new(path, &conversion.bytes)
    {
        return refuse(&unwritable(lang, path, &error));
    }
    let partial = !conversion.warnings.is_empty() || !conversion.unencodable.is_empty();
    for warning in &conversion.warnings {
        text.complain(&located(warning.clone()));
    }
    for sentence in leftovers(lang, args.to, &conversion) {
        text.complain(&sentence);
    }
    if args.out().is_none() {
        out.write_all(&conversion.bytes)?;
        out.flush()?;
    }
    Ok(Status {
        unknown: partial,
        ..Status::default()
    })
}

/// Says what else was skipped, and what the format cannot hold.
fn leftovers(lang: Lang, format: Format, conversion: &Conversion) -> Vec<String> {
    let mut sentences = Vec::new();
    if conversion.more_warnings > 0 {
        sentences.push(tr!(lang, "convert-more", count = conversion.more_warnings));
    }
    if !conversion.losses.is_empty() {
        let losses = formats::losses(lang, &conversion.losses);
        let format = format.name();
        sentences.push(tr!(
            lang,
            "convert-losses",
            format = format,
            losses = losses
        ));
    }
    sentences
}

/// Writes a file that is not there yet; what could not be written is removed.
fn write_new(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = OpenOptions::new().write(true).create_new(true).open(path)?;
    let written = file.write_all(bytes).and_then(|()| file.sync_all());
    if written.is_err() {
        // The error that is told is the first one.
        let _ = std::fs::remove_file(path);
    }
    written
}

/// Says which characters the encoding does not have.
fn unencodable(lang: Lang, first: &Unencodable, count: usize) -> String {
    tr!(
        lang,
        "convert-unencodable",
        character = quote(&first.character.to_string()),
        line = first.line,
        count = count
    )
}

/// Says why the file could not be written.
fn unwritable(lang: Lang, path: &Path, error: &io::Error) -> String {
    let file = quote(&path.display().to_string());
    match error.kind() {
        io::ErrorKind::AlreadyExists => tr!(lang, "convert-exists", file = file),
        _ => tr!(
            lang,
            "convert-unwritable",
            file = file,
            error = error.to_string()
        ),
    }
}
