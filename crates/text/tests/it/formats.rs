//! Errors of records and losses of formats in both languages.

use kemuri_core::{PieceType, Square};
use kemuri_formats::{
    Format, IllegalReason, InputErrorKind, Location, ReadOptions, ReadRecord, RecordError,
    RecordErrorKind, read, read_problem, write,
};
use kemuri_text::{Lang, formats};
use std::fs;
use std::path::Path;

fn read_fixture(name: &str) -> Result<ReadRecord, RecordError> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../formats/tests/fixtures");
    read(&fs::read(folder.join(name)).unwrap(), false)
}

#[test]
fn every_error_is_told_with_its_place() {
    let (mut told, mut expected) = (Vec::new(), Vec::new());
    for (name, sentence) in [
        (
            "broken/illegal_move.kif",
            "18 行目 6 文字目 3 手目: 指せない手です（持駒に金がありません）",
        ),
        (
            "broken/half_diagram.bod",
            "7 行目 1 文字目: 盤面が 4 段です（9 段必要です）",
        ),
        (
            "broken/short_row.bod",
            "7 行目 2 文字目: 盤面の段が 8 マスです（9 マス必要です）",
        ),
        (
            "broken/unknown_piece.bod",
            "5 行目 15 文字目: 「象」は駒ではありません",
        ),
        (
            "broken/two_rests.kif",
            "14 行目 7 文字目: 両方の持駒を残り全部にはできません",
        ),
        (
            "broken/branch_too_late.kif",
            "22 行目 4 文字目: 9 手目からの変化ですが、直前の手順は 5 手しかありません",
        ),
        (
            "broken/bad_time.kif",
            "16 行目 13 文字目 1 手目: 「( 0:x/00:00:01)」は時間ではありません",
        ),
        (
            "broken/wrong_side.csa",
            "5 行目 1 文字目 2 手目: 相手の手番です",
        ),
        ("broken/no_diagram.kif", "2 行目 1 文字目: 盤面がありません"),
        (
            "broken/ambiguous.ki2",
            "3 行目 33 文字目 7 手目: 「５八金」に当てはまる駒が二つ以上あります",
        ),
        (
            "broken/broken.json",
            "2 行目 45 文字目: JSON が壊れています（trailing comma）",
        ),
        (
            "broken/wrong_number.kif",
            "18 行目 4 文字目: 3 手目のはずが「4」です",
        ),
        (
            "broken/noise.txt",
            "1 行目 1 文字目: 対応する形式（SFEN, USI, KIF, KI2, CSA, JKF, BOD）の棋譜ではありません",
        ),
    ] {
        let error = read_fixture(name).unwrap_err();
        assert_eq!(
            formats::record_error(Lang::En, &error),
            error.to_string(),
            "{name}"
        );
        told.push((name, formats::record_error(Lang::Ja, &error)));
        expected.push((name, sentence.to_string()));
    }
    assert_eq!(told, expected);
}

#[test]
fn an_unknown_handicap_is_named_where_it_stands() {
    let error = read("手合割：トンボ\n1 ４二玉(51)\n".as_bytes(), false).unwrap_err();
    assert_eq!(
        formats::record_error(Lang::Ja, &error),
        "1 行目 5 文字目: 「トンボ」という手合割はありません"
    );
}

#[test]
fn losses_are_counted_in_both_languages() {
    let record = read_fixture("double_times.kif").unwrap().record;
    let losses = write(&record, Format::Ki2).losses;
    assert_eq!(formats::losses(Lang::Ja, &losses), "消費時間 6 か所");
    for format in Format::ALL {
        let losses = write(&record, format).losses;
        assert_eq!(formats::losses(Lang::En, &losses), losses.to_string());
    }
    let csa = write(&record, Format::Csa).losses;
    assert_eq!(
        formats::losses(Lang::Ja, &csa),
        "終局の記録 1 個、消費時間 3 か所"
    );
}

/// Every kind of error, each with a text that is not ASCII where it has one.
fn kinds() -> Vec<RecordErrorKind> {
    use RecordErrorKind::*;
    let text = || String::from("煙");
    let mut all = vec![
        TooLarge,
        NotText,
        Encoding,
        Empty,
        UnknownFormat,
        Several,
        Json("trailing comma".into()),
        NotMove(text()),
        Ambiguous(text()),
        WrongSide,
        Number {
            expected: 3,
            found: text(),
        },
        BranchBefore { ply: 1, first: 3 },
        Branch { ply: 3, moves: 1 },
        Branch { ply: 4, moves: 2 },
        AfterEnd,
        TooManyMoves,
        Time(text()),
        TimeTwice,
        Squares(8),
        Rows(4),
        RowName(text()),
        NotPiece(text()),
        RestTwice,
        HandTwice,
        NumberTwice,
        NoDiagram,
        Handicap(text()),
        NoPosition,
        OrphanComment(text()),
        Unexpected(text()),
    ];
    all.extend(reasons().into_iter().map(Illegal));
    all
}

fn reasons() -> Vec<IllegalReason> {
    use IllegalReason::*;
    let square = Square::from_usi("5a").unwrap();
    let (wanted, found) = (PieceType::GOLD, PieceType::PRO_SILVER);
    vec![
        NoPiece(square),
        OtherSide(square),
        OtherPiece {
            square,
            wanted,
            found,
        },
        Unreachable,
        NoneReaches(wanted, square),
        OwnPiece(square),
        Promotion,
        DeadEnd,
        NotInHand(wanted),
        Occupied(square),
        TwoPawns,
        PawnDropMate,
        KingInCheck,
        NoPrevious,
    ]
}

#[test]
fn every_error_has_a_sentence_in_both_languages() {
    for kind in kinds() {
        let (en, ja) = [Lang::En, Lang::Ja]
            .map(|lang| formats::record_error_kind(lang, &kind))
            .into();
        assert_eq!(en, kind.to_string());
        assert!(!ja.is_ascii() && ja != en, "{ja}");
    }
}

#[test]
fn every_input_error_has_a_sentence_in_both_languages() {
    use InputErrorKind::*;
    let word = || String::from("x");
    for kind in [
        NoSuchFile,
        NoProblem,
        Empty,
        LineTooLong { limit: 65536 },
        LineEndless { limit: 4194304 },
        Encoding,
        NotText,
        NoPosition,
        NoStart,
        UnknownStart(word()),
        Expected(word()),
        Move {
            number: 3,
            word: word(),
        },
        TooManyErrors,
        NoCollection {
            lines: 11,
            first: 2,
            why: Box::new(NoPosition),
        },
    ] {
        let en = formats::input_error_kind(Lang::En, &kind);
        let ja = formats::input_error_kind(Lang::Ja, &kind);
        assert_eq!(en, kind.to_string());
        assert!(!ja.is_ascii() && ja != en, "{ja}");
    }
}

#[test]
fn a_location_is_named_in_both_languages() {
    let at = |name: &str, line| Location::Source {
        name: name.into(),
        line,
    };
    for (location, ja) in [
        (at("a.tsv", Some(3)), "a.tsv 3 行目"),
        (at("-", None), "標準入力"),
        (Location::Text("8k/9".into()), "'8k/9'"),
    ] {
        assert_eq!(formats::location(Lang::En, &location), location.to_string());
        assert_eq!(formats::location(Lang::Ja, &location), ja);
    }
}

/// A record with a fault was said to give its position alone, while its moves are judged.
#[test]
fn what_is_used_of_a_damaged_record_is_told() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../formats/tests/fixtures");
    let bytes = fs::read(folder.join("broken/wrong_number.kif")).unwrap();
    let entry = read_problem(&bytes, ReadOptions::default().with_solutions()).unwrap();
    assert_eq!(entry.solution.as_ref().map(Vec::len), Some(5));
    for (lang, used) in [
        (
            Lang::En,
            "its position is used, and its moves as far as they can be read: ",
        ),
        (Lang::Ja, "局面と、読み取れたところまでの手順を使います: "),
    ] {
        let told = formats::faults(lang, &entry).unwrap();
        assert!(told.contains(used), "{told}");
    }
}

/// A move is named by the number that it has in the file.
#[test]
fn a_move_is_numbered_as_in_its_file() {
    let text = "手数＝6  まで\n手合割：平手\n   7 ９九金(32)\n";
    let error = read(text.as_bytes(), false).unwrap_err();
    assert_eq!(error.ply, Some(1));
    let told = [Lang::En, Lang::Ja].map(|lang| formats::record_error(lang, &error));
    assert!(told[0].contains("move 7: "), "{told:?}");
    assert!(told[1].contains("7 手目: "), "{told:?}");
}
