//! Commands that come during a search and concern a later one.
//!
//! They wait until the search has been answered. However much a GUI sends
//! meanwhile, only what can still matter is kept: the last position, the last value
//! of each option, the last `go`. A `go` that is superseded by another before its
//! search began is not searched, but it has to be answered.

use super::go::{Clock, Go, Question};
use std::collections::VecDeque;
use std::time::Instant;

/// What waits for the end of a search, in the order in which it is done.
#[derive(Default)]
pub(super) struct Queue {
    superseded: VecDeque<Question>,
    before_go: Changes,
    go: Option<PendingGo>,
    after_go: Changes,
}

/// What may be changed between two searches. The order within does not matter.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Changes {
    /// The table is to be emptied.
    pub new_game: bool,
    /// Options and their values, each option once.
    pub options: Vec<(String, String)>,
    /// The `position` line.
    pub position: Option<String>,
    /// How often `isready` has to be answered once that is done.
    pub ready_count: usize,
}

/// A search that has not begun.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct PendingGo {
    /// What was asked for.
    pub go: Go,
    /// When it was asked for.
    pub at: Instant,
    /// Whether it has been stopped already.
    pub stopped: bool,
    /// The clock of a `ponderhit`, and when it came.
    pub ponder_hit: Option<(Clock, Instant)>,
}

/// What is to be done next.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum NextStep {
    /// Answer a `go` that was superseded: nothing is known.
    AnswerSuperseded(Question),
    /// Change something.
    Change(Changes),
    /// Start a search.
    Search(Box<PendingGo>),
}

impl PendingGo {
    /// Returns a search that was asked for at this moment.
    pub fn new(go: Go, at: Instant) -> Self {
        Self {
            go,
            at,
            stopped: false,
            ponder_hit: None,
        }
    }
}

impl Changes {
    /// Returns whether a `go` or `isready` has something to wait for.
    fn any(&self) -> bool {
        self.new_game || !self.options.is_empty() || self.position.is_some()
    }

    fn set_option(&mut self, name: String, value: String) {
        self.options.retain(|(n, _)| !n.eq_ignore_ascii_case(&name));
        self.options.push((name, value));
    }

    /// Adds changes that come later.
    fn append(&mut self, later: Self) {
        self.new_game |= later.new_game;
        self.position = later.position.or(self.position.take());
        self.ready_count += later.ready_count;
        for (name, value) in later.options {
            self.set_option(name, value);
        }
    }
}

impl Queue {
    /// Returns what is changed before the next `go` that comes.
    fn changes(&mut self) -> &mut Changes {
        match self.go {
            Some(_) => &mut self.after_go,
            None => &mut self.before_go,
        }
    }

    /// Adds `usinewgame`.
    pub fn new_game(&mut self) {
        self.changes().new_game = true;
    }

    /// Adds `setoption`.
    pub fn set_option(&mut self, name: String, value: String) {
        self.changes().set_option(name, value);
    }

    /// Adds `position`.
    pub fn set_position(&mut self, line: String) {
        self.changes().position = Some(line);
    }

    /// Adds `isready`, to be answered once everything before it is done. Returns
    /// `true` if there is nothing to wait for.
    pub fn is_ready(&mut self) -> bool {
        let pending = [&mut self.after_go, &mut self.before_go];
        match pending.into_iter().find(|changes| changes.any()) {
            Some(changes) => {
                changes.ready_count += 1;
                false
            }
            None => true,
        }
    }

    /// Returns the search that waits.
    pub fn pending_go(&mut self) -> Option<&mut PendingGo> {
        self.go.as_mut()
    }

    /// Adds `go`.
    pub fn go(&mut self, go: Go, at: Instant) {
        if let Some(superseded) = self.go.take() {
            self.superseded.push_back(superseded.go.question);
            let later = std::mem::take(&mut self.after_go);
            self.before_go.append(later);
        }
        self.go = Some(PendingGo::new(go, at));
    }

    /// Removes what is to be done next.
    pub fn next_step(&mut self) -> Option<NextStep> {
        if let Some(question) = self.superseded.pop_front() {
            return Some(NextStep::AnswerSuperseded(question));
        }
        if self.before_go.any() {
            return Some(NextStep::Change(std::mem::take(&mut self.before_go)));
        }
        let go = self.go.take()?;
        self.before_go = std::mem::take(&mut self.after_go);
        Some(NextStep::Search(Box::new(go)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mate() -> Go {
        Go::mate(None)
    }

    fn done(queue: &mut Queue) -> Vec<NextStep> {
        std::iter::from_fn(|| queue.next_step()).collect()
    }

    #[test]
    fn however_many_positions_come_the_last_one_is_kept() {
        let mut queue = Queue::default();
        for i in 0..100_000 {
            queue.set_position(format!("position {i}"));
            queue.set_option("MultiPV".into(), i.to_string());
            queue.set_option("multipv".into(), i.to_string());
            queue.new_game();
        }
        let [NextStep::Change(changes)] = &done(&mut queue)[..] else {
            panic!("one change");
        };
        assert_eq!(changes.position.as_deref(), Some("position 99999"));
        assert_eq!(changes.options, [("multipv".into(), "99999".into())]);
        assert!(changes.new_game);
    }

    #[test]
    fn every_go_is_kept_but_only_the_last_is_searched() {
        let mut queue = Queue::default();
        let now = Instant::now();
        queue.set_position("a".into());
        queue.go(mate(), now);
        queue.go(
            Go {
                question: Question::BestMove,
                ..mate()
            },
            now,
        );
        queue.set_option("X".into(), "1".into());
        queue.go(mate(), now);
        queue.set_position("b".into());
        queue.pending_go().unwrap().stopped = true;
        let steps = done(&mut queue);
        assert_eq!(steps.len(), 5, "{steps:?}");
        assert_eq!(steps[0], NextStep::AnswerSuperseded(Question::Mate));
        assert_eq!(steps[1], NextStep::AnswerSuperseded(Question::BestMove));
        // The position of a `go` that is superseded is that of the next one.
        let NextStep::Change(first) = &steps[2] else {
            panic!("{steps:?}");
        };
        assert_eq!(first.position.as_deref(), Some("a"));
        assert_eq!(first.options.len(), 1);
        assert!(matches!(&steps[3], NextStep::Search(pending) if pending.stopped));
        let NextStep::Change(last) = &steps[4] else {
            panic!("{steps:?}");
        };
        assert_eq!(last.position.as_deref(), Some("b"));
    }

    #[test]
    fn readiness_waits_for_what_was_said_before() {
        let mut queue = Queue::default();
        assert!(queue.is_ready());
        queue.set_option("X".into(), "1".into());
        assert!(!queue.is_ready());
        queue.go(mate(), Instant::now());
        assert!(!queue.is_ready());
        let steps = done(&mut queue);
        assert!(matches!(&steps[0], NextStep::Change(changes) if changes.ready_count == 2));
        assert!(queue.is_ready());
    }
}
