//! The shortest mate and the line a person expects.
//!
//! The length of a mate is its rank in the least fixpoint, which no path can
//! change. A first mate gives an upper bound; a mate within two plies less is
//! asked for until the answer is no. Both answers are valid on every path: a
//! proof is a finite tree, and "no mate within so many plies" is stored without
//! condition only when every repetition it depends on is closed (see
//! [`crate::path`]). Lengths have the parity of the side to move, so a no within
//! `length − 2` makes `length` the shortest.
//!
//! The line is in [`crate::best_line`].

use crate::Solver;
use crate::futile::Futile;
use crate::line::{first_proven, known, legal_moves, within};
use crate::search::Search;
use crate::search::interposition::{given_back_of, hand_over, undo_hand_over};
use kemuri_core::attacks::{between, bit};
use kemuri_core::board::Undo;
use kemuri_core::{Board, Budget, Move, Problem, Progress, Reason, View};

/// The shortest length found, and why it is not proven shortest, if it is not.
pub(crate) fn prove(search: &mut Search<'_>, mut len: u16) -> (u16, Option<Reason>) {
    while let Some(less) = len.checked_sub(2) {
        match within(search, less) {
            Ok(Some(shorter)) => len = shorter,
            Ok(None) => break,
            Err(reason) => return (len, Some(reason)),
        }
    }
    (len, None)
}

impl Solver {
    /// Whether the reply `mv` is futile under the profile in a position with the
    /// defender to move, which [`Solver::solve`] has found to be a shortest mate in
    /// `length` plies.
    pub fn is_futile(
        &mut self,
        problem: &Problem,
        futile: Futile,
        length: u32,
        mv: Move,
        budget: &Budget,
        on_progress: &mut dyn FnMut(&Progress),
    ) -> Result<bool, Reason> {
        let mut search = self.search_at(problem, futile, budget, on_progress);
        let length = u16::try_from(length).map_err(|_| Reason::Contradiction)?;
        let mv = search.view.mv(mv);
        if !search.may_be_futile(mv) || !legal_moves(&mut search).contains(&mv) {
            return Ok(false);
        }
        Ok(witness(&mut search, mv, length)?.is_some())
    }

    /// The replies that last `length` plies in a position with the defender to
    /// move, which [`Solver::solve`] has found to be a shortest mate in that many
    /// under the profile. Futile interpositions are not among them.
    pub fn longest_replies(
        &mut self,
        problem: &Problem,
        futile: Futile,
        length: u32,
        budget: &Budget,
        on_progress: &mut dyn FnMut(&Progress),
    ) -> Result<Vec<Move>, Reason> {
        let mut search = self.search_at(problem, futile, budget, on_progress);
        let length = u16::try_from(length).map_err(|_| Reason::Contradiction)?;
        let moves = legal_moves(&mut search);
        let replies = longest_replies(&mut search, &moves, length)?;
        Ok(search.view.line(&replies))
    }

    /// A search that stands at `problem`.
    pub(crate) fn search_at<'a>(
        &'a mut self,
        problem: &Problem,
        futile: Futile,
        budget: &'a Budget,
        on_progress: &'a mut dyn FnMut(&Progress),
    ) -> Search<'a> {
        let board = Board::new(problem);
        let mut search = Search::new(board, &mut self.table, &self.options, budget, on_progress);
        search.view = View::of(problem);
        search.futile = futile;
        search
    }
}

/// What follows after `line`, a mate, if the defender interposes all the same:
/// interpositions and their captures until there is no reply left.
pub(crate) fn futile_tail(search: &mut Search<'_>, line: &[Move]) -> Result<Vec<Move>, Reason> {
    let mut played: Vec<(Move, Undo)> = Vec::new();
    for &mv in line {
        played.push((mv, search.board.make(mv)));
    }
    let result = play_tail(search, &mut played);
    let tail = played[line.len()..].iter().map(|&(mv, _)| mv).collect();
    for (mv, undo) in played.into_iter().rev() {
        search.board.undo(mv, undo);
    }
    result.map(|()| tail)
}

fn play_tail(search: &mut Search<'_>, played: &mut Vec<(Move, Undo)>) -> Result<(), Reason> {
    let king = search.board.defender_king();
    loop {
        let drops = legal_moves(search);
        let distance = |mv: &&Move| between(king, mv.to_sq().to_index()).count_ones();
        let Some(&drop) = drops.iter().min_by_key(distance) else {
            return Ok(());
        };
        played.push((drop, search.board.make(drop)));
        let mut capture = None;
        for check in captures(search, drop) {
            let undo = search.board.make(check);
            let mates = !search.board.has_evasion();
            let left = within(search, 0);
            search.board.undo(check, undo);
            if mates || capture.is_none() && left?.is_some() {
                capture = Some(check);
            }
            if mates {
                break;
            }
        }
        let capture = capture.ok_or(Reason::Contradiction)?;
        played.push((capture, search.board.make(capture)));
    }
}

/// The replies that last `len` plies in a position that is a mate in exactly as
/// many, futile ones left out.
pub(crate) fn longest_replies(
    search: &mut Search<'_>,
    moves: &[Move],
    len: u16,
) -> Result<Vec<Move>, Reason> {
    let mut longest = Vec::new();
    // Whether drops on the square of the last drop are futile.
    let mut asked = None;
    for &mv in moves {
        let lasts = if search.may_be_futile(mv) {
            match asked {
                Some((square, true)) if mv.is_drop() && square == mv.to_sq() => false,
                _ if len >= 2 && !search.interposition_lasts(mv, len - 2)? => false,
                _ => {
                    let futile = witness(search, mv, len)?.is_some();
                    if mv.is_drop() {
                        asked = Some((mv.to_sq(), futile));
                    }
                    !futile
                }
            }
        } else if len < 3 {
            true
        } else {
            let undo = search.board.make(mv);
            let shorter = within(search, len - 3);
            search.board.undo(mv, undo);
            shorter?.is_none()
        };
        if lasts {
            longest.push(mv);
        }
    }
    Ok(longest)
}

/// The capture that makes the interposition `mv` futile in a position that is a mate in
/// `len` plies, and the plies within which it mates; nothing if it counts.
pub(crate) fn witness(
    search: &mut Search<'_>,
    mv: Move,
    len: u16,
) -> Result<Option<(Move, u16)>, Reason> {
    let square = mv.to_sq().to_index();
    let king = search.board.defender_king();
    let undo = search.board.make(mv);
    let checks = captures(search, mv);
    search.board.undo(mv, undo);
    for check in checks {
        let is_slider = between(king, check.from_sq().to_index()) & bit(square) != 0;
        // Another piece has to mate at once.
        let mut most = is_slider.then_some(len);
        while let Some(plies) = after_capture(search, mv, check, most)? {
            if plies == 0 {
                return Ok(Some((check, 0)));
            }
            let less = plies.checked_sub(2).ok_or(Reason::Contradiction)?;
            match search.within_nearer(square, less)? {
                None => return Ok(Some((check, plies))),
                Some(without) => most = Some(without),
            }
        }
    }
    Ok(None)
}

/// The plies, `most` at most, in which there is a mate after the interposition `mv`
/// and the capture `check`, the captured piece handed over. Without `most` only a position
/// without any reply is one.
fn after_capture(
    search: &mut Search<'_>,
    mv: Move,
    check: Move,
    most: Option<u16>,
) -> Result<Option<u16>, Reason> {
    let undo = search.board.make(mv);
    let given = capture_for_nothing(search, mv, check);
    let plies = match most {
        _ if !search.board.has_evasion() => Ok(Some(0)),
        Some(most) => within(search, most),
        None => Ok(None),
    };
    undo_hand_over(&mut search.board, given.0);
    search.board.undo(check, given.1);
    search.board.undo(mv, undo);
    plies
}

/// The captures of the piece that `interposition` has just put there.
pub(crate) fn captures(search: &mut Search<'_>, interposition: Move) -> Vec<Move> {
    let mut checks = legal_moves(search);
    checks.retain(|check| !check.is_drop() && check.to_sq() == interposition.to_sq());
    checks
}

/// Makes the capture that answers `interposition` and hands the captured piece over.
pub(crate) fn capture_for_nothing(
    search: &mut Search<'_>,
    interposition: Move,
    capture: Move,
) -> (u8, Undo) {
    let board = &mut search.board;
    let captured = board.piece(capture.to_sq().to_index());
    let given_back = given_back_of(interposition, captured);
    let undo = board.make(capture);
    hand_over(board, given_back);
    (given_back, undo)
}

/// A check that mates within `len` plies; `moves` are all checks there are.
pub(crate) fn shortest_check(
    search: &mut Search<'_>,
    moves: &[Move],
    len: u16,
) -> Result<Move, Reason> {
    let left = len.checked_sub(1).ok_or(Reason::Contradiction)?;
    let is_known = |search: &mut Search<'_>| {
        let mut moves = moves.iter();
        moves
            .find(|&&mv| known(search, mv, left).is_some())
            .copied()
    };
    if let Some(mv) = is_known(search) {
        return Ok(mv);
    }
    within(search, len)?;
    if let Some(mv) = is_known(search) {
        return Ok(mv);
    }
    match first_proven(search, moves, left)? {
        Some((mv, _)) => Ok(mv),
        None => Err(Reason::Contradiction),
    }
}
