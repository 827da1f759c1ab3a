//! Words around diagrams.

use crate::{Lang, tr};
use kemuri_core::kanji::{self, Numerals};
use kemuri_core::{Hand, Problem};
use kemuri_diagram::text::{Labels, Terminal, write};
use kemuri_diagram::{Hands, Style};

/// The words around the board of a diagram in characters.
pub fn labels(lang: Lang) -> Labels {
    Labels {
        attacker_hand: tr!(lang, "diagram-attacker-hand"),
        defender_hand: tr!(lang, "diagram-defender-hand"),
        empty_hand: tr!(lang, "diagram-empty-hand"),
        defender_to_move: tr!(lang, "diagram-defender-to-move"),
        numerals: numerals(lang),
    }
}

/// Draws a problem in characters, with both hands.
pub fn plain(lang: Lang, problem: &Problem) -> String {
    let style = Style::default().with_hands(Hands::Both);
    write(&problem.into(), &style, &labels(lang), Terminal::default())
}

/// Lists the pieces of a hand; nothing for an empty one.
pub fn hand(lang: Lang, hand: Hand) -> String {
    kanji::in_hand(hand, numerals(lang)).join(" ")
}

fn numerals(lang: Lang) -> Numerals {
    match lang {
        Lang::En => Numerals::Arabic,
        Lang::Ja => Numerals::Kanji,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_default_labels_are_the_english_ones() {
        assert_eq!(labels(Lang::En), Labels::default());
        assert_ne!(labels(Lang::Ja), Labels::default());
    }
}
