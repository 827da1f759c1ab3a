//! The JSON of `check --json` and of `--resume`: one object a line.

use super::Standard;
use super::task::Judged;
use kemuri_core::Move;
use kemuri_core::kanji::{self, Numerals};
use kemuri_judge::suggest::Repair;
use kemuri_judge::{Fact, FactDetail, Profile};
use serde::Serialize;

/// One verdict; what does not apply is `null` or not there.
#[derive(Serialize)]
pub struct Line<'a> {
    id: Option<&'a str>,
    sfen: String,
    /// What the author says, right or wrong.
    author_line: Option<Vec<String>>,
    author_length: Option<u32>,
    /// By what it was judged.
    profile: &'a str,
    futile: &'static str,
    verdict: &'static str,
    length: Option<u32>,
    exact: Option<bool>,
    moves: Option<Vec<String>>,
    /// The line whose alternatives were examined.
    main_line: Vec<String>,
    by_author: bool,
    /// Whether the author may have meant another one.
    in_doubt: bool,
    facts: Vec<FactLine>,
    refuted: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    repairs: Option<Vec<RepairLine>>,
    nodes: u64,
    time_ms: u64,
}

#[derive(Serialize)]
struct FactLine {
    kind: &'static str,
    proof: &'static str,
    severity: &'static str,
    ply: usize,
    #[serde(rename = "move")]
    mv: Option<String>,
    line: Vec<String>,
    length: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    hand: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    square: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    said: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    earlier: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    likeness: Option<&'static str>,
}

#[derive(Serialize)]
struct RepairLine {
    sfen: String,
    length: u32,
    same_line: bool,
}

fn usi(moves: &[Move]) -> Vec<String> {
    moves.iter().map(|mv| mv.to_usi()).collect()
}

impl<'a> Line<'a> {
    /// The line for a problem; with `all` the refuted checks are in it too.
    pub fn new(judged: &'a Judged, by: &'a Standard, all: bool) -> Self {
        let report = &judged.report;
        let profile = &by.profile;
        let answer = report.answer.as_ref();
        let earlier = judged.task.earlier.as_ref().map(|e| e.name.as_str());
        let facts = report
            .facts
            .iter()
            .filter(|fact| all || fact.proof != kemuri_judge::Proof::Refuted);
        Self {
            id: judged.task.id.as_deref(),
            sfen: judged.task.problem.to_sfen(),
            author_line: judged.task.author_line(),
            author_length: judged.task.author().length,
            profile: &by.name,
            futile: by.futile,
            verdict: report.verdict.name(),
            length: answer.map(|answer| answer.length),
            exact: answer.map(|answer| answer.exact),
            moves: answer.map(|answer| usi(&answer.line)),
            main_line: usi(&report.main_line),
            by_author: report.by_author,
            in_doubt: report.in_doubt,
            facts: facts
                .map(|fact| FactLine::new(fact, profile, earlier))
                .collect(),
            refuted: report.refuted(),
            repairs: (judged.repairs.as_ref())
                .map(|repairs| repairs.iter().map(RepairLine::new).collect()),
            nodes: report.nodes,
            time_ms: u64::try_from(report.time.as_millis()).unwrap_or(u64::MAX),
        }
    }
}

impl FactLine {
    fn new(fact: &Fact, profile: &Profile, earlier: Option<&str>) -> Self {
        Self {
            kind: fact.kind.name(),
            proof: fact.proof.name(),
            severity: profile.severity(fact.kind).name(),
            ply: fact.ply,
            mv: fact.mv().map(|mv| mv.to_usi()),
            line: usi(&fact.line),
            length: fact.length,
            hand: match fact.detail {
                FactDetail::Hand(hand) => Some(kanji::in_hand(hand, Numerals::Kanji).concat()),
                _ => None,
            },
            square: match fact.detail {
                FactDetail::Square(square) => Some(square.to_usi()),
                _ => None,
            },
            said: match fact.detail {
                FactDetail::Said(said) => Some(said),
                _ => None,
            },
            earlier: earlier
                .filter(|_| matches!(fact.detail, FactDetail::Earlier(..)))
                .map(Into::into),
            likeness: match fact.detail {
                FactDetail::Earlier(_, likeness) => Some(likeness.name()),
                _ => None,
            },
        }
    }
}

impl RepairLine {
    fn new(repair: &Repair) -> Self {
        Self {
            sfen: repair.problem.to_sfen(),
            length: repair.length,
            same_line: repair.same_line,
        }
    }
}
