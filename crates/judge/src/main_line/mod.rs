//! The main line: the line whose alternatives are examined.
//!
//! A futile interposition and its capture do not count. A main line may contain
//! them, because the author has written them down. Lengths are compared without
//! them.

pub(crate) mod choice;

use crate::checks::escape;
use crate::fact::{Fact, FactKind, Proof};
use crate::searcher::Searcher;
use kemuri_core::replay::{ReplayError, verify_mate};
use kemuri_core::{Move, Problem};
use kemuri_solver::Verdict;

/// The main line and its positions, one more than there are moves.
pub(crate) struct MainLine {
    pub(crate) moves: Vec<Move>,
    pub(crate) positions: Vec<Problem>,
    pub(crate) origin: Origin,
    /// The plies of futile interpositions, from 0.
    futile: Vec<usize>,
    /// The plies of interpositions that may be futile.
    maybe_futile: Vec<usize>,
}

/// Where a main line comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Origin {
    /// The author gives it.
    Author,
    /// The best play of both sides.
    BestPlay,
    /// Play of the length that the author names, though longer defences exist.
    StatedLength,
}

impl MainLine {
    pub(crate) fn new(
        searcher: &mut Searcher<'_>,
        problem: &Problem,
        moves: &[Move],
        origin: Origin,
    ) -> Option<Self> {
        let mut line = Self {
            positions: problem.play_line(moves).ok()?,
            moves: moves.into(),
            origin,
            futile: Vec::new(),
            maybe_futile: Vec::new(),
        };
        // The last first: the plies after an interposition must be counted already.
        for ply in (0..moves.len().saturating_sub(1)).rev() {
            match line.find_futile(searcher, ply) {
                Some(true) => line.futile.push(ply),
                Some(false) => {}
                None => line.maybe_futile.push(ply),
            }
        }
        Some(line)
    }

    /// Decides whether the move at `ply` is an interposition that is captured and gains
    /// the defender nothing; `None` if the budget does not suffice.
    fn find_futile(&self, searcher: &mut Searcher<'_>, ply: usize) -> Option<bool> {
        let (position, reply, capture) =
            (&self.positions[ply], self.moves[ply], self.moves[ply + 1]);
        let is_captured = !capture.is_drop() && capture.to_sq() == reply.to_sq();
        if position.attacker_to_move() || !is_captured || !searcher.may_be_futile(position, reply) {
            return Some(false);
        }
        let length = searcher.exact_mate(position)?.length;
        if length as usize != self.plies_from(ply + 2) {
            return Some(false);
        }
        searcher.is_futile(position, length, reply)
    }

    /// Returns whether the move at `ply` is a futile interposition.
    pub(crate) fn is_futile(&self, ply: usize) -> bool {
        self.futile.contains(&ply)
    }

    /// Returns the plies that count from `ply` on.
    pub(crate) fn plies_from(&self, ply: usize) -> usize {
        let futile = self.futile.iter().filter(|&&drop| drop >= ply).count();
        self.moves.len() - ply - 2 * futile
    }

    /// The same if every interposition that may be futile is.
    pub(crate) fn least_plies_from(&self, ply: usize) -> usize {
        let futile = self.maybe_futile.iter().filter(|&&drop| drop >= ply);
        self.plies_from(ply).saturating_sub(2 * futile.count())
    }

    /// Returns the plies that count before `ply`.
    pub(crate) fn plies_before(&self, ply: usize) -> u32 {
        let futile = self.futile.iter().filter(|&&drop| drop + 2 <= ply).count();
        (ply - 2 * futile) as u32
    }

    /// Returns the plies of the attacker's moves, from 0.
    pub(crate) fn attacks(&self) -> impl DoubleEndedIterator<Item = usize> {
        (0..self.moves.len()).filter(|&ply| self.positions[ply].attacker_to_move())
    }

    /// Returns the plies of the defender's moves, from 0.
    pub(crate) fn defences(&self) -> impl Iterator<Item = usize> {
        (0..self.moves.len()).filter(|&ply| !self.positions[ply].attacker_to_move())
    }
}

/// Removes futile interpositions after the mate from an author's line.
pub(crate) fn up_to_mate<'a>(
    searcher: &mut Searcher<'_>,
    problem: &Problem,
    line: &'a [Move],
) -> &'a [Move] {
    let mut end = line.len();
    while let Some(before) = end.checked_sub(2).filter(|&n| n > 0)
        && let Ok(position) = problem.play_all(&line[..before])
        && searcher.may_be_futile(&position, line[before])
        && searcher.is_mated(&position) == Some(true)
    {
        end = before;
    }
    &line[..end]
}

/// Returns what is or may be wrong with the author's line.
pub(crate) fn line_error(
    searcher: &mut Searcher<'_>,
    problem: &Problem,
    line: &[Move],
) -> Option<Fact> {
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
        ReplayError::NotMate { ply, defence } => {
            // Authors leave out futile interpositions.
            let end = problem.play_all(line).ok()?;
            let fact = fact(FactKind::LineNoMate, ply + 1, vec![defence]);
            match searcher.is_mated(&end) {
                Some(true) => None,
                Some(false) => Some(fact),
                None => Some(Fact {
                    proof: Proof::Undecided,
                    ..fact
                }),
            }
        }
        ReplayError::Unfinished { ply } => Some(fact(FactKind::LineNoMate, ply + 1, Vec::new())),
        // Nothing is proven by an error that is not known here.
        _ => Some(Fact {
            proof: Proof::Undecided,
            ..fact(FactKind::LineNoMate, line.len() + 1, Vec::new())
        }),
    }
}

/// Returns the fact that a check of the author's line does not mate, with a defence
/// that refutes it, or that a limit left this open. The problem itself is a mate, and
/// the line ends in one.
pub(crate) fn refuted_check(
    searcher: &mut Searcher<'_>,
    problem: &Problem,
    line: &[Move],
) -> Option<Fact> {
    let positions = problem.play_line(line).ok()?;
    let plies = positions.iter().zip(line).enumerate();
    let mut defences = plies.filter(|(_, (position, _))| !position.attacker_to_move());
    defences.find_map(|(ply, (position, &next))| {
        let escape = match searcher.mates(position, u64::MAX) {
            Verdict::Mate(_) => return None,
            Verdict::NoMate => escape(searcher, position, Some(next), u64::MAX),
            Verdict::Unknown(_) => None,
        };
        let proof = match escape {
            Some(_) => Proof::Proven,
            None => Proof::Undecided,
        };
        Some(Fact {
            ply: ply + 1,
            line: escape.into_iter().collect(),
            ..Fact::of_all(FactKind::LineNoMate, proof)
        })
    })
}

/// Returns the fact that there is no mate, with the first defence that refutes the
/// author's line.
pub(crate) fn no_mate(searcher: &mut Searcher<'_>, problem: &Problem, line: &[Move]) -> Fact {
    let mut fact = Fact::of_all(FactKind::NoMate, Proof::Proven);
    let mut position = problem.clone();
    for (ply, next) in line.iter().copied().map(Some).chain([None]).enumerate() {
        if !position.attacker_to_move() {
            let Some(reply) = escape(searcher, &position, next, u64::MAX) else {
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
