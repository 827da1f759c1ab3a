//! The report of a run.

use super::batch::BatchResult;
use super::examine::Finding;
use super::fixture::{CONTRADICTIONS, side};
use crate::report::heads;
use kemuri_oracle::random::PositionKind;
use kemuri_runstore::markdown;
use kemuri_text::units::grouped;
use kemuri_text::{Lang, tr};

/// The file of the report.
pub const PAGE: &str = "report.md";

/// What is told of a run.
pub struct RunReport<'a> {
    /// The version of the program and its signature.
    pub program: String,
    /// The seed.
    pub seed: u64,
    /// Nodes for each search.
    pub limit: u64,
    /// The kinds of positions.
    pub kinds: Vec<PositionKind>,
    /// The names of the engines.
    pub engines: Vec<String>,
    /// All rows.
    pub rows: &'a [BatchResult],
    /// Contradictions that were found.
    pub contradictions: usize,
}

/// Says who contradicts whom.
pub fn found(name: &str, finding: &Finding, engines: &[String], lang: Lang) -> String {
    let [first, second] = finding.sides(engines);
    let (sfen, attacker) = (finding.position.sfen(), side(finding.position.attacker));
    tr!(
        lang,
        "lab-contradict-found",
        name,
        first,
        second,
        sfen,
        attacker
    )
}

impl RunReport<'_> {
    /// Returns the sums in a sentence.
    pub fn sums(&self, lang: Lang) -> String {
        let sum = BatchResult::sum(self.rows);
        tr!(
            lang,
            "lab-contradict-sums",
            positions = grouped(sum.positions),
            seed = self.seed.to_string(),
            decided = grouped(sum.decided),
            mates = grouped(sum.mates),
            nomates = grouped(sum.nomates),
            beyond = grouped(sum.not_compared()),
            certified = grouped(sum.beyond_certified),
            searches = grouped(sum.searches),
            contradictions = self.contradictions
        )
    }

    /// Returns the page in Markdown.
    pub fn page(&self, lang: Lang) -> String {
        let title = tr!(lang, "lab-title", name = "contradict");
        let mut page = format!("# {title}\n\n{}\n\n", tr!(lang, "lab-about-contradict"));
        let row = |head: String, text: String| vec![head, text];
        let kemuri = format!("kemuri {}", self.program);
        let limit = tr!(lang, "lab-limit", nodes = grouped(self.limit));
        let mut head = vec![
            row(tr!(lang, "lab-head-program"), kemuri),
            row(tr!(lang, "lab-contradict-seed"), self.seed.to_string()),
            row(tr!(lang, "lab-head-limit"), limit),
        ];
        if !self.engines.is_empty() {
            let engines = self.engines.join(", ");
            head.push(row(tr!(lang, "lab-contradict-engines"), engines));
        }
        page += &markdown::table(&["", ""], 2, &head);
        page += &format!("\n{}\n\n", self.sums(lang));
        page += &self.table(lang);
        page += &format!("\n{}\n", tr!(lang, "lab-contradict-note"));
        if self.contradictions > 0 {
            page += &format!("\n[{CONTRADICTIONS}]({CONTRADICTIONS})\n");
        }
        page
    }

    /// A row for each kind, and one for all.
    fn table(&self, lang: Lang) -> String {
        let cells = |name: &str, sum: &BatchResult| {
            let numbers = [
                sum.positions,
                sum.decided,
                sum.mates,
                sum.nomates,
                sum.not_compared(),
                sum.beyond,
                sum.beyond_certified,
                sum.certificates,
                sum.by_rule,
                sum.searches,
                sum.undecided,
                sum.engines,
                sum.contradictions,
            ];
            let numbers = numbers.map(grouped).into_iter();
            [name.to_string()].into_iter().chain(numbers).collect()
        };
        let of = |kind: &PositionKind| {
            let name = kind.name();
            let rows = self.rows.iter().filter(|row| row.kind == name);
            cells(name, &BatchResult::sum(rows))
        };
        let mut rows: Vec<Vec<String>> = self.kinds.iter().map(of).collect();
        let all = BatchResult::sum(self.rows);
        rows.push(cells(&tr!(lang, "lab-contradict-all"), &all));
        let heads = heads(&tr!(lang, "lab-contradict-heads"));
        markdown::table(&heads, 1, &rows)
    }
}
