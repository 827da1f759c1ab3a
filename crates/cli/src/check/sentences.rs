//! What is said of checks.

use kemuri_core::Progress;
use kemuri_judge::batch::{BatchSummary, ResumeError};
use kemuri_judge::{Profile, ProfileError};
use kemuri_runstore::JournalError;
use kemuri_terminal::table::{Column, row};
use kemuri_text::{Lang, judge, phase, quote, runstore, tr, units};
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
        step = phase::check_step(lang, progress),
        nodes
    )
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
