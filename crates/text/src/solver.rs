//! Sentences about what the solver answers.

use crate::{Lang, find, quote, shortened, spaced, tr, units};
use kemuri_solver::options::{OptionError, OptionKind, OptionSpec};
use kemuri_solver::{Futile, Goal, Mate, Outcome, Progress, Reason, SolverError, Stats, Verdict};
use unicode_width::UnicodeWidthStr;

/// The most columns that the name of a problem has beside its progress.
const LABEL_WIDTH: usize = 16;
/// Moves of the current line for which numbers of the progress give way.
const MOVES_WANTED: usize = 3;

/// Why nothing is known.
pub fn reason(lang: Lang, reason: Reason) -> String {
    match reason {
        Reason::Time => tr!(lang, "reason-time"),
        Reason::Nodes => tr!(lang, "reason-nodes"),
        Reason::Memory => tr!(lang, "reason-memory"),
        Reason::Interrupted => tr!(lang, "reason-interrupted"),
        Reason::Contradiction => tr!(lang, "reason-contradiction"),
        reason => reason.to_string(),
    }
}

/// Why nothing is known, in one word of a table.
pub fn reason_word(lang: Lang, reason: Reason) -> String {
    match reason {
        Reason::Time => tr!(lang, "reason-word-time"),
        Reason::Nodes => tr!(lang, "reason-word-nodes"),
        Reason::Memory => tr!(lang, "reason-word-memory"),
        Reason::Interrupted => tr!(lang, "reason-word-interrupted"),
        Reason::Contradiction => tr!(lang, "reason-word-contradiction"),
        reason => reason.word().into(),
    }
}

/// Why there is no solver.
pub fn solver_error(lang: Lang, error: &SolverError) -> String {
    match error {
        SolverError::OutOfMemory { bytes } => {
            tr!(lang, "solver-no-memory", size = units::bytes(*bytes))
        }
        SolverError::Option(error) => option_error(lang, error),
        SolverError::NoThread => tr!(lang, "solver-no-thread"),
        error => error.to_string(),
    }
}

/// There is room for fewer threads than were asked for.
pub fn fewer_threads(lang: Lang, wanted: u64, threads: u64) -> String {
    tr!(lang, "solver-fewer-threads", wanted, threads)
}

/// The values that a search option takes.
pub fn option_values(lang: Lang, kind: &OptionKind) -> String {
    match *kind {
        OptionKind::Switch => tr!(lang, "solver-values-switch"),
        OptionKind::Number { min, max } => tr!(lang, "solver-values-number", min, max),
        OptionKind::Size { min } => tr!(lang, "solver-values-size", kib = min >> 10),
        OptionKind::Choice(words) => tr!(lang, "solver-values-choice", words = words.join(", ")),
        kind => kind.to_string(),
    }
}

/// What a search option does: the help of its flag.
pub fn option_help(lang: Lang, spec: &OptionSpec) -> String {
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
                tr!(lang, "solver-option-bad-value", name, value, values)
            }),
        error => error.to_string(),
    }
}

/// Why a value is no size, unless it is too small or not a number.
fn size_error(lang: Lang, name: &str, value: &str, kind: &OptionKind) -> Option<String> {
    let OptionKind::Size { min } = *kind else {
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
            return Some(tr!(lang, "solver-option-unit", name, value, unit));
        }
    };
    let large = number * (1u64 << shift) as f64 >= min as f64;
    large.then(|| tr!(lang, "solver-option-too-large", name, value))
}

/// The state of a running search in `width` columns, with as many whole `moves` of its
/// current line as there is room for. Where there is little room, the less important numbers
/// give way to the moves.
pub fn progress(
    lang: Lang,
    label: &str,
    progress: &Progress,
    moves: &[String],
    width: usize,
) -> String {
    let elapsed = progress.elapsed;
    let label = shortened(label, LABEL_WIDTH);
    let cost = tr!(
        lang,
        "solver-progress",
        time = format!("{:.1}", elapsed.as_secs_f64()),
        nodes = units::short(progress.nodes),
        speed = units::short(units::per_second(progress.nodes, elapsed)),
    );
    let load = format!("{:.1}", f64::from(progress.hash_permille) / 10.0);
    let (pn, dn, depth) = (progress.root_pn, progress.root_dn, progress.max_depth);
    let numbers = tr!(lang, "solver-progress-numbers", pn, dn);
    let table = tr!(lang, "solver-progress-table", depth, load);
    let heads = [
        vec![&label, &cost, &numbers, &table],
        vec![&label, &cost, &numbers],
        vec![&label, &cost],
    ];
    let heads = heads.map(|parts| {
        let parts = parts.into_iter().filter(|part| !part.is_empty());
        parts.cloned().collect::<Vec<String>>().join(" ")
    });
    let line = moves.join(" ");
    let start = moves[..moves.len().min(MOVES_WANTED)].join(" ");
    // A blank and the sign of what is cut stand beside the moves.
    let fits = |head: &&String| head.width() + start.width() + 3 <= width;
    let head = heads.iter().find(fits).unwrap_or(&heads[2]);
    shortened(format!("{head} {line}").trim_end(), width)
}

/// The verdict as a sentence.
pub fn verdict(lang: Lang, outcome: &Outcome) -> String {
    match &outcome.verdict {
        Verdict::Mate(mate) => mate_sentence(lang, mate, outcome.goal),
        Verdict::NoMate => tr!(lang, "solver-no-mate"),
        Verdict::Unknown(why) => tr!(lang, "solver-unknown", reason = reason(lang, *why)),
    }
}

fn mate_sentence(lang: Lang, mate: &Mate, goal: Goal) -> String {
    let plies = mate.length;
    match (plies, mate.exact) {
        (0, _) if !mate.futile_tail.is_empty() => tr!(lang, "solver-mate-futile"),
        (0, _) => tr!(lang, "solver-mate-already"),
        // A profile that is not the usual one has to be named.
        (_, true) if goal == Goal::Shortest(Futile::None) => {
            tr!(lang, "solver-mate-every-move", plies)
        }
        (_, true) => tr!(lang, "solver-mate", plies),
        (_, false) => tr!(lang, "solver-mate-within", plies),
    }
}

/// The verdict in one word of a table.
pub fn verdict_word(lang: Lang, verdict: &Verdict) -> String {
    match verdict {
        Verdict::Mate(_) => tr!(lang, "solver-word-mate"),
        Verdict::NoMate => tr!(lang, "solver-word-no-mate"),
        Verdict::Unknown(_) => tr!(lang, "solver-word-unknown"),
    }
}

/// A length in a table, proven shortest or not.
pub fn length(lang: Lang, plies: u32, exact: bool) -> String {
    match exact {
        true => tr!(lang, "solver-length", plies),
        false => tr!(lang, "solver-length-within", plies),
    }
}

/// What a search cost, in two lines.
pub fn statistics(lang: Lang, stats: &Stats) -> String {
    let cost = tr!(
        lang,
        "solver-cost",
        count = stats.nodes,
        nodes = units::grouped(stats.nodes),
        time = units::seconds(stats.time),
        speed = units::grouped(units::per_second(stats.nodes, stats.time))
    );
    let table = tr!(
        lang,
        "solver-table",
        load = format!("{:.1}", f64::from(stats.hash_permille) / 10.0),
        peak = units::bytes(stats.peak_table_bytes),
        collections = stats.collections
    );
    format!("{cost}\n{table}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    /// However narrow the terminal is, moves are whole, and a few of them come before the
    /// less important numbers.
    #[test]
    fn progress_fits_its_line_with_whole_moves() {
        let mut state = Progress::default();
        state.nodes = 12_345_678;
        state.elapsed = Duration::from_secs(100);
        state.max_depth = 23;
        let moves = ["▲５六銀打", "△同　玉", "▲７八角成", "△６六桂"].map(String::from);
        for lang in [Lang::En, Lang::Ja] {
            for width in 20..=120 {
                let line = progress(lang, "第一番", &state, &moves, width);
                assert!(line.width() <= width, "{width}: {line}");
                let shown = line
                    .find('▲')
                    .map_or("", |at| line[at..].trim_end_matches('…'));
                let whole = (0..=moves.len()).map(|count| moves[..count].join(" "));
                assert!(
                    whole.into_iter().any(|start| start == shown.trim_end()),
                    "{line}"
                );
            }
            let (narrow, wide) = (80, 120);
            let line = |width| progress(lang, "", &state, &moves, width);
            assert!(
                line(narrow).contains(&moves[..3].join(" ")),
                "{}",
                line(narrow)
            );
            assert!(line(wide).ends_with(&moves.join(" ")), "{}", line(wide));
            assert!(line(wide).contains("23") && line(wide).contains("12.3M"));
        }
    }
}
