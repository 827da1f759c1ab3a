//! What is said of enumerations.

use kemuri_compose::Condition;
use kemuri_compose::enumerate::{EnumerationSummary, Tally};
use kemuri_core::Progress;
use kemuri_text::units::grouped;
use kemuri_text::{Lang, quote, tr};
use std::io;
use std::time::Duration;

/// Says that there is neither a file nor a shipped condition of this name.
pub fn no_condition(lang: Lang, name: &str, error: &io::Error) -> String {
    let name = quote(name);
    if error.kind() != io::ErrorKind::NotFound {
        return format!("{name}: {}", kemuri_text::io::read_error(lang, error));
    }
    let shipped: Vec<_> = Condition::shipped_names().collect();
    let shipped = shipped.join(", ");
    tr!(lang, "enumerate-no-condition", name, shipped)
}

/// Says how far a generation is, and the time that is left.
pub fn deciding(lang: Lang, plies: u32, progress: &Progress, left: Option<Duration>) -> String {
    let (done, total) = (progress.done, progress.total.unwrap_or(0));
    let left = left.map_or(String::new(), |left| {
        tr!(lang, "enumerate-time-left", seconds = left.as_secs())
    });
    tr!(
        lang,
        "enumerate-deciding",
        plies,
        count = total,
        done = grouped(done),
        total = grouped(total),
        left
    )
}

/// Returns the numbers of a generation.
pub fn generation(lang: Lang, plies: u32, tally: &Tally) -> String {
    let [candidates, sound, finished, open] =
        [tally.candidates, tally.sound, tally.finished, tally.open].map(grouped);
    // Words of either number take the same room, for the columns below them.
    let length = tr!(lang, "enumerate-generation-plies", plies);
    let count = tally.candidates;
    let noun = tr!(lang, "enumerate-generation-candidates", count);
    let mut out = tr!(
        lang,
        "enumerate-generation",
        plies = format!("{plies:3}"),
        length = format!("{length:6}"),
        candidates = format!("{candidates:>9}"),
        noun = format!("{noun:11}"),
        sound = format!("{sound:>9}")
    );
    if tally.finished > 0 {
        out += &tr!(lang, "enumerate-generation-finished", finished);
    }
    if tally.open > 0 {
        out += &tr!(lang, "enumerate-generation-open", open);
    }
    out
}

/// Says what an enumeration found.
pub fn summary(lang: Lang, summary: &EnumerationSummary) -> String {
    let mut out = Vec::new();
    if let Some(plies) = summary.longest() {
        let tally = &summary.tallies[plies as usize];
        let [sound, strict] = [tally.sound, tally.strict].map(grouped);
        out.push(tr!(lang, "enumerate-longest", plies, sound, strict));
    }
    out.push(match summary.longest_finished() {
        Some(plies) => {
            let tally = &summary.tallies[plies as usize];
            let [all, strict] = [tally.finished, tally.finished_strict].map(grouped);
            tr!(lang, "enumerate-finished", plies, all, strict)
        }
        None => tr!(lang, "enumerate-none-finished"),
    });
    let cut_off = summary.cut_off();
    out.push(match (summary.open(), cut_off) {
        (0, None) => tr!(lang, "enumerate-complete"),
        (0, Some(plies)) => tr!(lang, "enumerate-complete-up-to", plies),
        (count, _) => tr!(lang, "enumerate-open", count, open = grouped(count)),
    });
    if let Some(plies) = cut_off {
        out.push(tr!(lang, "enumerate-cut-off", plies));
    }
    out.join("\n")
}
