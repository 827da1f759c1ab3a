//! Small runs of experiments.

use crate::run;
use kemuri_testing::process::Ran;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::{TempDir, tempdir};

/// Three positions, two of them named after problems that have published
/// figures; they are none of those problems. The last takes more nodes than the
/// limit.
pub const PROBLEMS: &str = "muso002\t8k/6G2/9/8l/9/9/9/9/9 b 2S2r2b3g2s4n3l18p 1\t5\n\
                        lone gold\t4k4/9/9/9/9/9/9/9/9 b G 1\tnomate\n\
                        muso100\t4k4/9/9/9/9/9/9/9/9 b 2B2N 1\tnomate\n";

/// Nodes for each search of a small run.
const LIMIT: &str = "20000";
/// Nodes that are enough for the last problem, in the smallest of tables too.
const ENOUGH: &str = "600000";

/// A folder with a collection and room for runs.
pub struct SmallRuns {
    /// The folder.
    pub folder: TempDir,
}

impl SmallRuns {
    /// A new one.
    pub fn new() -> Self {
        let runs = Self {
            folder: tempdir().unwrap(),
        };
        runs.write("three.tsv", PROBLEMS);
        runs
    }

    /// The path of a file in it.
    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// The same as an argument.
    pub fn word(&self, name: &str) -> String {
        self.path(name).to_str().unwrap().into()
    }

    /// Writes a file; its path.
    pub fn write(&self, name: &str, content: &str) -> String {
        fs::write(self.path(name), content).unwrap();
        self.word(name)
    }

    /// The words of a small run of an experiment over a collection into a folder.
    pub fn words(&self, experiment: &str, collection: &str, out: &str) -> Vec<String> {
        let (collection, out) = (self.word(collection), self.word(out));
        let limit = if experiment == "table-gc" {
            ENOUGH
        } else {
            LIMIT
        };
        let words = [experiment, "--out", &out, "--limit", limit];
        let mut words = words.map(String::from).to_vec();
        words.extend(["--problems".into(), collection]);
        if experiment == "lengths" {
            words.extend(["--graphs", "300"].map(String::from));
        }
        words
    }

    /// A small run.
    pub fn small(&self, experiment: &str) -> Ran {
        run(&self.words(experiment, "three.tsv", experiment))
    }

    /// The report of a small run that must succeed.
    pub fn report(&self, experiment: &str) -> String {
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
        // What is printed are the sentences of the report.
        let sentences = report.lines().filter_map(|line| line.strip_prefix("- "));
        let sentences: Vec<&str> = sentences.collect();
        assert_eq!(ran.out.lines().next().unwrap(), sentences.join(" "));
        report
    }

    /// A file of a run.
    pub fn read(&self, out: &str, file: &str) -> String {
        fs::read_to_string(self.path(out).join(file)).unwrap()
    }

    /// The rows of a CSV without their times, sorted.
    pub fn rows(&self, out: &str, file: &str) -> Vec<BTreeMap<String, String>> {
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
    pub fn pictures(&self, out: &str) -> Vec<String> {
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
pub fn cells(report: &str, first: &str) -> Vec<String> {
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
pub fn files(path: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
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
