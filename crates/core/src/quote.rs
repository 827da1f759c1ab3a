//! Foreign text inside error messages.

use crate::sfen::shortened;

/// Returns the start of `text`, harmless on a terminal and on one line.
pub fn quote(text: &str) -> String {
    shortened(text, 60)
}
