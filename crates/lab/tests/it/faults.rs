//! Every write of an experiment meets a fault, and experiments are killed at any
//! moment: they go on and end with the same rows and reports.
//!
//! An ordinary run takes a sample. `KEMURI_FAULTS` is how many operations of each
//! experiment meet each kind of fault, `KEMURI_KILLS` how often each is killed.

use crate::lab;
use crate::small_run::PROBLEMS;
use kemuri_testing::faults::{FaultLibrary, Random, Scenario, amount, without_numbers};
use std::fs;
use std::path::{Path, PathBuf};

/// Operations of each experiment that meet each kind of fault in an ordinary run.
const FAULTS: usize = 1;
/// Kills of each experiment in an ordinary run.
const KILLS: usize = 2;

/// Files without their times: the last column of the rows, and the numbers of
/// reports and pictures.
fn normal(name: &str, bytes: Vec<u8>) -> Vec<u8> {
    if name.ends_with("results.csv") {
        let text = String::from_utf8_lossy(&bytes);
        let rows = text
            .lines()
            .map(|row| row.rsplit_once(',').map_or(row, |(row, _)| row));
        return rows.collect::<Vec<_>>().join("\n").into_bytes();
    }
    match name.ends_with(".md") || name.ends_with(".svg") {
        true => without_numbers(&bytes),
        false => bytes,
    }
}

fn with_scenarios(mut test: impl FnMut(&Scenario<'_>)) {
    for name in ["proof-hands", "lengths"] {
        test(&Scenario {
            name,
            prepare: &|folder| fs::write(folder.join("three.tsv"), PROBLEMS).unwrap(),
            command: &|folder| {
                let mut command = lab();
                command.args([name, "--limit", "2000", "--problems"]);
                command.arg(folder.join("three.tsv"));
                command.arg("--out").arg(folder.join("out"));
                if name == "lengths" {
                    command.args(["--graphs", "20"]);
                }
                command
            },
            normal: &normal,
            is_unfinished: &|name| name.ends_with(".csv"),
            kept: &|_, _| (),
        });
    }
}

fn directory(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

#[test]
fn every_file_operation_may_fail() {
    let folder = directory("faults");
    let library = FaultLibrary::build(&folder);
    let most = amount("KEMURI_FAULTS", FAULTS);
    with_scenarios(|scenario| {
        let sweep = scenario.sweep(&library, &folder.join("work"), most);
        println!("{}: {sweep}", scenario.name);
        assert!(sweep.faults > 0, "{}", scenario.name);
    });
}

#[test]
fn an_experiment_that_is_killed_at_any_moment_goes_on() {
    let folder = directory("kills");
    let most = amount("KEMURI_KILLS", KILLS);
    let mut random = Random::of_environment();
    let mut kills = 0;
    with_scenarios(|scenario| {
        let killed = scenario.kill(&folder.join("work"), &mut random, most);
        println!(
            "{}: {killed} of {most} killed before the end",
            scenario.name
        );
        kills += killed;
    });
    assert!(kills > 0, "nothing was killed");
}
