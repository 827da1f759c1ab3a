//! `kemuri enumerate`.

mod pages;

use crate::args::EnumerateArgs;
use crate::text::Text;
use kemuri_compose::Condition;
use kemuri_compose::enumerate::{
    self, EnumerateError, EnumerateOptions, EnumerationFolder, EnumerationSummary, Tally,
    collection, report,
};
use kemuri_core::{Budget, Phase, Progress};
use kemuri_runstore::write_file;
use kemuri_terminal::{ProgressLine, Status, Stop};
use kemuri_text::compose;
use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;
use std::time::{Duration, Instant};

/// Bytes that a condition may have; none is nearly as long.
const LONGEST_CONDITION: u64 = 1 << 20;

/// The condition that `name` stands for: a file, or one that ships with Kemuri.
pub fn condition(name: &OsStr, text: Text) -> Result<Condition, String> {
    let word = name.to_string_lossy();
    let start = File::open(name).and_then(|file| {
        let mut bytes = Vec::new();
        file.take(LONGEST_CONDITION + 1).read_to_end(&mut bytes)?;
        if bytes.len() as u64 > LONGEST_CONDITION {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        String::from_utf8(bytes).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))
    });
    let source = match start {
        Ok(text) => text,
        // A folder of that name may be that of a run of the shipped condition.
        Err(error) => match Condition::shipped(&word).filter(|_| !Path::new(name).is_file()) {
            Some(shipped) => shipped.into(),
            None => return Err(text.no_condition(&word, &error)),
        },
    };
    Condition::parse(&source).map_err(|error| text.condition_error(&word, &error))
}

/// Runs or goes on with the enumeration that `args` ask for.
pub fn run(
    args: &EnumerateArgs,
    text: Text,
    stop: &Stop,
    out: &mut dyn Write,
) -> io::Result<Status> {
    let condition = match condition(&args.condition, text) {
        Ok(condition) => condition,
        Err(sentence) => {
            text.complain(&sentence);
            return Ok(Status::BAD_INPUT);
        }
    };
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    let mut options = EnumerateOptions::default();
    options.threads = args.threads.unwrap_or_else(cores);
    options.hash = args.options.hash;
    options.nodes = args.nodes;
    options.budget = Budget::until_stopped(stop.flag());
    let meter = ProgressLine::new(args.progress, text.0);
    let mut written = Ok(());
    let result = EnumerationFolder::open(args.out.as_ref(), &condition).and_then(|folder| {
        let mut clock = Clock::default();
        let mut on_progress = |progress: &Progress| {
            let (done, total) = (progress.done, progress.total.unwrap_or(0));
            match progress.phase {
                Phase::MatedPositions => {
                    meter.say(|| text.looking_for_mates(done, total));
                }
                Phase::Candidates { generation } => meter.say(|| {
                    text.deciding(
                        generation,
                        (done, total),
                        clock.left((generation, total), done),
                    )
                }),
                _ => {}
            }
        };
        let mut on_generation = |generation: u32, tally: &Tally| {
            meter.clear();
            let line = text.generation(generation, tally);
            let result = writeln!(out, "{line}").and_then(|()| out.flush());
            if written.is_ok() {
                written = result;
            }
        };
        let summary = enumerate::enumerate(
            &condition,
            &folder,
            &options,
            &mut on_progress,
            &mut on_generation,
        )?;
        Ok((folder, summary))
    });
    meter.clear();
    written?;
    let (folder, summary) = match result {
        Ok(done) => done,
        Err(error) => return Ok(refuse(&error, text)),
    };
    writeln!(out, "{}", text.enumerated(&summary))?;
    leave_results(&condition, &folder, &summary, &options, &meter, text, out)
}

fn refuse(error: &EnumerateError, text: Text) -> Status {
    text.complain(&compose::enumerate_error(text.0, error));
    match error {
        EnumerateError::Interrupted => Status::UNDECIDED,
        _ => Status::BAD_INPUT,
    }
}

/// Writes what people read into the folder, and checks the problems again.
fn leave_results(
    condition: &Condition,
    folder: &EnumerationFolder,
    summary: &EnumerationSummary,
    options: &EnumerateOptions,
    meter: &ProgressLine,
    text: Text,
    out: &mut dyn Write,
) -> io::Result<Status> {
    let problems = match summary.longest_finished() {
        None => Vec::new(),
        Some(plies) => match collection::finished(folder, condition, plies) {
            Ok(problems) => problems,
            Err(error) => {
                text.complain(&compose::collection_error(text.0, &error));
                return Ok(Status::BAD_INPUT);
            }
        },
    };
    let path = folder.path();
    let kif = folder.records();
    if let Err(error) = std::fs::create_dir_all(&kif) {
        text.complain(&text.folder_error(&kif, &error));
        return Ok(Status::BAD_INPUT);
    }
    let name = &condition.name;
    let mut files = vec![
        (
            path.join("problems.tsv"),
            report::collection(name, &problems),
        ),
        (path.join("problems.html"), pages::page(name, &problems)?),
        (path.join("statistics.md"), report::table(summary)),
        (path.join("plot.svg"), report::plot(summary)),
    ];
    let mut records = Vec::new();
    for (i, found) in problems.iter().enumerate() {
        let title = report::numbered(name, i, problems.len());
        let number = report::numbered("problem", i, problems.len());
        let record = pages::record(&title, found);
        records.extend(record.map(|record| (kif.join(format!("{number}.kif")), record)));
    }
    let names: Vec<_> = records.iter().map(|(path, _)| path.clone()).collect();
    files.extend(records);
    let written = files
        .iter()
        .try_for_each(|(path, contents)| Ok(write_file(path, contents)?))
        .and_then(|()| folder.remove_records_but(&names));
    if let Err(error) = written {
        return Ok(refuse(&error.into(), text));
    }
    writeln!(out, "{}", text.results_in(path))?;
    out.flush()?;
    let mut status = Status {
        unknown: summary.open() > 0,
        ..Status::default()
    };
    if problems.is_empty() {
        return Ok(status);
    }
    meter.say(|| text.rechecking(problems.len()));
    let checked = enumerate::recheck_all(condition, &problems, options);
    meter.clear();
    let checked = match checked {
        Ok(checked) => checked,
        Err(error) => return Ok(refuse(&error, text)),
    };
    for (found, result) in problems.iter().zip(&checked) {
        if let Err(error) = result {
            text.complain(&compose::soundness_error(text.0, &found.problem, error));
            status.unknown = true;
        }
    }
    if checked.iter().all(Result::is_ok) {
        writeln!(out, "{}", text.rechecked(problems.len()))?;
    }
    out.flush()?;
    Ok(status)
}

/// Estimates how long a generation still takes.
#[derive(Default)]
struct Clock {
    /// What is being done (the generation, and how many candidates), when it was
    /// first heard of, and how many were done then.
    start: Option<((u32, u64), Instant, u64)>,
}

impl Clock {
    fn left(&mut self, what: (u32, u64), done: u64) -> Option<Duration> {
        let (_, since, before) = match self.start {
            Some(start) if start.0 == what && start.2 <= done => start,
            _ => *self.start.insert((what, Instant::now(), done)),
        };
        let (gained, missing) = (done - before, what.1.saturating_sub(done));
        (gained > 0).then(|| since.elapsed().mul_f64(missing as f64 / gained as f64))
    }
}
