//! One line of text to one problem.

use super::{
    Expected, InputErrorKind, MAX_LINE, PrecedingMoves, ProblemEntry, ReadOptions, SolutionError,
};
use crate::link::Link;
use crate::sfen::{Columns, RESIGN, parse_move, parse_start, split_moves};
use crate::start::give_rest;
use crate::{FaultyPosition, Record, RecordBuilder, RecordErrorKind, even_game};
use kemuri_core::sfen::Sfen;
use kemuri_core::{Color, Hand, Move, Problem};

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
    let id = columns.name.and_then(printable);
    let link = Link::of(columns.position).unwrap_or_else(|| Link::to(columns.position));
    let attacker = link.attacker().map_err(RecordErrorKind::unlocated)?;
    let options = options.with_attacker(options.attacker.or(attacker));
    let entry = parse_position(&link, options).map_err(|kind| match kind {
        InputErrorKind::Problem(faulty) => InputErrorKind::Problem(Box::new(FaultyPosition {
            title: id.clone(),
            ..*faulty
        })),
        other => other,
    })?;
    let expected = parse_expected(columns.length)?;
    Ok(ProblemEntry {
        title: id.clone(),
        id,
        // The length is that of the position that the line leads to.
        expected: match options.ply {
            None => expected,
            Some(_) => Expected::Unstated,
        },
        ..entry
    })
}

fn parse_position(link: &Link, options: ReadOptions) -> Result<ProblemEntry, InputErrorKind> {
    let (start, moves) = split(&link.position)?;
    let mut words: Vec<&str> = moves.split_whitespace().collect();
    // That a side gave up then changes nothing in the position.
    words.pop_if(|word| *word == RESIGN);
    let before = words.len();
    words.extend(link.line.iter().map(String::as_str));
    match options.ply {
        Some(ply) => problem_after(&start, &words, ply, options),
        // Who attacks depends on the position that the moves lead to, not on the
        // one they start from: a game may well start without a check.
        None if options.solutions && Problem::from_parts(&start, options.attacker).is_ok() => {
            problem_after(&start, &words, 0, options)
        }
        None => problem_after(&start, &words, before, options),
    }
}

/// The problem after so many plies of the moves; the other moves are its solution.
fn problem_after(
    start: &Sfen,
    moves: &[&str],
    plies: usize,
    options: ReadOptions,
) -> Result<ProblemEntry, InputErrorKind> {
    let Some((preceding, solution)) = moves.split_at_checked(plies) else {
        return Err(no_such_ply(plies, moves.len()));
    };
    let mut start = start.clone();
    let assumed_rest = options.rest_rule(plies).apply(&mut start);
    let mut entry = match moves {
        [] => ProblemEntry::new(problem_of(&start, options)?),
        _ => played(start, preceding, solution, options)?,
    };
    entry.assumed_rest = assumed_rest;
    Ok(entry)
}

/// The problem that a position is.
fn problem_of(start: &Sfen, options: ReadOptions) -> Result<Problem, Box<FaultyPosition>> {
    Problem::from_parts(start, options.attacker)
        .map_err(|error| Box::new(FaultyPosition::new(error, start.clone())))
}

/// The problem after the `preceding` moves, with its solution.
fn played(
    start: Sfen,
    preceding: &[&str],
    solution: &[&str],
    options: ReadOptions,
) -> Result<ProblemEntry, InputErrorKind> {
    let builder = RecordBuilder::new(start.clone());
    let mut builder = builder.map_err(|error| FaultyPosition::new(error, start.clone()))?;
    let (moves, error) = play(&mut builder, preceding);
    if let Some((error, word)) = error {
        return Err(unplayable(&error, word));
    }
    let problem = problem_of(&builder.current(), options)?;
    let entry = ProblemEntry {
        preceding: (!moves.is_empty()).then_some(PrecedingMoves { start, moves }),
        ..ProblemEntry::new(problem)
    };
    if solution.is_empty() {
        return Ok(entry);
    }
    let (moves, error) = play(&mut builder, solution);
    let solution_error = error.map(|(error, _)| error);
    if (solution_error.as_ref()).is_some_and(|error| error.kind == RecordErrorKind::TooManyMoves) {
        return Err(InputErrorKind::TooManyMoves);
    }
    Ok(ProblemEntry {
        solution: Some(moves),
        solution_error,
        ..entry
    })
}

impl ProblemEntry {
    /// The same with the moves in USI that its source goes on with, right or wrong.
    pub fn with_solution(self, words: &[impl AsRef<str>]) -> Self {
        let words: Vec<&str> = words.iter().map(AsRef::as_ref).collect();
        let mut builder = RecordBuilder::from_problem(&self.problem);
        let (moves, error) = play(&mut builder, &words);
        Self {
            solution: Some(moves),
            solution_error: error.map(|(error, _)| error),
            ..self
        }
    }
}

/// The error of a problem that is to begin after more moves than there are.
fn no_such_ply(asked: usize, moves: usize) -> InputErrorKind {
    InputErrorKind::NoSuchPly { asked, moves }
}

/// The start of an SFEN or a USI `position` command, and the moves from there.
fn split(text: &str) -> Result<(Sfen, &str), InputErrorKind> {
    let (start, moves) = split_moves(text);
    let start = parse_start(start).map_err(FaultyPosition::from)?;
    Ok((start, moves.unwrap_or_default()))
}

/// Plays moves in USI up to the first that cannot be played. Returns the moves, what is
/// wrong with the next one, and its word.
fn play<'a>(
    builder: &mut RecordBuilder,
    moves: &[&'a str],
) -> (Vec<Move>, Option<(SolutionError, &'a str)>) {
    let mut played = Vec::new();
    for (ply, &word) in (1..).zip(moves) {
        match parse_move(word).and_then(|mv| builder.play(mv).map(|()| mv)) {
            Ok(mv) => played.push(mv),
            Err(kind) => return (played, Some((SolutionError { ply, kind }, word))),
        }
    }
    (played, None)
}

/// The error of a word that cannot be played as a move.
fn unplayable(error: &SolutionError, word: &str) -> InputErrorKind {
    match error.kind {
        // There may be nothing wrong with the move.
        RecordErrorKind::TooManyMoves => InputErrorKind::TooManyMoves,
        _ => InputErrorKind::Move {
            number: error.ply,
            word: word.into(),
        },
    }
}

/// Reads a USI `position` command and returns the position that it leads to.
/// There need not be anything to solve in it.
pub fn parse_position_command(text: &str) -> Result<Sfen, InputErrorKind> {
    let (start, moves) = split_command(text)?;
    position_after(start, moves)
}

/// Reads a USI `position` command as [`parse_position_command`] does, after `color`
/// was given every piece that is nowhere at its start. Returns these pieces, too.
pub fn parse_position_with_rest(text: &str, color: Color) -> Result<(Sfen, Hand), InputErrorKind> {
    let (mut start, moves) = split_command(text)?;
    let rest = give_rest(&mut start, color);
    Ok((position_after(start, moves)?, rest))
}

/// The start of a USI `position` command, and the moves from there.
fn split_command(text: &str) -> Result<(Sfen, &str), InputErrorKind> {
    let mut words = text.split_whitespace().skip(1);
    match (words.next(), words.next()) {
        (Some("sfen"), _) | (Some("startpos"), None | Some("moves")) => split(text),
        (Some("startpos"), Some(word)) | (Some(word), _) => {
            Err(InputErrorKind::UnknownStart(word.into()))
        }
        (None, _) => Err(InputErrorKind::NoStart),
    }
}

fn position_after(start: Sfen, moves: &str) -> Result<Sfen, InputErrorKind> {
    let mut builder = RecordBuilder::new(start)?;
    let words: Vec<&str> = moves.split_whitespace().collect();
    match play(&mut builder, &words).1 {
        Some((error, word)) => Err(unplayable(&error, word)),
        None => Ok(builder.current()),
    }
}

/// The problem of a record, called by its title or else `name`: where it starts, or
/// the position after so many of its moves.
pub(super) fn entry_of_record(
    record: &Record,
    name: &str,
    options: ReadOptions,
) -> Result<ProblemEntry, InputErrorKind> {
    let header = |name| record.header(name).and_then(printable);
    let title = header("作品名");
    let mut moves = record.main_moves();
    let plies = options.ply.unwrap_or(0);
    if plies > moves.len() {
        return Err(no_such_ply(plies, moves.len()));
    }
    let solution = moves.split_off(plies);
    let mut builder = RecordBuilder::new(record.start().clone())?;
    for &mv in &moves {
        builder.play(mv).map_err(RecordErrorKind::unlocated)?;
    }
    let problem = problem_of(&builder.current(), options);
    let problem = problem.map_err(|faulty| faulty.with_headers(&record.headers))?;
    let start = record.start().clone();
    Ok(ProblemEntry {
        id: Some(title.clone().unwrap_or_else(|| name.into())),
        title,
        author: header("作者"),
        headers: record.headers.clone(),
        expected: match plies {
            0 => stated_length(record),
            _ => Expected::Unstated,
        },
        preceding: (plies > 0).then_some(PrecedingMoves { start, moves }),
        solution: Some(solution).filter(|moves| !moves.is_empty()),
        assumed_rest: record.assumed_rest(),
        ..ProblemEntry::new(problem)
    })
}

/// The length that the headers of a record state. In the record of a game they tell
/// how long the game was.
fn stated_length(record: &Record) -> Expected {
    let length = record
        .header("手数")
        .filter(|_| record.start().board != even_game().board)
        .and_then(|text| text.trim_end_matches('手').parse().ok());
    length.map_or(Expected::Unstated, Expected::Mate)
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
    fn a_line_may_end_in_resignation() {
        for moves in ["moves resign", "moves G*2b 1a2b resign"] {
            let entry = read(&format!("position sfen {MATE} {moves}")).unwrap();
            let without = read(&format!(
                "position sfen {MATE} {}",
                moves.replace("resign", "")
            ));
            assert_eq!(entry, without.unwrap(), "{moves}");
        }
    }

    #[test]
    fn moves_may_lead_from_a_position_without_a_question_to_a_problem() {
        let start = "8k/9/8P/9/9/9/9/9/9 w G2r2b3g4s4n4l17p 7";
        assert!(matches!(
            read(start),
            Err(InputErrorKind::Problem(faulty))
                if matches!(faulty.error, ProblemError::NothingToDo { .. }) && faulty.start.is_some()
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
            Err(InputErrorKind::Problem(faulty))
                if matches!(faulty.error, ProblemError::NothingToDo { .. }) && faulty.start.is_some()
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
        for mv in ["G*1a", "9i9h", "resign G*1b", "xyz"] {
            let line = format!("position sfen {MATE} moves {mv}");
            assert!(
                matches!(read(&line), Err(InputErrorKind::Move { number: 1, .. })),
                "{mv}"
            );
        }
    }

    #[test]
    fn more_moves_than_are_read_are_not_called_illegal() {
        let moves = |count: usize| {
            let cycle = ["2h3h", "8b7b", "3h2h", "7b8b"];
            let moves: Vec<&str> = (0..count).map(|i| cycle[i % 4]).collect();
            format!("position startpos moves {}", moves.join(" "))
        };
        for count in [crate::MAX_PLIES - 1, crate::MAX_PLIES] {
            let read = parse_position_command(&moves(count));
            assert!(read.is_ok(), "{count}: {read:?}");
        }
        let read = parse_position_command(&moves(crate::MAX_PLIES + 1));
        assert!(
            matches!(read, Err(InputErrorKind::TooManyMoves)),
            "{read:?}"
        );
    }
}
