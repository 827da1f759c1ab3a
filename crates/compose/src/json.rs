//! The JSON of an extension (feature `serde`): what `kemuri compose --json` prints,
//! one object a problem. Within a version fields are added, never renamed.

use crate::ComposedProblem;
use kemuri_core::Problem;
use kemuri_core::json::{Version, japanese, usi};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A problem that was composed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[non_exhaustive]
pub struct ComposedDocument {
    /// The version of this form.
    pub version: Version,
    /// The problem.
    #[serde(flatten)]
    pub problem: Problem,
    /// Plies of the solution.
    pub length: usize,
    /// The solution in USI.
    pub moves: Vec<String>,
    /// The solution as players write it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moves_japanese: Option<Vec<String>>,
    /// Whether another defence is as long and leaves the attacker nothing in hand.
    pub equal_defence: bool,
    /// Whether it is a finished problem, if the condition says what that is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub finished: Option<bool>,
}

impl ComposedDocument {
    /// Returns the form of a problem.
    pub fn new(found: &ComposedProblem, finished: Option<bool>) -> Self {
        Self {
            version: Version,
            problem: found.problem.clone(),
            length: found.line.len(),
            moves: usi(&found.line),
            moves_japanese: japanese(&found.problem, &found.line),
            equal_defence: !found.strict,
            finished,
        }
    }
}
