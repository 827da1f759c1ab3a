//! How templates escape what is put into them.

use askama::filters::Escaper;
use std::fmt::{self, Write};

/// Escapes text for HTML.
#[derive(Clone, Copy, Default)]
pub struct Html;

impl Escaper for Html {
    fn write_escaped_str<W: Write>(&self, mut out: W, text: &str) -> fmt::Result {
        out.write_str(&kemuri_diagram::escape(text))
    }
}

/// Escapes text for Markdown: it ends neither a cell nor a heading.
#[derive(Clone, Copy, Default)]
pub struct Markdown;

impl Escaper for Markdown {
    fn write_escaped_str<W: Write>(&self, mut out: W, text: &str) -> fmt::Result {
        let text = text.replace('|', "\\|").replace('<', "&lt;");
        out.write_str(&text.replace(char::is_control, " "))
    }
}
