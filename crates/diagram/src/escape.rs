//! Text inside SVG, XML and HTML.

use html_escape::encode_double_quoted_attribute;

/// Returns `text` as it is written in SVG, XML and HTML, between tags or as the
/// value of an attribute in double quotes. Characters that XML cannot hold
/// become U+FFFD.
///
/// ```
/// use kemuri_diagram::escape;
///
/// assert_eq!(escape("<a b=\"c\">&\u{1b}"), "&lt;a b=&quot;c&quot;&gt;&amp;\u{fffd}");
/// ```
pub fn escape(text: &str) -> String {
    let text = text.replace(is_forbidden, "\u{fffd}");
    encode_double_quoted_attribute(&text).into_owned()
}

/// Whether XML cannot hold a character.
fn is_forbidden(c: char) -> bool {
    let is_blank = matches!(c, '\n' | '\t');
    c.is_control() && !is_blank || matches!(c, '\u{fffe}' | '\u{ffff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_neither_markup_nor_more_than_xml_can_hold() {
        let escaped = escape("<a b=\"&\">\u{0}\u{1b}\u{ffff}1\n2\t三");
        let expected = "&lt;a b=&quot;&amp;&quot;&gt;\u{fffd}\u{fffd}\u{fffd}1\n2\t三";
        assert_eq!(escaped, expected);
    }
}
