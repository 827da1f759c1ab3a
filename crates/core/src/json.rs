//! The JSON forms of problems, moves, hands and times (feature `serde`).
//!
//! Positions are SFEN, moves USI, hands the letters of an SFEN, times whole
//! milliseconds. Most types of Kemuri have a serde form themselves; the objects
//! that it prints, with a [`Version`] first, are in the `json` modules of the
//! other crates.

use crate::hand::HAND_ORDER;
use crate::sfen::Sfen;
use crate::{Color, Hand, Move, Problem, notation, quote};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::borrow::Cow;
use std::time::Duration;

/// The version of all JSON objects. Fields are added under the same version; a
/// change of what a field means makes a new one.
pub const VERSION: u32 = 2;

/// The field `version` of an object. Reading refuses every other version.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Version;

impl Serialize for Version {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u32(VERSION)
    }
}

impl<'de> Deserialize<'de> for Version {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match u32::deserialize(deserializer)? {
            VERSION => Ok(Self),
            other => Err(D::Error::custom(format!(
                "this is version {other} of the JSON; only version {VERSION} can be read"
            ))),
        }
    }
}

impl JsonSchema for Version {
    fn schema_name() -> Cow<'static, str> {
        "Version".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "integer", "const": VERSION })
    }
}

/// A side in words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum SideName {
    /// Black, who plays up the board.
    Black,
    /// White.
    White,
}

impl From<Color> for SideName {
    fn from(color: Color) -> Self {
        match color {
            Color::Black => Self::Black,
            Color::White => Self::White,
        }
    }
}

impl From<SideName> for Color {
    fn from(name: SideName) -> Self {
        match name {
            SideName::Black => Self::BLACK,
            SideName::White => Self::WHITE,
        }
    }
}

/// The moves of a line as players write them, for the key `moves_japanese` beside `moves`.
/// None without a line or where a move is not legal.
pub fn japanese(problem: &Problem, line: &[Move]) -> Option<Vec<String>> {
    match line {
        [] => None,
        line => notation::japanese(problem, line),
    }
}

/// The keys of a problem.
#[derive(Serialize, Deserialize, JsonSchema)]
struct ProblemKeys {
    /// The position in SFEN.
    sfen: String,
    /// Who attacks.
    attacker: SideName,
}

impl Serialize for Problem {
    /// The keys `sfen` and `attacker`: of a position with two kings the SFEN does
    /// not say who attacks.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let keys = ProblemKeys {
            sfen: self.to_sfen(),
            attacker: self.attacker().into(),
        };
        keys.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Problem {
    /// As [`Problem::from_sfen_with`].
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let ProblemKeys { sfen, attacker } = ProblemKeys::deserialize(deserializer)?;
        Self::from_sfen_with(&sfen, Some(attacker.into())).map_err(D::Error::custom)
    }
}

impl JsonSchema for Problem {
    fn schema_name() -> Cow<'static, str> {
        "Problem".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        ProblemKeys::json_schema(generator)
    }
}

/// What else there is to know of the position of a problem. Keys that say nothing are
/// not there.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[non_exhaustive]
pub struct PositionNotes {
    /// The pieces of a set, kings excepted, that are neither on the board nor in a
    /// hand. They take no part.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unaccounted: Option<Hand>,
    /// The pieces in the defender's hand of which the source does not say that they
    /// are there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub assumed_rest: Option<Hand>,
    /// The moves after which the problem begins, if it does not begin where its source
    /// does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub played: Option<PlayedMoves>,
}

/// Moves that lead to a problem.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[non_exhaustive]
pub struct PlayedMoves {
    /// The position before the first of them, in SFEN.
    pub from: String,
    /// The moves in USI.
    #[serde(with = "line")]
    #[schemars(with = "Vec<String>")]
    pub moves: Vec<Move>,
}

impl PositionNotes {
    /// Returns the notes on `problem`, in which the defender was given `assumed_rest`,
    /// and which begins after the moves `played` from a position.
    pub fn new(
        problem: &Problem,
        assumed_rest: Option<Hand>,
        played: Option<(&Sfen, &[Move])>,
    ) -> Self {
        Self {
            unaccounted: Some(problem.unaccounted()).filter(|pieces| !pieces.is_empty()),
            assumed_rest,
            played: played.map(|(from, moves)| PlayedMoves {
                from: from.to_string(),
                moves: moves.to_vec(),
            }),
        }
    }
}

impl Serialize for Hand {
    /// As an SFEN has it, `-` when empty.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&letters(*self))
    }
}

impl<'de> Deserialize<'de> for Hand {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = Cow::<'de, str>::deserialize(deserializer)?;
        let sfen = crate::sfen::parse(&format!("9/9/9/9/9/9/9/9/9 b {text} 1"));
        let hand = sfen.ok().map(|sfen| sfen.packed_hands()[0]);
        hand.filter(|&hand| letters(hand) == text)
            .ok_or_else(|| D::Error::custom(format!("'{}' is no hand", quote(&text))))
    }
}

impl JsonSchema for Hand {
    fn schema_name() -> Cow<'static, str> {
        "Hand".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "description": "A hand as an SFEN has it, `-` when empty." })
    }
}

/// A line of moves: `#[serde(with = "…::line")]`.
pub mod line {
    use super::*;

    /// Writes the moves in USI.
    pub fn serialize<S: Serializer>(line: &[Move], to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(line.iter().map(|mv| mv.to_usi()))
    }

    /// Reads them.
    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<Move>, D::Error> {
        let words = Vec::<String>::deserialize(from)?;
        let moves = words.iter().map(|word| {
            // The parser also takes words such as `resign`.
            let mv = Move::from_usi(word).filter(|mv| mv.is_normal());
            mv.ok_or_else(|| D::Error::custom(format!("'{}' is no move", quote(word))))
        });
        moves.collect()
    }
}

/// A time in whole milliseconds: `#[serde(with = "…::time")]`.
pub mod time {
    use super::*;

    /// Writes the milliseconds.
    pub fn serialize<S: Serializer>(time: &Duration, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_u64(milliseconds(*time))
    }

    /// Reads them.
    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Duration, D::Error> {
        u64::deserialize(from).map(Duration::from_millis)
    }
}

/// The moves of a line in USI.
pub fn usi(line: &[Move]) -> Vec<String> {
    line.iter().map(|mv| mv.to_usi()).collect()
}

/// A hand as an SFEN has it, `-` when empty.
fn letters(hand: Hand) -> String {
    let mut out = String::new();
    for kind in HAND_ORDER {
        match hand.count(kind.to_index()) {
            0 => {}
            1 => out += &kind.to_string(),
            n => out += &format!("{n}{kind}"),
        }
    }
    if out.is_empty() { "-".into() } else { out }
}

/// A duration in whole milliseconds.
pub fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Phase, Progress, Reason};

    /// Two kings, one of them in check: either side may be the attacker.
    const BOTH_KINGS: &str = "4k4/9/9/9/9/9/9/4r4/4K4 b - 1";

    #[test]
    fn a_problem_is_its_sfen_and_its_attacker() {
        for attacker in [Color::BLACK, Color::WHITE] {
            let Ok(problem) = Problem::from_sfen_with(BOTH_KINGS, Some(attacker)) else {
                panic!("{attacker:?} can attack");
            };
            let word = if attacker == Color::BLACK {
                "black"
            } else {
                "white"
            };
            let json = serde_json::to_string(&problem).unwrap();
            let expected = format!("{{\"sfen\":\"{BOTH_KINGS}\",\"attacker\":\"{word}\"}}");
            assert_eq!(json, expected);
            let read: Problem = serde_json::from_str(&json).unwrap();
            assert_eq!((read.attacker(), &read), (attacker, &problem));
        }
        let wrong = "{\"sfen\":\"8k b -\",\"attacker\":\"black\"}";
        let error = serde_json::from_str::<Problem>(wrong).unwrap_err();
        assert!(error.to_string().contains("9 rows expected"), "{error}");
    }

    #[test]
    fn a_hand_is_its_letters() {
        for text in ["-", "G", "2R18P"] {
            let json = format!("\"{text}\"");
            let hand: Hand = serde_json::from_str(&json).unwrap();
            assert_eq!(serde_json::to_string(&hand).unwrap(), json);
        }
        for text in ["", "g", "PG", "3R", "G P", "G -", "1G", "K"] {
            let error = serde_json::from_str::<Hand>(&format!("\"{text}\"")).unwrap_err();
            assert!(error.to_string().contains("is no hand"), "{error}");
        }
    }

    #[test]
    fn a_word_that_is_no_move_is_refused() {
        let json = serde_json::to_string(&Progress::new(Phase::IdlePieces)).unwrap();
        for word in ["none", "null", "0000", "resign", "win", "end"] {
            let wrong = json.replace("\"line\":[]", &format!("\"line\":[\"{word}\"]"));
            let error = serde_json::from_str::<Progress>(&wrong).unwrap_err();
            assert!(error.to_string().contains("is no move"), "{word}: {error}");
        }
    }

    #[test]
    fn the_list_of_reasons_is_complete() {
        let schema = schemars::schema_for!(Reason);
        let known = schema.get("oneOf").and_then(|all| all.as_array());
        assert_eq!(known.unwrap().len(), Reason::ALL.len());
        for reason in Reason::ALL {
            let word = serde_json::to_string(&reason).unwrap();
            assert_eq!(word, format!("\"{}\"", reason.word()));
        }
    }

    #[test]
    fn another_version_is_refused() {
        assert_eq!(serde_json::from_str::<Version>("2").unwrap(), Version);
        let error = serde_json::from_str::<Version>("1").unwrap_err();
        let expected = "this is version 1 of the JSON; only version 2 can be read";
        assert!(error.to_string().starts_with(expected), "{error}");
    }

    #[test]
    fn notes_say_only_what_there_is_to_say() {
        let problem: Problem = "8k/9/8P/9/9/9/9/9/9 b G2r2b3g4s4n4l17p".parse().unwrap();
        let notes = PositionNotes::new(&problem, None, None);
        assert_eq!(serde_json::to_string(&notes).unwrap(), "{}");
        let problem: Problem = "8k/9/8P/9/9/9/9/9/9 b Gr2b3g4s4n4l10p".parse().unwrap();
        let hand = problem.hand(Color::BLACK);
        let moves = [Move::from_usi("G*1b").unwrap()];
        let start = Sfen::from(&problem);
        let notes = PositionNotes::new(&problem, Some(hand), Some((&start, &moves)));
        let json = serde_json::to_string(&notes).unwrap();
        let expected = "{\"unaccounted\":\"R7P\",\"assumed_rest\":\"G\",\"played\":\
            {\"from\":\"8k/9/8P/9/9/9/9/9/9 b Gr2b3g4s4n4l10p 1\",\"moves\":[\"G*1b\"]}}";
        assert_eq!(json, expected);
        assert_eq!(serde_json::from_str::<PositionNotes>(&json).unwrap(), notes);
    }

    #[test]
    fn progress_is_read_back() {
        let mut progress = Progress::new(Phase::OtherChecks { open: 3 });
        (progress.nodes, progress.elapsed) = (7, Duration::from_millis(12));
        progress.line = vec![Move::from_usi("G*1b").unwrap()];
        let json = serde_json::to_string(&progress).unwrap();
        assert!(json.starts_with("{\"phase\":\"other-checks\",\"open\":3,\"done\":0,"));
        assert!(json.contains("\"elapsed_ms\":12,"), "{json}");
        assert!(json.contains("\"line\":[\"G*1b\"]"), "{json}");
        assert_eq!(serde_json::from_str::<Progress>(&json).unwrap(), progress);
    }
}
