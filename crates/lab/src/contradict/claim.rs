//! What somebody says of a position, and when two say what cannot both be true.

use kemuri_core::Reason;
use kemuri_oracle::OracleAnswer;
use kemuri_solver::{Futile, Verdict};
use std::fmt;

/// What is claimed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// A mate, whose length is within these bounds.
    Mate(Length),
    /// No mate.
    NoMate,
    /// Something that refutes itself: a search that contradicts itself, or a
    /// certificate that is refused.
    Broken,
}

/// Bounds of the length of a mate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Length {
    /// The interpositions that do not count.
    pub futile: Futile,
    /// The least number of plies.
    pub least: u32,
    /// The greatest number of plies, if one is claimed.
    pub most: Option<u32>,
}

impl Claim {
    /// A mate in exactly `length` plies, every move counted.
    pub fn mate_in(length: u32) -> Self {
        Self::Mate(Length {
            futile: Futile::None,
            least: length,
            most: Some(length),
        })
    }

    /// A mate of any length.
    pub fn some_mate() -> Self {
        Self::Mate(Length {
            futile: Futile::None,
            least: 0,
            most: None,
        })
    }

    /// Returns what the brute force says, if it decides.
    pub fn of_oracle(answer: OracleAnswer) -> Option<Self> {
        match answer {
            OracleAnswer::Mate { length } => Some(Self::mate_in(length)),
            OracleAnswer::NoMate => Some(Self::NoMate),
            OracleAnswer::TooLarge => None,
        }
    }

    /// Returns what a verdict says, if it decides.
    pub fn of_verdict(verdict: &Verdict) -> Option<Self> {
        match verdict {
            Verdict::Mate(mate) => Some(Self::Mate(Length {
                futile: mate.futile,
                least: if mate.exact { mate.length } else { 0 },
                most: Some(mate.length),
            })),
            Verdict::NoMate => Some(Self::NoMate),
            Verdict::Unknown(Reason::Contradiction) => Some(Self::Broken),
            Verdict::Unknown(_) => None,
        }
    }

    /// Whether this and `other` cannot both be true of one position.
    pub fn contradicts(self, other: Self) -> bool {
        match (self, other) {
            (Self::Broken, _) | (_, Self::Broken) => true,
            (Self::NoMate, Self::NoMate) => false,
            (Self::Mate(a), Self::Mate(b)) => a.is_above(b) || b.is_above(a),
            _ => true,
        }
    }
}

impl Length {
    /// Whether this is greater than `other` where it must not be. A length that
    /// leaves interpositions out is never greater than the length that counts all;
    /// nothing is known of two rules that leave out different ones.
    fn is_above(self, other: Self) -> bool {
        let comparable = self.futile == other.futile || other.futile == Futile::None;
        comparable && other.most.is_some_and(|most| self.least > most)
    }
}

impl fmt::Display for Claim {
    /// `nomate`, `mate=5`, `mate<=7`, `mate>=9`, `mate`, `broken`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoMate => write!(f, "nomate"),
            Self::Broken => write!(f, "broken"),
            Self::Mate(Length { least, most, .. }) => match most {
                Some(most) if most == least => write!(f, "mate={most}"),
                Some(most) => write!(f, "mate<={most}"),
                None if *least > 0 => write!(f, "mate>={least}"),
                None => write!(f, "mate"),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mate(futile: Futile, least: u32, most: Option<u32>) -> Claim {
        let length = Length {
            futile,
            least,
            most,
        };
        Claim::Mate(length)
    }

    #[test]
    fn only_what_cannot_both_be_true_contradicts() {
        let (all, standard, moves) = (Futile::None, Futile::Standard, Futile::WithMoves);
        let exact = |futile, plies| mate(futile, plies, Some(plies));
        let within = |futile, plies| mate(futile, 0, Some(plies));
        let cases = [
            (Claim::NoMate, Claim::NoMate, false),
            (Claim::NoMate, Claim::some_mate(), true),
            (Claim::NoMate, within(standard, 9), true),
            (exact(all, 5), exact(all, 5), false),
            (exact(all, 5), exact(all, 7), true),
            (exact(all, 5), within(all, 7), false),
            (exact(all, 7), within(all, 5), true),
            (within(all, 3), within(all, 5), false),
            (exact(all, 5), Claim::some_mate(), false),
            // Less may count, never more.
            (exact(standard, 5), exact(all, 7), false),
            (exact(standard, 7), exact(all, 5), true),
            (exact(standard, 7), within(all, 5), true),
            (within(standard, 7), exact(all, 5), false),
            (exact(standard, 5), exact(moves, 7), false),
            (exact(standard, 5), exact(standard, 7), true),
            (mate(standard, 9, None), within(standard, 7), true),
            (mate(standard, 9, None), exact(standard, 9), false),
            (Claim::Broken, Claim::NoMate, true),
        ];
        for (a, b, expected) in cases {
            assert_eq!(a.contradicts(b), expected, "{a:?} {b:?}");
            assert_eq!(b.contradicts(a), expected, "{b:?} {a:?}");
        }
    }

    #[test]
    fn claims_are_written_in_short() {
        let claims = [
            Claim::mate_in(5),
            mate(Futile::None, 0, Some(7)),
            mate(Futile::Standard, 9, None),
            Claim::some_mate(),
            Claim::NoMate,
        ];
        let written = claims.map(|claim| claim.to_string());
        let expected = ["mate=5", "mate<=7", "mate>=9", "mate", "nomate"];
        assert_eq!(written, expected);
    }
}
