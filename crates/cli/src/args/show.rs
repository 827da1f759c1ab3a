//! The arguments of `kemuri show`.

use super::values::{self, Plies};
use clap::{Args, ValueHint};
use kemuri_core::Color;
use kemuri_diagram::{Hands, Style};
use kemuri_terminal::args::UsageError;
use kemuri_text::tr;
use std::ffi::OsString;
use std::time::Duration;

/// The arguments of `kemuri show`.
#[derive(Args)]
pub struct ShowArgs {
    /// SFENs, files or `-`.
    #[arg(value_name = "INPUT", value_hint = ValueHint::FilePath)]
    pub inputs: Vec<OsString>,
    /// Where an SVG goes.
    #[arg(long, value_name = "FILE", value_parser = values::output(), value_hint = ValueHint::FilePath)]
    pub svg: Option<OsString>,
    /// Where a PNG goes.
    #[arg(long, value_name = "FILE", value_parser = values::output(), value_hint = ValueHint::FilePath)]
    pub png: Option<OsString>,
    /// Where a page with all diagrams goes.
    #[arg(long, value_name = "FILE", value_parser = values::output(), value_hint = ValueHint::FilePath)]
    pub sheet: Option<OsString>,
    /// How many diagrams stand side by side on that page.
    #[arg(long, value_name = "N", value_parser = values::columns, default_value = "3")]
    pub columns: usize,
    /// Whether text is asked for.
    #[arg(long)]
    text: bool,
    /// What stands above every diagram, instead of what the input says.
    #[arg(long, value_name = "TEXT")]
    pub title: Option<String>,
    /// The position after so many moves instead.
    #[arg(long, value_name = "N|end", value_parser = values::plies)]
    pub moves: Option<Plies>,
    /// Width of a picture, in pixels.
    #[arg(long = "size", value_name = "N", value_parser = values::width, default_value = "600")]
    pub width: u32,
    /// White at the bottom.
    #[arg(long)]
    flip: bool,
    /// Whose hands are shown.
    #[arg(
        long,
        value_parser = values::named(&Hands::ALL),
        default_value = "auto",
        hide_default_value = true
    )]
    hands: Hands,
    /// Who attacks, if the position is not to decide.
    #[arg(long, value_parser = values::side())]
    pub attacker: Option<Color>,
    /// Whether the defender gets every piece that is nowhere.
    #[arg(long)]
    pub rest: bool,
    /// How long the moves are looked for.
    #[arg(long, value_parser = values::time)]
    pub time: Option<Duration>,
}

impl ShowArgs {
    /// Whether text goes to standard output.
    pub fn text(&self) -> bool {
        self.text || (self.svg.is_none() && self.png.is_none() && self.sheet.is_none())
    }

    /// Returns how a diagram is drawn.
    pub fn style(&self) -> Style {
        Style::default().with_flip(self.flip).with_hands(self.hands)
    }

    /// Refuses values that contradict each other.
    pub(super) fn check(&self) -> Result<(), UsageError> {
        let is_piped = |file: &Option<OsString>| file.as_ref().is_some_and(|file| file == "-");
        let files = [&self.svg, &self.png, &self.sheet].map(is_piped);
        let outputs = files.into_iter().chain([self.text()]);
        match outputs.filter(|&there| there).count() > 1 {
            true => Err(UsageError::other(|lang| tr!(lang, "help-error-one-output"))),
            false => Ok(()),
        }
    }
}
