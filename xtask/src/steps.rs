//! The table of what `cargo xtask test` does, in the order it is done.

use crate::tools::{self, Setup};
use crate::{book, browser, dist, fuzz, package};
use anyhow::Result;
use std::path::Path;

/// Steps that need the same set-up.
pub struct Group {
    /// What it is called in messages and on the command line.
    pub name: &'static str,
    /// Whether it runs only if it is named.
    pub is_on_demand: bool,
    /// Installs what the steps need and is missing.
    pub set_up: fn(&Path) -> Result<Setup>,
    /// The steps, in their order.
    pub steps: &'static [Step],
}

/// One step of a group.
pub struct Step {
    /// What it is called in messages.
    pub name: &'static str,
    /// What it does.
    pub action: Action,
}

/// What a step does.
pub enum Action {
    /// Calls cargo.
    Cargo {
        /// The arguments.
        args: &'static [&'static str],
        /// Environment variables to set.
        env: &'static [(&'static str, &'static str)],
    },
    /// Calls a function of this program with the root of the workspace.
    Function(fn(&Path) -> Result<()>),
}

/// Quick checks first. Tests run in the test profile, which is optimised and keeps overflow
/// checks and debug assertions; the release profile would spend more on linking than its tests
/// save.
pub const GROUPS: &[Group] = &[
    Group {
        name: "lint",
        is_on_demand: false,
        set_up: tools::ensure_components,
        steps: &[
            cargo("format", &["fmt", "--all", "--", "--check"]),
            cargo(
                "clippy",
                &[
                    "clippy",
                    "--workspace",
                    "--all-targets",
                    "--",
                    "-D",
                    "warnings",
                ],
            ),
            // The crates with features, and no other, which would turn them on.
            cargo(
                "clippy without features",
                &[
                    "clippy",
                    "--package=kemuri-core",
                    "--package=kemuri-certify",
                    "--package=kemuri-solver",
                    "--package=kemuri-formats",
                    "--package=kemuri-judge",
                    "--package=kemuri-compose",
                    "--no-default-features",
                    "--",
                    "-D",
                    "warnings",
                ],
            ),
        ],
    },
    Group {
        name: "test",
        is_on_demand: false,
        set_up: tools::ensure_python,
        steps: &[
            // Apart, so that the table shows what is compiling and what is testing.
            cargo("build tests", &["test", "--workspace", "--no-run"]),
            cargo("tests", &["test", "--workspace"]),
            // A minute of random positions with a fresh seed, which is printed.
            cargo(
                "contradictions",
                &[
                    "test",
                    "--workspace",
                    "--test",
                    "it",
                    "--",
                    "--ignored",
                    "--nocapture",
                    "a_minute_finds_no_contradiction",
                ],
            ),
            // An enumeration on one thread gives the same files.
            cargo(
                "tests without threads",
                &["test", "--package=kemuri-compose", "--no-default-features"],
            ),
        ],
    },
    Group {
        name: "browser",
        is_on_demand: false,
        set_up: browser::set_up,
        steps: &[
            function("check page", browser::check),
            function("build program", browser::build),
            function("paths", browser::test),
        ],
    },
    Group {
        name: "documentation",
        is_on_demand: false,
        set_up: tools::ensure_mdbook,
        steps: &[
            Step {
                name: "rustdoc",
                action: Action::Cargo {
                    args: &["doc", "--workspace", "--no-deps"],
                    env: &[("RUSTDOCFLAGS", "-D warnings")],
                },
            },
            function("book", book::build),
        ],
    },
    Group {
        name: "package",
        is_on_demand: false,
        set_up: nothing,
        steps: &[function("packages", package::check)],
    },
    Group {
        name: "fuzz",
        is_on_demand: false,
        set_up: fuzz::set_up,
        steps: &[
            function("build targets", fuzz::build),
            function("run targets", fuzz::run),
        ],
    },
    // Two builds with all optimisation, for which the ordinary run has no time. What a change
    // elsewhere could break of an archive is tested without them: the launcher, the licences, the
    // steps of the READMEs.
    Group {
        name: "dist",
        is_on_demand: true,
        set_up: dist::bare::set_up,
        steps: &[
            function("make archive", dist::make_to_give_away),
            function("bare machine", dist::bare::test),
        ],
    },
];

const fn cargo(name: &'static str, args: &'static [&'static str]) -> Step {
    let action = Action::Cargo { args, env: &[] };
    Step { name, action }
}

const fn function(name: &'static str, function: fn(&Path) -> Result<()>) -> Step {
    let action = Action::Function(function);
    Step { name, action }
}

/// The set-up of a group that needs nothing but cargo.
fn nothing(_: &Path) -> Result<Setup> {
    Ok(Setup::Ready)
}
