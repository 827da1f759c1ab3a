//! KIF, KI2 and BOD: one family, one reader.
//!
//! All three have the same head; BOD stops there, KIF goes on in numbered rows,
//! KI2 in moves behind `▲` and `△`. A file may leave the table head out, begin
//! with the diagram, or put a remark between headers; all of it is read.

pub(crate) mod board;
pub(crate) mod head;
pub(crate) mod line;
mod row;
pub(crate) mod write;

use crate::error::{Complaints, Flaw, RecordError, excerpt};
use crate::format::Format;
use crate::record::{Builder, Record};
use crate::text::{Line, lines};
use crate::words::{self, Words};
use head::{Head, names_start};
use line::{Kind, side_of_mark};
use row::Row;

/// Reads a file of the family and says which it is.
pub(crate) fn read(
    text: &str,
    complaints: &mut Complaints,
) -> Result<(Record, Format), RecordError> {
    let mut reader = Reader {
        complaints,
        head: Head::default(),
        builder: None,
        remarks: Vec::new(),
        format: None,
        has_start: false,
        skipping: false,
    };
    for line in lines(text) {
        reader.line(line)?;
    }
    let diagram = reader.head.has_diagram();
    let format = match reader.format {
        Some(format) => format,
        None if diagram => Format::Bod,
        None => Format::Kif,
    };
    reader.moves(None)?;
    match reader.builder {
        Some(builder) if reader.has_start => Ok((builder.finish(), format)),
        _ => Err(Flaw::NoPosition.anywhere()),
    }
}

struct Reader<'c> {
    complaints: &'c mut Complaints,
    head: Head,
    /// There once the first line of the moves is seen.
    builder: Option<Builder>,
    /// Remarks and bookmarks of the head.
    remarks: Vec<(bool, String)>,
    format: Option<Format>,
    /// The head says where the moves start, or there are moves, which without a
    /// word on it start an even game. Any text with a colon has headers.
    has_start: bool,
    /// A move of this line could not be read, so the rest of it cannot either.
    skipping: bool,
}

impl Reader<'_> {
    fn line(&mut self, line: Line<'_>) -> Result<(), RecordError> {
        let kind = Kind::of(line.text);
        match kind {
            Kind::Nothing => Ok(()),
            Kind::Comment(text) => {
                self.remark(false, text);
                Ok(())
            }
            Kind::Bookmark(text) => {
                self.remark(true, text);
                Ok(())
            }
            Kind::MovesFollow if self.format.is_some() => {
                self.complaints.note(line.error(line.text, Flaw::Several))
            }
            Kind::MovesFollow => {
                self.format = Some(Format::Kif);
                self.moves(Some(line)).map(|_| ())
            }
            Kind::MoveRow(number, text) => {
                self.format.get_or_insert(Format::Kif);
                self.row(line, number, text)
            }
            Kind::Ki2(text) => {
                self.format.get_or_insert(Format::Ki2);
                self.ki2(line, text)
            }
            Kind::Closing(text) => {
                self.format.get_or_insert(Format::Kif);
                self.closing(line, text)
            }
            Kind::Branch(text) => self.branch(line, text),
            _ => self.other(line, &kind),
        }
    }

    /// A line of the head, or one that should not be there.
    fn other(&mut self, line: Line<'_>, kind: &Kind<'_>) -> Result<(), RecordError> {
        if let Some(builder) = &mut self.builder {
            // A header below the moves is a header all the same.
            if let Kind::Field(name, value) = *kind {
                builder.headers_mut().push(crate::record::Header::Field {
                    name: name.into(),
                    value: value.into(),
                });
                return Ok(());
            }
        } else {
            match self.head.take(line, kind) {
                Ok(true) => return Ok(()),
                Ok(false) => {}
                Err(error) => return self.complaints.note(error),
            }
        }
        let text = line.text.trim();
        let error = line.error(text, Flaw::Unexpected(excerpt(text)));
        self.complaints.note(error)
    }

    /// The builder, made from the head when the first move is due.
    fn moves(&mut self, line: Option<Line<'_>>) -> Result<&mut Builder, RecordError> {
        if self.builder.is_none() {
            self.has_start |= self.head.has_diagram() || names_start(&self.head.headers);
            let start = self
                .head
                .start()
                .map_err(|error| match (error.line, line) {
                    (None, Some(line)) => error.flaw.at(line.number, 1),
                    _ => error,
                })?;
            let mut builder =
                Builder::new(start).map_err(|error| Flaw::Position(error).anywhere())?;
            *builder.headers_mut() = std::mem::take(&mut self.head.headers);
            for (bookmark, text) in self.remarks.drain(..) {
                put_remark(&mut builder, bookmark, text);
            }
            self.builder = Some(builder);
        }
        self.builder
            .as_mut()
            .ok_or_else(|| Flaw::NoDiagram.anywhere())
    }

    fn remark(&mut self, bookmark: bool, text: &str) {
        match &mut self.builder {
            Some(builder) => put_remark(builder, bookmark, text.into()),
            None => self.remarks.push((bookmark, text.into())),
        }
    }

    fn row(&mut self, line: Line<'_>, number: &str, text: &str) -> Result<(), RecordError> {
        if self.skipping {
            return Ok(());
        }
        self.has_start = true;
        let builder = self.moves(Some(line))?;
        let expected = builder.ply() + 1;
        let of_move = |error: RecordError| error.of_move(expected);
        if builder.is_ended() {
            return self.give_up(line.error(text, Flaw::AfterEnd));
        }
        if number.parse() != Ok(expected) {
            let found = excerpt(number);
            let flaw = Flaw::Number { expected, found };
            // The moves themselves may well be right.
            self.complaints.note(line.error(number, flaw))?;
        }
        let (row, times) = match row::read(line, text) {
            Ok(row) => row,
            Err(error) => return self.give_up(of_move(error)),
        };
        let done = match row {
            Row::Move(words) => self.play(line, &words),
            Row::End(ending) => self
                .moves(Some(line))?
                .end(ending)
                .map_err(|f| line.error(text, f)),
        };
        match done {
            Ok(()) => self.moves(Some(line))?.last_mut().times = times,
            Err(error) => self.give_up(of_move(error))?,
        }
        Ok(())
    }

    /// The moves of a KI2 line, and the sentence that may close it.
    fn ki2(&mut self, line: Line<'_>, text: &str) -> Result<(), RecordError> {
        let mut rest = text;
        loop {
            rest = rest.trim_start();
            let mut chars = rest.chars();
            let Some(first) = chars.next() else {
                return Ok(());
            };
            if self.skipping {
                return Ok(());
            }
            if rest.starts_with("まで") {
                return self.closing(line, rest.trim_end());
            }
            self.has_start = true;
            let builder = self.moves(Some(line))?;
            let ply = builder.ply() + 1;
            let turn = builder.position().turn();
            let after = chars.as_str().trim_start();
            let read = match side_of_mark(first) {
                None => Err(line.error(rest, Flaw::Unexpected(excerpt(rest)))),
                Some(side) if side != turn => Err(line.error(rest, Flaw::WrongSide)),
                Some(_) => words::parse(after)
                    .ok_or_else(|| line.error(after, Flaw::NotMove(excerpt(after)))),
            };
            let done = read.and_then(|(words, after)| {
                rest = after;
                self.play(line, &words)
            });
            if let Err(error) = done {
                return self.give_up(error.of_move(ply));
            }
        }
    }

    fn play(&mut self, line: Line<'_>, words: &Words<'_>) -> Result<(), RecordError> {
        let builder = self.moves(Some(line))?;
        let mv = words.resolve(builder.position(), builder.previous());
        mv.and_then(|mv| builder.play(mv))
            .map_err(|flaw| line.error(words.text, flaw))
    }

    fn branch(&mut self, line: Line<'_>, text: &str) -> Result<(), RecordError> {
        let builder = self.moves(Some(line))?;
        let digits = text.strip_suffix('手').unwrap_or(text).trim();
        let branched = match digits.parse() {
            Ok(ply) => builder.branch(ply).map_err(|flaw| line.error(text, flaw)),
            Err(_) => Err(line.error(text, Flaw::Unexpected(excerpt(text)))),
        };
        self.skipping = false;
        match branched {
            Ok(()) => Ok(()),
            Err(error) => self.give_up(error),
        }
    }

    fn closing(&mut self, line: Line<'_>, text: &str) -> Result<(), RecordError> {
        if self.skipping {
            return Ok(());
        }
        self.moves(Some(line))?.close(text);
        Ok(())
    }

    /// Fails, or passes over the rest of this line.
    fn give_up(&mut self, error: RecordError) -> Result<(), RecordError> {
        self.skipping = true;
        self.complaints.note(error)
    }
}

fn put_remark(builder: &mut Builder, bookmark: bool, text: String) {
    let node = builder.last_mut();
    if bookmark {
        node.bookmarks.push(text);
    } else {
        node.comments.push(text);
    }
}
