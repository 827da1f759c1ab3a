//! What best play leaves the attacker in the end, by the paths of
//! the second opinion: rsshogi's moves and whole solutions, none of the tables
//! and none of the code of an enumeration.

use super::{Flaw, as_problem, legal_moves, play, shortest};
use kemuri_compose::condition::Unique;
use kemuri_core::{Budget, Color, Hand, Move, Problem};
use kemuri_solver::{Reason, Solver};
use rsshogi::board::Position;
use std::collections::{HashMap, HashSet};

/// Positions that are looked at for one problem.
const MOST_POSITIONS: u32 = 100_000;
/// Plies that are looked ahead: beyond, the stack might not do.
const MOST_PLIES: u32 = 400;

/// Compares the ends of equally long play.
pub struct EqualPlay<'s> {
    attacker: Color,
    pub solver: &'s mut Solver,
    /// Nodes for each question.
    nodes: u64,
    budget: &'s Budget,
    left: u32,
    /// What [`EqualPlay::leave_nothing`] has found: many lines meet again.
    known: HashMap<String, bool>,
    /// Where [`EqualPlay::search`] has found nothing.
    in_vain: HashSet<String>,
}

impl<'s> EqualPlay<'s> {
    pub fn new(attacker: Color, solver: &'s mut Solver, nodes: u64, budget: &'s Budget) -> Self {
        Self {
            attacker,
            solver,
            nodes,
            budget,
            left: MOST_POSITIONS,
            known: HashMap::new(),
            in_vain: HashSet::new(),
        }
    }

    /// Whether best play from a mate in exactly `plies` leaves the attacker
    /// nothing: he takes a shortest mate that leaves him something if he can,
    /// the defender a longest defence that does not.
    pub fn leave_nothing(&mut self, position: &Position, plies: u32) -> Result<bool, Flaw> {
        if plies == 0 {
            return Ok(holds_nothing(position, self.attacker));
        }
        let name = name(position);
        if let Some(&known) = self.known.get(&name) {
            return Ok(known);
        }
        let attacks = position.turn() == self.attacker;
        let mut nothing = attacks;
        for (_, after) in self.best_moves(position, plies)? {
            if self.leave_nothing(&after, plies - 1)? != attacks {
                nothing = !attacks;
                break;
            }
        }
        self.known.insert(name, nothing);
        Ok(nothing)
    }

    /// The solution `found`, or another with equally long defences, such that
    /// nothing is left after it or after another mating move that `unique`
    /// allows; nothing if there is none.
    pub fn clean_line(
        &mut self,
        problem: &Problem,
        found: &[Move],
        unique: Unique,
    ) -> Result<Option<Vec<Move>>, Flaw> {
        let start = problem.position();
        let mut position = start.clone();
        for &mv in &found[..found.len().saturating_sub(1)] {
            position = play(&position, mv).ok_or(Flaw::Solution)?;
        }
        let last = match unique {
            Unique::All => found.last().copied().into_iter().collect(),
            Unique::AllButLast => legal_moves(&position),
        };
        if last
            .iter()
            .any(|&mv| mates_clean(&position, mv, self.attacker))
        {
            return Ok(Some(found.to_vec()));
        }
        let mut line = Vec::new();
        let clean = self.search(&start, found.len() as u32, &mut line)?;
        line.reverse();
        Ok(clean.then_some(line))
    }

    /// Whether some best play leaves nothing, and which, last move first.
    fn search(
        &mut self,
        position: &Position,
        plies: u32,
        line: &mut Vec<Move>,
    ) -> Result<bool, Flaw> {
        if plies == 0 {
            return Ok(holds_nothing(position, self.attacker));
        }
        let name = name(position);
        if self.in_vain.contains(&name) {
            return Ok(false);
        }
        for (mv, after) in self.best_moves(position, plies)? {
            if self.search(&after, plies - 1, line)? {
                line.push(mv);
                return Ok(true);
            }
        }
        self.in_vain.insert(name);
        Ok(false)
    }

    /// The attacker's shortest mates or the defender's longest defences in a
    /// mate in exactly `plies`.
    fn best_moves(
        &mut self,
        position: &Position,
        plies: u32,
    ) -> Result<Vec<(Move, Position)>, Flaw> {
        let mut best = Vec::new();
        for mv in legal_moves(position) {
            let after = play(position, mv).ok_or(Flaw::Solution)?;
            // What does not check is no move of a problem.
            let Some(next) = as_problem(&after, self.attacker) else {
                continue;
            };
            if self.left == 0 || plies > MOST_PLIES {
                return Err(Flaw::Undecided(Reason::Nodes));
            }
            self.left -= 1;
            let length = if plies == 1 {
                legal_moves(&after).is_empty().then_some(0)
            } else {
                let question = self.budget.at_most_nodes(self.nodes);
                shortest(&next, self.solver, &question)?.map(|mate| mate.length)
            };
            if length == Some(plies - 1) {
                best.push((mv, after));
            }
        }
        Ok(best)
    }
}

/// A position without the number of its ply.
fn name(position: &Position) -> String {
    position.to_sfen(Some(-1))
}

fn holds_nothing(position: &Position, attacker: Color) -> bool {
    Hand::from(position.hand(attacker)).is_empty()
}

/// Whether `mv` mates at once and leaves the attacker nothing in hand.
pub fn mates_clean(position: &Position, mv: Move, attacker: Color) -> bool {
    play(position, mv).is_some_and(|after| {
        holds_nothing(&after, attacker)
            && as_problem(&after, attacker).is_some()
            && legal_moves(&after).is_empty()
    })
}
