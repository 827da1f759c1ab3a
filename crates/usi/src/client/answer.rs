//! What an engine answers to `go mate`.

use super::EngineError;
use kemuri_core::Move;
use std::time::Duration;

/// What an engine says of a problem, in the words of the protocol. Not a `Verdict`:
/// nothing of it is proven.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EngineAnswer {
    /// `checkmate` with moves. Nobody has checked them.
    Mate(Vec<Move>),
    /// `checkmate nomate`.
    NoMate,
    /// `checkmate timeout`.
    Timeout,
    /// `checkmate notimplemented`: it does not take this problem.
    NotImplemented,
    /// The caller interrupted it before it answered.
    Interrupted,
}

/// An answer and its cost.
#[derive(Debug)]
#[non_exhaustive]
pub struct EngineReply {
    /// What the engine says.
    pub answer: Result<EngineAnswer, EngineError>,
    /// The last number of nodes it gave.
    pub nodes: Option<u64>,
    /// From `go` to the answer, by our clock.
    pub time: Duration,
}

impl EngineAnswer {
    /// Reads what follows `checkmate`.
    pub(super) fn read(answer: &str) -> Result<Self, EngineError> {
        match answer.trim() {
            "nomate" => Ok(Self::NoMate),
            "timeout" => Ok(Self::Timeout),
            "notimplemented" => Ok(Self::NotImplemented),
            moves => {
                let line: Option<Vec<Move>> = moves
                    .split_whitespace()
                    .map(|word| Move::from_usi(word).filter(|m| m.is_normal()))
                    .collect();
                match line {
                    Some(line) if !line.is_empty() => Ok(Self::Mate(line)),
                    _ => Err(EngineError::BadAnswer(format!("checkmate {moves}"))),
                }
            }
        }
    }
}

/// Returns the number after `nodes` in an `info` line, unless it is part of a
/// comment.
pub(super) fn info_nodes(line: &str) -> Option<u64> {
    let mut words = line.split_whitespace();
    if words.next() != Some("info") {
        return None;
    }
    words
        .by_ref()
        .take_while(|w| *w != "string")
        .find(|w| *w == "nodes")?;
    words.next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_are_read_from_info_lines_only() {
        assert_eq!(
            info_nodes("info time 3 nodes 120 nps 40 pv G*2b"),
            Some(120)
        );
        assert_eq!(info_nodes("info nodes 7"), Some(7));
        assert_eq!(info_nodes("info string nodes 7"), None);
        assert_eq!(info_nodes("info nodes many"), None);
        assert_eq!(info_nodes("info nodes"), None);
        assert_eq!(info_nodes("nodes 7"), None);
    }

    #[test]
    fn answers_are_read() {
        let read = |answer| EngineAnswer::read(answer).unwrap();
        assert!(matches!(read(" G*2b 1a1b 3c3b+"), EngineAnswer::Mate(line) if line.len() == 3));
        assert_eq!(read(" nomate"), EngineAnswer::NoMate);
        assert_eq!(read(" timeout"), EngineAnswer::Timeout);
        assert_eq!(read(" notimplemented"), EngineAnswer::NotImplemented);
        for bad in ["", " ", " G*2b maybe", " resign"] {
            assert!(matches!(
                EngineAnswer::read(bad),
                Err(EngineError::BadAnswer(_))
            ));
        }
    }
}
