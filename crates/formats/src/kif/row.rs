//! A row of a KIF record: `   3 ３三金打     ( 0:05/00:00:12)+`.

use crate::ending::Ending;
use crate::error::{RecordError, RecordErrorKind, excerpt};
use crate::kif::line::side_of_mark;
use crate::move_text::{self, MoveText};
use crate::record::MoveTime;
use crate::text::Line;
use kemuri_core::Color;
use std::time::Duration;

/// What a row says.
pub(crate) enum KifRow<'a> {
    Move(MoveText<'a>),
    End(Ending),
}

/// The side that a row names before its move (`▲２二銀打`), and the rest.
pub(crate) fn side(text: &str) -> (Option<Color>, &str) {
    let mut chars = text.chars();
    match chars.next().and_then(side_of_mark) {
        Some(side) => (Some(side), chars.as_str().trim_start()),
        None => (None, text),
    }
}

/// Reads what follows the number of a row: what it says, and what follows that.
pub(crate) fn read<'a>(
    line: Line<'_>,
    text: &'a str,
) -> Result<(KifRow<'a>, &'a str), RecordError> {
    if let Some((words, rest)) = move_text::parse(text) {
        return Ok((KifRow::Move(words), rest));
    }
    let end = text.find([' ', '　', '(', '\t']).unwrap_or(text.len());
    let (word, rest) = text.split_at(end);
    match Ending::of_word(word) {
        Some(ending) => Ok((KifRow::End(ending), rest)),
        None => Err(line.error(text, RecordErrorKind::NotMove(excerpt(word)))),
    }
}

/// Reads the times at the end of a row.
pub(crate) fn read_times(line: Line<'_>, text: &str) -> Result<Vec<MoveTime>, RecordError> {
    let mut rest = text;
    let mut times = Vec::new();
    loop {
        rest = rest.trim_start();
        let Some(inside) = rest.strip_prefix('(') else {
            break;
        };
        let time = inside
            .split_once(')')
            .and_then(|(time, after)| Some((read_time(time)?, after)));
        let Some((time, after)) = time else {
            return Err(line.quoting(rest, RecordErrorKind::Time));
        };
        times.push(time);
        rest = after;
    }
    match rest.trim_end() {
        "" | "+" => Ok(times),
        junk => Err(line.quoting(junk, RecordErrorKind::Unexpected)),
    }
}

/// `0:05/00:00:12` or `0:05`.
fn read_time(text: &str) -> Option<MoveTime> {
    let (spent, total) = match text.split_once('/') {
        Some((spent, total)) => (spent, total.trim()),
        None => (text, ""),
    };
    let total = match total {
        "" => None,
        total => Some(clock(total)?),
    };
    Some(MoveTime {
        spent: clock(spent.trim())?,
        total,
    })
}

/// `h:m:s` or `m:s`.
fn clock(text: &str) -> Option<Duration> {
    let mut seconds = 0u64;
    let mut parts = 0;
    for part in text.split(':') {
        let number: u32 = part.trim().parse().ok()?;
        seconds = seconds * 60 + u64::from(number);
        parts += 1;
    }
    matches!(parts, 2 | 3).then(|| Duration::from_secs(seconds))
}

/// `( 0:05/00:00:12)`.
pub(crate) fn write_time(time: MoveTime) -> String {
    let seconds = time.spent.as_secs();
    let total = time.total.map_or(String::new(), |total| {
        let total = total.as_secs();
        let (hours, minutes) = (total / 3600, total / 60 % 60);
        format!("{hours:02}:{minutes:02}:{:02}", total % 60)
    });
    format!("({:2}:{:02}/{total})", seconds / 60, seconds % 60)
}
