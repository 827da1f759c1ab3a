//! What the guide and the READMEs say, against what is.
//!
//! Every example with a prompt is run, and must print what the page shows but for
//! times, speeds and the version. Not covered are commands without a prompt (other
//! engines, the command lines of the short tours, hours of work), the Rust of the
//! READMEs, the pages outside the guide and, of course, prose.

// The examples are for a Unix shell.
#![cfg(unix)]

use crate::common::{MATE, NO_MATE, run, with_gold_elsewhere};
use kemuri_solver::options::{OptionKind, TABLE};
use kemuri_testing::pages::{self, Page};
use kemuri_testing::process;
use kemuri_text::Lang;
use serde_json::Value;
use std::collections::BTreeSet;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

const SOLVE: &str = "docs/src/guide/solve.md";
const BENCH: &str = "docs/src/guide/bench.md";
const VERIFY: &str = "docs/src/guide/verify.md";

/// The values of an option, as the guide writes them.
fn values(kind: &OptionKind) -> String {
    let words = |list: &[&str]| {
        let quoted: Vec<String> = list.iter().map(|word| format!("`{word}`")).collect();
        quoted.join(", ")
    };
    match kind {
        OptionKind::Switch => words(&["on", "off"]),
        OptionKind::Number { min, max } => format!("{min} to {max}"),
        OptionKind::Size { min } => format!("a size of at least {} KiB", min >> 10),
        OptionKind::Choice(list) => words(list),
        kind => panic!("{kind:?}"),
    }
}

#[test]
fn the_guide_lists_every_search_option() {
    let mut listed = Page::read(SOLVE).rows("## Search options");
    for row in &mut listed {
        row.truncate(3);
    }
    let there: Vec<[String; 3]> = TABLE
        .iter()
        .map(|spec| {
            let (name, default) = (spec.name, spec.default);
            [
                format!("`--{name}`"),
                format!("`{default}`"),
                values(&spec.kind),
            ]
        })
        .collect();
    assert_eq!(listed, there);
}

#[test]
fn the_pictures_of_the_guide_are_those_of_the_program() {
    let problem = format!("第一番\t{MATE}");
    for (picture, moves) in [("problem", "0"), ("mate", "end")] {
        let path = format!(
            "{}/../../docs/src/guide/pictures/{picture}.svg",
            env!("CARGO_MANIFEST_DIR")
        );
        let kept = std::fs::read_to_string(&path).expect("a picture");
        let ran = run(&[
            "show", &problem, "--moves", moves, "--lang", "ja", "--size", "360", "--svg", "-",
        ]);
        assert!(ran.out == kept, "{path} is out of date");
    }
}

#[test]
fn the_guide_lists_every_json_key() {
    let folder = tempfile::tempdir().expect("a directory");
    let file = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let (certificate, collection) = (file("a.cert"), file("a.tsv"));
    std::fs::write(&collection, MATE).expect("a file");
    // Pieces that stand nowhere, and moves that were played.
    let played = "position sfen 8k/9/8P/9/9/9/9/9/9 b G 1 moves G*1b";
    let noted = file("noted.tsv");
    std::fs::write(&noted, format!("{played}\n")).expect("a file");
    let solve = ["solve", "--json", "--certificate", &certificate, MATE];
    for (page, runs) in [
        (
            SOLVE,
            &[
                &solve[..],
                &["solve", "--json", "--explain", MATE],
                &["solve", "--json", "--order", "edo", MATE],
                &["solve", "--tree=json", MATE],
                &["solve", "--json", played],
                &["solve", "--json", "--rest", played],
                &["solve", "--tree=json", NO_MATE],
            ][..],
        ),
        (VERIFY, &[&["verify", "--json", &certificate]]),
        (
            BENCH,
            &[
                &["bench", "--json", "--verify", &collection],
                &["bench", "--json", &noted],
                &["bench", "--json", "--rest", &noted],
            ],
        ),
    ] {
        let mut there = BTreeSet::new();
        for words in runs {
            let ran = run(words);
            assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{words:?}");
            for object in ran.json() {
                let Value::Object(object) = object else {
                    panic!("no object: {object}");
                };
                there.extend(object.keys().cloned());
            }
        }
        assert_eq!(Page::read(page).keys("## JSON"), there, "{page}");
    }
}

#[test]
fn the_guide_tells_what_small_tables_cost() {
    let page = Page::read(SOLVE);
    let heading = "### Table sizes";
    let prose: Vec<&str> = page.section(heading).collect();
    let prose = prose.join(" ");
    let mut code = prose.split('`').skip(1).step_by(2);
    let problem = code.find(|code| code.contains('/')).expect("a position");
    let rows = page.rows(heading);
    assert!(rows.len() > 2, "{rows:?}");
    for row in rows {
        let hash = row[0].trim_matches('`');
        let ran = run(&["solve", "--json", "--hash", hash, problem]);
        let answer = &ran.json()[0];
        let number = |cell: &str| cell.replace(',', "").parse::<u64>().ok();
        assert_eq!(answer["verdict"], "nomate");
        assert_eq!(answer["nodes"].as_u64(), number(&row[1]), "{row:?}");
        assert_eq!(answer["hash_permille"].as_u64(), number(&row[2]), "{row:?}");
    }
}

/// Runs a command of a page and gives what it prints.
fn screen(command: &str, lang: Lang, folder: &Path) -> String {
    // The program without installing it; it is built already.
    let command = command.replace("cargo run --release --", "kemuri");
    process::screen(
        &command,
        lang,
        folder,
        Path::new(env!("CARGO_BIN_EXE_kemuri")),
    )
}

/// The files that the pages name: those that they show, and a certificate that is wrong.
fn lay_out(files: &[(&str, String)], folder: &Path) {
    for (name, content) in files {
        let path = folder.join(name);
        std::fs::write(&path, content).expect("a file");
        if content.starts_with("#!") {
            let mode = std::fs::Permissions::from_mode(0o755);
            std::fs::set_permissions(&path, mode).expect("a program");
        }
    }
    let kif = files.iter().find(|(name, _)| *name == "problem.kif");
    let kif = &kif.expect("a record").1;
    let illegal = kif.replace("   3 １三銀打", "   3 １三金打");
    std::fs::write(folder.join("illegal.kif"), illegal).expect("a file");
    let half: String = kif.split_inclusive('\n').take(8).collect();
    std::fs::write(folder.join("half.kif"), half).expect("a file");
    let path = folder.join("wrong.cert");
    screen(
        "kemuri solve --certificate wrong.cert '8k/9/8P/9/9/9/9/9/9 b G 1'",
        Lang::En,
        folder,
    );
    let certificate = std::fs::read(&path).expect("a certificate");
    std::fs::write(&path, with_gold_elsewhere(certificate)).expect("a file");
}

#[test]
fn the_examples_print_what_the_pages_show() {
    let pages = pages::all();
    let mut stale = String::new();
    // The page about the other program is tested with that one.
    for page in pages
        .iter()
        .filter(|page| !pages::LAB.contains(&page.name.as_str()))
    {
        let lang = page.lang();
        let alike = pages.iter().filter(|other| other.lang() == lang);
        let files: Vec<(&str, String)> = alike.flat_map(Page::files).collect();
        let folder = tempfile::tempdir().expect("a directory");
        lay_out(&files, folder.path());
        stale += &page.stale_examples(|command| screen(command, lang, folder.path()));
    }
    assert!(
        stale.is_empty(),
        "out of date, this is printed now:\n\n{stale}"
    );
}
