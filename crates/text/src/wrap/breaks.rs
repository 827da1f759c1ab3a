//! Where a line may be broken.
//!
//! The Unicode rules (UAX #14) allow a break between almost any two kanji; they only keep
//! marks off the ends of lines (禁則). A model of Japanese phrases (BudouX) says where a
//! reader would break. A move is one word to both of them only by chance, so moves are
//! recognised here.

use budouy::Parser;
use budouy::model::load_default_japanese_parser;
use std::ops::Range;
use std::sync::LazyLock;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// Splits Japanese into phrases.
static PHRASES: LazyLock<Parser> = LazyLock::new(load_default_japanese_parser);

/// The marks before a move.
const SIDES: &str = "▲△☗☖";
const WIDE_OPENING: &str = "（「『【";
const OPENING: &str = "（「『【(\"'";
const CLOSING: &str = "、。，：；！？）」』】";
/// What follows the square of a move: the piece, where it comes from, what becomes of it.
const MOVE_WORDS: &str = "歩香桂銀金角飛玉王と杏圭全馬龍竜成不打上引寄直右左行入";

/// How good it is to break before a character.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Fitness {
    /// Inside a word, a move or a number, or against the rules.
    Never,
    /// Inside a phrase.
    Poor,
    /// Between phrases.
    Good,
}

/// The places where a text may be broken.
pub(super) struct Breaks<'t> {
    text: &'t str,
    /// Where a break is not out of the question, with the bytes before it.
    places: Vec<(usize, Fitness)>,
}

impl<'t> Breaks<'t> {
    /// Finds those of a text of one line.
    pub(super) fn of(text: &'t str) -> Self {
        let chars: Vec<(usize, char)> = text.char_indices().collect();
        let allowed = unicode_linebreak::linebreaks(text).map(|(at, _)| at);
        let allowed: Vec<usize> = allowed.collect();
        let (phrases, moves) = match text.is_ascii() {
            true => (Vec::new(), Vec::new()),
            false => (PHRASES.parse_boundaries(text), moves(text)),
        };
        let is_in_move = |at: usize| moves.iter().any(|range| range.start < at && at < range.end);
        let fitness = |i: usize| {
            let (before, after) = (chars[i - 1].1, chars[i].1);
            // UAX #14 keeps a Latin word and a wide bracket after it together.
            let is_allowed = allowed.binary_search(&chars[i].0).is_ok()
                || WIDE_OPENING.contains(after) && !OPENING.contains(before);
            if after == ' ' || is_in_move(chars[i].0) {
                Fitness::Never
            } else if before == ' ' {
                at_blank(chars[..i].iter().rev().map(|&(_, c)| c), after)
            } else if !is_allowed || !is_wide(before) && !is_wide(after) {
                Fitness::Never
            } else if ends_a_phrase(before, after)
                || phrases.binary_search(&i).is_ok() && !(is_kanji(before) && is_kanji(after))
            {
                Fitness::Good
            } else {
                Fitness::Poor
            }
        };
        let places = (1..chars.len()).map(|i| (chars[i].0, fitness(i)));
        let places = places.filter(|&(_, fitness)| fitness > Fitness::Never);
        Self {
            text,
            places: places.collect(),
        }
    }

    /// Returns the parts of the text between its phrases; those that are wider than a line
    /// of `width` columns in turn in parts.
    pub(super) fn parts(&self, width: usize) -> Vec<&'t str> {
        let mut parts = Vec::new();
        let end = self.text.len();
        let good = |&(at, fitness): &(usize, Fitness)| (fitness == Fitness::Good).then_some(at);
        let mut from = 0;
        for to in self.places.iter().filter_map(good).chain([end]) {
            let phrase = &self.text[from..to];
            if phrase.trim_end_matches(' ').width() > width {
                let inside = from + 1..to;
                let places = self.places.iter().map(|&(at, _)| at);
                for at in places.filter(|at| inside.contains(at)) {
                    parts.push(&self.text[from..at]);
                    from = at;
                }
            }
            parts.push(&self.text[from..to]);
            from = to;
        }
        parts
    }
}

/// Whether a phrase ends between two characters, whatever the words are.
fn ends_a_phrase(before: char, after: char) -> bool {
    SIDES.contains(after) || OPENING.contains(after) || CLOSING.contains(before)
}

/// After a blank: not between a number and what is counted, a Latin word and its particle, a
/// name and its value.
fn at_blank(mut before: impl Iterator<Item = char>, after: char) -> Fitness {
    let last = before.find(|&c| c != ' ').unwrap_or(' ');
    let belong_together = match last {
        ':' | '#' => true,
        '0'..='9' => is_kanji(after) || is_hiragana(after),
        '!'..='~' => is_hiragana(after),
        _ => false,
    };
    match belong_together {
        true => Fitness::Poor,
        false => Fitness::Good,
    }
}

/// Returns the moves of a text, as ranges of its bytes.
pub(crate) fn moves(text: &str) -> Vec<Range<usize>> {
    let starts = text.match_indices(|c| SIDES.contains(c));
    starts
        .map(|(at, _)| at..at + move_length(&text[at..]))
        .collect()
}

/// The bytes of the move that a text starts with: the mark of a side, the square, the piece.
fn move_length(text: &str) -> usize {
    let mut chars = text.chars().skip(1).peekable();
    let mut taken = text.chars().next().map_or(0, char::len_utf8);
    let is_same = chars.next_if_eq(&'同').is_some();
    if is_same {
        taken += '同'.len_utf8();
        taken += chars.next_if_eq(&'\u{3000}').map_or(0, char::len_utf8);
    } else if let Some(file) = chars.next_if(|c| ('１'..='９').contains(c)) {
        taken += file.len_utf8() + chars.next().map_or(0, char::len_utf8);
    }
    while let Some(c) = chars.next_if(|&c| MOVE_WORDS.contains(c)) {
        taken += c.len_utf8();
    }
    taken
}

fn is_wide(c: char) -> bool {
    c.width() == Some(2) || SIDES.contains(c)
}

fn is_kanji(c: char) -> bool {
    ('\u{4e00}'..='\u{9fff}').contains(&c) || c == '々'
}

fn is_hiragana(c: char) -> bool {
    ('ぁ'..='ん').contains(&c)
}
