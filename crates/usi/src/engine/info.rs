//! The lines a search writes: `info` while it runs, and its answer.

use super::go::Question;
use kemuri_core::{Move, Progress};
use kemuri_solver::Mate;

/// Writes a search that has found no mate, with the line being searched.
pub(super) fn progress_line(progress: &Progress) -> String {
    let line = &progress.line;
    if line.is_empty() {
        return figures(progress, progress.max_depth);
    }
    let figures = figures(progress, line.len() as u32);
    format!("{figures} multipv 1 pv {}", moves(line))
}

/// Writes the root moves that mate, one line each. To the `defender` a mate is a
/// loss.
pub(super) fn mate_lines(progress: &Progress, mates: &[Mate], defender: bool) -> Vec<String> {
    let sign = if defender { "-" } else { "" };
    (1..)
        .zip(mates)
        .map(|(number, mate)| {
            let length = mate.length;
            let figures = figures(progress, length);
            let mut out = format!("{figures} score mate {sign}{length} multipv {number}");
            if !mate.line.is_empty() {
                out += " pv ";
                out += &moves(&mate.line);
            }
            out
        })
        .collect()
}

/// Writes everything but the moves and the score.
fn figures(progress: &Progress, depth: u32) -> String {
    format!(
        "info depth {depth} seldepth {} time {} nodes {} nps {} hashfull {}",
        progress.max_depth.max(depth),
        progress.elapsed.as_millis(),
        progress.nodes,
        progress.speed(),
        progress.hash_permille
    )
}

/// Writes the answer if there is a mate with this line.
pub(super) fn mate_answer(question: Question, line: &[Move]) -> String {
    match (question, line.first()) {
        (Question::Mate, Some(_)) => format!("checkmate {}", moves(line)),
        (Question::BestMove, Some(first)) => format!("bestmove {}", first.to_usi()),
        // The protocol has no words for a mate without moves: GUIs wait for ever
        // after a bare `checkmate`.
        (_, None) => unknown_answer(question).into(),
    }
}

/// Writes the answer if there is no mate.
pub(super) fn no_mate_answer(question: Question) -> &'static str {
    match question {
        Question::Mate => "checkmate nomate",
        Question::BestMove => "bestmove resign",
    }
}

/// Writes the answer if nothing is known.
pub(super) fn unknown_answer(question: Question) -> &'static str {
    match question {
        Question::Mate => "checkmate timeout",
        Question::BestMove => "bestmove resign",
    }
}

fn moves(line: &[Move]) -> String {
    let words: Vec<String> = line.iter().map(|mv| mv.to_usi()).collect();
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use kemuri_core::Hand;
    use std::time::Duration;

    fn progress(words: &str) -> Progress {
        let mut progress = Progress::default();
        progress.elapsed = Duration::from_millis(500);
        progress.nodes = 1000;
        progress.max_depth = 2;
        progress.hash_permille = 7;
        progress.line = line(words);
        progress
    }

    fn line(words: &str) -> Vec<Move> {
        let read = |word| Move::from_usi(word).unwrap();
        words.split_whitespace().map(read).collect()
    }

    #[test]
    fn a_search_shows_its_line() {
        assert_eq!(
            progress_line(&progress("G*2b 1a1b")),
            "info depth 2 seldepth 2 time 500 nodes 1000 nps 2000 hashfull 7 multipv 1 pv G*2b 1a1b"
        );
        assert_eq!(
            progress_line(&Progress::default()),
            "info depth 0 seldepth 0 time 0 nodes 0 nps 0 hashfull 0"
        );
        assert_eq!(
            progress_line(&progress("")),
            "info depth 2 seldepth 2 time 500 nodes 1000 nps 2000 hashfull 7"
        );
    }

    #[test]
    fn a_mate_is_a_loss_to_the_defender() {
        let mate = |length, words| {
            let mut mate = Mate::within(length, line(words), Hand::EMPTY);
            mate.exact = true;
            mate
        };
        let list = [mate(3, "G*2b 1a1b 3c3b+"), mate(5, "G*1b")];
        let figures = "time 500 nodes 1000 nps 2000 hashfull 7";
        assert_eq!(
            mate_lines(&progress(""), &list, false),
            [
                format!(
                    "info depth 3 seldepth 3 {figures} score mate 3 multipv 1 pv G*2b 1a1b 3c3b+"
                ),
                format!("info depth 5 seldepth 5 {figures} score mate 5 multipv 2 pv G*1b"),
            ]
        );
        assert_eq!(
            mate_lines(&progress(""), &[mate(0, "")], true),
            [format!(
                "info depth 0 seldepth 2 {figures} score mate -0 multipv 1"
            )]
        );
    }

    #[test]
    fn answers_are_those_of_the_protocol() {
        let moves = line("G*2b 1a1b");
        assert_eq!(mate_answer(Question::Mate, &moves), "checkmate G*2b 1a1b");
        assert_eq!(mate_answer(Question::BestMove, &moves), "bestmove G*2b");
        assert_eq!(mate_answer(Question::Mate, &[]), "checkmate timeout");
        assert_eq!(mate_answer(Question::BestMove, &[]), "bestmove resign");
    }
}
