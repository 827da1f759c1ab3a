//! SVG and PNG: whether all is there, in its place, and in the right size.

use crate::common::{FULL, diagram};
use kemuri_core::{Color, Move, Piece, Problem, Square, kanji};
use kemuri_diagram::{Diagram, Hands, Style, outline, png as pixels, svg};
use roxmltree::{Document, Node};
use std::collections::BTreeMap;

/// Where the piece of each square is on the picture, whether it is upside down,
/// and its outline.
fn pieces(document: &Document) -> BTreeMap<String, ((f32, f32), bool, String)> {
    document
        .descendants()
        .filter_map(|node| {
            let square = node.attribute("data-square")?;
            let place = place(&node);
            let outline = node.attribute("d").unwrap().to_string();
            Some((square.into(), (place.0, place.1 < 0.0, outline)))
        })
        .collect()
}

/// The numbers of `translate(12 34)scale(0.5)`.
fn place(node: &Node) -> ((f32, f32), f32) {
    let numbers: Vec<f32> = node
        .attribute("transform")
        .unwrap()
        .split(|c: char| !c.is_ascii_digit() && c != '.' && c != '-')
        .filter_map(|word| word.parse().ok())
        .collect();
    let [x, y, scale] = numbers[..] else {
        panic!("{numbers:?}")
    };
    ((x, y), scale)
}

/// The edges of the board: left, top, width, height.
fn frame(document: &Document) -> [f32; 4] {
    let frame = document
        .descendants()
        .find(|node| node.has_tag_name("rect") && node.has_attribute("stroke"))
        .expect("a frame");
    ["x", "y", "width", "height"].map(|name| frame.attribute(name).unwrap().parse().unwrap())
}

/// The characters of a picture that are not pieces on the board.
fn around(document: &Document) -> String {
    let all = "持駒なし攻方玉飛角金銀桂香歩一二三四五六七八九十１２３４５６７８９";
    document
        .descendants()
        .filter(|node| node.has_attribute("transform") && !node.has_attribute("data-square"))
        .map(|node| {
            let d = node.attribute("d").unwrap();
            let known = all.chars().find(|&c| outline::of(c).unwrap().data == d);
            known.expect("a known character")
        })
        .collect()
}

#[test]
fn every_piece_is_in_its_place() {
    let diagram = diagram(FULL);
    for flip in [false, true] {
        let style = Style::default().with_flip(flip);
        let text = svg::write(&diagram, &style, 500);
        let document = Document::parse(&text).unwrap();
        let [left, top, width, height] = frame(&document);
        let mut found = pieces(&document);
        for square in Square::iter() {
            let piece = diagram.piece_on(square);
            let drawn = found.remove(&square.to_usi());
            assert_eq!(drawn.is_some(), piece != Piece::NONE, "{square:?}");
            let Some(((x, y), turned, outline)) = drawn else {
                continue;
            };
            let (file, rank) = (square.file().raw(), square.rank().raw());
            let (column, row) = if flip {
                (file, 8 - rank)
            } else {
                (8 - file, rank)
            };
            let middle = |n: i8| (f32::from(n) + 0.5) / 9.0;
            assert!(
                (x - left - width * middle(column)).abs() < 0.1,
                "{square:?}"
            );
            assert!((y - top - height * middle(row)).abs() < 0.1, "{square:?}");
            assert_eq!(
                turned,
                (piece.color() == Color::WHITE) != flip,
                "{square:?}"
            );
            let character = kanji::on_board(piece.piece_type());
            assert_eq!(outline, outline::of(character).unwrap().data);
        }
        assert!(found.is_empty(), "{found:?}");
    }
}

#[test]
fn numbers_and_hands_stand_around_the_board() {
    let diagram = diagram(FULL);
    for (hands, words) in [
        (Hands::Auto, vec!["持駒銀二"]),
        (Hands::Attacker, vec!["持駒銀二"]),
        (Hands::None, vec![]),
        (
            Hands::Both,
            vec!["攻方持駒銀二", "玉方持駒飛角金三銀桂四香三歩十七"],
        ),
    ] {
        let style = Style::default().with_hands(hands);
        let text = svg::write(&diagram, &style, 500);
        let around = around(&Document::parse(&text).unwrap());
        let numbers = "１一２二３三４四５五６六７七８八９九";
        assert_eq!(around, format!("{numbers}{}", words.concat()), "{hands:?}");
    }
}

#[test]
fn a_defender_without_the_rest_has_his_hand_shown() {
    let short = diagram("8k/9/8P/9/9/9/9/9/9 b G 1");
    assert!(!short.rest_is_the_defenders());
    let text = svg::write(&short, &Style::default(), 500);
    let around = around(&Document::parse(&text).unwrap());
    assert!(around.ends_with("攻方持駒金玉方持駒なし"), "{around}");
    assert!(diagram(FULL).rest_is_the_defenders());
}

#[test]
fn nothing_is_outside_the_picture_however_much_there_is() {
    let crowded = "k8/9/9/9/9/9/9/9/8K b 2R2B4G4S4N4L18P 1";
    let long = "長い題".repeat(40);
    for (hands, flip) in [
        (Hands::Both, true),
        (Hands::Both, false),
        (Hands::Auto, false),
    ] {
        let style = Style::default().with_hands(hands).with_flip(flip);
        let drawn = diagram(crowded).with_title(&long).with_caption(&long);
        let text = svg::write(&drawn, &style, 500);
        let document = Document::parse(&text).unwrap();
        let view: Vec<f32> = document
            .root_element()
            .attribute("viewBox")
            .unwrap()
            .split(' ')
            .map(|n| n.parse().unwrap())
            .collect();
        let mut places: Vec<(f32, f32)> = Vec::new();
        for node in document
            .descendants()
            .filter(|n| n.has_attribute("transform"))
        {
            let ((x, y), scale) = place(&node);
            let half = scale.abs() * 500.0;
            assert!(x - half > 0.0 && x + half < view[2], "{x}");
            assert!(y - half > 0.0 && y + half < view[3], "{y}");
            // No two characters lie on one another.
            for other in &places {
                let apart = (x - other.0).abs().max((y - other.1).abs());
                assert!(apart > half, "{x} {y} {other:?}");
            }
            places.push((x, y));
        }
        assert!(places.len() > 18 + 19);
    }
}

#[test]
fn a_title_is_never_markup_and_never_lost() {
    let sharp = "<b>&\"\u{1b}]]> 齟";
    let text = svg::write(&diagram(FULL).with_title(sharp), &Style::default(), 500);
    let document = Document::parse(&text).unwrap();
    let text = |tag| {
        let node = document.descendants().find(|n| n.has_tag_name(tag));
        node.and_then(|n| n.text()).map(String::from)
    };
    assert_eq!(text("title").as_deref(), Some("<b>&\" ]]> 齟"));
    // There is no outline of 齟, so the reader's font has to do.
    assert_eq!(text("text").as_deref(), Some("<b>&\" ]]> 齟"));
    assert_eq!(text("desc").as_deref(), Some(FULL));
    assert_eq!(pixels::missing(&diagram(FULL).with_title("齟 1")), ['齟']);
}

#[test]
fn the_last_move_is_marked() {
    let problem = Problem::from_sfen("8k/6G2/9/8l/9/9/9/9/9 b 2S2r2b3g2s4n3l18p 1").unwrap();
    let moves = ["S*2b", "1a1b"].map(|m| Move::from_usi(m).unwrap());
    let start = problem.position();
    let drawn = Diagram::after(&start, problem.attacker(), &moves).unwrap();
    assert_eq!(drawn.turn(), Color::BLACK);
    assert_eq!(
        drawn.to_sfen(),
        "9/6GSk/9/8l/9/9/9/9/9 b S2r2b3g2s4n3l18p 1"
    );
    let text = svg::write(&drawn, &Style::default(), 500);
    let document = Document::parse(&text).unwrap();
    let [left, top, width, height] = frame(&document);
    let areas: Vec<Node> = document
        .descendants()
        .filter(|n| n.has_tag_name("rect") && !n.has_attribute("stroke"))
        .collect();
    let [_, marked] = areas[..] else {
        panic!("{}", areas.len())
    };
    let number = |name| marked.attribute(name).unwrap().parse::<f32>().unwrap();
    assert!((number("x") - left - width / 9.0 * 8.0).abs() < 0.1);
    assert!((number("y") - top - height / 9.0).abs() < 0.1);

    let twice = [moves[0], moves[0]];
    let error = Diagram::after(&start, problem.attacker(), &twice).unwrap_err();
    assert_eq!((error.ply, error.mv), (2, moves[0]));
}

#[test]
fn a_page_has_every_diagram() {
    let all = vec![diagram(FULL); 5];
    let style = Style::default();
    let page = svg::page(&all, &style, 2, 1000);
    let document = Document::parse(&page).unwrap();
    let kings = document
        .descendants()
        .filter(|n| n.attribute("data-square") == Some("1a"));
    let places: Vec<(f32, f32)> = kings.map(|node| place(&node).0).collect();
    let [a, b, c, d, e] = places[..] else {
        panic!("{places:?}")
    };
    assert!(a.1 == b.1 && c.1 == d.1 && a.0 == c.0 && c.0 == e.0 && b.0 == d.0);
    assert!(b.0 - a.0 > 400.0 && c.1 - a.1 > 400.0 && e.1 - c.1 == c.1 - a.1);
    assert!(Document::parse(&svg::page(&[], &style, 0, 10)).is_ok());
}

#[test]
fn pixels_are_as_many_as_asked_for_and_where_the_pieces_are() {
    let diagram = diagram(FULL);
    let style = Style::default();
    for width in [50, 333, 1024] {
        let bytes = pixels::render(&diagram, &style, width);
        let mut reader = png::Decoder::new(std::io::Cursor::new(&bytes))
            .read_info()
            .unwrap();
        let mut data = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut data).unwrap();
        assert_eq!(info.width, width);
        let text = svg::write(&diagram, &style, width);
        let document = Document::parse(&text).unwrap();
        let root = document.root_element();
        let height: f32 = root.attribute("height").unwrap().parse().unwrap();
        assert!((info.height as f32 - height).abs() <= 0.51, "{height}");

        let [left, top, w, h] = frame(&document);
        let view = root.attribute("viewBox").unwrap();
        let view: f32 = view.split(' ').nth(2).unwrap().parse().unwrap();
        let scale = width as f32 / view;
        // A twelfth of a square is left out around, where its lines are.
        let ink = |column: f32, row: f32| {
            let (x, y) = (left + w / 9.0 * column, top + h / 9.0 * row);
            let edge = |from: f32, size: f32, at: f32| ((from + size / 9.0 * at) * scale) as usize;
            let mut dark = 0u64;
            for py in edge(y, h, 0.1)..edge(y, h, 0.9) {
                for px in edge(x, w, 0.1)..edge(x, w, 0.9) {
                    dark += 255 - u64::from(data[py * width as usize + px]);
                }
            }
            dark
        };
        for square in Square::iter() {
            let (file, rank) = (square.file().raw(), square.rank().raw());
            let dark = ink(f32::from(8 - file), f32::from(rank));
            let piece = diagram.piece_on(square);
            // A star reaches into the corner of a square, and so do its lines when pixels are coarse.
            if width > 100 {
                let least = u64::from(width) * u64::from(width) / 150;
                assert_eq!(dark > least, piece != Piece::NONE, "{square:?} {dark}");
            }
        }
    }
}
