//! Sentences about records, collections and other sources of problems.

use crate::{Lang, core, io, quote, tr};
use kemuri_formats::{
    IllegalReason, InputError, InputErrorKind, Location, LossKind, Losses, RecordError,
    RecordErrorKind,
};

/// Says where something is wrong with the input, and what.
pub fn input_error(lang: Lang, error: &InputError) -> String {
    let what = input_error_kind(lang, &error.kind);
    format!("{}: {what}", location(lang, &error.location))
}

/// Names a place in the input.
pub fn location(lang: Lang, location: &Location) -> String {
    let (name, line) = match location {
        Location::Text(text) => return format!("'{}'", quote(text)),
        Location::Source { name, line } => (name, line),
    };
    let name = match name.as_str() {
        "-" => tr!(lang, "input-stdin"),
        name => quote(name),
    };
    match *line {
        Some(line) => tr!(lang, "input-line", name = name, line = line),
        None => name,
    }
}

/// Says what is wrong with a source or with a line of it.
pub fn input_error_kind(lang: Lang, kind: &InputErrorKind) -> String {
    match kind {
        InputErrorKind::Io(error) => io::read_error(lang, error),
        InputErrorKind::NoSuchFile => tr!(lang, "input-no-such-file"),
        InputErrorKind::NoProblem => tr!(lang, "input-no-problem"),
        InputErrorKind::Empty => tr!(lang, "input-empty"),
        InputErrorKind::LineTooLong { limit } => tr!(lang, "input-line-too-long", limit = *limit),
        InputErrorKind::LineEndless { limit } => tr!(lang, "input-line-endless", limit = *limit),
        InputErrorKind::Encoding => tr!(lang, "input-encoding"),
        InputErrorKind::NotText => tr!(lang, "input-not-text"),
        InputErrorKind::NoPosition => tr!(lang, "input-no-position"),
        InputErrorKind::NoStart => tr!(lang, "input-no-start"),
        InputErrorKind::UnknownStart(word) => {
            tr!(lang, "input-unknown-start", word = quote(word))
        }
        InputErrorKind::Expected(word) => tr!(lang, "input-expected", word = quote(word)),
        InputErrorKind::Move { number, word } => {
            tr!(lang, "input-move", number = *number, word = quote(word))
        }
        InputErrorKind::Problem(error) => core::problem_error(lang, error),
        InputErrorKind::Record(error) => record_error(lang, error),
        InputErrorKind::TooManyErrors => tr!(lang, "input-too-many-errors"),
        other => other.to_string(),
    }
}

/// Says where something is wrong with a record, and what.
pub fn record_error(lang: Lang, error: &RecordError) -> String {
    let parts = [
        error
            .line
            .map(|line| tr!(lang, "formats-at-line", line = line)),
        error
            .column
            .map(|column| tr!(lang, "formats-at-column", column = column)),
        error.ply.map(|ply| tr!(lang, "formats-at-move", ply = ply)),
    ];
    let what = record_error_kind(lang, &error.kind);
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    match parts.is_empty() {
        true => what,
        false => {
            let place = parts.join(&tr!(lang, "formats-at-separator"));
            format!("{place}: {what}")
        }
    }
}

/// Says what is wrong with a record, without a place.
pub fn record_error_kind(lang: Lang, kind: &RecordErrorKind) -> String {
    use RecordErrorKind as Kind;
    match kind {
        Kind::TooLarge => tr!(lang, "formats-too-large"),
        Kind::NotText => tr!(lang, "formats-not-text"),
        Kind::Encoding => tr!(lang, "formats-encoding"),
        Kind::Empty => tr!(lang, "formats-empty"),
        Kind::UnknownFormat => tr!(lang, "formats-unknown"),
        Kind::Several => tr!(lang, "formats-several"),
        Kind::Json(what) => tr!(lang, "formats-json", what = what.as_str()),
        Kind::Position(error) => core::problem_error(lang, error),
        Kind::Illegal(reason) => {
            tr!(
                lang,
                "formats-illegal",
                reason = illegal_reason(lang, *reason)
            )
        }
        Kind::WrongSide => tr!(lang, "formats-wrong-side"),
        Kind::Number { expected, found } => {
            tr!(
                lang,
                "formats-number",
                expected = *expected,
                found = found.as_str()
            )
        }
        Kind::BranchBefore { ply, first } => {
            tr!(lang, "formats-branch-before", ply = *ply, first = *first)
        }
        Kind::Branch { ply, moves } => tr!(lang, "formats-branch", ply = *ply, moves = *moves),
        Kind::AfterEnd => tr!(lang, "formats-after-end"),
        Kind::TooManyMoves => tr!(lang, "formats-too-many-moves"),
        Kind::TimeTwice => tr!(lang, "formats-time-twice"),
        Kind::Squares(found) => tr!(lang, "formats-squares", found = *found),
        Kind::Rows(found) => tr!(lang, "formats-rows", found = *found),
        Kind::RestTwice => tr!(lang, "formats-rest-twice"),
        Kind::HandTwice => tr!(lang, "formats-hand-twice"),
        Kind::NumberTwice => tr!(lang, "formats-number-twice"),
        Kind::NoDiagram => tr!(lang, "formats-no-diagram"),
        Kind::NoPosition => tr!(lang, "formats-no-position"),
        other => quoted_error(lang, other),
    }
}

/// The errors that are all about a text that was found.
fn quoted_error(lang: Lang, kind: &RecordErrorKind) -> String {
    use RecordErrorKind as Kind;
    match kind {
        Kind::NotMove(text) => tr!(lang, "formats-not-move", text = text.as_str()),
        Kind::Ambiguous(text) => tr!(lang, "formats-ambiguous", text = text.as_str()),
        Kind::Time(text) => tr!(lang, "formats-time", text = text.as_str()),
        Kind::RowName(text) => tr!(lang, "formats-row-name", text = text.as_str()),
        Kind::NotPiece(text) => tr!(lang, "formats-not-piece", text = text.as_str()),
        Kind::Handicap(text) => tr!(lang, "formats-handicap", text = text.as_str()),
        Kind::OrphanComment(text) => tr!(lang, "formats-orphan-comment", text = text.as_str()),
        Kind::Unexpected(text) => tr!(lang, "formats-unexpected", text = text.as_str()),
        other => other.to_string(),
    }
}

/// Says why a move cannot be played.
pub fn illegal_reason(lang: Lang, reason: IllegalReason) -> String {
    use IllegalReason as Reason;
    let (square, piece) = (|s| lang.square(s), |p| lang.piece(p));
    match reason {
        Reason::NoPiece(from) => tr!(lang, "formats-no-piece", square = square(from)),
        Reason::OtherSide(from) => tr!(lang, "formats-other-side", square = square(from)),
        Reason::OtherPiece {
            square: at,
            wanted,
            found,
        } => tr!(
            lang,
            "formats-other-piece",
            square = square(at),
            wanted = piece(wanted),
            found = piece(found)
        ),
        Reason::Unreachable => tr!(lang, "formats-unreachable"),
        Reason::NoneReaches(kind, to) => {
            tr!(
                lang,
                "formats-none-reaches",
                piece = piece(kind),
                square = square(to)
            )
        }
        Reason::OwnPiece(to) => tr!(lang, "formats-own-piece", square = square(to)),
        Reason::Promotion => tr!(lang, "formats-promotion"),
        Reason::DeadEnd => tr!(lang, "formats-dead-end"),
        Reason::NotInHand(kind) => tr!(lang, "formats-not-in-hand", piece = piece(kind)),
        Reason::Occupied(to) => tr!(lang, "formats-occupied", square = square(to)),
        Reason::TwoPawns => tr!(lang, "formats-two-pawns"),
        Reason::PawnDropMate => tr!(lang, "formats-pawn-drop-mate"),
        Reason::KingInCheck => tr!(lang, "formats-king-in-check"),
        Reason::NoPrevious => tr!(lang, "formats-no-previous"),
        other => other.to_string(),
    }
}

/// Lists what a format does not keep.
pub fn losses(lang: Lang, losses: &Losses) -> String {
    let list = losses.list().iter();
    let words: Vec<String> = list.map(|&(kind, count)| loss(lang, kind, count)).collect();
    words.join(&tr!(lang, "formats-loss-separator"))
}

fn loss(lang: Lang, kind: LossKind, count: usize) -> String {
    match kind {
        LossKind::Headers => tr!(lang, "formats-loss-headers", count = count),
        LossKind::Places => tr!(lang, "formats-loss-places", count = count),
        LossKind::Moves => tr!(lang, "formats-loss-moves", count = count),
        LossKind::Branches => tr!(lang, "formats-loss-branches", count = count),
        LossKind::Endings => tr!(lang, "formats-loss-endings", count = count),
        LossKind::Closings => tr!(lang, "formats-loss-closings", count = count),
        LossKind::Comments => tr!(lang, "formats-loss-comments", count = count),
        LossKind::Bookmarks => tr!(lang, "formats-loss-bookmarks", count = count),
        LossKind::Times => tr!(lang, "formats-loss-times", count = count),
        _ => tr!(lang, "formats-loss-other", count = count),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_stay_on_one_harmless_line() {
        let error = InputError {
            location: Location::Text("8k/\n\x1b[2J".repeat(100)),
            kind: InputErrorKind::Move {
                number: 1,
                word: "a\nb".into(),
            },
        };
        for lang in [Lang::En, Lang::Ja] {
            let sentence = input_error(lang, &error);
            assert!(!sentence.contains(char::is_control), "{sentence}");
            assert!(sentence.chars().count() < 200, "{sentence}");
        }
    }
}
