//! One line of text to one problem.

use super::{Entry, Expected, Fault, MAX_LINE, Manner, Played, Trouble};
use kemuri_core::{Color, Move, Problem, sfen};
use kemuri_formats::{Builder, Flaw, Record, even_game};
use rsshogi::board::{Position, generate_position_state};

/// Reads `id<TAB>position[<TAB>expected]` or a bare position.
pub(super) fn parse(line: &str, manner: Manner) -> Result<Entry, Trouble> {
    if line.len() > MAX_LINE {
        return Err(Trouble::LineTooLong(MAX_LINE));
    }
    if line.trim().is_empty() {
        return Err(Trouble::Empty);
    }
    let (id, position, expected) = match line.split_once('\t') {
        None => (None, line, ""),
        Some((id, rest)) => {
            let mut columns = rest.split('\t');
            (
                Some(id),
                columns.next().unwrap_or(""),
                columns.next().unwrap_or(""),
            )
        }
    };
    if position.trim().is_empty() {
        return Err(Trouble::NoPosition);
    }
    let entry = read_position(position, manner)?;
    let id = id.and_then(printable);
    Ok(Entry {
        title: id.clone(),
        id,
        expected: read_expected(expected.trim())?,
        ..entry
    })
}

/// An SFEN or the rest of a USI `position` command.
fn read_position(text: &str, manner: Manner) -> Result<Entry, Trouble> {
    let (start, moves) = split(text)?;
    let of = |problem| Entry {
        title: None,
        author: None,
        id: None,
        problem,
        expected: Expected::Unstated,
        played: None,
        solution: None,
        fault: None,
    };
    let problem = Problem::from_parts(&start, manner.attacker);
    if moves.trim().is_empty() {
        return problem.map(of).map_err(Trouble::Problem);
    }
    if manner.solutions
        && let Ok(problem) = problem
    {
        let (solution, fault) = solution(start, moves)?;
        return Ok(Entry {
            solution: Some(solution),
            fault,
            ..of(problem)
        });
    }
    // Who attacks is asked of the position that the moves lead to, not of the
    // one they start from: a game may well start without a check.
    let (position, played) = play(start, moves)?;
    let problem = Problem::from_sfen_with(&position.to_sfen(None), manner.attacker);
    Ok(Entry {
        played: Some(played),
        ..of(problem.map_err(Trouble::Problem)?)
    })
}

/// The moves that can be played, and what is wrong with the one after them.
fn solution(start: sfen::Sfen, moves: &str) -> Result<(Vec<Move>, Option<Fault>), Trouble> {
    let mut game = Builder::new(start).map_err(Trouble::Problem)?;
    let mut solution = Vec::new();
    for (i, word) in moves.split_whitespace().enumerate() {
        let played = match Move::from_usi(word).filter(|mv| mv.is_normal()) {
            Some(mv) => game.play(mv).map(|()| mv),
            None => Err(Flaw::NotMove(sfen::excerpt(word))),
        };
        match played {
            Ok(mv) => solution.push(mv),
            Err(flaw) => return Ok((solution, Some(Fault { ply: i + 1, flaw }))),
        }
    }
    Ok((solution, None))
}

/// The start of an SFEN or a USI `position` command, and the moves from there.
fn split(text: &str) -> Result<(sfen::Sfen, &str), Trouble> {
    let (start, moves) = text.split_once(" moves").unwrap_or((text, ""));
    let words: Vec<&str> = start.split_whitespace().take(3).collect();
    let start = if matches!(words[..], ["position", "startpos"] | ["startpos"]) {
        even_game()
    } else {
        sfen::parse(start).map_err(|error| Trouble::Problem(error.into()))?
    };
    Ok((start, moves))
}

/// The position that a USI `position` command leads to, whether or not there is
/// anything to solve in it.
pub fn reached(text: &str) -> Result<Position, Trouble> {
    let mut words = text.split_whitespace().skip(1);
    match (words.next(), words.next()) {
        (Some("sfen"), _) | (Some("startpos"), None | Some("moves")) => {}
        (Some("startpos"), Some(word)) | (Some(word), _) => {
            return Err(Trouble::NotStart(word.into()));
        }
        (None, _) => return Err(Trouble::NoStart),
    }
    let (start, moves) = split(text)?;
    play(start, moves).map(|(position, _)| position)
}

fn play(start: sfen::Sfen, moves: &str) -> Result<(Position, Played), Trouble> {
    let mut game = Builder::new(start).map_err(Trouble::Problem)?;
    let mut played = Played {
        start: generate_position_state(game.position()),
        moves: Vec::new(),
    };
    for (i, word) in moves.split_whitespace().enumerate() {
        let mv = Move::from_usi(word).filter(|m| m.is_normal());
        let mv = mv.filter(|&mv| game.play(mv).is_ok());
        played.moves.push(mv.ok_or_else(|| Trouble::Move {
            number: i + 1,
            word: word.into(),
        })?);
    }
    Ok((game.position().clone(), played))
}

/// The problem of a record: where it starts, called by its title or else `name`.
pub(super) fn of_record(
    record: &Record,
    name: &str,
    attacker: Option<Color>,
) -> Result<Entry, Trouble> {
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
    Ok(Entry {
        id: Some(title.clone().unwrap_or_else(|| name.into())),
        title,
        author: header("作者"),
        problem: Problem::from_parts(record.start(), attacker).map_err(Trouble::Problem)?,
        expected: length.map_or(Expected::Unstated, Expected::Mate),
        played: None,
        solution: Some(record.main_moves()).filter(|moves| !moves.is_empty()),
        fault: None,
    })
}

fn read_expected(text: &str) -> Result<Expected, Trouble> {
    match text {
        "" | "-" => Ok(Expected::Unstated),
        "nomate" => Ok(Expected::NoMate),
        _ => text
            .parse()
            .map(Expected::Mate)
            .map_err(|_| Trouble::Expected(text.into())),
    }
}

/// A name that says something. It ends up on terminals, where control characters
/// do harm.
fn printable(text: &str) -> Option<String> {
    let text = text.trim().replace(char::is_control, "\u{fffd}");
    (!text.is_empty()).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use kemuri_core::ProblemError;

    const MATE: &str = "8k/9/8P/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1";

    fn read(line: &str) -> Result<Entry, Trouble> {
        parse(line, Manner::default())
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
            Err(Trouble::Problem(ProblemError::NothingToDo { .. }))
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
            Err(Trouble::Problem(ProblemError::NothingToDo { .. }))
        ));
        assert!(matches!(
            read(&format!("position sfen {start} moves 1c1b")),
            Err(Trouble::Move { number: 1, .. })
        ));
    }

    #[test]
    fn broken_lines_say_what_is_broken() {
        assert!(matches!(read(""), Err(Trouble::Empty)));
        assert!(matches!(read("one\t"), Err(Trouble::NoPosition)));
        assert!(matches!(read("one\t\t3"), Err(Trouble::NoPosition)));
        assert!(matches!(
            read(&format!("one\t{MATE}\tlong")),
            Err(Trouble::Expected(_))
        ));
        assert!(matches!(
            read(&format!("one\t{MATE}\t-3")),
            Err(Trouble::Expected(_))
        ));
        assert!(matches!(read("one\tnonsense"), Err(Trouble::Problem(_))));
        assert!(matches!(
            read(&"9/".repeat(MAX_LINE)),
            Err(Trouble::LineTooLong(_))
        ));
        for mv in ["G*1a", "9i9h", "resign", "xyz"] {
            let line = format!("position sfen {MATE} moves {mv}");
            assert!(
                matches!(read(&line), Err(Trouble::Move { number: 1, .. })),
                "{mv}"
            );
        }
    }
}
