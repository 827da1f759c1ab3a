//! The JSON of an answer (feature `serde`): what `kemuri solve --json` prints, one
//! object a problem. Within a version fields are added, never renamed.

use crate::certificate::Certified;
use crate::{EdoLine, Futile, FutileDrop, Mate, Order, Outcome, Verdict, VerdictKind};
use kemuri_core::json::{PositionNotes, Version, japanese, line, milliseconds};
use kemuri_core::{Hand, Move, Reason};
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The answer to a problem. What does not apply is `null`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[non_exhaustive]
pub struct SolveDocument {
    /// The version of this form.
    pub version: Version,
    /// The name of the problem in its collection.
    pub id: Option<String>,
    /// The outcome, with the problem.
    #[serde(flatten)]
    pub outcome: Outcome,
    /// What else there is to know of the position.
    #[serde(flatten)]
    pub notes: PositionNotes,
    /// The `moves` of a mate as players write them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moves_japanese: Option<Vec<String>>,
    /// The order of the defences in `moves`, if another than the modern one was
    /// asked for and determined.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub order: Option<Order>,
    /// The plies of `moves` in that order, which can be fewer than `length`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub order_plies: Option<u32>,
    /// Why that order could not be determined.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub order_reason: Option<Reason>,
    /// Futile interpositions beside the line, if they were asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub futile: Option<Vec<FutileDrop>>,
    /// The certificate, if one was written.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub certificate: Option<CertificateDocument>,
}

/// The keys of a verdict: those of a mate or `null`, and the reason or `null`.
#[derive(Serialize, Deserialize, JsonSchema)]
pub(crate) struct VerdictKeys {
    /// The answer.
    verdict: VerdictKind,
    #[serde(flatten)]
    mate: MateKeys,
    /// Why nothing is known.
    reason: Option<Reason>,
}

impl From<Verdict> for VerdictKeys {
    fn from(verdict: Verdict) -> Self {
        let kind = verdict.kind();
        let (mate, reason) = match verdict {
            Verdict::Mate(mate) => (Some(mate), None),
            Verdict::NoMate => (None, None),
            Verdict::Unknown(reason) => (None, Some(reason)),
        };
        Self {
            verdict: kind,
            mate: mate.into(),
            reason,
        }
    }
}

impl TryFrom<VerdictKeys> for Verdict {
    type Error = &'static str;

    fn try_from(form: VerdictKeys) -> Result<Self, Self::Error> {
        match (form.verdict, form.mate.try_into()?, form.reason) {
            (VerdictKind::Mate, Some(mate), None) => Ok(Self::Mate(mate)),
            (VerdictKind::NoMate, None, None) => Ok(Self::NoMate),
            (VerdictKind::Unknown, None, Some(reason)) => Ok(Self::Unknown(reason)),
            _ => Err("a mate has a length and a line, an unknown verdict a reason"),
        }
    }
}

/// The keys of a [`Mate`]: all of them, or `null` if there is none.
#[derive(Serialize, Deserialize, JsonSchema)]
pub struct MateKeys {
    /// The attacker mates within so many plies.
    length: Option<u32>,
    /// Whether that is proven to be the shortest.
    exact: Option<bool>,
    /// The interpositions that are not counted in `length`.
    uncounted: Option<Futile>,
    /// A mating line in USI.
    moves: Option<UsiLine>,
    /// What follows if futile interpositions, which do not count, are played.
    rest: Option<UsiLine>,
    /// What the attacker holds after `moves`.
    hand_left: Option<Hand>,
}

/// A line in USI.
#[derive(Serialize, Deserialize, JsonSchema)]
struct UsiLine(
    #[serde(with = "line")]
    #[schemars(with = "Vec<String>")]
    Vec<Move>,
);

impl From<Option<Mate>> for MateKeys {
    fn from(mate: Option<Mate>) -> Self {
        let of = mate.as_ref();
        Self {
            length: of.map(|mate| mate.length),
            exact: of.map(|mate| mate.exact),
            uncounted: of.map(|mate| mate.futile),
            hand_left: of.map(|mate| mate.hand_left),
            rest: of.map(|mate| UsiLine(mate.futile_tail.clone())),
            moves: mate.map(|mate| UsiLine(mate.line)),
        }
    }
}

impl TryFrom<MateKeys> for Option<Mate> {
    type Error = &'static str;

    fn try_from(form: MateKeys) -> Result<Self, Self::Error> {
        let MateKeys {
            length,
            exact,
            uncounted,
            moves,
            rest,
            hand_left,
        } = form;
        match (length, exact, uncounted, moves, rest, hand_left) {
            (Some(length), Some(exact), Some(futile), Some(line), Some(rest), Some(hand_left)) => {
                Ok(Some(Mate {
                    length,
                    exact,
                    futile,
                    line: line.0,
                    futile_tail: rest.0,
                    hand_left,
                }))
            }
            (None, None, None, None, None, None) => Ok(None),
            _ => Err("a mate has all of its keys or none"),
        }
    }
}

impl From<Mate> for MateKeys {
    fn from(mate: Mate) -> Self {
        Some(mate).into()
    }
}

impl TryFrom<MateKeys> for Mate {
    type Error = &'static str;

    fn try_from(form: MateKeys) -> Result<Self, Self::Error> {
        let mate: Option<Self> = form.try_into()?;
        mate.ok_or("a mate has all of its keys")
    }
}

/// A mate that need not be there, with all its keys:
/// `#[serde(flatten, with = "…::mate")]`.
pub mod mate {
    use super::*;

    /// Writes the keys of a mate, `null` without one.
    pub fn serialize<S: Serializer>(mate: &Option<Mate>, to: S) -> Result<S::Ok, S::Error> {
        MateKeys::from(mate.clone()).serialize(to)
    }

    /// Reads them.
    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Mate>, D::Error> {
        let keys = MateKeys::deserialize(from)?;
        keys.try_into().map_err(serde::de::Error::custom)
    }
}

/// The certificate of an answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[non_exhaustive]
pub struct CertificateDocument {
    /// Entries of both sections.
    pub entries: u64,
    /// Bytes of the file.
    pub bytes: u64,
    /// Whether it was verified.
    pub verified: bool,
    /// How long that took, in milliseconds.
    pub verify_ms: Option<u64>,
}

impl SolveDocument {
    /// The answer to a problem that its collection calls `id`.
    pub fn new(id: Option<&str>, outcome: &Outcome) -> Self {
        Self {
            version: Version,
            id: id.map(Into::into),
            notes: PositionNotes::new(&outcome.problem, None, None),
            moves_japanese: japanese_moves(outcome),
            outcome: outcome.clone(),
            order: None,
            order_plies: None,
            order_reason: None,
            futile: None,
            certificate: None,
        }
    }

    /// The same with other notes on the position.
    pub fn with_notes(self, notes: PositionNotes) -> Self {
        Self { notes, ..self }
    }

    /// The same with the futile interpositions beside its line.
    pub fn with_futile(mut self, futile_drops: &[FutileDrop]) -> Self {
        self.futile = Some(futile_drops.to_vec());
        self
    }

    /// The same with the line in the order of the Edo books.
    pub fn with_edo_line(mut self, edo: &EdoLine) -> Self {
        if let Verdict::Mate(mate) = &mut self.outcome.verdict {
            *mate = edo.shown_in(mate);
            self.moves_japanese = japanese_moves(&self.outcome);
        }
        self.order_reason = edo.undecided;
        if edo.undecided.is_none() {
            self.order = Some(Order::Edo);
            self.order_plies = u32::try_from(edo.line.len()).ok();
        }
        self
    }

    /// The same with the certificate that was written.
    pub fn with_certificate(mut self, certified: &Certified) -> Self {
        let verified = certified.verified.as_ref();
        self.certificate = Some(CertificateDocument {
            entries: certified.written.entries(),
            bytes: certified.written.bytes,
            verified: verified.is_some(),
            verify_ms: verified.map(|verified| milliseconds(verified.time)),
        });
        self
    }
}

/// The line of a mate as players write it.
fn japanese_moves(outcome: &Outcome) -> Option<Vec<String>> {
    let mate = outcome.verdict.mate()?;
    japanese(&outcome.problem, &mate.line)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::TreeLines;
    use crate::tree::json::SolveTreeDocument;
    use crate::{Goal, Options, Solver, Stats, TreeShape};
    use kemuri_core::{Budget, Color, Problem};
    use std::time::Duration;

    const MATE: &str = "8k/6G2/9/8l/9/9/9/9/9 b 2S2r2b3g2s4n3l18p 1";
    const NO_MATE: &str = "8k/9/9/9/9/9/9/9/9 b P 1";
    /// Black is in check: without the attacker it would be Black who attacks.
    const BOTH_KINGS: &str = "8k/9/9/9/9/9/9/9/K1r5+p b - 1";

    fn line(verdict: Verdict) -> String {
        let problem = "8k/9/8P/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1".parse().unwrap();
        let outcome = Outcome {
            problem,
            goal: Goal::FirstMate,
            verdict,
            stats: Stats {
                nodes: 7,
                time: Duration::from_micros(12_900),
                hash_permille: 3,
                peak_table_bytes: 4096,
                ..Stats::default()
            },
        };
        serde_json::to_string(&SolveDocument::new(Some("a\"b"), &outcome)).unwrap()
    }

    #[test]
    fn a_mate_has_its_line() {
        let verdict = Verdict::Mate(Mate {
            length: 1,
            exact: false,
            futile: Futile::None,
            line: vec![Move::from_usi("G*1b").unwrap()],
            futile_tail: Vec::new(),
            hand_left: Hand::EMPTY,
        });
        assert_eq!(
            line(verdict),
            "{\"version\":2,\"id\":\"a\\\"b\",\"sfen\":\"8k/9/8P/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1\",\
             \"attacker\":\"black\",\"goal\":\"first-mate\",\
             \"verdict\":\"mate\",\"length\":1,\"exact\":false,\"uncounted\":\"none\",\"moves\":[\"G*1b\"],\
             \"rest\":[],\"hand_left\":\"-\",\"reason\":null,\"nodes\":7,\"time_ms\":12,\
             \"hash_permille\":3,\"peak_table_bytes\":4096,\"collections\":0,\"max_depth\":0,\
             \"moves_japanese\":[\"▲１二金\"]}"
        );
    }

    #[test]
    fn a_mate_alone_has_the_same_keys() {
        let mate = Mate {
            futile_tail: vec![Move::from_usi("P*1b").unwrap()],
            ..Mate::within(1, vec![Move::from_usi("G*1b").unwrap()], Hand::EMPTY)
        };
        let json = serde_json::to_string(&mate).unwrap();
        let keys = serde_json::to_string(&MateKeys::from(Some(mate.clone()))).unwrap();
        assert_eq!(json, keys);
        assert_eq!(serde_json::from_str::<Mate>(&json).unwrap(), mate);
        let none = serde_json::to_string(&MateKeys::from(None)).unwrap();
        let error = serde_json::from_str::<Mate>(&none).unwrap_err();
        assert!(error.to_string().contains("all of its keys"), "{error}");
    }

    #[test]
    fn what_does_not_apply_is_null() {
        let nulls = "\"length\":null,\"exact\":null,\"uncounted\":null,\"moves\":null,\
            \"rest\":null,\"hand_left\":null";
        let nomate = line(Verdict::NoMate);
        let expected = format!("\"verdict\":\"nomate\",{nulls},\"reason\":null");
        assert!(nomate.contains(&expected), "{nomate}");
        let unknown = line(Verdict::Unknown(Reason::Interrupted));
        let expected = format!("\"verdict\":\"unknown\",{nulls},\"reason\":\"interrupted\"");
        assert!(unknown.contains(&expected), "{unknown}");
    }

    /// Either side attacks; a defender with both kings on the board may begin.
    #[test]
    fn every_verdict_survives_a_round_trip() {
        let mut solver = Solver::new(Options::default()).unwrap();
        let shortest = Goal::Shortest(Futile::Standard);
        for (sfen, attacker, goal, nodes, verdict) in [
            (MATE, Color::BLACK, shortest, None, "mate"),
            (NO_MATE, Color::BLACK, Goal::FirstMate, None, "nomate"),
            (MATE, Color::BLACK, Goal::FirstMate, Some(1), "unknown"),
            (BOTH_KINGS, Color::WHITE, shortest, None, "nomate"),
        ] {
            let problem = Problem::from_sfen_with(sfen, Some(attacker)).unwrap();
            let budget = Budget::default().with_nodes(nodes);
            solver.clear();
            let mut outcome = solver.solve(&problem, goal, &budget, &mut |_| ());
            outcome.stats.time = Duration::from_millis(3);
            let document = SolveDocument::new(Some("a"), &outcome);
            let json = serde_json::to_string(&document).unwrap();
            assert!(json.starts_with("{\"version\":2,\"id\":\"a\",\"sfen\":\""));
            let expected = format!("\"verdict\":\"{verdict}\"");
            assert!(json.contains(&expected), "{json}");
            assert_eq!(
                serde_json::from_str::<SolveDocument>(&json).unwrap(),
                document
            );
        }
    }

    /// The length stays, the line says which it is.
    #[test]
    fn an_edo_line_is_said_to_be_one() {
        let problem: Problem = "7k1/7s1/6+B2/5g3/9/9/9/9/9 b SL 1".parse().unwrap();
        let (mut solver, budget) = (Solver::new(Options::default()).unwrap(), Budget::default());
        let goal = Goal::Shortest(Futile::Standard);
        let mut outcome = solver.solve(&problem, goal, &budget, &mut |_| ());
        outcome.stats.time = Duration::ZERO;
        let edo = solver.edo_line(&outcome, &budget, &mut |_| ()).unwrap();
        let document = SolveDocument::new(None, &outcome).with_edo_line(&edo.unwrap());
        let json = serde_json::to_string(&document).unwrap();
        assert!(json.contains("\"length\":7,\"exact\":true"), "{json}");
        assert!(
            json.contains("\"moves\":[\"S*3b\",\"2a1a\",\"L*1c\"]"),
            "{json}"
        );
        assert!(
            json.contains("\"moves_japanese\":[\"▲３二銀\",\"△１一玉\",\"▲１三香\"]"),
            "{json}"
        );
        assert!(
            json.ends_with("\"order\":\"edo\",\"order_plies\":3}"),
            "{json}"
        );
        let read: SolveDocument = serde_json::from_str(&json).unwrap();
        assert_eq!(read, document);
    }

    #[test]
    fn what_is_no_answer_is_refused() {
        let json = line(Verdict::NoMate);
        for (from, to, error) in [
            ("\"version\":2", "\"version\":1", "this is version 1"),
            ("nomate", "mate", "a mate has a length and a line"),
            (
                "\"reason\":null",
                "\"reason\":\"time\"",
                "a mate has a length",
            ),
            ("8k/9", "9/9", "king"),
            ("\"length\":null", "\"length\":3", "all of its keys or none"),
        ] {
            let wrong = json.replacen(from, to, 1);
            let read = serde_json::from_str::<SolveDocument>(&wrong);
            let message = read.unwrap_err().to_string();
            assert!(message.contains(error), "{message}");
        }
    }

    /// A JSON reader limits the depth of what it reads: the tree must not nest.
    #[test]
    fn the_tree_of_a_long_mate_is_read_back() {
        let sfen = "5+P+p1+p/5PPP+P/4+P1p+P+p/7pP/4+P1k1+P/4+P3+P/8+P/9/9 b - 1";
        let problem: Problem = sfen.parse().unwrap();
        let (mut solver, budget) = (Solver::new(Options::default()).unwrap(), Budget::default());
        let goal = Goal::Shortest(Futile::None);
        let mut outcome = solver.solve(&problem, goal, &budget, &mut |_| ());
        outcome.stats.time = Duration::ZERO;
        let mate = outcome.verdict.mate().unwrap();
        assert_eq!(mate.length, 51);
        let shape = TreeShape::default();
        let tree = solver.tree(&outcome, &shape, &budget, &mut |_| ());
        let tree = tree.unwrap();
        let lines = TreeLines::new(&problem, &tree);
        assert!(lines.list.len() > 10, "{}", lines.list.len());
        let document = SolveTreeDocument::new(SolveDocument::new(None, &outcome), Some(&lines));
        let json = serde_json::to_string(&document).unwrap();
        let read: SolveTreeDocument = serde_json::from_str(&json).unwrap();
        assert_eq!(read, document);
    }
}
