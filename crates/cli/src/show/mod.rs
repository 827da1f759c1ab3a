//! `kemuri show`: problems as diagrams.

mod moves;
mod output;
mod sheet;

use crate::args::ShowArgs;
use crate::input::problems;
use crate::notes::PieceWarnings;
use crate::{CommandResult, complain, warn};
use kemuri_core::sfen::Sfen;
use kemuri_diagram::Diagram;
use kemuri_formats::{FaultyPosition, InputError, ProblemEntry, ReadOptions};
use kemuri_terminal::{Status, Stop};
use kemuri_text::{Lang, formats, quote, tr};
use moves::DiagramMaker;
use output::{Heading, ShowOutput};
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
    let mut inputs = problems(&args.inputs, options, lang);
    let mut next = || stop.unless_asked(|| inputs.next());
    let (first, second) = (next(), next());
    // Better known before the first is drawn; among broken lines a second one
    // may still turn up later.
    let is_drawn = |item: &Option<Result<ProblemEntry, InputError>>| match item {
        Some(Ok(_)) => true,
        Some(Err(error)) => any_position(args, error).is_some(),
        None => false,
    };
    let mut several = is_drawn(&first) && is_drawn(&second);
    let rest = std::iter::from_fn(next);
    for item in first.into_iter().chain(second).chain(rest) {
        let entry = match item {
            Ok(entry) => Ok(entry),
            Err(error) if any_position(args, &error).is_some() => Err(error),
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
        let drawn = match entry {
            Ok(entry) => {
                warnings.add(&entry);
                match maker.diagram(&entry) {
                    Ok(diagram) => output.add(&Heading::of(&entry), diagram)?,
                    Err(refusal) => {
                        complain(&refusal.sentence);
                        refusal.status
                    }
                }
            }
            Err(error) => match any_position(args, &error) {
                Some((faulty, start)) => {
                    let diagram = Diagram::from_sfen(start, args.attacker);
                    let drawn = output.add(&Heading::of_faulty(faulty, &error), diagram)?;
                    let place = &error.location;
                    warn(&formats::faulty_position(lang, place, start, args.attacker));
                    drawn
                }
                None => Status::default(),
            },
        };
        status = status.and(drawn);
    }
    status = status.and(output.write_sheet()?);
    let drawn = output.finish()?;
    warnings.complain_of_pieces();
    warnings.complain_of_hands();
    if stop.is_asked() {
        complain(&tr!(lang, "show-interrupted", count = drawn));
        status.unknown = true;
    }
    Ok(status)
}

/// The position of an input that is no problem, if it can be drawn: nothing is wrong but
/// the position, and no moves are to be played from it.
fn any_position<'a>(
    args: &ShowArgs,
    error: &'a InputError,
) -> Option<(&'a FaultyPosition, &'a Sfen)> {
    let faulty = error.kind.faulty_position()?;
    Some((
        faulty,
        faulty.start.as_ref().filter(|_| args.moves.is_none())?,
    ))
}
