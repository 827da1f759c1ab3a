//! What becomes of an experiment that is interrupted, cut off or started again,
//! and what is refused.

use crate::run;
use crate::small_run::{PROBLEMS, SmallRuns, files};
use std::fs;

#[test]
fn a_report_is_written_in_the_language_of_the_user() {
    let runs = SmallRuns::new();
    for experiment in ["proof-hands", "table-gc", "cycles", "lengths", "ablation"] {
        let words = runs.words(experiment, "three.tsv", experiment);
        let ran = run(&words);
        assert_eq!(ran.code, 0, "{}", ran.err);
        let english = tables(&runs.read(experiment, "report.md"));
        let results = runs.read(experiment, "results.csv");
        let again = run(&[words, vec!["--lang".into(), "ja".into()]].concat());
        assert_eq!(again.code, 0, "{}", again.err);
        let report = runs.read(experiment, "report.md");
        assert!(report.contains(&format!("# 実験: {experiment}")));
        assert!(again.out.contains("結果"), "{}", again.out);
        assert_eq!(tables(&report), english);
        // Nothing was measured again.
        assert_eq!(runs.read(experiment, "results.csv"), results);
    }
}

/// The rows and columns of the tables of a report. The rows of a table have as
/// many cells as its head.
fn tables(report: &str) -> Vec<(usize, usize)> {
    let columns = |line: &str| line.matches(" |").count();
    let mut tables: Vec<(usize, usize)> = Vec::new();
    let mut is_inside = false;
    for line in report.lines() {
        let is_row = line.starts_with("| ");
        match (is_row, is_inside) {
            (true, false) => tables.push((0, columns(line))),
            (true, true) => {
                let table = tables.last_mut().unwrap();
                table.0 += 1;
                assert_eq!(columns(line), table.1, "{line}");
            }
            _ => {}
        }
        is_inside = is_row || line.starts_with("|-");
    }
    tables
}

#[test]
fn a_run_cut_off_anywhere_ends_with_the_same_rows() {
    let runs = SmallRuns::new();
    for (experiment, file) in [("cycles", "results.csv"), ("lengths", "graphs.csv")] {
        let ran = runs.small(experiment);
        assert_eq!(ran.code, 0, "{}", ran.err);
        let whole = runs.rows(experiment, file);
        let path = runs.path(experiment).join(file);
        let bytes = fs::read(&path).unwrap();
        for length in [0, 3, bytes.len() / 3, bytes.len() / 2, bytes.len() - 1] {
            fs::write(&path, &bytes[..length]).unwrap();
            let ran = runs.small(experiment);
            assert_eq!(ran.code, 0, "{}", ran.err);
            assert_eq!(runs.rows(experiment, file), whole, "cut at {length}");
        }
    }
}

#[test]
fn damaged_rows_are_told_and_measured_again() {
    let runs = SmallRuns::new();
    assert_eq!(runs.small("cycles").code, 0);
    let whole = runs.rows("cycles", "results.csv");
    let text = runs.read("cycles", "results.csv");
    let mut lines: Vec<&str> = text.lines().collect();
    lines[2] = "2,lone\0\0\0";
    let damaged = lines.join("\n") + "\n";
    runs.write("cycles/results.csv", &damaged);
    let ran = runs.small("cycles");
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(
        ran.err.contains("1 damaged line (3) is left out"),
        "{}",
        ran.err
    );
    assert_eq!(runs.rows("cycles", "results.csv"), whole);
    assert_eq!(runs.read("cycles", "results.csv.damaged"), damaged);
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_goes_on_and_ends_with_the_same_rows() {
    use crate::lab;
    use kemuri_testing::process::{PATIENCE, interrupt, wait};
    use std::process::Stdio;
    use std::time::{Duration, Instant};

    let runs = SmallRuns::new();
    // Enough to be interrupted in the middle of a search.
    let hard = "4k4/9/9/9/9/9/9/9/9 b RB 1";
    let collection: String = (1..=4).map(|n| format!("hard{n}\t{hard}\n")).collect();
    runs.write("hard.tsv", &collection);
    let words = |out| -> Vec<String> {
        let mut words = runs.words("proof-hands", "hard.tsv", out);
        words.extend(["--limit", "150000"].map(String::from));
        words
    };
    let whole = run(&words("whole"));
    assert_eq!(whole.code, 0, "{}", whole.err);
    let words = words("broken");
    let mut child = lab()
        .args(&words)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let results = runs.path("broken").join("results.csv");
    let start = Instant::now();
    // The header and one row.
    while fs::read_to_string(&results).map_or(0, |text| text.lines().count()) < 2 {
        assert!(start.elapsed() < PATIENCE, "nothing is written");
        std::thread::sleep(Duration::from_millis(2));
    }
    interrupt(&child);
    assert_eq!(wait(&mut child), 1);
    let [whole, part] = ["whole", "broken"].map(|out| runs.rows(out, "results.csv"));
    assert!(
        !part.is_empty() && part.len() < whole.len(),
        "{}",
        part.len()
    );
    assert!(part.iter().all(|row| whole.contains(row)), "{part:?}");
    assert!(!runs.path("broken").join("report.md").exists());
    let ran = run(&words);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    assert_eq!(runs.rows("broken", "results.csv"), whole);
}

/// Words, and what is said of them in English and Japanese. A word that starts
/// with a slash is a file of the folder.
const REFUSED: &str = "\
| needs the name of an experiment | 実験の名前
cycle | 'cycle' is not one of | いずれかではありません
cycles --out /new | needs problems | 問題集
cycles --out /new --problems no.tsv | no.tsv: there is no such file | そのようなファイルはなく
cycles --out /new --problems /empty.tsv | there is no problem in it | 問題が一つもありません
cycles --out /new --problems /twice.tsv | 'muso100': two problems have this name | 「muso100」: 同じ名前の問題
cycles --out /new --problems /three.tsv /three.tsv | 'muso002': two problems have this name | 「muso002」: 同じ名前の問題
cycles --out /new --problems /broken.tsv | line 4 | 4 行目
cycles --out /new --problems /three.tsv --limit 0 | --limit | 1 以上の整数
table-gc --out /new --problems /three.tsv --hash 1M | --hash and table-gc cannot go together | 併用できません
cycles --out /new --problems /three.tsv --graphs 5 | --graphs says nothing without lengths | lengths とともに
cycles --out '' --problems /three.tsv | needs a folder | フォルダー
ablation --out /cycles --problems /three.tsv | 'experiment cycles', not 'experiment ablation' | 別の計算のフォルダー
cycles --out /cycles --problems /three.tsv --limit 5 | 'limit 20000', not 'limit 5' | 「limit 5」ではなく
cycles --out /cycles --problems /other.tsv --limit 20000 | 'collection of 3, checksum | 別の計算のフォルダー
cycles --out /cycles --problems /three.tsv --hash 1M --limit 20000 | 'options hash=256M | 別の計算のフォルダー
cycles --out /full --problems /three.tsv | neither empty nor | 空でも
cycles --out /three.tsv --problems /three.tsv | this is a file, not a folder | ファイルです
cycles --out /damaged --problems /three.tsv --limit 20000 | results.csv, line 1: this is no row | 1 行目
";

#[test]
fn bad_input_is_refused_in_one_line_and_nothing_is_touched() {
    let runs = SmallRuns::new();
    assert_eq!(runs.small("cycles").code, 0);
    runs.write("empty.tsv", "# nothing\n");
    runs.write("broken.tsv", &format!("{PROBLEMS}x\tnonsense\n"));
    runs.write("twice.tsv", &PROBLEMS.replace("lone gold", "muso100"));
    runs.write("other.tsv", &PROBLEMS.replace("lone", "only"));
    fs::create_dir(runs.path("full")).unwrap();
    runs.write("full/letter.txt", "dear");
    fs::create_dir(runs.path("damaged")).unwrap();
    let manifest = runs.read("cycles", "experiment.txt");
    runs.write("damaged/experiment.txt", &manifest);
    runs.write("damaged/results.csv", "number,problem\n1,2\n");
    let before = files(runs.folder.path());
    let words = |line: &str| -> Vec<String> {
        let word = |word: &str| match word.strip_prefix('/') {
            Some(name) => runs.word(name),
            None => word.trim_matches('\'').into(),
        };
        line.split_whitespace().map(word).collect()
    };
    for case in REFUSED.lines() {
        let [line, english, japanese] = case.split('|').map(str::trim).collect::<Vec<_>>()[..]
        else {
            panic!("{case}");
        };
        for (lang, sentence) in [("en", english), ("ja", japanese)] {
            let ran = run(&[words(line), vec!["--lang".into(), lang.into()]].concat());
            assert_eq!(ran.code, 2, "{line}: {}", ran.err);
            assert_eq!(ran.err.lines().count(), 1, "{}", ran.err);
            assert!(ran.err.contains(sentence), "{line}: {}", ran.err);
            assert_eq!(ran.out, "");
        }
    }
    let mut after = files(runs.folder.path());
    // An empty file that says who is at work is all that a look leaves.
    after.remove(&runs.path("damaged").join("lock"));
    assert_eq!(before, after);
}
