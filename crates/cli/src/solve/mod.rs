//! `kemuri solve`.

mod print;

pub use print::{WIDTH, full, heading, wrap};

use crate::args::SolveArgs;
use crate::input::{only_problem, problems};
use crate::json::AnswerExtras;
use crate::{CommandResult, certificate, complain, tree};
use kemuri_certify::MAGIC;
use kemuri_core::{Budget, Progress, Reason};
use kemuri_formats::{InputError, ProblemEntry};
use kemuri_runstore::AtomicFile;
use kemuri_solver::certificate::MemorySplit;
use kemuri_solver::{EdoLine, Futile, FutileDrop, Order, Outcome, Solver, Verdict};
use kemuri_terminal::{ProgressLine, Status, Stop};
use kemuri_text::{Lang, certify, formats, solver, tr};
use print::{AnswerPrinter, AnswerStyle};
use std::io::{self, Write};
use std::path::Path;

/// Solves what `args` name and prints the answers to `out`.
pub fn run(args: &SolveArgs, lang: Lang, stop: &Stop, out: &mut dyn Write) -> CommandResult {
    if let Some(format) = args.tree.format {
        return tree::run(args, format, lang, stop, out);
    }
    let mut options = args.options.clone();
    let memory = MemorySplit::of(options.hash);
    if args.certificate.is_some() {
        options.hash = memory.table;
    }
    let solver = Solver::within_memory(options);
    let solver = solver.map_err(|error| solver::solver_error(lang, &error))?;
    let run = SolveRun {
        args,
        lang,
        stop,
        solver,
        memory,
        meter: ProgressLine::new(args.search.progress, lang),
        status: Status::default(),
    };
    match &args.certificate {
        Some(path) => run.one_with_certificate(path, out),
        None => Ok(run.all(out)?),
    }
}

/// A run of the command.
struct SolveRun<'a> {
    args: &'a SolveArgs,
    lang: Lang,
    stop: &'a Stop,
    solver: Solver,
    memory: MemorySplit,
    meter: ProgressLine,
    status: Status,
}

impl SolveRun<'_> {
    /// Solves every problem there is.
    fn all(mut self, out: &mut dyn Write) -> io::Result<Status> {
        let stop = self.stop;
        let mut inputs = problems(&self.args.inputs, self.args.search.read_options());
        let mut items = std::iter::from_fn(|| stop.unless_asked(|| inputs.next()));
        let first = items.next();
        let mut others = items.peekable();
        // One problem is shown in full, several are a collection. JSON is the
        // same for both, and answers without waiting for a second question.
        let json = self.args.search.json;
        let collection = !json && others.peek().is_some();
        let style = match (json, collection && !self.args.verbose) {
            (true, _) => AnswerStyle::Json,
            (false, true) => AnswerStyle::Line,
            (false, false) => AnswerStyle::Full,
        };
        let mut printer = AnswerPrinter::new(style, self.args.order.unwrap_or_default(), self.lang);
        for item in first.into_iter().chain(others) {
            self.answer(item, &mut printer, out)?;
            if stop.is_asked() {
                break;
            }
        }
        // A single problem has already said that it was interrupted.
        self.status.unknown |= was_interrupted(stop, self.lang, collection || json);
        if collection {
            printer.summary(out)?;
        }
        out.flush()?;
        Ok(self.status)
    }

    /// Answers one item of the input.
    fn answer(
        &mut self,
        item: Result<ProblemEntry, InputError>,
        printer: &mut AnswerPrinter,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let entry = match item {
            Ok(entry) => entry,
            Err(error) => {
                complain(&formats::input_error(self.lang, &error));
                self.status.bad_input = true;
                return Ok(());
            }
        };
        // Every answer is that of a fresh solver: the order of a collection
        // must not change its numbers.
        if printer.count() > 0 {
            self.solver.clear();
        }
        let (outcome, edo, futile_drops) = self.solve(&entry);
        let extras = AnswerExtras {
            edo: edo.as_ref(),
            futile_drops: futile_drops.as_deref(),
            certified: None,
        };
        printer.print(out, &entry, &outcome, extras)
    }

    /// Solves a problem and, if that is asked for, finds its line in the order of the
    /// Edo books, or why interpositions are futile.
    fn solve(
        &mut self,
        entry: &ProblemEntry,
    ) -> (Outcome, Option<EdoLine>, Option<Vec<FutileDrop>>) {
        let label = entry.id.as_deref().unwrap_or_default();
        let meter = &self.meter;
        let mut show = |progress: &Progress| meter.show(label, &entry.problem, progress);
        // The limits are those of each problem.
        let budget = self.args.search.budget(self.stop);
        let goal = self.args.goal();
        let outcome = self.solver.solve(&entry.problem, goal, &budget, &mut show);
        self.status.unknown |= matches!(outcome.verdict, Verdict::Unknown(_));
        let edo = match (self.args.order, &outcome.verdict) {
            (Some(Order::Edo), Verdict::Mate(_)) => {
                // An error would be one of the mate, which has just been found.
                let line = self.solver.edo_line(&outcome, &budget, &mut show);
                line.ok().flatten()
            }
            _ => None,
        };
        self.status.unknown |= edo.as_ref().is_some_and(|edo| edo.undecided.is_some());
        let futile_drops = match self.args.explain {
            true => explained(&mut self.solver, &outcome, &budget, &mut show),
            false => Ok(None),
        };
        meter.clear();
        let futile_drops = futile_drops.unwrap_or_else(|reason| {
            let reason = solver::reason(self.lang, reason);
            complain(&tr!(self.lang, "solve-not-explained", reason));
            self.status.unknown = true;
            None
        });
        (outcome, edo, futile_drops)
    }

    /// Solves the only problem there is and writes the certificate of its verdict.
    fn one_with_certificate(self, path: &Path, out: &mut dyn Write) -> CommandResult {
        let Self {
            args, lang, stop, ..
        } = self;
        let several = || tr!(lang, "verify-one-problem");
        let options = args.search.read_options();
        let entry = only_problem(&args.inputs, options, stop, lang, several)?;
        // A file that cannot be written is better known before hours are spent
        // on what goes into it.
        let file = AtomicFile::replace(path, &MAGIC);
        let file = file.map_err(|error| certify::unwritable(lang, path, &error))?;
        let mut status = match entry {
            Some(entry) => self.certify(&entry, path, file, out)?,
            None => Status::default(),
        };
        status.unknown |= was_interrupted(stop, lang, args.search.json);
        out.flush()?;
        Ok(status)
    }

    /// Solves a problem and writes the certificate of its verdict to `file`.
    fn certify(
        mut self,
        entry: &ProblemEntry,
        path: &Path,
        file: AtomicFile,
        out: &mut dyn Write,
    ) -> io::Result<Status> {
        let (outcome, ..) = self.solve(entry);
        let json = self.args.search.json;
        let style = if json {
            AnswerStyle::Json
        } else {
            AnswerStyle::Full
        };
        let mut printer = AnswerPrinter::new(style, self.args.order.unwrap_or_default(), self.lang);
        if !json {
            printer.print(out, entry, &outcome, AnswerExtras::default())?;
        }
        let written = certificate::write(
            self.solver,
            &outcome,
            self.memory,
            file,
            self.args.search.budget(self.stop),
            (&self.meter, self.lang),
        );
        let written = written.map_err(|refusal| {
            complain(&refusal.sentence);
            self.status = self.status.and(refusal.status);
        });
        match written {
            written if json => {
                let extras = AnswerExtras {
                    certified: written.as_ref().ok(),
                    ..AnswerExtras::default()
                };
                printer.print(out, entry, &outcome, extras)?;
            }
            Ok(certified) => writeln!(out, "{}", certify::written(self.lang, path, &certified))?,
            Err(()) => {}
        }
        Ok(self.status)
    }
}

/// Whether the user has interrupted the run; says so if `told`.
fn was_interrupted(stop: &Stop, lang: Lang, told: bool) -> bool {
    let interrupted = stop.is_asked();
    if interrupted && told {
        complain(&tr!(lang, "solve-interrupted"));
    }
    interrupted
}

/// Why interpositions beside the line do not count, if the profile leaves any out.
fn explained(
    solver: &mut Solver,
    outcome: &Outcome,
    budget: &Budget,
    show: &mut dyn FnMut(&Progress),
) -> Result<Option<Vec<FutileDrop>>, Reason> {
    match outcome.verdict.mate() {
        Some(mate) if mate.exact && mate.futile != Futile::None => {
            solver.futile_drops(outcome, budget, show).map(Some)
        }
        _ => Ok(None),
    }
}
