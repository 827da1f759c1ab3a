//! Reads the lines of a journal and finds out what each of them is.

use super::JournalError;
use crate::file_error::at;
use std::io::{self, BufRead, Read};
use std::ops::RangeInclusive;
use std::path::Path;

/// Bytes that a line may have. A longer one is damaged: it is not kept in memory.
const LONGEST: u64 = 64 << 20;

/// How the lines of a journal look.
#[derive(Clone, Copy, Debug, Default)]
pub struct LineFormat<'a> {
    /// The first line. It says what the journal is of, with everything that can
    /// change its lines. Empty if there is no such line.
    pub header: &'a str,
    /// What becomes of a journal with another header.
    pub other_header: OtherHeader,
    /// What all other lines start with. A file without a line that can be read,
    /// and without one that starts so, is never changed.
    pub line_start: &'a str,
    /// Whether a line that can be read is complete, as one of JSON is. The last
    /// line of the file then counts without its line break. Where this does not
    /// hold, `a,12` may be what is left of `a,123`.
    pub is_self_delimiting: bool,
}

/// What becomes of a journal whose first line is not the header.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OtherHeader {
    /// It is refused: its lines may be those of something else.
    #[default]
    Refused,
    /// It begins anew.
    Replaced,
    /// The header is damaged, as any line may be: the lines are understood without
    /// it.
    Damaged,
}

/// What a line is, for whoever reads a journal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineKind {
    /// A line of this journal.
    Whole,
    /// No line of this journal, or not all of one.
    Damaged,
    /// A line that another program has use for. The journal is refused and left
    /// as it is.
    Foreign,
}

impl From<bool> for LineKind {
    /// `true` is a whole line.
    fn from(is_whole: bool) -> Self {
        match is_whole {
            true => Self::Whole,
            false => Self::Damaged,
        }
    }
}

/// What was found in a file.
#[derive(Debug, Default)]
pub struct Scan {
    /// Bytes up to the end of the last whole line.
    pub kept: u64,
    /// Whether that line has no line break.
    pub lacks_line_break: bool,
    /// The damaged lines, counted from 1.
    pub damaged: Vec<RangeInclusive<u64>>,
    /// The last line, if it was not written to its end.
    pub torn: Option<u64>,
    /// Whether a line shows that the journal is ours.
    is_ours: bool,
}

impl Scan {
    fn add_damaged(&mut self, number: u64) {
        match self.damaged.last_mut() {
            Some(last) if last.end() + 1 == number => *last = *last.start()..=number,
            _ => self.damaged.push(number..=number),
        }
    }
}

/// What a line turned out to be.
enum Found {
    Line(LineKind),
    Torn,
}

impl LineFormat<'_> {
    /// Reads all lines of the file called `path`.
    pub(super) fn scan(
        &self,
        path: &Path,
        reader: &mut impl BufRead,
        read: &mut dyn FnMut(&str) -> LineKind,
    ) -> Result<Scan, JournalError> {
        let mut scan = Scan::default();
        let mut end = 0;
        let mut text = Vec::new();
        for number in 1.. {
            let Some(line) = next_line(reader, &mut text).map_err(at(path))? else {
                break;
            };
            end += line.bytes;
            let is_header = number == 1 && !self.header.is_empty();
            let found = match is_header {
                _ if line.is_too_long => Found::Line(LineKind::Damaged),
                true => self.header_line(&text, line.has_line_break),
                false => self.line(&text, line.has_line_break, read),
            };
            match found {
                Found::Line(LineKind::Whole) => {
                    (scan.kept, scan.lacks_line_break) = (end, !line.has_line_break);
                    scan.is_ours = true;
                }
                Found::Torn => scan.torn = Some(number).filter(|_| !is_header),
                Found::Line(_) if is_header && self.other_header == OtherHeader::Replaced => break,
                Found::Line(_) if is_header && self.other_header == OtherHeader::Refused => {
                    let (path, expected) = (path.into(), self.header.into());
                    return Err(JournalError::OtherHeader { path, expected });
                }
                Found::Line(LineKind::Foreign) => return Err(refusal(path, number)),
                Found::Line(LineKind::Damaged) => {
                    scan.is_ours |=
                        !self.line_start.is_empty() && text.starts_with(self.line_start.as_bytes());
                    scan.add_damaged(number);
                }
            }
        }
        match scan.damaged.first() {
            Some(first) if !scan.is_ours => Err(refusal(path, *first.start())),
            _ => Ok(scan),
        }
    }

    fn header_line(&self, text: &[u8], has_line_break: bool) -> Found {
        match has_line_break {
            true if text == self.header.as_bytes() => Found::Line(LineKind::Whole),
            false if self.header.as_bytes().starts_with(text) => Found::Torn,
            _ => Found::Line(LineKind::Damaged),
        }
    }

    fn line(
        &self,
        text: &[u8],
        has_line_break: bool,
        read: &mut dyn FnMut(&str) -> LineKind,
    ) -> Found {
        let start = self.line_start.as_bytes();
        let may_be_complete = has_line_break || self.is_self_delimiting;
        let kind = match str::from_utf8(text) {
            Ok(text) if may_be_complete => read(text),
            _ => LineKind::Damaged,
        };
        match kind {
            LineKind::Damaged
                if !has_line_break && (text.starts_with(start) || start.starts_with(text)) =>
            {
                Found::Torn
            }
            kind => Found::Line(kind),
        }
    }
}

fn refusal(path: &Path, line: u64) -> JournalError {
    let path = path.into();
    JournalError::Damaged { path, line }
}

/// What a line is as a part of its file.
pub struct LineEnd {
    /// Its bytes, with the line break.
    bytes: u64,
    /// Whether it has a line break.
    has_line_break: bool,
    /// Whether it has more bytes than any line may have.
    is_too_long: bool,
}

/// Reads the next line into `text`, without its line break; none at the end of the
/// file. Of a line that is too long there is nothing in `text`.
pub fn next_line(reader: &mut impl BufRead, text: &mut Vec<u8>) -> io::Result<Option<LineEnd>> {
    text.clear();
    let read = reader.by_ref().take(LONGEST).read_until(b'\n', text)?;
    let has_line_break = text.pop_if(|last| *last == b'\n').is_some();
    let mut line = LineEnd {
        bytes: read as u64,
        has_line_break,
        is_too_long: !has_line_break && read as u64 == LONGEST,
    };
    if line.is_too_long {
        text.clear();
        line.bytes += reader.skip_until(b'\n')? as u64;
    }
    Ok((read > 0).then_some(line))
}
