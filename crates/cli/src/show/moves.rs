//! `show --moves`: the position after some of the moves of a problem.

use crate::args::{Plies, ShowArgs};
use kemuri_core::{Budget, notation};
use kemuri_diagram::{Diagram, IllegalMove};
use kemuri_formats::{InputErrorKind, MoveLine, ProblemEntry};
use kemuri_solver::{Futile, Goal, Options, Solver, SolverError, Verdict};
use kemuri_terminal::{ProgressLine, Refusal, Stop};
use kemuri_text::{Lang, formats, quote, solver, tr};

/// The smallest table that moves are searched with, in bytes.
const SMALLEST_TABLE: u64 = 1 << 20;

/// Makes diagrams, after the moves that the input gives or those of the solution.
pub struct DiagramMaker<'a> {
    args: &'a ShowArgs,
    lang: Lang,
    /// What each problem may cost.
    budget: Budget,
    progress: ProgressLine,
    /// There only once something had to be solved.
    solver: Option<Solver>,
}

impl<'a> DiagramMaker<'a> {
    /// Searches for moves until `stop` is asked for.
    pub fn new(args: &'a ShowArgs, lang: Lang, stop: &Stop) -> Self {
        Self {
            args,
            lang,
            budget: Budget::until_stopped(stop.flag()).with_time(args.time),
            progress: ProgressLine::new(true, lang),
            solver: None,
        }
    }

    /// The diagram of an entry, after as many moves as were asked for.
    pub fn diagram(&mut self, entry: &ProblemEntry) -> Result<Diagram, Refusal> {
        let default = entry.preceding.is_some().then_some(Plies::All);
        let plies = match self.args.moves.or(default) {
            None => return Ok(Diagram::from_problem(&entry.problem)),
            // The start needs no solution.
            Some(Plies::First(0)) if entry.preceding.is_none() => {
                return Ok(Diagram::from_problem(&entry.problem));
            }
            Some(plies) => plies,
        };
        let line = match entry.move_line() {
            Some(line) => line,
            None => self.solution(entry)?,
        };
        after(self.lang, entry, &line, plies)
    }

    /// The moves of a shortest mate.
    fn solution(&mut self, entry: &ProblemEntry) -> Result<MoveLine, Refusal> {
        let lang = self.lang;
        let solver = match &mut self.solver {
            Some(solver) => {
                solver.clear_within(&self.budget);
                solver
            }
            empty => {
                empty.insert(new_solver().map_err(|error| solver::solver_error(lang, &error))?)
            }
        };
        let (problem, label) = (&entry.problem, entry.label());
        let goal = Goal::Shortest(Futile::default());
        let budget = self.budget.renewed();
        let outcome = solver.solve(problem, goal, &budget, &mut |progress| {
            self.progress.show(&label, problem, progress);
        });
        self.progress.clear();
        let problem = quote(&label);
        match outcome.verdict {
            Verdict::Mate(mate) => Ok(MoveLine {
                start: entry.problem.position(),
                moves: mate.line,
                mates: true,
            }),
            Verdict::NoMate => Err(tr!(lang, "show-no-mate", problem).into()),
            Verdict::Unknown(reason) => {
                let reason = solver::reason(lang, reason);
                let sentence = tr!(lang, "show-unsolved", problem, reason);
                Err(Refusal::undecided(sentence))
            }
        }
    }
}

/// A solver with the default table, or a smaller one where there is no memory for that:
/// its size is no option here.
fn new_solver() -> Result<Solver, SolverError> {
    let mut hash = Options::default().hash;
    loop {
        match Solver::new(Options::default().with_hash(hash)) {
            Err(SolverError::OutOfMemory { .. }) if hash > SMALLEST_TABLE => hash /= 2,
            solver => return solver,
        }
    }
}

/// The diagram after some of the moves of a line, with the last of them in its caption.
fn after(
    lang: Lang,
    entry: &ProblemEntry,
    line: &MoveLine,
    plies: Plies,
) -> Result<Diagram, Refusal> {
    let count = line.moves.len();
    let ply = match plies {
        Plies::First(number) => number,
        Plies::All => count,
    };
    let problem = quote(&entry.label());
    let Some(moves) = line.moves.get(..ply) else {
        return Err(tr!(lang, "show-too-few-moves", problem, asked = ply, count).into());
    };
    let diagram = Diagram::after(&line.start, entry.problem.attacker(), moves)
        .map_err(|error| unplayable(lang, &problem, error))?;
    let words = notation::japanese_from(line.start.clone(), moves).unwrap_or_default();
    let Some(mv) = words.last() else {
        return Ok(diagram);
    };
    Ok(diagram.with_caption(match line.mates && ply == count {
        true => tr!(lang, "show-mate", ply, mv),
        false => tr!(lang, "show-after-move", ply, mv),
    }))
}

/// Says which move cannot be played.
fn unplayable(lang: Lang, problem: &str, error: IllegalMove) -> String {
    let kind = InputErrorKind::Move {
        number: error.ply,
        word: error.mv.to_usi(),
    };
    let error = formats::input_error_kind(lang, &kind);
    tr!(lang, "show-unplayable", problem, error)
}
