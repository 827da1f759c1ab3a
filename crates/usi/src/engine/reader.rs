//! Lines of input, whatever may come.

use super::Event;
use std::io::{self, BufRead, BufReader, Read};
use std::sync::mpsc::SyncSender;
use std::time::Instant;

/// Longest line that is taken, in bytes: room for a game of ten thousand moves.
pub const MAX_LINE: usize = 64 << 10;

/// A line of input.
#[derive(Debug, PartialEq, Eq)]
pub enum Input {
    /// A line, without its end. What is not UTF-8 in it has been replaced.
    Line(String),
    /// A line of more than [`MAX_LINE`] bytes. Half a command is none, so it is
    /// not passed on.
    TooLong,
}

/// Reads `input` on a thread of its own.
///
/// The thread ends with the input, or with the first line that comes after the end
/// of the conversation.
pub fn spawn(input: impl Read + Send + 'static, events: SyncSender<Event>) {
    std::thread::spawn(move || {
        let mut input = BufReader::new(input);
        while let Ok(Some(line)) = next_line(&mut input) {
            if events.send(Event::Input(line, Instant::now())).is_err() {
                return;
            }
        }
        // Nobody is left to be told if the conversation is over already.
        let _ = events.send(Event::End);
    });
}

/// The next line, or nothing at the end.
fn next_line(input: &mut impl BufRead) -> io::Result<Option<Input>> {
    let mut line = Vec::new();
    let limit = MAX_LINE as u64 + 1;
    let read = input.by_ref().take(limit).read_until(b'\n', &mut line)?;
    if read == 0 {
        return Ok(None);
    }
    if read > MAX_LINE && line.last() != Some(&b'\n') {
        input.skip_until(b'\n')?;
        return Ok(Some(Input::TooLong));
    }
    let text = String::from_utf8_lossy(&line);
    // Some shells put a byte order mark before what they pipe.
    let text = text.trim_start_matches('\u{feff}').trim();
    Ok(Some(Input::Line(text.into())))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(mut bytes: &[u8]) -> Vec<Input> {
        std::iter::from_fn(|| next_line(&mut bytes).unwrap()).collect()
    }

    #[test]
    fn every_kind_of_line_end_is_one() {
        let line = |text: &str| Input::Line(text.into());
        assert_eq!(
            lines(b"usi\r\nisready\n\nquit"),
            [line("usi"), line("isready"), line(""), line("quit")]
        );
        assert_eq!(lines(b""), []);
        assert_eq!(lines(b"\xef\xbb\xbfusi\r\n"), [line("usi")]);
    }

    #[test]
    fn bytes_that_are_no_text_do_no_harm() {
        let lines = lines(b"\xff\xfe\0u\nusi\n");
        assert!(matches!(&lines[0], Input::Line(text) if text.ends_with('u')));
        assert_eq!(lines[1], Input::Line("usi".into()));
    }

    #[test]
    fn a_line_without_end_is_dropped_as_a_whole() {
        for (length, fits) in [(MAX_LINE, true), (MAX_LINE + 1, false), (1 << 20, false)] {
            let mut bytes = vec![b'x'; length];
            bytes.extend(b"\nquit\n");
            let lines = lines(&bytes);
            assert_eq!(lines.len(), 2, "{length}");
            assert_eq!(lines[0] != Input::TooLong, fits, "{length}");
            assert_eq!(lines[1], Input::Line("quit".into()));
        }
        let endless = vec![b'x'; 1 << 20];
        assert_eq!(lines(&endless), [Input::TooLong]);
    }
}
