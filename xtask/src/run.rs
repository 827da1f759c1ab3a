//! Runs groups of steps, and tells what each took.

use crate::steps::{Group, Step};
use crate::tools::Setup;
use crate::usage::Usage;
use anyhow::{Context, Result, bail};
use std::fmt::Write;

/// How the set-up of a group, or a step, ended.
#[derive(Debug, PartialEq)]
enum End {
    Passed,
    Failed,
    /// The group cannot run on this machine, and why.
    Skipped(String),
}

/// A row of the table at the end.
struct Row {
    group: &'static str,
    step: &'static str,
    end: End,
    usage: Usage,
}

/// Runs `groups` in turn: `set_up` and then `runner` for each step. Stops at the first failure.
/// A group whose set-up cannot be had is skipped; in CI that is a failure. Prints a table at the
/// end.
pub fn run(
    groups: &[&Group],
    is_ci: bool,
    mut set_up: impl FnMut(&Group) -> Result<Setup>,
    mut runner: impl FnMut(&Step) -> Result<()>,
) -> Result<()> {
    let mut rows = Vec::new();
    let result = groups
        .iter()
        .try_for_each(|group| run_group(group, is_ci, &mut set_up, &mut runner, &mut rows));
    print!("{}", table(&rows));
    result
}

fn run_group(
    group: &Group,
    is_ci: bool,
    set_up: &mut impl FnMut(&Group) -> Result<Setup>,
    runner: &mut impl FnMut(&Step) -> Result<()>,
    rows: &mut Vec<Row>,
) -> Result<()> {
    let Group { name, steps, .. } = group;
    let before = Usage::now();
    let setup = set_up(group);
    let mut row = |step, end, before: Usage| {
        let usage = before.until_now();
        println!("xtask: {name}: {step}: {usage}");
        let group = *name;
        rows.push(Row {
            group,
            step,
            end,
            usage,
        });
    };
    match setup {
        Ok(Setup::Ready) => row("set-up", End::Passed, before),
        Ok(Setup::Missing(reason)) if !is_ci => {
            println!("xtask: {name}: skipped: {reason}");
            row("set-up", End::Skipped(reason), before);
            return Ok(());
        }
        Ok(Setup::Missing(reason)) => {
            row("set-up", End::Failed, before);
            bail!("the group '{name}' cannot be skipped in CI: {reason}");
        }
        Err(error) => {
            row("set-up", End::Failed, before);
            return Err(error).with_context(|| format!("the set-up of '{name}' failed"));
        }
    }
    for step in *steps {
        let before = Usage::now();
        let result = runner(step);
        let end = match result {
            Ok(()) => End::Passed,
            Err(_) => End::Failed,
        };
        row(step.name, end, before);
        result.with_context(|| format!("the step '{}' of '{name}' failed", step.name))?;
    }
    Ok(())
}

/// Returns the table of all steps, with the sums of the groups and of everything.
fn table(rows: &[Row]) -> String {
    let mut text = String::new();
    let mut line = |name: &str, step: &str, usage: &Usage, end: &str| {
        let line = format!("{name:<14} {step:<24} {usage}  {end}");
        let _ = writeln!(text, "{}", line.trim_end());
    };
    let sum = |rows: &[Row]| rows.iter().map(|row| row.usage).sum::<Usage>();
    for group in rows.chunk_by(|a, b| a.group == b.group) {
        for row in group {
            let end = match &row.end {
                End::Passed => String::new(),
                End::Failed => "FAILED".into(),
                End::Skipped(reason) => format!("skipped: {reason}"),
            };
            line(row.group, row.step, &row.usage, &end);
        }
        line(group[0].group, "(all)", &sum(group), "");
    }
    line("(all)", "", &sum(rows), "");
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::steps::{Action, GROUPS};
    use std::time::Duration;

    fn all() -> Vec<&'static Group> {
        GROUPS.iter().collect()
    }

    fn ready(_: &Group) -> Result<Setup> {
        Ok(Setup::Ready)
    }

    #[test]
    fn the_first_failure_stops_the_run_and_is_named() {
        let mut seen = Vec::new();
        let error = run(&all(), false, ready, |step| {
            seen.push(step.name);
            match step.name {
                "clippy" => bail!("a warning"),
                _ => Ok(()),
            }
        })
        .unwrap_err();
        assert_eq!(seen, ["format", "clippy"]);
        let error = format!("{error:#}");
        assert_eq!(error, "the step 'clippy' of 'lint' failed: a warning");
    }

    #[test]
    fn all_steps_run_when_none_fails() {
        let mut count = 0;
        run(&all(), true, ready, |_| {
            count += 1;
            Ok(())
        })
        .unwrap();
        let steps = GROUPS.iter().map(|group| group.steps.len());
        assert_eq!(count, steps.sum::<usize>());
    }

    #[test]
    fn a_group_without_its_set_up_is_skipped_but_not_in_ci() {
        let set_up = |group: &Group| {
            Ok(match group.name {
                "fuzz" => Setup::Missing("no compiler".into()),
                _ => Setup::Ready,
            })
        };
        let steps = |is_ci| {
            let mut seen = Vec::new();
            let result = run(&all(), is_ci, set_up, |step| {
                seen.push(step.name);
                Ok(())
            });
            (seen, result)
        };
        let (seen, result) = steps(false);
        assert!(result.is_ok() && !seen.contains(&"run targets") && seen.contains(&"tests"));
        let error = steps(true).1.unwrap_err().to_string();
        assert_eq!(
            error,
            "the group 'fuzz' cannot be skipped in CI: no compiler"
        );
    }

    #[test]
    fn groups_and_steps_have_names_of_their_own() {
        for (i, group) in GROUPS.iter().enumerate() {
            assert!(GROUPS[..i].iter().all(|other| other.name != group.name));
            for (j, step) in group.steps.iter().enumerate() {
                assert!(group.steps[..j].iter().all(|other| other.name != step.name));
                assert!(!matches!(step.action, Action::Cargo { args: [], .. }));
            }
        }
    }

    #[test]
    fn the_table_has_sums() {
        let row = |group, step, seconds, end| Row {
            group,
            step,
            end,
            usage: Usage {
                wall: Duration::from_secs(seconds),
                cpu: Some(Duration::from_secs(2 * seconds)),
            },
        };
        let rows = [
            row("a", "one", 1, End::Passed),
            row("a", "two", 2, End::Failed),
            row("b", "set-up", 0, End::Skipped("no b".into())),
        ];
        let expected = "\
a              one                           1.0 s     2.0 s CPU
a              two                           2.0 s     4.0 s CPU  FAILED
a              (all)                         3.0 s     6.0 s CPU
b              set-up                        0.0 s     0.0 s CPU  skipped: no b
b              (all)                         0.0 s     0.0 s CPU
(all)                                        3.0 s     6.0 s CPU
";
        assert_eq!(table(&rows), expected);
    }
}
