//! Nothing that was read is lost on writing: random trees over random games and
//! problems, through every format.

use crate::random::{legal_moves, plain_record, record};
use kemuri_core::{Move, PieceType, notation};
use kemuri_formats::{
    Format, Header, LossKind, Record, RecordBuilder, RecordStep, even_game, read, why_illegal,
    write,
};
use proptest::strategy::Strategy;
use proptest::test_runner::{Config, TestRunner};
use std::collections::HashMap;
use std::time::Duration;

fn run(cases: u32, test: impl Fn(Record)) {
    run_with(&record(), cases, test);
}

fn run_with(records: &impl Strategy<Value = Record>, cases: u32, test: impl Fn(Record)) {
    let mut runner = TestRunner::new(Config {
        cases,
        failure_persistence: None,
        ..Config::default()
    });
    let result = runner.run(records, |record| {
        test(record);
        Ok(())
    });
    if let Err(error) = result {
        panic!("{error}");
    }
}

fn again(record: &Record, format: Format) -> (Record, bool, String) {
    let written = write(record, format);
    let reading = read(written.text.as_bytes(), false)
        .unwrap_or_else(|error| panic!("{format:?}: {error}\n{}", written.text));
    (reading.record, written.losses.is_empty(), written.text)
}

#[test]
fn kif_keeps_everything() {
    run(400, |record| {
        let (read, whole, text) = again(&record, Format::Kif);
        assert!(whole, "{text}");
        assert_eq!(read, record, "{text}");
    });
}

#[test]
fn jkf_keeps_all_that_programs_write() {
    run_with(&plain_record(), 100, |record| {
        for format in [Format::Kif, Format::Jkf] {
            let (read, whole, text) = again(&record, format);
            assert!(whole && read == record, "{text}");
        }
    });
}

#[cfg(feature = "serde")]
#[test]
fn json_keeps_everything() {
    run(400, |record| {
        let json = serde_json::to_string(&record).unwrap();
        let read: Record = serde_json::from_str(&json).expect(&json);
        assert_eq!(read, record, "{json}");
    });
}

#[test]
fn jkf_keeps_everything() {
    run(400, |record| {
        let (read, whole, text) = again(&record, Format::Jkf);
        if whole {
            assert_eq!(read, record, "{text}");
            return;
        }
        // Headers of one name stand together; nothing else is lost.
        let lost = write(&record, Format::Jkf).losses;
        assert!(matches!(lost.list(), [(LossKind::Places, _)]), "{lost:?}");
        let mut grouped = record.clone();
        let names: Vec<Header> = record.headers.iter().map(|h| named(h, "")).collect();
        grouped
            .headers
            .sort_by_key(|header| names.iter().position(|n| *n == named(header, "")));
        assert_eq!(read, grouped, "{text}");
    });
}

/// A header of the same name with another value.
fn named(header: &Header, value: &str) -> Header {
    match header {
        Header::Field { name, .. } => Header::Field {
            name: name.clone(),
            value: value.into(),
        },
        Header::Line(line) => Header::Line(line.clone()),
    }
}

/// The main line with what is said of it, but not what a side has used by then.
fn spent(record: &Record) -> Vec<(Option<RecordStep>, Vec<String>, Vec<Duration>)> {
    let nodes = record.main_line().into_iter().map(|id| record.node(id));
    nodes
        .map(|node| {
            let times = node.times.iter().map(|time| time.spent).collect();
            (node.step().cloned(), node.comments.clone(), times)
        })
        .collect()
}

#[test]
fn what_a_format_keeps_it_keeps_for_ever() {
    run(300, |record| {
        for format in Format::ALL {
            let (once, whole, text) = again(&record, format);
            let (twice, still_whole, _) = again(&once, format);
            assert_eq!(once, twice, "{format:?}\n{text}");
            assert!(still_whole, "{format:?}\n{text}");
            assert_eq!(once.start(), record.start(), "{format:?}");
            if whole && format == Format::Csa {
                // It adds up times that came without a sum.
                assert_eq!(once.headers, record.headers, "{text}");
                assert_eq!(spent(&once), spent(&record), "{text}");
            } else if whole {
                assert_eq!(once, record, "{format:?}\n{text}");
            }
            if !matches!(format, Format::Sfen | Format::Bod) {
                assert_eq!(once.main_moves(), record.main_moves(), "{format:?}\n{text}");
            }
        }
    });
}

#[test]
fn branches_within_branches_are_kept_as_deep_as_a_format_goes() {
    let mut builder = RecordBuilder::new(even_game()).expect("lawful");
    let nested = 300;
    for ply in 1..=nested {
        builder.branch(ply).expect("on the line");
        for choice in [1, 0] {
            let moves = legal_moves(builder.position());
            builder.play(moves[choice % moves.len()]).expect("legal");
        }
    }
    let record = builder.finish();
    assert_eq!(record.size(), 2 * nested + 1);
    for format in [Format::Kif, Format::Ki2] {
        let (read, whole, _) = again(&record, format);
        assert!(whole && read == record, "{format:?}");
    }
    let (read, whole, _) = again(&record, Format::Jkf);
    assert!(!whole && read.size() > 60);
}

/// The words of KI2 name every legal move and no two alike, in few characters.
#[test]
fn ki2_tells_all_moves_apart() {
    run(60, |record| {
        let mut builder = RecordBuilder::new(record.start().clone()).expect("lawful");
        for mv in record.main_moves() {
            let position = builder.position();
            let moves = legal_moves(position);
            let mut seen = HashMap::new();
            for &mv in &moves {
                let words = notation::one(position, mv, None).expect("legal");
                let marks = words
                    .chars()
                    .filter(|c| "右左直上寄引".contains(*c))
                    .count();
                assert!(marks <= 2, "{words}");
                assert_eq!(seen.insert(words.clone(), mv), None, "{words}");
            }
            builder.play(mv).expect("legal");
        }
    });
}

#[test]
fn a_move_is_illegal_for_a_reason_or_legal() {
    run(40, |record| {
        let mut builder = RecordBuilder::new(record.start().clone()).expect("lawful");
        for mv in record.main_moves().into_iter().take(8) {
            let position = builder.position();
            let moves = legal_moves(position);
            let squares = || kemuri_core::Square::iter();
            let drops = PieceType::hand_pieces()
                .flat_map(|kind| squares().map(move |to| Move::drop(kind, to)));
            let walks = squares().flat_map(|from| {
                squares().flat_map(move |to| [Move::normal(from, to), Move::promotion(from, to)])
            });
            for mv in drops.chain(walks).filter(|mv| mv.is_normal()) {
                let reason = why_illegal(position, mv);
                assert_eq!(
                    reason.is_none(),
                    moves.contains(&mv),
                    "{} {reason:?}",
                    mv.to_usi()
                );
            }
            builder.play(mv).expect("legal");
        }
    });
}
