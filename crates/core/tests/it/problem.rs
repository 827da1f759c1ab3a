//! What `Problem` promises: which texts it takes, who attacks in them, and the
//! sentence for those it does not take.

use kemuri_core::problem::ProblemError;
use kemuri_core::sfen::{Field, MAX_LENGTH, SfenError};
use kemuri_core::{Color, Hand, Move, PieceType, PlayError, Problem, Square};
use proptest::prelude::*;

/// The rows of a table of positions, without comments.
fn rows(table: &'static str) -> impl Iterator<Item = Vec<&'static str>> {
    table
        .lines()
        .filter(|l| !l.starts_with('#'))
        .map(|l| l.split('\t').collect())
}

fn color(letter: &str) -> Color {
    if letter == "b" {
        Color::BLACK
    } else {
        Color::WHITE
    }
}

fn square(usi: &str) -> Square {
    Square::from_usi(usi).unwrap()
}

fn error(sfen: &str) -> ProblemError {
    Problem::from_sfen(sfen).unwrap_err()
}

#[test]
fn valid_positions_are_taken_with_the_right_attacker() {
    let mut count = 0;
    for row in rows(include_str!("../positions/valid.tsv")) {
        let [sfen, attacker, to_move, why] = row[..] else {
            panic!("{row:?}")
        };
        let problem = Problem::from_sfen(sfen).unwrap_or_else(|e| panic!("{sfen}: {e}"));
        assert_eq!(problem.attacker(), color(attacker), "{why}");
        assert_eq!(problem.attacker_to_move(), to_move == "attacker", "{why}");
        count += 1;
    }
    assert!(count >= 20);
}

#[test]
fn invalid_positions_are_refused_with_a_sentence() {
    let mut count = 0;
    for row in rows(include_str!("../positions/invalid.tsv")) {
        let [sfen, english, _] = row[..] else {
            panic!("{row:?}")
        };
        let error = Problem::from_sfen(sfen).expect_err(sfen);
        assert_eq!(error.to_string(), english, "{sfen}");
        count += 1;
    }
    assert!(count >= 50);
}

#[test]
fn errors_carry_what_and_where() {
    assert_eq!(
        error("4k4/9/4P4/9/4P4/9/9/9/9 b -"),
        ProblemError::TwoPawns {
            color: Color::BLACK,
            first: square("5c"),
            second: square("5e")
        }
    );
    assert_eq!(
        error("4k4/9/4+R4/9/9/9/9/9/9 w Rr"),
        ProblemError::TooManyPieces {
            kind: PieceType::ROOK,
            count: 3,
            limit: 2
        }
    );
    assert_eq!(
        error("4k4/9/9/9/9/9/9/9/9 b"),
        SfenError::Missing {
            field: Field::Hands
        }
        .into()
    );
}

#[test]
fn nothing_and_white_space_are_empty() {
    for text in ["", " ", "\n\t \r\n", "\u{3000}"] {
        assert_eq!(error(text), SfenError::Empty.into(), "{text:?}");
    }
}

#[test]
fn over_long_text_is_refused_before_it_is_read() {
    let long = "k".repeat(MAX_LENGTH + 1);
    assert_eq!(
        error(&long),
        SfenError::TooLong {
            length: MAX_LENGTH + 1
        }
        .into()
    );
    // White space around is ignored, however much of it there is.
    let padded = format!(
        "{}4k4/9/9/9/9/9/9/9/9 b -{}",
        " ".repeat(5000),
        "\n".repeat(5000)
    );
    assert!(Problem::from_sfen(&padded).is_ok());
}

#[test]
fn an_error_is_one_line_without_control_characters() {
    for text in [
        "\u{1b}[31m9/9",
        "4k4/9/9/9/9/9/9/9/9 \u{7} -",
        "4k4/9/9/9/9/9/9/9/9 b \0P",
    ] {
        let message = error(text).to_string();
        assert!(!message.chars().any(char::is_control), "{message:?}");
    }
    let junk = format!("4k4/9/9/9/9/9/9/9/9 b - 1 {}", "x".repeat(500));
    assert!(error(&junk).to_string().len() < 120);
}

#[test]
fn the_caller_may_name_the_attacker() {
    let with = Problem::from_sfen_with;
    let (black, white) = (Some(Color::BLACK), Some(Color::WHITE));

    // Two kings, the side to move in check: both readings are problems.
    let both = "4k4/9/4P4/9/9/9/4r4/9/4K4 b G";
    assert!(with(both, black).unwrap().attacker_to_move());
    let defends = with(both, white).unwrap();
    assert_eq!(defends.attacker(), Color::WHITE);
    assert!(!defends.attacker_to_move());

    // Two kings, no check: only the side to move can attack.
    let quiet = "4k4/9/4P4/9/9/9/9/9/4K4 b G";
    assert!(with(quiet, black).is_ok());
    let refused = with(quiet, white).unwrap_err();
    assert_eq!(
        refused,
        ProblemError::DefenderNotInCheck {
            defender: Color::BLACK,
            king: square("5i")
        }
    );
    assert!(refused.to_string().contains("5i"));

    // One king: naming the side that has nothing to mate is refused.
    let one = "4k4/9/4P4/9/9/9/9/9/9 b G";
    assert_eq!(with(one, black), Problem::from_sfen(one));
    assert_eq!(
        with(one, white).unwrap_err(),
        ProblemError::NoKingToMate {
            attacker: Color::WHITE
        }
    );
    let checked = "4k4/4G4/4P4/9/9/9/9/9/9 w -";
    assert_eq!(with(checked, black), Problem::from_sfen(checked));
    assert_eq!(
        with(checked, white).unwrap_err(),
        ProblemError::NoKingToMate {
            attacker: Color::WHITE
        }
    );
    assert_eq!(
        with("9/9/9/9/9/9/9/9/9 b -", black).unwrap_err(),
        ProblemError::NoKing
    );
}

#[test]
fn accessors_say_what_the_text_said() {
    let problem = Problem::from_sfen("3+p1k3/9/9/9/9/9/9/9/6L2 b 2Gp").unwrap();
    assert_eq!(problem.turn(), Color::BLACK);
    assert_eq!(problem.piece_on(square("4a")).piece_type(), PieceType::KING);
    assert_eq!(
        problem.piece_on(square("6a")).piece_type(),
        PieceType::PRO_PAWN
    );
    assert_eq!(problem.piece_on(square("3i")).color(), Color::BLACK);
    assert!(problem.piece_on(square("1a")).is_empty());
    assert!(problem.hand(Color::BLACK).has(PieceType::GOLD.to_index()));
    assert!(problem.hand(Color::WHITE).has(PieceType::PAWN.to_index()));
    assert!(!problem.hand(Color::WHITE).has(PieceType::GOLD.to_index()));
}

#[test]
fn the_canonical_sfen_is_the_shortest_with_hands_in_order() {
    for (given, canonical) in [
        ("112k22/9/9/9/9/9/9/9/9 b -", "4k4/9/9/9/9/9/9/9/9 b - 1"),
        (
            "4k4/9/9/9/9/9/9/9/9 b pPLNSGBRPr 7",
            "4k4/9/9/9/9/9/9/9/9 b RBGSNL2Prp 1",
        ),
        (
            "sfen 9/9/9/9/9/9/4p4/4g4/4K4 b 10P2n",
            "9/9/9/9/9/9/4p4/4g4/4K4 b 10P2n 1",
        ),
    ] {
        assert_eq!(Problem::from_sfen(given).unwrap().to_sfen(), canonical);
    }
}

#[test]
fn the_position_is_ready_to_be_played_on() {
    let problem = Problem::from_sfen("4k4/9/4P4/9/9/9/9/9/9 b 2G").unwrap();
    let mut position = problem.position();
    let start = position.to_sfen(None);
    assert_eq!(start, problem.to_sfen());
    let mv = position.move32_from_usi("G*5b").unwrap();
    position.try_apply_move32(mv).unwrap();
    assert!(position.is_mated());
    position.undo_move32(mv).unwrap();
    assert_eq!(position.to_sfen(None), start);
}

/// The collections beside the project, when they are there.
#[test]
fn collections_are_taken_as_the_side_to_move_attacks() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/problems");
    let Ok(files) = std::fs::read_dir(folder) else {
        return;
    };
    for file in files {
        let text = std::fs::read_to_string(file.unwrap().path()).unwrap();
        for line in text
            .lines()
            .filter(|l| !l.starts_with('#') && !l.trim().is_empty())
        {
            let sfen = line.split('\t').nth(1).unwrap();
            let problem = Problem::from_sfen(sfen).unwrap_or_else(|e| panic!("{line}: {e}"));
            assert_eq!(problem.attacker(), problem.turn(), "{line}");
            assert!(problem.attacker_to_move(), "{line}");
            assert_eq!(
                Problem::from_sfen(&problem.to_sfen()).as_ref(),
                Ok(&problem),
                "{line}"
            );
        }
    }
}

/// What [`Problem::play`] makes of each legal move, against rsshogi by way of text.
fn compare_moves(problem: &Problem) {
    let legal = problem.legal_moves();
    let moves = problem.moves();
    assert!(moves.iter().all(|mv| legal.contains(mv)), "{problem}");
    assert!(problem.checks().is_empty() || problem.attacker_to_move());
    for mv in legal {
        let mut theirs = problem.position();
        theirs.apply_move(mv);
        let after = Problem::from_sfen_with(&theirs.to_sfen(None), Some(problem.attacker()));
        assert_eq!(after.is_ok(), moves.contains(&mv), "{problem} {mv}");
        match problem.play(mv) {
            Ok(next) => {
                assert_eq!(Ok(&next), after.as_ref());
                assert_eq!(problem.play_all(&[mv]).as_ref(), Ok(&next));
                let no_reply = !next.attacker_to_move() && next.legal_moves().is_empty();
                assert_eq!(next.is_mated(), no_reply);
            }
            Err(error) => assert_eq!((error, after.is_err()), (PlayError::NoCheck(mv), true)),
        }
    }
    let nowhere = Move::from_usi("1a1b").unwrap();
    if !problem.legal_moves().contains(&nowhere) {
        assert_eq!(problem.play(nowhere), Err(PlayError::Illegal(nowhere)));
    }
}

#[test]
fn playing_is_what_rsshogi_plays() {
    for sfen in [
        "8k/6G2/9/8l/9/9/9/9/9 b 2S2r2b3g2s4n3l18p",
        "4l4/9/3R+Rs1k1/9/6n2/9/9/9/9 b GN2n 1",
        "8k/7G1/7LP/9/9/9/9/9/K8 w r 1",
        "9/8k/6+PP1/9/8+P/9/9/9/9 b 15p",
        "9/9/9/9/9/9/4p4/9/4K4 w 2g2S",
    ] {
        let mut problem: Problem = sfen.parse().unwrap();
        assert_eq!(problem.to_string().parse().as_ref(), Ok(&problem));
        for ply in 0..8 {
            compare_moves(&problem);
            let moves = problem.moves();
            let Some(&mv) = moves.get((ply * 7) % moves.len().max(1)) else {
                break;
            };
            problem = problem.play(mv).unwrap();
        }
    }
}

/// Whatever is taken is read as rsshogi reads it and survives a round trip.
fn judge(text: &str) {
    match Problem::from_sfen(text) {
        Err(error) => {
            assert!(!error.to_string().is_empty());
        }
        Ok(problem) => {
            let sfen = problem.to_sfen();
            assert_eq!(Problem::from_sfen(&sfen).as_ref(), Ok(&problem));
            let theirs = rsshogi::board::position_from_sfen(&sfen).unwrap();
            for square in Square::iter() {
                assert_eq!(problem.piece_on(square), theirs.piece_on(square));
            }
            for color in [Color::BLACK, Color::WHITE] {
                assert_eq!(problem.hand(color), Hand::from(theirs.hand(color)));
            }
            assert_eq!(problem.turn(), theirs.turn());
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn random_bytes_never_panic(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
        judge(&String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn random_words_of_the_right_letters_never_panic(
        text in "[PLNSGBRKplnsgbrk+1-9/ ]{0,60}( [bw]( [-PLNSGBRplnsgbr0-9]{0,9}( [0-9]{1,9})?)?)?"
    ) {
        judge(&text);
    }

    #[test]
    fn random_boards_never_panic(
        rows in proptest::collection::vec("[1-8]|[1-3](\\+?[PLSgnbr]|[Sg])[1-3]", 8),
        king in 1u8..9,
        turn in "[bw]",
        hands in "-|([2-3]?[PLNSGBRplnsgbr]){1,3}",
    ) {
        let mut board: Vec<String> = rows.iter().map(|r| fill(r)).collect();
        board.insert(usize::from(king), fill("4k"));
        judge(&format!("{} {turn} {hands}", board.join("/")));
    }

    #[test]
    fn damaged_positions_never_panic(
        which in any::<prop::sample::Index>(),
        at in any::<prop::sample::Index>(),
        with in prop::option::of(any::<char>()),
        cut in any::<bool>(),
    ) {
        let all: Vec<_> = rows(include_str!("../positions/valid.tsv")).collect();
        let mut text: Vec<char> = all[which.index(all.len())][0].chars().collect();
        let at = at.index(text.len());
        match (with, cut) {
            (Some(c), true) => text[at] = c,
            (Some(c), false) => text.insert(at, c),
            (None, true) => text.truncate(at),
            (None, false) => drop(text.remove(at)),
        }
        judge(&text.into_iter().collect::<String>());
    }
}

/// Fills a row up with empty squares, so that random boards are often read to the end.
fn fill(row: &str) -> String {
    let width: usize = row
        .chars()
        .filter_map(|c| match c {
            '+' => None,
            c => Some(c.to_digit(10).unwrap_or(1) as usize),
        })
        .sum();
    if width < 9 {
        format!("{row}{}", 9 - width)
    } else {
        row.into()
    }
}
