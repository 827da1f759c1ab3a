//! Sentences about positions and mating lines.

use crate::{Lang, tr};
use kemuri_core::ProblemError;
use kemuri_core::replay::ReplayError;
use kemuri_core::sfen::{Field, MAX_LENGTH, SfenError, shown};

/// Says why a text is not an SFEN.
pub fn sfen_error(lang: Lang, error: &SfenError) -> String {
    match error {
        SfenError::Empty => tr!(lang, "core-sfen-empty"),
        SfenError::TooLong { length } => {
            tr!(lang, "core-sfen-too-long", length, limit = MAX_LENGTH)
        }
        SfenError::Missing { field } => match field {
            Field::Board => tr!(lang, "core-sfen-no-board"),
            Field::Turn => tr!(lang, "core-sfen-no-turn"),
            Field::Hands => tr!(lang, "core-sfen-no-hands"),
        },
        SfenError::Rows { found } => tr!(lang, "core-sfen-rows", found),
        SfenError::Width { row, squares } => tr!(lang, "core-sfen-width", row, squares),
        SfenError::BoardCharacter { row, at, found } => {
            tr!(
                lang,
                "core-sfen-board-character",
                row,
                at,
                found = shown(*found)
            )
        }
        SfenError::Promotion { row, at } => tr!(lang, "core-sfen-promotion", row, at),
        SfenError::Turn { at, found } => tr!(lang, "core-sfen-turn", at, found),
        SfenError::HandCharacter { at, found } => {
            tr!(lang, "core-sfen-hand-character", at, found = shown(*found))
        }
        SfenError::HandNumber { at } => tr!(lang, "core-sfen-hand-number", at),
        SfenError::MoveNumber { at, found } => tr!(lang, "core-sfen-move-number", at, found),
        SfenError::Trailing { at, found } => tr!(lang, "core-sfen-trailing", at, found),
        _ => error.to_string(),
    }
}

/// Says why a position is not a problem.
pub fn problem_error(lang: Lang, error: &ProblemError) -> String {
    use ProblemError as Error;
    match *error {
        Error::Sfen(ref error) => sfen_error(lang, error),
        Error::TooManyPieces { kind, count, limit } => {
            tr!(lang, "core-too-many-pieces", kind, count, limit)
        }
        Error::TwoKings {
            color: side,
            first,
            second,
        } => tr!(lang, "core-two-kings", side, first, second),
        Error::TwoPawns {
            color: side,
            first,
            second,
        } => tr!(lang, "core-two-pawns", side, first, second),
        Error::NoMove { square, piece } => {
            let (side, piece) = (piece.color(), piece.piece_type());
            tr!(lang, "core-no-move", side, piece, square)
        }
        Error::NoKing => tr!(lang, "core-no-king"),
        Error::KingCapturable {
            color: side,
            king,
            by: piece,
            from,
        } => tr!(lang, "core-king-capturable", side, king, piece, from),
        Error::NothingToDo { color: side, king } => tr!(lang, "core-nothing-to-do", side, king),
        Error::NoKingToMate { attacker } => {
            let defender = attacker.flip();
            tr!(lang, "core-no-king-to-mate", attacker, defender)
        }
        Error::DefenderNotInCheck { defender, king } => {
            tr!(lang, "core-defender-not-in-check", defender, king)
        }
        _ => error.to_string(),
    }
}

/// Says why a line is not a mate.
pub fn replay_error(lang: Lang, error: &ReplayError) -> String {
    match error {
        ReplayError::Illegal { ply, mv } => tr!(lang, "core-replay-illegal", ply, move = mv),
        ReplayError::NoCheck { ply, mv } => tr!(lang, "core-replay-no-check", ply, move = mv),
        ReplayError::Repetition { ply, first } => tr!(lang, "core-replay-repetition", ply, first),
        ReplayError::Unfinished { ply } => tr!(lang, "core-replay-unfinished", ply),
        ReplayError::NotMate { ply, defence } => {
            tr!(lang, "core-replay-not-mate", ply, move = defence)
        }
        error => error.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kemuri_core::replay::verify_mate;
    use kemuri_core::{Move, Problem};

    /// The table of kemuri-core names both sentences of every error.
    #[test]
    fn invalid_positions_are_refused_in_both_languages() {
        let table = include_str!("../../core/tests/positions/invalid.tsv");
        let mut count = 0;
        for line in table.lines().filter(|line| !line.starts_with('#')) {
            let row: Vec<&str> = line.split('\t').collect();
            let [sfen, english, japanese] = row[..] else {
                panic!("{row:?}")
            };
            let error = Problem::from_sfen(sfen).expect_err(sfen);
            assert_eq!(problem_error(Lang::En, &error), english, "{sfen}");
            assert_eq!(problem_error(Lang::Ja, &error), japanese, "{sfen}");
            count += 1;
        }
        assert!(count >= 50);
    }

    #[test]
    fn an_error_is_one_line_without_control_characters() {
        for text in [
            "\u{1b}[31m9/9",
            "4k4/9/9/9/9/9/9/9/9 \u{7} -",
            "4k4/9/9/9/9/9/9/9/9 b \0P",
        ] {
            let error = Problem::from_sfen(text).unwrap_err();
            for lang in [Lang::En, Lang::Ja] {
                let sentence = problem_error(lang, &error);
                assert!(!sentence.chars().any(char::is_control), "{sentence:?}");
            }
        }
    }

    #[test]
    fn lines_that_do_not_mate_are_named_in_both_languages() {
        let problem: Problem = "4k4/9/4P4/9/9/9/9/9/9 b G".parse().unwrap();
        let mv = |usi| Move::from_usi(usi).unwrap();
        for line in [vec![mv("5c5e")], vec![mv("G*5d")], vec![], vec![mv("G*4b")]] {
            let error = verify_mate(&problem, &line).unwrap_err();
            assert_eq!(replay_error(Lang::En, &error), error.to_string());
            assert!(replay_error(Lang::Ja, &error).contains("手目"), "{error}");
        }
        let error = verify_mate(&problem, &[mv("G*5d")]).unwrap_err();
        assert_eq!(
            replay_error(Lang::Ja, &error),
            "1 手目 G*5d は王手ではありません"
        );
    }
}
