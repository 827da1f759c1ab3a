//! The figures of the papers.
//!
//! These are citations: numbers, and the names of the problems that they are
//! about. They contain no positions: a problem of a collection gets its published
//! figures by its name.

use serde::Deserialize;
use serde::de::DeserializeOwned;

/// A collection and the number of a problem in it: `muso001`, `Muso 1` and
/// `muso-001` are the same, `muso001h`, a later version of it, is none.
pub type Key = (String, u32);

/// Returns the key of a name, if it is that of a numbered problem.
pub fn key(name: &str) -> Option<Key> {
    let digits = name.find(|c: char| c.is_ascii_digit())?;
    let (collection, number) = name.split_at(digits);
    let collection = collection.trim_matches([' ', '-', '_', '.', '/']);
    let number = number.parse().ok()?;
    (!collection.is_empty()).then(|| (collection.to_lowercase(), number))
}

/// A row of figures 8 and 9 of Seo 1999.
#[derive(Clone, Debug, Deserialize)]
pub struct ProofPieces {
    problem: String,
    /// The printed length.
    pub plies: u32,
    /// Seconds without proof pieces.
    pub seconds_without: Option<u64>,
    /// Nodes without proof pieces.
    pub nodes_without: Option<u64>,
    /// Seconds with them.
    pub seconds_with: Option<u64>,
    /// Nodes with them.
    pub nodes_with: Option<u64>,
    /// The printed ratio of the nodes.
    pub ratio: Option<f64>,
}

/// A figure of tables 1 to 4 of Nagai and Imai 2001.
#[derive(Clone, Debug, Deserialize)]
pub struct CollectionFigure {
    /// The number of the table.
    pub table: u32,
    /// What is varied.
    pub option: String,
    /// The size of the hash table.
    pub size: String,
    /// How many problems need a collection.
    pub problems: u32,
    /// The value of the option.
    pub percent: u64,
    /// The number printed.
    pub value: f64,
}

/// A statement of Kishimoto's article.
#[derive(Clone, Debug, Deserialize)]
pub struct CycleStatement {
    /// The problem, or every mate of a collection (`*`).
    pub problem: String,
    /// The remedy.
    pub cycles: String,
    /// Whether it is solved.
    pub solved: bool,
}

/// A length in the two tables of komori-n's article.
#[derive(Clone, Debug, Deserialize)]
pub struct ArticleLength {
    /// Where the search starts.
    pub start: char,
    /// The node.
    pub node: char,
    /// Plies to mate.
    pub length: Option<u32>,
}

#[derive(Deserialize)]
struct LeftOut {
    problem: String,
}

/// Returns the rows of a table; a test checks that all of them can be read.
fn rows<T: DeserializeOwned>(table: &str) -> Vec<T> {
    let mut reader = csv::ReaderBuilder::new()
        .delimiter(b'\t')
        .comment(Some(b'#'))
        .from_reader(table.as_bytes());
    reader.deserialize().filter_map(Result::ok).collect()
}

const SEO: &str = include_str!("seo-1999.tsv");
const NAGAI_IMAI: &str = include_str!("nagai-imai-2001.tsv");
const NAGAI_IMAI_LEFT_OUT: &str = include_str!("nagai-imai-2001-left-out.tsv");
const KISHIMOTO: &str = include_str!("kishimoto.tsv");
const KOMORI_N: &str = include_str!("komori-n-2021.tsv");

/// Returns figures 8 and 9 of Seo 1999, by problem.
pub fn proof_pieces() -> Vec<(Key, ProofPieces)> {
    let all = rows::<ProofPieces>(SEO).into_iter();
    all.filter_map(|row| Some((key(&row.problem)?, row)))
        .collect()
}

/// Returns tables 1 to 4 of Nagai and Imai 2001.
pub fn collection_figures() -> Vec<CollectionFigure> {
    rows(NAGAI_IMAI)
}

/// Returns the problems that Nagai and Imai left out.
pub fn left_out() -> Vec<Key> {
    let all = rows::<LeftOut>(NAGAI_IMAI_LEFT_OUT).into_iter();
    all.filter_map(|row| key(&row.problem)).collect()
}

/// Returns what Kishimoto says of problems.
pub fn cycle_statements() -> Vec<CycleStatement> {
    rows(KISHIMOTO)
}

/// Returns the two tables of komori-n 2021.
pub fn article_lengths() -> Vec<ArticleLength> {
    rows(KOMORI_N)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rows of a table, its header apart.
    fn count(table: &str) -> usize {
        table.lines().filter(|line| !line.starts_with('#')).count() - 1
    }

    #[test]
    fn every_row_is_read() {
        assert_eq!(proof_pieces().len(), count(SEO));
        assert_eq!(collection_figures().len(), count(NAGAI_IMAI));
        assert_eq!(left_out(), [("zuko".into(), 8)]);
        assert_eq!(cycle_statements().len(), count(KISHIMOTO));
        assert_eq!(article_lengths().len(), count(KOMORI_N));
    }

    #[test]
    fn the_printed_ratios_are_those_of_the_printed_nodes() {
        let rows = proof_pieces();
        assert_eq!(rows.len(), 94);
        for ((_, number), row) in &rows {
            match (row.nodes_without, row.nodes_with, row.ratio) {
                (Some(without), Some(with), Some(ratio)) => {
                    // Printed with three decimals, most of them cut off.
                    let exact = with as f64 / without as f64;
                    assert!((exact - ratio).abs() < 0.001, "{number}: {exact} {ratio}");
                }
                (None, Some(_), None) => {}
                other => panic!("{number}: {other:?}"),
            }
        }
    }

    #[test]
    fn the_tables_of_collections_are_whole() {
        for table in 1..=4 {
            let cells: Vec<_> = collection_figures()
                .into_iter()
                .filter(|c| c.table == table)
                .collect();
            assert_eq!(cells.len(), 16);
            let base = if table < 3 { 80 } else { 30 };
            let zero = |c: &&CollectionFigure| c.percent == base && c.value == 0.0;
            let zeros = cells.iter().filter(zero).count();
            assert_eq!(zeros, if table % 2 == 1 { 4 } else { 0 });
            // The reference is in the table by load and in that by share.
            let references = |table, percent| -> Vec<f64> {
                let all = collection_figures().into_iter();
                let all = all.filter(|c| c.table == table && c.percent == percent);
                all.map(|c| c.value).collect()
            };
            if table < 3 {
                assert_eq!(references(table, 80), references(table + 2, 30));
            }
        }
    }

    #[test]
    fn names_are_matched_by_collection_and_number() {
        let muso = Some(("muso".to_string(), 1));
        for name in ["muso001", "Muso 1", "muso-01", "MUSO_1"] {
            assert_eq!(key(name), muso, "{name}");
        }
        for name in ["muso001h", "muso", "001", "", "muso 1 2", "a.tsv:3x"] {
            assert_eq!(key(name), None, "{name}");
        }
    }
}
