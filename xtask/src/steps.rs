//! The table of what `cargo xtask test` does, and the order it is done in.

use anyhow::{Result, bail};

/// A component of the Rust toolchain that a step needs.
pub struct Component {
    /// As rustup calls it.
    pub name: &'static str,
    /// The cargo subcommand that is there when the component is.
    pub probe: &'static str,
}

/// One call of cargo.
pub struct Step {
    /// What it is called in messages.
    pub name: &'static str,
    /// Arguments of cargo.
    pub args: &'static [&'static str],
    /// Environment variables to set.
    pub env: &'static [(&'static str, &'static str)],
}

/// What must be installed before the first step.
pub const COMPONENTS: &[Component] = &[
    Component {
        name: "rustfmt",
        probe: "fmt",
    },
    Component {
        name: "clippy",
        probe: "clippy",
    },
];

/// Quick checks first. Tests run in the test profile, which is optimised and
/// keeps overflow checks and debug assertions; the release profile would spend
/// more on linking than its tests save.
pub const STEPS: &[Step] = &[
    Step {
        name: "format",
        args: &["fmt", "--all", "--", "--check"],
        env: &[],
    },
    Step {
        name: "lint",
        args: &[
            "clippy",
            "--workspace",
            "--all-targets",
            "--",
            "-D",
            "warnings",
        ],
        env: &[],
    },
    Step {
        name: "test",
        args: &["test", "--workspace"],
        env: &[],
    },
    Step {
        name: "documentation",
        args: &["doc", "--workspace", "--no-deps"],
        env: &[("RUSTDOCFLAGS", "-D warnings")],
    },
];

/// Runs `steps` in turn with `runner` and stops at the first that fails.
pub fn run(steps: &[Step], mut runner: impl FnMut(&Step) -> Result<bool>) -> Result<()> {
    for step in steps {
        if !runner(step)? {
            bail!(
                "the step '{}' failed (cargo {})",
                step.name,
                step.args.join(" ")
            );
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
