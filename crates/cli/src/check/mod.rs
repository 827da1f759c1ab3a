//! `kemuri check`: are these problems sound?

mod document;
mod kif;
mod note;

use crate::Status;
use crate::args::{CheckArgs, ReportFormat};
use crate::input::problems;
use crate::json::write_line;
use crate::progress::ProgressLine;
use crate::signal::Stop;
use crate::text::Text;
use document::ReportContent;
use kemuri_core::Budget;
use kemuri_formats::{InputError, ProblemEntry, ReadOptions};
use kemuri_judge::batch::{
    Batch, BatchError, BatchEvent, BatchOptions, BatchSummary, CheckedProblem, ResumeFile,
};
use kemuri_judge::json::CheckDocument;
use kemuri_judge::{CheckOptions, FactKind, Profile, Soundness};
use kemuri_runstore::AtomicFile;
use std::cell::Cell;
use std::fs;
use std::io::{self, Write};
use std::path::Path;

/// Checks what `args` name and prints the verdicts to `out`.
pub fn run(args: &CheckArgs, text: Text, stop: &Stop, out: &mut dyn Write) -> io::Result<Status> {
    // Files that cannot be used are better known before hours are spent.
    let files = batch_options(args, text, stop).and_then(|options| {
        let resume = open_resume_file(args, &options, text)?;
        Ok((options, resume, start_report(args, text)?))
    });
    let (mut options, resume, report_file) = match files {
        Ok(files) => files,
        Err(sentence) => return refuse(&sentence, text),
    };
    let read = ReadOptions::default().with_attacker(args.attacker);
    let mut inputs = problems(&args.inputs, read.with_solutions());
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
        return refuse(&text.one_kif(), text);
    }
    let single = !args.json && second.is_none();
    options.threads = match (args.threads, single) {
        (_, true) => 1,
        (Some(threads), _) => threads,
        (None, _) => std::thread::available_parallelism().map_or(1, |n| n.get()),
    };
    let mut output = Output {
        args,
        text,
        options: &options,
        single,
        kept: Vec::new(),
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
        Err(BatchError::Solver(error)) => return refuse(&text.solver_error(&error), text),
        Err(BatchError::File(error)) => return Err(error.source),
        Err(BatchError::Caller(error)) => return Err(error),
        Err(error) => return Err(io::Error::other(error)),
    };
    if stop.is_asked() {
        status.unknown = true;
        if !single {
            text.complain(&kemuri_text::tr!(text.0, "solve-interrupted"));
        }
    }
    output.print_summary(&summary)?;
    if let Some(file) = report_file {
        status.bad_input |= !output.write_report(file);
    }
    Ok(status)
}

fn refuse(sentence: &str, text: Text) -> io::Result<Status> {
    text.complain(sentence);
    Ok(Status::BAD_INPUT)
}

/// How the problems are checked. The profile that the arguments name is a shipped
/// one, or a file.
fn batch_options(args: &CheckArgs, text: Text, stop: &Stop) -> Result<BatchOptions, String> {
    let name = args.profile.to_string_lossy().into_owned();
    let profile = match Profile::named(&name) {
        Some(profile) => profile,
        None => {
            let known: Vec<&str> = Profile::names().collect();
            let toml = fs::read_to_string(&args.profile)
                .map_err(|error| text.no_profile(&name, &known, &error))?;
            Profile::parse(&toml).map_err(|error| text.bad_profile(&name, &error))?
        }
    };
    let mut options = BatchOptions::default();
    options.check = CheckOptions::default()
        .with_profile(profile)
        .with_futile(args.futile)
        .with_refutations(args.verbose);
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
    text: Text,
) -> Result<Option<ResumeFile>, String> {
    let Some(path) = args.resume.as_deref() else {
        return Ok(None);
    };
    let file = ResumeFile::open(path, options).map_err(|error| text.resume_error(path, &error))?;
    Ok(Some(file))
}

/// Starts the report, if one is asked for.
fn start_report(args: &CheckArgs, text: Text) -> Result<Option<AtomicFile>, String> {
    let Some((path, format)) = &args.report else {
        return Ok(None);
    };
    match report_file(path, *format) {
        Ok(file) => Ok(Some(file)),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            Err(text.no_report_of_ours(path))
        }
        Err(error) => Err(text.check_file("--report", path, &error)),
    }
}

/// Only another report is replaced. A record in KIF may be anybody's, and perhaps
/// the one that is checked.
fn report_file(path: &Path, format: ReportFormat) -> io::Result<AtomicFile> {
    match format {
        ReportFormat::Html => AtomicFile::replace(path, document::HTML.as_bytes()),
        ReportFormat::Markdown => AtomicFile::replace(path, document::MARKDOWN.as_bytes()),
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
    output: &mut Output<'_>,
) -> Result<(BatchSummary, Status), BatchError<io::Error>> {
    let text = output.text;
    let bad_input = Cell::new(false);
    let entries = items.filter_map(|item| {
        item.inspect_err(|error| {
            text.complain(&text.input_error(error));
            bad_input.set(true);
        })
        .ok()
    });
    let line = ProgressLine::new(output.args.progress, text.0);
    let result = batch.run(entries, |event| {
        match event {
            BatchEvent::Progress { name, progress } => line.say(|| text.checking(name, progress)),
            BatchEvent::Checked(checked) => {
                line.clear();
                output.print(*checked)?;
            }
            _ => {}
        }
        Ok(())
    });
    line.clear();
    let summary = result?;
    let open = summary.count(Soundness::Unsound) + summary.count(Soundness::Undecided);
    let status = Status {
        unknown: open > 0,
        bad_input: bad_input.get(),
    };
    Ok((summary, status))
}

/// Prints what is found.
struct Output<'a> {
    args: &'a CheckArgs,
    text: Text,
    options: &'a BatchOptions,
    /// Whether there is one problem only.
    single: bool,
    /// For the report.
    kept: Vec<CheckedProblem>,
    out: &'a mut dyn Write,
}

impl Output<'_> {
    /// Prints one result.
    fn print(&mut self, checked: CheckedProblem) -> io::Result<()> {
        let (args, text) = (self.args, self.text);
        if args.json {
            write_line(self.out, &CheckDocument::new(&checked, self.options))?;
        } else if self.single || args.verbose {
            let gap = if checked.number > 0 { "\n" } else { "" };
            let note = note::full(&checked, self.options, text);
            write!(self.out, "{gap}{note}")?;
        } else {
            write!(self.out, "{}", note::brief(&checked, text))?;
        }
        self.out.flush()?;
        if args.report.is_some() {
            self.kept.push(checked);
        }
        Ok(())
    }

    /// Prints how many problems got which verdict.
    fn print_summary(&mut self, summary: &BatchSummary) -> io::Result<()> {
        let known = summary.known();
        if !self.args.json && (!self.single || known > 0) {
            let counts = Soundness::ALL.map(|verdict| (verdict, summary.count(verdict)));
            writeln!(self.out, "{}", self.text.check_summary(&counts, known))?;
            let kinds: Vec<(FactKind, usize)> = summary.kinds().collect();
            for line in self.text.check_classes(&kinds) {
                writeln!(self.out, "{line}")?;
            }
        }
        self.out.flush()
    }

    /// Writes the report. Returns `false` if that fails.
    fn write_report(&self, mut file: AtomicFile) -> bool {
        let Some((path, format)) = &self.args.report else {
            return true;
        };
        let content = ReportContent::new(&self.kept, self.options, self.text);
        let profile = &self.options.check.profile;
        let content = match format {
            ReportFormat::Html => document::html(&content).map_err(io::Error::from),
            ReportFormat::Markdown => document::markdown(&content).map_err(io::Error::from),
            ReportFormat::Kif => Ok((self.kept.first())
                .and_then(|checked| kif::write(checked, profile, self.text))
                .unwrap_or_default()),
        };
        let written = content.and_then(|content| file.write_all(content.as_bytes()));
        let Err(error) = written.and_then(|()| file.commit()) else {
            return true;
        };
        let sentence = self.text.check_file("--report", path, &error);
        self.text.complain(&sentence);
        false
    }
}
