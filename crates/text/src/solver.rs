//! Sentences about what the solver answers.

use crate::{Lang, find, quote, spaced, tr, units};
use kemuri_solver::options::{Kind, OptionError, Spec};
use kemuri_solver::{Progress, Reason, SolverError};

/// Why nothing is known.
pub fn reason(lang: Lang, reason: Reason) -> String {
    match reason {
        Reason::Time => tr!(lang, "reason-time"),
        Reason::Nodes => tr!(lang, "reason-nodes"),
        Reason::Memory => tr!(lang, "reason-memory"),
        Reason::Interrupted => tr!(lang, "reason-interrupted"),
    }
}

/// Why nothing is known, in one word of a table.
pub fn reason_word(lang: Lang, reason: Reason) -> String {
    match reason {
        Reason::Time => tr!(lang, "reason-word-time"),
        Reason::Nodes => tr!(lang, "reason-word-nodes"),
        Reason::Memory => tr!(lang, "reason-word-memory"),
        Reason::Interrupted => tr!(lang, "reason-word-interrupted"),
    }
}

/// Why there is no solver.
pub fn solver_error(lang: Lang, error: &SolverError) -> String {
    let SolverError::OutOfMemory { bytes } = error;
    tr!(lang, "solver-no-memory", size = units::bytes(*bytes))
}

/// The values that a search option takes.
pub fn option_values(lang: Lang, kind: &Kind) -> String {
    match *kind {
        Kind::Switch => tr!(lang, "solver-values-switch"),
        Kind::Number { min, max } => tr!(lang, "solver-values-number", min = min, max = max),
        Kind::Size { min } => tr!(lang, "solver-values-size", kib = min >> 10),
        Kind::Choice(words) => tr!(lang, "solver-values-choice", words = words.join(", ")),
    }
}

/// What a search option does: the help of its flag.
pub fn option_help(lang: Lang, spec: &Spec) -> String {
    find(lang, &format!("help-flag-{}", spec.name)).unwrap_or_else(|| spec.help.to_owned())
}

/// Why a search option does not get its value.
pub fn option_error(lang: Lang, error: &OptionError) -> String {
    match error {
        OptionError::UnknownName(name) => tr!(lang, "solver-option-unknown", name = quote(name)),
        OptionError::BadValue { name, value, kind } => size_error(lang, name, value, kind)
            .unwrap_or_else(|| {
                let values = match lang {
                    Lang::En => option_values(lang, kind),
                    Lang::Ja => spaced(&option_values(lang, kind)),
                };
                let value = quote(value);
                tr!(
                    lang,
                    "solver-option-bad-value",
                    name = *name,
                    value = value,
                    values = values
                )
            }),
    }
}

/// Why a value is no size, unless it is too small or not a number.
fn size_error(lang: Lang, name: &str, value: &str, kind: &Kind) -> Option<String> {
    let Kind::Size { min } = *kind else {
        return None;
    };
    let end = value.find(|c: char| !c.is_ascii_digit() && c != '.');
    let (digits, unit) = value.split_at(end.unwrap_or(value.len()));
    let number: f64 = digits.parse().ok()?;
    let value = quote(value);
    let shift = match unit {
        "" => 0,
        "K" | "k" => 10,
        "M" | "m" => 20,
        "G" | "g" => 30,
        unit => {
            let unit = quote(unit);
            return Some(tr!(
                lang,
                "solver-option-unit",
                name = name,
                value = value,
                unit = unit
            ));
        }
    };
    let large = number * (1u64 << shift) as f64 >= min as f64;
    large.then(|| tr!(lang, "solver-option-too-large", name = name, value = value))
}

/// The state of a running search, on one line; `line` are its first moves.
pub fn progress(lang: Lang, label: &str, progress: &Progress, line: &str) -> String {
    tr!(
        lang,
        "solver-progress",
        label = label,
        time = format!("{:.1}", progress.elapsed.as_secs_f64()),
        count = progress.nodes,
        nodes = units::grouped(progress.nodes),
        speed = units::short(units::per_second(progress.nodes, progress.elapsed)),
        pn = progress.root_pn,
        dn = progress.root_dn,
        depth = progress.max_depth,
        load = format!("{:.1}", f64::from(progress.hash_permille) / 10.0),
        line = line
    )
}
