//! Foreign text in error messages: what it says, and on which line.

use crate::sfen::shortened;

/// Returns the start of `text`, harmless on a terminal and on one line.
pub fn quote(text: &str) -> String {
    shortened(text, 60)
}

/// Returns the line of `text` that has the byte at `offset`, counted from 1 by line
/// feeds.
///
/// ```
/// assert_eq!(kemuri_core::line_at("a\nb = c\n", 4), 2);
/// ```
pub fn line_at(text: &str, offset: usize) -> usize {
    let before = &text.as_bytes()[..offset.min(text.len())];
    1 + before.iter().filter(|&&byte| byte == b'\n').count()
}
