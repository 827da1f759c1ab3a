//! The same problem twice in a collection, mirrored or shifted perhaps.
//!
//! Two problems are alike if the same pieces stand in the same places to each
//! other, counted from the attacker's side, and the attacker holds the same.
//! Whether a shifted problem has the same solution is another question: edges
//! and promotion zones do not shift with it.

use kemuri_core::{Hand, Problem, View};
use std::collections::HashMap;

/// In what two problems are alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema),
    serde(rename_all = "kebab-case")
)]
pub enum Likeness {
    /// The same position.
    Same,
    /// Left and right exchanged.
    Mirrored,
    /// Moved on the board.
    Shifted,
    /// Both.
    MirroredAndShifted,
}

impl Likeness {
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

/// Finds problems that are like an earlier one.
#[derive(Debug, Default)]
pub struct Duplicates {
    /// The patterns so far without their place, whose they were, and the place.
    seen: HashMap<(Pattern, Hand), (usize, Pattern)>,
    count: usize,
}

impl Duplicates {
    /// Takes the next problem; returns the number of an earlier one that is like
    /// it, from 0.
    pub fn add(&mut self, problem: &Problem) -> Option<(usize, Likeness)> {
        let number = self.count;
        self.count += 1;
        let (plain, mirrored) = (pattern(problem, false), pattern(problem, true));
        let hand = problem.attacker_hand();
        for (here, is_mirrored) in [(&plain, false), (&mirrored, true)] {
            if let Some((earlier, there)) = self.seen.get(&(at_origin(here), hand)) {
                let likeness = match (is_mirrored, here == there) {
                    (false, true) => Likeness::Same,
                    (true, true) => Likeness::Mirrored,
                    (false, false) => Likeness::Shifted,
                    (true, false) => Likeness::MirroredAndShifted,
                };
                return Some((*earlier, likeness));
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
    fn likeness_is_seen_whatever_the_place() {
        let mut duplicates = Duplicates::default();
        for (sfen, like) in [
            ("7k1/9/6GP1/9/9/9/9/9/9 b G 1", None),
            ("7k1/9/6GP1/9/9/9/9/9/9 b G 1", Some((0, Likeness::Same))),
            (
                "1k7/9/1PG6/9/9/9/9/9/9 b G 1",
                Some((0, Likeness::Mirrored)),
            ),
            ("9/5k3/9/4GP3/9/9/9/9/9 b G 1", Some((0, Likeness::Shifted))),
            (
                "9/2k6/9/2PG5/9/9/9/9/9 b G 1",
                Some((0, Likeness::MirroredAndShifted)),
            ),
            // Turned round: White attacks.
            ("9/9/9/9/9/9/1pg6/9/1K7 w g 1", Some((0, Likeness::Same))),
            ("7k1/9/6GP1/9/9/9/9/9/9 b S 1", None),
            ("7k1/9/6gP1/9/9/9/9/9/9 b G 1", None),
            ("7k1/9/7P1/6G2/9/9/9/9/9 b G 1", None),
        ] {
            let problem = Problem::from_sfen(sfen).unwrap();
            assert_eq!(duplicates.add(&problem), like, "{sfen}");
        }
    }
}
