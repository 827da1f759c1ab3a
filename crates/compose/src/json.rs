//! The JSON of an extension (feature `serde`): what `kemuri compose --json` prints,
//! one object a problem. Fields are added, never renamed.

use crate::ComposedProblem;
use kemuri_core::json::{VERSION, usi};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A problem that was composed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[non_exhaustive]
pub struct ComposedDocument {
    /// The position.
    pub sfen: String,
    /// Plies of the solution.
    pub length: usize,
    /// The solution in USI.
    pub moves: Vec<String>,
    /// Whether another defence is as long and leaves the attacker nothing in hand.
    pub equal_defence: bool,
    /// Whether it is a finished problem, if the condition says what that is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub finished: Option<bool>,
    /// The version of this form. It is the last field, so that a line starts as
    /// it did before there was a version.
    pub version: u32,
}

impl ComposedDocument {
    /// Returns the form of a problem.
    pub fn new(found: &ComposedProblem, finished: Option<bool>) -> Self {
        Self {
            sfen: found.problem.to_sfen(),
            length: found.line.len(),
            moves: usi(&found.line),
            equal_defence: !found.strict,
            finished,
            version: VERSION,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `KEMURI_WRITE_SCHEMA=1 cargo test -p kemuri-compose --features serde schema`
    /// writes the file anew.
    #[test]
    fn the_schema_file_is_that_of_the_type() {
        let schema = schemars::schema_for!(ComposedDocument);
        let text = serde_json::to_string_pretty(&schema).unwrap() + "\n";
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/schema/compose.json");
        if std::env::var_os("KEMURI_WRITE_SCHEMA").is_some() {
            std::fs::write(path, &text).unwrap();
        }
        assert_eq!(std::fs::read_to_string(path).unwrap(), text);
    }
}
