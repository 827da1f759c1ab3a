//! `kemuri-lab contradict`: what it finds, what it writes, and how it goes on.

use crate::run;
use kemuri_testing::process::Ran;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

const KINDS: [&str; 7] = [
    "few-pieces",
    "two-kings",
    "full-hands",
    "pawn-drop",
    "promotion",
    "white-attacks",
    "playout",
];

/// Runs a comparison in a folder.
fn contradict(folder: &Path, words: &[&str]) -> Ran {
    let out = folder.to_str().unwrap();
    run(&[&["contradict", "--out", out], words].concat())
}

/// The sums of a CSV file by kind: positions and searches among them.
fn sums(folder: &Path) -> BTreeMap<String, BTreeMap<String, u64>> {
    let mut sums: BTreeMap<String, BTreeMap<String, u64>> = BTreeMap::new();
    let mut reader = csv::Reader::from_path(folder.join("results.csv")).unwrap();
    for row in reader.deserialize::<BTreeMap<String, String>>() {
        let mut row = row.unwrap();
        let sums = sums.entry(row.remove("kind").unwrap()).or_default();
        row.remove("first");
        // Threads that search together do not always end alike.
        row.remove("undecided");
        for (column, number) in row {
            *sums.entry(column).or_default() += number.parse::<u64>().unwrap();
        }
    }
    sums
}

#[test]
fn a_run_that_goes_on_ends_as_one_that_was_not_interrupted() {
    let folder = tempfile::tempdir().unwrap();
    let [whole, parts] = ["whole", "parts"].map(|name| folder.path().join(name));
    let ran = contradict(
        &whole,
        &["--seed", "7", "--positions", "1050", "--threads", "2"],
    );
    assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{}", ran.out);
    assert!(ran.out.contains("1,050 positions (seed 7)"), "{}", ran.out);
    assert!(ran.out.contains("Contradictions: 0."), "{}", ran.out);
    let expected = sums(&whole);
    assert_eq!(expected.len(), KINDS.len());
    for kind in KINDS {
        let sums = &expected[kind];
        assert!(sums["positions"] == 150, "{kind}: {sums:?}");
        let compared = sums["mates"] + sums["nomates"];
        assert!(sums["mates"] > 0 && compared > 20, "{kind}: {sums:?}");
        assert!(sums["searches"] > 400, "{kind}: {sums:?}");
        assert!(sums["beyond_certified"] > 0, "{kind}: {sums:?}");
    }
    // Begun with fewer positions and one thread, killed in the middle of a row.
    let ran = contradict(
        &parts,
        &["--seed", "7", "--positions", "630", "--threads", "1"],
    );
    assert_eq!(ran.code, 0, "{}", ran.err);
    let results = parts.join("results.csv");
    let bytes = fs::read(&results).unwrap();
    fs::write(&results, &bytes[..bytes.len() / 2]).unwrap();
    // The seed is that of the folder.
    let ran = contradict(&parts, &["--positions", "1050"]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{}", ran.out);
    assert_eq!(sums(&parts), expected);
    // Another seed is another run.
    let ran = contradict(&parts, &["--positions", "1050", "--seed", "8"]);
    ran.assert_refused(&["'seed 7', not 'seed 8'"]);
}

#[test]
fn a_report_has_a_row_for_each_kind_and_a_fresh_seed_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let words = ["--positions", "70", "--kinds", "playout,two-kings"];
    let ran = contradict(&out, &words);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{}", ran.out);
    let report = fs::read_to_string(out.join("report.md")).unwrap();
    let seed = ran.out.split("seed ").nth(1).unwrap();
    let seed = seed.split(')').next().unwrap();
    assert!(report.contains(&format!("| seed | {seed} |")), "{report}");
    for kind in KINDS {
        let is_asked = ["playout", "two-kings"].contains(&kind);
        assert_eq!(report.contains(&format!("\n| {kind} | 35 |")), is_asked);
    }
    assert!(report.contains("\n| all | 70 |"), "{report}");
    let other = contradict(&folder.path().join("other"), &words);
    assert!(
        !other.out.contains(&format!("seed {seed})")),
        "{}",
        other.out
    );
    let ran = contradict(&out, &[&words[..], &["--lang", "ja"]].concat());
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.out.contains("70 局面"), "{}", ran.out);
}

/// Speaks USI and answers every question in the same way.
#[cfg(unix)]
const ENGINE: &str = r#"
while read -r line; do
    case "$line" in
    usi) echo "id name Stubborn"; echo "option name RootIsAndNodeIfChecked type check default true"
         echo usiok ;;
    isready) echo readyok ;;
    quit) exit 0 ;;
    go*) echo "checkmate $1" ;;
    esac
done
"#;

#[cfg(unix)]
fn engine(folder: &Path, answer: &str) -> String {
    let path: PathBuf = folder.join("engine.sh");
    fs::write(&path, ENGINE).unwrap();
    format!("sh \"{}\" {answer}", path.display())
}

#[cfg(unix)]
#[test]
fn an_engine_that_is_wrong_is_contradicted_and_what_it_denies_is_made_small() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let engine = engine(folder.path(), "nomate");
    let words = ["--positions", "40", "--seed", "1", "--threads", "1"];
    let words = [&words[..], &["--kinds", "few-pieces", "--engine", &engine]].concat();
    let ran = contradict(&out, &words);
    assert_eq!(ran.code, 1, "{}", ran.err);
    let file = out.join("contradictions.tsv");
    let again = format!(
        "to see it again: kemuri-lab contradict --again {}",
        file.display()
    );
    assert!(ran.err.contains(&again), "{}", ran.err);
    let text = fs::read_to_string(&file).unwrap();
    let rows: Vec<Vec<&str>> = (text.lines().filter(|line| !line.starts_with('#')))
        .map(|line| line.split('\t').collect())
        .collect();
    assert!(!rows.is_empty());
    for row in &rows {
        assert_eq!(row.len(), 6, "{row:?}");
        let pieces = |sfen: &str| sfen.chars().filter(char::is_ascii_alphabetic).count();
        assert!(
            pieces(row[1]) <= 5 && pieces(row[1]) <= pieces(row[5]),
            "{row:?}"
        );
        assert!(row[4].starts_with("engine 1 Stubborn: nomate"), "{row:?}");
    }
    // What was found before counts: the same command does nothing and says so.
    let ran = contradict(&out, &words);
    assert_eq!(ran.code, 1, "{}", ran.err);
    assert_eq!(fs::read_to_string(&file).unwrap(), text);
    // The file shows it again, with the engine; without it nobody is contradicted.
    let file = file.to_str().unwrap();
    let ran = run(&["contradict", "--again", file, "--engine", &engine]);
    assert_eq!(
        (ran.code, ran.out.lines().count()),
        (1, rows.len()),
        "{}",
        ran.out
    );
    let told = |line: &str| line.contains("but engine 1 Stubborn: nomate in ");
    assert!(ran.out.lines().all(told), "{}", ran.out);
    let ran = run(&["contradict", "--again", file]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{}", ran.out);
    assert!(
        ran.out
            .lines()
            .all(|line| line.contains("no contradiction")),
        "{}",
        ran.out
    );
}

#[test]
fn positions_that_misled_somebody_are_compared_in_every_setting() {
    let fixtures = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/contradictions.tsv");
    let ran = run(&["contradict", "--again", fixtures]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{}", ran.out);
    let text = fs::read_to_string(fixtures).unwrap();
    let rows = text.lines().filter(|line| !line.starts_with('#'));
    assert_eq!(ran.out.lines().count(), rows.count());
}

/// Words, and what is said of them in English and Japanese.
const REFUSED: &str = "\
contradict --problems x.tsv | --problems and contradict cannot go together | 併用できません
contradict --hash 1M | --hash and contradict cannot go together | 併用できません
contradict --graphs 5 | --graphs says nothing without lengths | lengths とともに
contradict --kinds pawns | 'pawns' is not one of | いずれかではありません
contradict --seed x | 'x' is not a whole number | 整数
contradict --threads 0 | from 1 to 64 | 1〜64
contradict --positions 0 | --positions | 1 以上の整数
contradict --engine /no/such | --engine | --engine
contradict --again no.tsv | no.tsv | no.tsv
contradict --again no.tsv --seed 1 | cannot go together | 併用できません
cycles --problems x.tsv --seed 1 | --seed says nothing without contradict | contradict とともに
cycles --problems x.tsv --kinds playout | --kinds says nothing without contradict | contradict とともに
";

#[test]
fn bad_usage_is_refused_in_one_line() {
    for case in REFUSED.lines() {
        let [line, english, japanese] = case.split('|').map(str::trim).collect::<Vec<_>>()[..]
        else {
            panic!("{case}");
        };
        for (lang, sentence) in [("en", english), ("ja", japanese)] {
            let words = line.split_whitespace().chain(["--lang", lang]);
            run(&words.collect::<Vec<_>>()).assert_refused(&[sentence]);
        }
    }
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("fixtures.tsv");
    fs::write(&file, "# a comment\na\t8k/9/9/9/9/9/9/9/9 b G 1\tred\n").unwrap();
    let file = file.to_str().unwrap();
    for (lang, sentence) in [("en", "line 2: this is not a name"), ("ja", "2 行目")] {
        run(&["contradict", "--again", file, "--lang", lang]).assert_refused(&[sentence]);
    }
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_a_run_that_keeps_what_it_has() {
    use crate::lab;
    use kemuri_testing::process::{PATIENCE, interrupt, wait};
    use std::process::Stdio;
    use std::time::{Duration, Instant};

    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let mut child = lab()
        .args(["contradict", "--time", "1h", "--out", out.to_str().unwrap()])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let results = out.join("results.csv");
    let start = Instant::now();
    while fs::read_to_string(&results).map_or(0, |text| text.lines().count()) < 2 {
        assert!(start.elapsed() < PATIENCE, "nothing is written");
        std::thread::sleep(Duration::from_millis(5));
    }
    interrupt(&child);
    assert_eq!(wait(&mut child), 1);
    let before: u64 = sums(&out).values().map(|sums| sums["positions"]).sum();
    assert!(before > 0);
    let ran = contradict(&out, &["--positions", "7"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let after: u64 = sums(&out).values().map(|sums| sums["positions"]).sum();
    assert!(after >= before, "{after} {before}");
}

/// A step of `cargo xtask test`: a minute with a seed that nobody has tried.
#[test]
#[ignore = "takes a minute; `cargo xtask test` runs it"]
fn a_minute_finds_no_contradiction() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let ran = contradict(&out, &["--time", "60s", "--positions", "100000"]);
    println!("{}", ran.out);
    let found = fs::read_to_string(out.join("contradictions.tsv")).unwrap_or_default();
    assert_eq!(ran.code, 0, "{}\n{found}", ran.err);
}
