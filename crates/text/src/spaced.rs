//! Latin words in Japanese sentences.

/// Returns `text` for the middle of a Japanese sentence: a space goes before and
/// after it where it starts or ends with a Latin letter or a digit.
pub fn spaced(text: &str) -> String {
    let space = |end: Option<char>| match end {
        Some(c) if c.is_ascii_alphanumeric() => " ",
        _ => "",
    };
    let (before, after) = (space(text.chars().next()), space(text.chars().last()));
    format!("{before}{text}{after}")
}
