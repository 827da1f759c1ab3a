//! `kemuri convert`.

use crate::Status;
use crate::args::ConvertArgs;
use crate::text::Text;
use kemuri_formats::{InputError, RecordError, encode, read, read_single_source, write};
use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::Path;

/// Converts the record that `args` name.
pub fn run(args: &ConvertArgs, text: Text, out: &mut dyn Write) -> io::Result<Status> {
    let refuse = |sentence: &str| {
        text.complain(sentence);
        Ok(Status::BAD_INPUT)
    };
    let source = match read_single_source(&args.inputs) {
        Ok(Some(source)) => source,
        Ok(None) => return refuse(text.one_record()),
        Err(error) => return refuse(&text.input_error(&error)),
    };
    let located = |error: RecordError| InputError {
        location: source.location.clone(),
        kind: error.into(),
    };
    let reading = match read(&source.bytes, args.lenient) {
        Ok(reading) => reading,
        Err(error) => {
            return refuse(&text.input_error(&located(error)));
        }
    };
    let mut partial = !reading.warnings.is_empty();
    let written = write(&reading.record, args.to);
    let (bytes, missing) = encode(&written.text, args.encoding);
    if !missing.is_empty() {
        partial = true;
        if !args.lenient {
            return refuse(&text.unencodable(&missing));
        }
        text.complain(&text.unencodable(&missing));
    }
    if let Some(path) = &args.out
        && let Err(error) = write_new(path, &bytes)
    {
        return refuse(&match error.kind() {
            io::ErrorKind::AlreadyExists => text.exists(path),
            _ => text.cannot_write(path, &error),
        });
    }
    for complaint in reading.warnings {
        text.complain(&text.input_error(&located(complaint)));
    }
    if reading.more_warnings > 0 {
        text.complain(&text.more_complaints(reading.more_warnings));
    }
    if !written.losses.is_empty() {
        text.complain(&text.not_kept(args.to, &written.losses));
    }
    if args.out.is_none() {
        out.write_all(&bytes)?;
        out.flush()?;
    }
    Ok(Status {
        unknown: partial,
        ..Status::default()
    })
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
