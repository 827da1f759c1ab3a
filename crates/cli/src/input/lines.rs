//! The lines of a file or pipe, whatever its size, line ends and encoding.

use super::{
    ENDLESS_LINE, Entry, Fault, InputError, MAX_LINE, Manner, Place, Trouble, line, read_record,
};
use encoding_rs::SHIFT_JIS;
use kemuri_formats::{Looks, MAX_SIZE, looks, read};
use std::io::{self, BufRead, Read};

/// A source whose first lines are all broken is something else than a collection.
const MAX_BROKEN: usize = 10;

/// A source that is being read.
pub(super) struct Lines {
    name: String,
    reader: Box<dyn BufRead>,
    number: usize,
    problems: usize,
    broken: usize,
    done: bool,
    /// The last line ended in a carriage return: a line feed next belongs to it.
    after_return: bool,
    /// What was read as long as nothing told a collection from a record.
    undecided: Option<Vec<u8>>,
}

/// How the next line of a source came in.
enum Raw {
    Line(Vec<u8>),
    TooLong,
    Endless,
    End,
}

impl Lines {
    pub(super) fn new(name: String, reader: Box<dyn BufRead>) -> Self {
        Self {
            name,
            reader,
            number: 0,
            problems: 0,
            broken: 0,
            done: false,
            after_return: false,
            undecided: Some(Vec::new()),
        }
    }

    /// The next problem or broken line; comments and blank lines are passed over.
    pub(super) fn next_entry(&mut self, manner: Manner) -> Option<Result<Entry, InputError>> {
        while !self.done {
            match self.next_line(manner) {
                Ok(None) => {}
                Ok(Some(mut entry)) => {
                    self.problems += 1;
                    entry
                        .id
                        .get_or_insert_with(|| format!("{}:{}", self.name, self.number));
                    return Some(Ok(entry));
                }
                Err(trouble) => return Some(Err(self.report(trouble))),
            }
        }
        None
    }

    /// Reads one line; `None` when it holds no problem.
    fn next_line(&mut self, manner: Manner) -> Result<Option<Entry>, Trouble> {
        // The whole of a JSON text may be one line.
        if self.number == 0 && starts_object(&mut *self.reader).map_err(Trouble::Io)? {
            return self.record(Vec::new(), manner).map(Some);
        }
        self.number += 1;
        let raw = match read_raw(&mut *self.reader, &mut self.after_return).map_err(Trouble::Io)? {
            Raw::Line(raw) => raw,
            Raw::TooLong => return Err(Trouble::LineTooLong(MAX_LINE)),
            Raw::Endless => return Err(Trouble::LineEndless(ENDLESS_LINE)),
            Raw::End => {
                self.done = true;
                let empty = self.problems == 0 && self.broken == 0;
                return if empty {
                    Err(Trouble::NoProblem)
                } else {
                    Ok(None)
                };
            }
        };
        let text = decode(&raw, self.number == 1)?;
        if let Some(mut head) = self.undecided.take() {
            head.extend_from_slice(&raw);
            match looks(&text) {
                Looks::Record(_) => return self.record(head, manner).map(Some),
                Looks::Nothing if head.len() < MAX_SIZE => {
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
        line::parse(text, manner).map(Some)
    }

    /// Reads the source as one record that starts with `head`.
    fn record(&mut self, head: Vec<u8>, manner: Manner) -> Result<Entry, Trouble> {
        self.undecided = None;
        let bytes = read_record(head.as_slice().chain(&mut *self.reader)).map_err(Trouble::Io)?;
        self.done = true;
        let refuse = |error| Trouble::Record(Box::new(error));
        let mut reading = read(&bytes, manner.solutions).map_err(refuse)?;
        let mut fault = None;
        if !reading.complaints.is_empty() {
            let error = reading.complaints.swap_remove(0);
            let next = reading.record.main_moves().len() + 1;
            // Branches after a line that was cut short go nowhere.
            match error.ply {
                Some(ply) if ply == next => {
                    let flaw = error.flaw;
                    fault = Some(Fault { ply, flaw });
                }
                _ => return Err(refuse(error)),
            }
        }
        let entry = line::of_record(&reading.record, &self.name, manner.attacker)?;
        Ok(Entry { fault, ..entry })
    }

    /// Gives `trouble` its place and decides whether reading on makes sense.
    fn report(&mut self, trouble: Trouble) -> InputError {
        self.broken += 1;
        let mut trouble = trouble;
        let mut line = Some(self.number);
        match trouble {
            // What is wrong with a record says its line itself, if it has one.
            _ if self.done => line = None,
            Trouble::Io(_) | Trouble::NoProblem | Trouble::NotText => {
                self.done = true;
                line = None;
            }
            Trouble::LineEndless(_) => self.done = true,
            _ if self.problems == 0 && self.broken > MAX_BROKEN => {
                self.done = true;
                trouble = Trouble::GaveUp;
            }
            _ => {}
        }
        InputError {
            place: Place::Source(self.name.clone(), line),
            trouble,
        }
    }
}

/// Whether what comes next is a JSON object.
fn starts_object(reader: &mut dyn BufRead) -> io::Result<bool> {
    let chunk = loop {
        match reader.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            read => break read?,
        }
    };
    let text = chunk.strip_prefix(b"\xef\xbb\xbf").unwrap_or(chunk);
    Ok(text.trim_ascii_start().starts_with(b"{"))
}

/// Reads up to and with the next line end, keeping no more than a sane line needs.
/// What follows a carriage return is not waited for: a pipe may have no more yet.
fn read_raw(reader: &mut dyn BufRead, after_return: &mut bool) -> io::Result<Raw> {
    let mut line = Vec::new();
    let mut length = 0usize;
    loop {
        let chunk = match reader.fill_buf() {
            Ok(chunk) => chunk,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
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
            return Ok(Raw::Endless);
        }
    }
    Ok(match length {
        0 => Raw::End,
        _ if length > MAX_LINE => Raw::TooLong,
        _ => Raw::Line(line),
    })
}

/// UTF-8 if it is, else Shift_JIS if it is; the byte order mark goes.
fn decode(raw: &[u8], first: bool) -> Result<String, Trouble> {
    // UTF-16 and binaries have zero bytes, and so has no text in our encodings.
    if raw.contains(&0)
        || (first && (raw.starts_with(&[0xff, 0xfe]) || raw.starts_with(&[0xfe, 0xff])))
    {
        return Err(Trouble::NotText);
    }
    let raw = if first {
        raw.strip_prefix(b"\xef\xbb\xbf").unwrap_or(raw)
    } else {
        raw
    };
    if let Ok(text) = std::str::from_utf8(raw) {
        return Ok(text.into());
    }
    SHIFT_JIS
        .decode_without_bom_handling_and_without_replacement(raw)
        .map(|text| text.into_owned())
        .ok_or(Trouble::Encoding)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SFEN: &str = "8k/9/8P/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1";

    /// What a source with these bytes gives: identifiers and places of troubles.
    fn read(bytes: impl Into<Vec<u8>>) -> Vec<Result<String, (Option<usize>, Trouble)>> {
        let mut lines = Lines::new("f".into(), Box::new(io::Cursor::new(bytes.into())));
        std::iter::from_fn(|| lines.next_entry(Manner::default()))
            .map(|item| match item {
                Ok(entry) => Ok(entry.id.unwrap_or_default()),
                Err(InputError {
                    place: Place::Source(_, line),
                    trouble,
                }) => Err((line, trouble)),
                Err(error) => panic!("no source: {error:?}"),
            })
            .collect()
    }

    fn ids(bytes: impl Into<Vec<u8>>) -> Vec<String> {
        read(bytes)
            .into_iter()
            .map(|item| item.expect("no trouble"))
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
        let mut lines = Lines::new("f".into(), Box::new(halves));
        let next = || lines.next_entry(Manner::default());
        let ids: Vec<_> = std::iter::from_fn(next)
            .map(|e| e.unwrap().id.unwrap())
            .collect();
        assert_eq!(ids, ["a", "f:5", "f:6"]);
    }

    #[test]
    fn shift_jis_is_read() {
        let (bytes, _, _) = SHIFT_JIS.encode("# 将棋無双\n第一番\t");
        let bytes = [&bytes, SFEN.as_bytes(), b"\n"].concat();
        assert_eq!(ids(bytes), ["第一番"]);
    }

    #[test]
    fn a_record_is_one_problem_with_what_it_says_of_itself() {
        let record = format!(
            "\u{feff}# a note\r\n{}",
            "作品名：煙\r\n手数：7手\r\n|v玉 ・ ・ ・ ・ ・ ・ ・ ・|\r\n\
             | ・ ・ ・ ・ ・ ・ ・ ・ ・|\r\n"
        ) + &"| ・ ・ ・ ・ ・ ・ ・ ・ ・|\r\n".repeat(7);
        let mut lines = Lines::new("f".into(), Box::new(io::Cursor::new(record.clone())));
        let entry = lines.next_entry(Manner::default()).unwrap().unwrap();
        assert_eq!(entry.id.as_deref(), Some("煙"));
        assert_eq!(entry.expected, crate::input::Expected::Mate(7));
        assert_eq!(entry.problem.to_sfen(), "k8/9/9/9/9/9/9/9/9 b - 1");
        assert!(lines.next_entry(Manner::default()).is_none());
        // A broken one is refused as a whole, and no other line is tried.
        let items = read(record + "oops\n");
        assert!(
            matches!(items[..], [Err((None, Trouble::Record(_)))]),
            "{items:?}"
        );
        // The length of a game is not that of a mate.
        let mut game = Lines::new(
            "f".into(),
            Box::new(io::Cursor::new("手数：7\n手合割：平手\n")),
        );
        let entry = game.next_entry(Manner::default()).unwrap().unwrap();
        assert_eq!(entry.expected, crate::input::Expected::Unstated);
        assert_eq!(entry.id.as_deref(), Some("f"));
    }

    #[test]
    fn a_broken_line_does_not_hide_the_others() {
        let items = read(format!("a\t{SFEN}\nb\tnonsense\nc\t{SFEN}\n"));
        assert_eq!(items[0].as_ref().unwrap(), "a");
        assert!(matches!(items[1], Err((Some(2), Trouble::Problem(_)))));
        assert_eq!(items[2].as_ref().unwrap(), "c");
        assert_eq!(items.len(), 3);
    }

    #[test]
    fn an_overlong_line_is_passed_over() {
        let items = read(format!("a\t{}\nb\t{SFEN}\n", "9/".repeat(1 << 19)));
        assert!(matches!(items[0], Err((Some(1), Trouble::LineTooLong(_)))));
        assert_eq!(items[1].as_ref().unwrap(), "b");
    }

    #[test]
    fn an_endless_line_ends_its_source() {
        let mut lines = Lines::new("f".into(), Box::new(io::BufReader::new(io::repeat(b'9'))));
        let item = lines.next_entry(Manner::default());
        assert!(
            matches!(&item, Some(Err(e)) if matches!(e.trouble, Trouble::LineEndless(_))),
            "{item:?}"
        );
        assert!(lines.next_entry(Manner::default()).is_none());
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
                matches!(items[..], [Err((None, Trouble::NotText))]),
                "{items:?}"
            );
        }
        assert!(matches!(
            read(&b"\xff\xff\xfd 1\n"[..])[..],
            [Err((Some(1), Trouble::Encoding))]
        ));
    }

    #[test]
    fn a_source_without_a_problem_is_an_error() {
        for text in ["", "\n\n", "# nothing here\n"] {
            assert!(
                matches!(read(text)[..], [Err((None, Trouble::NoProblem))]),
                "{text:?}"
            );
        }
    }

    #[test]
    fn a_source_of_another_kind_is_given_up() {
        let items = read("no problem\n".repeat(1000));
        assert_eq!(items.len(), MAX_BROKEN + 1);
        assert!(matches!(items[MAX_BROKEN], Err((Some(_), Trouble::GaveUp))));
    }
}
