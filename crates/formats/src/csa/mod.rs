//! CSA 2.2: one statement a line, one game a file, no branches.

mod position;
mod write;

pub(crate) use write::write;

use crate::ending::Ending;
use crate::error::{RecordError, RecordErrorKind, excerpt};
use crate::illegal::IllegalReason;
use crate::kif::head::Head;
use crate::move_text::{hand_piece, square_of};
use crate::record::{Header, MoveTime, Record, RecordBuilder, RecordStep};
use crate::rest::RestRule;
use crate::start::side_names;
use crate::text::{Line, lines};
use crate::warnings::{Skip, Warnings};
use kemuri_core::{Color, Move, PieceType, Square};
use position::CsaSetup;
use std::time::Duration;

/// Kinds by their names.
pub(crate) const KINDS: [(&str, PieceType); 14] = [
    ("FU", PieceType::PAWN),
    ("KY", PieceType::LANCE),
    ("KE", PieceType::KNIGHT),
    ("GI", PieceType::SILVER),
    ("KI", PieceType::GOLD),
    ("KA", PieceType::BISHOP),
    ("HI", PieceType::ROOK),
    ("OU", PieceType::KING),
    ("TO", PieceType::PRO_PAWN),
    ("NY", PieceType::PRO_LANCE),
    ("NK", PieceType::PRO_KNIGHT),
    ("NG", PieceType::PRO_SILVER),
    ("UM", PieceType::HORSE),
    ("RY", PieceType::DRAGON),
];

/// Headers that CSA has names for.
const KEYS: [(&str, &str); 6] = [
    ("EVENT", "棋戦"),
    ("SITE", "場所"),
    ("START_TIME", "開始日時"),
    ("END_TIME", "終了日時"),
    ("TIME_LIMIT", "持ち時間"),
    ("OPENING", "戦型"),
];

/// The kind of this name.
pub(crate) fn kind_named(name: &str) -> Option<PieceType> {
    KINDS
        .iter()
        .find(|(n, _)| *n == name)
        .map(|&(_, kind)| kind)
}

/// The name of a kind.
pub(crate) fn csa_name(kind: PieceType) -> &'static str {
    KINDS
        .iter()
        .find(|&&(_, k)| k == kind)
        .map_or("", |(name, _)| name)
}

/// The side of a sign.
pub(crate) fn side_of(sign: char) -> Option<Color> {
    match sign {
        '+' => Some(Color::BLACK),
        '-' => Some(Color::WHITE),
        _ => None,
    }
}

/// Whether `text` is a line of CSA that is not one of another format.
pub(crate) fn looks_like(text: &str) -> bool {
    let mut chars = text.chars();
    match (chars.next(), chars.next()) {
        (Some('V'), Some('0'..='9')) | (Some('N'), Some('+' | '-')) => true,
        (Some('P'), Some('1'..='9' | 'I' | '+' | '-')) => true,
        (Some('\'' | '$' | '%'), _) | (Some('+' | '-'), None) => true,
        (Some('+' | '-'), Some(c)) => c.is_ascii_digit(),
        _ => false,
    }
}

/// Reads a CSA file.
pub(crate) fn read(
    text: &str,
    rule: RestRule,
    warnings: &mut Warnings,
) -> Result<Record, RecordError> {
    let mut reader = CsaReader {
        warnings,
        rule,
        setup: CsaSetup::default(),
        head: Head::default(),
        names: [Vec::new(), Vec::new()],
        remarks: Vec::new(),
        builder: None,
        totals: [Duration::ZERO; 2],
        skipping: Skip::Nothing,
        over: false,
    };
    for line in lines(text) {
        reader.line(line)?;
        if reader.over {
            break;
        }
    }
    reader.builder()?;
    reader.finish()
}

struct CsaReader<'c> {
    warnings: &'c mut Warnings,
    /// Who gets the pieces that are nowhere.
    rule: RestRule,
    setup: CsaSetup,
    head: Head,
    names: [Vec<String>; 2],
    remarks: Vec<String>,
    builder: Option<RecordBuilder>,
    /// What each side has used.
    totals: [Duration; 2],
    skipping: Skip,
    /// What follows is another game.
    over: bool,
}

impl CsaReader<'_> {
    fn line(&mut self, line: Line<'_>) -> Result<(), RecordError> {
        let text = line.text;
        if let Some(comment) = text.strip_prefix('\'') {
            return self.comment(line, comment);
        }
        let most = match text.chars().next() {
            Some('+' | '-' | '%' | 'T' | 'P') => usize::MAX,
            // A comma in a name or a header is part of it.
            _ => 1,
        };
        for statement in text.splitn(most, ',') {
            if let Err(error) = self.statement(line, statement) {
                self.warnings.note(match error.line {
                    Some(_) => error,
                    None => line.error(statement, error.kind),
                })?;
            }
        }
        Ok(())
    }

    fn comment(&mut self, line: Line<'_>, text: &str) -> Result<(), RecordError> {
        let remark = match text.strip_prefix('*') {
            Some(text) => text,
            None if text.starts_with("CSA encoding=") => return Ok(()),
            None => text,
        };
        match &mut self.builder {
            _ if self.skipping == Skip::All => {
                let error = line.quoting(remark, RecordErrorKind::OrphanComment);
                return self.warnings.note(error);
            }
            Some(builder) => builder.last_mut().comments.push(remark.into()),
            None => self.remarks.push(remark.into()),
        }
        Ok(())
    }

    fn statement(&mut self, line: Line<'_>, statement: &str) -> Result<(), RecordError> {
        let text = statement.trim_end();
        let mut chars = text.chars();
        let Some(first) = chars.next() else {
            return Ok(());
        };
        let rest = chars.as_str();
        if self.skipping != Skip::Nothing && matches!(first, '+' | '-' | 'T' | '%') {
            return Ok(());
        }
        let unexpected = || line.quoting(text, RecordErrorKind::Unexpected);
        match first {
            'V' if rest.starts_with(|c: char| c.is_ascii_digit()) => Ok(()),
            'N' if self.builder.is_none() => {
                let side = rest
                    .chars()
                    .next()
                    .and_then(side_of)
                    .ok_or_else(unexpected)?;
                self.names[side.to_index()].push(rest[1..].trim().into());
                Ok(())
            }
            '$' => {
                let (key, value) = rest.split_once(':').ok_or_else(unexpected)?;
                let (key, value) = (key.trim(), value.trim());
                if key.is_empty() {
                    return Err(unexpected());
                }
                let known = KEYS.iter().find(|(name, _)| *name == key);
                let name = known.map_or(key, |(_, name)| name);
                let taken = self.head.key(name, value);
                taken.map_err(|kind| line.error(text, kind))
            }
            'P' if self.builder.is_none() => self.setup.statement(line, text, self.warnings),
            '+' | '-' if rest.is_empty() && self.builder.is_none() => {
                self.setup.turn = side_of(first);
                self.builder().map(|_| ())
            }
            '+' | '-' => self.mv(line, text, rest),
            'T' => self.time(line, rest),
            '%' => self.end(line, rest),
            '/' => {
                self.builder()?;
                self.over = true;
                Err(line.error(text, RecordErrorKind::Several))
            }
            _ => Err(unexpected()),
        }
    }

    fn builder(&mut self) -> Result<&mut RecordBuilder, RecordError> {
        if self.builder.is_none() {
            let mut start = self.setup.start()?;
            start.number = self.head.number();
            let rest = self.rule.apply(&mut start);
            let mut builder = RecordBuilder::new(start.clone())
                .map_err(|error| {
                    let headers = &self.head.headers;
                    let kind = RecordErrorKind::position(error, &start, headers);
                    self.setup.error(kind)
                })?
                .with_assumed_rest(rest);
            builder.last_mut().comments = std::mem::take(&mut self.remarks);
            self.builder = Some(builder);
        }
        self.builder
            .as_mut()
            .ok_or_else(|| RecordErrorKind::NoDiagram.unlocated())
    }

    fn mv(&mut self, line: Line<'_>, text: &str, rest: &str) -> Result<(), RecordError> {
        let builder = self.builder()?;
        let ply = builder.ply() + 1;
        let turn = builder.position().turn();
        let played = read_move(rest)
            .ok_or(RecordErrorKind::NotMove(excerpt(text)))
            .and_then(|given| {
                if text.chars().next().and_then(side_of) != Some(turn) {
                    return Err(RecordErrorKind::WrongSide);
                }
                let mv = resolve(builder, given)?;
                builder.play(mv)
            });
        if played.is_err() {
            let skipping = match builder.is_ended() {
                true => Skip::All,
                false => Skip::Moves,
            };
            builder.break_off();
            self.skipping = skipping;
        }
        played.map_err(|kind| line.error(text, kind).of_move(ply))
    }

    fn time(&mut self, line: Line<'_>, text: &str) -> Result<(), RecordError> {
        let bad = || line.quoting(text, RecordErrorKind::Time);
        let spent = read_seconds(text).ok_or_else(bad)?;
        let builder = self.builder()?;
        let turn = builder.position().turn();
        let side = match builder.last().step() {
            None => return Err(bad()),
            Some(RecordStep::Move(_)) => turn.flip(),
            Some(RecordStep::End(_)) => turn,
        };
        if !builder.last().times.is_empty() {
            return Err(line.error(text, RecordErrorKind::TimeTwice));
        }
        let total = &mut self.totals[side.to_index()];
        *total = total.saturating_add(spent);
        let total = Some(*total);
        self.builder()?
            .last_mut()
            .times
            .push(MoveTime { spent, total });
        Ok(())
    }

    fn end(&mut self, line: Line<'_>, name: &str) -> Result<(), RecordError> {
        let builder = self.builder()?;
        let turn = builder.position().turn();
        let ending = Ending::of_name(name, turn)
            .ok_or_else(|| line.quoting(name, RecordErrorKind::Unexpected))?;
        builder.end(ending).map_err(|kind| line.error(name, kind))
    }

    /// The record, with the players before the other headers.
    fn finish(self) -> Result<Record, RecordError> {
        let Some(builder) = self.builder else {
            return Err(RecordErrorKind::NoDiagram.unlocated());
        };
        let sides = side_names(builder.start());
        let mut record = builder.finish();
        for (side, names) in sides.into_iter().zip(self.names) {
            let players = names.into_iter().map(|name| Header::field(side, name));
            record.headers.extend(players);
        }
        record.headers.extend(self.head.headers);
        record.headers.sort_by_key(|header| rank(header, sides));
        Ok(record)
    }
}

/// Where a header stands: the players before the others.
fn rank(header: &Header, sides: [&str; 2]) -> usize {
    let player = match header {
        Header::Field { name, .. } => sides.iter().position(|side| side == name),
        Header::Line(_) => None,
    };
    player.unwrap_or(sides.len())
}

/// What the text of a move says.
struct CsaMove {
    /// `None` is the hand.
    from: Option<Square>,
    to: Square,
    /// The piece after the move.
    kind: PieceType,
}

fn read_move(text: &str) -> Option<CsaMove> {
    let (from, rest) = match text.strip_prefix("00") {
        Some(rest) => (None, rest),
        None => {
            let (from, rest) = square_of(text)?;
            (Some(from), rest)
        }
    };
    let (to, name) = square_of(rest)?;
    let kind = kind_named(name)?;
    Some(CsaMove { from, to, kind })
}

fn resolve(builder: &RecordBuilder, given: CsaMove) -> Result<Move, RecordErrorKind> {
    let CsaMove { from, to, kind } = given;
    let Some(from) = from else {
        return match hand_piece(kind) {
            Some(_) => Ok(Move::drop(kind, to)),
            None => Err(IllegalReason::NotInHand(kind).into()),
        };
    };
    let piece = builder.position().piece_on(from);
    let found = piece.piece_type();
    if piece.is_empty() || found == kind {
        Ok(Move::normal(from, to))
    } else if found.is_promotable() && found.promote() == kind {
        Ok(Move::promotion(from, to))
    } else {
        let (square, wanted) = (from, kind);
        Err(IllegalReason::OtherPiece {
            square,
            wanted,
            found,
        }
        .into())
    }
}

/// Seconds with at most three decimals.
fn read_seconds(text: &str) -> Option<Duration> {
    let (whole, decimals) = text.split_once('.').unwrap_or((text, "0"));
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    if !digits(whole) || !digits(decimals) || decimals.len() > 3 {
        return None;
    }
    let seconds: u32 = whole.parse().ok()?;
    let millis: u64 = format!("{decimals:0<3}").parse().ok()?;
    Some(Duration::from_millis(u64::from(seconds) * 1000 + millis))
}
