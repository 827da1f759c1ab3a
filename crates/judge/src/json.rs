//! The JSON of a check (feature `serde`): what `kemuri check --json` prints, one
//! object a problem. Fields are added, never renamed.

use crate::batch::{BatchOptions, CheckedProblem};
use crate::duplicates::DuplicateKind;
use crate::repair::Repair;
use crate::{Author, Fact, FactDetail, FactKind, Proof, Severity, Soundness};
use kemuri_core::Color;
use kemuri_core::json::{VERSION, milliseconds, usi};
use kemuri_core::kanji::{self, Numerals};
use kemuri_formats::ProblemEntry;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What was found in a problem. What does not apply is `null` or not there.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[non_exhaustive]
pub struct CheckDocument {
    /// The name of the problem in its collection.
    pub id: Option<String>,
    /// The position.
    pub sfen: String,
    /// The author's line in USI, right or wrong. A move that cannot be played is
    /// `?`.
    pub author_line: Option<Vec<String>>,
    /// The length that the author or the collection names.
    pub author_length: Option<u32>,
    /// The profile that it was judged by.
    pub profile: String,
    /// The interpositions that do not count.
    pub futile: String,
    /// The verdict under the profile.
    pub verdict: Soundness,
    /// The attacker mates within so many plies.
    pub length: Option<u32>,
    /// Whether that is proven to be the shortest.
    pub exact: Option<bool>,
    /// A mating line in USI.
    pub moves: Option<Vec<String>>,
    /// The line whose alternatives were examined.
    pub main_line: Vec<String>,
    /// Whether that is the author's.
    pub by_author: bool,
    /// Whether the author may have meant another line.
    pub in_doubt: bool,
    /// What was found.
    pub facts: Vec<FactDocument>,
    /// How many other checks were examined and do not mate.
    pub refuted: usize,
    /// Repairs, if they were tried.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub repairs: Option<Vec<RepairDocument>>,
    /// Moves made on boards.
    pub nodes: u64,
    /// Wall-clock time in milliseconds.
    pub time_ms: u64,
    /// Who attacks: `black` or `white`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attacker: Option<String>,
    /// The version of this form. It is the last field, so that a line starts as
    /// it did before there was a version.
    pub version: u32,
}

/// One fact.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[non_exhaustive]
pub struct FactDocument {
    /// Its class.
    pub kind: FactKind,
    /// How far it is proven.
    pub proof: Proof,
    /// How bad it is under the profile.
    pub severity: Severity,
    /// The ply that it is about, from 1; 0 for the whole problem.
    pub ply: usize,
    /// The move that it is about, in USI.
    #[serde(rename = "move")]
    pub mv: Option<String>,
    /// The line that shows it, in USI, from that ply on.
    pub line: Vec<String>,
    /// Plies of the whole solution with that move.
    pub length: Option<u32>,
    /// The pieces that are left in the attacker's hand, in kanji.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hand: Option<String>,
    /// The square of a piece, as USI names it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub square: Option<String>,
    /// The length that the author or the collection names.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub said: Option<u32>,
    /// The name of an earlier problem that is the same.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub earlier: Option<String>,
    /// How they are alike.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub likeness: Option<DuplicateKind>,
}

/// A change after which the problem is complete.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[non_exhaustive]
pub struct RepairDocument {
    /// The position after it.
    pub sfen: String,
    /// Its length.
    pub length: u32,
    /// Whether the main line is the same.
    pub same_line: bool,
}

impl CheckDocument {
    /// Returns the form of a checked problem. Refuted checks are listed if the
    /// options ask for refutations.
    pub fn new(checked: &CheckedProblem, options: &BatchOptions) -> Self {
        let (entry, report) = (&checked.entry, &checked.report);
        let check = &options.check;
        let answer = report.answer.as_ref();
        let facts = report.facts.iter();
        let facts = facts.filter(|fact| check.refutations || fact.proof != Proof::Refuted);
        let repairs = checked.repairs.as_ref();
        Self {
            id: entry.id.clone(),
            sfen: entry.problem.to_sfen(),
            author_line: author_line(entry),
            author_length: Author::of_entry(entry).length,
            profile: options.profile_name.clone(),
            futile: check.futile.name().into(),
            verdict: report.verdict,
            length: answer.map(|mate| mate.length),
            exact: answer.map(|mate| mate.exact),
            moves: answer.map(|mate| usi(&mate.line)),
            main_line: usi(&report.main_line),
            by_author: report.by_author,
            in_doubt: report.in_doubt,
            facts: facts
                .map(|fact| FactDocument::new(fact, checked, options))
                .collect(),
            refuted: report.refuted(),
            repairs: repairs.map(|all| all.iter().map(RepairDocument::new).collect()),
            nodes: report.nodes,
            time_ms: milliseconds(report.time),
            attacker: Some(attacker(entry).into()),
            version: VERSION,
        }
    }
}

/// Who attacks.
pub(crate) fn attacker(entry: &ProblemEntry) -> &'static str {
    match entry.problem.attacker() {
        Color::Black => "black",
        Color::White => "white",
    }
}

/// The author's line in USI. A move that cannot be played is `?`.
pub(crate) fn author_line(entry: &ProblemEntry) -> Option<Vec<String>> {
    let mut words = usi(entry.solution.as_ref()?);
    words.extend(entry.solution_error.as_ref().map(|_| "?".into()));
    Some(words)
}

impl FactDocument {
    fn new(fact: &Fact, checked: &CheckedProblem, options: &BatchOptions) -> Self {
        let mut document = Self {
            kind: fact.kind,
            proof: fact.proof,
            severity: options.check.profile.severity(fact.kind),
            ply: fact.ply,
            mv: fact.mv().map(|mv| mv.to_usi()),
            line: usi(&fact.line),
            length: fact.length,
            hand: None,
            square: None,
            said: None,
            earlier: None,
            likeness: None,
        };
        match fact.detail {
            FactDetail::None => {}
            FactDetail::Hand(hand) => {
                document.hand = Some(kanji::in_hand(hand, Numerals::Kanji).concat());
            }
            FactDetail::Square(square) => document.square = Some(square.to_usi()),
            FactDetail::StatedLength(length) => document.said = Some(length),
            FactDetail::Earlier { kind, .. } => {
                document.earlier = checked.earlier.as_ref().map(|earlier| earlier.name.clone());
                document.likeness = Some(kind);
            }
        }
        document
    }
}

impl RepairDocument {
    fn new(repair: &Repair) -> Self {
        Self {
            sfen: repair.problem.to_sfen(),
            length: repair.length,
            same_line: repair.same_line,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn word(value: impl Serialize) -> String {
        let json = serde_json::to_string(&value).unwrap();
        json.trim_matches('"').into()
    }

    #[test]
    fn words_in_json_are_the_names() {
        for kind in FactKind::all() {
            assert_eq!(word(kind), kind.name());
        }
        for verdict in Soundness::ALL {
            assert_eq!(word(verdict), verdict.name());
        }
        for proof in [Proof::Proven, Proof::Refuted, Proof::Undecided] {
            assert_eq!(word(proof), proof.name());
        }
        for severity in [Severity::Ignored, Severity::Flaw, Severity::Fatal] {
            assert_eq!(word(severity), severity.name());
        }
        for kind in [
            DuplicateKind::Same,
            DuplicateKind::Mirrored,
            DuplicateKind::Shifted,
            DuplicateKind::MirroredAndShifted,
        ] {
            assert_eq!(word(kind), kind.name());
        }
    }
}
