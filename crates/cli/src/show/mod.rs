//! `kemuri show`: problems as diagrams.

mod files;
mod moves;
mod output;

use crate::args::ShowArgs;
use crate::input::problems;
use crate::notes::PieceWarnings;
use crate::{CommandResult, complain};
use kemuri_formats::ReadOptions;
use kemuri_terminal::{Status, Stop};
use kemuri_text::{Lang, formats, quote, tr};
use moves::DiagramMaker;
use output::ShowOutput;
use std::ffi::OsStr;
use std::io::{self, IsTerminal, Write};

/// Draws what `args` name.
pub fn run(args: &ShowArgs, lang: Lang, stop: &Stop, out: &mut dyn Write) -> CommandResult {
    let mut output = ShowOutput::new(args, lang, stop, out);
    let mut status = Status::default();
    if args.png.as_deref() == Some(OsStr::new("-")) && io::stdout().is_terminal() {
        return Err(tr!(lang, "show-png-on-terminal").into());
    }
    let mut maker = DiagramMaker::new(args, lang, stop);
    let options = ReadOptions::default()
        .with_attacker(args.attacker)
        .with_rest(args.rest);
    let mut warnings = PieceWarnings::new(lang);
    let mut inputs = problems(&args.inputs, options);
    let mut next = || stop.unless_asked(|| inputs.next());
    let (first, second) = (next(), next());
    // Better known before the first is drawn; among broken lines a second one
    // may still turn up later.
    let mut several = matches!((&first, &second), (Some(Ok(_)), Some(Ok(_))));
    let rest = std::iter::from_fn(next);
    for item in first.into_iter().chain(second).chain(rest) {
        let entry = match item {
            Ok(entry) => entry,
            Err(error) => {
                complain(&formats::input_error(lang, &error));
                status.bad_input = true;
                continue;
            }
        };
        if several && let Some((flag, file)) = output.single_file() {
            let file = quote(&file.to_string_lossy());
            return Err(tr!(lang, "show-one-file", flag, file).into());
        }
        several = true;
        warnings.add(&entry);
        let drawn = match maker.diagram(&entry) {
            Ok(diagram) => output.add(&entry, diagram)?,
            Err(refusal) => {
                complain(&refusal.sentence);
                refusal.status
            }
        };
        status = status.and(drawn);
    }
    let drawn = output.finish()?;
    warnings.complain_of_pieces();
    warnings.complain_of_hands();
    if stop.is_asked() {
        complain(&tr!(lang, "show-interrupted", count = drawn));
        status.unknown = true;
    }
    Ok(status)
}
