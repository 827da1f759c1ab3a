//! The problems that an enumeration found as people read them: records, and a
//! page of diagrams with their solutions.
//!
//! Nothing in them depends on the machine, the hour or the language, so that two
//! runs can be compared byte for byte.

use askama::Template;
use kemuri_compose::ComposedProblem;
use kemuri_compose::enumerate::report::numbered;
use kemuri_core::notation;
use kemuri_diagram::{Diagram, Style, svg};
use kemuri_formats::{Ending, Format, RecordBuilder};

/// Width of a diagram on the page, in pixels.
const WIDTH: u32 = 300;

/// A problem with its solution as a KIF record.
pub fn record(name: &str, found: &ComposedProblem) -> Option<String> {
    let mut builder = RecordBuilder::from_problem(&found.problem);
    builder.add_header("作品名", name);
    builder.add_header("手数", &found.line.len().to_string());
    for &mv in &found.line {
        builder.play(mv).ok()?;
    }
    builder.end(Ending::Mate).ok()?;
    Some(kemuri_formats::write(&builder.finish(), Format::Kif).text)
}

/// The page of all problems.
#[derive(Template)]
#[template(path = "enumerate.html")]
struct ProblemsPage<'a> {
    title: &'a str,
    width: u32,
    problems: Vec<Figure>,
}

/// A problem on the page.
struct Figure {
    /// Its diagram as SVG.
    picture: String,
    moves: Vec<String>,
    length: usize,
}

/// Returns all problems on one page of HTML that needs nothing else.
pub fn page(condition: &str, problems: &[ComposedProblem]) -> Result<String, askama::Error> {
    let figure = |(i, found): (usize, &ComposedProblem)| {
        let name = numbered(condition, i, problems.len());
        let diagram = Diagram::from_problem(&found.problem).with_title(name);
        let moves = notation::japanese(&found.problem, &found.line).unwrap_or_default();
        Figure {
            picture: svg::write(&diagram, &Style::default(), WIDTH),
            moves,
            length: found.line.len(),
        }
    };
    let page = ProblemsPage {
        title: condition,
        width: WIDTH,
        problems: problems.iter().enumerate().map(figure).collect(),
    };
    // A template loses its last line break.
    Ok(page.render()? + "\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use kemuri_core::{Move, Problem};

    fn found() -> ComposedProblem {
        let moves = ["3a2a", "1a2a", "3c3b+", "2a1a", "2c2b"];
        ComposedProblem::new(
            Problem::from_sfen("6+P1k/9/6P+P1/9/9/9/9/9/9 b - 1").unwrap(),
            moves.map(|mv| Move::from_usi(mv).unwrap()).to_vec(),
            true,
        )
    }

    #[test]
    fn a_record_is_read_back_with_its_solution() {
        let text = record("three-1", &found()).unwrap();
        let reading = kemuri_formats::read(text.as_bytes(), false).unwrap();
        assert_eq!(reading.record.main_moves(), found().line);
        assert_eq!(reading.record.header("作品名"), Some("three-1"));
        let start = reading.record.start().to_string();
        assert_eq!(start, found().problem.to_sfen());
    }

    #[test]
    fn the_page_has_a_diagram_and_a_solution_for_each() {
        let page = page("a<b", &[found(), found()]).unwrap();
        assert_eq!(page.matches("<svg").count(), 2);
        assert_eq!(page.matches("まで5手詰").count(), 2);
        assert!(
            page.contains("▲２一と") && page.contains("a&lt;b"),
            "{page}"
        );
    }
}
