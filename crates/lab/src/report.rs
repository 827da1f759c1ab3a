//! The report of an experiment: a page of Markdown and its pictures.

use crate::experiment::Experiment;
use kemuri_runstore::{FileError, RunFolder, markdown, write_file};
use kemuri_text::{Lang, tr};

/// The file of the page.
const PAGE: &str = "report.md";

/// What an experiment found.
#[derive(Clone, Debug, Default)]
pub struct Findings {
    /// What the tables say, in sentences made from the same numbers.
    pub reading: Vec<String>,
    /// Tables under headings.
    pub sections: Vec<ReportSection>,
    /// Pictures.
    pub pictures: Vec<Picture>,
}

/// A heading with a sentence and a table.
#[derive(Clone, Debug)]
pub struct ReportSection {
    /// The heading.
    pub title: String,
    /// The sentence.
    pub note: String,
    /// The table in Markdown.
    pub table: String,
}

impl ReportSection {
    /// A section about the problems whose nodes differ most between the settings.
    pub fn of_problems(note: String, heads: &[String], rows: &[Vec<String>], lang: Lang) -> Self {
        let which = tr!(lang, "lab-problems-note", problems = rows.len());
        Self {
            title: tr!(lang, "lab-problems-title"),
            note: paragraph(&[which, note], lang),
            table: markdown::table(heads, 1, rows),
        }
    }
}

/// A picture.
#[derive(Clone, Debug)]
pub struct Picture {
    /// The name of its file.
    pub file: String,
    /// The SVG.
    pub svg: String,
}

impl Picture {
    /// A picture in a file of this name.
    pub fn new(file: impl Into<String>, svg: String) -> Self {
        Self {
            file: file.into(),
            svg,
        }
    }
}

/// The report of an experiment.
pub struct ExperimentReport {
    /// The experiment.
    pub experiment: Experiment,
    /// Program, collection, limit, options and machine.
    pub head: Vec<Vec<String>>,
    /// What was found.
    pub findings: Findings,
    /// The names of the problems whose verdicts contradict each other.
    pub contradictions: Vec<String>,
}

impl ExperimentReport {
    /// Returns the names of its files.
    pub fn files(&self) -> Vec<&str> {
        let pictures = self.findings.pictures.iter();
        let pictures = pictures.map(|picture| picture.file.as_str());
        [PAGE].into_iter().chain(pictures).collect()
    }

    /// Writes its files.
    pub fn write(&self, folder: &RunFolder, lang: Lang) -> Result<(), FileError> {
        for picture in &self.findings.pictures {
            write_file(&folder.path().join(&picture.file), picture.svg.as_bytes())?;
        }
        write_file(&folder.path().join(PAGE), self.page(lang).as_bytes())
    }

    fn page(&self, lang: Lang) -> String {
        let title = tr!(lang, "lab-title", name = self.experiment.name());
        let about = self.experiment.about(lang);
        let mut page = format!("# {title}\n\n{about}\n\n");
        page += &markdown::table(&["", ""], 2, &self.head);
        let heading = tr!(lang, "lab-reading");
        page += &format!("\n## {heading}\n\n");
        for sentence in &self.findings.reading {
            page += &format!("- {sentence}\n");
        }
        if !self.contradictions.is_empty() {
            let names = self.contradictions.join(", ");
            let warning = tr!(lang, "lab-contradictions", names);
            page += &format!("\n{warning}\n");
        }
        for Picture { file, .. } in &self.findings.pictures {
            page += &format!("\n![{file}]({file})\n");
        }
        for ReportSection { title, note, table } in &self.findings.sections {
            page += &format!("\n## {title}\n\n{note}\n\n{table}");
        }
        page
    }
}

/// Returns the heads of a table, which stand in one message: `problem | nodes`.
pub fn heads(message: &str) -> Vec<String> {
    message.split(" | ").map(String::from).collect()
}

/// Returns a list of names for the middle of a sentence.
pub fn listed(names: &[String], lang: Lang) -> String {
    match names.is_empty() {
        true => tr!(lang, "lab-none"),
        false => names.join(", "),
    }
}

/// Returns a paragraph of sentences.
pub fn paragraph(sentences: &[String], lang: Lang) -> String {
    match lang {
        Lang::En => sentences.join(" "),
        Lang::Ja => sentences.concat(),
    }
}
