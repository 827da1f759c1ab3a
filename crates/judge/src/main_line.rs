//! The line whose alternatives are examined: the author's if it is one.
//!
//! A line may have plies that do not count: a futile interposition and its
//! capture, which an author has written down, or which nothing lasts as long as.
//! Lengths are compared without them.

use crate::ask::Asker;
use crate::checks::escape;
use crate::fact::{Fact, FactKind, Proof};
use kemuri_core::replay::{ReplayError, verify_mate};
use kemuri_core::{Move, Problem};
use kemuri_solver::Verdict;

/// The main line and its positions, one more than there are moves.
pub(crate) struct MainLine {
    pub(crate) moves: Vec<Move>,
    pub(crate) positions: Vec<Problem>,
    pub(crate) origin: Origin,
    /// Moves before each futile interposition, which does not count, nor does
    /// its capture.
    futile: Vec<usize>,
    /// The same of interpositions that may be futile.
    in_doubt: Vec<usize>,
}

/// Where a main line comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Origin {
    /// The author says so.
    Author,
    /// The best play of both sides.
    BestPlay,
    /// Play of the length that the author says, though longer defences exist.
    SaidLength,
}

impl MainLine {
    pub(crate) fn new(
        asker: &mut Asker<'_>,
        problem: &Problem,
        moves: &[Move],
        origin: Origin,
    ) -> Option<Self> {
        let mut line = Self {
            positions: problem.play_line(moves).ok()?,
            moves: moves.into(),
            origin,
            futile: Vec::new(),
            in_doubt: Vec::new(),
        };
        // The last first: what follows says what an interposition gains.
        for ply in (0..moves.len().saturating_sub(1)).rev() {
            match line.is_futile(asker, ply) {
                Some(true) => line.futile.push(ply),
                Some(false) => {}
                None => line.in_doubt.push(ply),
            }
        }
        Some(line)
    }

    /// Whether the move after `ply` others is a drop that does not count, since it
    /// is captured and the defender has gained nothing; `None` if that was too
    /// much.
    fn is_futile(&self, asker: &mut Asker<'_>, ply: usize) -> Option<bool> {
        let (position, drop, capture) =
            (&self.positions[ply], self.moves[ply], self.moves[ply + 1]);
        let is_captured = drop.is_drop() && !capture.is_drop() && capture.to_sq() == drop.to_sq();
        if position.attacker_to_move() || !is_captured {
            return Some(false);
        }
        let length = match asker.shortest(position, u64::MAX) {
            Verdict::Mate(mate) if mate.exact => mate.length,
            _ => return None,
        };
        if length as usize != self.left(ply + 2) {
            return Some(false);
        }
        let counted = asker.longest_replies(position, length)?;
        Some(!counted.contains(&drop))
    }

    /// Whether the move after `ply` others is a futile interposition.
    pub(crate) fn is_in_vain(&self, ply: usize) -> bool {
        self.futile.contains(&ply)
    }

    /// Plies that count from `ply` on.
    pub(crate) fn left(&self, ply: usize) -> usize {
        let futile = self.futile.iter().filter(|&&drop| drop >= ply).count();
        self.moves.len() - ply - 2 * futile
    }

    /// The same if all that is in doubt does not count.
    pub(crate) fn left_at_least(&self, ply: usize) -> usize {
        let in_doubt = self.in_doubt.iter().filter(|&&drop| drop >= ply).count();
        self.left(ply).saturating_sub(2 * in_doubt)
    }

    /// Plies that count before `ply`.
    pub(crate) fn counted(&self, ply: usize) -> u32 {
        let futile = self.futile.iter().filter(|&&drop| drop + 2 <= ply).count();
        (ply - 2 * futile) as u32
    }

    /// Numbers of moves before each move of the attacker.
    pub(crate) fn attacks(&self) -> impl DoubleEndedIterator<Item = usize> {
        (0..self.moves.len()).filter(|&ply| self.positions[ply].attacker_to_move())
    }

    /// Numbers of moves before each move of the defender.
    pub(crate) fn defences(&self) -> impl Iterator<Item = usize> {
        (0..self.moves.len()).filter(|&ply| !self.positions[ply].attacker_to_move())
    }
}

/// An author's line, which mates, without the futile interpositions with which it
/// goes on after the mate.
pub(crate) fn to_the_mate<'a>(
    asker: &mut Asker<'_>,
    problem: &Problem,
    line: &'a [Move],
) -> &'a [Move] {
    let mut end = line.len();
    while let Some(before) = end.checked_sub(2).filter(|&n| n > 0)
        && line[before].is_drop()
        && let Ok(position) = problem.play_all(&line[..before])
        && asker.is_mated(&position) == Some(true)
    {
        end = before;
    }
    &line[..end]
}

/// What is wrong with the author's line, if something is, or may be.
pub(crate) fn fault(asker: &mut Asker<'_>, problem: &Problem, line: &[Move]) -> Option<Fact> {
    let fact = |kind, ply, line| Fact {
        ply,
        line,
        ..Fact::of_all(kind, Proof::Proven)
    };
    match verify_mate(problem, line).err()? {
        ReplayError::Illegal { ply, mv } | ReplayError::NoCheck { ply, mv } => {
            Some(fact(FactKind::LineIllegal, ply, vec![mv]))
        }
        ReplayError::Repetition { ply, .. } => {
            Some(fact(FactKind::LineIllegal, ply, vec![*line.get(ply - 1)?]))
        }
        ReplayError::Unfinished { ply } => Some(fact(FactKind::LineNoMate, ply + 1, Vec::new())),
        ReplayError::NotMate { ply, defence } => {
            // Authors do not write down what is futile.
            let end = problem.play_all(line).ok()?;
            let fact = fact(FactKind::LineNoMate, ply + 1, vec![defence]);
            match asker.is_mated(&end) {
                Some(true) => None,
                Some(false) => Some(fact),
                None => Some(Fact {
                    proof: Proof::Undecided,
                    ..fact
                }),
            }
        }
    }
}

/// The fact that there is no mate: the first place where the defender can leave
/// the author's line, or his defence against the moves that there are.
pub(crate) fn no_mate(asker: &mut Asker<'_>, problem: &Problem, line: &[Move]) -> Fact {
    let mut fact = Fact::of_all(FactKind::NoMate, Proof::Proven);
    let mut position = problem.clone();
    for (ply, next) in line.iter().copied().map(Some).chain([None]).enumerate() {
        if !position.attacker_to_move() {
            let Some(reply) = escape(asker, &position, next, u64::MAX) else {
                break;
            };
            fact.ply = ply + 1;
            fact.line = vec![reply];
            if Some(reply) != next {
                break;
            }
        }
        match next.and_then(|mv| position.play(mv).ok()) {
            Some(after) => position = after,
            None => break,
        }
    }
    fact
}
