//! Batches: order, duplicates, cancelling, and files of results.

use kemuri_core::{Budget, Reason};
use kemuri_formats::ProblemEntry;
use kemuri_judge::batch::{
    Batch, BatchError, BatchEvent, BatchOptions, BatchSummary, CheckedProblem,
};
use kemuri_judge::{FactKind, Proof, Soundness};
use std::convert::Infallible;

const COMPLETE: &str = "7k1/9/6P+P1/9/9/9/9/9/9 b 2r2b4g4s4n4l16p 1";
const COOKED: &str = "7k1/9/5+PP+P1/9/9/9/9/9/9 b 2r2b4g4s4n4l15p 1";
const MIRRORED: &str = "1k7/9/1+PP6/9/9/9/9/9/9 b 2r2b4g4s4n4l16p 1";
const NO_MATE: &str = "8k/9/9/9/9/9/9/9/9 b P2r2b4g4s4n4l17p 1";

fn entries() -> Vec<ProblemEntry> {
    let problems = [
        ("one", COOKED),
        ("two", COMPLETE),
        ("three", NO_MATE),
        ("four", MIRRORED),
    ];
    let entry = |(id, sfen): (&str, &str)| {
        let mut entry = ProblemEntry::new(sfen.parse().unwrap());
        entry.id = Some(id.into());
        entry
    };
    problems.map(entry).to_vec()
}

fn options(threads: usize) -> BatchOptions {
    let mut options = BatchOptions::default();
    options.solver.hash = 4 << 20;
    options.profile_name = "magazine".into();
    options.threads = threads;
    options
}

/// Runs a batch and returns what it checked and what it passed over.
fn run(batch: Batch<'_>) -> (Vec<CheckedProblem>, Vec<String>, BatchSummary) {
    let (mut all, mut known) = (Vec::new(), Vec::new());
    let summary = batch.run(entries(), |event| {
        match event {
            BatchEvent::Checked(checked) => all.push(*checked),
            BatchEvent::Known { entry, .. } => known.extend(entry.id.clone()),
            _ => {}
        }
        Ok::<(), Infallible>(())
    });
    (all, known, summary.unwrap())
}

#[test]
fn results_come_in_order_and_are_the_same_with_any_number_of_threads() {
    let numbers = |threads| {
        let (all, known, summary) = run(Batch::new(&options(threads)));
        assert!(known.is_empty());
        assert_eq!(summary.count(Soundness::Complete), 2);
        assert_eq!(summary.count(Soundness::Unsound), 2);
        let kinds: Vec<_> = summary.kinds().collect();
        assert!(kinds.contains(&(FactKind::Cook, 1)), "{kinds:?}");
        assert!(kinds.contains(&(FactKind::Duplicate, 1)), "{kinds:?}");
        let number = |checked: &CheckedProblem| {
            let report = &checked.report;
            let facts = report.facts.clone();
            (checked.number, checked.name(), facts, report.nodes)
        };
        all.iter().map(number).collect::<Vec<_>>()
    };
    let one = numbers(1);
    assert_eq!(one.len(), 4);
    assert!(one.iter().map(|(number, ..)| *number).eq(0..4));
    assert_eq!(one[3].2[0].kind, FactKind::Duplicate);
    // A thread has the memory that it has with three; these problems need less.
    assert_eq!(numbers(3), one);
}

#[test]
fn a_batch_that_is_stopped_hands_nothing_out_any_more() {
    let options = options(1);
    let mut seen = 0;
    let ended = Batch::new(&options).run(entries(), |event| {
        if let BatchEvent::Checked(_) = event {
            seen += 1;
            options.budget.stop();
        }
        Ok::<(), Infallible>(())
    });
    assert_eq!(seen, 1);
    assert_eq!(ended.unwrap().count(Soundness::Unsound), 1);
}

#[test]
fn a_caller_who_fails_ends_the_batch() {
    let options = options(2);
    let ended = Batch::new(&options).run(entries(), |event| match event {
        BatchEvent::Checked(_) => Err("enough"),
        _ => Ok(()),
    });
    assert!(matches!(ended, Err(BatchError::Caller("enough"))));
    assert!(options.budget.is_stopped());
}

#[test]
fn an_empty_batch_is_done_at_once() {
    let summary = Batch::new(&options(3)).run([], |_| Ok::<(), Infallible>(()));
    assert_eq!(summary.unwrap(), BatchSummary::default());
}

#[test]
fn what_is_undecided_is_counted_apart() {
    let mut options = options(1);
    options.budget = Budget::default().with_nodes(10);
    let (all, _, summary) = run(Batch::new(&options));
    assert!(summary.count(Soundness::Undecided) > 0);
    let count = |kind: FactKind, proof: Proof| {
        let has = |checked: &&CheckedProblem, proof: Proof| {
            let mut facts = checked.report.facts.iter();
            facts.any(|fact| (fact.kind, fact.proof) == (kind, proof))
        };
        let problems = all.iter().filter(|checked| has(checked, proof));
        let others =
            problems.filter(|checked| proof == Proof::Proven || !has(checked, Proof::Proven));
        others.count()
    };
    let nonzero = |proof| {
        let counts = FactKind::all().map(move |kind| (kind, count(kind, proof)));
        counts.filter(|(_, count)| *count > 0).collect::<Vec<_>>()
    };
    assert_eq!(summary.kinds().collect::<Vec<_>>(), nonzero(Proof::Proven));
    let undecided: Vec<_> = summary.undecided_kinds().collect();
    assert_eq!(undecided, nonzero(Proof::Undecided));
    assert!(!undecided.is_empty());
    assert_eq!(summary.reasons(), [Reason::Nodes]);
    for checked in &all {
        let report = &checked.report;
        let is_open = report.in_doubt || report.undecided().next().is_some();
        assert_eq!(
            report.reason,
            is_open.then_some(Reason::Nodes),
            "{report:?}"
        );
    }
    // With the nodes that are needed there is nothing of the kind.
    let (all, _, summary) = run(Batch::new(&self::options(1)));
    assert_eq!(summary.undecided_kinds().count(), 0);
    assert!(summary.reasons().is_empty());
    assert!(all.iter().all(|checked| checked.report.reason.is_none()));
}

#[cfg(feature = "serde")]
mod resume {
    use super::*;
    use kemuri_core::Budget;
    use kemuri_judge::batch::{ResumeError, ResumeFile};
    use kemuri_judge::json::CheckDocument;
    use kemuri_judge::{Profile, Severity};
    use kemuri_runstore::JournalError;
    use std::fs;
    use std::path::Path;

    #[test]
    fn what_a_file_has_decided_is_passed_over() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("results.jsonl");
        let with_file = |options: &BatchOptions| {
            let file = ResumeFile::open(&path, options).unwrap();
            let (all, known, summary) = run(Batch::new(options).with_resume(file));
            assert_eq!(summary.known(), known.len());
            let names: Vec<String> = all.iter().map(CheckedProblem::name).collect();
            (names, known)
        };
        let few = {
            let mut options = options(1);
            options.budget = Budget::default().with_nodes(10);
            options
        };
        let (names, known) = with_file(&few);
        assert_eq!((names.len(), known.len()), (4, 0));
        let lines = fs::read_to_string(&path).unwrap();
        let decided = |line: &&str| !line.contains("\"verdict\":\"undecided\"");
        let decided = lines.lines().filter(decided).count();
        assert!(decided < 4, "{lines}");
        // What was undecided is checked again.
        let (names, known) = with_file(&options(2));
        assert_eq!((names.len(), known.len()), (4 - decided, decided));
        assert_eq!(with_file(&options(1)).0.len(), 0);
        // By another profile everything is, and the same one may have another name.
        let mut other = options(1);
        other.profile_name = "mine.toml".into();
        assert_eq!(with_file(&other).0.len(), 0);
        other.check.profile = Profile::named("strict").unwrap();
        assert_eq!(with_file(&other).0.len(), 4);
        // A torn line is.
        let text = fs::read_to_string(&path).unwrap();
        fs::write(&path, &text[..text.len() - 10]).unwrap();
        assert_eq!(with_file(&other).0, ["four"]);
        let again = fs::read_to_string(&path).unwrap();
        assert_eq!(again.lines().count(), text.lines().count());
    }

    #[test]
    fn a_line_is_a_document_and_the_file_is_locked() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("results.jsonl");
        let options = options(1);
        let file = ResumeFile::open(&path, &options).unwrap();
        let busy = ResumeFile::open(&path, &options).map(drop).unwrap_err();
        let is_busy = matches!(busy, ResumeError::Journal(JournalError::Busy { .. }));
        assert!(is_busy, "{busy}");
        let (all, ..) = run(Batch::new(&options).with_resume(file));
        let text = fs::read_to_string(&path).unwrap();
        for (line, checked) in text.lines().zip(&all) {
            assert!(line.starts_with("{\"version\":2,\"id\":\""), "{line}");
            let document: CheckDocument = serde_json::from_str(line).unwrap();
            let mut expected = CheckDocument::new(checked, &options);
            // Less than a millisecond is not written.
            let time = expected.report.time.as_millis() as u64;
            expected.report.time = std::time::Duration::from_millis(time);
            assert_eq!(document, expected);
        }
    }

    /// Checks some problems with a file, and returns the names of those that were not
    /// known.
    fn checked(path: &Path, names: &[&str], options: &BatchOptions) -> Vec<String> {
        let is_wanted =
            |entry: &ProblemEntry| entry.id.as_deref().is_some_and(|id| names.contains(&id));
        let mut entries = entries();
        entries.retain(is_wanted);
        let mut checked = Vec::new();
        let batch = Batch::new(options).with_resume(ResumeFile::open(path, options).unwrap());
        let ended = batch.run(entries, |event| {
            if let BatchEvent::Checked(problem) = event {
                checked.push(problem.name());
            }
            Ok::<(), Infallible>(())
        });
        ended.unwrap();
        checked
    }

    /// Whether a problem is a duplicate depends on those before it.
    #[test]
    fn a_verdict_on_a_duplicate_is_not_one_on_the_problem_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("results.jsonl");
        let mut options = options(1);
        let profile = Profile::default().with_severity(FactKind::Duplicate, Severity::Flaw);
        options.check.profile = profile;
        let checked = |names: &[&str]| checked(&path, names, &options);
        assert_eq!(checked(&["two", "four"]), ["two", "four"]);
        assert_eq!(checked(&["four"]), ["four"]);
        assert!(checked(&["two", "four"]).is_empty());
        assert!(checked(&["four"]).is_empty());
        let verdicts = |line: &str| {
            let document: CheckDocument = serde_json::from_str(line).unwrap();
            document.report.verdict
        };
        let text = fs::read_to_string(&path).unwrap();
        let verdicts: Vec<Soundness> = text.lines().map(verdicts).collect();
        assert_eq!(
            verdicts,
            [Soundness::Complete, Soundness::Flawed, Soundness::Complete]
        );
    }

    #[test]
    fn of_undecided_verdicts_the_last_is_kept() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("results.jsonl");
        let lines = || fs::read_to_string(&path).unwrap().lines().count();
        let with_nodes = |nodes| {
            let mut options = options(1);
            options.budget = Budget::default().with_nodes(nodes);
            options
        };
        let open = checked(&path, &["one", "two"], &with_nodes(10)).len();
        let open = checked(&path, &["one", "two"], &with_nodes(10))
            .len()
            .min(open);
        assert!(open > 0);
        for _ in 0..10 {
            checked(&path, &["one", "two"], &with_nodes(10));
            assert!(lines() <= 4, "{}", lines());
        }
        drop(ResumeFile::open(&path, &options(1)).unwrap());
        assert_eq!(lines(), 2);
        // Decided, they stay so.
        assert_eq!(checked(&path, &["one", "two"], &options(1)).len(), open);
        assert!(checked(&path, &["one", "two"], &with_nodes(10)).is_empty());
        assert_eq!(lines(), 2);
    }

    #[test]
    fn what_is_whole_of_a_damaged_file_is_kept_and_the_file_as_it_was() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("results.jsonl");
        let options = options(1);
        assert_eq!(checked(&path, &["one", "two", "three"], &options).len(), 3);
        let text = fs::read_to_string(&path).unwrap();
        let [one, two, three] = text.lines().collect::<Vec<_>>()[..] else {
            panic!("{text}")
        };
        // Two processes wrote over each other, and the end is lost.
        let damaged = format!(
            "{one}\n{}{three}\n\0\0\0\n{two}\n{}",
            &two[..90],
            &three[..90]
        );
        fs::write(&path, &damaged).unwrap();
        let file = ResumeFile::open(&path, &options).unwrap();
        let salvage = file.salvage().unwrap().clone();
        assert_eq!(salvage.lines, [2..=3, 5..=5]);
        assert_eq!(
            fs::read_to_string(salvage.original.unwrap()).unwrap(),
            damaged
        );
        drop(file);
        assert_eq!(
            checked(&path, &["one", "two", "three"], &options),
            ["three"]
        );
    }

    /// Nobody knows how they were judged.
    #[test]
    fn lines_without_settings_are_kept_and_not_believed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("results.jsonl");
        let options = options(1);
        checked(&path, &["one"], &options);
        let text = fs::read_to_string(&path).unwrap();
        let (start, _) = text.split_once(",\"settings\"").unwrap();
        let earlier = format!("{start}}}\n");
        fs::write(&path, &earlier).unwrap();
        assert_eq!(checked(&path, &["one"], &options), ["one"]);
        assert!(checked(&path, &["one"], &options).is_empty());
        assert!(fs::read_to_string(&path).unwrap().starts_with(&earlier));
    }

    /// What a program before version 2 wrote: the name came first, the version last.
    const VERSION_1: &str = "{\"id\":\"one\",\"sfen\":\"7k1/9/6P+P1/9/9/9/9/9/9 b 2r2b4g4s4n4l16p 1\",\
        \"author_line\":null,\"author_length\":null,\"profile\":\"magazine\",\"futile\":\"broad\",\
        \"verdict\":\"undecided\",\"length\":null,\"exact\":null,\"moves\":null,\"main_line\":[],\
        \"by_author\":false,\"in_doubt\":false,\"facts\":[],\"refuted\":0,\"nodes\":10,\"time_ms\":0,\
        \"attacker\":\"black\",\"version\":1}";

    #[test]
    fn files_of_others_and_of_other_versions_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("results.jsonl");
        let options = options(1);
        run(Batch::new(&options).with_resume(ResumeFile::open(&path, &options).unwrap()));
        let ours = fs::read_to_string(&path).unwrap();
        let first = ours.lines().next().unwrap();
        let refused = |text: &str| {
            fs::write(&path, text).unwrap();
            let error = ResumeFile::open(&path, &options).map(drop).unwrap_err();
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
            error
        };
        let later = first.replacen("{\"version\":2,", "{\"version\":20,", 1);
        assert_ne!(later, first);
        // The last line of a file may have lost its line break.
        for (line, named) in [(VERSION_1, 1), (&later, 20)] {
            for text in [line.to_string(), format!("{line}\n")] {
                let error = refused(&text);
                let ResumeError::OtherVersion {
                    line: 1, version, ..
                } = error
                else {
                    panic!("{error}")
                };
                assert_eq!(version, named);
                let error = refused(&format!("{first}\n{text}"));
                assert!(
                    matches!(error, ResumeError::OtherVersion { line: 2, .. }),
                    "{error}"
                );
            }
        }
        // Torn lines of other versions are not ours, either.
        for text in ["Dear Sir,", &VERSION_1[..30], &later[..30]] {
            let error = refused(text);
            let damaged = ResumeError::Journal(JournalError::Damaged {
                path: path.clone(),
                line: 1,
            });
            assert_eq!(error.to_string(), damaged.to_string());
        }
    }
}
