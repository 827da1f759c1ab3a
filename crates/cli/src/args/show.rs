//! The arguments of `kemuri show`.

use super::error::bad_value;
use super::{UsageError, attacker, duration, inputs, value};
use crate::text::Text;
use clap::ArgMatches;
use kemuri_core::Color;
use kemuri_diagram::{Hands, Style, png};
use std::ffi::OsString;
use std::time::Duration;

/// Width of a picture where none is asked for, in pixels.
const WIDTH: u32 = 600;

/// The arguments of `kemuri show`.
pub struct ShowArgs {
    /// SFENs, files or `-`.
    pub inputs: Vec<OsString>,
    /// Who attacks, if the position is not to decide.
    pub attacker: Option<Color>,
    /// Where an SVG goes.
    pub svg: Option<OsString>,
    /// Where a PNG goes.
    pub png: Option<OsString>,
    /// Whether text goes to standard output.
    pub text: bool,
    /// What stands above every diagram, instead of what the input says.
    pub title: Option<String>,
    /// The position after so many moves instead.
    pub moves: Option<Plies>,
    /// Width of a picture, in pixels.
    pub width: u32,
    /// How it is drawn.
    pub style: Style,
    /// How long the moves are looked for.
    pub time: Option<Duration>,
}

/// How many moves are to be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Plies {
    /// So many.
    First(usize),
    /// All that there are.
    All,
}

pub(super) fn args(m: &ArgMatches) -> Result<ShowArgs, UsageError> {
    let svg = file(m, "svg", "--svg")?;
    let png = file(m, "png", "--png")?;
    let text = m.get_flag("text") || (svg.is_none() && png.is_none());
    let piped = [&svg, &png].map(|file| file.as_ref().is_some_and(|file| file == "-"));
    if piped.into_iter().chain([text]).filter(|&to| to).count() > 1 {
        return Err(UsageError::OneOutput);
    }
    Ok(ShowArgs {
        inputs: inputs(m),
        attacker: attacker(m)?,
        svg,
        png,
        text,
        title: value(m, "title").map(Into::into),
        moves: moves(m)?,
        width: width(m)?,
        style: Style::default()
            .with_flip(m.get_flag("flip"))
            .with_hands(hands(m)?),
        time: duration(m, "time", "--time")?,
    })
}

fn file(m: &ArgMatches, name: &str, flag: &'static str) -> Result<Option<OsString>, UsageError> {
    match m.get_one::<OsString>(name) {
        Some(file) if file.is_empty() => Err(bad_value(flag, "", Text::FILE)),
        file => Ok(file.cloned()),
    }
}

fn moves(m: &ArgMatches) -> Result<Option<Plies>, UsageError> {
    let Some(word) = value(m, "moves") else {
        return Ok(None);
    };
    match whole(word) {
        Some(number) => Ok(Some(Plies::First(number))),
        None if word == "end" => Ok(Some(Plies::All)),
        None => Err(bad_value("--moves", word, Text::PLIES)),
    }
}

fn width(m: &ArgMatches) -> Result<u32, UsageError> {
    let Some(word) = value(m, "size") else {
        return Ok(WIDTH);
    };
    whole(word)
        .and_then(|number| u32::try_from(number).ok())
        .filter(|number| png::WIDTHS.contains(number))
        .ok_or_else(|| bad_value("--size", word, Text::WIDTH))
}

/// A number in plain digits; `usize::from_str` also takes a sign.
fn whole(word: &str) -> Option<usize> {
    word.parse().ok().filter(|_| !word.starts_with('+'))
}

fn hands(m: &ArgMatches) -> Result<Hands, UsageError> {
    let Some(name) = value(m, "hands") else {
        return Ok(Hands::default());
    };
    let known = Hands::ALL.iter().find(|(known, _)| *known == name);
    match known {
        Some((_, hands)) => Ok(*hands),
        None => Err(bad_value("--hands", name, Text::HANDS)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sizes_that_are_told_are_those_that_are_taken() {
        let (en, ja) = Text::WIDTH;
        for limit in [png::WIDTHS.start(), png::WIDTHS.end()] {
            assert!(en.contains(&limit.to_string()) && ja.contains(&limit.to_string()));
        }
        let (en, ja) = Text::HANDS;
        for (name, _) in Hands::ALL {
            assert!(en.contains(name) && ja.contains(name));
        }
    }
}
