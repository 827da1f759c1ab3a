//! Sentences about composing and enumerating.

use super::{Text, quote};
use kemuri_compose::ConditionError;
use kemuri_compose::condition::ConditionMismatch;
use kemuri_compose::enumerate::{EnumerationSummary, Tally};
use kemuri_compose::retro::Extensions;
use kemuri_core::Hand;
use kemuri_core::hand::HAND_KINDS;
use kemuri_text::units;
use kemuri_text::{compose, tr};
use std::io;
use std::path::Path;
use std::time::Duration;

impl Text {
    /// A condition that cannot be read.
    pub fn condition_error(self, name: &str, error: &ConditionError) -> String {
        format!(
            "{}: {}",
            quote(name),
            compose::condition_error(self.0, error)
        )
    }

    /// Neither a file nor a shipped condition.
    pub fn no_condition(self, name: &str, error: &io::Error) -> String {
        let shipped: Vec<_> = kemuri_compose::Condition::shipped_names().collect();
        let name = quote(name);
        if error.kind() != io::ErrorKind::NotFound {
            return format!("{name}: {}", self.io_error(error));
        }
        tr!(
            self.0,
            "enumerate-no-condition",
            name = name,
            shipped = shipped.join(", ")
        )
    }

    /// How far the search for mates is, by squares of the king.
    pub fn looking_for_mates(self, done: u64, total: u64) -> String {
        tr!(self.0, "enumerate-finals", done = done, total = total)
    }

    /// How far a generation is.
    pub fn deciding(self, plies: u32, (done, total): (u64, u64), left: Option<Duration>) -> String {
        let left = left.map_or(String::new(), |left| {
            tr!(self.0, "enumerate-time-left", seconds = left.as_secs())
        });
        tr!(
            self.0,
            "enumerate-deciding",
            plies = plies,
            count = total,
            done = units::grouped(done),
            total = units::grouped(total),
            left = left
        )
    }

    /// The numbers of a generation.
    pub fn generation(self, plies: u32, tally: &Tally) -> String {
        let [candidates, sound, finished, open] =
            [tally.candidates, tally.sound, tally.finished, tally.open].map(units::grouped);
        // Words of either number take the same room, for the columns below them.
        let length = tr!(self.0, "enumerate-generation-plies", plies = plies);
        let noun = tr!(
            self.0,
            "enumerate-generation-candidates",
            count = tally.candidates
        );
        let mut out = tr!(
            self.0,
            "enumerate-generation",
            plies = format!("{plies:3}"),
            length = format!("{length:6}"),
            candidates = format!("{candidates:>9}"),
            noun = format!("{noun:11}"),
            sound = format!("{sound:>9}")
        );
        if tally.finished > 0 {
            out += &tr!(self.0, "enumerate-generation-finished", finished = finished);
        }
        if tally.open > 0 {
            out += &tr!(self.0, "enumerate-generation-open", open = open);
        }
        out
    }

    /// What an enumeration found.
    pub fn enumerated(self, summary: &EnumerationSummary) -> String {
        let mut out = Vec::new();
        if let Some(plies) = summary.longest() {
            let tally = &summary.tallies[plies as usize];
            let [sound, strict] = [tally.sound, tally.strict].map(units::grouped);
            out.push(tr!(
                self.0,
                "enumerate-longest",
                plies = plies,
                sound = sound,
                strict = strict
            ));
        }
        out.push(match summary.longest_finished() {
            Some(plies) => {
                let tally = &summary.tallies[plies as usize];
                let [all, strict] = [tally.finished, tally.finished_strict].map(units::grouped);
                tr!(
                    self.0,
                    "enumerate-finished",
                    plies = plies,
                    all = all,
                    strict = strict
                )
            }
            None => tr!(self.0, "enumerate-none-finished"),
        });
        let cut_off = summary.cut_off();
        out.push(match (summary.open(), cut_off) {
            (0, None) => tr!(self.0, "enumerate-complete"),
            (0, Some(plies)) => tr!(self.0, "enumerate-complete-up-to", plies = plies),
            (n, _) => tr!(
                self.0,
                "enumerate-open",
                count = n,
                open = units::grouped(n)
            ),
        });
        if let Some(plies) = cut_off {
            out.push(tr!(self.0, "enumerate-cut-off", plies = plies));
        }
        out.join("\n")
    }

    /// Where the results are.
    pub fn results_in(self, folder: &Path) -> String {
        tr!(
            self.0,
            "enumerate-results",
            folder = folder.display().to_string()
        )
    }

    /// A folder that cannot be made.
    pub fn folder_error(self, folder: &Path, error: &io::Error) -> String {
        let folder = folder.display().to_string();
        tr!(
            self.0,
            "enumerate-folder",
            folder = folder,
            error = error.to_string()
        )
    }

    /// That problems are being checked again.
    pub fn rechecking(self, problems: usize) -> String {
        tr!(self.0, "enumerate-rechecking", problems = problems)
    }

    /// All problems, of which there is at least one, passed the check from scratch.
    pub fn rechecked(self, problems: usize) -> String {
        tr!(self.0, "enumerate-rechecked", problems = problems)
    }

    /// The pieces of the problem are not those of the condition.
    pub fn other_material(self, problem: Hand, condition: Hand) -> String {
        let [problem, condition] = [problem, condition].map(|hand| self.pieces_in(hand));
        tr!(
            self.0,
            "enumerate-other-material",
            problem = problem,
            condition = condition
        )
    }

    /// How many of each kind, in words.
    fn pieces_in(self, hand: Hand) -> String {
        let kinds = HAND_KINDS.into_iter().filter_map(|kind| {
            let (count, name) = (hand.count(kind.to_index()), self.0.piece(kind));
            (count > 0).then(|| tr!(self.0, "enumerate-pieces", count = count, name = name))
        });
        let kinds: Vec<String> = kinds.collect();
        match kinds.is_empty() {
            true => tr!(self.0, "enumerate-no-pieces"),
            false => kinds.join(&tr!(self.0, "enumerate-pieces-comma")),
        }
    }

    /// A problem that does not belong to the condition.
    pub fn does_not_match(self, sfen: &str, mismatch: ConditionMismatch) -> String {
        let mismatch = compose::condition_mismatch(self.0, mismatch);
        tr!(
            self.0,
            "enumerate-does-not-match",
            sfen = sfen,
            mismatch = mismatch
        )
    }

    /// Several problems were given where one is to be extended.
    pub fn one_to_extend(self) -> String {
        tr!(self.0, "enumerate-one-to-extend")
    }

    /// How far a retro-composition is.
    pub fn step_done(self, step: u64, problems: u64) -> String {
        tr!(self.0, "enumerate-step", step = step, problems = problems)
    }

    /// What a retro-composition found, and how many are `finished` if the condition
    /// says what that is.
    pub fn extensions(self, found: &Extensions, finished: Option<usize>, shown: usize) -> String {
        let count = found.problems.len();
        let mut out = tr!(self.0, "enumerate-extensions", count = count, shown = shown);
        if let Some(finished) = finished {
            out += &tr!(self.0, "enumerate-extensions-finished", finished = finished);
        }
        if found.open > 0 {
            out += &tr!(self.0, "enumerate-extensions-open", open = found.open);
        }
        if !found.complete {
            out += &tr!(self.0, "enumerate-extensions-interrupted");
        }
        out
    }

    /// The heading of one extension.
    pub fn extension(self, number: usize, plies: usize, finished: bool, strict: bool) -> String {
        let finished = match finished {
            true => tr!(self.0, "enumerate-extension-finished"),
            false => String::new(),
        };
        let equal = match strict {
            true => String::new(),
            false => tr!(self.0, "enumerate-extension-equal"),
        };
        tr!(
            self.0,
            "enumerate-extension",
            number = number,
            plies = plies,
            finished = finished,
            equal = equal
        )
    }
}
