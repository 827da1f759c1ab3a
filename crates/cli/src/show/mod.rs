//! `kemuri show`: problems as diagrams.

mod files;
mod moves;

use crate::Status;
use crate::args::ShowArgs;
use crate::input::problems;
use crate::signal::Stop;
use crate::text::Text;
use files::Target;
use kemuri_core::Problem;
use kemuri_diagram::text::{self, Terminal};
use kemuri_diagram::{Diagram, Hands, Style, png, svg};
use kemuri_formats::{ProblemEntry, ReadOptions};
use moves::Player;
use std::ffi::OsStr;
use std::io::{self, IsTerminal, Write};
use std::path::Path;

/// A problem in characters, as the other commands print it.
pub fn plain(problem: &Problem, text: Text) -> String {
    let style = Style {
        hands: Hands::Both,
        ..Style::default()
    };
    let labels = kemuri_text::diagram::labels(text.0);
    text::write(&problem.into(), &style, &labels, Terminal::default())
}

/// Draws what `args` name.
pub fn run(args: &ShowArgs, text: Text, stop: &Stop, out: &mut dyn Write) -> io::Result<Status> {
    let mut gallery = Gallery {
        args,
        text,
        svg: args.svg.as_deref().map(|file| Target::new(file, "svg")),
        png: args.png.as_deref().map(|file| Target::new(file, "png")),
        terminal: window(),
        shown: 0,
        drawn: 0,
        out,
    };
    let mut status = Status::default();
    let refused = Ok(Status {
        bad_input: true,
        ..status
    });
    if args.png.as_deref() == Some(OsStr::new("-")) && io::stdout().is_terminal() {
        text.complain(text.pixels_on_terminal());
        return refused;
    }
    let mut player = Player::new(args, text, stop);
    let mut inputs = problems(
        &args.inputs,
        ReadOptions::default().with_attacker(args.attacker),
    );
    let mut next = || stop.unless_asked(|| inputs.next());
    let first = next();
    let second = next();
    // Better known before the first is drawn; among broken lines a second one
    // may still turn up later.
    let mut several = matches!((&first, &second), (Some(Ok(_)), Some(Ok(_))));
    for item in first
        .into_iter()
        .chain(second)
        .chain(std::iter::from_fn(next))
    {
        let entry = match item {
            Ok(entry) => entry,
            Err(error) => {
                text.complain(&text.input_error(&error));
                status.bad_input = true;
                continue;
            }
        };
        if several && let Some((flag, target)) = gallery.single() {
            text.complain(&text.one_file(flag, target.argument()));
            return refused;
        }
        several = true;
        let drawn = match player.diagram(&entry) {
            Ok(diagram) => gallery.add(&entry, diagram)?,
            Err((sentence, now)) => {
                text.complain(&sentence);
                now
            }
        };
        status.bad_input |= drawn.bad_input;
        status.unknown |= drawn.unknown;
    }
    gallery.out.flush()?;
    if stop.is_asked() {
        text.complain(&text.show_interrupted(gallery.drawn));
        status.unknown = true;
    }
    Ok(status)
}

/// What the other end of standard output can show.
fn window() -> Terminal {
    let there = io::stdout().is_terminal();
    let variable = |name| std::env::var_os(name).unwrap_or_default();
    let columns = variable("COLUMNS").to_str().and_then(|n| n.parse().ok());
    let measured = || terminal_size::terminal_size().map(|(width, _)| usize::from(width.0));
    Terminal {
        width: columns
            .or_else(|| measured().filter(|_| there))
            .filter(|&width| width > 0),
        colour: in_colour(there, &variable("NO_COLOR"), &variable("TERM")),
    }
}

/// Colours are for terminals that know them and people who want them
/// (<https://no-color.org>).
fn in_colour(terminal: bool, no_color: &OsStr, term: &OsStr) -> bool {
    terminal && no_color.is_empty() && term != "dumb"
}

/// Where diagrams go.
struct Gallery<'a> {
    args: &'a ShowArgs,
    text: Text,
    svg: Option<Target>,
    png: Option<Target>,
    terminal: Terminal,
    /// How many there were.
    shown: usize,
    /// How many of them went to all the places where they were to go.
    drawn: usize,
    out: &'a mut dyn Write,
}

impl Gallery<'_> {
    /// A file that takes one picture only, and the flag that names it.
    fn single(&self) -> Option<(&'static str, &Target)> {
        [("--svg", &self.svg), ("--png", &self.png)]
            .into_iter()
            .filter_map(|(flag, target)| Some((flag, target.as_ref()?)))
            .find(|(_, target)| target.is_single())
    }

    /// Shows one more.
    fn add(&mut self, entry: &ProblemEntry, diagram: Diagram) -> io::Result<Status> {
        let (args, text) = (self.args, self.text);
        let diagram = match title(entry, args.title.as_deref()) {
            Some(title) => diagram.with_title(title),
            None => diagram,
        };
        self.shown += 1;
        let name = file_name(entry).unwrap_or_else(|| self.shown.to_string());
        if args.text {
            let gap = if self.shown > 1 { "\n" } else { "" };
            let labels = kemuri_text::diagram::labels(text.0);
            let drawn = text::write(&diagram, &args.style, &labels, self.terminal);
            writeln!(self.out, "{gap}{drawn}")?;
            self.out.flush()?;
        }
        let mut status = Status::default();
        if let Some(target) = &mut self.svg {
            let picture = svg::write(&diagram, &args.style, args.width);
            let written = target.write(&name, self.out, |file| file.write_all(picture.as_bytes()));
            status.bad_input |= !was_written("--svg", written, text)?;
        }
        if let Some(target) = &mut self.png {
            let written = target.write(&name, self.out, |file| {
                png::write(&diagram, &args.style, args.width, file)
            });
            status.bad_input |= !was_written("--png", written, text)?;
            let missing = png::missing(&diagram);
            if !missing.is_empty() {
                text.complain(&text.no_outline(&name, &missing));
            }
        }
        self.drawn += usize::from(!status.bad_input);
        Ok(status)
    }
}

/// What the files of a problem are called: as the problem, or else as the file that it
/// is from, wherever that is.
fn file_name(entry: &ProblemEntry) -> Option<String> {
    let from = || {
        let path = Path::new(entry.id.as_ref()?);
        Some(path.file_name()?.to_string_lossy().into_owned())
    };
    entry.title.clone().or_else(from)
}

/// What stands above a diagram: what was `asked` for, or else the name of the problem
/// and its author.
fn title(entry: &ProblemEntry, asked: Option<&str>) -> Option<String> {
    if let Some(asked) = asked {
        return Some(asked.into());
    }
    let words: Vec<&str> = [&entry.title, &entry.author]
        .into_iter()
        .flatten()
        .map(String::as_str)
        .collect();
    (!words.is_empty()).then(|| words.join("　"))
}

/// Whether a picture was written; complains of a file that could not be.
///
/// # Errors
/// That of standard output, which ends everything.
fn was_written(flag: &str, written: Result<(), files::Unwritten>, text: Text) -> io::Result<bool> {
    match written {
        Ok(()) => Ok(true),
        Err(files::Unwritten::Output(error)) => Err(error),
        Err(files::Unwritten::File(path, error)) => {
            text.complain(&text.picture_unwritable(flag, &path, &error));
            Ok(false)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_for_terminals_that_want_them() {
        for (terminal, no_color, term, colour) in [
            (true, "", "xterm-256color", true),
            (true, "", "", true),
            (true, "1", "xterm", false),
            (true, "0", "xterm", false),
            (true, "", "dumb", false),
            (false, "", "xterm", false),
        ] {
            let answer = in_colour(terminal, OsStr::new(no_color), OsStr::new(term));
            assert_eq!(answer, colour, "{terminal} {no_color} {term}");
        }
    }
}
