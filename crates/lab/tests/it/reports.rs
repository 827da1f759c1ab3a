//! The report of each experiment.

use crate::run;
use crate::small_run::{PROBLEMS, SmallRuns, cells};
use std::collections::BTreeMap;

#[test]
fn proof_hands_sets_published_ratios_beside_ours() {
    let runs = SmallRuns::new();
    let report = runs.report("proof-hands");
    let rows = runs.rows("proof-hands", "results.csv");
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
    assert_eq!(row[1..6], ["2,790,497", "149", "2,782,644", "148", "0.997"]);
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
    assert_eq!(runs.pictures("proof-hands"), ["proof-hands.svg"]);
}

#[test]
fn table_gc_compares_what_needs_a_collection() {
    let runs = SmallRuns::new();
    let report = runs.report("table-gc");
    let rows = runs.rows("table-gc", "results.csv");
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
    let pairs = [
        (80, 30),
        (60, 30),
        (70, 30),
        (80, 10),
        (80, 20),
        (80, 40),
        (90, 30),
    ];
    let expected = pairs
        .map(|(load, free)| format!("{:.3}", change(nodes(load, free), nodes(80, 30))))
        .to_vec();
    let means = report.split("## Tables 1 and 3").nth(1).unwrap();
    let row = cells(means, "2.8M | measured, nodes");
    assert_eq!((row[2].as_str(), &row[3..]), ("1", &expected[..]));
    assert_eq!(
        cells(means, "2.8M | published, time")[2..],
        [
            "109", "0.0000", "0.1090", "0.1267", "-0.0224", "0.0021", "-0.0013", "-0.0733"
        ]
    );
    // Totals over that of 80 / 30, less the same of the paper.
    let both = nodes(60, 30) / nodes(80, 30) - 10566.2 / 6487.1;
    let totals = report.split("## Tables 2 and 4").nth(1).unwrap();
    let row = cells(totals, "2.8M | difference");
    assert_eq!([&row[4], &row[3]], [&format!("{both:+.3}"), "+0.000"]);
    let millions = format!("{:.1} (0)", nodes(60, 30) / 1e6);
    assert_eq!(cells(totals, "2.8M | measured, nodes")[4], millions);
    // What needs no collection at a size has no totals there.
    for row in ["measured, time", "measured, nodes", "difference"] {
        assert_eq!(
            cells(totals, &format!("11.2M | {row}"))[2..],
            ["0", "–", "–", "–", "–", "–", "–", "–"]
        );
    }
    assert_eq!(runs.pictures("table-gc"), ["gc-free.svg", "gc-load.svg"]);
}

#[test]
fn what_the_paper_left_out_is_left_out() {
    let runs = SmallRuns::new();
    runs.write("zuko.tsv", &PROBLEMS.replace("muso100", "zuko008"));
    let ran = run(&runs.words("table-gc", "zuko.tsv", "out"));
    assert_eq!(ran.code, 0, "{}", ran.err);
    let rows = runs.rows("out", "results.csv");
    assert!(
        rows.iter().all(|row| row["problem"] != "zuko008"),
        "{rows:?}"
    );
    assert!(ran.out.contains("2.8M: 0, "), "{}", ran.out);
}

#[test]
fn cycles_tells_what_each_remedy_decides() {
    let runs = SmallRuns::new();
    let report = runs.report("cycles");
    assert_eq!(runs.rows("cycles", "results.csv").len(), 9);
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
    assert!(
        report.contains("Nodes of muso 100: `none` –, `min-distance` –, "),
        "{report}"
    );
    assert_eq!(runs.pictures("cycles"), ["cycles.svg"]);
}

#[test]
fn what_no_remedy_decides_is_not_counted_as_solved() {
    let runs = SmallRuns::new();
    // Nothing says whether the last one, undecided within the limit, has a mate.
    let unstated = PROBLEMS.replace("2B2N 1\tnomate", "2B2N 1\t-");
    runs.write("unstated.tsv", &unstated);
    let ran = run(&runs.words("cycles", "unstated.tsv", "out"));
    assert_eq!(ran.code, 0, "{}", ran.err);
    let row = cells(&runs.read("out", "report.md"), "muso *");
    assert_eq!(row[1..], ["min-distance", "2/2", "1/2", "muso100"]);
}

#[test]
fn a_contradiction_is_told_in_the_report_too() {
    let runs = SmallRuns::new();
    runs.write("wrong.tsv", &PROBLEMS.replace("G 1\tnomate", "G 1\t3"));
    let ran = run(&runs.words("proof-hands", "wrong.tsv", "out"));
    assert_eq!(ran.code, 1, "{}", ran.err);
    assert!(
        ran.err.contains("lone gold: verdicts contradict"),
        "{}",
        ran.err
    );
    let report = runs.read("out", "report.md");
    assert!(
        report.contains("collection expects: lone gold.**"),
        "{report}"
    );
}

#[test]
fn lengths_repeats_the_tables_and_tries_the_rule() {
    let runs = SmallRuns::new();
    let report = runs.report("lengths");
    // From A: B in 18, E not at all; from D: B not at all, D in 7.
    for (row, rest) in [
        ("| A | B |", "18 | 18 | yes | 8 |"),
        ("| A | E |", "∞ | ∞ | yes | 6 |"),
        ("| D | B |", "∞ | ∞ | yes | 8 |"),
        ("| D | D |", "7 | 7 | yes | 7 |"),
    ] {
        assert!(report.contains(&format!("{row} {rest}")), "{row}: {report}");
    }
    let batches = runs.rows("lengths", "graphs.csv");
    let wrong = |rule: &str| -> u64 {
        let of = batches.iter().filter(|row| row["rule"] == rule);
        of.map(|row| row["wrong"].parse::<u64>().unwrap()).sum()
    };
    assert_eq!(wrong("printed"), 0);
    assert!(report.contains("no counterexample was found"), "{report}");
    // Three nodes, as on the page of the withdrawn method, with what it takes to
    // follow the search by hand.
    let example =
        "3 nodes, 3 moves (A–B, A–C, B–A): searched from A, it writes ∞ at B, the rank is 2";
    assert!(report.contains(example), "{report}");
    let picture = runs.read("lengths", "counterexample-trust-tail.svg");
    assert!(picture.contains(">1; start<"), "{picture}");
    assert!(
        report.contains("1 of 3 problems (no mate: 1; undecided: muso100)"),
        "{report}"
    );
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
    assert_eq!(runs.pictures("lengths"), pictures);
}

#[test]
fn lengths_can_do_without_problems() {
    let runs = SmallRuns::new();
    let out = runs.word("out");
    let ran = run(&["lengths", "--graphs", "10", "--out", &out]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    let report = runs.read("out", "report.md");
    assert!(report.contains("none (0 positions)"), "{report}");
    assert!(!report.contains("Where the nodes differ"), "{report}");
}

#[test]
fn a_report_has_the_twenty_problems_that_differ_most() {
    let runs = SmallRuns::new();
    // A problem of five plies costs more to prove shortest than to solve; the
    // search of a lone gold is the same in both settings.
    let lone_gold = |n: usize| format!("gold{n}\t4k4/9/9/9/9/9/9/9/9 b G 1\tnomate\n");
    let problems = (1..=25).map(lone_gold).collect::<String>() + PROBLEMS;
    runs.write("many.tsv", &problems);
    let ran = run(&runs.words("lengths", "many.tsv", "out"));
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert_eq!(runs.rows("out", "results.csv").len(), 2 * 28);
    let report = runs.read("out", "report.md");
    assert!(report.contains("(results.csv)"), "{report}");
    let problems = report.split("## Where the nodes differ most").nth(1);
    let rows = problems.unwrap().lines().filter(|l| l.starts_with("| "));
    let rows: Vec<&str> = rows.skip(1).collect();
    assert_eq!(rows.len(), 20);
    assert!(rows[0].starts_with("| muso002 |"), "{}", rows[0]);
}

#[test]
fn ablation_measures_every_technique() {
    let runs = SmallRuns::new();
    let report = runs.report("ablation");
    let rows = runs.rows("ablation", "results.csv");
    let settings: std::collections::BTreeSet<&str> =
        rows.iter().map(|row| row["setting"].as_str()).collect();
    assert_eq!(rows.len(), 3 * settings.len());
    for spec in kemuri_solver::options::TABLE {
        if spec.kind == kemuri_solver::options::OptionKind::Switch {
            let setting = format!("{}=off", spec.name);
            assert!(settings.contains(setting.as_str()), "{setting}");
            assert!(cells(&report, &format!("`{setting}`")).len() == 10);
        }
    }
    // Only Muso 2 is decided and has published figures; both means are over it.
    let published = 2_790_497.0 / 2_782_644.0;
    let same = format!("mean of {published:.3} (nodes without over nodes with), against");
    assert!(report.contains(&same), "{report}");
    assert!(report.contains("over the same 1 problems"), "{report}");
    assert_eq!(runs.pictures("ablation"), ["ablation.svg"]);
}
