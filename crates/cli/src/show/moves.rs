//! `show --moves`: the position after some of the moves of a problem.

use crate::Status;
use crate::args::{Plies, ShowArgs};
use crate::progress::ProgressLine;
use crate::signal::Stop;
use crate::text::Text;
use kemuri_core::problem::lawful;
use kemuri_core::replay::verify_mate;
use kemuri_core::{Budget, Move, ProblemError, notation};
use kemuri_diagram::Diagram;
use kemuri_formats::{PrecedingMoves, ProblemEntry};
use kemuri_solver::{Futile, Goal, Options, Solver, Verdict};
use rsshogi::board::Position;

/// The sentence to complain with, and what it makes of the exit code.
type Complaint = (String, Status);

/// Plays the moves that the input gives, or those of the solution.
pub struct Player<'a> {
    args: &'a ShowArgs,
    text: Text,
    /// What each problem may cost.
    budget: Budget,
    meter: ProgressLine,
    /// There only once something had to be solved.
    solver: Option<Solver>,
}

/// Moves and where they lead from.
struct Line {
    start: Position,
    moves: Vec<Move>,
    /// Whether they end with mate.
    mates: bool,
}

impl<'a> Player<'a> {
    /// A player that stops when it is told to.
    pub fn new(args: &'a ShowArgs, text: Text, stop: &Stop) -> Self {
        Self {
            args,
            text,
            budget: Budget::until_stopped(stop.flag()).with_time(args.time),
            meter: ProgressLine::new(true, text.0),
            solver: None,
        }
    }

    /// The diagram of an entry, after as many moves as were asked for.
    pub fn diagram(&mut self, entry: &ProblemEntry) -> Result<Diagram, Complaint> {
        let (line, plies) = match (self.args.moves, &entry.preceding) {
            (None, None) => return Ok(Diagram::from_problem(&entry.problem)),
            (plies, Some(preceding)) => {
                let line = given(entry, preceding).map_err(|error| {
                    (
                        kemuri_text::core::problem_error(self.text.0, &error),
                        Status::BAD_INPUT,
                    )
                })?;
                (line, plies.unwrap_or(Plies::All))
            }
            // The start needs no solution.
            (Some(Plies::First(0)), None) => return Ok(Diagram::from_problem(&entry.problem)),
            (Some(plies), None) => match &entry.solution {
                Some(moves) => (recorded(entry, moves), plies),
                None => (self.solution(entry)?, plies),
            },
        };
        let there = line.moves.len();
        let number = match plies {
            Plies::First(number) => number,
            Plies::All => there,
        };
        let Some(moves) = line.moves.get(..number) else {
            let sentence = self.text.too_few_moves(&name(entry), there, number);
            return Err((sentence, Status::BAD_INPUT));
        };
        let diagram =
            Diagram::after(&line.start, entry.problem.attacker(), moves).map_err(|error| {
                (
                    self.text.unplayable(&name(entry), error.ply, error.mv),
                    Status::BAD_INPUT,
                )
            })?;
        let written = notation::japanese_from(line.start, moves).unwrap_or_default();
        Ok(match written.last() {
            Some(mv) => {
                let mate = line.mates && number == there;
                diagram.with_caption(self.text.after_move(number, mv, mate))
            }
            None => diagram,
        })
    }

    /// The moves of a shortest mate.
    fn solution(&mut self, entry: &ProblemEntry) -> Result<Line, Complaint> {
        let text = self.text;
        let solver = match &mut self.solver {
            Some(solver) => {
                solver.clear();
                solver
            }
            empty => empty.insert(
                Solver::new(Options::default())
                    .map_err(|error| (text.solver_error(&error), Status::BAD_INPUT))?,
            ),
        };
        let (problem, label) = (&entry.problem, name(entry));
        let goal = Goal::Shortest(Futile::default());
        let budget = self.budget.renewed();
        let outcome = solver.solve(problem, goal, &budget, &mut |progress| {
            self.meter.show(&label, problem, progress);
        });
        self.meter.clear();
        match outcome.verdict {
            Verdict::Mate(mate) => Ok(Line {
                start: problem.position(),
                moves: mate.line,
                mates: true,
            }),
            Verdict::NoMate => Err((text.no_moves(&label), Status::BAD_INPUT)),
            Verdict::Unknown(reason) => {
                Err((text.moves_unknown(&label, reason), Status::UNDECIDED))
            }
        }
    }
}

/// The moves that the record of a problem goes on with.
fn recorded(entry: &ProblemEntry, moves: &[Move]) -> Line {
    Line {
        start: entry.problem.position(),
        moves: moves.to_vec(),
        mates: verify_mate(&entry.problem, moves).is_ok(),
    }
}

/// The moves that the input starts with. What it is about is the position after them.
fn given(entry: &ProblemEntry, preceding: &PrecedingMoves) -> Result<Line, ProblemError> {
    Ok(Line {
        start: lawful(&preceding.start)?,
        moves: preceding.moves.clone(),
        mates: verify_mate(&entry.problem, &[]).is_ok(),
    })
}

/// What to call a problem in a complaint.
fn name(entry: &ProblemEntry) -> String {
    entry.id.clone().unwrap_or_else(|| entry.problem.to_sfen())
}
