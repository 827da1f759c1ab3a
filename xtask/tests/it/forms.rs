//! Files that other programs read: the release workflow, the forms for issues, the citation.

use crate::root;
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::process::Command;

/// Reads a file in YAML.
fn yaml(name: &str) -> Value {
    let text = fs::read_to_string(root().join(name)).unwrap_or_else(|e| panic!("{name}: {e}"));
    serde_saphyr::from_str(&text).unwrap_or_else(|e| panic!("{name}: {e}"))
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    let text = value[key].as_str();
    text.unwrap_or_else(|| panic!("no text '{key}' in {value}"))
}

/// The jobs of the release workflow, with their names.
fn jobs() -> Vec<(String, Value)> {
    let workflow = yaml(".github/workflows/release.yml");
    let jobs = workflow["jobs"].as_object().expect("jobs").clone();
    jobs.into_iter().collect()
}

#[test]
fn the_release_workflow_has_whole_jobs_and_steps() {
    let workflow = yaml(".github/workflows/release.yml");
    // Rights are given job by job.
    assert_eq!(workflow["permissions"]["contents"], "read");
    assert!(workflow["on"]["push"]["tags"].is_array());
    let jobs = jobs();
    let names: BTreeSet<&str> = jobs.iter().map(|(name, _)| name.as_str()).collect();
    assert!(names.contains("archive") && names.contains("release"));
    for (name, job) in &jobs {
        assert!(job["runs-on"].is_string(), "{name}");
        let needs = job["needs"].as_str();
        assert!(needs.is_none_or(|needs| names.contains(needs)), "{name}");
        let steps = list(&job["steps"]);
        assert!(!steps.is_empty(), "{name}");
        for step in steps {
            let keys = step.as_object().expect("a step");
            let known = ["name", "uses", "with", "run", "env", "if", "shell"];
            assert!(keys.keys().all(|key| known.contains(&&**key)), "{step}");
            assert_ne!(step["uses"].is_string(), step["run"].is_string(), "{step}");
            if let Some(action) = step["uses"].as_str() {
                let (_, version) = action.split_once('@').expect("a version");
                assert!(version.starts_with('v'), "{action}");
            }
        }
    }
}

#[test]
fn what_the_release_workflow_calls_exists() {
    let usage = Command::new(env!("CARGO_BIN_EXE_xtask"))
        .arg("help")
        .output();
    let usage = String::from_utf8(usage.expect("xtask").stdout).expect("UTF-8");
    let manifest = fs::read_to_string(root().join("Cargo.toml")).unwrap();
    let (mut tasks, mut compilers, mut inputs) = (0, 0, 0);
    for (_, job) in jobs() {
        for step in list(&job["steps"]) {
            let script = step["run"].as_str().unwrap_or_default();
            for line in script.lines() {
                if let Some((_, words)) = line.split_once("cargo xtask ") {
                    let mut words = words.split(' ');
                    let task = words.next().unwrap_or_default();
                    let line = usage
                        .lines()
                        .find(|line| line.contains(&format!("cargo xtask {task}")));
                    let line = line.unwrap_or_else(|| panic!("no 'cargo xtask {task}'"));
                    assert!(words.all(|word| line.contains(word)), "{line}");
                    tasks += 1;
                }
                if let Some((_, version)) = line.split_once("toolchain install ") {
                    let version = version.split(' ').next().unwrap_or_default();
                    let version = version.strip_suffix(".0").unwrap_or(version);
                    assert!(manifest.contains(&format!("rust-version = \"{version}\"")));
                    compilers += 1;
                }
                for word in line.split(' ').filter(|word| word.starts_with("examples/")) {
                    assert!(root().join(word).is_file(), "{word}");
                    inputs += 1;
                }
            }
        }
    }
    assert!(tasks > 1 && compilers > 0 && inputs > 2);
}

/// `xtask/src/dist` tests these names.
#[test]
fn the_release_workflow_collects_the_archives_of_all_systems() {
    let jobs = jobs();
    let (_, job) = jobs.iter().find(|(name, _)| name == "archive").unwrap();
    let included = list(&job["strategy"]["matrix"]["include"]);
    let archives: Vec<&str> = included.iter().map(|row| text(row, "archive")).collect();
    let page = fs::read_to_string(root().join("docs/src/guide/install.md")).unwrap();
    assert_eq!(archives.len(), 5);
    for archive in archives {
        assert!(page.contains(&format!("`{archive}`")), "{archive}");
    }
}

#[test]
fn the_forms_for_issues_can_be_filled_in() {
    let folder = root().join(".github/ISSUE_TEMPLATE");
    let mut count = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        let form = yaml(&format!(".github/ISSUE_TEMPLATE/{name}"));
        if name == "config.yml" {
            assert!(form["blank_issues_enabled"].is_boolean());
            continue;
        }
        count += 1;
        // In both languages.
        for key in ["name", "description"] {
            assert!(text(&form, key).contains(" / "), "{name}: {key}");
        }
        let mut ids = BTreeSet::new();
        for field in list(&form["body"]) {
            assert!(
                ["textarea", "input"].contains(&text(field, "type")),
                "{name}"
            );
            assert!(ids.insert(text(field, "id")), "{name}");
            assert!(!text(&field["attributes"], "label").is_empty());
        }
        assert!(!ids.is_empty(), "{name}");
    }
    assert_eq!(count, 3);
}

#[test]
fn the_citation_names_this_version_and_the_sources() {
    let citation = yaml("CITATION.cff");
    assert_eq!(text(&citation, "cff-version"), "1.2.0");
    assert_eq!(text(&citation, "version"), env!("CARGO_PKG_VERSION"));
    for key in ["message", "title"] {
        assert!(!text(&citation, key).is_empty());
    }
    assert!(!list(&citation["authors"]).is_empty());
    let page = fs::read_to_string(root().join("docs/src/techniques/sources.md")).unwrap();
    let page = page
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
        .to_lowercase();
    let references = list(&citation["references"]);
    for reference in references {
        let title = text(reference, "title");
        assert!(page.contains(&title.to_lowercase()), "{title}");
        assert!(!list(&reference["authors"]).is_empty(), "{title}");
        assert!(
            reference["type"].is_string() && reference["scope"].is_string(),
            "{title}"
        );
    }
    // Each paragraph and each item of the page is a source.
    let page = fs::read_to_string(root().join("docs/src/techniques/sources.md")).unwrap();
    let blocks = page.split("\n\n").flat_map(|block| block.split("\n- "));
    let sources = blocks.filter(|block| !block.trim_start_matches("- ").starts_with('#'));
    assert_eq!(sources.count(), references.len());
}
