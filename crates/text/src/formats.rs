//! Sentences about records, collections and other sources of problems.

use crate::diagram::hand;
use crate::{Lang, core, io, quote, tr};
use kemuri_core::problem::{faults as faults_of, lawful};
use kemuri_core::sfen::Sfen;
use kemuri_core::{Color, Hand, Problem, notation};
use kemuri_formats::{
    AssumedRest, IllegalReason, InputError, InputErrorKind, Location, LossKind, Losses,
    ProblemEntry, RecordError, RecordErrorKind, RestCause,
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
        Some(line) => tr!(lang, "input-line", name, line),
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
        InputErrorKind::TooManyMoves => tr!(lang, "formats-too-many-moves"),
        InputErrorKind::LineTooLong { limit } => tr!(lang, "input-line-too-long", limit),
        InputErrorKind::LineEndless { limit } => tr!(lang, "input-line-endless", limit),
        InputErrorKind::Encoding => tr!(lang, "input-encoding"),
        InputErrorKind::NotText => tr!(lang, "input-not-text"),
        InputErrorKind::NoPosition => tr!(lang, "input-no-position"),
        InputErrorKind::NoStart => tr!(lang, "input-no-start"),
        InputErrorKind::UnknownStart(word) => tr!(lang, "input-unknown-start", word = quote(word)),
        InputErrorKind::Expected(word) => tr!(lang, "input-expected", word = quote(word)),
        InputErrorKind::Move { number, word } => {
            tr!(lang, "input-move", number, word = quote(word))
        }
        InputErrorKind::NoSuchPly { asked, moves } => {
            tr!(lang, "input-no-such-ply", asked, moves)
        }
        InputErrorKind::Problem(error) => core::problem_error(lang, &error.error),
        InputErrorKind::Record(error) => record_error(lang, error),
        InputErrorKind::NoCollection { lines, first, why } => {
            let why = input_error_kind(lang, why);
            tr!(lang, "input-no-collection", lines, first, why)
        }
        InputErrorKind::TooManyErrors => tr!(lang, "input-too-many-errors"),
        other => other.to_string(),
    }
}

/// Says that the moves of a record are not all in order, and what is used of it.
pub fn faults(lang: Lang, entry: &ProblemEntry) -> Option<String> {
    let first = record_error(lang, entry.faults.first()?);
    let more = entry.faults.len() - 1 + entry.more_faults;
    let problem = quote(&entry.label());
    Some(tr!(lang, "input-faults", problem, first, more))
}

/// Says that a position is no problem, and everything that is wrong with it.
pub fn faulty_position(
    lang: Lang,
    place: &Location,
    position: &Sfen,
    attacker: Option<Color>,
) -> String {
    let faults = faults_of(position, attacker);
    let faults: Vec<String> = faults
        .iter()
        .map(|fault| core::problem_error(lang, fault))
        .collect();
    let place = location(lang, place);
    let faults = faults.join(&tr!(lang, "input-fault-separator"));
    tr!(lang, "input-no-problem-drawn", place, faults)
}

/// Says which pieces are neither on the board nor in a hand.
pub fn unaccounted(lang: Lang, pieces: Hand) -> String {
    tr!(lang, "input-unaccounted", pieces = hand(lang, pieces))
}

/// Says that the defender was given the rest, and why.
pub fn assumed_rest(lang: Lang, rest: AssumedRest) -> String {
    match rest.cause {
        RestCause::NotGiven => tr!(lang, "input-assumed-rest"),
        RestCause::Asked => tr!(lang, "input-asked-rest"),
    }
}

/// Returns what stands below a diagram: after which move it is, what was assumed of its
/// hands, and which side attacks where that may surprise.
pub fn below_diagram(lang: Lang, entry: &ProblemEntry) -> Vec<String> {
    let rest = entry.assumed_rest.map(|rest| assumed_rest(lang, rest));
    let reading = attacks_in_check(&entry.problem).then(|| tr!(lang, "input-attacks-in-check"));
    let lines = after_move(lang, entry).into_iter().chain(rest);
    lines.chain(reading).collect()
}

/// Whether the attacker is to move and in check.
fn attacks_in_check(problem: &Problem) -> bool {
    let (attacker, position) = (problem.attacker(), problem.position());
    let king = problem
        .king(attacker)
        .filter(|_| problem.attacker_to_move());
    king.is_some_and(|king| position.is_attacked_by(king, attacker.flip()))
}

/// Says after which move a problem begins, if moves were played.
fn after_move(lang: Lang, entry: &ProblemEntry) -> Option<String> {
    let (start, moves) = entry.played()?;
    let words = lawful(start)
        .ok()
        .and_then(|start| notation::japanese_from(start, moves));
    let mv = match words {
        Some(words) => words.last()?.clone(),
        None => moves.last()?.to_usi(),
    };
    Some(tr!(lang, "input-after-move", ply = moves.len(), mv))
}

/// Says where something is wrong with a record, and what.
pub fn record_error(lang: Lang, error: &RecordError) -> String {
    let parts = [
        error.line.map(|line| tr!(lang, "formats-at-line", line)),
        error
            .column
            .map(|column| tr!(lang, "formats-at-column", column)),
        error
            .move_number()
            .map(|ply| tr!(lang, "formats-at-move", ply)),
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
        Kind::Json(what) => tr!(lang, "formats-json", what),
        Kind::Position(faulty) => core::problem_error(lang, &faulty.error),
        Kind::Illegal(reason) => {
            tr!(
                lang,
                "formats-illegal",
                reason = illegal_reason(lang, *reason)
            )
        }
        Kind::WrongSide => tr!(lang, "formats-wrong-side"),
        Kind::Number { expected, found } => tr!(lang, "formats-number", expected, found),
        Kind::BranchBefore { ply, first } => tr!(lang, "formats-branch-before", ply, first),
        Kind::Branch { ply, moves } => tr!(lang, "formats-branch", ply, moves),
        Kind::AfterEnd => tr!(lang, "formats-after-end"),
        Kind::TooManyMoves => tr!(lang, "formats-too-many-moves"),
        Kind::TimeTwice => tr!(lang, "formats-time-twice"),
        Kind::Squares(found) => tr!(lang, "formats-squares", found),
        Kind::Rows(found) => tr!(lang, "formats-rows", found),
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
        Kind::NotMove(text) => tr!(lang, "formats-not-move", text),
        Kind::Ambiguous(text) => tr!(lang, "formats-ambiguous", text),
        Kind::Time(text) => tr!(lang, "formats-time", text),
        Kind::RowName(text) => tr!(lang, "formats-row-name", text),
        Kind::NotPiece(text) => tr!(lang, "formats-not-piece", text),
        Kind::Handicap(text) => tr!(lang, "formats-handicap", text),
        Kind::OrphanComment(text) => tr!(lang, "formats-orphan-comment", text),
        Kind::Unexpected(text) => tr!(lang, "formats-unexpected", text),
        other => other.to_string(),
    }
}

/// Says why a move cannot be played.
pub fn illegal_reason(lang: Lang, reason: IllegalReason) -> String {
    use IllegalReason as Reason;
    match reason {
        Reason::NoPiece(square) => tr!(lang, "formats-no-piece", square),
        Reason::OtherSide(square) => tr!(lang, "formats-other-side", square),
        Reason::OtherPiece {
            square,
            wanted,
            found,
        } => tr!(lang, "formats-other-piece", square, wanted, found),
        Reason::Unreachable => tr!(lang, "formats-unreachable"),
        Reason::NoneReaches(piece, square) => tr!(lang, "formats-none-reaches", piece, square),
        Reason::OwnPiece(square) => tr!(lang, "formats-own-piece", square),
        Reason::Promotion => tr!(lang, "formats-promotion"),
        Reason::DeadEnd => tr!(lang, "formats-dead-end"),
        Reason::NotInHand(piece) => tr!(lang, "formats-not-in-hand", piece),
        Reason::Occupied(square) => tr!(lang, "formats-occupied", square),
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
        LossKind::Headers => tr!(lang, "formats-loss-headers", count),
        LossKind::Places => tr!(lang, "formats-loss-places", count),
        LossKind::Moves => tr!(lang, "formats-loss-moves", count),
        LossKind::Branches => tr!(lang, "formats-loss-branches", count),
        LossKind::Endings => tr!(lang, "formats-loss-endings", count),
        LossKind::Closings => tr!(lang, "formats-loss-closings", count),
        LossKind::Comments => tr!(lang, "formats-loss-comments", count),
        LossKind::Bookmarks => tr!(lang, "formats-loss-bookmarks", count),
        LossKind::Times => tr!(lang, "formats-loss-times", count),
        _ => tr!(lang, "formats-loss-other", count),
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
