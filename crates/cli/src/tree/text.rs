//! A tree as text: a numbered line for each variation, indented under the one
//! that it leaves.

use crate::solve::line_width;
use kemuri_solver::tree::{Next, TreeLine, TreeLines};
use kemuri_text::Lang;
use kemuri_text::tree as sentences;
use kemuri_text::units::padded;
use unicode_width::UnicodeWidthStr;

/// Deeper lines are not indented further, or there is no room for moves.
const DEEPEST: usize = 12;

/// Every line of the tree.
pub fn write(lines: &TreeLines<'_>, lang: Lang) -> String {
    let mut out = String::new();
    for (number, line) in lines.list.iter().enumerate() {
        wrap(&mut out, number, line.depth, &words(lines, line, lang));
    }
    out
}

/// The moves of a line, and how it ends.
fn words(lines: &TreeLines<'_>, line: &TreeLine, lang: Lang) -> Vec<String> {
    let moves = line.moves.iter();
    let mut words: Vec<String> = moves
        .map(|mv| format!("{} {}", mv.ply, mv.japanese))
        .collect();
    let ending = sentences::ending(lang, lines, line);
    words.extend(ending.map(|ending| match lines.node(line.end).next {
        Next::Cut(_) => format!("… {ending}"),
        _ => ending,
    }));
    words.push(format!("({})", sentences::summary(lang, lines, line)));
    words
}

/// Writes the words of a line after its number, in as many rows as they take.
pub fn wrap(out: &mut String, number: usize, depth: usize, words: &[String]) {
    let indent = " ".repeat(2 * depth.min(DEEPEST));
    let label = format!("{indent}[{number}] ");
    let (margin, width) = (label.width(), line_width());
    let mut column = margin;
    out.push_str(&label);
    for (i, word) in words.iter().enumerate() {
        // What goes on after a comma is not a word of its own.
        let gap = match i
            .checked_sub(1)
            .and_then(|before| words[before].chars().last())
        {
            None | Some('、') => "",
            Some(',') => " ",
            Some(_) => "  ",
        };
        if i > 0 && column + gap.len() + word.width() > width {
            out.push('\n');
            out.push_str(&padded("", margin));
            column = margin;
        } else {
            out.push_str(gap);
            column += gap.len();
        }
        out.push_str(word);
        column += word.width();
    }
    out.push('\n');
}
