//! Claims of certificates.

use std::fmt;

/// How long the defender holds out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Depth {
    /// There is no mate within this many plies.
    Plies(u16),
    /// There is no mate at all.
    Forever,
}

impl Depth {
    /// Returns the depth that must hold `plies` plies later.
    pub(crate) fn after(self, plies: u16) -> Self {
        match self {
            Self::Plies(n) => Self::Plies(n.saturating_sub(plies)),
            Self::Forever => Self::Forever,
        }
    }

    /// Returns a number that compares as the depth does.
    pub(crate) fn number(self) -> u32 {
        match self {
            Self::Plies(n) => n.into(),
            Self::Forever => u32::MAX,
        }
    }

    /// The inverse of [`Depth::number`].
    pub(crate) fn from_number(number: u32) -> Self {
        u16::try_from(number).map_or(Self::Forever, Self::Plies)
    }
}

impl fmt::Display for Depth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Plies(n) => write!(f, "{n}"),
            Self::Forever => write!(f, "∞"),
        }
    }
}

/// What a certificate claims of its problem. Lengths are in plies, from the
/// position of the problem: odd if the attacker is to move, else even.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Claim {
    /// The attacker mates within this many plies.
    MateWithin(u16),
    /// The attacker mates within this many plies, and not in fewer.
    MateExactly(u16),
    /// The attacker does not mate.
    NoMate,
    /// The attacker does not mate within this many plies.
    NoMateWithin(u16),
}

impl Claim {
    /// Returns whether the length has the right parity for the side to move.
    pub fn fits(self, attacker_to_move: bool) -> bool {
        match self {
            Self::MateWithin(n) | Self::MateExactly(n) | Self::NoMateWithin(n) => {
                (n % 2 == 1) == attacker_to_move
            }
            Self::NoMate => true,
        }
    }

    /// Returns the length that the mate section proves, if there is one.
    pub fn mate(self) -> Option<u16> {
        match self {
            Self::MateWithin(n) | Self::MateExactly(n) => Some(n),
            Self::NoMate | Self::NoMateWithin(_) => None,
        }
    }

    /// Returns what the refutation section proves, if there is one.
    ///
    /// A mate in one or two plies needs none: by parity the only shorter mate would be
    /// a defender who is mated already.
    pub fn refutation(self) -> Option<Depth> {
        match self {
            Self::MateWithin(_) => None,
            Self::MateExactly(n) => (n > 2).then(|| Depth::Plies(n - 2)),
            Self::NoMate => Some(Depth::Forever),
            Self::NoMateWithin(n) => Some(Depth::Plies(n)),
        }
    }
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (start, n) = match *self {
            Self::MateWithin(n) => ("mate within", n),
            Self::MateExactly(n) => ("mate in exactly", n),
            Self::NoMate => return f.write_str("no mate"),
            Self::NoMateWithin(n) => ("no mate within", n),
        };
        let unit = if n == 1 { "ply" } else { "plies" };
        write!(f, "{start} {n} {unit}")
    }
}

/// One of the two kinds of proof that a certificate is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema),
    serde(rename_all = "lowercase")
)]
pub enum Section {
    /// Moves that mate.
    Mate,
    /// Replies that prevent a mate.
    Refutation,
}

impl Section {
    /// Returns the byte that a section starts with.
    pub(crate) fn tag(self) -> u8 {
        match self {
            Self::Mate => b'M',
            Self::Refutation => b'R',
        }
    }
}

impl fmt::Display for Section {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Mate => "mate",
            Self::Refutation => "refutation",
        })
    }
}
