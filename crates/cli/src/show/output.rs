//! Where the diagrams of a run go.

use super::files::{PictureTarget, WriteError};
use crate::args::ShowArgs;
use crate::complain;
use kemuri_diagram::text::{self, Labels, Terminal};
use kemuri_diagram::{Diagram, png, svg};
use kemuri_formats::ProblemEntry;
use kemuri_terminal::{Status, Stop};
use kemuri_text::{Lang, quote, tr};
use std::ffi::OsStr;
use std::io::{self, IsTerminal, Write};
use std::path::Path;

/// The places where diagrams go.
pub struct ShowOutput<'a> {
    args: &'a ShowArgs,
    lang: Lang,
    stop: &'a Stop,
    labels: Labels,
    svg: Option<PictureTarget>,
    png: Option<PictureTarget>,
    terminal: Terminal,
    /// How many diagrams there were.
    shown: usize,
    /// How many of them were written everywhere.
    drawn: usize,
    out: &'a mut dyn Write,
}

impl<'a> ShowOutput<'a> {
    /// The places that `args` name; standard output is `out`.
    pub fn new(args: &'a ShowArgs, lang: Lang, stop: &'a Stop, out: &'a mut dyn Write) -> Self {
        let target = |extension| move |file| PictureTarget::new(file, extension);
        Self {
            args,
            lang,
            stop,
            labels: kemuri_text::diagram::labels(lang),
            svg: args.svg.as_deref().map(target("svg")),
            png: args.png.as_deref().map(target("png")),
            terminal: terminal(),
            shown: 0,
            drawn: 0,
            out,
        }
    }

    /// A file that takes one picture only, and the flag that names it.
    pub fn single_file(&self) -> Option<(&'static str, &Path)> {
        [("--svg", &self.svg), ("--png", &self.png)]
            .into_iter()
            .filter_map(|(flag, target)| Some((flag, target.as_ref()?)))
            .find(|(_, target)| target.is_single())
            .map(|(flag, target)| (flag, target.argument()))
    }

    /// Shows one more diagram.
    pub fn add(&mut self, entry: &ProblemEntry, diagram: Diagram) -> io::Result<Status> {
        let args = self.args;
        let diagram = match args.title.clone().or_else(|| entry.heading()) {
            Some(title) => diagram.with_title(title),
            None => diagram,
        };
        self.shown += 1;
        let name = file_name(entry).unwrap_or_else(|| self.shown.to_string());
        if args.text() {
            let gap = if self.shown > 1 { "\n" } else { "" };
            let drawn = text::write(&diagram, &args.style(), &self.labels, self.terminal);
            writeln!(self.out, "{gap}{drawn}")?;
            self.out.flush()?;
        }
        let mut status = Status::default();
        let stop = self.stop;
        if let Some(target) = &mut self.svg {
            let picture = svg::write(&diagram, &args.style(), args.width);
            let draw = |file: &mut dyn Write| file.write_all(picture.as_bytes());
            let written = target.write(&name, stop, self.out, draw);
            status = status.and(self.status_of("--svg", written)?);
        }
        if let Some(target) = &mut self.png {
            let written = target.write(&name, stop, self.out, |file| {
                let file = UntilStopped { file, stop };
                png::write(&diagram, &args.style(), args.width, file)
            });
            status = status.and(self.status_of("--png", written)?);
            self.warn_of_missing(&name, &png::missing(&diagram));
        }
        self.drawn += usize::from(status == Status::default());
        Ok(status)
    }

    /// Returns how many diagrams were written everywhere.
    pub fn finish(self) -> io::Result<usize> {
        self.out.flush()?;
        Ok(self.drawn)
    }

    /// How writing a picture went; complains of a file that could not be written, unless
    /// that is because the user has asked to stop.
    ///
    /// # Errors
    /// That of standard output, which ends everything.
    fn status_of(&self, flag: &str, written: Result<(), WriteError>) -> io::Result<Status> {
        let (path, error) = match written {
            Ok(()) => return Ok(Status::default()),
            Err(_) if self.stop.is_asked() => return Ok(Status::UNDECIDED),
            Err(WriteError::Stdout(error)) => return Err(error),
            Err(WriteError::File(path, error)) => (path, error),
        };
        let file = quote(&path.to_string_lossy());
        complain(&match error.kind() {
            io::ErrorKind::AlreadyExists => tr!(self.lang, "show-not-a-picture", flag, file),
            _ => tr!(self.lang, "show-unwritable", flag, file, error),
        });
        Ok(Status::BAD_INPUT)
    }

    /// Warns of characters that a PNG cannot show.
    fn warn_of_missing(&self, name: &str, missing: &[char]) {
        if missing.is_empty() {
            return;
        }
        let missing: String = missing.iter().collect();
        let sentence = tr!(
            self.lang,
            "show-no-outline",
            problem = quote(name),
            missing = quote(&missing)
        );
        complain(&sentence);
    }
}

/// A picture that takes long; what is there of it is thrown away when the user asks to
/// stop.
struct UntilStopped<'a> {
    file: &'a mut dyn Write,
    stop: &'a Stop,
}

impl Write for UntilStopped<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.stop.is_asked() {
            return Err(io::Error::other("stopped"));
        }
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
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

/// What standard output can show.
fn terminal() -> Terminal {
    let there = io::stdout().is_terminal();
    let variable = |name| std::env::var_os(name).unwrap_or_default();
    let columns = variable("COLUMNS").to_str().and_then(|n| n.parse().ok());
    let measured = || terminal_size::terminal_size().map(|(width, _)| usize::from(width.0));
    Terminal {
        width: columns
            .or_else(|| measured().filter(|_| there))
            .filter(|&width| width > 0),
        colour: has_colour(there, &variable("NO_COLOR"), &variable("TERM")),
    }
}

/// Colours are for terminals that know them and people who want them
/// (<https://no-color.org>).
fn has_colour(terminal: bool, no_color: &OsStr, term: &OsStr) -> bool {
    terminal && no_color.is_empty() && term != "dumb"
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
            let answer = has_colour(terminal, OsStr::new(no_color), OsStr::new(term));
            assert_eq!(answer, colour, "{terminal} {no_color} {term}");
        }
    }
}
