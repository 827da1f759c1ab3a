//! `kemuri convert`.

use crate::args::ConvertArgs;
use crate::files::{FileTarget, WriteError};
use crate::{CommandResult, complain};
use kemuri_formats::{
    Conversion, ConvertOptions, Format, InputError, Location, Losses, RecordError, RecordSource,
    Unencodable, convert, record_sources,
};
use kemuri_terminal::{Refusal, Status, Stop};
use kemuri_text::{Lang, formats, quote, tr};
use std::io::{self, Write};
use std::path::Path;

/// Converts the records that `args` name.
pub fn run(args: &ConvertArgs, lang: Lang, stop: &Stop, out: &mut dyn Write) -> CommandResult {
    let mut sources = record_sources(&args.inputs);
    let mut next = || stop.endable(|| Ok::<_, Refusal>(sources.next()));
    let (Some(first), second) = (next()?, next()?) else {
        return Ok(Status::UNDECIDED);
    };
    let several = second.is_some();
    let mut job = ConvertRun {
        args,
        lang,
        several,
        target: args
            .out()
            .map(|out| FileTarget::new(out, extension(args.to))),
        gathered: Vec::new(),
        said: Vec::new(),
        losses: Losses::default(),
        status: Status::default(),
    };
    job.refuse_one_file()?;
    let mut converted = 0;
    let mut waiting = second;
    let mut item = Some(first);
    while let Some(source) = item {
        match source {
            // Of a single record there is nothing else that could be written.
            source if !several && job.is_single() => {
                stop.endable(|| job.add(source, converted))?;
            }
            source if !several => job.add(source, converted)?,
            source => {
                if let Err(refusal) = job.add(source, converted) {
                    complain(&refusal.sentence);
                    job.status = job.status.and(refusal.status);
                }
            }
        }
        converted += 1;
        item = match waiting.take() {
            Some(second) => Some(second),
            None => stop.unless_asked(|| sources.next()),
        };
    }
    if stop.is_asked() && several {
        complain(&tr!(lang, "convert-interrupted", count = converted));
        job.status.unknown = true;
    }
    job.finish(out)
}

/// A run of the command.
struct ConvertRun<'a> {
    args: &'a ConvertArgs,
    lang: Lang,
    /// Whether there is more than one record.
    several: bool,
    /// Where files go; `None` is standard output.
    target: Option<FileTarget>,
    /// What goes into one file or to standard output.
    gathered: Vec<u8>,
    /// What is to be said of it once it is written.
    said: Vec<String>,
    /// What the format cannot hold.
    losses: Losses,
    status: Status,
}

impl ConvertRun<'_> {
    /// Whether all records go to one place.
    fn is_single(&self) -> bool {
        self.target.as_ref().is_none_or(FileTarget::is_single)
    }

    /// Refuses to put several records into one file of a format that has room for one.
    fn refuse_one_file(&self) -> Result<(), Refusal> {
        let line_by_line = matches!(self.args.to, Format::Sfen | Format::Usi);
        match self.several && self.is_single() && !line_by_line {
            true => {
                let format = self.args.to.name();
                Err(tr!(self.lang, "convert-one-file", format).into())
            }
            false => Ok(()),
        }
    }

    /// Converts a record. Says what was skipped only once it is written.
    fn add(&mut self, source: Result<RecordSource, InputError>, before: usize) -> CommandOutcome {
        let (args, lang) = (self.args, self.lang);
        let source = source.map_err(|error| formats::input_error(lang, &error))?;
        let collection = self.several && self.is_single() && args.to == Format::Sfen;
        let options = ConvertOptions::new(args.to)
            .with_encoding(args.encoding)
            .with_lenient(args.lenient)
            .with_rest(args.rest)
            .with_collection(collection);
        let conversion = convert(&source.bytes, options);
        let conversion = conversion.map_err(|error| located(lang, &source, error))?;
        if let Some(first) = conversion.unencodable.first() {
            let sentence = unencodable(lang, first, conversion.unencodable.len());
            if !args.lenient {
                return Err(sentence.into());
            }
            self.said.push(sentence);
        }
        if self.is_single() {
            self.gathered.extend_from_slice(&conversion.bytes);
        } else if let Some(target) = &mut self.target {
            let name = name(&source, &conversion).unwrap_or_else(|| (before + 1).to_string());
            let written = target.write_new(&name, &conversion.bytes);
            written.map_err(|error| unwritable(lang, &error))?;
        }
        let warnings = conversion.warnings.iter();
        let warnings = warnings.map(|warning| located(lang, &source, warning.clone()));
        self.said.extend(warnings.chain(remarks(lang, &conversion)));
        if !self.is_single() {
            self.say();
        }
        let partial = !conversion.warnings.is_empty() || !conversion.unencodable.is_empty();
        self.status.unknown |= partial;
        self.losses.add_all(&conversion.losses);
        Ok(())
    }

    /// Says what is waiting to be said.
    fn say(&mut self) {
        self.said.drain(..).for_each(|sentence| complain(&sentence));
    }

    /// Writes what was gathered, and says what the format cannot hold.
    fn finish(mut self, out: &mut dyn Write) -> CommandResult {
        let lang = self.lang;
        if self.is_single()
            && let Some(target) = &mut self.target
        {
            let written = target.write_new("", &self.gathered);
            written.map_err(|error| unwritable(lang, &error))?;
        }
        self.say();
        if !self.losses.is_empty() {
            let losses = formats::losses(lang, &self.losses);
            let format = self.args.to.name();
            complain(&tr!(lang, "convert-losses", format, losses));
        }
        if self.target.is_none() {
            out.write_all(&self.gathered)?;
            out.flush()?;
        }
        Ok(self.status)
    }
}

/// What became of one record.
type CommandOutcome = Result<(), Refusal>;

/// What the names of the files of a format end with.
fn extension(format: Format) -> &'static str {
    match format {
        Format::Usi => "txt",
        format => format.name(),
    }
}

/// What the file of a record is called: as the problem, or else as the file that it is
/// from.
fn name(source: &RecordSource, conversion: &Conversion) -> Option<String> {
    let title = conversion.record.header("作品名");
    let title = title.map(str::trim).filter(|title| !title.is_empty());
    title.map(Into::into).or_else(|| match &source.location {
        Location::Source { name, line: None } if name != "-" => {
            let stem = Path::new(name).file_stem()?;
            Some(stem.to_string_lossy().into_owned())
        }
        _ => None,
    })
}

/// Says what is wrong, and where.
fn located(lang: Lang, source: &RecordSource, error: RecordError) -> String {
    let location = source.location.clone();
    let kind = match location {
        // The line is that of the collection.
        Location::Source { line: Some(_), .. } => RecordError {
            line: None,
            ..error
        },
        _ => error,
    }
    .into();
    formats::input_error(lang, &InputError { location, kind })
}

/// Says what was assumed, and what else was skipped.
fn remarks(lang: Lang, conversion: &Conversion) -> Vec<String> {
    let assumed = conversion
        .assumed_rest
        .map(|rest| formats::assumed_rest(lang, rest));
    let more = (conversion.more_warnings > 0)
        .then(|| tr!(lang, "convert-more", count = conversion.more_warnings));
    assumed.into_iter().chain(more).collect()
}

/// Says which characters the encoding does not have.
fn unencodable(lang: Lang, first: &Unencodable, count: usize) -> String {
    tr!(
        lang,
        "convert-unencodable",
        character = quote(&first.character.to_string()),
        line = first.line,
        count
    )
}

/// Says why a file could not be written.
fn unwritable(lang: Lang, error: &WriteError) -> String {
    let (path, error) = match error {
        WriteError::File(path, error) => (path.as_path(), error),
        WriteError::Stdout(error) => (Path::new("-"), error),
    };
    let file = quote(&path.display().to_string());
    match error.kind() {
        io::ErrorKind::AlreadyExists => tr!(lang, "convert-exists", file),
        _ => tr!(lang, "convert-unwritable", file, error),
    }
}
