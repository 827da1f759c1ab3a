//! What a terminal of 80 columns shows.

use unicode_width::UnicodeWidthStr;

/// Columns of the terminal that every text must fit.
pub const WIDTH: usize = 80;

/// Marks that must not begin a line, and those that must not end one (禁則).
const CLOSING: &str = "、。，．：；！？）」』】・ーぁぃぅぇぉっゃゅょァィゥェォッャュョ";
const OPENING: &str = "（「『【";

/// Asserts that a terminal shows a text as it was meant: no line is wider than the terminal,
/// none begins or ends with a mark that must not stand there, and no move is broken.
///
/// A line without a blank, such as a position or the name of a file, may be wider.
#[track_caller]
pub fn assert_fits(text: &str, what: &str) {
    let mut before = "";
    for line in text.lines() {
        let words = line.trim();
        let is_copied = words.is_ascii() && !words.contains(' ');
        assert!(
            line.width() <= WIDTH || is_copied,
            "{what}: {} columns: {line}",
            line.width()
        );
        let (first, last) = (words.chars().next(), words.chars().next_back());
        assert!(
            !first.is_some_and(|c| CLOSING.contains(c)),
            "{what}: begins with {first:?}: {line}"
        );
        assert!(
            !last.is_some_and(|c| OPENING.contains(c)),
            "{what}: ends with {last:?}: {line}"
        );
        assert!(
            !ends_in_a_move(before.trim_end()),
            "{what}: a move is broken: {before} / {line}"
        );
        before = line;
    }
}

/// Whether a line ends with the first half of a move: the mark of a side, or its square too.
fn ends_in_a_move(line: &str) -> bool {
    let mut end = line.chars().rev();
    let [last, second, third] = std::array::from_fn(|_| end.next().unwrap_or(' '));
    let is_side = |c| "▲△".contains(c);
    is_side(last) || is_side(second) || is_side(third) && ('１'..='９').contains(&second)
}
