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

use crate::error::{RecordError, RecordErrorKind, excerpt};
use crate::format::Format;
use crate::move_text::{self, MoveText};
use crate::record::{Record, RecordBuilder};
use crate::rest::RestRule;
use crate::text::{Line, lines};
use crate::warnings::{Skip, Warnings};
use head::{Head, names_start};
use line::{KifLine, side_of_mark};
use row::KifRow;

/// Reads a file of the family and says which it is.
pub(crate) fn read(
    text: &str,
    rule: RestRule,
    warnings: &mut Warnings,
) -> Result<(Record, Format), RecordError> {
    let mut reader = KifReader {
        warnings,
        rule,
        head: Head::default(),
        builder: None,
        remarks: Vec::new(),
        format: None,
        has_start: false,
        offset: None,
        skipping: Skip::Nothing,
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
        _ => Err(RecordErrorKind::NoPosition.unlocated()),
    }
}

struct KifReader<'c> {
    warnings: &'c mut Warnings,
    /// Who gets the pieces that are nowhere.
    rule: RestRule,
    head: Head,
    /// There once the first line of the moves is seen.
    builder: Option<RecordBuilder>,
    /// Remarks and bookmarks of the head.
    remarks: Vec<(bool, String)>,
    format: Option<Format>,
    /// The head says where the moves start, or there are moves, which without a
    /// word on it start an even game. Any text with a colon has headers.
    has_start: bool,
    /// How far the move numbers of the file are ahead of ours, once a row shows it.
    offset: Option<usize>,
    /// Until the next branch.
    skipping: Skip,
    /// What follows are the moves of another game.
    over: bool,
}

impl KifReader<'_> {
    fn line(&mut self, line: Line<'_>) -> Result<(), RecordError> {
        let content = KifLine::of(line.text);
        match content {
            KifLine::Nothing => Ok(()),
            KifLine::Comment(text) => self.remark(line, false, text),
            KifLine::Bookmark(text) => self.remark(line, true, text),
            KifLine::MovesFollow if self.format.is_some() => {
                self.over = true;
                self.warnings
                    .note(line.error(line.text, RecordErrorKind::Several))
            }
            KifLine::MovesFollow => {
                self.format = Some(Format::Kif);
                self.moves(Some(line)).map(|_| ())
            }
            KifLine::MoveRow(number, text) => {
                self.format.get_or_insert(Format::Kif);
                self.row(line, number, text)
            }
            KifLine::Ki2(text) => {
                self.format.get_or_insert(Format::Ki2);
                self.ki2(line, text)
            }
            KifLine::Closing(text) => {
                self.format.get_or_insert(Format::Kif);
                self.closing(line, text)
            }
            KifLine::Branch(text) => self.branch(line, text),
            _ => self.other(line, &content),
        }
    }

    /// A line of the head, or one that should not be there.
    fn other(&mut self, line: Line<'_>, content: &KifLine<'_>) -> Result<(), RecordError> {
        if let Some(builder) = &mut self.builder {
            // A header below the moves is a header all the same.
            if let Some(header) = content.header() {
                builder.headers_mut().push(header);
                return Ok(());
            }
        } else if self.head.take(line, content, self.warnings)? {
            return Ok(());
        }
        let error = line.quoting(line.text.trim(), RecordErrorKind::Unexpected);
        self.warnings.note(error)
    }

    /// The builder, made from the head when the first move is due.
    fn moves(&mut self, line: Option<Line<'_>>) -> Result<&mut RecordBuilder, RecordError> {
        if self.builder.is_none() {
            self.has_start |= self.head.has_diagram() || names_start(&self.head.headers);
            let (start, assumed_rest) =
                self.head
                    .start(self.rule)
                    .map_err(|error| match (error.line, line) {
                        (None, Some(line)) => error.kind.at(line.number, 1),
                        _ => error,
                    })?;
            let mut builder = RecordBuilder::new(start.clone())
                .map_err(|error| {
                    let headers = &self.head.headers;
                    let kind = RecordErrorKind::position(error, &start, headers);
                    self.head.error(kind)
                })?
                .with_assumed_rest(assumed_rest);
            *builder.headers_mut() = std::mem::take(&mut self.head.headers);
            for (bookmark, text) in self.remarks.drain(..) {
                put_remark(&mut builder, bookmark, text);
            }
            self.builder = Some(builder);
        }
        self.builder
            .as_mut()
            .ok_or_else(|| RecordErrorKind::NoDiagram.unlocated())
    }

    fn remark(&mut self, line: Line<'_>, bookmark: bool, text: &str) -> Result<(), RecordError> {
        match &mut self.builder {
            _ if self.skipping == Skip::All => {
                let error = line.quoting(text, RecordErrorKind::OrphanComment);
                return self.warnings.note(error);
            }
            Some(builder) => put_remark(builder, bookmark, text.into()),
            None => self.remarks.push((bookmark, text.into())),
        }
        Ok(())
    }

    fn row(&mut self, line: Line<'_>, number: &str, text: &str) -> Result<(), RecordError> {
        if self.skipping != Skip::Nothing {
            return Ok(());
        }
        self.has_start = true;
        let builder = self.moves(Some(line))?;
        let (ours, ended) = (builder.ply() + 1, builder.is_ended());
        let turn = builder.position().turn();
        let before = (builder.start().number as usize).saturating_sub(1);
        if ended {
            self.skipping = Skip::All;
            return self
                .warnings
                .note(line.error(text, RecordErrorKind::AfterEnd));
        }
        let told = head::number(number).map(|(number, _)| number as usize);
        // Some count from the start of the game, some from the diagram.
        let from_game = told == Some(before + ours);
        let offset = *self
            .offset
            .get_or_insert(if from_game { before } else { 0 });
        let expected = offset + ours;
        let of_move = |error: RecordError| error.of_told_move(ours, expected);
        if told != Some(expected) {
            let found = excerpt(number);
            let kind = RecordErrorKind::Number { expected, found };
            // The moves themselves may well be right.
            self.warnings.note(line.error(number, kind))?;
        }
        let (side, text) = row::side(text);
        if side.is_some_and(|side| side != turn) {
            let error = line.error(text, RecordErrorKind::WrongSide);
            return self.give_up(of_move(error));
        }
        let (row, rest) = match row::read(line, text) {
            Ok(row) => row,
            Err(error) => return self.give_up(of_move(error)),
        };
        // A time that cannot be read takes nothing from the move.
        let times = match row::read_times(line, rest) {
            Ok(times) => times,
            Err(error) => {
                self.warnings.note(of_move(error))?;
                Vec::new()
            }
        };
        let done = match row {
            KifRow::Move(words) => self.play(line, &words),
            KifRow::End(ending) => self
                .moves(Some(line))?
                .end(ending)
                .map_err(|f| line.error(text, f)),
        };
        match done {
            Ok(()) => self.moves(Some(line))?.last_mut().set_times(times),
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
            if self.skipping != Skip::Nothing {
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
                None => Err(line.quoting(rest, RecordErrorKind::Unexpected)),
                Some(side) if side != turn => Err(line.error(rest, RecordErrorKind::WrongSide)),
                Some(_) => move_text::parse(after)
                    .ok_or_else(|| line.quoting(after, RecordErrorKind::NotMove)),
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

    fn play(&mut self, line: Line<'_>, words: &MoveText<'_>) -> Result<(), RecordError> {
        let builder = self.moves(Some(line))?;
        let mv = words.resolve(builder.position(), builder.previous());
        mv.and_then(|mv| builder.play(mv))
            .map_err(|kind| line.error(words.text, kind))
    }

    fn branch(&mut self, line: Line<'_>, text: &str) -> Result<(), RecordError> {
        let offset = self.offset.unwrap_or(0);
        let builder = self.moves(Some(line))?;
        let told = head::number(text).filter(|(_, rest)| matches!(*rest, "" | "手"));
        let branched = match told.map(|(ply, _)| ply as usize) {
            Some(ply) => match builder.branch(ply.saturating_sub(offset)) {
                // In the numbers of the file.
                Err(RecordErrorKind::BranchBefore { first, .. }) => {
                    Err(RecordErrorKind::BranchBefore {
                        ply,
                        first: first + offset,
                    })
                }
                Err(RecordErrorKind::Branch { moves, .. }) => Err(RecordErrorKind::Branch {
                    ply,
                    moves: moves + offset,
                }),
                done => done,
            },
            None => Err(RecordErrorKind::Unexpected(excerpt(text))),
        };
        let branched = branched.map_err(|kind| line.error(text, kind));
        self.skipping = match branched {
            Ok(()) => Skip::Nothing,
            Err(_) => Skip::All,
        };
        branched.or_else(|error| self.warnings.note(error))
    }

    fn closing(&mut self, line: Line<'_>, text: &str) -> Result<(), RecordError> {
        if self.skipping != Skip::Nothing {
            return Ok(());
        }
        self.moves(Some(line))?.close(text);
        Ok(())
    }

    /// Fails, or breaks the line off at a move that cannot be read.
    fn give_up(&mut self, error: RecordError) -> Result<(), RecordError> {
        self.warnings.note(error)?;
        if let Some(builder) = &mut self.builder {
            builder.break_off();
        }
        self.skipping = Skip::Moves;
        Ok(())
    }
}

fn put_remark(builder: &mut RecordBuilder, bookmark: bool, text: String) {
    let node = builder.last_mut();
    if bookmark {
        node.bookmarks.push(text);
    } else {
        node.comments.push(text);
    }
}
