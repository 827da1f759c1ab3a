//! Futile interpositions (無駄合).
//!
//! A drop between the king and a checking slider that is captured at once, and
//! changes nothing but that, does not count: neither its two plies nor the piece
//! the attacker gains by it. There is no canonical definition, so the ones in use
//! have names, see [`Futile`].
//!
//! The search knows them as a rule of counting. After a drop on `S` the attacker
//! may, beside his checks, which count as ever, capture on `S` and *give the
//! piece back*: the pair of drop and capture then counts nothing, and the mate
//! has to go on without the captured piece. That this is stricter than keeping
//! it idle in hand is what proof hands ask for as well (Seo 1999, section 5). A
//! drop is futile when the attacker loses nothing by this choice.
//!
//! Since the same position counts differently when it arises from such a drop,
//! and under every profile, positions go into the table under a key that says
//! so. Whether there is a mate at all is decided without any of this.

use kemuri_core::attacks::{between, bit};
use kemuri_core::{Board, Move};

/// Which interpositions do not count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Futile {
    /// None: every legal drop counts.
    None,
    /// Those that the checking slider itself captures, the mate going on
    /// without the captured piece.
    Slider,
    /// Those that any piece captures, the mate going on without the captured
    /// piece.
    #[default]
    Broad,
    /// As `Broad`, if the capture leaves the defender the same replies, drops
    /// apart.
    Narrow,
}

impl Futile {
    /// All profiles by name.
    pub const ALL: [(&'static str, Self); 4] = [
        ("none", Self::None),
        ("slider", Self::Slider),
        ("broad", Self::Broad),
        ("narrow", Self::Narrow),
    ];

    /// Returns the name of the profile.
    pub fn name(self) -> &'static str {
        Self::ALL[self as usize].0
    }

    /// What distinguishes the keys of positions under this profile.
    pub(crate) fn salt(self) -> u64 {
        match self {
            Self::None => 0,
            Self::Slider => 0x51a7_93c4_6d0e_8b2f,
            Self::Broad => 0xb3e1_2f86_94d7_0a5c,
            Self::Narrow => 0x2c9d_e05b_7816_f34b,
        }
    }

    /// Whether the capture `mv` on a square where a piece was just dropped may
    /// be left uncounted. `before` are the replies there were in the position
    /// before the drop.
    pub(crate) fn allows(self, board: &mut Board, mv: Move, before: &[Move]) -> bool {
        match self {
            Self::None => false,
            Self::Slider => {
                let line = between(board.defender_king(), mv.from_sq().to_index());
                line & bit(mv.to_sq().to_index()) != 0
            }
            Self::Broad => true,
            Self::Narrow => {
                let undo = board.make(mv);
                let lines = board.king_lines();
                let mut after = Vec::new();
                board.each_evasion(&lines, |reply| {
                    if !reply.is_drop() {
                        after.push(reply);
                    }
                });
                board.undo(mv, undo);
                let count = before.iter().filter(|mv| !mv.is_drop()).count();
                after.len() == count && after.iter().all(|mv| before.contains(mv))
            }
        }
    }
}

/// What distinguishes the key of a position in which a piece was just dropped on
/// `square` between king and slider.
pub(crate) fn dropped_salt(square: usize) -> u64 {
    (square as u64 + 1)
        .wrapping_mul(0x9e6c_63d0_876a_3f6b)
        .rotate_left(23)
}
