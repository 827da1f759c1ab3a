//! Lines of a terminal.

mod breaks;

pub(crate) use breaks::moves;

use breaks::Breaks;
use unicode_width::UnicodeWidthStr;

/// How far a line is indented that goes on with the one before it.
const HANGING: usize = 2;
/// Stands for what has no room.
const CUT: &str = "…";

/// Returns `text` with lines of at most `width` columns. A line that goes on is indented
/// by two columns more than the one it belongs to.
///
/// Lines are broken at blanks and, in Japanese, between phrases and before moves: not
/// inside a word nor inside a move, and so that no line begins with a closing mark nor ends
/// with an opening one. A phrase that is longer than a line is broken between any two
/// characters that allow it. What cannot be broken stays on one line, however long: a
/// position or the name of a file can be copied.
pub fn wrapped(text: &str, width: usize) -> String {
    let lines = text.split('\n').map(|line| {
        let words = line.trim_start_matches(' ');
        let indent = line.len() - words.len();
        let (first, rest) = (" ".repeat(indent), " ".repeat(indent + HANGING));
        match line.width() <= width {
            true => line.to_owned(),
            false => indented(words, width, [&first, &rest]),
        }
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// Returns `text` with lines of at most `width` columns, as [`wrapped`] does. The first
/// starts with `indents[0]`, the others with `indents[1]`.
pub fn indented(text: &str, width: usize, indents: [&str; 2]) -> String {
    let mut out = String::new();
    let mut line = indents[0].to_owned();
    // Whether the line has anything but its indent.
    let mut begun = false;
    for part in Breaks::of(text).parts(width.saturating_sub(indents[1].width())) {
        let word = part.trim_end_matches(' ');
        if begun && line.width() + word.width() > width {
            out += line.trim_end_matches(' ');
            out.push('\n');
            line = indents[1].to_owned();
        }
        line += part;
        begun = true;
    }
    out + line.trim_end_matches(' ')
}

/// Returns as much of one line as `width` columns hold, cut where a line may be broken:
/// not inside a word nor inside a move. An ellipsis stands for the rest.
pub fn shortened(text: &str, width: usize) -> String {
    if text.width() <= width {
        return text.to_owned();
    }
    let room = width.saturating_sub(CUT.width());
    let mut out = String::new();
    for part in Breaks::of(text).parts(usize::MAX) {
        if out.width() + part.trim_end_matches(' ').width() > room {
            break;
        }
        out += part;
    }
    if out.width() >= width {
        out.truncate(out.trim_end_matches(' ').len());
    }
    out + CUT
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
            &["打ち歩詰を", "  避ける", "  不成の手が", "  出る"],
        );
        check(
            "１２玉、△同　玉右で 10 手",
            10,
            &["１２玉、", "  △同　玉右", "  で 10 手"],
        );
    }

    #[test]
    fn a_phrase_that_is_longer_than_a_line_is_broken_where_that_is_allowed() {
        check(
            "一二三四五六七八九「十」。",
            12,
            &["一二三四五六", "  七八九", "  「十」。"],
        );
    }

    #[test]
    fn a_word_keeps_its_particle_and_a_name_its_value() {
        check(
            "この値に達したら GC を行う [既定値: 90]",
            24,
            &["この値に達したら GC を", "  行う [既定値: 90]"],
        );
    }

    #[test]
    fn lines_may_have_any_indent() {
        let text = indented("one two three", 13, ["  --flag  ", "      "]);
        assert_eq!(text, "  --flag  one\n      two\n      three");
    }

    #[test]
    fn a_line_is_cut_between_moves() {
        let line = "1.2秒 ▲２二銀 △１二玉 ▲１三銀";
        for (width, expected) in [
            (40, line),
            (28, "1.2秒 ▲２二銀 △１二玉 …"),
            (23, "1.2秒 ▲２二銀 △１二玉 …"),
            (22, "1.2秒 ▲２二銀 △１二玉…"),
            (21, "1.2秒 ▲２二銀 …"),
            (4, "…"),
            (0, "…"),
        ] {
            assert_eq!(shortened(line, width), expected, "{width}");
        }
    }
}
