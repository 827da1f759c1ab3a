//! `show --moves`: the position after some of the moves of a problem.

use crate::args::{Plies, ShowArgs};
use crate::text::Text;
use kemuri_core::{Budget, notation};
use kemuri_diagram::{Diagram, IllegalMove};
use kemuri_formats::{InputErrorKind, MoveLine, ProblemEntry};
use kemuri_solver::{Futile, Goal, Options, Solver, Verdict};
use kemuri_terminal::{ProgressLine, Status, Stop};
use kemuri_text::{Lang, formats, quote, solver, tr};

/// Why there is no diagram, and what that makes of the exit code.
pub struct Refusal {
    /// What to complain with.
    pub sentence: String,
    /// What it makes of the exit code.
    pub status: Status,
}

impl Refusal {
    fn bad_input(sentence: String) -> Self {
        Self {
            sentence,
            status: Status::BAD_INPUT,
        }
    }
}

/// Makes diagrams, after the moves that the input gives or those of the solution.
pub struct DiagramMaker<'a> {
    args: &'a ShowArgs,
    text: Text,
    /// What each problem may cost.
    budget: Budget,
    progress: ProgressLine,
    /// There only once something had to be solved.
    solver: Option<Solver>,
}

impl<'a> DiagramMaker<'a> {
    /// Searches for moves until `stop` is asked for.
    pub fn new(args: &'a ShowArgs, text: Text, stop: &Stop) -> Self {
        Self {
            args,
            text,
            budget: Budget::until_stopped(stop.flag()).with_time(args.time),
            progress: ProgressLine::new(true, text.0),
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
        after(self.text.0, entry, &line, plies)
    }

    /// The moves of a shortest mate.
    fn solution(&mut self, entry: &ProblemEntry) -> Result<MoveLine, Refusal> {
        let text = self.text;
        let solver = match &mut self.solver {
            Some(solver) => {
                solver.clear();
                solver
            }
            empty => empty.insert(
                Solver::new(Options::default())
                    .map_err(|error| Refusal::bad_input(text.solver_error(&error)))?,
            ),
        };
        let (problem, label) = (&entry.problem, entry.label());
        let goal = Goal::Shortest(Futile::default());
        let budget = self.budget.renewed();
        let outcome = solver.solve(problem, goal, &budget, &mut |progress| {
            self.progress.show(&label, problem, progress);
        });
        self.progress.clear();
        let (lang, name) = (text.0, quote(&label));
        match outcome.verdict {
            Verdict::Mate(mate) => Ok(MoveLine {
                start: problem.position(),
                moves: mate.line,
                mates: true,
            }),
            Verdict::NoMate => Err(Refusal::bad_input(tr!(
                lang,
                "show-no-mate",
                problem = name
            ))),
            Verdict::Unknown(reason) => {
                let reason = solver::reason(lang, reason);
                Err(Refusal {
                    sentence: tr!(lang, "show-unsolved", problem = name, reason = reason),
                    status: Status::UNDECIDED,
                })
            }
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
    let name = quote(&entry.label());
    let Some(moves) = line.moves.get(..ply) else {
        let sentence = tr!(
            lang,
            "show-too-few-moves",
            problem = name,
            asked = ply,
            count = count
        );
        return Err(Refusal::bad_input(sentence));
    };
    let diagram = Diagram::after(&line.start, entry.problem.attacker(), moves)
        .map_err(|error| Refusal::bad_input(unplayable(lang, &name, error)))?;
    let words = notation::japanese_from(line.start.clone(), moves).unwrap_or_default();
    let Some(mv) = words.last().map(String::as_str) else {
        return Ok(diagram);
    };
    Ok(diagram.with_caption(match line.mates && ply == count {
        true => tr!(lang, "show-mate", ply = ply, mv = mv),
        false => tr!(lang, "show-after-move", ply = ply, mv = mv),
    }))
}

/// Says which move cannot be played.
fn unplayable(lang: Lang, name: &str, error: IllegalMove) -> String {
    let kind = InputErrorKind::Move {
        number: error.ply,
        word: error.mv.to_usi(),
    };
    let error = formats::input_error_kind(lang, &kind);
    tr!(lang, "show-unplayable", problem = name, error = error)
}
