//! A mate: its length and its line.
//!
//! A line is replayed move by move with independent rules before it is reported:
//! a colliding key could have lied.

use crate::futile::Futile;
use crate::outcome::{Goal, Verdict};
use crate::search::Search;
use crate::{line, shortest};
use kemuri_core::replay::verify_mate;
use kemuri_core::{Hand, Move, Phase, Problem, Reason, View};

/// A mate that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mate {
    /// The attacker mates within this many plies, whatever the defence.
    pub length: u32,
    /// Whether `length` is proven to be the shortest.
    pub exact: bool,
    /// The interpositions that are not counted in `length`. A length that is not
    /// exact counts them all.
    pub futile: Futile,
    /// A mating line, first move to last.
    ///
    /// Unless `exact`, its defence need not be the longest, so it can be shorter
    /// than `length`. It is longer than an exact `length` by the drops and
    /// captures that do not count, where nothing else lasts as long.
    pub line: Vec<Move>,
    /// What follows after the line if the defender interposes in vain; empty
    /// unless futile interpositions were left out.
    pub futile_tail: Vec<Move>,
    /// What the attacker holds after the line.
    pub hand_left: Hand,
}

impl Mate {
    /// A mate whose length nobody has proven to be the shortest, every
    /// interposition counted. The board is that of the search.
    fn first(search: &mut Search<'_>, length: u16) -> Result<Self, Reason> {
        let line = line::extract(search, length)?;
        Ok(Self {
            length: length.into(),
            // Parity leaves no room below a mate in one, or in two for a
            // defender who still has a move.
            exact: length <= 2,
            futile: Futile::None,
            hand_left: hand_after(search, &line),
            line,
            futile_tail: Vec::new(),
        })
    }

    /// The same mate as it is one ply earlier, if the attacker plays `mv`.
    pub(crate) fn preceded_by(self, mv: Move) -> Self {
        Self {
            length: self.length + 1,
            line: [&[mv], &self.line[..]].concat(),
            ..self
        }
    }

    /// A mate in exactly `length` plies under the search's profile.
    fn shortest(search: &mut Search<'_>, length: u16) -> Result<Self, Reason> {
        let line = shortest::line(search, length)?;
        Ok(Self {
            length: length.into(),
            exact: true,
            futile: search.futile,
            futile_tail: shortest::futile_tail(search, &line)?,
            hand_left: hand_after(search, &line),
            line,
        })
    }
}

/// What the attacker holds after `line`.
fn hand_after(search: &mut Search<'_>, line: &[Move]) -> Hand {
    let undos: Vec<_> = line.iter().map(|&mv| search.board.make(mv)).collect();
    let hand = search.board.attacker_hand();
    for (&mv, undo) in line.iter().zip(undos).rev() {
        search.board.undo(mv, undo);
    }
    hand
}

/// Reads off the proven mate within `length` plies in the search's position of
/// `problem`, shortens it if that is the goal, and verifies its line.
pub(crate) fn report(
    search: &mut Search<'_>,
    problem: &Problem,
    goal: Goal,
    length: u16,
) -> Verdict {
    let mut mate = match read(search, goal, length) {
        Ok(mate) => mate,
        Err(reason) => return Verdict::Unknown(reason),
    };
    let view = View::of(problem);
    mate.line = view.line(&mate.line);
    mate.futile_tail = view.line(&mate.futile_tail);
    match verify_mate(problem, &[&mate.line[..], &mate.futile_tail].concat()) {
        Ok(()) => Verdict::Mate(mate),
        Err(_) => Verdict::Unknown(Reason::Memory),
    }
}

/// The length and the line of the proven mate within `length` plies in the
/// search's position.
fn read(search: &mut Search<'_>, goal: Goal, length: u16) -> Result<Mate, Reason> {
    let first = search.with_grace(|search| Mate::first(search, length))?;
    let Goal::Shortest(futile) = goal else {
        return Ok(first);
    };
    match shorten(search, futile, length) {
        Ok(mate) => Ok(mate),
        // Stopped on the way: what was found before still stands.
        Err(_) if futile == Futile::None => Ok(first),
        Err(_) => Ok(Mate {
            exact: false,
            ..first
        }),
    }
}

/// The shortest mate under a profile, or the shortest found where every
/// interposition counts.
fn shorten(search: &mut Search<'_>, futile: Futile, length: u16) -> Result<Mate, Reason> {
    search.futile = futile;
    search.phase = Phase::Shortening;
    let (length, missing) = shortest::prove(search, length);
    let mate = search.with_grace(|search| match missing {
        None => Mate::shortest(search, length),
        Some(_) if futile == Futile::None => Mate::first(search, length),
        // A bound that leaves futile interpositions out has no line yet.
        Some(reason) => Err(reason),
    });
    search.futile = Futile::None;
    mate
}
