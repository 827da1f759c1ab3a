//! `kemuri enumerate`.

mod pages;
mod sentences;

use crate::args::EnumerateArgs;
use crate::input::read_settings;
use crate::{CommandResult, complain, wrapped};
use kemuri_compose::enumerate::{
    self, EnumerateError, EnumerateOptions, EnumerationFolder, EnumerationSummary, Tally,
    collection, report,
};
use kemuri_compose::{ComposedProblem, Condition};
use kemuri_core::{Budget, Phase, Progress};
use kemuri_runstore::write_file;
use kemuri_terminal::{ProgramError, ProgressLine, Refusal, Status, Stop};
use kemuri_text::{Lang, compose, quote, tr};
use std::ffi::OsStr;
use std::io::{self, Write};
use std::path::Path;
use std::time::{Duration, Instant};

/// The condition that `name` stands for: a file, or one that ships with Kemuri.
pub fn condition(name: &OsStr, lang: Lang) -> Result<Condition, String> {
    let word = name.to_string_lossy();
    let source = match read_settings(name) {
        Ok(text) => text,
        // A folder of that name may be that of a run of the shipped condition.
        Err(error) => Condition::shipped(&word)
            .filter(|_| !Path::new(name).is_file())
            .ok_or_else(|| sentences::no_condition(lang, &word, &error))?
            .into(),
    };
    Condition::parse(&source).map_err(|error| {
        let error = compose::condition_error(lang, &error);
        format!("{}: {error}", quote(&word))
    })
}

/// Runs or goes on with the enumeration that `args` ask for.
pub fn run(args: &EnumerateArgs, lang: Lang, stop: &Stop, out: &mut dyn Write) -> CommandResult {
    let condition = stop.endable(|| condition(&args.condition, lang).map_err(Refusal::from))?;
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    let mut options = EnumerateOptions::default();
    options.threads = args.threads.unwrap_or_else(cores);
    options.hash = args.options.hash;
    options.nodes = args.nodes;
    options.budget = Budget::until_stopped(stop.flag());
    let meter = ProgressLine::new(args.progress, lang);
    let folder = EnumerationFolder::open(args.out.as_ref(), &condition);
    let folder = folder.map_err(|error| refusal(error, lang))?;
    let summary = search(&condition, &folder, &options, &meter, lang, out)?;
    writeln!(out, "{}", wrapped(&sentences::summary(lang, &summary)))?;
    let problems = match summary.longest_finished() {
        None => Vec::new(),
        Some(plies) => collection::finished(&folder, &condition, plies)
            .map_err(|error| compose::collection_error(lang, &error))?,
    };
    write_results(&condition, &folder, &summary, &problems, lang)?;
    let folder = folder.path();
    writeln!(out, "{}", wrapped(&tr!(lang, "enumerate-results", folder)))?;
    out.flush()?;
    let mut status = Status::unknown_if(summary.open() > 0);
    if !problems.is_empty() {
        status.unknown |= !recheck(&condition, &problems, &options, &meter, lang, out)?;
    }
    Ok(status)
}

fn refusal(error: EnumerateError, lang: Lang) -> Refusal {
    let sentence = compose::enumerate_error(lang, &error);
    match error {
        EnumerateError::Interrupted => Refusal::undecided(sentence),
        _ => sentence.into(),
    }
}

/// Enumerates, and prints every generation as it is finished.
fn search(
    condition: &Condition,
    folder: &EnumerationFolder,
    options: &EnumerateOptions,
    meter: &ProgressLine,
    lang: Lang,
    out: &mut dyn Write,
) -> Result<EnumerationSummary, ProgramError> {
    let mut estimate = TimeEstimate::default();
    let mut on_progress = |progress: &Progress| {
        let (done, total) = (progress.done, progress.total.unwrap_or(0));
        match progress.phase {
            Phase::MatedPositions => meter.say(|| tr!(lang, "enumerate-finals", done, total)),
            Phase::Candidates { generation } => meter.say(|| {
                let left = estimate.left(generation, done, total);
                sentences::deciding(lang, generation, progress, left)
            }),
            _ => {}
        }
    };
    let mut written = Ok(());
    let mut on_generation = |generation: u32, tally: &Tally| {
        meter.clear();
        let line = sentences::generation(lang, generation, tally);
        let result = writeln!(out, "{}", wrapped(&line)).and_then(|()| out.flush());
        if written.is_ok() {
            written = result;
        }
    };
    let summary = enumerate::enumerate(
        condition,
        folder,
        options,
        &mut on_progress,
        &mut on_generation,
    );
    meter.clear();
    for salvage in folder.take_salvaged() {
        complain(&kemuri_text::runstore::salvage(lang, &salvage));
    }
    written?;
    Ok(summary.map_err(|error| refusal(error, lang))?)
}

/// Writes what people read into the folder.
fn write_results(
    condition: &Condition,
    folder: &EnumerationFolder,
    summary: &EnumerationSummary,
    problems: &[ComposedProblem],
    lang: Lang,
) -> Result<(), ProgramError> {
    let kif = folder.records();
    std::fs::create_dir_all(&kif)
        .map_err(|error| tr!(lang, "enumerate-folder", folder = kif, error))?;
    let (name, path) = (&condition.name, folder.path());
    let page = pages::page(name, problems).map_err(io::Error::from)?;
    let mut files = vec![
        (
            path.join("problems.tsv"),
            report::collection(name, problems),
        ),
        (path.join("problems.html"), page),
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
    files
        .iter()
        .try_for_each(|(path, contents)| Ok(write_file(path, contents)?))
        .and_then(|()| folder.remove_records_but(&names))
        .map_err(|error| refusal(error.into(), lang))?;
    Ok(())
}

/// Checks the problems again, from scratch. Returns `false` if one is not sound.
fn recheck(
    condition: &Condition,
    found: &[ComposedProblem],
    options: &EnumerateOptions,
    meter: &ProgressLine,
    lang: Lang,
    out: &mut dyn Write,
) -> Result<bool, ProgramError> {
    let problems = found.len();
    let mut on_progress = |progress: &Progress| {
        let done = progress.done;
        meter.say(|| tr!(lang, "enumerate-rechecking", done, problems));
    };
    let checked = enumerate::recheck_all(condition, found, options, &mut on_progress);
    meter.clear();
    let checked = checked.map_err(|error| refusal(error, lang))?;
    let all_sound = checked.iter().all(Result::is_ok);
    for (found, result) in found.iter().zip(checked) {
        if let Err(error) = result {
            complain(&compose::soundness_error(lang, &found.problem, &error));
        }
    }
    if all_sound {
        writeln!(out, "{}", tr!(lang, "enumerate-rechecked", problems))?;
    }
    out.flush()?;
    Ok(all_sound)
}

/// Estimates how long a generation still takes.
#[derive(Default)]
struct TimeEstimate {
    start: Option<GenerationStart>,
}

/// The first report on a generation.
#[derive(Clone, Copy)]
struct GenerationStart {
    generation: u32,
    total: u64,
    done: u64,
    time: Instant,
}

impl TimeEstimate {
    fn left(&mut self, generation: u32, done: u64, total: u64) -> Option<Duration> {
        let is_same = |start: &GenerationStart| {
            (start.generation, start.total) == (generation, total) && start.done <= done
        };
        let start = match self.start.filter(is_same) {
            Some(start) => start,
            None => *self.start.insert(GenerationStart {
                generation,
                total,
                done,
                time: Instant::now(),
            }),
        };
        let (gained, missing) = (done - start.done, total.saturating_sub(done));
        (gained > 0).then(|| start.time.elapsed().mul_f64(missing as f64 / gained as f64))
    }
}
