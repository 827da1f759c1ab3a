//! What a GUI is told while it waits, and the answers it waits for.

use super::command::Question;
use super::search::{Counts, Row};
use kemuri_core::Move;
use kemuri_text::units::per_second;
use std::time::Duration;

/// A search without a mate so far, at this line, or at its end.
pub fn glimpse(counts: &Counts, time: Duration, line: &[Move]) -> String {
    if line.is_empty() {
        return figures(counts, time, counts.max_depth);
    }
    let figures = figures(counts, time, line.len() as u32);
    format!("{figures} multipv 1 pv {}", moves(line))
}

/// The root moves that mate, a line each. To the `defender` a mate is a loss.
pub fn rows(counts: &Counts, time: Duration, rows: &[Row], defender: bool) -> Vec<String> {
    let sign = if defender { "-" } else { "" };
    let row = |(i, row): (usize, &Row)| {
        let figures = figures(counts, time, row.length);
        let mut out = format!(
            "{figures} score mate {sign}{} multipv {}",
            row.length,
            i + 1
        );
        if !row.line.is_empty() {
            out += " pv ";
            out += &moves(&row.line);
        }
        out
    };
    rows.iter().enumerate().map(row).collect()
}

/// Everything but the moves and what they are worth.
fn figures(counts: &Counts, time: Duration, depth: u32) -> String {
    format!(
        "info depth {depth} seldepth {} time {} nodes {} nps {} hashfull {}",
        counts.max_depth.max(depth),
        time.as_millis(),
        counts.nodes,
        per_second(counts.nodes, time),
        counts.hash_permille
    )
}

/// The answer if there is a mate with this line.
pub fn mate(question: Question, line: &[Move]) -> String {
    match (question, line.first()) {
        (Question::Mate, Some(_)) => format!("checkmate {}", moves(line)),
        (Question::Move, Some(first)) => format!("bestmove {}", first.to_usi()),
        // A mate without moves cannot be said: GUIs wait for ever after a bare
        // `checkmate`.
        (_, None) => unknown(question).into(),
    }
}

/// The answer if there is no mate.
pub fn no_mate(question: Question) -> &'static str {
    match question {
        Question::Mate => "checkmate nomate",
        Question::Move => "bestmove resign",
    }
}

/// The answer if nothing is known.
pub fn unknown(question: Question) -> &'static str {
    match question {
        Question::Mate => "checkmate timeout",
        Question::Move => "bestmove resign",
    }
}

fn moves(line: &[Move]) -> String {
    let words: Vec<String> = line.iter().map(|mv| mv.to_usi()).collect();
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    const TIME: Duration = Duration::from_millis(500);

    fn counts() -> Counts {
        Counts {
            nodes: 1000,
            max_depth: 2,
            hash_permille: 7,
        }
    }

    fn line(words: &str) -> Vec<Move> {
        let read = |word| Move::from_usi(word).unwrap();
        words.split_whitespace().map(read).collect()
    }

    #[test]
    fn a_search_shows_its_line() {
        assert_eq!(
            glimpse(&counts(), TIME, &line("G*2b 1a1b")),
            "info depth 2 seldepth 2 time 500 nodes 1000 nps 2000 hashfull 7 multipv 1 pv G*2b 1a1b"
        );
        assert_eq!(
            glimpse(&Counts::default(), Duration::ZERO, &[]),
            "info depth 0 seldepth 0 time 0 nodes 0 nps 0 hashfull 0"
        );
        assert_eq!(
            glimpse(&counts(), TIME, &[]),
            "info depth 2 seldepth 2 time 500 nodes 1000 nps 2000 hashfull 7"
        );
    }

    #[test]
    fn a_mate_is_a_loss_to_the_defender() {
        let row = |length, words| Row {
            length,
            exact: true,
            line: line(words),
        };
        let list = [row(3, "G*2b 1a1b 3c3b+"), row(5, "G*1b")];
        let figures = "time 500 nodes 1000 nps 2000 hashfull 7";
        assert_eq!(
            rows(&counts(), TIME, &list, false),
            [
                format!(
                    "info depth 3 seldepth 3 {figures} score mate 3 multipv 1 pv G*2b 1a1b 3c3b+"
                ),
                format!("info depth 5 seldepth 5 {figures} score mate 5 multipv 2 pv G*1b"),
            ]
        );
        assert_eq!(
            rows(&counts(), TIME, &[row(0, "")], true),
            [format!(
                "info depth 0 seldepth 2 {figures} score mate -0 multipv 1"
            )]
        );
    }

    #[test]
    fn answers_are_those_of_the_protocol() {
        let moves = line("G*2b 1a1b");
        assert_eq!(mate(Question::Mate, &moves), "checkmate G*2b 1a1b");
        assert_eq!(mate(Question::Move, &moves), "bestmove G*2b");
        assert_eq!(mate(Question::Mate, &[]), "checkmate timeout");
        assert_eq!(mate(Question::Move, &[]), "bestmove resign");
    }
}
