//! Problems in the addresses of web pages.

use crate::error::{RecordErrorKind, excerpt};
use crate::format::has_board_letters;
use kemuri_core::Color;
use percent_encoding::percent_decode_str;

/// What the address of a page says of a problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Link {
    /// The SFEN, or the `position` command.
    pub(crate) position: String,
    /// The author's line from there, in USI.
    pub(crate) line: Vec<String>,
    /// The word for the side that attacks.
    attacker: Option<String>,
}

impl Link {
    /// Reads a link to a position; `None` if `text` is none.
    ///
    /// Known are the workbench (`…#sfen=…&attacker=…&moves=…`), pages that take the position
    /// as a parameter (`…?sfen=…`, `…?usen=…`), and editors and boards of analysis that have
    /// it at the end of the path with `_` for spaces (`https://lishogi.org/editor/…`).
    pub(crate) fn of(text: &str) -> Option<Self> {
        let link = text.trim();
        let is_link = ["http://", "https://"]
            .iter()
            .any(|start| link.starts_with(start));
        if !is_link || link.contains(char::is_whitespace) {
            return None;
        }
        // What other pages mean by the words of the workbench is not known.
        let fragment = link.split_once('#').map(|(_, fragment)| fragment);
        let workbench = fragment.filter(|text| parameter(text, "sfen").is_some());
        let of_workbench = |name| workbench.and_then(|text| parameter(text, name));
        let line = of_workbench("moves").unwrap_or_default();
        let moves = line.split('_').filter(|word| !word.is_empty());
        Some(Self {
            position: position_of_link(link)?,
            line: moves.map(String::from).collect(),
            attacker: of_workbench("attacker"),
        })
    }

    /// A position that is no link.
    pub(crate) fn to(position: &str) -> Self {
        Self {
            position: position.into(),
            line: Vec::new(),
            attacker: None,
        }
    }

    /// Who attacks, if the link says so.
    pub(crate) fn attacker(&self) -> Result<Option<Color>, RecordErrorKind> {
        match self.attacker.as_deref() {
            None => Ok(None),
            Some("black") => Ok(Some(Color::BLACK)),
            Some("white") => Ok(Some(Color::WHITE)),
            Some(other) => {
                let found = excerpt(&format!("attacker={other}"));
                Err(RecordErrorKind::Unexpected(found))
            }
        }
    }
}

/// The SFEN, or the `position` command, of a link.
fn position_of_link(link: &str) -> Option<String> {
    let parameters = link.split_once(['?', '#']).map(|(_, after)| after);
    let parameter = |name| parameters.and_then(|text| parameter(text, name));
    if let Some(sfen) = parameter("sfen") {
        return Some(sfen.replace('_', " "));
    }
    if let Some(usen) = parameter("usen") {
        return of_usen(&usen);
    }
    let after = |mark: &str| link.split_once(mark).map(|(_, after)| after);
    let path = after("/editor/").or_else(|| after("/analysis/"))?;
    let sfen = decoded(path.split(['?', '#']).next()?)?.replace('_', " ");
    // The name of the game, or a place on the site, may stand before the position.
    let mut rest = sfen.as_str();
    while let Some((word, after)) = rest.split_once('/') {
        if has_board_letters(word) {
            break;
        }
        rest = after;
    }
    Some(rest.into())
}

/// The value of a parameter of an address. One that cannot be decoded stays as it is: it is an
/// error for its reader to tell.
fn parameter(text: &str, name: &str) -> Option<String> {
    let mut parts = text.split(['?', '#', '&']);
    let value = parts.find_map(|part| part.strip_prefix(name)?.strip_prefix('='))?;
    Some(decoded(value).unwrap_or_else(|| value.into()))
}

fn decoded(text: &str) -> Option<String> {
    Some(percent_decode_str(text).decode_utf8().ok()?.into_owned())
}

/// The `position` command of a record in USEN, the URL-safe form of SFEN: a position in
/// which `_`, `.` and `z` stand for `/`, space and `+`, then `~`, the number of the first
/// move, and the moves of the main line, three digits of base 36 each.
fn of_usen(usen: &str) -> Option<String> {
    let mut lines = usen.split('~');
    let start = lines.next()?;
    let start = match start {
        "" => "startpos".into(),
        start => {
            let sfen: String = start.chars().map(of_usen_character).collect();
            format!("sfen {sfen}")
        }
    };
    let mut words = vec![format!("position {start}")];
    let mut parts = lines.next().unwrap_or_default().split('.');
    let moves = parts.nth(1).unwrap_or_default();
    if !moves.is_empty() {
        words.push("moves".into());
    }
    for digits in moves.as_bytes().chunks(3) {
        words.push(usen_move(std::str::from_utf8(digits).ok()?)?);
    }
    Some(words.join(" "))
}

fn of_usen_character(c: char) -> char {
    match c {
        '_' => '/',
        '.' => ' ',
        'z' => '+',
        other => other,
    }
}

/// A move: twice the origin times 81 plus the destination, and one more if it promotes.
fn usen_move(digits: &str) -> Option<String> {
    if digits.len() != 3 || digits.starts_with('+') {
        return None;
    }
    let number = u32::from_str_radix(digits, 36).ok()?;
    let (promotes, squares) = (number % 2 == 1, number / 2);
    let (from, to) = (squares / 81, squares % 81);
    let square = |index: u32| {
        let rank = char::from_u32('a' as u32 + index / 9)?;
        Some(format!("{}{rank}", index % 9 + 1))
    };
    let to = square(to)?;
    match from.checked_sub(81) {
        None => {
            let mark = if promotes { "+" } else { "" };
            Some(format!("{}{to}{mark}", square(from)?))
        }
        // Kinds in the order of the C source that this form is from.
        Some(kind) => {
            let letter = USEN_HAND.iter().find(|(code, _)| *code == kind)?.1;
            Some(format!("{letter}*{to}"))
        }
    }
}

/// The codes of pieces in hand.
const USEN_HAND: [(u32, char); 7] = [
    (9, 'G'),
    (10, 'P'),
    (11, 'L'),
    (12, 'N'),
    (13, 'S'),
    (14, 'B'),
    (15, 'R'),
];

#[cfg(test)]
mod tests {
    use super::*;

    fn position(text: &str) -> Option<String> {
        Link::of(text).map(|link| link.position)
    }

    #[test]
    fn links_hold_positions() {
        let sfen = "8k/6+R2/9/8l/9/9/9/9/9 b 2S 1";
        for link in [
            "http://127.0.0.1:8008/#sfen=8k/6+R2/9/8l/9/9/9/9/9%20b%202S%201&moves=S*2b",
            "https://lishogi.org/editor/8k/6+R2/9/8l/9/9/9/9/9_b_2S_1?x=1",
            "https://lishogi.org/editor/standard/8k/6+R2/9/8l/9/9/9/9/9_b_2S_1",
            " https://lishogi.org/analysis/8k/6%2BR2/9/8l/9/9/9/9/9_b_2S_1\n",
            "https://example.org/?a=b&sfen=8k%2F6%2BR2%2F9%2F8l%2F9%2F9%2F9%2F9%2F9%20b%202S%201",
        ] {
            assert_eq!(position(link).as_deref(), Some(sfen), "{link}");
        }
        for text in [sfen, "https://example.org/", "http://a/editor/x y"] {
            assert_eq!(position(text), None, "{text}");
        }
    }

    #[test]
    fn usen_has_a_position_and_moves() {
        let link = |usen: &str| position(&format!("https://example.org/?mobile&usen={usen}"));
        for (usen, expected) in [
            ("~0..", "position startpos"),
            (
                "~0.7ku2jm8rl09kbxq.r",
                "position startpos moves 7g7f 3c3d 8h2b+ 3a2b B*5e",
            ),
            (
                "8k_6G2_9_8l_9_9_9_9_9.b.2S2r2b3g2s4n3l18p~0.brk00ibs015k1em.",
                "position sfen 8k/6G2/9/8l/9/9/9/9/9 b 2S2r2b3g2s4n3l18p \
                 moves S*2b 1a1b S*1c 1b2c 3b3c",
            ),
            (
                "4k4_9_9_9_9_9_9_9_4K3zR.w.-~0.0i6.",
                "position sfen 4k4/9/9/9/9/9/9/9/4K3+R w - moves 5a4a",
            ),
        ] {
            assert_eq!(link(usen).as_deref(), Some(expected), "{usen}");
        }
        for broken in ["~0.7k", "~0.zzz", "~0.あ"] {
            assert_eq!(link(broken), None, "{broken}");
        }
    }
}
