//! What is said of checks.

use kemuri_core::{Phase, Progress};
use kemuri_judge::batch::{BatchSummary, CheckedProblem, ResumeError};
use kemuri_judge::{Profile, ProfileError, Report, Soundness};
use kemuri_runstore::JournalError;
use kemuri_terminal::table::{Column, row};
use kemuri_text::{Lang, judge, quote, runstore, tr, units};
use std::io;
use std::path::Path;

/// Says that there is no profile of this name.
pub fn no_profile(lang: Lang, name: &str, error: &io::Error) -> String {
    let name = quote(name);
    match error.kind() {
        io::ErrorKind::NotFound => {
            let known: Vec<&str> = Profile::names().collect();
            tr!(lang, "check-no-profile", name, known = known.join(", "))
        }
        _ => format!(
            "--profile: '{name}': {}",
            kemuri_text::io::read_error(lang, error)
        ),
    }
}

/// Says why a file is no profile.
pub fn bad_profile(lang: Lang, name: &str, error: &ProfileError) -> String {
    let error = judge::profile_error(lang, error);
    tr!(lang, "check-bad-profile", name = quote(name), error)
}

/// Says why the file that `flag` names cannot be used.
pub fn file_error(lang: Lang, flag: &str, file: &Path, error: &io::Error) -> String {
    let file = quote(&file.to_string_lossy());
    match (flag, error.kind()) {
        ("--report", io::ErrorKind::AlreadyExists) => tr!(lang, "check-report-exists", file),
        _ => tr!(lang, "check-file", flag, file, error),
    }
}

/// Says why a `--resume` file cannot be used.
pub fn resume_error(lang: Lang, path: &Path, error: &ResumeError) -> String {
    let file = || quote(&path.to_string_lossy());
    match error {
        ResumeError::Journal(JournalError::File(error)) => {
            file_error(lang, "--resume", path, &error.source)
        }
        ResumeError::Journal(JournalError::Damaged { line, .. }) => {
            tr!(lang, "check-resume-line", file = file(), line)
        }
        ResumeError::Journal(error) => {
            format!("--resume: {}", runstore::journal_error(lang, error))
        }
        ResumeError::OtherVersion { line, version, .. } => {
            tr!(lang, "check-resume-version", file = file(), line, version)
        }
        error => format!("--resume: {error}"),
    }
}

/// Says how far the check of a problem is.
pub fn progress(lang: Lang, label: &str, progress: &Progress) -> String {
    let nodes = units::grouped(progress.nodes);
    tr!(
        lang,
        "check-progress",
        label,
        step = step(lang, progress),
        nodes
    )
}

fn step(lang: Lang, progress: &Progress) -> String {
    let (now, of) = (progress.done + 1, progress.total.unwrap_or(0));
    match progress.phase {
        Phase::OtherChecks { open: left } => tr!(lang, "check-step-checks", node = now, of, left),
        Phase::OtherDefences => tr!(lang, "check-step-defences", node = now, of),
        Phase::Tries => tr!(lang, "check-step-tries", node = now, of),
        Phase::IdlePieces => tr!(lang, "check-step-pieces", piece = now, of),
        Phase::Repairs => tr!(lang, "check-step-repairs", tried = now, of),
        _ => tr!(lang, "check-step-solving"),
    }
}

/// Returns the verdict as the head of a note.
pub fn verdict(lang: Lang, report: &Report, profile: &str) -> String {
    let verdict = judge::verdict(lang, report.verdict);
    let profile = quote(profile);
    let Some(answer) = &report.answer else {
        return tr!(lang, "check-verdict", verdict, profile);
    };
    let length = match answer.exact {
        true => tr!(lang, "check-mate-in", length = answer.length),
        false => tr!(lang, "check-mate-within", length = answer.length),
    };
    tr!(lang, "check-verdict-of-mate", verdict, length, profile)
}

/// Returns what stands before the main line.
pub fn main_line(lang: Lang, by_author: bool) -> String {
    match by_author {
        true => tr!(lang, "check-authors-line"),
        false => tr!(lang, "check-answer"),
    }
}

/// Says how much was examined.
pub fn examined(lang: Lang, report: &Report) -> String {
    tr!(
        lang,
        "check-examined",
        refuted = report.refuted(),
        nodes = units::grouped(report.nodes),
        time = units::seconds(report.time)
    )
}

/// Tries that are listed where not all are wanted.
const FEW_TRIES: usize = 5;

/// Lists the tries if they were looked for: a heading, and a sentence each. All are
/// listed if `all` are wanted.
pub fn tries(lang: Lang, checked: &CheckedProblem, all: bool) -> Option<(String, Vec<String>)> {
    let count = checked.report.tries.as_ref()?.len();
    if count == 0 {
        return Some((tr!(lang, "check-no-tries"), Vec::new()));
    }
    let limit = if all { count } else { FEW_TRIES };
    let mut sentences = judge::tries(lang, checked, limit);
    let more = count - sentences.len();
    if more > 0 {
        sentences.push(tr!(lang, "check-tries-more", count = more));
    }
    Some((tr!(lang, "check-tries"), sentences))
}

/// Says how many problems got which verdict; `skipped` of them were known before.
pub fn counts(lang: Lang, count: impl Fn(Soundness) -> usize, skipped: usize) -> String {
    let total: usize = Soundness::ALL.into_iter().map(&count).sum();
    let counts = Soundness::ALL.map(|verdict| {
        let count = count(verdict);
        let verdict = judge::verdict(lang, verdict);
        tr!(lang, "check-summary-count", verdict, count)
    });
    let counts = counts.join(&tr!(lang, "check-summary-comma"));
    match skipped {
        0 => tr!(lang, "check-summary", total, counts),
        _ => tr!(lang, "check-summary-resumed", total, counts, skipped),
    }
}

/// Says how often which kind of fact was found, a line each, and how often which is
/// undecided.
pub fn kinds(lang: Lang, summary: &BatchSummary) -> String {
    let row = |width, name: String, count: usize| {
        let columns = [Column::left(width), Column::right(6)];
        row(&columns, &[name, count.to_string()])
    };
    let proven = summary.kinds().map(|(kind, count)| {
        let row = row(42, judge::kind_title(lang, kind), count);
        tr!(lang, "check-class", row) + "\n"
    });
    let undecided = summary.undecided_kinds().map(|(kind, count)| {
        let row = row(40, judge::open_kind_title(lang, kind), count);
        tr!(lang, "check-undecided-class", row) + "\n"
    });
    let (mut out, undecided): (String, String) = (proven.collect(), undecided.collect());
    if !undecided.is_empty() {
        out += &(tr!(lang, "check-undecided") + "\n");
        out += &undecided;
    }
    out
}
