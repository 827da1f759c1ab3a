//! The problems of a file or pipe, whatever its size, line ends and encoding.

use super::line::{entry_of_record, parse_line};
use super::{
    ENDLESS_LINE, InputError, InputErrorKind, Location, MAX_LINE, ProblemEntry, ReadOptions,
    SolutionError,
};
use crate::format::{LineKind, classify_line, read_by_rule};
use crate::text::decode_japanese;
use crate::{Ending, MAX_SIZE, RecordError, RecordErrorKind, even_game};
use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

/// A source whose first lines are all broken is not a collection.
const MAX_BROKEN: usize = 10;

/// Returns the first problem of a text in any known format: an SFEN, a USI
/// `position` command, a record, a line of a collection.
pub fn read_problem(text: &[u8], options: ReadOptions) -> Result<ProblemEntry, InputError> {
    let mut reader = ProblemReader::new("text", text, options);
    let mut entry = reader
        .next()
        .unwrap_or_else(|| Err(reader.error(None, InputErrorKind::NoProblem)))?;
    if entry.title.is_none() {
        entry.id = None;
    }
    Ok(entry)
}

/// Reads the problems of one source, a collection or a record, one at a time.
///
/// A line that cannot be read is an error, and reading goes on with the next one.
/// Blank lines and comments (`#`) are skipped.
pub struct ProblemReader<R> {
    name: String,
    reader: R,
    options: ReadOptions,
    number: usize,
    problems: usize,
    broken: usize,
    done: bool,
    /// The last line ended in a carriage return: a line feed next belongs to it.
    after_return: bool,
    /// Nothing was read of a file. Of a pipe nothing is read ahead: somebody may wait for the
    /// answer to each line.
    is_start_of_file: bool,
    /// What was read ahead.
    ready: VecDeque<Result<ProblemEntry, InputError>>,
    /// What was read before it was clear whether this is a collection or a record.
    undecided: Option<Vec<u8>>,
}

impl ProblemReader<BufReader<File>> {
    /// Opens a file.
    pub fn open(path: &Path, options: ReadOptions) -> Result<Self, InputError> {
        let name = path.display().to_string();
        match File::open(path) {
            Ok(file) => Ok(Self::new(name, BufReader::new(file), options).of_file()),
            Err(error) => Err(InputError::of_file(name, error)),
        }
    }
}

impl<R: BufRead> Iterator for ProblemReader<R> {
    type Item = Result<ProblemEntry, InputError>;

    fn next(&mut self) -> Option<Self::Item> {
        if std::mem::take(&mut self.is_start_of_file) {
            self.read_start();
        }
        match self.ready.pop_front() {
            None => self.next_item(),
            item => item,
        }
    }
}

impl<R: BufRead> ProblemReader<R> {
    /// Reads from `reader`. Errors and problems without a name are called after `name`;
    /// `-` is standard input.
    pub fn new(name: impl Into<String>, reader: R, options: ReadOptions) -> Self {
        Self {
            name: name.into(),
            reader,
            options,
            number: 0,
            problems: 0,
            broken: 0,
            done: false,
            after_return: false,
            is_start_of_file: false,
            ready: VecDeque::new(),
            undecided: Some(Vec::new()),
        }
    }

    /// The same for a file: where none of its first lines is a problem, that is one error.
    pub(super) fn of_file(self) -> Self {
        Self {
            is_start_of_file: true,
            ..self
        }
    }

    /// Reads on until there is something to tell.
    fn next_item(&mut self) -> Option<Result<ProblemEntry, InputError>> {
        while !self.done {
            match self.next_line() {
                Ok(None) => {}
                Ok(Some(mut entry)) => {
                    self.problems += 1;
                    entry
                        .id
                        .get_or_insert_with(|| format!("{}:{}", self.name, self.number));
                    return Some(Ok(entry));
                }
                Err(kind) => return Some(Err(self.report(kind))),
            }
        }
        None
    }

    /// Reads on up to the first problem of a file. Where there is none among the first lines,
    /// what stands there is one error.
    fn read_start(&mut self) {
        loop {
            match self.next_item() {
                Some(Err(error)) if matches!(error.kind, InputErrorKind::TooManyErrors) => {
                    let broken = self.ready.pop_front().and_then(Result::err);
                    self.ready.clear();
                    self.ready
                        .push_back(Err(self.no_collection(broken.unwrap_or(error))));
                    return;
                }
                Some(Err(error)) => self.ready.push_back(Err(error)),
                other => return self.ready.extend(other),
            }
        }
    }

    /// Reads one line; `None` when it holds no problem.
    fn next_line(&mut self) -> Result<Option<ProblemEntry>, InputErrorKind> {
        // The whole of a JSON text may be one line.
        if self.number == 0 && starts_object(&mut self.reader).map_err(InputErrorKind::Io)? {
            return self.record(Vec::new()).map(Some);
        }
        self.number += 1;
        let Some(raw) = read_raw(&mut self.reader, &mut self.after_return)? else {
            self.done = true;
            return match self.problems + self.broken {
                0 => Err(InputErrorKind::NoProblem),
                _ => Ok(None),
            };
        };
        let text = decode(&raw, self.number == 1)?;
        if let Some(mut head) = self.undecided.take() {
            head.extend_from_slice(&raw);
            match classify_line(&text) {
                LineKind::Record(_) => return self.record(head).map(Some),
                LineKind::Nothing if head.len() < MAX_SIZE => {
                    self.undecided = Some(head);
                    return Ok(None);
                }
                _ => {}
            }
        }
        let text = text.trim_matches(['\r', '\n', ' ']);
        if text.trim().is_empty() || text.starts_with('#') {
            return Ok(None);
        }
        parse_line(text, self.options).map(Some)
    }

    /// Reads the source as one record that starts with `head`.
    fn record(&mut self, head: Vec<u8>) -> Result<ProblemEntry, InputErrorKind> {
        self.undecided = None;
        let source = head.as_slice().chain(&mut self.reader);
        let bytes = read_record(source).map_err(InputErrorKind::Io)?;
        self.done = true;
        let plies = self.options.ply.unwrap_or(0);
        let rule = self.options.rest_rule(plies);
        let reading = read_by_rule(&bytes, true, rule)?;
        let (record, mut faults) = (reading.record, reading.warnings);
        // A damaged position is another position.
        if let Some(error) = faults.iter().find(|error| !is_of_moves(error)) {
            return Err(error.clone().into());
        }
        // Rows that are lost before the position make it another one, too.
        let before = (record.start().number as usize).saturating_sub(1);
        let is_gap = |error: &RecordError| matches!(error.kind, RecordErrorKind::Number { expected, .. } if expected <= before + plies);
        let gap = faults.iter().find(|error| is_gap(error));
        let unlisted = faults.first().filter(|_| reading.more_warnings > 0);
        if let Some(error) = gap.or(unlisted).filter(|_| plies > 0) {
            return Err(error.clone().into());
        }
        let moves = record.main_moves().len();
        // Text that is no record at all may look like moves from the start of a game.
        let is_noise = moves == 0 && record.start().board == even_game().board;
        if let Some(first) = faults.first().filter(|_| is_noise || plies > moves) {
            return Err(first.clone().into());
        }
        let last = record.main_line().last().map(|&node| record.node(node));
        let is_cut = last.is_some_and(|node| node.ending() == Some(&Ending::Error));
        let mut solution_error = None;
        if self.options.solutions
            && is_cut
            && let Some(place) = faults.iter().position(|error| error.ply == Some(moves + 1))
        {
            let RecordError { ply, kind, .. } = faults.remove(place);
            let ply = ply.unwrap_or(0).saturating_sub(plies);
            solution_error = Some(SolutionError { ply, kind });
        }
        let entry = entry_of_record(&record, &self.name, self.options);
        // Where no position was meant, what was wrong with the text says more.
        let entry = match (entry, faults.first()) {
            (Err(_), Some(first)) => return Err(first.clone().into()),
            (entry, _) => entry?,
        };
        Ok(ProblemEntry {
            solution_error,
            faults,
            more_faults: reading.more_warnings,
            ..entry
        })
    }

    /// Locates an error and decides whether reading on makes sense.
    fn report(&mut self, kind: InputErrorKind) -> InputError {
        self.broken += 1;
        let line = Some(self.number);
        match kind {
            // The error of a record names its line itself, if there is one.
            _ if self.done => self.error(None, kind),
            InputErrorKind::Io(_) | InputErrorKind::NoProblem | InputErrorKind::NotText => {
                self.done = true;
                self.error(None, kind)
            }
            InputErrorKind::LineEndless { .. } => {
                self.done = true;
                self.error(line, kind)
            }
            _ if self.problems == 0 && self.broken > MAX_BROKEN => {
                self.done = true;
                self.error(line, InputErrorKind::TooManyErrors)
            }
            _ => self.error(line, kind),
        }
    }
}

impl<R> ProblemReader<R> {
    /// None of the first lines is a problem; `broken` is the first error.
    fn no_collection(&self, broken: InputError) -> InputError {
        let first = match broken.location {
            Location::Source { line, .. } => line.unwrap_or(1),
            Location::Text(_) => 1,
        };
        let (lines, why) = (self.number, Box::new(broken.kind));
        self.error(None, InputErrorKind::NoCollection { lines, first, why })
    }

    fn error(&self, line: Option<usize>, kind: InputErrorKind) -> InputError {
        let name = self.name.clone();
        InputError {
            location: Location::Source { name, line },
            kind,
        }
    }
}

/// Whether an error of a record leaves its position as it is.
fn is_of_moves(error: &RecordError) -> bool {
    let noise = matches!(error.kind, RecordErrorKind::Unexpected(_)) && error.ply.is_some();
    error.kind.is_of_moves() || noise
}

/// Reads all of `source`, up to one byte more than a record may have.
pub(super) fn read_record(source: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    source.take(MAX_SIZE as u64 + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Whether what comes next is a JSON object.
fn starts_object(reader: &mut impl BufRead) -> io::Result<bool> {
    let chunk = loop {
        match reader.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            read => break read?,
        }
    };
    let text = chunk.strip_prefix(b"\xef\xbb\xbf").unwrap_or(chunk);
    Ok(text.trim_ascii_start().starts_with(b"{"))
}

/// Reads up to and with the next line end, keeping no more than a sane line needs;
/// `None` at the end of the source. What follows a carriage return is not waited for:
/// a pipe may have no more yet.
fn read_raw(
    reader: &mut impl BufRead,
    after_return: &mut bool,
) -> Result<Option<Vec<u8>>, InputErrorKind> {
    let mut line = Vec::new();
    let mut length = 0usize;
    loop {
        let chunk = match reader.fill_buf() {
            Ok(chunk) => chunk,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(InputErrorKind::Io(error)),
        };
        if chunk.is_empty() {
            break;
        }
        if std::mem::take(after_return) && chunk[0] == b'\n' {
            reader.consume(1);
            continue;
        }
        let end = chunk.iter().position(|b| b"\r\n".contains(b));
        *after_return = end.is_some_and(|i| chunk[i] == b'\r');
        let end = end.map(|i| i + 1);
        let used = end.unwrap_or(chunk.len());
        length += used;
        if length <= MAX_LINE {
            line.extend_from_slice(&chunk[..used]);
        }
        reader.consume(used);
        if end.is_some() {
            break;
        }
        if length > ENDLESS_LINE {
            let limit = ENDLESS_LINE;
            return Err(InputErrorKind::LineEndless { limit });
        }
    }
    match length {
        0 => Ok(None),
        1..=MAX_LINE => Ok(Some(line)),
        _ => Err(InputErrorKind::LineTooLong { limit: MAX_LINE }),
    }
}

/// UTF-8 if it is, else Shift_JIS or EUC-JP if it is; the byte order mark goes.
fn decode(raw: &[u8], first: bool) -> Result<String, InputErrorKind> {
    // UTF-16 and binaries have zero bytes, and so has no text in our encodings.
    if raw.contains(&0)
        || (first && (raw.starts_with(&[0xff, 0xfe]) || raw.starts_with(&[0xfe, 0xff])))
    {
        return Err(InputErrorKind::NotText);
    }
    let raw = if first {
        raw.strip_prefix(b"\xef\xbb\xbf").unwrap_or(raw)
    } else {
        raw
    };
    if let Ok(text) = std::str::from_utf8(raw) {
        return Ok(text.into());
    }
    decode_japanese(raw)
        .map(|(text, _)| text.into_owned())
        .ok_or(InputErrorKind::Encoding)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Expected;

    const SFEN: &str = "8k/9/8P/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1";

    fn source<R: BufRead>(reader: R) -> ProblemReader<R> {
        ProblemReader::new("f", reader, ReadOptions::default())
    }

    /// What a source with these bytes gives: identifiers and lines of errors.
    fn read(bytes: impl Into<Vec<u8>>) -> Vec<Result<String, (Option<usize>, InputErrorKind)>> {
        let mut lines = source(io::Cursor::new(bytes.into()));
        std::iter::from_fn(|| lines.next())
            .map(|item| match item {
                Ok(entry) => Ok(entry.id.unwrap_or_default()),
                Err(InputError {
                    location: Location::Source { line, .. },
                    kind,
                }) => Err((line, kind)),
                Err(error) => panic!("no source: {error:?}"),
            })
            .collect()
    }

    fn ids(bytes: impl Into<Vec<u8>>) -> Vec<String> {
        read(bytes)
            .into_iter()
            .map(|item| item.expect("no error"))
            .collect()
    }

    #[test]
    fn comments_blank_lines_marks_and_line_ends_do_not_matter() {
        let text =
            format!("\u{feff}# 詰将棋\r\n\r\na\t{SFEN}\t1\r\n  \n{SFEN}\nposition sfen {SFEN}");
        assert_eq!(ids(text.as_str()), ["a", "f:5", "f:6"]);
        let old = text.replace("\r\n", "\n").replace('\n', "\r");
        assert_eq!(ids(old), ["a", "f:5", "f:6"]);
        // However the two halves of a line end come in.
        let halves = io::BufReader::with_capacity(1, io::Cursor::new(text));
        let mut lines = source(halves);
        let next = || lines.next();
        let ids: Vec<_> = std::iter::from_fn(next)
            .map(|e| e.unwrap().id.unwrap())
            .collect();
        assert_eq!(ids, ["a", "f:5", "f:6"]);
    }

    #[test]
    fn japanese_encodings_are_read() {
        for encoding in [crate::Encoding::ShiftJis, crate::Encoding::EucJp] {
            let (bytes, _) = crate::encode("# 将棋無双\n第一番\t", encoding);
            let bytes = [&bytes, SFEN.as_bytes(), b"\n"].concat();
            assert_eq!(ids(bytes), ["第一番"]);
        }
    }

    #[test]
    fn a_record_is_one_problem_with_what_it_says_of_itself() {
        let record = format!(
            "\u{feff}# a note\r\n{}",
            "作品名：煙\r\n手数：7手\r\n|v玉 ・ ・ ・ ・ ・ ・ ・ ・|\r\n\
             | ・ ・ ・ ・ ・ ・ ・ ・ ・|\r\n"
        ) + &"| ・ ・ ・ ・ ・ ・ ・ ・ ・|\r\n".repeat(7);
        let mut lines = source(io::Cursor::new(record.clone()));
        let entry = lines.next().unwrap().unwrap();
        assert_eq!(entry.id.as_deref(), Some("煙"));
        assert_eq!(entry.expected, Expected::Mate(7));
        assert_eq!(
            entry.problem.to_sfen(),
            "k8/9/9/9/9/9/9/9/9 b 2r2b4g4s4n4l18p 1"
        );
        assert!(lines.next().is_none());
        // A broken one is refused as a whole, and no other line is tried.
        let items = read(record + "oops\n");
        assert!(
            matches!(items[..], [Err((None, InputErrorKind::Record(_)))]),
            "{items:?}"
        );
        // The length of a game is not that of a mate.
        let mut game = source(io::Cursor::new("手数：7\n手合割：平手\n"));
        let entry = game.next().unwrap().unwrap();
        assert_eq!(entry.expected, Expected::Unstated);
        assert_eq!(entry.id.as_deref(), Some("f"));
    }

    #[test]
    fn a_broken_line_does_not_hide_the_others() {
        let items = read(format!("a\t{SFEN}\nb\tnonsense\nc\t{SFEN}\n"));
        assert_eq!(items[0].as_ref().unwrap(), "a");
        assert!(matches!(
            items[1],
            Err((Some(2), InputErrorKind::Problem(_)))
        ));
        assert_eq!(items[2].as_ref().unwrap(), "c");
        assert_eq!(items.len(), 3);
    }

    #[test]
    fn an_overlong_line_is_passed_over() {
        let items = read(format!("a\t{}\nb\t{SFEN}\n", "9/".repeat(1 << 19)));
        assert!(matches!(
            items[0],
            Err((Some(1), InputErrorKind::LineTooLong { .. }))
        ));
        assert_eq!(items[1].as_ref().unwrap(), "b");
    }

    #[test]
    fn an_endless_line_ends_its_source() {
        let mut lines = source(io::BufReader::new(io::repeat(b'9')));
        let item = lines.next();
        assert!(
            matches!(&item, Some(Err(e)) if matches!(e.kind, InputErrorKind::LineEndless { .. })),
            "{item:?}"
        );
        assert!(lines.next().is_none());
    }

    #[test]
    fn what_is_not_text_is_refused_once() {
        for bytes in [
            &b"\xff\xfea\0\n\0b\0\n"[..],
            b"\x7fELF\x02\0\0\n\0\n",
            b"a\tx\0y\nb\n",
        ] {
            let items = read(bytes);
            assert!(
                matches!(items[..], [Err((None, InputErrorKind::NotText))]),
                "{items:?}"
            );
        }
        assert!(matches!(
            read(&b"\xff\xff\xfd 1\n"[..])[..],
            [Err((Some(1), InputErrorKind::Encoding))]
        ));
    }

    #[test]
    fn a_source_without_a_problem_is_an_error() {
        for text in ["", "\n\n", "# nothing here\n"] {
            assert!(
                matches!(read(text)[..], [Err((None, InputErrorKind::NoProblem))]),
                "{text:?}"
            );
        }
    }

    #[test]
    fn a_source_of_another_kind_is_given_up() {
        let items = read("no problem\n".repeat(1000));
        assert_eq!(items.len(), MAX_BROKEN + 1);
        assert!(matches!(
            items[MAX_BROKEN],
            Err((Some(_), InputErrorKind::TooManyErrors))
        ));
    }
}
