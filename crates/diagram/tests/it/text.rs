//! Diagrams in characters.

use crate::common::{FULL, diagram};
use kemuri_core::Move;
use kemuri_core::kanji::Numerals;
use kemuri_diagram::text::{Labels, Terminal, write};
use kemuri_diagram::{Diagram, Hands, Style};
use unicode_width::UnicodeWidthStr;

/// Both hands are shown.
fn both() -> Style {
    Style::default().with_hands(Hands::Both)
}

/// The words of a Japanese diagram.
fn japanese() -> Labels {
    Labels {
        attacker_hand: "攻方持駒:".into(),
        defender_hand: "玉方持駒:".into(),
        empty_hand: "なし".into(),
        defender_to_move: "玉方の手番".into(),
        numerals: Numerals::Kanji,
    }
}

fn plain(diagram: &Diagram, style: &Style) -> String {
    write(diagram, style, &japanese(), Terminal::default())
}

fn plain_english(diagram: &Diagram) -> String {
    write(diagram, &both(), &Labels::default(), Terminal::default())
}

#[test]
fn the_board_is_drawn_as_bod() {
    let drawn = plain(&diagram(FULL), &both());
    let expected = "\
玉方持駒: 飛 角 金三 銀 桂四 香三 歩十七
  ９ ８ ７ ６ ５ ４ ３ ２ １
+---------------------------+
| と ・ ・ ・ ・ ・ ・ ・v玉|一
| ・ ・ ・ ・ ・ ・ 金 ・ ・|二
| ・ ・ ・ ・ ・ ・ ・ ・ ・|三
| ・ ・ ・ ・ ・ ・ ・ ・v香|四
| ・ ・ ・ ・ ・ ・ ・ ・ ・|五
|v龍 ・ ・ ・v馬 ・ ・ ・ ・|六
| ・ ・ ・ ・ ・ ・ ・ ・ ・|七
| ・ ・ ・ ・ ・ ・ ・ ・ ・|八
| ・ ・ ・ ・ ・ ・ ・ ・ 全|九
+---------------------------+
攻方持駒: 銀二";
    assert_eq!(drawn, expected);
}

#[test]
fn english_hands_have_english_numbers() {
    let drawn = plain_english(&diagram(FULL));
    let first = "Defender's hand: 飛 角 金3 銀 桂4 香3 歩17\n";
    assert!(drawn.starts_with(first), "{drawn}");
    assert!(drawn.ends_with("Attacker's hand: 銀2"), "{drawn}");
}

#[test]
fn the_side_that_attacks_is_named() {
    let white = diagram("9/9/9/9/9/9/8p/9/8K w g2r2b3g4s4n4l17p 1");
    let drawn = plain_english(&white);
    assert!(drawn.starts_with("Attacker's hand: "), "{drawn}");
    assert!(drawn.ends_with("Defender's hand: none"), "{drawn}");
}

#[test]
fn a_board_that_is_turned_round_has_everything_turned_round() {
    let style = both().with_flip(true);
    let drawn = plain(&diagram(FULL), &style);
    let rows: Vec<&str> = drawn.lines().collect();
    assert_eq!(rows[0], "攻方持駒: 銀二");
    assert_eq!(rows[1], "  １ ２ ３ ４ ５ ６ ７ ８ ９");
    assert_eq!(rows[3], "|v全 ・ ・ ・ ・ ・ ・ ・ ・|九");
    assert_eq!(rows[11], "| 玉 ・ ・ ・ ・ ・ ・ ・vと|一");
}

#[test]
fn a_narrow_window_gets_a_narrow_board() {
    let title = "a title that is long, 第一番第一番第一番第一番";
    let with_title = diagram(FULL).with_title(title);
    let expected = "\
 9 8 7 6 5 4 3 2 1
+P . . . . . . . k a
 . . . . . . G . . b
 . . . . . . . . . c
 . . . . . . . . l d
 . . . . . . . . . e
+r . . .+b . . . . f
 . . . . . . . . . g
 . . . . . . . . . h
 . . . . . . . .+S i
";
    for width in [20, 25, 30] {
        let window = Terminal {
            width: Some(width),
            colour: false,
        };
        let drawn = write(&with_title, &both(), &japanese(), window);
        assert!(drawn.contains(expected), "{drawn}");
        for line in drawn.lines() {
            assert!(line.width() <= width, "{line}");
        }
        let all = |text: &str| text.split_whitespace().collect::<String>();
        assert!(all(&drawn).starts_with(&all(title)), "{drawn}");
        assert!(all(&drawn).contains("飛角金三銀桂四香三歩十七"), "{drawn}");
    }
    // One column more is enough for kanji.
    let window = Terminal {
        width: Some(31),
        colour: false,
    };
    let drawn = write(&with_title, &both(), &japanese(), window);
    assert!(drawn.contains("v玉|一"), "{drawn}");
    assert!(drawn.lines().all(|line| line.width() <= 31), "{drawn}");
}

#[test]
fn colours_change_nothing_but_colours() {
    let mv = Move::from_usi("S*2b").unwrap();
    let marked = diagram(FULL).with_last_move(mv.to_sq());
    for width in [None, Some(24)] {
        let [plain, painted] = [false, true].map(|colour| {
            let window = Terminal { width, colour };
            write(&marked, &both(), &japanese(), window)
        });
        assert!(!plain.contains('\x1b'));
        assert!(painted.contains("\x1b[7m"), "the last move is marked");
        assert_eq!(painted.matches("\x1b[7m").count(), 1);
        assert_eq!(painted.matches("\x1b[31m").count(), 4, "White has four");
        assert_eq!(without_escapes(&painted), plain);
        for line in painted.lines() {
            let last = line.rfind('\x1b').map(|at| &line[at..]);
            let ended = last.is_none_or(|last| last.starts_with("\x1b[0m"));
            assert!(ended, "a colour runs on: {line:?}");
        }
    }
}

fn without_escapes(text: &str) -> String {
    let mut parts = text.split('\x1b');
    let mut out = parts.next().unwrap().to_string();
    for part in parts {
        out += part.split_once('m').unwrap().1;
    }
    out
}
