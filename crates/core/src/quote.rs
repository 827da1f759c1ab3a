//! Foreign text inside error messages.

use crate::sfen::shown;

/// Longest piece of the user's own text that a message repeats, in characters.
const LIMIT: usize = 60;

/// Returns the start of `text`, harmless on a terminal and on one line.
pub fn quote(text: &str) -> String {
    let mut out: String = text.chars().take(LIMIT).map(shown).collect();
    if text.chars().nth(LIMIT).is_some() {
        out.push('…');
    }
    out
}
