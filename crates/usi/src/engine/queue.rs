//! What is said during a search and concerns a later one.
//!
//! It waits until the search has been answered. However much a GUI may send
//! meanwhile, no more is kept than can still matter: the last position, the last
//! value of each option, the last `go`. Of a `go` that is overtaken by another
//! before its search began nothing is left but that it has to be answered.

use super::command::{Clock, Go, Question};
use std::collections::VecDeque;
use std::time::Instant;

/// What waits for the end of a search, in the order in which it is done.
#[derive(Default)]
pub struct Queue {
    overtaken: VecDeque<Question>,
    before: Changes,
    go: Option<Waiting>,
    after: Changes,
}

/// What may be changed between two searches. The order within does not matter.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Changes {
    /// The table is to be cleared.
    pub new_game: bool,
    /// Options and their values, each option once.
    pub options: Vec<(String, String)>,
    /// The `position` line.
    pub position: Option<String>,
    /// How often `isready` has to be answered once that is done.
    pub ready: usize,
}

/// A search that has not begun.
#[derive(Debug, PartialEq, Eq)]
pub struct Waiting {
    /// What was asked for.
    pub go: Go,
    /// When it was asked for.
    pub at: Instant,
    /// Whether it has been stopped already.
    pub stopped: bool,
    /// The clock of a `ponderhit`, and when it came.
    pub hit: Option<(Clock, Instant)>,
}

/// What is to be done next.
#[derive(Debug, PartialEq, Eq)]
pub enum Next {
    /// Answer a `go` that was overtaken: nothing is known.
    Overtaken(Question),
    /// Change something.
    Change(Changes),
    /// Search.
    Search(Waiting),
}

impl Waiting {
    /// A search that was asked for just now.
    pub fn new(go: Go, at: Instant) -> Self {
        Self {
            go,
            at,
            stopped: false,
            hit: None,
        }
    }
}

impl Changes {
    /// Whether a search, or an `isready`, that comes now is to see something else.
    fn any(&self) -> bool {
        self.new_game || !self.options.is_empty() || self.position.is_some()
    }

    fn set_option(&mut self, name: String, value: String) {
        self.options.retain(|(n, _)| !n.eq_ignore_ascii_case(&name));
        self.options.push((name, value));
    }
}

impl Queue {
    /// What is changed before the next `go` that comes.
    fn changes(&mut self) -> &mut Changes {
        match self.go {
            Some(_) => &mut self.after,
            None => &mut self.before,
        }
    }

    /// A game begins.
    pub fn new_game(&mut self) {
        self.changes().new_game = true;
    }

    /// An option is to have a value.
    pub fn set_option(&mut self, name: String, value: String) {
        self.changes().set_option(name, value);
    }

    /// A position is to be searched next.
    pub fn set_position(&mut self, line: String) {
        self.changes().position = Some(line);
    }

    /// Asks for `readyok` once all that was said so far is done. Returns whether
    /// there is nothing to wait for.
    pub fn is_ready(&mut self) -> bool {
        let pending = [&mut self.after, &mut self.before];
        match pending.into_iter().find(|changes| changes.any()) {
            Some(changes) => {
                changes.ready += 1;
                false
            }
            None => true,
        }
    }

    /// The search that waits. What is said of a search is for the last one.
    pub fn waiting(&mut self) -> Option<&mut Waiting> {
        self.go.as_mut()
    }

    /// A search is asked for.
    pub fn go(&mut self, go: Go, at: Instant) {
        if let Some(overtaken) = self.go.take() {
            self.overtaken.push_back(overtaken.go.question);
            let Changes {
                new_game,
                options,
                position,
                ready,
            } = std::mem::take(&mut self.after);
            self.before.new_game |= new_game;
            self.before.position = position.or(self.before.position.take());
            self.before.ready += ready;
            for (name, value) in options {
                self.before.set_option(name, value);
            }
        }
        self.go = Some(Waiting::new(go, at));
    }

    /// What is to be done next.
    pub fn next(&mut self) -> Option<Next> {
        if let Some(question) = self.overtaken.pop_front() {
            return Some(Next::Overtaken(question));
        }
        if self.before.any() {
            return Some(Next::Change(std::mem::take(&mut self.before)));
        }
        let go = self.go.take()?;
        self.before = std::mem::take(&mut self.after);
        Some(Next::Search(go))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mate() -> Go {
        Go::mate(None)
    }

    fn done(queue: &mut Queue) -> Vec<Next> {
        std::iter::from_fn(|| queue.next()).collect()
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
        let [Next::Change(changes)] = &done(&mut queue)[..] else {
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
                question: Question::Move,
                ..mate()
            },
            now,
        );
        queue.set_option("X".into(), "1".into());
        queue.go(mate(), now);
        queue.set_position("b".into());
        queue.waiting().unwrap().stopped = true;
        let steps = done(&mut queue);
        assert_eq!(steps.len(), 5, "{steps:?}");
        assert_eq!(steps[0], Next::Overtaken(Question::Mate));
        assert_eq!(steps[1], Next::Overtaken(Question::Move));
        // The position of a `go` that is overtaken is that of the next one.
        let Next::Change(first) = &steps[2] else {
            panic!("{steps:?}");
        };
        assert_eq!(first.position.as_deref(), Some("a"));
        assert_eq!(first.options.len(), 1);
        assert!(matches!(&steps[3], Next::Search(waiting) if waiting.stopped));
        let Next::Change(last) = &steps[4] else {
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
        assert!(matches!(&steps[0], Next::Change(changes) if changes.ready == 2));
        assert!(queue.is_ready());
    }
}
