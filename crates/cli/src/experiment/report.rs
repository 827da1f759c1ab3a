//! The report of an experiment: one page of Markdown, and its pictures.

use super::Name;
use crate::text::Text;
use crate::units;
use kemuri_runstore::markdown;
use std::time::Duration;

/// What an experiment found, ready to be read.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    /// Tables under headings, in their order.
    pub sections: Vec<Section>,
    /// What they say, in one paragraph made from the same numbers.
    pub reading: String,
    /// Pictures: name and contents.
    pub pictures: Vec<(String, String)>,
}

/// A heading and what stands below it.
#[derive(Clone, Debug)]
pub struct Section {
    /// The heading.
    pub title: String,
    /// A sentence or none.
    pub note: String,
    /// A table.
    pub table: String,
}

impl Section {
    /// A table whose columns after the first `left` are numbers.
    pub fn table<S: AsRef<str>>(
        title: &str,
        note: &str,
        heads: &[S],
        left: usize,
        rows: &[Vec<String>],
    ) -> Self {
        Self {
            title: title.into(),
            note: note.into(),
            table: markdown::table(heads, left, rows),
        }
    }
}

/// What stands at the head of a report.
pub struct Head {
    /// The experiment.
    pub name: Name,
    /// Program, collection, limit, options, machine.
    pub rows: Vec<Vec<String>>,
}

/// A report.
pub struct Report {
    /// What was found.
    pub facts: Facts,
    /// Problems whose verdicts cannot all be right.
    pub contradictions: Vec<String>,
    /// How.
    pub head: Head,
}

/// The file of the page.
const PAGE: &str = "report.md";

impl Report {
    /// The files of the report.
    pub fn files(&self) -> Vec<&str> {
        let pictures = self.facts.pictures.iter().map(|(name, _)| name.as_str());
        [PAGE].into_iter().chain(pictures).collect()
    }

    /// The files of the report, with what is in them.
    pub fn contents(&self, text: Text) -> Vec<(String, String)> {
        let mut files = self.facts.pictures.clone();
        files.push((PAGE.into(), self.page(text)));
        files
    }

    fn page(&self, text: Text) -> String {
        let (title, about) = text.experiment_title(self.head.name);
        let mut page = format!("# {title}\n\n{about}\n\n");
        page += &markdown::table(&["", ""], 2, &self.head.rows);
        page += &format!(
            "\n## {}\n\n{}\n",
            text.experiment_reading(),
            self.facts.reading
        );
        if !self.contradictions.is_empty() {
            let warning = text.experiment_contradictions(&self.contradictions);
            page += &format!("\n{warning}\n");
        }
        for (name, _) in &self.facts.pictures {
            page += &format!("\n![{name}]({name})\n");
        }
        for section in &self.facts.sections {
            page += &format!("\n## {}\n\n", section.title);
            if !section.note.is_empty() {
                page += &format!("{}\n\n", section.note);
            }
            page += &section.table;
        }
        page
    }
}

/// What stands where there is no number.
pub const NONE: &str = "–";

/// A ratio or a mean, three decimals.
pub fn decimal(number: Option<f64>) -> String {
    number.map_or(NONE.into(), |n| format!("{:.3}", rounded(n)))
}

/// A difference, with its sign.
pub fn signed(number: Option<f64>) -> String {
    number.map_or(NONE.into(), |n| format!("{:+.3}", rounded(n)))
}

/// What three decimals show of a number; what rounds to nothing has no sign.
pub fn rounded(number: f64) -> f64 {
    (number * 1000.0).round() / 1000.0 + 0.0
}

/// Nodes.
pub fn nodes(number: Option<u64>) -> String {
    number.map_or(NONE.into(), units::grouped)
}

/// Seconds, two decimals.
pub fn seconds(time: Option<Duration>) -> String {
    time.map_or(NONE.into(), |time| format!("{:.2}", time.as_secs_f64()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_rounds_to_nothing_has_no_sign() {
        let shown = [-0.0004, 0.0004, -0.0006, 1.2346].map(Some);
        assert_eq!(shown.map(decimal), ["0.000", "0.000", "-0.001", "1.235"]);
        assert_eq!(shown.map(signed), ["+0.000", "+0.000", "-0.001", "+1.235"]);
        assert_eq!([decimal(None), signed(None)], [NONE, NONE]);
    }
}
