//! `kemuri check`: are these problems sound?

mod go_on;
mod note;
pub(crate) mod sentences;

use crate::args::{CheckArgs, ReportFormat};
use crate::input::{problems, read_settings};
use crate::json::{write_error, write_line};
use crate::notes::PieceWarnings;
use crate::{CommandResult, complain, wrapped};
use kemuri_core::{Budget, Reason};
use kemuri_formats::{InputError, ProblemEntry, ReadOptions};
use kemuri_judge::batch::{
    Batch, BatchError, BatchEvent, BatchOptions, BatchSummary, CheckedProblem, ResumeFile,
};
use kemuri_judge::json::CheckDocument;
use kemuri_judge::{CheckOptions, Profile, Soundness};
use kemuri_runstore::AtomicFile;
use kemuri_terminal::{ProgramError, ProgressLine, Status, Stop};
use kemuri_text::report::{self, ReportContent};
use kemuri_text::{Lang, check, formats, solver, tr};
use std::cell::{Cell, RefCell};
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Checks what `args` name and prints the verdicts to `out`.
pub fn run(args: &CheckArgs, lang: Lang, stop: &Stop, out: &mut dyn Write) -> CommandResult {
    // Files that cannot be used are better known before hours are spent.
    let (mut options, resume, report_file) = stop.endable(|| {
        let options = batch_options(args, lang, stop)?;
        let resume = open_resume_file(args, &options, lang)?;
        let report_file = start_report(args, lang)?;
        Ok::<_, ProgramError>((options, resume, report_file))
    })?;
    let read = ReadOptions::default()
        .with_attacker(args.attacker)
        .with_rest(args.rest);
    let mut inputs = problems(&args.inputs, read.with_solutions(), lang);
    let mut next = || stop.unless_asked(|| inputs.next());
    let first = next();
    // One problem is shown in full, several are a collection. JSON is the same for
    // both, and answers without waiting for a second question.
    let is_record = matches!(args.report, Some((_, ReportFormat::Kif)));
    let second = match args.json && !is_record {
        true => None,
        false => next(),
    };
    if is_record && second.is_some() {
        return Err(tr!(lang, "check-one-kif").into());
    }
    let single = !args.json && second.is_none();
    options.threads = match (args.threads, single) {
        (_, true) => 1,
        (Some(threads), _) => threads,
        (None, _) => std::thread::available_parallelism().map_or(1, |n| n.get()),
    };
    let mut output = CheckOutput {
        args,
        lang,
        options: &options,
        single,
        kept: Vec::new(),
        reasons: Vec::new(),
        out,
    };
    let items = first.into_iter().chain(second);
    let items = items.chain(std::iter::from_fn(next));
    let mut batch = Batch::new(&options);
    if let Some(file) = resume {
        batch = batch.with_resume(file);
    }
    let (summary, mut status) = match check_all(batch, items, &mut output) {
        Ok(done) => done,
        Err(BatchError::Solver(error)) => {
            return Err(solver::solver_error(lang, &error).into());
        }
        Err(BatchError::File(error)) => {
            return Err(kemuri_text::runstore::file_error(lang, &error).into());
        }
        Err(BatchError::Caller(error)) => return Err(error.into()),
        Err(error) => return Err(io::Error::other(error).into()),
    };
    if stop.is_asked() {
        status.unknown = true;
        if !single {
            complain(&tr!(lang, "solve-interrupted"));
        }
    }
    output.reasons = summary.reasons().to_vec();
    output.print_summary(&summary)?;
    if let Some(file) = report_file {
        status.bad_input |= !output.write_report(file);
    }
    Ok(status)
}

/// How the problems are checked. The profile that the arguments name is a shipped
/// one, or a file.
fn batch_options(args: &CheckArgs, lang: Lang, stop: &Stop) -> Result<BatchOptions, String> {
    let name = args.profile.to_string_lossy().into_owned();
    let profile = match Profile::named(&name) {
        Some(profile) => profile,
        None => {
            let toml = read_settings(&args.profile)
                .map_err(|error| sentences::no_profile(lang, &name, &error))?;
            Profile::parse(&toml).map_err(|error| sentences::bad_profile(lang, &name, &error))?
        }
    };
    let mut options = BatchOptions::default();
    options.check = CheckOptions::default()
        .with_profile(profile)
        .with_futile(args.futile)
        .with_refutations(args.verbose)
        .with_tries(args.tries);
    options.profile_name = name;
    options.budget = Budget::until_stopped(stop.flag())
        .with_time(args.time)
        .with_nodes(args.nodes);
    options.suggest = args.suggest;
    options.solver = (*args.options).clone();
    Ok(options)
}

fn open_resume_file(
    args: &CheckArgs,
    options: &BatchOptions,
    lang: Lang,
) -> Result<Option<ResumeFile>, String> {
    let Some(path) = args.resume.as_deref() else {
        return Ok(None);
    };
    let file = ResumeFile::open(path, options);
    let file = file.map_err(|error| sentences::resume_error(lang, path, &error))?;
    if let Some(salvage) = file.salvage() {
        let sentence = kemuri_text::runstore::salvage(lang, salvage);
        complain(&format!("--resume: {sentence}"));
    }
    Ok(Some(file))
}

/// Starts the report, if one is asked for.
fn start_report(args: &CheckArgs, lang: Lang) -> Result<Option<AtomicFile>, String> {
    let start = |(path, format): &(PathBuf, ReportFormat)| {
        report_file(path, *format)
            .map_err(|error| sentences::file_error(lang, "--report", path, &error))
    };
    args.report.as_ref().map(start).transpose()
}

/// Only another report is replaced. A record in KIF may be anybody's, and perhaps
/// the one that is checked.
fn report_file(path: &Path, format: ReportFormat) -> io::Result<AtomicFile> {
    match format {
        ReportFormat::Html => AtomicFile::replace(path, report::HTML.as_bytes()),
        ReportFormat::Markdown => AtomicFile::replace(path, report::MARKDOWN.as_bytes()),
        ReportFormat::Kif if fs::metadata(path).is_ok_and(|there| there.len() > 0) => {
            Err(io::ErrorKind::AlreadyExists.into())
        }
        ReportFormat::Kif => AtomicFile::create(path),
    }
}

/// Checks all problems and prints what is found. What cannot be read is named.
fn check_all(
    batch: Batch<'_>,
    items: impl Iterator<Item = Result<ProblemEntry, InputError>>,
    output: &mut CheckOutput<'_>,
) -> Result<(BatchSummary, Status), BatchError<io::Error>> {
    let lang = output.lang;
    let bad_input = Cell::new(false);
    let (json, single) = (output.args.json, output.single);
    let line = ProgressLine::new(output.args.progress, lang);
    let warnings = RefCell::new(PieceWarnings::new(lang));
    let output = RefCell::new(output);
    let unwritten = Cell::new(None);
    let entries = items.filter_map(|item| {
        item.inspect(|entry| {
            let mut warnings = warnings.borrow_mut();
            if !json {
                warnings.add(entry);
            }
            // Of a single problem it is better known before hours are spent.
            if single {
                warnings.complain_of_pieces();
            }
        })
        .inspect_err(|error| {
            complain(&formats::input_error(lang, error));
            bad_input.set(true);
            if json && let Err(error) = write_error(output.borrow_mut().out, error, lang) {
                unwritten.set(Some(error));
            }
        })
        .ok()
    });
    let result = batch.run(entries, |event| {
        match event {
            BatchEvent::Progress { name, progress } => {
                line.say(|| sentences::progress(lang, name, progress))
            }
            BatchEvent::FewerThreads { wanted, threads } => {
                complain(&solver::fewer_threads(lang, wanted as u64, threads as u64));
            }
            BatchEvent::Checked(checked) => {
                line.clear();
                output.borrow_mut().print(*checked)?;
            }
            _ => {}
        }
        Ok(())
    });
    line.clear();
    if let Some(error) = unwritten.take() {
        return Err(BatchError::Caller(error));
    }
    let summary = result?;
    if !single {
        let warnings = warnings.borrow();
        warnings.complain_of_pieces();
        warnings.complain_of_hands();
    }
    let open = summary.count(Soundness::Unsound) + summary.count(Soundness::Undecided);
    let status = Status {
        unknown: open > 0,
        bad_input: bad_input.get(),
    };
    Ok((summary, status))
}

/// Prints what is found.
struct CheckOutput<'a> {
    args: &'a CheckArgs,
    lang: Lang,
    options: &'a BatchOptions,
    /// Whether there is one problem only.
    single: bool,
    /// For the report.
    kept: Vec<CheckedProblem>,
    /// Why problems are undecided.
    reasons: Vec<Reason>,
    out: &'a mut dyn Write,
}

impl CheckOutput<'_> {
    /// Prints one result.
    fn print(&mut self, checked: CheckedProblem) -> io::Result<()> {
        let (args, lang) = (self.args, self.lang);
        if args.json {
            write_line(self.out, &CheckDocument::new(&checked, self.options))?;
        } else if self.single || args.verbose {
            let gap = if checked.number > 0 { "\n" } else { "" };
            let note = note::full(&checked, self.options, lang);
            write!(self.out, "{gap}{note}")?;
        } else {
            write!(self.out, "{}", note::brief(&checked, lang))?;
        }
        self.out.flush()?;
        if args.report.is_some() {
            self.kept.push(checked);
        }
        Ok(())
    }

    /// Prints how many problems got which verdict, and how to go on.
    fn print_summary(&mut self, summary: &BatchSummary) -> io::Result<()> {
        if self.args.json {
            return self.out.flush();
        }
        let known = summary.known();
        if !self.single || known > 0 {
            let counts = check::counts(self.lang, |verdict| summary.count(verdict), known);
            writeln!(self.out, "{}", wrapped(&counts))?;
            write!(self.out, "{}", sentences::kinds(self.lang, summary))?;
        }
        if let Some(sentence) = self.go_on() {
            writeln!(self.out, "{sentence}")?;
        }
        self.out.flush()
    }

    /// Says how to decide what is undecided.
    fn go_on(&self) -> Option<String> {
        go_on::sentence(self.lang, self.args, &self.reasons, !self.single)
    }

    /// Writes the report. Returns `false` if that fails.
    fn write_report(&self, mut file: AtomicFile) -> bool {
        let Some((path, format)) = &self.args.report else {
            return true;
        };
        let go_on = self.go_on();
        let content = ReportContent::new(&self.kept, self.options, go_on.clone(), self.lang);
        let profile = &self.options.check.profile;
        let content = match format {
            ReportFormat::Html => report::html(&content).map_err(io::Error::from),
            ReportFormat::Markdown => report::markdown(&content).map_err(io::Error::from),
            ReportFormat::Kif => Ok((self.kept.first())
                .and_then(|checked| report::kif(checked, profile, go_on.as_deref(), self.lang))
                .unwrap_or_default()),
        };
        let written = content.and_then(|content| file.write_all(content.as_bytes()));
        let Err(error) = written.and_then(|()| file.commit()) else {
            return true;
        };
        complain(&sentences::file_error(self.lang, "--report", path, &error));
        false
    }
}

#[cfg(test)]
mod tests;
