//! The table of what `cargo xtask test` does, in the order it is done.

use anyhow::{Result, bail};

/// One step of `cargo xtask test`.
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
    /// Makes the packages of all crates that are published, and compiles them.
    Package,
    /// Builds the book and checks its links.
    Book,
    /// Builds the fuzz targets and runs each for a short time.
    Fuzz,
}

/// Quick checks first. Tests run in the test profile, which is optimised and
/// keeps overflow checks and debug assertions; the release profile would spend
/// more on linking than its tests save.
pub const STEPS: &[Step] = &[
    cargo("format", &["fmt", "--all", "--", "--check"]),
    cargo(
        "lint",
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
        "lint without features",
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
    cargo("test", &["test", "--workspace"]),
    // An enumeration on one thread gives the same files.
    cargo(
        "test without threads",
        &["test", "--package=kemuri-compose", "--no-default-features"],
    ),
    Step {
        name: "documentation",
        action: Action::Cargo {
            args: &["doc", "--workspace", "--no-deps"],
            env: &[("RUSTDOCFLAGS", "-D warnings")],
        },
    },
    Step {
        name: "package",
        action: Action::Package,
    },
    Step {
        name: "book",
        action: Action::Book,
    },
    Step {
        name: "fuzz",
        action: Action::Fuzz,
    },
];

const fn cargo(name: &'static str, args: &'static [&'static str]) -> Step {
    let action = Action::Cargo { args, env: &[] };
    Step { name, action }
}

/// Runs `steps` in turn with `runner` and stops at the first that fails.
pub fn run(steps: &[Step], mut runner: impl FnMut(&Step) -> Result<bool>) -> Result<()> {
    for step in steps {
        if !runner(step)? {
            bail!("the step '{}' failed", step.name);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_failure_stops_the_run_and_is_named() {
        let mut seen = Vec::new();
        let error = run(STEPS, |step| {
            seen.push(step.name);
            Ok(step.name != "lint")
        })
        .unwrap_err();
        assert_eq!(seen, ["format", "lint"]);
        assert!(error.to_string().contains("'lint'"), "{error}");
    }

    #[test]
    fn all_steps_run_when_none_fails() {
        let mut count = 0;
        run(STEPS, |_| {
            count += 1;
            Ok(true)
        })
        .unwrap();
        assert_eq!(count, STEPS.len());
    }
}
