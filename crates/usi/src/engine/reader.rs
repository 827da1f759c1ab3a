//! Reads commands, whatever bytes may come.

use super::Event;
use super::command::{CommandError, GuiCommand};
use std::io::{self, BufRead, BufReader, Read};
use std::sync::mpsc::SyncSender;
use std::time::Instant;

/// Longest line that is read, in bytes: room for a game of ten thousand moves.
const MAX_LINE: usize = 64 << 10;

/// Reads `input` on a thread of its own, which ends at `quit`, at the end of
/// `input`, or when nobody receives events any more.
///
/// # Errors
/// When there is no thread to be had.
pub(super) fn spawn(
    input: impl Read + Send + 'static,
    events: SyncSender<Event>,
) -> io::Result<()> {
    let read = move || {
        let mut input = BufReader::new(input);
        while let Ok(Some(command)) = next_command(&mut input) {
            let is_last = command == Ok(GuiCommand::Quit);
            let sent = events.send(Event::Command(command, Instant::now()));
            if sent.is_err() || is_last {
                return;
            }
        }
        // Fails if the session has ended already.
        let _ = events.send(Event::EndOfInput);
    };
    std::thread::Builder::new().spawn(read).map(drop)
}

/// Returns the next line that is not empty, or `None` at the end.
fn next_command(input: &mut impl BufRead) -> io::Result<Option<Result<GuiCommand, CommandError>>> {
    while let Some(line) = next_line(input)? {
        let command = match &line {
            Ok(line) => GuiCommand::read(line),
            Err(error) => Some(Err(error.clone())),
        };
        if command.is_some() {
            return Ok(command);
        }
    }
    Ok(None)
}

/// Returns the next line without its end, or `None` at the end of input. What is not
/// UTF-8 is replaced. A line that is too long is skipped as a whole: half a command
/// is none.
fn next_line(input: &mut impl BufRead) -> io::Result<Option<Result<String, CommandError>>> {
    let mut line = Vec::new();
    let limit = MAX_LINE as u64 + 1;
    let read = input.by_ref().take(limit).read_until(b'\n', &mut line)?;
    if read == 0 {
        return Ok(None);
    }
    if read > MAX_LINE && line.last() != Some(&b'\n') {
        input.skip_until(b'\n')?;
        return Ok(Some(Err(CommandError::LineTooLong(MAX_LINE))));
    }
    let text = String::from_utf8_lossy(&line);
    // Some shells put a byte order mark before what they pipe.
    let text = text.trim_start_matches('\u{feff}').trim();
    Ok(Some(Ok(text.into())))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TOO_LONG: CommandError = CommandError::LineTooLong(MAX_LINE);

    fn lines(mut bytes: &[u8]) -> Vec<Result<String, CommandError>> {
        std::iter::from_fn(|| next_line(&mut bytes).unwrap()).collect()
    }

    fn line(text: &str) -> Result<String, CommandError> {
        Ok(text.into())
    }

    #[test]
    fn every_kind_of_line_end_is_one() {
        assert_eq!(
            lines(b"usi\r\nisready\n\nquit"),
            [line("usi"), line("isready"), line(""), line("quit")]
        );
        assert_eq!(lines(b""), []);
        assert_eq!(lines(b"\xef\xbb\xbfusi\r\n"), [line("usi")]);
    }

    #[test]
    fn empty_lines_are_skipped() {
        let mut bytes: &[u8] = b"\n \r\nusi\n\nstop";
        let commands: Vec<_> = std::iter::from_fn(|| next_command(&mut bytes).unwrap()).collect();
        assert_eq!(commands, [Ok(GuiCommand::Usi), Ok(GuiCommand::Stop)]);
    }

    #[test]
    fn bytes_that_are_no_text_do_no_harm() {
        let lines = lines(b"\xff\xfe\0u\nusi\n");
        assert!(matches!(&lines[0], Ok(text) if text.ends_with('u')));
        assert_eq!(lines[1], line("usi"));
    }

    #[test]
    fn a_line_without_end_is_dropped_as_a_whole() {
        for (length, fits) in [(MAX_LINE, true), (MAX_LINE + 1, false), (1 << 20, false)] {
            let mut bytes = vec![b'x'; length];
            bytes.extend(b"\nquit\n");
            let lines = lines(&bytes);
            assert_eq!(lines.len(), 2, "{length}");
            assert_eq!(lines[0] != Err(TOO_LONG), fits, "{length}");
            assert_eq!(lines[1], line("quit"));
        }
        let endless = vec![b'x'; 1 << 20];
        assert_eq!(lines(&endless), [Err(TOO_LONG)]);
    }
}
