//! The JSON forms of problems, moves and hands (feature `serde`).
//!
//! They are texts as USI and SFEN write them. The objects that Kemuri prints are
//! defined beside what they describe, in the `json` modules of the other crates.

use crate::hand::HAND_ORDER;
use crate::{Hand, Move, Problem};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::borrow::Cow;
use std::time::Duration;

/// The version of all JSON objects. Fields are added under the same version; a
/// change of what a field means makes a new one.
pub const VERSION: u32 = 1;

impl Serialize for Problem {
    /// The canonical SFEN.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Problem {
    /// As [`Problem::from_sfen`].
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let sfen = Cow::<'de, str>::deserialize(deserializer)?;
        sfen.parse().map_err(D::Error::custom)
    }
}

impl JsonSchema for Problem {
    fn schema_name() -> Cow<'static, str> {
        "Sfen".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "description": "A position in SFEN." })
    }
}

/// The moves of a line in USI.
pub fn usi(line: &[Move]) -> Vec<String> {
    line.iter().map(|mv| mv.to_usi()).collect()
}

/// A hand as an SFEN has it, `-` when empty.
pub fn letters(hand: Hand) -> String {
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

    #[test]
    fn a_problem_is_its_sfen() {
        let sfen = "8k/9/8P/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1";
        let problem: Problem = sfen.parse().unwrap();
        let json = serde_json::to_string(&problem).unwrap();
        assert_eq!(json, format!("\"{sfen}\""));
        assert_eq!(serde_json::from_str::<Problem>(&json).unwrap(), problem);
        let error = serde_json::from_str::<Problem>("\"8k b -\"").unwrap_err();
        assert!(error.to_string().contains("9 rows expected"), "{error}");
        assert_eq!(letters(problem.attacker_hand()), "G");
        assert_eq!(letters(Hand::EMPTY), "-");
    }
}
