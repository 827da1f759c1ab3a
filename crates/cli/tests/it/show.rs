//! `kemuri show`: what goes where, and what is refused.

use crate::common;

use crate::common::{LINE, MATE, NO_MATE, directory, file, finish, kemuri, run};
use roxmltree::Document;
use std::fs;
use std::path::Path;

/// The problem of `MATE` after its moves.
const MATED: &str = "9/7S1/6GkS/8l/9/9/9/9/9";

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder)
        .expect("a directory")
        .map(|entry| {
            entry
                .expect("a file")
                .file_name()
                .into_string()
                .expect("UTF-8")
        })
        .collect();
    names.sort();
    names
}

/// The SFEN that an SVG says it shows.
fn sfen(path: &Path) -> String {
    let text = fs::read_to_string(path).expect("an SVG");
    let document = Document::parse(&text).expect("XML");
    let desc = document.descendants().find(|n| n.has_tag_name("desc"));
    desc.and_then(|n| n.text()).expect("a position").into()
}

#[test]
fn without_a_flag_it_is_a_text_without_colour() {
    let ran = run(&["show", MATE]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    assert!(ran.out.starts_with("  ９ ８"), "{}", ran.out);
    assert!(
        ran.out.ends_with("+\nAttacker's hand: 銀2\n"),
        "{}",
        ran.out
    );
    assert!(!ran.out.contains('\x1b'));
    let ran = run(&["show", MATE, "--hands", "both", "--flip", "--lang", "ja"]);
    assert!(
        ran.out.starts_with("攻方持駒: 銀二\n  １ ２"),
        "{}",
        ran.out
    );
    assert!(ran.out.contains("\n玉方持駒: 飛二"), "{}", ran.out);
}

#[test]
fn a_narrow_window_is_asked_for_by_columns() {
    let ran = finish(kemuri().args(["show", MATE]).env("COLUMNS", "22"), b"");
    assert!(ran.out.contains(" . . . . . . G . . b\n"), "{}", ran.out);
    for columns in ["0", "wide", "31"] {
        let ran = finish(kemuri().args(["show", MATE]).env("COLUMNS", columns), b"");
        assert!(ran.out.contains("v玉|一"), "{columns}: {}", ran.out);
    }
}

#[test]
fn pictures_of_one_problem_go_to_the_files_named() {
    let folder = directory("show-one");
    let [svg, png] = ["a.svg", "a.png"].map(|name| folder.join(name));
    let [svg_name, png_name] = [&svg, &png].map(|path| path.to_str().expect("UTF-8"));
    let ran = run(&[
        "show", MATE, "--svg", svg_name, "--png", png_name, "--size", "321",
    ]);
    assert_eq!((ran.code, ran.out.as_str(), ran.err.as_str()), (0, "", ""));
    assert_eq!(sfen(&svg), MATE);
    let bytes = fs::File::open(&png).expect("a PNG");
    let reader = png::Decoder::new(std::io::BufReader::new(bytes)).read_info();
    assert_eq!(reader.expect("a PNG").info().width, 321);
    assert_eq!(names(&folder), ["a.png", "a.svg"]);

    let ran = run(&["show", MATE, "--svg", "-"]);
    assert_eq!(ran.code, 0);
    assert!(Document::parse(&ran.out).is_ok());
}

#[test]
fn a_collection_has_a_file_for_each_problem() {
    let collection = format!("第一番\t{MATE}\n../x\t{NO_MATE}\n第一番\t{MATE}\n");
    let input = file("show-many", "all.tsv", collection);
    let folder = Path::new(&input).with_file_name("new");
    let into = format!("{}/", folder.display());
    let ran = run(&["show", &input, "--svg", &into]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    assert_eq!(names(&folder), ["_x.svg", "第一番-2.svg", "第一番.svg"]);
    assert_eq!(sfen(&folder.join("_x.svg")), NO_MATE);

    let pattern = folder.join("small").join("p-{id}.png");
    let ran = run(&[
        "show",
        &input,
        "--png",
        pattern.to_str().expect("UTF-8"),
        "--size",
        "60",
    ]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    assert!(folder.join("small").join("p-第一番-2.png").exists());

    let one = folder.join("one.svg");
    let ran = run(&["show", &input, "--svg", one.to_str().expect("UTF-8")]);
    ran.assert_refused(&["--svg", "one.svg", "several problems", "{id}"]);
    assert!(!one.exists());

    // The same where broken lines hide the second problem at first.
    let broken = file(
        "show-late",
        "b.tsv",
        format!("a\t{MATE}\nb\tx\nc\t{NO_MATE}\n"),
    );
    let ran = run(&["show", &broken, "--svg", one.to_str().expect("UTF-8")]);
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("several problems"), "{}", ran.err);
    assert_eq!(sfen(&one), MATE, "the first is not overwritten");

    let ran = run(&["show", &input]);
    assert_eq!(ran.out.matches("第一番\n").count(), 2);
    assert_eq!(ran.out.matches("\n\n").count(), 2);
}

#[test]
fn the_solution_is_played_as_far_as_asked_for() {
    let ran = run(&["show", MATE, "--moves", "end"]);
    assert!(
        ran.out.contains("| ・ ・ ・ ・ ・ ・ 金v玉 銀|三"),
        "{}",
        ran.out
    );
    assert!(
        ran.out
            .contains("The defender is to move.\nMate: after move 5, ▲３三金\n"),
        "{}",
        ran.out
    );
    let ran = run(&["show", MATE, "--moves", "2", "--lang", "ja"]);
    assert!(ran.out.ends_with("図は2手目△１二玉まで\n"), "{}", ran.out);
    let start = run(&["show", MATE, "--moves", "0"]);
    assert_eq!(start.out, run(&["show", MATE]).out);

    run(&["show", MATE, "--moves", "6"]).assert_refused(&["--moves 6", "only 5 moves"]);
    run(&["show", NO_MATE, "--moves", "1"]).assert_refused(&["there is no mate"]);
}

#[test]
fn the_moves_that_the_input_gives_come_first() {
    let folder = directory("show-played");
    let played = format!("position sfen {MATE} moves {LINE}");
    for (moves, expected) in [
        (None, format!("{MATED} w ")),
        (Some("end"), format!("{MATED} w ")),
        (Some("0"), MATE.into()),
        (Some("1"), "8k/6GS1/9/8l/9/9/9/9/9 w S".into()),
    ] {
        let path = folder.join("a.svg");
        let mut command = kemuri();
        command.args(["show", &played, "--svg"]).arg(&path);
        if let Some(moves) = moves {
            command.args(["--moves", moves]);
        }
        let ran = finish(&mut command, b"");
        assert_eq!((ran.code, ran.err.as_str()), (0, ""));
        assert!(
            sfen(&path).starts_with(&expected),
            "{moves:?}: {}",
            sfen(&path)
        );
    }
    run(&["show", &played, "--moves", "6"]).assert_refused(&["only 5 moves"]);
    let ran = run(&["show", &played]);
    assert!(
        ran.out.ends_with("Mate: after move 5, ▲３三金\n"),
        "{}",
        ran.out
    );
    let ran = run(&["show", &played, "--moves", "4"]);
    assert!(!ran.out.contains("Mate"), "{}", ran.out);
}

#[test]
fn what_cannot_be_done_is_said_in_a_sentence() {
    for (arguments, parts) in [
        (vec!["--size", "49"], vec!["--size", "'49'", "50 to 20000"]),
        (vec!["--size", "1e3"], vec!["--size", "'1e3'"]),
        (vec!["--moves", "-1"], vec!["--moves", "'-1'", "'end'"]),
        (vec!["--moves", "+1"], vec!["--moves", "'+1'"]),
        (vec!["--hands", "all"], vec!["--hands", "'all'", "both"]),
        (vec!["--svg", ""], vec!["--svg"]),
        (vec!["--svg", "-", "--text"], vec!["standard output"]),
        (vec!["--svg", "-", "--png", "-"], vec!["standard output"]),
        (
            vec!["--svg", "/no/such/a.svg"],
            vec!["--svg", "/no/such/a.svg"],
        ),
    ] {
        let arguments = [vec!["show", MATE], arguments].concat();
        run(&arguments).assert_refused(&parts);
    }
    run(&["show", "nonsense.tsv"]).assert_refused(&["nonsense.tsv", "no such file"]);
}

#[test]
fn a_broken_line_does_not_keep_the_others_from_being_drawn() {
    let input = file(
        "show-broken",
        "all.tsv",
        format!("a\t{MATE}\nb\tnonsense\nc\t{MATE}\n"),
    );
    let folder = Path::new(&input).with_file_name("out");
    let ran = run(&["show", &input, "--svg", &format!("{}/", folder.display())]);
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("line 2"), "{}", ran.err);
    assert_eq!(names(&folder), ["a.svg", "c.svg"]);
}

#[test]
fn what_stood_there_is_kept_when_there_is_nothing_to_draw() {
    let old = file("show-old", "a.svg", "old");
    run(&["show", NO_MATE, "--moves", "3", "--svg", &old]).assert_refused(&["no mate"]);
    assert_eq!(fs::read_to_string(&old).expect("a file"), "old");
    assert_eq!(
        names(Path::new(&old).parent().expect("a folder")),
        ["a.svg"]
    );
}

#[test]
fn a_title_without_type_is_drawn_with_a_warning() {
    let path = directory("show-geta").join("a.png");
    let line = format!("齟の図\t{MATE}");
    let ran = run(&[
        "show",
        &line,
        "--png",
        path.to_str().expect("UTF-8"),
        "--size",
        "100",
    ]);
    assert_eq!(ran.code, 0);
    assert!(
        ran.err.contains("'齟'") && ran.err.contains('〓'),
        "{}",
        ran.err
    );
    assert!(path.exists());
}

/// The title that an SVG says it has.
fn title(arguments: &[&str]) -> Option<String> {
    let ran = run(&[&["show", "--svg", "-"], arguments].concat());
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    let document = Document::parse(&ran.out).expect("XML");
    let title = document.descendants().find(|n| n.has_tag_name("title"));
    title.and_then(|n| n.text()).map(Into::into)
}

#[test]
fn the_title_is_what_the_problem_is_called_and_by_whom_it_is() {
    let untitled = title(&[MATE]);
    let bod = run(&["convert", MATE, "--to", "bod"]).out;
    let record = |head: &str| file("show-title", "problem.kif", format!("{head}{bod}"));
    for (head, expected) in [
        ("作品名：奇兵隊\n作者：赤羽守\n", Some("奇兵隊　赤羽守")),
        ("作品名：奇兵隊\n", Some("奇兵隊")),
        ("作者：赤羽守\n", Some("赤羽守")),
        // Nobody wants the name of a file in print.
        ("", None),
        ("作品名：\n作者：　\n", None),
    ] {
        let path = record(head);
        let expected = expected.map(String::from).or(untitled.clone());
        assert_eq!(title(&[&path]), expected, "{head}");
    }
    let path = record("作品名：奇兵隊\n作者：赤羽守\n");
    assert_eq!(
        title(&[&path, "--title", "第一図"]).as_deref(),
        Some("第一図")
    );
    assert_eq!(title(&[&path, "--title", ""]), untitled);
    let line = format!("第一番\t{MATE}");
    assert_eq!(title(&[&line]).as_deref(), Some("第一番"));
    let plain = file("show-untitled", "a.sfen", format!("{MATE}\n"));
    assert_eq!(title(&[&plain]), untitled);
    // Files and complaints are still named after the file.
    let folder = directory("show-named");
    let into = format!("{}/", folder.display());
    run(&["show", &record(""), "--svg", &into]);
    assert_eq!(names(&folder), ["problem.kif.svg"]);
}

#[cfg(unix)]
#[test]
fn an_interrupt_tells_how_far_it_came() {
    use common::HARD;
    use std::process::Stdio;
    let lines = format!("a\t{MATE}\nb\t{HARD}\nc\t{MATE}\n");
    let input = file("show-interrupted", "all.tsv", lines);
    let folder = Path::new(&input).with_file_name("out");
    let mut command = kemuri();
    command.args(["show", &input, "--moves", "end", "--svg"]);
    command.arg(format!("{}/", folder.display()));
    let mut child = command.stderr(Stdio::piped()).spawn().expect("a child");
    let start = std::time::Instant::now();
    while !folder.join("a.svg").exists() {
        assert!(start.elapsed() < common::PATIENCE, "nothing is drawn");
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    common::interrupt(&child);
    assert_eq!(common::wait(&mut child), 1);
    let mut said = String::new();
    let stderr = child.stderr.as_mut().expect("a pipe");
    std::io::Read::read_to_string(stderr, &mut said).expect("UTF-8");
    assert!(
        said.ends_with("kemuri: interrupted: 1 diagram was drawn, the rest is not\n"),
        "{said}"
    );
    assert_eq!(names(&folder), ["a.svg"]);
}

#[test]
fn any_position_is_drawn_with_a_note_of_its_faults() {
    let pawns = "9/9/4P4/4P4/9/9/9/9/P8 b RRR 1";
    let ran = run(&["show", pawns]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(
        ran.out.contains("| ・ ・ ・ ・ 歩 ・ ・ ・ ・|三"),
        "{}",
        ran.out
    );
    let words: Vec<&str> = ran.err.split_whitespace().collect();
    let told = words.join(" ");
    for part in ["no problem", "two pawns", "too many rooks"] {
        assert!(told.contains(part), "{part}: {told}");
    }
    // Beside problems, in a file, with what the source says of it.
    let input = file(
        "show-any",
        "a.tsv",
        format!("第一番\t{pawns}\n第二番\t{MATE}\n"),
    );
    let folder = directory("show-any-out");
    let into = format!("{}/", folder.display());
    let ran = run(&["show", &input, "--svg", &into]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert_eq!(names(&folder), ["第一番.svg", "第二番.svg"]);
    assert!(sfen(&folder.join("第一番.svg")).starts_with("9/9/4P4/4P4/9/9/9/9/P8 b "));
    // No moves are played from it, and what is no position is still refused.
    run(&["show", pawns, "--moves", "1"]).assert_refused(&["too many rooks"]);
    run(&["show", "9/9/9 b - 1"]).assert_refused(&["9 rows expected"]);
}

#[test]
fn a_sheet_has_all_diagrams() {
    let input = file(
        "sheet",
        "s.tsv",
        format!("一<番>\t{MATE}\n二番\t{NO_MATE}\n"),
    );
    let folder = directory("sheet-out");
    let path = |name: &str| folder.join(name).display().to_string();
    let ran = run(&[
        "show",
        &input,
        "--sheet",
        &path("page.html"),
        "--columns",
        "2",
    ]);
    assert_eq!((ran.code, ran.out.as_str(), ran.err.as_str()), (0, "", ""));
    let page = fs::read_to_string(path("page.html")).expect("a page");
    assert_eq!(
        (
            page.matches("<figure>").count(),
            page.matches("<svg").count()
        ),
        (2, 2)
    );
    assert!(
        page.contains("break-inside: avoid") && page.contains("width: 49.00%"),
        "{page}"
    );
    for (part, count) in [(MATE, 1), (NO_MATE, 1), ("<title>一&lt;番&gt;</title>", 1)] {
        assert_eq!(page.matches(part).count(), count, "{part}: {page}");
    }
    // Its own page is replaced, any other file is not.
    let again = run(&["show", &input, "--sheet", &path("page.html")]);
    assert_eq!(again.code, 0, "{}", again.err);
    fs::write(path("note.html"), "mine").expect("written");
    let ran = run(&["show", &input, "--sheet", &path("note.html")]);
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("--sheet"), "{}", ran.err);
    assert_eq!(
        fs::read_to_string(path("note.html")).expect("there"),
        "mine"
    );
    let ran = run(&["show", &input, "--sheet", &path("page.svg")]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let svg = fs::read_to_string(path("page.svg")).expect("a page");
    let document = Document::parse(&svg).expect("XML");
    let described = document.descendants().find(|n| n.has_tag_name("desc"));
    assert_eq!(
        described.and_then(|n| n.text()),
        Some(&format!("{MATE}\n{NO_MATE}")[..])
    );
    let piped = run(&["show", &input, "--sheet", "-"]);
    assert!(piped.out.starts_with("<!DOCTYPE html>"), "{}", piped.out);
    run(&["show", MATE, "--sheet", "x.html", "--columns", "0"]).assert_refused(&["--columns"]);
}
