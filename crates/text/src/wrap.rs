//! Lines of a terminal.

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// How far a line is indented that goes on with the one before it.
const HANGING: usize = 2;

/// Returns `text` with lines of at most `width` columns. A line that goes on is indented
/// by two columns more than the one it belongs to.
///
/// Lines are broken at blanks and, in Japanese, after punctuation marks and particles,
/// before brackets and before moves: not inside a word nor inside a move. What cannot be
/// broken stays on one line, however long.
pub fn wrapped(text: &str, width: usize) -> String {
    let lines = text.split('\n').map(|line| wrapped_line(line, width));
    lines.collect::<Vec<_>>().join("\n")
}

fn wrapped_line(line: &str, width: usize) -> String {
    if line.width() <= width {
        return line.to_owned();
    }
    let words = line.trim_start_matches(' ');
    let indent = line.len() - words.len();
    let margin = " ".repeat(indent + HANGING);
    let (mut out, mut column) = (" ".repeat(indent), indent);
    for part in parts(words) {
        let word = part.trim_end_matches(' ');
        if column + word.width() > width && column > margin.len() {
            out.truncate(out.trim_end_matches(' ').len());
            out.push('\n');
            out.push_str(&margin);
            column = margin.len();
        }
        out.push_str(part);
        column += part.width();
    }
    out
}

/// The parts of a line, each up to the next place where it may be broken.
fn parts(line: &str) -> impl Iterator<Item = &str> {
    let mut rest = line;
    std::iter::from_fn(move || {
        let chars = rest.char_indices().zip(rest.chars().skip(1));
        let end = chars
            .filter(|&((_, before), after)| breaks(before, after))
            .map(|((at, before), _)| at + before.len_utf8())
            .next()
            .unwrap_or(rest.len());
        let (part, left) = rest.split_at(end);
        rest = left;
        (!part.is_empty()).then_some(part)
    })
}

/// Whether a line may be broken between two characters.
fn breaks(before: char, after: char) -> bool {
    const OPENING: &str = "（「『【(\"'";
    const CLOSING: &str = "、。，．：；！？）」』】,.:;!?)\"'";
    // Of the particles those that end no part of a compound; と is a piece as well.
    const PARTICLES: &str = "はがをにでも";
    if after == ' ' {
        return false;
    }
    if before == ' ' {
        return true;
    }
    if OPENING.contains(before) || CLOSING.contains(after) {
        return false;
    }
    "▲△（「『【".contains(after)
        || "、。，：；！？）」』】".contains(before)
        || PARTICLES.contains(before) && !is_hiragana(after) && after.width() == Some(2)
}

fn is_hiragana(c: char) -> bool {
    ('ぁ'..='ゟ').contains(&c) || c == 'ー'
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, width: usize, expected: &[&str]) {
        let wrapped = wrapped(text, width);
        assert_eq!(wrapped.lines().collect::<Vec<_>>(), expected);
        let unbroken = |text: &str| text.replace([' ', '\n'], "");
        assert_eq!(unbroken(&wrapped), unbroken(text), "nothing is lost");
    }

    #[test]
    fn a_long_line_is_broken_at_blanks() {
        check("short", 10, &["short"]);
        check("", 10, &[]);
        check(
            "  one two three four\nfive",
            12,
            &["  one two", "    three", "    four", "five"],
        );
        check(
            "a_word_that_is_too_long b",
            10,
            &["a_word_that_is_too_long", "  b"],
        );
    }

    #[test]
    fn neither_words_nor_moves_are_broken_in_japanese() {
        check(
            "[致命] 余詰：３手目▲３二歩成でも詰む（△１一玉▲２二と上まで）。駒余り",
            24,
            &[
                "[致命] 余詰：３手目",
                "  ▲３二歩成でも詰む",
                "  （△１一玉",
                "  ▲２二と上まで）。",
                "  駒余り",
            ],
        );
        check(
            "打ち歩詰を避ける不成の手が出る",
            12,
            &["打ち歩詰を", "  避ける不成の手が", "  出る"],
        );
    }
}
