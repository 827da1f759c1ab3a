//! Where the diagrams of a run go.

use super::sheet;
use crate::args::ShowArgs;
use crate::complain;
use crate::files::{FileTarget, WriteError};
use kemuri_diagram::text::{self, Labels, Terminal};
use kemuri_diagram::{Diagram, png, svg};
use kemuri_formats::{FaultyPosition, InputError, Location, ProblemEntry};
use kemuri_runstore::AtomicFile;
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
    svg: Option<FileTarget>,
    png: Option<FileTarget>,
    /// The diagrams of the page.
    sheet: Vec<Diagram>,
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
        let target = |extension| move |file| FileTarget::new(file, extension);
        Self {
            args,
            lang,
            stop,
            labels: kemuri_text::diagram::labels(lang),
            svg: args.svg.as_deref().map(target("svg")),
            png: args.png.as_deref().map(target("png")),
            sheet: Vec::new(),
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
    pub fn add(&mut self, heading: &Heading, diagram: Diagram) -> io::Result<Status> {
        let args = self.args;
        let diagram = match args.title.clone().or_else(|| heading.line.clone()) {
            Some(title) => diagram.with_title(title),
            None => diagram,
        };
        self.shown += 1;
        let name = heading.file.clone();
        let name = name.unwrap_or_else(|| self.shown.to_string());
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
        if args.sheet.is_some() {
            self.sheet.push(diagram);
        }
        Ok(status)
    }

    /// Writes the page with all diagrams, if one is wanted and the user has not asked to
    /// stop.
    pub fn write_sheet(&mut self) -> io::Result<Status> {
        let Some(file) = self
            .args
            .sheet
            .as_deref()
            .filter(|_| !self.sheet.is_empty())
        else {
            return Ok(Status::default());
        };
        if self.stop.is_asked() {
            return Ok(Status::UNDECIDED);
        }
        let (page, start) = sheet::page(file, &self.sheet, self.args, self.lang);
        let written = match file == "-" {
            true => self
                .out
                .write_all(page.as_bytes())
                .map_err(WriteError::Stdout),
            false => {
                let path = Path::new(file);
                let written = || {
                    let mut file = AtomicFile::replace(path, start)?;
                    file.write_all(page.as_bytes())?;
                    file.commit()
                };
                written().map_err(|error| WriteError::File(path.into(), error))
            }
        };
        self.status_of("--sheet", written)
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

/// What a diagram is called.
pub struct Heading {
    /// What stands above it.
    line: Option<String>,
    /// The name of its files: that of the problem, or else of the file that it is from.
    file: Option<String>,
}

impl Heading {
    /// What the diagram of a problem is called.
    pub fn of(entry: &ProblemEntry) -> Self {
        let from = entry.id.as_deref().and_then(last_part);
        Self {
            line: entry.heading(),
            file: entry.title.clone().or(from),
        }
    }

    /// What the diagram of a position is called that is no problem.
    pub fn of_faulty(faulty: &FaultyPosition, error: &InputError) -> Self {
        let words = [&faulty.title, &faulty.author].into_iter().flatten();
        let words: Vec<&str> = words.map(String::as_str).collect();
        let from = match &error.location {
            Location::Source { name, line } if name != "-" => {
                let name = last_part(name).unwrap_or_default();
                Some(line.map_or(name.clone(), |line| format!("{name}:{line}")))
            }
            _ => None,
        };
        Self {
            line: (!words.is_empty()).then(|| words.join("　")),
            file: faulty.title.clone().or(from),
        }
    }
}

/// The last part of a path.
fn last_part(path: &str) -> Option<String> {
    let name = Path::new(path).file_name()?;
    Some(name.to_string_lossy().into_owned())
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
