//! What is left of a JKF file that is broken, or not as it should be.
//!
//! The parser is the only judge of what is wrong. A value that it cannot use gives
//! way to one that says nothing; where the text stops being JSON it ends, and what is
//! open there is closed. Then the parser is asked again.

use super::model::Jkf;
use crate::error::{RecordError, RecordErrorKind, TextPlace};
use crate::warnings::Warnings;
use kemuri_core::line_at;
use kemuri_core::sfen::shown;
use serde_json::error::Category;
use std::ops::Range;

/// Bytes that are parsed in all before a file is given up: seconds of work, and far
/// more than a record with a fault in every move takes.
const MAX_WORK: usize = 1 << 28;

/// Values that say nothing, to be tried one after the other.
const NOTHING: [&str; 5] = ["null", "{}", "[]", "\"\"", "0"];

/// Reads the objects of `text`, the lines of which end with line feeds.
pub(super) fn read(text: &str, warnings: &mut Warnings) -> Result<Jkf, RecordError> {
    let mut patched = text.to_string();
    // How much of `patched` is not there in `text`; all of it is before the next error.
    let mut grown = 0;
    let mut told = None;
    let mut work = 0;
    loop {
        let error = match serde_json::from_str(&patched) {
            Ok(jkf) => return Ok(jkf),
            Err(error) => error,
        };
        let offset = offset_of(&patched, &error);
        let repair = match error.classify() {
            Category::Data => emptied(&patched, offset),
            _ => closed(&patched, offset, error.is_eof()),
        };
        let place = offset.saturating_add_signed(-grown);
        let error = record_error(text, place, &error);
        let start = repair.as_ref().map(|repair| repair.part.start);
        // What is tried in the place of a value is not the fault of the file.
        if told.is_none() || told != start {
            warnings.note(error.clone())?;
        }
        told = start;
        work += patched.len();
        let Some(repair) = repair.filter(|_| work < MAX_WORK) else {
            return Err(error);
        };
        grown += repair.text.len() as isize - repair.part.len() as isize;
        patched.replace_range(repair.part, &repair.text);
    }
}

/// Where the value of `key` in the outermost object of `text` is.
pub(super) fn place_of(text: &str, key: &str) -> Option<TextPlace> {
    let mut depth = 0;
    let mut before = ("", "");
    for token in tokens(text) {
        let word = &text[token.clone()];
        let name = before.0.trim_matches('"');
        if depth == 1 && before.1 == ":" && name == key {
            return Some(place(text, token.start + 1));
        }
        match word {
            "{" | "[" => depth += 1,
            "}" | "]" => depth -= 1,
            _ => {}
        }
        before = (before.1, word);
    }
    None
}

/// A part of a text, and what takes its place.
struct JkfRepair {
    part: Range<usize>,
    text: String,
}

/// Takes the value at `offset` out: one that ends there, be it an object that lacks
/// something, or a list or an object that begins there and should not.
fn emptied(text: &str, offset: usize) -> Option<JkfRepair> {
    let mut open = Vec::new();
    let mut found = None;
    for token in tokens(text) {
        let word = &text[token.clone()];
        match word {
            "{" | "[" => open.push(token.start),
            "}" | "]" => {
                let start = open.pop()?;
                if start == offset || token.end == offset {
                    found = Some(start..token.end);
                    break;
                }
            }
            "," | ":" => {}
            _ if token.end == offset => {
                found = Some(token);
                break;
            }
            _ => {}
        }
    }
    let part = found?;
    let now = &text[part.clone()];
    let next = match NOTHING.iter().position(|&nothing| nothing == now) {
        Some(tried) => *NOTHING.get(tried + 1)?,
        None => NOTHING[0],
    };
    let text = next.into();
    Some(JkfRepair { part, text })
}

/// Ends the text after the last thing that is whole before `offset`.
fn closed(text: &str, offset: usize, at_end: bool) -> Option<JkfRepair> {
    // The parser has looked at the character that it does not like.
    let limit = if at_end {
        offset
    } else {
        offset.checked_sub(1)?
    };
    let mut open = Vec::new();
    let mut whole = None;
    for token in tokens(text).take_while(|token| token.end <= limit) {
        let word = &text[token.clone()];
        match word {
            "{" => open.push('}'),
            "[" => open.push(']'),
            "}" | "]" => {
                open.pop()?;
            }
            "," => {}
            _ => continue,
        }
        let end = if word == "," { token.start } else { token.end };
        whole = Some((end, open.clone()));
    }
    let (start, open) = whole?;
    let closing: String = open.into_iter().rev().collect();
    (text[start..] != closing).then_some(JkfRepair {
        part: start..text.len(),
        text: closing,
    })
}

/// Brackets, commas, colons, strings, and whatever else stands between them, in bytes.
fn tokens(text: &str) -> impl Iterator<Item = Range<usize>> + '_ {
    let bytes = text.as_bytes();
    let mut next = 0;
    std::iter::from_fn(move || {
        while bytes.get(next)?.is_ascii_whitespace() {
            next += 1;
        }
        let start = next;
        next += 1;
        match bytes[start] {
            b'{' | b'}' | b'[' | b']' | b',' | b':' => {}
            b'"' => {
                let mut escaped = false;
                while let Some(&byte) = bytes.get(next) {
                    next += 1;
                    match byte {
                        _ if escaped => escaped = false,
                        b'\\' => escaped = true,
                        b'"' => break,
                        _ => {}
                    }
                }
            }
            _ => {
                let ends = |byte: &u8| byte.is_ascii_whitespace() || b"{}[],:\"".contains(byte);
                while bytes.get(next).is_some_and(|byte| !ends(byte)) {
                    next += 1;
                }
            }
        }
        Some(start..next)
    })
}

/// How many bytes the parser had taken.
fn offset_of(text: &str, error: &serde_json::Error) -> usize {
    let before = text.split_inclusive('\n').take(error.line().max(1) - 1);
    let start: usize = before.map(str::len).sum();
    (start + error.column()).min(text.len())
}

/// What the parser says, of the text as it was.
fn record_error(text: &str, offset: usize, error: &serde_json::Error) -> RecordError {
    let what = error.to_string();
    // The place is told by us.
    let what = what.split(" at line ").next().unwrap_or_default();
    // The words of the parser may quote the file.
    let what = what.chars().map(shown).collect::<String>();
    let kind = RecordErrorKind::Json(what.chars().take(80).collect());
    kind.at_place(Some(place(text, offset)))
}

/// Where the last of `offset` bytes is.
fn place(text: &str, offset: usize) -> TextPlace {
    let before = &text.as_bytes()[..offset.min(text.len())];
    let start = before.iter().rposition(|&byte| byte == b'\n');
    let in_line = &before[start.map_or(0, |i| i + 1)..];
    // A character has one byte that does not continue another.
    let characters = in_line.iter().filter(|&byte| byte & 0xc0 != 0x80).count();
    TextPlace {
        line: line_at(text, offset),
        column: characters.max(1),
    }
}
