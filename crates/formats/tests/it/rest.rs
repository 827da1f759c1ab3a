//! Pieces that stand nowhere: which formats mean the rest, which are literal, and who
//! gets the rest if that is asked for.

use crate::common::{START, bytes};
use kemuri_core::{Color, Problem};
use kemuri_formats::{
    ConvertOptions, Format, ProblemEntry, ReadOptions, RecordOptions, RestCause, convert, decode,
    parse_position_command, parse_position_with_rest, read, read_problem, read_with,
};

/// The diagram of `START`, with these lines for the hands above and below it.
fn diagram(above: &str, below: &str) -> String {
    let text = decode(&bytes("rest.kif")).unwrap().0;
    let start = text.find("  ９").unwrap();
    let end = text.find("玉方の持駒").unwrap();
    format!("{above}{}{below}", &text[start..end])
}

const NOTHING: &str = "8k/6G2/9/8l/9/9/9/9/9 b 2S 1";

fn entry(text: &str, options: ReadOptions) -> ProblemEntry {
    read_problem(text.as_bytes(), options).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

#[test]
fn a_hand_that_a_diagram_does_not_give_is_the_rest() {
    let moves = "   1 ２二銀打\n   2 １二玉(11)\n";
    let ki2 = "▲２二銀 △１二玉\n";
    for tail in ["", moves, ki2] {
        for (above, sfen, assumed) in [
            ("", START, true),
            ("後手の持駒：なし\n", NOTHING, false),
            ("玉方の持駒：\n", NOTHING, false),
            ("後手の持駒：残り全部\n", START, false),
        ] {
            let text = diagram(above, &format!("攻方の持駒：銀二\n{tail}"));
            let reading = read(text.as_bytes(), false).unwrap();
            let record = &reading.record;
            assert_eq!(record.start().to_string(), sfen, "{text}");
            let rest = record.assumed_rest();
            assert_eq!(rest.is_some(), assumed, "{text}");
            if let Some(rest) = rest {
                assert_eq!(
                    (rest.color, rest.cause),
                    (Color::WHITE, RestCause::NotGiven)
                );
                assert_eq!(rest.pieces.total(), 34);
            }
            // Once it is written it is given.
            let kif = convert(text.as_bytes(), ConvertOptions::new(Format::Kif)).unwrap();
            assert_eq!(kif.assumed_rest.is_some(), assumed);
            let again = read(&kif.bytes, false).unwrap().record;
            assert_eq!(again.start().to_string(), sfen);
            assert_eq!(again.assumed_rest(), None);
        }
    }
}

#[test]
fn the_attackers_hand_is_never_the_rest() {
    let text = diagram("後手の持駒：なし\n", "");
    let record = read(text.as_bytes(), false).unwrap().record;
    assert_eq!(record.start().to_string(), NOTHING.replace("2S", "-"));
    let text = diagram("", "");
    let rest = read(text.as_bytes(), false).unwrap().record.assumed_rest();
    assert_eq!(rest.map(|rest| rest.color), Some(Color::WHITE));
}

/// Who defends is decided as for a problem: by the kings and the side to move.
#[test]
fn the_rest_is_the_defenders_whoever_that_is() {
    let board = |king: &str, second: &str, last: &str| {
        let row = |piece: &str| format!("| ・ ・ ・ ・ ・ ・ ・ ・{piece}|\n");
        row(king) + &row(second) + &row(" ・").repeat(6) + &row(last)
    };
    for (text, color) in [
        (board("v玉", " ・", " ・"), Color::WHITE),
        (board(" ・", " ・", " 玉") + "後手番\n", Color::BLACK),
        (board("v玉", " ・", " 玉"), Color::WHITE),
        (board("v玉", " ・", " 玉") + "後手番\n", Color::BLACK),
        // In check, and to move.
        (board("v玉", " ・", " 香") + "後手番\n", Color::WHITE),
    ] {
        let record = read(text.as_bytes(), false).unwrap().record;
        let rest = record.assumed_rest().expect("a rest");
        assert_eq!(rest.color, color, "{text}");
        let hand = record.start().hands[color.to_index()];
        assert!(hand.iter().sum::<u32>() >= 37, "{text}");
        // The problem agrees.
        let attacker = Problem::from_parts(record.start(), None).map(|p| p.attacker());
        assert_eq!(attacker, Ok(color.flip()), "{text}");
    }
    // Where both could attack, and the attacker is named.
    let text = board("v玉", " 金", " 玉") + "後手番\n";
    let black = ReadOptions::default().with_attacker(Some(Color::BLACK));
    let rest = entry(&text, black).assumed_rest;
    assert_eq!(rest.map(|rest| rest.color), Some(Color::WHITE));
    // Nobody defends without a king.
    let text = board(" ・", " ・", " ・");
    let record = read(text.as_bytes(), false).unwrap().record;
    assert_eq!(record.assumed_rest(), None);
}

#[test]
fn other_formats_are_literal_unless_the_rest_is_asked_for() {
    let jkf = convert(NOTHING.as_bytes(), ConvertOptions::new(Format::Jkf)).unwrap();
    let csa = convert(NOTHING.as_bytes(), ConvertOptions::new(Format::Csa)).unwrap();
    let texts = [
        NOTHING.to_string(),
        format!("position sfen {NOTHING}"),
        format!("one\t{NOTHING}"),
        String::from_utf8(jkf.bytes).unwrap(),
        String::from_utf8(csa.bytes).unwrap(),
        diagram("後手の持駒：なし\n", "先手の持駒：銀二\n"),
    ];
    for text in texts {
        let literal = entry(&text, ReadOptions::default());
        assert_eq!(literal.problem.to_sfen(), NOTHING, "{text}");
        assert_eq!(literal.assumed_rest, None);
        assert_eq!(literal.problem.unaccounted().total(), 34);
        let full = entry(&text, ReadOptions::default().with_rest(true));
        assert_eq!(full.problem.to_sfen(), START, "{text}");
        assert!(full.problem.unaccounted().is_empty());
        let rest = full.assumed_rest.unwrap();
        assert_eq!((rest.color, rest.cause), (Color::WHITE, RestCause::Asked));
        let record = read_with(text.as_bytes(), RecordOptions::default().with_rest(true));
        assert_eq!(record.unwrap().record.start().to_string(), START, "{text}");
    }
    // Where nothing is missing nothing is assumed.
    let entry = entry(START, ReadOptions::default().with_rest(true));
    assert_eq!(entry.assumed_rest, None);
}

/// The defender may drop what only the rest gives, and is the one who defends in the
/// position that is solved.
#[test]
fn the_rest_is_there_before_the_moves() {
    let start = "9/9/9/8k/9/9/9/9/R8 b G 1";
    let rest = ReadOptions::default().with_rest(true);
    let line = format!("position sfen {start} moves 9i1i P*1e 1i1e");
    assert!(read_problem(line.as_bytes(), ReadOptions::default()).is_err());
    let entry = entry(&line, rest);
    assert!(
        entry.problem.to_sfen().contains(" w GP"),
        "{}",
        entry.problem
    );
    assert!(entry.problem.unaccounted().is_empty());
    // Two kings: after one move the other side attacks.
    let kings = "4k4/9/9/9/9/9/9/9/4K4 b RB 1";
    for (moves, color) in [("", Color::WHITE), (" moves 5i5h", Color::BLACK)] {
        let line = format!("position sfen {kings}{moves}");
        let entry = self::entry(&line, rest);
        assert_eq!(entry.assumed_rest.unwrap().color, color, "{line}");
        assert_eq!(entry.problem.attacker(), color.flip());
        assert!(entry.problem.hand(color).total() > 30);
    }
    let with_rest = |color| parse_position_with_rest(&line, color).unwrap();
    let (position, pieces) = with_rest(Color::WHITE);
    assert_eq!(pieces.total(), 36);
    assert_eq!(position.number, 4);
    assert!(parse_position_command(&line).is_err());
    assert!(parse_position_with_rest(&line, Color::BLACK).is_err());
}
