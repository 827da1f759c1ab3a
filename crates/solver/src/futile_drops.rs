//! Lists the futile interpositions beside a line, each with the line that refutes it.

use crate::line::legal_moves;
use crate::search::Search;
use crate::search::interposition::undo_hand_over;
use crate::shortest::{capture_for_nothing, witness};
use crate::{Futile, Outcome, Solver, best_line, line, shortest};
use kemuri_core::{Board, Budget, Move, Phase, Progress, Reason, View};

/// An interposition beside the line that does not count, and its refutation.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema)
)]
#[non_exhaustive]
pub struct FutileDrop {
    /// Moves of the line before it.
    pub after: usize,
    /// The drop, its capture, and the mate that goes on without the captured
    /// piece, futile interpositions left out again.
    #[cfg_attr(
        feature = "serde",
        serde(rename = "moves", with = "kemuri_core::json::line"),
        schemars(with = "Vec<String>")
    )]
    pub line: Vec<Move>,
}

impl Solver {
    /// The futile interpositions beside the line of a mate that [`Solver::solve`]
    /// has reported, one for each square. There are none beside a literal length,
    /// nor beside one that is not exact, for nothing says what its line leaves out.
    ///
    /// # Errors
    /// When the budget is spent or the outcome is undecided;
    /// [`Reason::Contradiction`] if it is no mate or its line does not mate.
    pub fn futile_drops(
        &mut self,
        outcome: &Outcome,
        budget: &Budget,
        on_progress: &mut dyn FnMut(&Progress),
    ) -> Result<Vec<FutileDrop>, Reason> {
        let (problem, mate) = (outcome.problem(), outcome.replayed_mate()?);
        if mate.futile == Futile::None || !mate.exact {
            return Ok(Vec::new());
        }
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
        let mut left = u16::try_from(mate.length).map_err(|_| Reason::Contradiction)?;
        for after in 0..=line.len() {
            search.done = after as u64;
            if !search.board.attacker_to_move() {
                for moves in drops_at(&mut search, left)? {
                    let line = search.view.line(&moves);
                    found.push(FutileDrop { after, line });
                }
            }
            if let Some(&mv) = line.get(after) {
                search.board.make(search.view.mv(mv));
                left = left.checked_sub(1).ok_or(Reason::Contradiction)?;
            }
        }
        Ok(found)
    }
}

/// The futile interpositions in the board's position, a mate in `len` plies.
fn drops_at(search: &mut Search<'_>, len: u16) -> Result<Vec<Vec<Move>>, Reason> {
    let replies = legal_moves(search);
    let mut shown: Vec<Vec<Move>> = Vec::new();
    for &mv in &replies {
        let is_shown = |line: &Vec<Move>| line[0].is_drop() && line[0].to_sq() == mv.to_sq();
        if !search.may_be_futile(mv) || mv.is_drop() && shown.iter().any(is_shown) {
            continue;
        }
        if let Some((check, plies)) = witness(search, mv, len)? {
            let undo = search.board.make(mv);
            let line = refutation(search, mv, check, plies);
            search.board.undo(mv, undo);
            let mut moves = vec![mv, check];
            moves.extend(line?);
            shown.push(moves);
        }
    }
    Ok(shown)
}

/// How the mate within `len` plies goes on after `check` has captured the piece
/// that `interposition` has just put there.
fn refutation(
    search: &mut Search<'_>,
    interposition: Move,
    check: Move,
    len: u16,
) -> Result<Vec<Move>, Reason> {
    let given = capture_for_nothing(search, interposition, check);
    let line = shown(search, len);
    undo_hand_over(&mut search.board, given.0);
    let line = match line {
        // The defender has dropped the very piece that was handed over. With the
        // hands as they are the mate need not be within as many plies: then only
        // the drop and its capture are shown.
        Ok(line) if !is_legal(search, &line) => match line::within(search, len)? {
            Some(len) => shown(search, len),
            None => Ok(Vec::new()),
        },
        line => line,
    };
    search.board.undo(check, given.1);
    line
}

/// The shortest line of the board's position, a mate within `len` plies.
fn shown(search: &mut Search<'_>, len: u16) -> Result<Vec<Move>, Reason> {
    match shortest::prove(search, len) {
        (len, None) => best_line::read(search, len),
        (_, Some(reason)) => Err(reason),
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
