//! The words of `kemuri check`.

use super::{Text, quote};
use crate::units;
use kemuri_core::{Phase, Progress};
use kemuri_judge::{FactKind, ProfileError, Report, Soundness};
use kemuri_runstore::JournalError;
use kemuri_text::{judge, tr};
use std::io;
use std::path::Path;

impl Text {
    /// A profile that cannot be had.
    pub fn no_profile(self, name: &str, known: &[&str], error: &io::Error) -> String {
        let name = quote(name);
        match error.kind() {
            io::ErrorKind::NotFound => {
                tr!(
                    self.0,
                    "check-no-profile",
                    name = name,
                    known = known.join(", ")
                )
            }
            _ => format!("--profile: '{name}': {}", self.io_error(error)),
        }
    }

    /// A file that is no profile.
    pub fn bad_profile(self, name: &str, error: &ProfileError) -> String {
        let error = judge::profile_error(self.0, error);
        tr!(
            self.0,
            "check-bad-profile",
            name = quote(name),
            error = error
        )
    }

    /// A file that cannot be written or read.
    pub fn check_file(self, flag: &str, file: &Path, error: &io::Error) -> String {
        let file = quote(&file.to_string_lossy());
        tr!(
            self.0,
            "check-file",
            flag = flag,
            file = file,
            error = error.to_string()
        )
    }

    /// A file that a report must not overwrite.
    pub fn no_report_of_ours(self, file: &Path) -> String {
        tr!(
            self.0,
            "check-report-exists",
            file = quote(&file.to_string_lossy())
        )
    }

    /// A `--resume` file that cannot be used.
    pub fn resume_error(self, file: &Path, error: &JournalError) -> String {
        let file_name = quote(&file.to_string_lossy());
        match error {
            JournalError::File(error) => self.check_file("--resume", file, &error.source),
            JournalError::Damaged { line, .. } => {
                tr!(self.0, "check-resume-line", file = file_name, line = *line,)
            }
            error => {
                let sentence = kemuri_text::runstore::journal_error(self.0, error);
                format!("--resume: {sentence}")
            }
        }
    }

    /// A record is of one problem.
    pub fn one_kif(self) -> String {
        tr!(self.0, "check-one-kif")
    }

    /// What a check is doing.
    fn phase(self, progress: &Progress) -> String {
        let (now, of) = (progress.done + 1, progress.total.unwrap_or(0));
        match progress.phase {
            Phase::OtherChecks { open } => {
                tr!(
                    self.0,
                    "check-step-checks",
                    node = now,
                    of = of,
                    left = open
                )
            }
            Phase::OtherDefences => tr!(self.0, "check-step-defences", node = now, of = of),
            Phase::IdlePieces => tr!(self.0, "check-step-pieces", piece = now, of = of),
            Phase::Repairs => tr!(self.0, "check-step-repairs", tried = now, of = of),
            _ => tr!(self.0, "check-step-solving"),
        }
    }

    /// A glimpse of a running check.
    pub fn checking(self, label: &str, progress: &Progress) -> String {
        tr!(
            self.0,
            "check-progress",
            label = label,
            step = self.phase(progress),
            nodes = units::grouped(progress.nodes)
        )
    }

    /// The verdict as the head of a note.
    pub fn judged(self, report: &Report, profile: &str) -> String {
        let verdict = judge::verdict(self.0, report.verdict);
        let profile = quote(profile);
        let Some(answer) = &report.answer else {
            return tr!(
                self.0,
                "check-verdict",
                verdict = verdict,
                profile = profile
            );
        };
        let length = answer.length;
        let length = match answer.exact {
            true => tr!(self.0, "check-mate-in", length = length),
            false => tr!(self.0, "check-mate-within", length = length),
        };
        tr!(
            self.0,
            "check-verdict-of-mate",
            verdict = verdict,
            length = length,
            profile = profile
        )
    }

    /// What stands before the main line.
    pub fn main_line(self, by_author: bool) -> String {
        match by_author {
            true => tr!(self.0, "check-authors-line"),
            false => tr!(self.0, "check-answer"),
        }
    }

    /// That the author may have meant another line than the one examined.
    pub fn in_doubt(self) -> String {
        tr!(self.0, "check-in-doubt")
    }

    /// How much was examined.
    pub fn examined(self, report: &Report) -> String {
        tr!(
            self.0,
            "check-examined",
            refuted = report.refuted(),
            nodes = units::grouped(report.nodes),
            time = units::seconds(report.time)
        )
    }

    /// What stands above the repairs.
    pub fn repairs(self, any: bool) -> String {
        match any {
            true => tr!(self.0, "check-repairs"),
            false => tr!(self.0, "check-no-repairs"),
        }
    }

    /// How many problems got which verdict.
    pub fn check_summary(self, counts: &[(Soundness, usize)], skipped: usize) -> String {
        let total: usize = counts.iter().map(|(_, n)| n).sum();
        let words = counts.iter().map(|&(verdict, count)| {
            let verdict = judge::verdict(self.0, verdict);
            tr!(
                self.0,
                "check-summary-count",
                verdict = verdict,
                count = count
            )
        });
        let words: Vec<String> = words.collect();
        let words = words.join(&tr!(self.0, "check-summary-comma"));
        match skipped {
            0 => tr!(self.0, "check-summary", total = total, counts = words),
            _ => tr!(
                self.0,
                "check-summary-resumed",
                total = total,
                counts = words,
                skipped = skipped
            ),
        }
    }

    /// How often which class was found.
    pub fn check_classes(self, classes: &[(FactKind, usize)]) -> Vec<String> {
        let lines = classes.iter().map(|&(kind, count)| {
            let word = units::padded(&judge::kind_title(self.0, kind), 42);
            tr!(
                self.0,
                "check-class",
                word = word,
                count = format!("{count:>6}")
            )
        });
        lines.collect()
    }

    /// The language of a web page.
    pub fn code(self) -> &'static str {
        match self.0 {
            kemuri_text::Lang::En => "en",
            kemuri_text::Lang::Ja => "ja",
        }
    }

    /// What a collection is called in a report.
    pub fn check_title(self) -> String {
        tr!(self.0, "check-title")
    }

    /// The heads of the summary table: problem, verdict, length, findings.
    pub fn check_heads(self) -> [String; 4] {
        [
            tr!(self.0, "check-head-problem"),
            tr!(self.0, "check-head-verdict"),
            tr!(self.0, "check-head-length"),
            tr!(self.0, "check-head-findings"),
        ]
    }
}
