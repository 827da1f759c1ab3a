//! `kemuri experiment`, as a user runs it: a small version of each, what is
//! refused, and what becomes of a run that is interrupted.

mod common;

use common::{Ran, run};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::{TempDir, tempdir};

/// Three positions, two of them named after problems that have published
/// figures; they are none of those problems. The last takes more nodes than the
/// limit.
const PROBLEMS: &str = "muso002\t8k/6G2/9/8l/9/9/9/9/9 b 2S2r2b3g2s4n3l18p 1\t5\n\
                        lone gold\t4k4/9/9/9/9/9/9/9/9 b G 1\tnomate\n\
                        muso100\t4k4/9/9/9/9/9/9/9/9 b 2B2N 1\tnomate\n";

/// Nodes for each search of a small run.
const LIMIT: &str = "20000";
/// Nodes that are enough for the last problem, in the smallest of tables too.
const ENOUGH: &str = "600000";

/// A folder with a collection and room for runs.
struct Bench {
    folder: TempDir,
}

impl Bench {
    fn new() -> Self {
        let bench = Self {
            folder: tempdir().unwrap(),
        };
        bench.write("three.tsv", PROBLEMS);
        bench
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn word(&self, name: &str) -> String {
        self.path(name).to_str().unwrap().into()
    }

    fn write(&self, name: &str, content: &str) -> String {
        fs::write(self.path(name), content).unwrap();
        self.word(name)
    }

    /// The words of a small run of an experiment over a collection into a folder.
    fn words(&self, experiment: &str, collection: &str, out: &str) -> Vec<String> {
        let (collection, out) = (self.word(collection), self.word(out));
        let limit = if experiment == "table-gc" {
            ENOUGH
        } else {
            LIMIT
        };
        let words = ["experiment", experiment, "--out", &out, "--limit", limit];
        let mut words = words.map(String::from).to_vec();
        words.extend(["--problems".into(), collection]);
        if experiment == "lengths" {
            words.extend(["--graphs", "300"].map(String::from));
        }
        words
    }

    fn small(&self, experiment: &str) -> Ran {
        run(&self.words(experiment, "three.tsv", experiment))
    }

    /// The report of a small run that must succeed.
    fn report(&self, experiment: &str) -> String {
        let ran = self.small(experiment);
        assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{experiment}");
        assert!(ran.out.contains("Results in "), "{}", ran.out);
        let report = self.read(experiment, "report.md");
        for part in [
            "kemuri 0.",
            "three.tsv (3 positions)",
            "0,000 nodes for each",
            "hash=",
            "core",
        ] {
            assert!(report.contains(part), "{part}: {report}");
        }
        // What is printed is the paragraph of the report.
        let reading = ran.out.lines().next().unwrap();
        assert!(report.contains(reading), "{reading}");
        report
    }

    fn read(&self, out: &str, file: &str) -> String {
        fs::read_to_string(self.path(out).join(file)).unwrap()
    }

    /// The rows of a CSV without their times, sorted.
    fn rows(&self, out: &str, file: &str) -> Vec<BTreeMap<String, String>> {
        let text = self.read(out, file);
        let mut reader = csv::Reader::from_reader(text.as_bytes());
        let mut rows: Vec<BTreeMap<String, String>> =
            reader.deserialize().map(Result::unwrap).collect();
        for row in &mut rows {
            row.remove("time_us");
        }
        rows.sort();
        rows
    }

    /// The pictures of a run, all of which must be well-formed.
    fn pictures(&self, out: &str) -> Vec<String> {
        let mut names: Vec<String> = fs::read_dir(self.path(out))
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .filter(|name| name.ends_with(".svg"))
            .collect();
        names.sort();
        let report = self.read(out, "report.md");
        for name in &names {
            let picture = self.read(out, name);
            let tree = roxmltree::Document::parse(&picture).unwrap();
            assert!(
                tree.root_element()
                    .has_tag_name(("http://www.w3.org/2000/svg", "svg"))
            );
            assert!(!picture.contains("NaN"), "{name}");
            assert!(report.contains(&format!("({name})")), "{name}");
        }
        names
    }
}

/// The cells of the first row of a Markdown table that starts with `first`.
fn cells(report: &str, first: &str) -> Vec<String> {
    let start = format!("| {first} |");
    let row = report.lines().find(|line| line.starts_with(&start));
    let row = row.unwrap_or_else(|| panic!("no row of {first}: {report}"));
    let cells = row
        .trim_matches('|')
        .split('|')
        .map(|cell| cell.trim().into());
    cells.collect()
}

/// The files of a folder, with what is in them.
fn files(path: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut all = BTreeMap::new();
    for entry in fs::read_dir(path).unwrap() {
        let path = entry.unwrap().path();
        match path.is_dir() {
            true => all.extend(files(&path)),
            false => {
                all.insert(path.clone(), fs::read(&path).unwrap());
            }
        }
    }
    all
}

#[test]
fn proof_hands_sets_published_ratios_beside_ours() {
    let bench = Bench::new();
    let report = bench.report("proof-hands");
    let rows = bench.rows("proof-hands", "results.csv");
    assert_eq!(rows.len(), 6);
    for row in &rows {
        let expected = match row["number"].as_str() {
            "1" => ["mate", ""],
            "2" => ["nomate", ""],
            _ => ["unknown", "nodes"],
        };
        assert_eq!([&row["verdict"], &row["reason"]], expected, "{row:?}");
    }
    // Muso 2 in the figures of 1999.
    let row = cells(&report, "muso002");
    assert_eq!(
        row[1..6],
        ["2,790,497", "149.00", "2,782,644", "148.00", "0.997"]
    );
    let nodes = |setting: &str| {
        let of =
            |row: &&BTreeMap<String, String>| row["number"] == "1" && row["setting"] == setting;
        rows.iter().find(of).unwrap()["nodes"]
            .parse::<f64>()
            .unwrap()
    };
    let ratio = nodes("with") / nodes("without");
    assert_eq!(row[10], format!("{ratio:.3}"));
    let difference = ratio - 2_782_644.0 / 2_790_497.0;
    assert_eq!(row[11], format!("{difference:+.3}"));
    // A problem that nobody published anything of.
    assert_eq!(cells(&report, "lone gold")[1..6], ["–"; 5]);
    assert_eq!(bench.pictures("proof-hands"), ["proof-hands.svg"]);
}

#[test]
fn table_gc_compares_what_needs_a_collection() {
    let bench = Bench::new();
    let report = bench.report("table-gc");
    let rows = bench.rows("table-gc", "results.csv");
    let of = |number: &str, size: &str| {
        let setting = format!("hash={size} ");
        let rows = rows.iter();
        let rows = rows.filter(|r| r["number"] == number && r["setting"].starts_with(&setting));
        rows.count()
    };
    // Small problems are tried once at each size, and then left alone.
    for size in ["2.8M", "5.6M", "8.4M", "11.2M"] {
        assert_eq!((of("1", size), of("2", size)), (1, 1), "{size}");
    }
    assert_eq!((of("3", "2.8M"), of("3", "11.2M")), (7, 1));
    // Formula (2) over one problem, by hand.
    let nodes = |load: u64, free: u64| {
        let setting = format!("hash=2.8M gc-load={load} gc-free={free}");
        let row = rows
            .iter()
            .find(|r| r["number"] == "3" && r["setting"] == setting);
        row.unwrap()["nodes"].parse::<f64>().unwrap()
    };
    let change = |a: f64, b: f64| if a >= b { a / b - 1.0 } else { 1.0 - b / a };
    let expected: Vec<String> = [60, 70, 80, 90]
        .map(|load| format!("{:.3}", change(nodes(load, 30), nodes(80, 30))))
        .to_vec();
    let ours = report.split("measured, nodes").nth(1).unwrap();
    let row = cells(ours, "2.8M");
    assert_eq!((row[1].as_str(), &row[2..]), ("1", &expected[..]));
    let theirs = report.split("Table 1").nth(1).unwrap();
    assert_eq!(
        cells(theirs, "2.8M")[1..],
        ["109", "0.1090", "0.1267", "0.0000", "-0.0733"]
    );
    assert_eq!(bench.pictures("table-gc"), ["gc-free.svg", "gc-load.svg"]);
}

#[test]
fn what_the_paper_left_out_is_left_out() {
    let bench = Bench::new();
    bench.write("zuko.tsv", &PROBLEMS.replace("muso100", "zuko008"));
    let ran = run(&bench.words("table-gc", "zuko.tsv", "out"));
    assert_eq!(ran.code, 0, "{}", ran.err);
    let rows = bench.rows("out", "results.csv");
    assert!(
        rows.iter().all(|row| row["problem"] != "zuko008"),
        "{rows:?}"
    );
    assert!(ran.out.contains("2.8M: 0, "), "{}", ran.out);
}

#[test]
fn cycles_tells_what_each_remedy_decides() {
    let bench = Bench::new();
    let report = bench.report("cycles");
    assert_eq!(bench.rows("cycles", "results.csv").len(), 9);
    for remedy in ["none", "min-distance", "threshold"] {
        let row = cells(&report, remedy);
        let decided: usize = row[1].parse().unwrap();
        let undecided: usize = row[2].parse().unwrap();
        assert_eq!(decided + undecided, 3, "{row:?}");
    }
    assert_eq!(cells(&report, "threshold")[5], "1.000");
    // The one problem that the article names.
    let row = cells(&report, "muso 100");
    assert_eq!(row[1..3], ["none", "0/1"]);
    assert_eq!(cells(&report, "muso *")[2], "1/1");
    assert_eq!(bench.pictures("cycles"), ["cycles.svg"]);
}

#[test]
fn lengths_repeats_the_tables_and_tries_the_rule() {
    let bench = Bench::new();
    let report = bench.report("lengths");
    // From A: B in 18, E not at all; from D: B not at all, D in 7.
    for (row, rest) in [
        ("| A | B |", "18 | 18 | yes | 8 |"),
        ("| A | E |", "∞ | ∞ | yes | 6 |"),
        ("| D | B |", "∞ | ∞ | yes | 8 |"),
        ("| D | D |", "7 | 7 | yes | 7 |"),
    ] {
        assert!(report.contains(&format!("{row} {rest}")), "{row}: {report}");
    }
    let batches = bench.rows("lengths", "graphs.csv");
    let wrong = |rule: &str| -> u64 {
        let of = batches.iter().filter(|row| row["rule"] == rule);
        of.map(|row| row["wrong"].parse::<u64>().unwrap()).sum()
    };
    assert_eq!(wrong("printed"), 0);
    assert!(report.contains("no counterexample was found"), "{report}");
    for rule in ["trust-below-head", "trust-tail"] {
        assert!(wrong(rule) > 0, "{rule}");
    }
    let row = cells(&report, "muso002");
    assert_eq!(row[1..4], ["47", "≤5", "5"]);
    let pictures = [
        "counterexample-trust-below-head.svg",
        "counterexample-trust-tail.svg",
        "lengths.svg",
    ];
    assert_eq!(bench.pictures("lengths"), pictures);
}

#[test]
fn lengths_can_do_without_problems() {
    let bench = Bench::new();
    let out = bench.word("out");
    let ran = run(&["experiment", "lengths", "--graphs", "10", "--out", &out]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    let report = bench.read("out", "report.md");
    assert!(report.contains("none (0 positions)"), "{report}");
    assert!(!report.contains("Every problem"), "{report}");
}

#[test]
fn ablation_measures_every_technique() {
    let bench = Bench::new();
    let report = bench.report("ablation");
    let rows = bench.rows("ablation", "results.csv");
    let settings: std::collections::BTreeSet<&str> =
        rows.iter().map(|row| row["setting"].as_str()).collect();
    assert_eq!(rows.len(), 3 * settings.len());
    for spec in kemuri_solver::options::TABLE {
        if spec.kind == kemuri_solver::options::Kind::Switch {
            let setting = format!("{}=off", spec.name);
            assert!(settings.contains(setting.as_str()), "{setting}");
            assert!(cells(&report, &format!("`{setting}`")).len() == 10);
        }
    }
    assert_eq!(bench.pictures("ablation"), ["ablation.svg"]);
}

#[test]
fn a_report_is_written_in_the_language_of_the_user() {
    let bench = Bench::new();
    let words = bench.words("cycles", "three.tsv", "out");
    let ran = run(&words);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let results = bench.read("out", "results.csv");
    let again = run(&[words, vec!["--lang".into(), "ja".into()]].concat());
    assert_eq!(again.code, 0, "{}", again.err);
    assert!(bench.read("out", "report.md").contains("# 実験: cycles"));
    assert!(again.out.contains("結果"), "{}", again.out);
    // Nothing was measured again.
    assert_eq!(bench.read("out", "results.csv"), results);
}

#[test]
fn a_run_cut_off_anywhere_ends_with_the_same_rows() {
    let bench = Bench::new();
    for (experiment, file) in [("cycles", "results.csv"), ("lengths", "graphs.csv")] {
        let ran = bench.small(experiment);
        assert_eq!(ran.code, 0, "{}", ran.err);
        let whole = bench.rows(experiment, file);
        let path = bench.path(experiment).join(file);
        let bytes = fs::read(&path).unwrap();
        for length in [0, 3, bytes.len() / 3, bytes.len() / 2, bytes.len() - 1] {
            fs::write(&path, &bytes[..length]).unwrap();
            let ran = bench.small(experiment);
            assert_eq!(ran.code, 0, "{}", ran.err);
            assert_eq!(bench.rows(experiment, file), whole, "cut at {length}");
        }
    }
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_goes_on_and_ends_with_the_same_rows() {
    use common::{PATIENCE, interrupt, kemuri, wait};
    use std::process::Stdio;
    use std::time::{Duration, Instant};

    let bench = Bench::new();
    // Enough to be interrupted in the middle of a search.
    let hard = "4k4/9/9/9/9/9/9/9/9 b RB 1";
    let collection: String = (1..=4).map(|n| format!("hard{n}\t{hard}\n")).collect();
    bench.write("hard.tsv", &collection);
    let words = |out| -> Vec<String> {
        let mut words = bench.words("proof-hands", "hard.tsv", out);
        words.extend(["--limit", "150000"].map(String::from));
        words
    };
    let whole = run(&words("whole"));
    assert_eq!(whole.code, 0, "{}", whole.err);
    let words = words("broken");
    let mut child = kemuri()
        .args(&words)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let results = bench.path("broken").join("results.csv");
    let start = Instant::now();
    // The header and one row.
    while fs::read_to_string(&results).map_or(0, |text| text.lines().count()) < 2 {
        assert!(start.elapsed() < PATIENCE, "nothing is written");
        std::thread::sleep(Duration::from_millis(2));
    }
    interrupt(&child);
    assert_eq!(wait(&mut child), 1);
    let [whole, part] = ["whole", "broken"].map(|out| bench.rows(out, "results.csv"));
    assert!(
        !part.is_empty() && part.len() < whole.len(),
        "{}",
        part.len()
    );
    assert!(part.iter().all(|row| whole.contains(row)), "{part:?}");
    assert!(!bench.path("broken").join("report.md").exists());
    let ran = run(&words);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    assert_eq!(bench.rows("broken", "results.csv"), whole);
}

#[test]
fn bad_input_is_refused_in_one_line_and_nothing_is_touched() {
    let bench = Bench::new();
    assert_eq!(bench.small("cycles").code, 0);
    let three = bench.word("three.tsv");
    let empty = bench.write("empty.tsv", "# nothing\n");
    let broken = bench.write("broken.tsv", &format!("{PROBLEMS}x\tnonsense\n"));
    let other = bench.write("other.tsv", &PROBLEMS.replace("lone", "only"));
    fs::create_dir(bench.path("full")).unwrap();
    bench.write("full/letter.txt", "dear");
    fs::create_dir(bench.path("damaged")).unwrap();
    let manifest = bench.read("cycles", "experiment.txt");
    bench.write("damaged/experiment.txt", &manifest);
    bench.write("damaged/results.csv", "number,problem\n1,2\n");
    let [cycles, full, damaged] = ["cycles", "full", "damaged"].map(|name| bench.word(name));
    let before = files(bench.folder.path());
    let new = bench.word("new");
    let with = |words: &[&str]| -> Vec<String> {
        let start = ["experiment"].into_iter().chain(words.iter().copied());
        start.map(String::from).collect()
    };
    let limited = ["--limit", LIMIT];
    let cases: [(Vec<String>, &str, &str); 17] = [
        (with(&[]), "needs the name of one", "実験の名前"),
        (
            with(&["cycle"]),
            "'cycle' is not one of",
            "いずれかではありません",
        ),
        (with(&["cycles", "--out", &new]), "needs problems", "問題集"),
        (
            with(&["cycles", "--out", &new, "--problems", "no.tsv"]),
            "no.tsv: there is no such file",
            "そのようなファイルはなく",
        ),
        (
            with(&["cycles", "--out", &new, "--problems", &empty]),
            "there is no problem in it",
            "問題が一つもありません",
        ),
        (
            with(&["cycles", "--out", &new, "--problems", &broken]),
            "line 4",
            "4 行目",
        ),
        (
            with(&[
                "cycles",
                "--out",
                &new,
                "--problems",
                &three,
                "--limit",
                "0",
            ]),
            "--limit",
            "1 以上の整数",
        ),
        (
            with(&[
                "table-gc",
                "--out",
                &new,
                "--problems",
                &three,
                "--hash",
                "1M",
            ]),
            "--hash and table-gc cannot go together",
            "併用できません",
        ),
        (
            with(&[
                "cycles",
                "--out",
                &new,
                "--problems",
                &three,
                "--graphs",
                "5",
            ]),
            "--graphs says nothing without lengths",
            "lengths とともに",
        ),
        (
            with(&["cycles", "--out", "", "--problems", &three]),
            "needs a folder",
            "フォルダー",
        ),
        (
            with(&["ablation", "--out", &cycles, "--problems", &three]),
            "'experiment cycles', not 'experiment ablation'",
            "別の計算のフォルダー",
        ),
        (
            with(&[
                "cycles",
                "--out",
                &cycles,
                "--problems",
                &three,
                "--limit",
                "5",
            ]),
            "'limit 20000', not 'limit 5'",
            "「limit 5」ではなく",
        ),
        (
            with(&[
                "cycles",
                "--out",
                &cycles,
                "--problems",
                &other,
                limited[0],
                limited[1],
            ]),
            "'collection of 3, checksum",
            "別の計算のフォルダー",
        ),
        (
            with(&[
                "cycles",
                "--out",
                &cycles,
                "--problems",
                &three,
                "--hash",
                "1M",
                limited[0],
                limited[1],
            ]),
            "'options hash=256M",
            "別の計算のフォルダー",
        ),
        (
            with(&["cycles", "--out", &full, "--problems", &three]),
            "neither empty nor",
            "空でも",
        ),
        (
            with(&["cycles", "--out", &three, "--problems", &three]),
            "this is a file, not a folder",
            "ファイルです",
        ),
        (
            with(&[
                "cycles",
                "--out",
                &damaged,
                "--problems",
                &three,
                limited[0],
                limited[1],
            ]),
            "results.csv, line 2: this is no row",
            "2 行目",
        ),
    ];
    for (words, english, japanese) in cases {
        for (lang, sentence) in [("en", english), ("ja", japanese)] {
            let ran = run(&[words.clone(), vec!["--lang".into(), lang.into()]].concat());
            assert_eq!(ran.code, 2, "{words:?}: {}", ran.err);
            assert_eq!(ran.err.lines().count(), 1, "{}", ran.err);
            assert!(ran.err.contains(sentence), "{words:?}: {}", ran.err);
            assert_eq!(ran.out, "");
        }
    }
    let mut after = files(bench.folder.path());
    // An empty file that says who is at work is all that a look leaves.
    after.remove(&bench.path("damaged").join("lock"));
    assert_eq!(before, after);
}
