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

use crate::error::{Complaints, Flaw, Passing, RecordError, excerpt};
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
        offset: None,
        passing: Passing::Nothing,
        over: false,
    };
    for line in lines(text) {
        reader.line(line)?;
        if reader.over {
            break;
        }
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
    /// What the numbers of the file are ahead of ours, once a row has told.
    offset: Option<usize>,
    /// Until the next branch.
    passing: Passing,
    /// What follows are the moves of another game.
    over: bool,
}

impl Reader<'_> {
    fn line(&mut self, line: Line<'_>) -> Result<(), RecordError> {
        let kind = Kind::of(line.text);
        match kind {
            Kind::Nothing => Ok(()),
            Kind::Comment(text) => self.remark(line, false, text),
            Kind::Bookmark(text) => self.remark(line, true, text),
            Kind::MovesFollow if self.format.is_some() => {
                self.over = true;
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
            if let Some(header) = kind.header() {
                builder.headers_mut().push(header);
                return Ok(());
            }
        } else {
            if self.head.take(line, kind, self.complaints)? {
                return Ok(());
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
                Builder::new(start).map_err(|error| self.head.error(Flaw::Position(error)))?;
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

    fn remark(&mut self, line: Line<'_>, bookmark: bool, text: &str) -> Result<(), RecordError> {
        match &mut self.builder {
            _ if self.passing == Passing::All => {
                let flaw = Flaw::Homeless(excerpt(text));
                return self.complaints.note(line.error(text, flaw));
            }
            Some(builder) => put_remark(builder, bookmark, text.into()),
            None => self.remarks.push((bookmark, text.into())),
        }
        Ok(())
    }

    fn row(&mut self, line: Line<'_>, number: &str, text: &str) -> Result<(), RecordError> {
        if self.passing != Passing::Nothing {
            return Ok(());
        }
        self.has_start = true;
        let builder = self.moves(Some(line))?;
        let (ours, ended) = (builder.ply() + 1, builder.is_ended());
        let before = (builder.start().number as usize).saturating_sub(1);
        if ended {
            self.passing = Passing::All;
            return self.complaints.note(line.error(text, Flaw::AfterEnd));
        }
        let told = head::number(number).map(|(number, _)| number as usize);
        // Some count from the start of the game, some from the diagram.
        let from_game = told == Some(before + ours);
        let offset = *self
            .offset
            .get_or_insert(if from_game { before } else { 0 });
        let expected = offset + ours;
        let of_move = |error: RecordError| error.of_move(expected);
        if told != Some(expected) {
            let found = excerpt(number);
            let flaw = Flaw::Number { expected, found };
            // The moves themselves may well be right.
            self.complaints.note(line.error(number, flaw))?;
        }
        let (row, rest) = match row::read(line, text) {
            Ok(row) => row,
            Err(error) => return self.give_up(of_move(error)),
        };
        // A time that cannot be read takes nothing from the move.
        let times = match row::read_times(line, rest) {
            Ok(times) => times,
            Err(error) => {
                self.complaints.note(of_move(error))?;
                Vec::new()
            }
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
            if self.passing != Passing::Nothing {
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
        let offset = self.offset.unwrap_or(0);
        let builder = self.moves(Some(line))?;
        let told = head::number(text).filter(|(_, rest)| matches!(*rest, "" | "手"));
        let branched = match told.map(|(ply, _)| ply as usize) {
            Some(ply) => match builder.branch(ply.saturating_sub(offset)) {
                // In the numbers of the file.
                Err(Flaw::BranchBefore { first, .. }) => Err(Flaw::BranchBefore {
                    ply,
                    first: first + offset,
                }),
                Err(Flaw::Branch { moves, .. }) => Err(Flaw::Branch {
                    ply,
                    moves: moves + offset,
                }),
                done => done,
            },
            None => Err(Flaw::Unexpected(excerpt(text))),
        };
        let branched = branched.map_err(|flaw| line.error(text, flaw));
        self.passing = match branched {
            Ok(()) => Passing::Nothing,
            Err(_) => Passing::All,
        };
        branched.or_else(|error| self.complaints.note(error))
    }

    fn closing(&mut self, line: Line<'_>, text: &str) -> Result<(), RecordError> {
        if self.passing != Passing::Nothing {
            return Ok(());
        }
        self.moves(Some(line))?.close(text);
        Ok(())
    }

    /// Fails, or breaks the line off at a move that cannot be read.
    fn give_up(&mut self, error: RecordError) -> Result<(), RecordError> {
        self.complaints.note(error)?;
        if let Some(builder) = &mut self.builder {
            builder.break_off();
        }
        self.passing = Passing::Moves;
        Ok(())
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
