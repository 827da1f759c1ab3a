//! The JSON of a check (feature `serde`): what `kemuri check --json` prints, one
//! object a problem. Within a version fields are added, never renamed.

use crate::batch::{BatchOptions, CheckedProblem};
use crate::duplicates::DuplicateKind;
use crate::repair::Repair;
use crate::{Author, Fact, FactDetail, Proof, Report, Severity};
use kemuri_core::json::{PositionNotes, Version, japanese, usi};
use kemuri_core::{Hand, Problem, Square, quote};
use kemuri_formats::ProblemEntry;
use kemuri_solver::Futile;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What was found in a problem. What does not apply is `null` or not there.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[non_exhaustive]
pub struct CheckDocument {
    /// The version of this form.
    pub version: Version,
    /// The name of the problem in its collection.
    pub id: Option<String>,
    /// The problem.
    #[serde(flatten)]
    pub problem: Problem,
    /// What else there is to know of the position.
    #[serde(flatten)]
    pub notes: PositionNotes,
    /// The author's line in USI, right or wrong. A move that cannot be played is
    /// `?`.
    pub author_line: Option<Vec<String>>,
    /// The length that the author or the collection names.
    pub author_length: Option<u32>,
    /// The profile that it was judged by.
    pub profile: String,
    /// The interpositions that do not count.
    pub futile: Futile,
    /// What was found.
    #[serde(flatten)]
    pub report: Report<JudgedFact>,
    /// The `main_line` as players write it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub main_line_japanese: Option<Vec<String>>,
    /// How many other checks were examined and do not mate.
    pub refuted: usize,
    /// How many of the facts are undecided.
    #[serde(default)]
    pub undecided: usize,
    /// Repairs, if they were tried.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub repairs: Option<Vec<RepairDocument>>,
}

/// A fact with what a profile and a collection say of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[non_exhaustive]
pub struct JudgedFact {
    /// The fact.
    #[serde(flatten)]
    pub fact: Fact,
    /// The move that it is about, in USI: the first of `line`.
    #[serde(rename = "move")]
    pub mv: Option<String>,
    /// How bad it is under the profile.
    pub severity: Severity,
    /// The name of an earlier problem that is the same.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub earlier: Option<String>,
}

/// The keys of a [`FactDetail`]: those of one variant are there.
#[derive(Default, Serialize, Deserialize, JsonSchema)]
pub(crate) struct DetailKeys {
    /// The pieces that are left in the attacker's hand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    hand: Option<Hand>,
    /// The square of a piece, as USI names it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    square: Option<String>,
    /// The length that the author or the collection names.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    said: Option<u32>,
    /// The number of an earlier problem that is the same, from 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    earlier_number: Option<usize>,
    /// How they are alike.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    likeness: Option<DuplicateKind>,
}

impl From<FactDetail> for DetailKeys {
    fn from(detail: FactDetail) -> Self {
        let mut keys = Self::default();
        match detail {
            FactDetail::None => {}
            FactDetail::Hand(hand) => keys.hand = Some(hand),
            FactDetail::Square(square) => keys.square = Some(square.to_usi()),
            FactDetail::StatedLength(length) => keys.said = Some(length),
            FactDetail::Earlier { number, kind } => {
                (keys.earlier_number, keys.likeness) = (Some(number), Some(kind));
            }
        }
        keys
    }
}

impl TryFrom<DetailKeys> for FactDetail {
    type Error = String;

    fn try_from(keys: DetailKeys) -> Result<Self, Self::Error> {
        let square = keys.square.map(|name| {
            // The parser also takes `none`.
            let square = Square::from_usi(&name).filter(|square| square.is_on_board());
            square.ok_or_else(|| format!("'{}' is no square", quote(&name)))
        });
        let earlier = match (keys.earlier_number, keys.likeness) {
            (Some(number), Some(kind)) => Some((number, kind)),
            (None, None) => None,
            _ => return Err("an earlier problem has a number and a likeness".into()),
        };
        match (keys.hand, square.transpose()?, keys.said, earlier) {
            (None, None, None, None) => Ok(Self::None),
            (Some(hand), None, None, None) => Ok(Self::Hand(hand)),
            (None, Some(square), None, None) => Ok(Self::Square(square)),
            (None, None, Some(length), None) => Ok(Self::StatedLength(length)),
            (None, None, None, Some((number, kind))) => Ok(Self::Earlier { number, kind }),
            _ => Err("a fact has one detail".into()),
        }
    }
}

/// A change after which the problem is complete.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[non_exhaustive]
pub struct RepairDocument {
    /// The problem after it.
    #[serde(flatten)]
    pub problem: Problem,
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
        let facts = report.facts.iter();
        let facts = facts.filter(|fact| check.refutations || fact.proof != Proof::Refuted);
        let facts = facts.map(|fact| JudgedFact::new(fact, checked, options));
        let repairs = checked.repairs.as_ref();
        Self {
            version: Version,
            id: entry.id.clone(),
            problem: entry.problem.clone(),
            notes: PositionNotes::new(&entry.problem, entry.assumed_pieces(), entry.played()),
            author_line: author_line(entry),
            author_length: Author::of_entry(entry).length,
            profile: options.profile_name.clone(),
            futile: check.futile,
            main_line_japanese: japanese(&entry.problem, &report.main_line),
            refuted: report.refuted(),
            undecided: report.undecided().count(),
            repairs: repairs.map(|all| all.iter().map(RepairDocument::new).collect()),
            report: report.with_facts(facts.collect()),
        }
    }
}

/// The author's line in USI. A move that cannot be played is `?`.
pub(crate) fn author_line(entry: &ProblemEntry) -> Option<Vec<String>> {
    let mut words = usi(entry.solution.as_ref()?);
    words.extend(entry.solution_error.as_ref().map(|_| "?".into()));
    Some(words)
}

impl JudgedFact {
    fn new(fact: &Fact, checked: &CheckedProblem, options: &BatchOptions) -> Self {
        let earlier = match fact.detail {
            FactDetail::Earlier { .. } => checked.earlier.as_ref(),
            _ => None,
        };
        Self {
            fact: fact.clone(),
            mv: fact.mv().map(|mv| mv.to_usi()),
            severity: options.check.profile.severity(fact.kind),
            earlier: earlier.map(|earlier| earlier.name.clone()),
        }
    }
}

impl RepairDocument {
    fn new(repair: &Repair) -> Self {
        Self {
            problem: repair.problem.clone(),
            length: repair.length,
            same_line: repair.same_line,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{FactKind, Soundness};

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

    #[test]
    fn every_detail_is_read_back() {
        let kind = DuplicateKind::Shifted;
        for (detail, json) in [
            (FactDetail::None, "{}"),
            (FactDetail::Hand(Hand::EMPTY), "{\"hand\":\"-\"}"),
            (
                FactDetail::Square(Square::from_usi("2c").unwrap()),
                "{\"square\":\"2c\"}",
            ),
            (FactDetail::StatedLength(7), "{\"said\":7}"),
            (
                FactDetail::Earlier { number: 3, kind },
                "{\"earlier_number\":3,\"likeness\":\"shifted\"}",
            ),
        ] {
            assert_eq!(serde_json::to_string(&detail).unwrap(), json);
            assert_eq!(serde_json::from_str::<FactDetail>(json).unwrap(), detail);
        }
        let two = serde_json::from_str::<FactDetail>("{\"said\":7,\"square\":\"2c\"}");
        assert!(two.unwrap_err().to_string().contains("one detail"));
        for name in ["none", "0a", "2c+", ""] {
            let json = format!("{{\"square\":\"{name}\"}}");
            let error = serde_json::from_str::<FactDetail>(&json).unwrap_err();
            assert!(error.to_string().contains("is no square"), "{error}");
        }
        for half in ["{\"earlier_number\":3}", "{\"likeness\":\"same\"}"] {
            let error = serde_json::from_str::<FactDetail>(half).unwrap_err();
            assert!(
                error.to_string().contains("a number and a likeness"),
                "{error}"
            );
        }
    }
}
