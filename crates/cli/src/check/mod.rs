//! `kemuri check`: are these problems sound?

mod document;
mod json;
mod kif;
mod note;
mod resume;
mod task;
mod workers;

use crate::Status;
use crate::args::{CheckArgs, ReportFormat};
use crate::input::problems;
use crate::json::write_line;
use crate::progress::ProgressLine;
use crate::signal::Stop;
use crate::text::Text;
use document::ReportContent;
use json::Line;
use kemuri_formats::{InputError, ProblemEntry, ReadOptions};
use kemuri_judge::duplicates::Duplicates;
use kemuri_judge::{Fact, FactDetail, FactKind, Profile, Proof, Settings, Verdict};
use kemuri_runstore::AtomicFile;
use kemuri_solver::{Budget, Futile};
use resume::ResumeFile;
use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write};
use std::path::Path;
use task::{Earlier, Judged, Task};
use workers::{News, Work};

/// Checks what `args` name and prints the verdicts to `out`.
pub fn run(args: &CheckArgs, text: Text, stop: &Stop, out: &mut dyn Write) -> io::Result<Status> {
    let refuse = |sentence: &str| {
        text.complain(sentence);
        Ok(Status::BAD_INPUT)
    };
    let standard = match Standard::new(args, text) {
        Ok(standard) => standard,
        Err(sentence) => return refuse(&sentence),
    };
    let resume = args.resume.as_deref();
    let resume = resume.map(|path| (path, ResumeFile::open(path, &standard)));
    let resume = match resume {
        None => None,
        Some((_, Ok(file))) => Some(file),
        Some((path, Err(error))) => return refuse(&text.resume_error(path, &error)),
    };
    // A file that cannot be written is better known before hours are spent on it.
    let report_file = match args
        .report
        .as_ref()
        .map(|(path, format)| (path, start_report(path, *format)))
    {
        None => None,
        Some((_, Ok(file))) => Some(file),
        Some((path, Err(error))) if error.kind() == io::ErrorKind::AlreadyExists => {
            return refuse(&text.no_report_of_ours(path));
        }
        Some((path, Err(error))) => return refuse(&text.check_file("--report", path, &error)),
    };

    let mut inputs = problems(
        &args.inputs,
        ReadOptions::default()
            .with_attacker(args.attacker)
            .with_solutions(),
    );
    let mut next = || stop.unless_asked(|| inputs.next());
    let first = next();
    // One problem is shown in full, several are a collection. JSON is the same for
    // both, and answers without waiting for a second question.
    let is_record = matches!(args.report, Some((_, ReportFormat::Kif)));
    let second = if args.json && !is_record {
        None
    } else {
        next()
    };
    if is_record && second.is_some() {
        return refuse(&text.one_kif());
    }
    let single = !args.json && second.is_none();
    let settings = Settings {
        profile: standard.profile.clone(),
        futile: args.futile,
        refutations: args.verbose,
    };
    let threads = match (args.threads, single) {
        (_, true) => 1,
        (Some(threads), _) => threads,
        (None, _) => std::thread::available_parallelism().map_or(1, |n| n.get()),
    };
    let mut session = Session {
        args,
        text,
        single,
        standard,
        resume,
        status: Status::default(),
        counts: BTreeMap::new(),
        classes: BTreeMap::new(),
        kept: Vec::new(),
        out,
    };
    let meter = ProgressLine::new(args.progress, text.0);
    let mut queue = Queue {
        items: first
            .into_iter()
            .chain(second)
            .chain(std::iter::from_fn(next)),
        number: 0,
        duplicates: Duplicates::default(),
        names: Vec::new(),
    };
    let work = Work {
        settings,
        budget: Budget::until_stopped(stop.flag())
            .with_time(args.time)
            .with_nodes(args.nodes),
        suggest: args.suggest,
    };
    let shared = std::cell::RefCell::new(&mut session);
    let ran = workers::run(
        &work,
        &args.options,
        threads,
        || queue.next(&mut shared.borrow_mut()),
        |judged| {
            meter.clear();
            shared.borrow_mut().found(judged)
        },
        |news| {
            if let News::Busy { label, progress } = news {
                meter.say(|| text.checking(label, progress));
            }
        },
    );
    meter.clear();
    match ran {
        Ok(result) => result?,
        Err(error) => return refuse(&text.solver_error(&error)),
    }
    if stop.is_asked() {
        session.status.unknown = true;
        if !single {
            text.complain(&kemuri_text::tr!(text.0, "solve-interrupted"));
        }
    }
    session.finish(report_file)
}

/// Starts a report. Only another report gives way to it; a record in KIF may be
/// anybody's, and perhaps the one that is checked.
fn start_report(path: &Path, format: ReportFormat) -> io::Result<AtomicFile> {
    match format {
        ReportFormat::Html => AtomicFile::replace(path, document::HTML.as_bytes()),
        ReportFormat::Markdown => AtomicFile::replace(path, document::MARKDOWN.as_bytes()),
        ReportFormat::Kif if fs::metadata(path).is_ok_and(|there| there.len() > 0) => {
            Err(io::ErrorKind::AlreadyExists.into())
        }
        ReportFormat::Kif => AtomicFile::create(path),
    }
}

/// What problems are judged by.
pub struct Standard {
    /// What the profile is called.
    name: String,
    profile: Profile,
    /// The name of the interpositions that do not count.
    futile: &'static str,
}

impl Standard {
    /// The profile that the arguments name is a shipped one, or a file.
    fn new(args: &CheckArgs, text: Text) -> Result<Self, String> {
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
        let mut names = Futile::ALL.iter();
        let futile = names.find(|(_, futile)| *futile == args.futile);
        let futile = futile.map_or("", |(name, _)| name);
        Ok(Self {
            name,
            profile,
            futile,
        })
    }
}

/// The problems that are still to be handed out.
struct Queue<I> {
    items: I,
    number: usize,
    duplicates: Duplicates,
    /// The names of the problems so far.
    names: Vec<String>,
}

impl<I: Iterator<Item = Result<ProblemEntry, InputError>>> Queue<I> {
    /// The next problem; what cannot be read is named, what was judged before is
    /// counted.
    fn next(&mut self, session: &mut Session<'_>) -> Option<Task> {
        while let Some(item) = self.items.next() {
            let entry = match item {
                Ok(entry) => entry,
                Err(error) => {
                    session.text.complain(&session.text.input_error(&error));
                    session.status.bad_input = true;
                    continue;
                }
            };
            let mut task = Task::new(self.number, entry);
            task.earlier = self.compare(&task);
            let resume = session.resume.as_ref();
            let known = resume.and_then(|file| file.decided(&task));
            if let Some(verdict) = known {
                session.count(verdict, true);
                continue;
            }
            self.number += 1;
            return Some(task);
        }
        None
    }

    /// Compares a problem with those before it.
    fn compare(&mut self, task: &Task) -> Option<Earlier> {
        self.names.push(task.name());
        let (number, likeness) = self.duplicates.add(&task.problem)?;
        Some(Earlier {
            number,
            name: self.names.get(number)?.clone(),
            likeness,
        })
    }
}

/// What a run has found so far.
struct Session<'a> {
    args: &'a CheckArgs,
    text: Text,
    single: bool,
    standard: Standard,
    resume: Option<ResumeFile>,
    status: Status,
    /// Problems by verdict: of this run, and from before.
    counts: BTreeMap<Verdict, (usize, usize)>,
    /// Problems by class of what was found.
    classes: BTreeMap<FactKind, usize>,
    /// For the report.
    kept: Vec<Judged>,
    out: &'a mut dyn Write,
}

impl Session<'_> {
    fn count(&mut self, verdict: Verdict, before: bool) {
        let (now, then) = self.counts.entry(verdict).or_default();
        *(if before { then } else { now }) += 1;
        self.status.unknown |= matches!(verdict, Verdict::Unsound | Verdict::Undecided);
    }

    /// Takes one more result.
    fn found(&mut self, mut judged: Judged) -> io::Result<()> {
        if let Some(earlier) = &judged.task.earlier {
            let fact = Fact {
                detail: FactDetail::Earlier(earlier.number, earlier.likeness),
                ..Fact::of_all(FactKind::Duplicate, Proof::Proven)
            };
            judged.report.facts.insert(0, fact);
            judged.report.judge(&self.standard.profile);
        }
        self.count(judged.report.verdict, false);
        let mut classes: Vec<FactKind> = judged.report.findings().map(|fact| fact.kind).collect();
        classes.sort_unstable();
        classes.dedup();
        for kind in classes {
            *self.classes.entry(kind).or_default() += 1;
        }
        let (args, text) = (self.args, self.text);
        let line = Line::new(&judged, &self.standard, args.verbose);
        if let Some(file) = &mut self.resume {
            file.add(&line)?;
        }
        if args.json {
            write_line(self.out, &line)?;
        } else if self.single || args.verbose {
            let gap = if judged.task.number > 0 { "\n" } else { "" };
            let note = note::full(&judged, &self.standard, args.verbose, text);
            write!(self.out, "{gap}{note}")?;
        } else {
            write!(self.out, "{}", note::brief(&judged, text))?;
        }
        self.out.flush()?;
        if args.report.is_some() {
            self.kept.push(judged);
        }
        Ok(())
    }

    /// Prints the summary and writes the report.
    fn finish(mut self, report_file: Option<AtomicFile>) -> io::Result<Status> {
        let text = self.text;
        let skipped: usize = self.counts.values().map(|(_, before)| before).sum();
        if !self.args.json && (!self.single || skipped > 0) {
            let of = |verdict| self.counts.get(&verdict).copied().unwrap_or_default();
            let counts = Verdict::ALL.map(|verdict| {
                let (now, before) = of(verdict);
                (verdict, now + before)
            });
            writeln!(self.out, "{}", text.check_summary(&counts, skipped))?;
            let classes: Vec<(FactKind, usize)> =
                self.classes.iter().map(|(k, n)| (*k, *n)).collect();
            for line in text.check_classes(&classes) {
                writeln!(self.out, "{line}")?;
            }
        }
        self.out.flush()?;
        if let (Some(mut file), Some((path, format))) = (report_file, &self.args.report) {
            let by = &self.standard;
            let all = self.args.verbose;
            let content = ReportContent::new(&self.kept, by, all, text);
            let content = match format {
                ReportFormat::Html => document::html(&content).map_err(io::Error::from),
                ReportFormat::Markdown => document::markdown(&content).map_err(io::Error::from),
                ReportFormat::Kif => Ok((self.kept.first())
                    .and_then(|judged| kif::write(judged, &by.profile, text))
                    .unwrap_or_default()),
            };
            let written = content.and_then(|content| file.write_all(content.as_bytes()));
            if let Err(error) = written.and_then(|()| file.commit()) {
                text.complain(&text.check_file("--report", path, &error));
                self.status.bad_input = true;
            }
        }
        Ok(self.status)
    }
}
