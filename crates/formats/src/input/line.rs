//! One line of text to one problem.

use super::{
    Expected, InputErrorKind, MAX_LINE, PrecedingMoves, ProblemEntry, ReadOptions, SolutionError,
};
use crate::sfen::{Columns, parse_move, parse_start, split_moves};
use crate::{Record, RecordBuilder, even_game};
use kemuri_core::sfen::Sfen;
use kemuri_core::{Color, Move, Problem};

/// Reads `id<TAB>position[<TAB>expected]` or a bare position. A position is an SFEN
/// or a USI `position` command, with or without moves.
pub fn parse_line(line: &str, options: ReadOptions) -> Result<ProblemEntry, InputErrorKind> {
    if line.len() > MAX_LINE {
        return Err(InputErrorKind::LineTooLong { limit: MAX_LINE });
    }
    if line.trim().is_empty() {
        return Err(InputErrorKind::Empty);
    }
    let columns = Columns::of(line);
    if columns.position.trim().is_empty() {
        return Err(InputErrorKind::NoPosition);
    }
    let entry = parse_position(columns.position, options)?;
    let id = columns.name.and_then(printable);
    Ok(ProblemEntry {
        title: id.clone(),
        id,
        expected: parse_expected(columns.length)?,
        ..entry
    })
}

fn parse_position(text: &str, options: ReadOptions) -> Result<ProblemEntry, InputErrorKind> {
    let (start, moves) = split(text)?;
    let problem = Problem::from_parts(&start, options.attacker);
    if moves.trim().is_empty() {
        return Ok(ProblemEntry::new(problem?));
    }
    let mut builder = RecordBuilder::new(start.clone())?;
    let (moves, error) = play(&mut builder, moves);
    if options.solutions
        && let Ok(problem) = problem
    {
        return Ok(ProblemEntry {
            solution: Some(moves),
            solution_error: error.map(|(error, _)| error),
            ..ProblemEntry::new(problem)
        });
    }
    if let Some((error, word)) = error {
        return Err(unplayable(&error, word));
    }
    // Who attacks depends on the position that the moves lead to, not on the
    // one they start from: a game may well start without a check.
    let problem = Problem::from_parts(&builder.current(), options.attacker)?;
    Ok(ProblemEntry {
        preceding: Some(PrecedingMoves { start, moves }),
        ..ProblemEntry::new(problem)
    })
}

/// The start of an SFEN or a USI `position` command, and the moves from there.
fn split(text: &str) -> Result<(Sfen, &str), InputErrorKind> {
    let (start, moves) = split_moves(text);
    let start = parse_start(start).map_err(|error| InputErrorKind::Problem(error.into()))?;
    Ok((start, moves.unwrap_or_default()))
}

/// Plays moves in USI up to the first that cannot be played. Returns the moves, what is
/// wrong with the next one, and its word.
fn play<'a>(
    builder: &mut RecordBuilder,
    moves: &'a str,
) -> (Vec<Move>, Option<(SolutionError, &'a str)>) {
    let mut played = Vec::new();
    for (ply, word) in (1..).zip(moves.split_whitespace()) {
        match parse_move(word).and_then(|mv| builder.play(mv).map(|()| mv)) {
            Ok(mv) => played.push(mv),
            Err(kind) => return (played, Some((SolutionError { ply, kind }, word))),
        }
    }
    (played, None)
}

/// The error of a word that cannot be played as a move.
fn unplayable(error: &SolutionError, word: &str) -> InputErrorKind {
    InputErrorKind::Move {
        number: error.ply,
        word: word.into(),
    }
}

/// Reads a USI `position` command and returns the position that it leads to.
/// There need not be anything to solve in it.
pub fn parse_position_command(text: &str) -> Result<Sfen, InputErrorKind> {
    let mut words = text.split_whitespace().skip(1);
    match (words.next(), words.next()) {
        (Some("sfen"), _) | (Some("startpos"), None | Some("moves")) => {}
        (Some("startpos"), Some(word)) | (Some(word), _) => {
            return Err(InputErrorKind::UnknownStart(word.into()));
        }
        (None, _) => return Err(InputErrorKind::NoStart),
    }
    let (start, moves) = split(text)?;
    let mut builder = RecordBuilder::new(start)?;
    match play(&mut builder, moves).1 {
        Some((error, word)) => Err(unplayable(&error, word)),
        None => Ok(builder.current()),
    }
}

/// The problem of a record: where it starts, called by its title or else `name`.
pub(super) fn entry_of_record(
    record: &Record,
    name: &str,
    attacker: Option<Color>,
) -> Result<ProblemEntry, InputErrorKind> {
    let header = |name| record.header(name).and_then(printable);
    let title = header("作品名");
    let length = record
        .header("手数")
        .map(|text| text.trim_end_matches('手'));
    // In the record of a game the header tells how long the game was.
    let is_game = record.start().board == even_game().board;
    let length = length
        .filter(|_| !is_game)
        .and_then(|text| text.parse().ok());
    Ok(ProblemEntry {
        id: Some(title.clone().unwrap_or_else(|| name.into())),
        title,
        author: header("作者"),
        expected: length.map_or(Expected::Unstated, Expected::Mate),
        solution: Some(record.main_moves()).filter(|moves| !moves.is_empty()),
        ..ProblemEntry::new(Problem::from_parts(record.start(), attacker)?)
    })
}

fn parse_expected(text: &str) -> Result<Expected, InputErrorKind> {
    match text {
        "" | "-" => Ok(Expected::Unstated),
        "nomate" => Ok(Expected::NoMate),
        _ => text
            .parse()
            .map(Expected::Mate)
            .map_err(|_| InputErrorKind::Expected(text.into())),
    }
}

/// A name without control characters, which do harm on terminals; `None` if
/// nothing is left.
fn printable(text: &str) -> Option<String> {
    let text = text.trim().replace(char::is_control, "\u{fffd}");
    (!text.is_empty()).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use kemuri_core::ProblemError;

    const MATE: &str = "8k/9/8P/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1";

    fn read(line: &str) -> Result<ProblemEntry, InputErrorKind> {
        parse_line(line, ReadOptions::default())
    }

    #[test]
    fn a_collection_line_has_two_or_three_columns() {
        for (line, id, expected) in [
            (MATE.to_string(), None, Expected::Unstated),
            (format!("one\t{MATE}"), Some("one"), Expected::Unstated),
            (format!("one\t{MATE}\t-"), Some("one"), Expected::Unstated),
            (
                format!("one\t{MATE}\t1525"),
                Some("one"),
                Expected::Mate(1525),
            ),
            (
                format!("one\t{MATE}\tnomate\tmore"),
                Some("one"),
                Expected::NoMate,
            ),
            (
                format!("一\x1b\tsfen {MATE}"),
                Some("一\u{fffd}"),
                Expected::Unstated,
            ),
            (format!("\t{MATE}"), None, Expected::Unstated),
        ] {
            let entry = read(&line).unwrap();
            assert_eq!(
                (entry.id.as_deref(), entry.expected),
                (id, expected),
                "{line}"
            );
            assert_eq!(entry.problem.to_sfen(), MATE, "{line}");
        }
    }

    #[test]
    fn moves_of_a_usi_line_are_played() {
        let entry = read(&format!("position sfen {MATE} moves G*2b 1a2b")).unwrap();
        assert_eq!(
            entry.problem.to_sfen(),
            "9/7k1/8P/9/9/9/9/9/9 b 2r2b4g4s4n4l17p 1"
        );
        let mated = read(&format!("position sfen {MATE} moves G*1b")).unwrap();
        assert!(!mated.problem.attacker_to_move());
    }

    #[test]
    fn moves_may_lead_from_a_position_without_a_question_to_a_problem() {
        let start = "8k/9/8P/9/9/9/9/9/9 w G2r2b3g4s4n4l17p 7";
        assert!(matches!(
            read(start),
            Err(InputErrorKind::Problem(ProblemError::NothingToDo { .. }))
        ));
        let there = read(&format!("position sfen {start} moves 1a2a")).unwrap();
        assert_eq!(
            there.problem.to_sfen(),
            "7k1/9/8P/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1"
        );
        assert!(there.problem.attacker_to_move());
        // One move later there is again nothing to solve.
        assert!(matches!(
            read(&format!("position sfen {start} moves 1a2a 1c1b")),
            Err(InputErrorKind::Problem(ProblemError::NothingToDo { .. }))
        ));
        assert!(matches!(
            read(&format!("position sfen {start} moves 1c1b")),
            Err(InputErrorKind::Move { number: 1, .. })
        ));
    }

    #[test]
    fn broken_lines_say_what_is_broken() {
        assert!(matches!(read(""), Err(InputErrorKind::Empty)));
        assert!(matches!(read("one\t"), Err(InputErrorKind::NoPosition)));
        assert!(matches!(read("one\t\t3"), Err(InputErrorKind::NoPosition)));
        assert!(matches!(
            read(&format!("one\t{MATE}\tlong")),
            Err(InputErrorKind::Expected(_))
        ));
        assert!(matches!(
            read(&format!("one\t{MATE}\t-3")),
            Err(InputErrorKind::Expected(_))
        ));
        assert!(matches!(
            read("one\tnonsense"),
            Err(InputErrorKind::Problem(_))
        ));
        assert!(matches!(
            read(&"9/".repeat(MAX_LINE)),
            Err(InputErrorKind::LineTooLong { .. })
        ));
        for mv in ["G*1a", "9i9h", "resign", "xyz"] {
            let line = format!("position sfen {MATE} moves {mv}");
            assert!(
                matches!(read(&line), Err(InputErrorKind::Move { number: 1, .. })),
                "{mv}"
            );
        }
    }
}
