//! Reports to be read elsewhere: Markdown, and one web page that needs nothing
//! but itself.

use super::Standard;
use super::note;
use super::task::Judged;
use crate::show;
use crate::text::Text;
use kemuri_core::notation;
use kemuri_diagram::{Diagram, Style, svg};
use kemuri_judge::Verdict;
use kemuri_runstore::escaped;
use kemuri_text::judge;
use std::fmt::Write as _;

/// Width of a diagram on a web page, in pixels.
const WIDTH: u32 = 300;
const CSS: &str = "body{font-family:serif;max-width:60rem;margin:2rem auto;padding:0 1rem}\
table{border-collapse:collapse}td,th{border:1px solid #999;padding:.2rem .6rem;text-align:left}\
section{border-top:1px solid #999;margin-top:2rem;overflow:auto}\
svg{float:left;margin:0 1.5rem 1rem 0}.complete{color:#060}.flawed{color:#850}\
.unsound{color:#a00}.undecided{color:#555}";

/// What a report in Markdown starts with.
pub const MARKDOWN: &str = "<!-- kemuri check -->\n";
/// What a report in HTML starts with.
pub const HTML: &str = "<!DOCTYPE html>\n<!-- kemuri check -->\n";

/// The report as Markdown. With `refuted` every check that was examined is listed.
pub fn markdown(all: &[Judged], by: &Standard, refuted: bool, text: Text) -> String {
    let mut out = format!(
        "{MARKDOWN}# {}\n\n{}\n\n",
        text.check_title(),
        totals(all, text)
    );
    let [name, verdict, length, findings] = text.check_heads();
    let _ = writeln!(out, "| {name} | {verdict} | {length} | {findings} |");
    out += "|---|---|---|---|\n";
    for judged in all {
        let [name, verdict, length, classes] = row(judged, text).map(|cell| in_cell(&cell));
        let _ = writeln!(out, "| {name} | {verdict} | {length} | {classes} |");
    }
    for judged in all {
        let name = in_cell(&judged.task.name());
        let _ = writeln!(out, "\n## {name}\n");
        let board = show::plain(&judged.task.problem, text);
        let _ = writeln!(out, "```text\n{board}\n```\n");
        let _ = writeln!(out, "{}\n", text.judged(&judged.report, &by.name));
        if !judged.report.main_line.is_empty() {
            let head = text.main_line(judged.report.by_author);
            let _ = writeln!(out, "{head}: {}\n", main_line(judged));
        }
        if let Some(remark) = note::uncounted(&judged.report, text) {
            let _ = writeln!(out, "{remark}\n");
        }
        if judged.report.in_doubt {
            let _ = writeln!(out, "{}\n", text.in_doubt());
        }
        for finding in judged.findings(&by.profile, text) {
            let _ = writeln!(out, "- {}", in_cell(&finding));
        }
        for repair in judged.repairs.iter().flatten() {
            let _ = writeln!(
                out,
                "- {}: `{}`",
                judge::repair(text.0, repair),
                repair.problem.to_sfen()
            );
        }
        let _ = writeln!(out, "\n{}", text.examined(&judged.report));
        if refuted {
            out.push('\n');
            for sentence in judged.refuted(text) {
                let _ = writeln!(out, "- {}", in_cell(&sentence));
            }
        }
    }
    out
}

/// The report as a web page. With `refuted` every check that was examined is listed.
pub fn html(all: &[Judged], by: &Standard, refuted: bool, text: Text) -> String {
    let title = text.check_title();
    let mut out = format!(
        "{HTML}<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\"/>\n\
         <meta name=\"viewport\" content=\"width=device-width\"/>\n<title>{title}</title>\n<style>{CSS}</style>\n</head>\n<body>\n<h1>{title}</h1>\n",
        text.code()
    );
    let _ = write!(out, "<p>{}</p>\n<table>\n<tr>", totals(all, text));
    for head in text.check_heads() {
        let _ = write!(out, "<th>{head}</th>");
    }
    out += "</tr>\n";
    for (number, judged) in all.iter().enumerate() {
        let [name, verdict, length, classes] = row(judged, text).map(|cell| escaped(&cell));
        let class = judged.report.verdict.name();
        let _ = writeln!(
            out,
            "<tr><td><a href=\"#p{number}\">{name}</a></td><td class=\"{class}\">{verdict}</td>\
             <td>{length}</td><td>{classes}</td></tr>"
        );
    }
    out += "</table>\n";
    for (number, judged) in all.iter().enumerate() {
        let (name, report) = (escaped(&judged.task.name()), &judged.report);
        let diagram = Diagram::from_problem(&judged.task.problem);
        let _ = writeln!(out, "<section id=\"p{number}\">\n<h2>{name}</h2>");
        out += &svg::write(&diagram, &Style::default(), WIDTH);
        let head = escaped(&text.judged(report, &by.name));
        let _ = writeln!(out, "<p class=\"{}\">{head}</p>", report.verdict.name());
        if !report.main_line.is_empty() {
            let head = text.main_line(report.by_author);
            let _ = writeln!(out, "<p>{head}: {}</p>", escaped(&main_line(judged)));
        }
        if let Some(remark) = note::uncounted(report, text) {
            let _ = writeln!(out, "<p>{remark}</p>");
        }
        if report.in_doubt {
            let _ = writeln!(out, "<p>{}</p>", text.in_doubt());
        }
        let findings = judged.findings(&by.profile, text);
        let findings = findings.iter().map(|finding| escaped(finding));
        let repairs = judged.repairs.iter().flatten().map(|repair| {
            let change = escaped(&judge::repair(text.0, repair));
            format!("{change}: <code>{}</code>", repair.problem.to_sfen())
        });
        out += &list(findings.chain(repairs));
        let examined = escaped(&text.examined(report));
        if refuted {
            let refuted = list(
                judged
                    .refuted(text)
                    .iter()
                    .map(|sentence| escaped(sentence)),
            );
            let _ = writeln!(
                out,
                "<details>\n<summary>{examined}</summary>\n{refuted}</details>"
            );
        } else {
            let _ = writeln!(out, "<p>{examined}</p>");
        }
        out += "</section>\n";
    }
    out += "</body>\n</html>\n";
    out
}

/// A list in HTML, or nothing where there is nothing to list.
fn list(items: impl Iterator<Item = String>) -> String {
    let items: String = items.map(|item| format!("<li>{item}</li>\n")).collect();
    match items.is_empty() {
        true => items,
        false => format!("<ul>\n{items}</ul>\n"),
    }
}

/// How many problems got which verdict.
fn totals(all: &[Judged], text: Text) -> String {
    let counts = Verdict::ALL.map(|verdict| {
        let of_it = all.iter().filter(|judged| judged.report.verdict == verdict);
        (verdict, of_it.count())
    });
    text.check_summary(&counts, 0)
}

/// Name, verdict, length and classes of a problem.
fn row(judged: &Judged, text: Text) -> [String; 4] {
    let answer = judged.report.answer.as_ref();
    [
        judged.task.name(),
        judge::verdict(text.0, judged.report.verdict),
        answer.map_or(String::new(), |a| text.length(a.length, a.exact)),
        note::classes(judged, text),
    ]
}

fn main_line(judged: &Judged) -> String {
    let line = &judged.report.main_line;
    notation::japanese(&judged.task.problem, line)
        .unwrap_or_else(|| line.iter().map(|mv| mv.to_usi()).collect())
        .join(" ")
}

/// A text that does not end a cell or a heading of Markdown.
fn in_cell(text: &str) -> String {
    text.replace('|', "\\|")
        .replace('<', "&lt;")
        .replace(char::is_control, " ")
}
