//! What a fuzzer asserts of any bytes.

use crate::rest::RestRule;
use crate::text::split_lines;
use crate::warnings::Warnings;
use crate::{Format, Record, RecordError, read, write};

/// Reads `text` as `format`, whatever it looks like.
pub fn read_as(text: &str, format: Format) -> Result<Record, RecordError> {
    let mut warnings = Warnings::new(false);
    let reading = crate::format::read_text(text, format, RestRule::default(), &mut warnings)?;
    Ok(reading.0)
}

/// Whether the place of `error` is inside `text`.
fn is_inside(text: &str, error: &RecordError) -> bool {
    let Some(number) = error.line else {
        return true;
    };
    let line = split_lines(text).nth(number.wrapping_sub(1));
    line.is_some_and(|line| {
        error
            .column
            .is_none_or(|c| c >= 1 && c <= line.chars().count() + 1)
    })
}

/// Asserts what must hold of `text` read as `format`: no panic, an error inside
/// the text, and nothing lost when it is written and read again.
pub fn check_text(text: &str, format: Format) -> bool {
    match crate::format::read_text(text, format, RestRule::default(), &mut Warnings::new(false)) {
        Ok((mut record, format)) => {
            if matches!(format, Format::Sfen | Format::Usi) {
                // The name and the length of a line of a collection.
                record.headers.clear();
            }
            let written = write(&record, format);
            assert!(written.losses.is_empty(), "{:?}\n{text}", written.losses);
            let again = read_as(&written.text, format);
            assert_eq!(again.as_ref(), Ok(&record), "{text}\n---\n{}", written.text);
            true
        }
        Err(error) => {
            assert!(is_inside(text, &error), "{error}\n{text}");
            assert!(!error.to_string().contains(char::is_control), "{error:?}");
            false
        }
    }
}

/// Asserts the same of bytes of which nothing is known.
pub fn check_bytes(bytes: &[u8]) {
    if let Ok(reading) = read(bytes, false) {
        check_text(
            &crate::decode(bytes).map_or(String::new(), |(t, _)| t),
            reading.format,
        );
    }
    // Leniently, nothing but a position that cannot be is refused, and what is
    // kept can be written in every format.
    if let Ok(reading) = read(bytes, true) {
        for format in Format::ALL {
            let written = write(&reading.record, format);
            let again = read_as(&written.text, format);
            assert!(again.is_ok(), "{format:?}: {again:?}\n{}", written.text);
        }
    }
}
