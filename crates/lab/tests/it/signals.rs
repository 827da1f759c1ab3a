//! Every experiment, every signal: it ends at once, and goes on later.

use crate::{lab, run};
use kemuri_testing::problems::HARD;
use kemuri_testing::signals::{Input, Interruption, Middle, SIGNALS, interrupted};
use std::path::Path;
use std::time::Duration;

/// The experiments that the program knows, as it names them itself.
fn experiments() -> Vec<String> {
    let refused = run(&["no-experiment"]).err;
    let (_, names) = refused.trim().split_once("is not one of ").expect("names");
    names.split(", ").map(String::from).collect()
}

/// Interrupts an experiment in the middle of a search, or of the random graphs.
fn check(experiment: &str, folder: &Path, signal: (&str, u32)) {
    let (problems, out) = (folder.join("hard.tsv"), folder.join("run"));
    std::fs::write(&problems, format!("a\t{HARD}\nb\t{HARD}\n")).expect("written");
    let results = match experiment {
        "lengths" => "graphs.csv",
        _ => "results.csv",
    };
    let prepare = || {
        let _ = std::fs::remove_dir_all(&out);
        let mut command = lab();
        command.arg(experiment).arg("--out").arg(&out);
        match experiment {
            // It makes its positions itself.
            "contradict" => command.args(["--positions", "1000000000"]),
            _ => command.arg("--problems").arg(&problems),
        };
        if experiment == "lengths" {
            command.args(["--graphs", "100000000"]);
        }
        command.args(["--limit", "1000000000"]);
        Interruption {
            command,
            input: Input::Waits(Vec::new()),
            unread: false,
            middle: Middle::Wrote(out.join(results), Duration::from_millis(100)),
        }
    };
    let ended = interrupted(prepare, signal);
    ended.assert_prompt(1, &format!("{experiment}, SIG{}", signal.0));
    assert!(ended.err.contains("kemuri-lab: interrupted"), "{ended:?}");
    assert!(out.join("experiment.txt").exists());
    // What was compared by then is a report; an experiment has none before its end.
    let reported = out.join("report.md").exists();
    assert_eq!(reported, experiment == "contradict", "{experiment}");
}

#[test]
fn every_experiment_hears_every_signal() {
    let experiments = experiments();
    assert!(experiments.len() >= 5, "{experiments:?}");
    let folder = tempfile::tempdir().expect("a folder");
    for experiment in &experiments {
        for signal in SIGNALS {
            check(experiment, folder.path(), signal);
        }
    }
    // The same while it counts the nodes of the signature.
    let prepare = || {
        let mut command = lab();
        let out = folder.path().join("early");
        command.args(["cycles", "--out"]).arg(out);
        command
            .arg("--problems")
            .arg(folder.path().join("hard.tsv"));
        Interruption {
            command,
            input: Input::Waits(Vec::new()),
            unread: false,
            middle: Middle::Busy(Duration::from_millis(30)),
        }
    };
    for signal in SIGNALS {
        interrupted(prepare, signal).assert_prompt(1, "the signature");
    }
}
