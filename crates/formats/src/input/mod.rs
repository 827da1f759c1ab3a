//! Reads problems from text, files, collections and pipes, one at a time.
//!
//! A source is read line by line: a collection of any size takes little memory,
//! and a pipe gets its answers as it asks. Only a record, known by its first
//! lines, is read as a whole.

mod arguments;
mod error;
mod line;
mod reader;

pub use arguments::{Inputs, RecordSource, record_sources};
pub use error::{InputError, InputErrorKind, Location};
pub use line::{parse_line, parse_position_command, parse_position_with_rest};
pub use reader::{ProblemReader, read_problem};

use crate::rest::{AssumedRest, RestRule};
use crate::{Header, RecordError, RecordErrorKind};
use kemuri_core::problem::lawful;
use kemuri_core::replay::verify_mate;
use kemuri_core::sfen::Sfen;
use kemuri_core::{Color, Hand, Move, Problem};
use rsshogi::board::Position;

/// Longest line of a source, in bytes: room for a position and a long list of moves.
const MAX_LINE: usize = 64 << 10;
/// A source with a line of more bytes than this is not read on.
const ENDLESS_LINE: usize = 4 << 20;

/// One problem, with what its source says about it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ProblemEntry {
    /// Its name: the first column of a collection, `file:line`, or the title of a record.
    pub id: Option<String>,
    /// Its title in print. Unlike `id`, never a file name.
    pub title: Option<String>,
    /// Who made it.
    pub author: Option<String>,
    /// All headers of its record, these two among them.
    pub headers: Vec<Header>,
    /// The problem.
    pub problem: Problem,
    /// The result that the source states.
    pub expected: Expected,
    /// The moves that lead to the problem, if the source starts before it.
    pub preceding: Option<PrecedingMoves>,
    /// The moves that the record of the problem goes on with.
    pub solution: Option<Vec<Move>>,
    /// The first move after `solution`, if it cannot be played.
    pub solution_error: Option<SolutionError>,
    /// What of the moves of the record could not be read. The problem does not depend on
    /// it.
    pub faults: Vec<RecordError>,
    /// How many more faults there were than are listed.
    pub more_faults: usize,
    /// The pieces that were given to a side although the source does not say so.
    pub assumed_rest: Option<AssumedRest>,
}

impl ProblemEntry {
    /// A problem of which nothing else is known.
    pub fn new(problem: Problem) -> Self {
        Self {
            id: None,
            title: None,
            author: None,
            headers: Vec::new(),
            problem,
            expected: Expected::Unstated,
            preceding: None,
            solution: None,
            solution_error: None,
            faults: Vec::new(),
            more_faults: 0,
            assumed_rest: None,
        }
    }

    /// The headers of the record that say something of the problem itself, not of its
    /// position or of the game that it is from: author, source, number, and any other.
    pub fn described(&self) -> impl Iterator<Item = (&str, &str)> {
        let fields = self.headers.iter().filter_map(|header| match header {
            Header::Field { name, value } => Some((name.as_str(), value.as_str())),
            Header::Line(_) => None,
        });
        fields.filter(|(name, value)| *name != "手合割" && !value.is_empty())
    }

    /// The headers for a record that says more about this problem: those of its source, in
    /// which those of `own` take the place of others of their name; `None` takes them out.
    /// The name of the problem is the title.
    pub fn headers_with(&self, own: &[(&str, Option<String>)]) -> Vec<(String, String)> {
        let title = [("作品名", self.id.clone())];
        let mut waiting: Vec<_> = title.iter().chain(own).collect();
        let mut out = Vec::new();
        let mut titled = false;
        for (name, value) in self.described() {
            let is_own = name == "作品名" || own.iter().any(|(other, _)| *other == name);
            let place = waiting.iter().position(|(other, _)| *other == name);
            let value = match place.map(|place| waiting.remove(place)) {
                Some((_, value)) => value.clone(),
                None if is_own => None,
                None => Some(value.to_string()),
            };
            titled |= name == "作品名";
            out.extend(value.map(|value| (name.to_string(), value)));
        }
        for (name, value) in waiting {
            let place = match *name == "作品名" && !titled {
                true => 0,
                false => out.len(),
            };
            if let Some(value) = value {
                out.insert(place, (name.to_string(), value.clone()));
            }
        }
        out
    }

    /// Title and author, as they stand above a diagram.
    pub fn heading(&self) -> Option<String> {
        let words = [&self.title, &self.author].into_iter().flatten();
        let words: Vec<&str> = words.map(String::as_str).collect();
        (!words.is_empty()).then(|| words.join("　"))
    }

    /// Its name, or its SFEN where it has none.
    pub fn label(&self) -> String {
        let sfen = || self.problem.to_sfen();
        self.id.clone().unwrap_or_else(sfen)
    }

    /// The pieces that the defender was given although the source does not say so.
    pub fn assumed_pieces(&self) -> Option<Hand> {
        self.assumed_rest.map(|rest| rest.pieces)
    }

    /// The moves after which the problem begins, and the position before them.
    pub fn played(&self) -> Option<(&Sfen, &[Move])> {
        let preceding = self.preceding.as_ref()?;
        Some((&preceding.start, &preceding.moves))
    }

    /// The moves that the source gives: those that lead to the problem, or else
    /// those of the solution.
    pub fn move_line(&self) -> Option<MoveLine> {
        if let Some(preceding) = &self.preceding {
            return Some(MoveLine {
                start: lawful(&preceding.start).ok()?,
                moves: preceding.moves.clone(),
                mates: verify_mate(&self.problem, &[]).is_ok(),
            });
        }
        let moves = self.solution.as_ref()?;
        Some(MoveLine {
            start: self.problem.position(),
            moves: moves.clone(),
            mates: verify_mate(&self.problem, moves).is_ok(),
        })
    }
}

/// Moves, and the position that they start from.
#[derive(Clone)]
pub struct MoveLine {
    /// The position before the first move.
    pub start: Position,
    /// The moves.
    pub moves: Vec<Move>,
    /// Whether they end with mate.
    pub mates: bool,
}

/// A move of a solution that cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("move {ply}: {kind}")]
pub struct SolutionError {
    /// Its number, from 1.
    pub ply: usize,
    /// What is wrong with it.
    pub kind: RecordErrorKind,
}

/// The moves that lead to a problem, at least one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PrecedingMoves {
    /// The position that they start from. There need not be anything to solve in it.
    pub start: Sfen,
    /// The moves.
    pub moves: Vec<Move>,
}

/// The third column of a collection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expected {
    /// Nothing, or `-`.
    Unstated,
    /// A mate of this length.
    Mate(u32),
    /// `nomate`.
    NoMate,
}

/// How problems are read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct ReadOptions {
    /// Who attacks. By default the position decides.
    pub attacker: Option<Color>,
    /// Whether moves after a problem are its solution, right or wrong. By default
    /// they are played, and the problem is the position that they lead to.
    pub solutions: bool,
    /// After how many of the moves of a source the problem begins. By default a
    /// record begins with its problem.
    pub ply: Option<usize>,
    /// Whether the defender gets every piece that is neither on the board nor in a
    /// hand. By default only KIF, KI2 and BOD that say nothing of the defender's hand
    /// mean that.
    pub rest: bool,
}

impl ReadOptions {
    /// Sets who attacks; `None` leaves it to the position.
    pub fn with_attacker(self, attacker: Option<Color>) -> Self {
        Self { attacker, ..self }
    }

    /// Sets after how many moves the problem begins.
    pub fn with_ply(self, ply: Option<usize>) -> Self {
        Self { ply, ..self }
    }

    /// Sets whether the defender gets every piece that is nowhere.
    pub fn with_rest(self, rest: bool) -> Self {
        Self { rest, ..self }
    }

    /// Who gets the pieces that are nowhere if the problem begins after so many moves.
    fn rest_rule(self, plies: usize) -> RestRule {
        RestRule {
            asked: self.rest,
            attacker: self.attacker,
            plies,
        }
    }

    /// Takes moves after a problem as its solution.
    pub fn with_solutions(self) -> Self {
        Self {
            solutions: true,
            ..self
        }
    }
}
