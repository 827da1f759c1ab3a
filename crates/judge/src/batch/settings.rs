//! What a verdict depends on: the problem, and how it was judged.
//!
//! An earlier verdict stands in for a check only if nothing has changed that could
//! change it. Every field of the types that a check takes is named here, so that a
//! new one does not compile before it is decided whether it belongs to the key.

use super::{BatchOptions, EarlierProblem};
use crate::duplicates::DuplicateKind;
use crate::{Author, CheckOptions, FactKind, Profile, Severity};
use kemuri_core::Problem;
use kemuri_formats::ProblemEntry;
use kemuri_solver::options::TABLE;
use kemuri_solver::{Futile, Options};
use serde::{Deserialize, Serialize};

/// Raised when the judge gives other verdicts than before under the same version of
/// the program.
const JUDGE: u32 = 3;

/// How a problem was judged, as far as it can change a verdict that is decided.
///
/// Limits cannot: a verdict that was reached is proven, whatever it cost. Nor can
/// what is looked for beside the verdict: refutations, tries and repairs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Settings {
    /// The version of the program and of its judge.
    program: String,
    futile: Futile,
    /// What is fatal and what is a flaw under the profile, whatever its name.
    fatal: Vec<FactKind>,
    flaw: Vec<FactKind>,
    variation_alternatives: bool,
    idle_pieces: bool,
    /// The search options but for its memory and threads.
    search: String,
}

impl Settings {
    /// Returns the settings of a batch.
    pub fn of(options: &BatchOptions) -> Self {
        let BatchOptions {
            check,
            profile_name: _,
            budget: _,
            suggest: _,
            solver,
            threads: _,
        } = options;
        let CheckOptions {
            profile,
            futile,
            refutations: _,
            tries: _,
        } = check;
        let Profile {
            severities: _,
            variation_alternatives,
            idle_pieces,
        } = profile;
        let kinds = |severity: Severity| {
            let kinds = FactKind::all().filter(|kind| profile.severity(*kind) == severity);
            kinds.collect()
        };
        Self {
            program: format!("{}, judge {JUDGE}", env!("CARGO_PKG_VERSION")),
            futile: *futile,
            fatal: kinds(Severity::Fatal),
            flaw: kinds(Severity::Flaw),
            variation_alternatives: *variation_alternatives,
            idle_pieces: *idle_pieces,
            search: search(solver),
        }
    }
}

/// Returns all search options but those that say what a search may cost.
fn search(options: &Options) -> String {
    let rows = TABLE.iter();
    let rows = rows.filter(|spec| !["hash", "threads"].contains(&spec.name));
    let shown = rows.map(|spec| format!("{}={}", spec.name, spec.show(options)));
    shown.collect::<Vec<_>>().join(" ")
}

/// What a problem is recognised by: its name, its position, who attacks, what its
/// author says, and the problem of the same batch that it is like.
#[derive(PartialEq, Eq, Hash, Deserialize)]
pub struct ProblemKey {
    id: Option<String>,
    #[serde(flatten)]
    problem: Problem,
    author_line: Option<Vec<String>>,
    author_length: Option<u32>,
    duplicate_of: Option<Likeness>,
}

/// A problem that another one is like.
#[derive(Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Likeness {
    name: String,
    kind: DuplicateKind,
}

impl Likeness {
    /// Returns what is kept of an earlier problem.
    pub fn of(earlier: &EarlierProblem) -> Self {
        let EarlierProblem {
            number: _,
            name,
            kind,
        } = earlier;
        Self {
            name: name.clone(),
            kind: *kind,
        }
    }
}

impl ProblemKey {
    /// Returns the key of a problem; `earlier` is the problem that it is like.
    pub fn of(entry: &ProblemEntry, earlier: Option<&EarlierProblem>) -> Self {
        // The judge is given this and the problem.
        let Author {
            // Both are in the line: a move that cannot be played has its mark.
            line: _,
            illegal_ply: _,
            length,
        } = Author::of_entry(entry);
        Self {
            id: entry.id.clone(),
            problem: entry.problem.clone(),
            author_line: crate::json::author_line(entry),
            author_length: length,
            duplicate_of: earlier.map(Likeness::of),
        }
    }
}
