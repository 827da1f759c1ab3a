//! `kemuri convert`.

use crate::args::ConvertArgs;
use crate::{CommandResult, complain};
use kemuri_formats::{
    Conversion, ConvertOptions, Format, InputError, RecordError, RecordSource, Unencodable,
    convert, read_single_source,
};
use kemuri_runstore::AtomicFile;
use kemuri_terminal::{Refusal, Status, Stop};
use kemuri_text::{Lang, formats, quote, tr};
use std::io::{self, Write};
use std::path::Path;

/// Converts the record that `args` name.
pub fn run(args: &ConvertArgs, lang: Lang, stop: &Stop, out: &mut dyn Write) -> CommandResult {
    let (source, conversion) = stop.endable(|| converted(args, lang))?;
    let located = |error| located(lang, &source, error);
    if let Some(first) = conversion.unencodable.first() {
        let sentence = unencodable(lang, first, conversion.unencodable.len());
        if !args.lenient {
            return Err(sentence.into());
        }
        complain(&sentence);
    }
    if let Some(path) = args.out() {
        let written = write_new(path, &conversion.bytes);
        written.map_err(|error| unwritable(lang, path, &error))?;
    }
    let partial = !conversion.warnings.is_empty() || !conversion.unencodable.is_empty();
    for warning in &conversion.warnings {
        complain(&located(warning.clone()));
    }
    for sentence in leftovers(lang, args.to, &conversion) {
        complain(&sentence);
    }
    if args.out().is_none() {
        out.write_all(&conversion.bytes)?;
        out.flush()?;
    }
    Ok(Status::unknown_if(partial))
}

/// Reads the record that `args` name and converts it.
fn converted(args: &ConvertArgs, lang: Lang) -> Result<(RecordSource, Conversion), Refusal> {
    let source = read_single_source(&args.inputs)
        .map_err(|error| formats::input_error(lang, &error))?
        .ok_or_else(|| tr!(lang, "convert-one-record"))?;
    let options = ConvertOptions::new(args.to)
        .with_encoding(args.encoding)
        .with_lenient(args.lenient)
        .with_rest(args.rest);
    let conversion = convert(&source.bytes, options);
    let conversion = conversion.map_err(|error| located(lang, &source, error))?;
    Ok((source, conversion))
}

/// Says what is wrong, and where.
fn located(lang: Lang, source: &RecordSource, error: RecordError) -> String {
    let location = source.location.clone();
    let kind = error.into();
    formats::input_error(lang, &InputError { location, kind })
}

/// Says what was assumed, what else was skipped, and what the format cannot hold.
fn leftovers(lang: Lang, format: Format, conversion: &Conversion) -> Vec<String> {
    let assumed = conversion
        .assumed_rest
        .map(|rest| formats::assumed_rest(lang, rest));
    let mut sentences: Vec<String> = assumed.into_iter().collect();
    if conversion.more_warnings > 0 {
        sentences.push(tr!(lang, "convert-more", count = conversion.more_warnings));
    }
    if !conversion.losses.is_empty() {
        let losses = formats::losses(lang, &conversion.losses);
        let format = format.name();
        sentences.push(tr!(lang, "convert-losses", format, losses));
    }
    sentences
}

/// Writes a file that is not there yet.
fn write_new(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = AtomicFile::create_new(path)?;
    file.write_all(bytes)?;
    file.commit()
}

/// Says which characters the encoding does not have.
fn unencodable(lang: Lang, first: &Unencodable, count: usize) -> String {
    tr!(
        lang,
        "convert-unencodable",
        character = quote(&first.character.to_string()),
        line = first.line,
        count
    )
}

/// Says why the file could not be written.
fn unwritable(lang: Lang, path: &Path, error: &io::Error) -> String {
    let file = quote(&path.display().to_string());
    match error.kind() {
        io::ErrorKind::AlreadyExists => tr!(lang, "convert-exists", file),
        _ => tr!(lang, "convert-unwritable", file, error),
    }
}
