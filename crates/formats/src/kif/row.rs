//! A row of a KIF record: `   3 ３三金打     ( 0:05/00:00:12)+`.

use crate::ending::Ending;
use crate::error::{Flaw, RecordError, excerpt};
use crate::record::Time;
use crate::text::Line;
use crate::words::{self, Words};
use std::time::Duration;

/// What a row says.
pub(crate) enum Row<'a> {
    Move(Words<'a>),
    End(Ending),
}

/// Reads what follows the number of a row.
pub(crate) fn read<'a>(line: Line<'_>, text: &'a str) -> Result<(Row<'a>, Vec<Time>), RecordError> {
    let (row, mut rest) = match words::parse(text) {
        Some((words, rest)) => (Row::Move(words), rest),
        None => {
            let end = text.find([' ', '　', '(', '\t']).unwrap_or(text.len());
            let (word, rest) = text.split_at(end);
            match Ending::of_word(word) {
                Some(ending) => (Row::End(ending), rest),
                None => return Err(line.error(text, Flaw::NotMove(excerpt(word)))),
            }
        }
    };
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
            return Err(line.error(rest, Flaw::Time(excerpt(rest))));
        };
        times.push(time);
        rest = after;
    }
    match rest.trim_end() {
        "" | "+" => Ok((row, times)),
        junk => Err(line.error(junk, Flaw::Unexpected(excerpt(junk)))),
    }
}

/// `0:05/00:00:12` or `0:05`.
fn read_time(text: &str) -> Option<Time> {
    let (spent, total) = match text.split_once('/') {
        Some((spent, total)) => (spent, total.trim()),
        None => (text, ""),
    };
    let total = match total {
        "" => None,
        total => Some(clock(total)?),
    };
    Some(Time {
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
pub(crate) fn write_time(time: Time) -> String {
    let seconds = time.spent.as_secs();
    let total = time.total.map_or(String::new(), |total| {
        let total = total.as_secs();
        let (hours, minutes) = (total / 3600, total / 60 % 60);
        format!("{hours:02}:{minutes:02}:{:02}", total % 60)
    });
    format!("({:2}:{:02}/{total})", seconds / 60, seconds % 60)
}
