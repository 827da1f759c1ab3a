//! How a diagram is to be drawn.

use crate::Diagram;
use kemuri_core::Color;

/// Whose hands are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Hands {
    /// The attacker's; the defender's only if it is not simply all the rest,
    /// as a reader would take it to be.
    #[default]
    Auto,
    /// The attacker's alone.
    Attacker,
    /// Both.
    Both,
    /// None.
    None,
}

impl Hands {
    /// Names of the values, as the command line spells them.
    pub const ALL: [(&'static str, Self); 4] = [
        ("auto", Self::Auto),
        ("attacker", Self::Attacker),
        ("both", Self::Both),
        ("none", Self::None),
    ];
}

/// How a diagram is to be drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Style {
    /// White at the bottom.
    pub flip: bool,
    /// Whose hands are shown.
    pub hands: Hands,
}

impl Style {
    /// Sets whether White is at the bottom.
    pub const fn with_flip(self, flip: bool) -> Self {
        Self { flip, ..self }
    }

    /// Sets whose hands are shown.
    pub const fn with_hands(self, hands: Hands) -> Self {
        Self { hands, ..self }
    }

    /// The side whose pieces stand upright.
    pub fn bottom(&self) -> Color {
        if self.flip {
            Color::WHITE
        } else {
            Color::BLACK
        }
    }

    /// Whether the hand of `color` is shown.
    pub fn shows_hand(&self, diagram: &Diagram, color: Color) -> bool {
        let attacks = color == diagram.attacker();
        match self.hands {
            Hands::Auto => attacks || !diagram.rest_is_the_defenders(),
            Hands::Attacker => attacks,
            Hands::Both => true,
            Hands::None => false,
        }
    }
}
