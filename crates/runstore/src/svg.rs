//! The beginning and the end of an SVG picture, and text in it.

/// Returns the beginning of a picture of this size, on white.
pub fn begin(width: f64, height: f64) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"white\"/>\n"
    )
}

/// The end of a picture.
pub const END: &str = "</svg>\n";

/// Text that XML and HTML take as it is, between tags or as the value of an
/// attribute; what XML cannot hold is left out.
pub fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out += "&amp;",
            '<' => out += "&lt;",
            '>' => out += "&gt;",
            '"' => out += "&quot;",
            '\n' | '\t' => out.push(c),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => {}
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::escaped;

    #[test]
    fn text_is_neither_markup_nor_more_than_xml_can_hold() {
        let escaped = escaped("<a b=\"&\">\u{0}\u{1b}\u{ffff}1\n2\t三");
        assert_eq!(escaped, "&lt;a b=&quot;&amp;&quot;&gt;1\n2\t三");
    }
}
