//! The line whose alternatives are examined: the author's if it is one.

use crate::ask::Asker;
use crate::checks::escape;
use crate::fact::{Fact, Kind, More, Proof};
use crate::game;
use kemuri_core::replay::{ReplayError, verify_mate};
use kemuri_core::{Move, Problem};

/// The main line and its positions, one more than there are moves.
pub(crate) struct MainLine {
    pub(crate) moves: Vec<Move>,
    pub(crate) positions: Vec<Problem>,
    pub(crate) origin: Origin,
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
    pub(crate) fn new(problem: &Problem, moves: &[Move], origin: Origin) -> Option<Self> {
        Some(Self {
            positions: game::play(problem, moves)?,
            moves: moves.into(),
            origin,
        })
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

/// What is wrong with the author's line, if something is.
pub(crate) fn fault(asker: &mut Asker<'_>, problem: &Problem, line: &[Move]) -> Option<Fact> {
    let fact = |kind, ply, line| Fact {
        kind,
        proof: Proof::Proven,
        ply,
        line,
        length: None,
        more: More::Nothing,
    };
    match verify_mate(problem, line).err()? {
        ReplayError::Illegal { ply, mv } | ReplayError::NoCheck { ply, mv } => {
            Some(fact(Kind::LineIllegal, ply, vec![mv]))
        }
        ReplayError::Repetition { ply, .. } => {
            Some(fact(Kind::LineIllegal, ply, vec![*line.get(ply - 1)?]))
        }
        ReplayError::Unfinished { ply } => Some(fact(Kind::LineNoMate, ply + 1, Vec::new())),
        ReplayError::NotMate { ply, defence } => {
            // Authors do not write down what is futile.
            let end = game::play(problem, line)?.pop()?;
            let mated = asker.is_mated(&end);
            (!mated).then(|| fact(Kind::LineNoMate, ply + 1, vec![defence]))
        }
    }
}

/// The fact that there is no mate: the first place where the defender can leave
/// the author's line, or his defence against the moves that there are.
pub(crate) fn no_mate(asker: &mut Asker<'_>, problem: &Problem, line: &[Move]) -> Fact {
    let mut fact = Fact::of_all(Kind::NoMate, Proof::Proven);
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
        match next.and_then(|mv| game::after(&position, mv)) {
            Some(after) => position = after,
            None => break,
        }
    }
    fact
}
