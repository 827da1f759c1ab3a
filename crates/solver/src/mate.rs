//! A mate: its length and its line.
//!
//! A line is replayed move by move with independent rules before it is reported:
//! a colliding key could have lied.

use crate::futile::Futile;
use crate::outcome::{Goal, Verdict};
use crate::search::Search;
use crate::{best_line, line, longest_line, shortest};
use kemuri_core::replay::verify_mate;
use kemuri_core::{Hand, Move, Phase, Problem, Reason, View};

/// Nodes to shorten a bound by two plies, where a line says that they suffice.
const FEW_NODES: u64 = 10_000;
/// Nodes for the defence of a line whose bound is not proven to be the shortest.
const SPARE_NODES: u64 = 100_000;

/// A mate that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema),
    serde(into = "crate::json::MateKeys", try_from = "crate::json::MateKeys")
)]
#[non_exhaustive]
pub struct Mate {
    /// The attacker mates within this many plies, whatever the defence.
    pub length: u32,
    /// Whether `length` is proven to be the shortest.
    pub exact: bool,
    /// The interpositions that are not counted in `length`.
    pub futile: Futile,
    /// A mating line, first move to last.
    ///
    /// It has `length` moves, unless the length is not `exact` and the limits kept the
    /// longest line of the proof from being found: then it can be shorter.
    pub line: Vec<Move>,
    /// What follows after the line if the defender interposes in vain; empty
    /// unless futile interpositions were left out.
    pub futile_tail: Vec<Move>,
    /// What the attacker holds after the line.
    pub hand_left: Hand,
}

impl Mate {
    /// A mate within `length` plies, every interposition counted, which nobody has
    /// proven to be the shortest.
    pub fn within(length: u32, line: Vec<Move>, hand_left: Hand) -> Self {
        Self {
            length,
            exact: false,
            futile: Futile::None,
            line,
            futile_tail: Vec::new(),
            hand_left,
        }
    }

    /// A mate within `length` plies under the search's profile, or fewer, which nobody
    /// has proven to be the shortest. The board is that of the search. `spare` nodes may
    /// be spent on a longer defence if the longest line of a proof is not found.
    fn bound(search: &mut Search<'_>, length: u16, spare: u64) -> Result<Self, Reason> {
        let (length, line) = match longest_line::longest_line(search, length) {
            Some(line) => (line.len() as u16, line),
            None => (length, line::extract(search, length, spare)?),
        };
        Ok(Self {
            length: length.into(),
            // Parity leaves no room below a mate in one, or in two for a
            // defender who still has a move.
            exact: search.futile == Futile::None && length <= 2,
            futile: search.futile,
            futile_tail: shortest::futile_tail(search, &line)?,
            hand_left: hand_after(search, &line),
            line,
        })
    }

    /// As [`Mate::bound`], with a better one if a few nodes find it.
    fn best_bound(search: &mut Search<'_>, length: u16) -> Result<Self, Reason> {
        let mut mate = Self::bound(search, length, SPARE_NODES)?;
        // A line that is shorter tells of results that came after the bound.
        while !mate.has_longest_line()
            && let Ok(Some(shorter)) = search.with_nodes(FEW_NODES, |search| {
                line::within(search, mate.length as u16 - 2)
            })
        {
            match Self::bound(search, shorter, SPARE_NODES) {
                Ok(better) => mate = better,
                Err(_) => break,
            }
        }
        Ok(mate)
    }

    /// Whether the line takes as many plies as the bound says.
    fn has_longest_line(&self) -> bool {
        self.line.len() == self.length as usize
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
        let line = best_line::read(search, length)?;
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
        Err(_) => Verdict::Unknown(Reason::Contradiction),
    }
}

/// The length and the line of the proven mate within `length` plies in the
/// search's position.
fn read(search: &mut Search<'_>, goal: Goal, length: u16) -> Result<Mate, Reason> {
    let first = search.with_grace(|search| Mate::bound(search, length, 0))?;
    let Goal::Shortest(futile) = goal else {
        return Ok(first);
    };
    search.futile = futile;
    let mate = shorten(search, first.length as u16);
    search.futile = Futile::None;
    match mate {
        // With a line of as many plies the bound says more where every move counts.
        Ok(mate) if mate.has_longest_line() || mate.length < first.length => Ok(mate),
        // Stopped on the way: what was found before still stands.
        _ => Ok(Mate {
            exact: first.exact && futile == Futile::None,
            ..first
        }),
    }
}

/// The shortest mate under the search's profile, or the shortest found.
fn shorten(search: &mut Search<'_>, length: u16) -> Result<Mate, Reason> {
    search.phase = Phase::Shortening;
    let (length, missing) = shortest::prove(search, length);
    search.with_grace(|search| match missing {
        None => Mate::shortest(search, length),
        Some(_) => Mate::best_bound(search, length),
    })
}
