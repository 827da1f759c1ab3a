//! `kemuri solve`.

mod print;

pub use print::{diagram, full, heading, line_width, wrap};

use crate::args::SolveArgs;
use crate::input::{only_problem, problems};
use crate::json::AnswerExtras;
use crate::notes::PieceWarnings;
use crate::{CommandResult, certificate, complain, complain_of_threads, json, tree, wrapped};
use kemuri_certify::MAGIC;
use kemuri_core::{Budget, Progress, Reason};
use kemuri_formats::{InputError, ProblemEntry};
use kemuri_runstore::AtomicFile;
use kemuri_solver::certificate::MemorySplit;
use kemuri_solver::{EdoLine, Futile, FutileDrop, Order, Outcome, Refutation, Solver, Verdict};
use kemuri_terminal::{ProgressLine, Refusal, Status, Stop};
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
    complain_of_threads(solver.options().threads, lang);
    let run = SolveRun {
        args,
        lang,
        stop,
        solver,
        memory,
        meter: ProgressLine::new(args.search.progress, lang),
        warnings: PieceWarnings::new(lang),
        status: Status::default(),
    };
    match &args.certificate {
        Some(path) => run.one_with_certificate(path, out),
        None => Ok(run.all(out)?),
    }
}

/// The answer to a problem, and what is shown beside it.
struct Solved {
    outcome: Outcome,
    /// The line in the order of the Edo books.
    edo: Option<EdoLine>,
    futile_drops: Option<Vec<FutileDrop>>,
    refutation: Option<Refutation>,
}

/// A run of the command.
struct SolveRun<'a> {
    args: &'a SolveArgs,
    lang: Lang,
    stop: &'a Stop,
    solver: Solver,
    memory: MemorySplit,
    meter: ProgressLine,
    warnings: PieceWarnings,
    status: Status,
}

impl SolveRun<'_> {
    /// Solves every problem there is.
    fn all(mut self, out: &mut dyn Write) -> io::Result<Status> {
        let stop = self.stop;
        let mut inputs = problems(&self.args.inputs, self.args.read_options(), self.lang);
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
            if let (Ok(entry), false) = (&item, json) {
                self.warnings.add(entry);
            }
            // Of a single problem it is better known before hours are spent.
            if !collection {
                self.warnings.complain_of_pieces();
            }
            self.answer(item, &mut printer, out)?;
            if stop.is_asked() {
                break;
            }
        }
        // A single problem has already said that it was interrupted.
        self.status.unknown |= was_interrupted(stop, self.lang, collection || json);
        if collection {
            self.warnings.complain_of_pieces();
            self.warnings.complain_of_hands();
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
                return match self.args.search.json {
                    true => json::write_error(out, &error, self.lang),
                    false => Ok(()),
                };
            }
        };
        // Every answer is that of a fresh solver: the order of a collection
        // must not change its numbers.
        if printer.count() > 0 {
            self.solver
                .clear_within(&Budget::until_stopped(self.stop.flag()));
        }
        let solved = self.solve(&entry, printer.shows_tries());
        let extras = AnswerExtras {
            edo: solved.edo.as_ref(),
            futile_drops: solved.futile_drops.as_deref(),
            refutation: solved.refutation.as_ref(),
            certified: None,
        };
        printer.print(out, &entry, &solved.outcome, extras)
    }

    /// Solves a problem and finds out what is to be shown beside the verdict: the
    /// tries of a no-mate; if that is asked for, the line in the order of the Edo
    /// books, and why interpositions are futile.
    fn solve(&mut self, entry: &ProblemEntry, with_tries: bool) -> Solved {
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
        let refutation = (with_tries && outcome.verdict == Verdict::NoMate)
            .then(|| self.solver.best_tries(&outcome, &budget, &mut show));
        meter.clear();
        let futile_drops = futile_drops.unwrap_or_else(|reason| {
            let reason = solver::reason(self.lang, reason);
            complain(&tr!(self.lang, "solve-not-explained", reason));
            self.status.unknown = true;
            None
        });
        Solved {
            outcome,
            edo,
            futile_drops,
            refutation,
        }
    }

    /// Solves the only problem there is and writes the certificate of its verdict.
    fn one_with_certificate(self, path: &Path, out: &mut dyn Write) -> CommandResult {
        let Self {
            args, lang, stop, ..
        } = self;
        let several = || tr!(lang, "verify-one-problem");
        let entry = only_problem(&args.inputs, args.read_options(), stop, lang, several)?;
        // A file that cannot be written is better known before hours are spent
        // on what goes into it.
        let file = stop.endable(|| {
            let file = AtomicFile::replace(path, &MAGIC);
            file.map_err(|error| Refusal::from(certify::unwritable(lang, path, &error)))
        })?;
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
        let json = self.args.search.json;
        if !json {
            PieceWarnings::of(self.lang, entry).complain_of_pieces();
        }
        let outcome = self.solve(entry, false).outcome;
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
            &self.meter,
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
            Ok(certified) => {
                let sentence = certify::written(self.lang, path, &certified);
                writeln!(out, "{}", wrapped(&sentence))?;
            }
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
        Some(mate) if mate.futile == Futile::None => Ok(None),
        Some(mate) if mate.exact => solver.futile_drops(outcome, budget, show).map(Some),
        // The proof of the length was stopped by a limit of the budget or by the table.
        Some(_) => Err(budget.exhausted().unwrap_or(Reason::Memory)),
        _ => Ok(None),
    }
}
