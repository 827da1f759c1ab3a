//! All diagrams of a run on one page, to be printed.

use crate::args::ShowArgs;
use kemuri_diagram::{Diagram, escape, svg};
use kemuri_text::{Lang, tr};
use std::ffi::OsStr;
use std::path::Path;

/// How a page starts that this program has written.
const HTML: &str = "<!DOCTYPE html>\n<!-- kemuri show -->\n";

/// The page: SVG where the name of the file says so, else HTML, of which a browser makes
/// pages of paper. Also returns how such a file starts.
///
/// The title and the caption are parts of the picture: no page can part them from it.
pub fn page(
    file: &OsStr,
    diagrams: &[Diagram],
    args: &ShowArgs,
    lang: Lang,
) -> (String, &'static [u8]) {
    let extension = Path::new(file).extension().map(OsStr::to_ascii_lowercase);
    if extension.is_some_and(|extension| extension == "svg") {
        let columns = args.columns.min(diagrams.len());
        let width = u32::try_from(columns).map_or(args.width, |n| args.width.saturating_mul(n));
        let page = svg::page(diagrams, &args.style(), columns, width);
        return (page, b"<svg");
    }
    (html(diagrams, args, lang), HTML.as_bytes())
}

fn html(diagrams: &[Diagram], args: &ShowArgs, lang: Lang) -> String {
    let title = escape(&tr!(lang, "show-sheet-title", count = diagrams.len()));
    // Spaces between the figures take a little of each line.
    let width = 98.0 / args.columns as f32;
    let mut out = format!(
        "{HTML}<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\"/>\n\
         <meta name=\"viewport\" content=\"width=device-width\"/>\n<title>{title}</title>\n\
         <style>\n@page {{ margin: 12mm }}\nbody {{ margin: 0; text-align: center }}\n\
         figure {{ display: inline-block; vertical-align: top; box-sizing: border-box; \
         width: {width:.2}%; margin: 0; padding: 2mm; break-inside: avoid }}\n\
         figure svg {{ width: 100%; height: auto }}\n</style>\n</head>\n<body>\n",
        lang.code()
    );
    for diagram in diagrams {
        let picture = svg::write(diagram, &args.style(), args.width);
        out += &format!("<figure>\n{picture}</figure>\n");
    }
    out + "</body>\n</html>\n"
}
