//! Lists the futile interpositions beside a line, each with the line that refutes it.

use crate::line::{is_mate, legal_moves};
use crate::search::Search;
use crate::shortest::{captures, give_back};
use crate::{Mate, Solver, shortest};
use kemuri_core::{Board, Budget, Move, Phase, Problem, Progress, Reason, View};

/// An interposition beside the line that does not count, and its refutation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FutileDrop {
    /// Moves of the line before it.
    pub after: usize,
    /// The drop, its capture, and the mate that goes on without the captured
    /// piece, futile interpositions left out again.
    pub line: Vec<Move>,
}

impl Solver {
    /// The futile interpositions beside the line of an exact mate that
    /// [`Solver::solve`] has reported, one for each square.
    pub fn futile_drops(
        &mut self,
        problem: &Problem,
        mate: &Mate,
        budget: &Budget,
        on_progress: &mut dyn FnMut(&Progress),
    ) -> Result<Vec<FutileDrop>, Reason> {
        let line = &mate.line;
        let mut search = Search::new(
            Board::new(problem),
            &mut self.table,
            &self.options,
            budget,
            on_progress,
        );
        (search.phase, search.view) = (Phase::Explaining, View::of(problem));
        search.total = Some(line.len() as u64);
        search.futile = mate.futile;
        let mut found = Vec::new();
        let mut left = u16::try_from(mate.length).map_err(|_| Reason::Memory)?;
        let mut uncounted = 0;
        for after in 0..=line.len() {
            search.done = after as u64;
            if !search.board.attacker_to_move() {
                for moves in drops_at(&mut search, left)? {
                    let line = search.view.line(&moves);
                    found.push(FutileDrop { after, line });
                }
            }
            if let Some(&mv) = line.get(after) {
                let drops = !search.board.attacker_to_move() && mv.is_drop();
                search.board.make(search.view.mv(mv));
                if drops && !shortest::counts(&mut search, left)? {
                    // Neither the drop nor its capture.
                    uncounted = 2;
                }
                match uncounted {
                    0 => left = left.checked_sub(1).ok_or(Reason::Memory)?,
                    _ => uncounted -= 1,
                }
            }
        }
        Ok(found)
    }
}

/// The futile drops in the board's position, a mate in `len` plies.
fn drops_at(search: &mut Search<'_>, len: u16) -> Result<Vec<Vec<Move>>, Reason> {
    let replies = legal_moves(search);
    let mut shown: Vec<Vec<Move>> = Vec::new();
    for &drop in replies.iter().filter(|mv| mv.is_drop()) {
        if shown.iter().any(|line| line[0].to_sq() == drop.to_sq()) {
            continue;
        }
        let undo = search.board.make(drop);
        let line = refutation(search, drop, &replies, len);
        search.board.undo(drop, undo);
        if let Some(mut line) = line? {
            line.insert(0, drop);
            shown.push(line);
        }
    }
    Ok(shown)
}

/// The capture of the piece just dropped and the mate within `len` plies after it.
fn refutation(
    search: &mut Search<'_>,
    drop: Move,
    replies: &[Move],
    len: u16,
) -> Result<Option<Vec<Move>>, Reason> {
    for check in captures(search, drop, replies) {
        let (kind, undo) = give_back(search, check);
        let mates = is_mate(search.decide(len));
        let line = mates.and_then(|mates| mates.then(|| shown(search, len)).transpose());
        search.board.take_back(kind);
        let line = match line {
            // The defender has dropped the very piece that was given back: with
            // the hands as they are the mate takes no longer.
            Ok(Some(line)) if !is_legal(search, &line) => shown(search, len).map(Some),
            line => line,
        };
        search.board.undo(check, undo);
        if let Some(mut line) = line? {
            line.insert(0, check);
            return Ok(Some(line));
        }
    }
    Ok(None)
}

/// The shortest line of the board's position, a mate within `len` plies. Where
/// nothing but futile drops lasts as long there is none to show, and what came
/// before must do.
fn shown(search: &mut Search<'_>, len: u16) -> Result<Vec<Move>, Reason> {
    let (len, missing) = shortest::prove(search, len);
    if let Some(reason) = missing {
        return Err(reason);
    }
    match shortest::line(search, len) {
        Err(Reason::Memory) => Ok(Vec::new()),
        line => line,
    }
}

/// Whether the moves can be played from the board's position.
fn is_legal(search: &mut Search<'_>, line: &[Move]) -> bool {
    let mut undos = Vec::new();
    let mut legal = true;
    for &mv in line {
        legal = legal_moves(search).contains(&mv);
        if !legal {
            break;
        }
        undos.push((mv, search.board.make(mv)));
    }
    for (mv, undo) in undos.into_iter().rev() {
        search.board.undo(mv, undo);
    }
    legal
}
