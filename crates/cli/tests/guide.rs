//! What the guide says, against what is.

mod common;

use common::{MATE, run};
use kemuri_solver::options::{Kind, TABLE};

/// The values of an option, as the guide writes them.
fn values(kind: &Kind) -> String {
    let words = |list: &[&str]| {
        let quoted: Vec<String> = list.iter().map(|word| format!("`{word}`")).collect();
        quoted.join(", ")
    };
    match kind {
        Kind::Switch => words(&["on", "off"]),
        Kind::Number { min, max } => format!("{min} to {max}"),
        Kind::Size { min } => format!("a size of at least {} KiB", min >> 10),
        Kind::Choice(list) => words(list),
    }
}

#[test]
fn the_guide_lists_every_search_option() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/src/guide/solve.md");
    let page = std::fs::read_to_string(path).expect("the guide");
    let listed: Vec<[String; 3]> = page
        .lines()
        .skip_while(|line| *line != "## Search options")
        .skip(1)
        .take_while(|line| !line.starts_with("## "))
        .filter(|line| line.starts_with("| `--"))
        .map(|line| {
            let cell = |i| {
                line.split('|')
                    .nth(i)
                    .unwrap_or_default()
                    .trim()
                    .to_string()
            };
            [cell(1), cell(2), cell(3)]
        })
        .collect();
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
