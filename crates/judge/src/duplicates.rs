//! Finds problems that occur twice in a collection, also mirrored or shifted.
//!
//! Two problems are the same if their pieces have the same relative squares, seen
//! from the attacker's side, and the attacker has the same hand. A shifted problem
//! need not have the same solution: edges and promotion zones do not shift.

use kemuri_core::{Hand, Problem, View};
use std::collections::HashMap;

/// How two problems are alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema),
    serde(rename_all = "kebab-case")
)]
pub enum DuplicateKind {
    /// The same position.
    Same,
    /// Left and right exchanged.
    Mirrored,
    /// Moved on the board.
    Shifted,
    /// Both.
    MirroredAndShifted,
}

impl DuplicateKind {
    /// The name in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Self::Same => "same",
            Self::Mirrored => "mirrored",
            Self::Shifted => "shifted",
            Self::MirroredAndShifted => "mirrored-and-shifted",
        }
    }
}

/// Pieces by file and rank, in order, seen from the attacker's side.
type Pattern = Vec<(i8, i8, bool, i8)>;

/// Finds problems that are the same as an earlier one.
#[derive(Debug, Default)]
pub struct Duplicates {
    /// By pattern shifted to the corner: the number of the problem and its pattern.
    seen: HashMap<(Pattern, Hand), (usize, Pattern)>,
    count: usize,
}

impl Duplicates {
    /// Adds the next problem. Returns the number of an earlier one that is the
    /// same, from 0.
    pub fn add(&mut self, problem: &Problem) -> Option<(usize, DuplicateKind)> {
        let number = self.count;
        self.count += 1;
        let (plain, mirrored) = (pattern(problem, false), pattern(problem, true));
        let hand = problem.attacker_hand();
        for (here, is_mirrored) in [(&plain, false), (&mirrored, true)] {
            if let Some((earlier, there)) = self.seen.get(&(at_origin(here), hand)) {
                let kind = match (is_mirrored, here == there) {
                    (false, true) => DuplicateKind::Same,
                    (true, true) => DuplicateKind::Mirrored,
                    (false, false) => DuplicateKind::Shifted,
                    (true, false) => DuplicateKind::MirroredAndShifted,
                };
                return Some((*earlier, kind));
            }
        }
        self.seen.insert((at_origin(&plain), hand), (number, plain));
        None
    }
}

fn pattern(problem: &Problem, mirrored: bool) -> Pattern {
    let view = View::of(problem);
    let mut pattern: Pattern = problem
        .pieces()
        .map(|(square, piece)| {
            let square = view.square(square);
            let square = if mirrored {
                square.mirror_file()
            } else {
                square
            };
            let attacks = piece.color() == problem.attacker();
            let kind = piece.piece_type().to_index() as i8;
            (square.file().raw(), square.rank().raw(), attacks, kind)
        })
        .collect();
    pattern.sort_unstable();
    pattern
}

fn at_origin(pattern: &Pattern) -> Pattern {
    let file = pattern.iter().map(|p| p.0).min().unwrap_or(0);
    let rank = pattern.iter().map(|p| p.1).min().unwrap_or(0);
    let moved = pattern.iter().map(|p| (p.0 - file, p.1 - rank, p.2, p.3));
    moved.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn duplicates_are_found_wherever_they_stand() {
        let mut duplicates = Duplicates::default();
        for (sfen, earlier) in [
            ("7k1/9/6GP1/9/9/9/9/9/9 b G 1", None),
            (
                "7k1/9/6GP1/9/9/9/9/9/9 b G 1",
                Some((0, DuplicateKind::Same)),
            ),
            (
                "1k7/9/1PG6/9/9/9/9/9/9 b G 1",
                Some((0, DuplicateKind::Mirrored)),
            ),
            (
                "9/5k3/9/4GP3/9/9/9/9/9 b G 1",
                Some((0, DuplicateKind::Shifted)),
            ),
            (
                "9/2k6/9/2PG5/9/9/9/9/9 b G 1",
                Some((0, DuplicateKind::MirroredAndShifted)),
            ),
            // Turned round: White attacks.
            (
                "9/9/9/9/9/9/1pg6/9/1K7 w g 1",
                Some((0, DuplicateKind::Same)),
            ),
            ("7k1/9/6GP1/9/9/9/9/9/9 b S 1", None),
            ("7k1/9/6gP1/9/9/9/9/9/9 b G 1", None),
            ("7k1/9/7P1/6G2/9/9/9/9/9 b G 1", None),
        ] {
            let problem = Problem::from_sfen(sfen).unwrap();
            assert_eq!(duplicates.add(&problem), earlier, "{sfen}");
        }
    }
}
