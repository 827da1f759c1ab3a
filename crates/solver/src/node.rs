//! A node on the stack, its children, and what they say about it together.

use crate::estimate::UNIT;
use crate::search::interposition::Question;
use crate::table::Query;
use crate::value::{INFINITE, NO_LIMIT, State, Value};
use kemuri_core::board::{KingLines, Undo};
use kemuri_core::{Hand, Move};
use std::hint::select_unpredictable;

/// No further child in a chain.
pub(crate) const NO_CHILD: u16 = u16::MAX;

/// A move of a node on the stack and what is known of the position after it.
#[derive(Clone, Copy)]
pub(crate) struct Child {
    pub(crate) key: u64,
    pub(crate) value: Value,
    pub(crate) hand: Hand,
    pub(crate) mv: Move,
    /// The child that is looked at once this one is settled.
    pub(crate) next: u16,
    /// Least depth from which its numbers come; [`u16::MAX`] if they are new.
    pub(crate) min_depth: u16,
    /// Whether the child waits for another to be settled.
    pub(crate) hidden: bool,
    /// Whether the child was looked at.
    pub(crate) looked_up: bool,
    /// Whether it had been entered before its parent was expanded.
    pub(crate) visited: bool,
    /// Whether its number enters the sum through a maximum.
    pub(crate) by_max: bool,
    pub(crate) captured: u8,
    /// Plies that the move counts.
    pub(crate) cost: u16,
    /// What is handed over after the capture, 0 for nothing; see
    /// [`crate::search::interposition::hand_over`].
    pub(crate) given_back: u8,
    /// Whether the move is an interposition that may be futile.
    pub(crate) interposes: bool,
    /// What is asked about it: of a capture with which a piece is given back
    /// there are several questions.
    pub(crate) question: Question,
    /// Other threads that were below it when it was last looked at.
    pub(crate) busy: u16,
}

impl Child {
    /// The length of the decided child, counted from its parent.
    pub(crate) fn len_from_parent(&self) -> u16 {
        longer(self.value.len, self.cost)
    }

    /// The number by which it is chosen: where another thread is at work there
    /// is less to be done.
    #[inline]
    fn avoided(&self, number: u32) -> u32 {
        number + u32::from(self.busy) * UNIT
    }

    /// Whether its numbers were found at least as near to the root as its
    /// parent at `depth` is: they may contain the parent's own.
    pub(crate) fn is_old(&self, depth: u16) -> bool {
        self.min_depth <= depth && self.value.is_open()
    }
}

/// A node of the current path.
pub(crate) struct Frame {
    pub(crate) first_child: usize,
    /// The move that led here, and how to take it back; none at the root.
    pub(crate) mv: Move,
    pub(crate) undo: Option<Undo>,
    /// What was handed over after that move, 0 for nothing.
    pub(crate) given_back: u8,
    /// Whether that move was an interposition that may be futile.
    pub(crate) interposed: bool,
    /// Interpositions on this square and farther from the king are left out.
    pub(crate) nearer_than: Option<u8>,
    pub(crate) query: Query,
    pub(crate) is_or: bool,
    pub(crate) pn_limit: u32,
    pub(crate) dn_limit: u32,
    /// The open entry of the position.
    pub(crate) slot: u32,
    /// A hash of the positions from the root down to this one.
    pub(crate) path_hash: u64,
    pub(crate) nodes_before: u64,
    /// Threshold control: the counter on entry, before this node added to it.
    pub(crate) raises_before: u32,
    /// Whether the node had been entered before its parent was expanded.
    pub(crate) visited: bool,
    /// Nothing below was searched yet on this visit.
    pub(crate) fresh: bool,
    pub(crate) lines: KingLines,
    /// The child being searched, among the children of this node.
    pub(crate) searching: usize,
    /// What the other children contributed to the summed number then.
    pub(crate) others: u32,
}

/// What the children of a node say about it.
pub(crate) struct Summary {
    pub(crate) pn: u32,
    pub(crate) dn: u32,
    /// The most promising child.
    pub(crate) best: usize,
    /// The child with the least number, whoever is below it.
    pub(crate) least: usize,
    /// The number by which the best was chosen, of the second best.
    pub(crate) second: u32,
    /// What the other children contribute to the summed number.
    pub(crate) others: u32,
    /// Minimal distance: the least depth of the children, if all are old.
    pub(crate) distance: u16,
    /// Whether a child is won, or all are lost, for the side to move.
    pub(crate) decided: bool,
}

impl Summary {
    const DECIDED: Self = Self {
        pn: 0,
        dn: 0,
        best: 0,
        least: 0,
        second: 0,
        others: 0,
        distance: u16::MAX,
        decided: true,
    };

    /// Combines the children of a node at `depth`.
    ///
    /// With `min_distance`, children that lie as near to the root as the node
    /// are left out of the sum as long as there are others (Kishimoto).
    ///
    /// Only if the search is `SHARED` other threads can be below a child.
    pub(crate) fn of<const SHARED: bool>(
        children: &[Child],
        is_or: bool,
        depth: u16,
        min_distance: bool,
    ) -> Self {
        let (won, lost) = State::won_and_lost(is_or);
        // Of two numbers that which is compared first is in the upper half.
        let (mut best, mut chosen, mut second) = (usize::MAX, u64::MAX, INFINITE);
        let (mut least, mut number) = (0, INFINITE);
        let (mut sum, mut max, mut hidden) = (0u64, 0u32, 0u32);
        let (mut old_max, mut distance) = (0u32, u16::MAX);
        for (i, child) in children.iter().enumerate() {
            // By what is known, not by the numbers: sums of open positions can
            // grow until they look like a proof.
            let state = child.value.state;
            if state == won && !child.hidden {
                return Self::DECIDED;
            }
            hidden += u32::from(child.hidden);
            // Which children count is hard to predict: all are worked out, and
            // those that do not count change nothing.
            let counts = !child.hidden && state != lost;
            let (pn, dn) = (child.value.pn, child.value.dn);
            let (x, y) = if is_or { (pn, dn) } else { (dn, pn) };
            if SHARED && counts && x < number {
                (least, number) = (i, x);
            }
            let x = if SHARED { child.avoided(x) } else { x };
            let y = if counts { y } else { 0 };
            let both = if counts {
                u64::from(x) << 32 | u64::from(y)
            } else {
                u64::MAX
            };
            second = second.min((both.max(chosen) >> 32) as u32);
            best = select_unpredictable(both < chosen, i, best);
            chosen = both.min(chosen);
            if min_distance && counts && child.is_old(depth) {
                old_max = old_max.max(y);
                distance = distance.min(child.min_depth);
            } else {
                max = max.max(if child.by_max { y } else { 0 });
                sum += u64::from(if child.by_max { 0 } else { y });
            }
        }
        let sum = sum.min(u64::from(INFINITE - 1)) as u32;
        let chosen = ((chosen >> 32) as u32, chosen as u32);
        if best == usize::MAX {
            return Self::DECIDED;
        }
        if !SHARED {
            (least, number) = (best, chosen.0);
        }
        // Children put aside add a little, or the defender would look too weak.
        let waiting = if hidden == 0 {
            0
        } else {
            (hidden / 8).max(1) * (UNIT / 2)
        };
        if sum + max == 0 {
            max = old_max;
        } else {
            distance = u16::MAX;
        }
        let total = (sum + max + waiting).min(INFINITE - 1);
        let child = &children[best];
        let others = if child.by_max || min_distance && child.is_old(depth) {
            sum + waiting
        } else {
            total.saturating_sub(chosen.1)
        };
        let (pn, dn) = if is_or {
            (number, total)
        } else {
            (total, number)
        };
        Self {
            pn,
            dn,
            best,
            least,
            second,
            others,
            distance,
            decided: false,
        }
    }
}

/// The plies left after `cost` more, if there are so many.
pub(crate) fn shorter(len: u16, cost: u16) -> Option<u16> {
    if len == NO_LIMIT {
        Some(NO_LIMIT)
    } else {
        len.checked_sub(cost)
    }
}

/// The length `cost` plies earlier.
pub(crate) fn longer(len: u16, cost: u16) -> u16 {
    if len == NO_LIMIT {
        NO_LIMIT
    } else {
        len.saturating_add(cost).min(NO_LIMIT - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::path::Heads;

    fn child(value: Value) -> Child {
        Child {
            key: 0,
            value,
            hand: Hand::EMPTY,
            mv: Move::MOVE_NONE,
            next: NO_CHILD,
            min_depth: u16::MAX,
            hidden: false,
            looked_up: true,
            visited: true,
            by_max: false,
            captured: 0,
            cost: 1,
            given_back: 0,
            interposes: false,
            question: Question::Move,
            busy: 0,
        }
    }

    #[test]
    fn a_node_is_decided_by_what_is_known_never_by_numbers() {
        let most = INFINITE - 1;
        let proven = Value::proven(Hand::EMPTY, 1);
        let disproven = Value::disproven(Hand::EMPTY, NO_LIMIT, Heads::NONE);
        for is_or in [true, false] {
            let (won, lost) = if is_or {
                (proven, disproven)
            } else {
                (disproven, proven)
            };
            let decided = |values: &[Value]| {
                let children: Vec<Child> = values.iter().map(|&v| child(v)).collect();
                Summary::of::<false>(&children, is_or, 1, false).decided
            };
            for (pn, dn) in [
                (most, most),
                (INFINITE, INFINITE),
                (0, INFINITE),
                (INFINITE, 0),
            ] {
                let open = Value::open(pn, dn);
                assert!(!decided(&[open]), "{is_or} {pn} {dn}");
                assert!(!decided(&[open, lost]), "{is_or} {pn} {dn}");
                assert!(decided(&[open, won]), "{is_or} {pn} {dn}");
            }
            assert!(decided(&[lost, lost]));
            assert!(decided(&[]));
        }
    }

    /// The same as [`Summary::of`], put as plainly as can be.
    fn plainly(
        children: &[Child],
        is_or: bool,
        depth: u16,
        min_distance: bool,
        shared: bool,
    ) -> Option<Summary> {
        let (won, lost) = if is_or {
            (State::Proven, State::Disproven)
        } else {
            (State::Disproven, State::Proven)
        };
        let seen = || children.iter().enumerate().filter(|(_, c)| !c.hidden);
        if seen().any(|(_, c)| c.value.state == won) {
            return None;
        }
        let open = || seen().filter(|(_, c)| c.value.state != lost);
        let x = |c: &Child| if is_or { c.value.pn } else { c.value.dn };
        let y = |c: &Child| if is_or { c.value.dn } else { c.value.pn };
        let avoided = |c: &Child| x(c) + if shared { u32::from(c.busy) * UNIT } else { 0 };
        let (best, chosen) = open().min_by_key(|(_, c)| (avoided(c), y(c)))?;
        let (least, likeliest) = if shared {
            open().min_by_key(|(_, c)| x(c))?
        } else {
            (best, chosen)
        };
        let seconds = open().filter(|(i, _)| *i != best);
        let second = seconds.map(|(_, c)| avoided(c)).min().unwrap_or(INFINITE);
        let is_old = |c: &Child| min_distance && c.is_old(depth);
        let olds = || open().filter(|(_, c)| is_old(c)).map(|(_, c)| c);
        let news = || open().filter(|(_, c)| !is_old(c)).map(|(_, c)| c);
        let sum: u64 = (news().filter(|c| !c.by_max))
            .map(|c| u64::from(y(c)))
            .sum();
        let sum = sum.min(u64::from(INFINITE - 1)) as u32;
        let max = news().filter(|c| c.by_max).map(y).max().unwrap_or(0);
        let all_old = sum + max == 0;
        let max = if all_old {
            olds().map(y).max().unwrap_or(0)
        } else {
            max
        };
        let waiting = match children.iter().filter(|c| c.hidden).count() as u32 {
            0 => 0,
            hidden => (hidden / 8).max(1) * (UNIT / 2),
        };
        let total = (sum + max + waiting).min(INFINITE - 1);
        let (pn, dn) = if is_or {
            (x(likeliest), total)
        } else {
            (total, x(likeliest))
        };
        Some(Summary {
            pn,
            dn,
            best,
            least,
            second: second.min(INFINITE),
            others: if chosen.by_max || is_old(chosen) {
                sum + waiting
            } else {
                total.saturating_sub(y(chosen))
            },
            distance: if all_old {
                olds().map(|c| c.min_depth).min().unwrap_or(u16::MAX)
            } else {
                u16::MAX
            },
            decided: false,
        })
    }

    #[test]
    fn children_are_summed_up_as_plain_code_does() {
        let fields = |s: &Summary| {
            assert!(!s.decided);
            let numbers = (s.pn, s.dn, s.second, s.others);
            (numbers, s.best, s.least, s.distance)
        };
        let mut state = 1u64;
        let mut random = move |n: u64| {
            state = state
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            (state >> 33) % n
        };
        let (mut decided, mut tried) = (0, 0);
        for round in 0..200_000 {
            // Few numbers, so that many are equal, and now and then the greatest.
            let children: Vec<Child> = (0..random(9))
                .map(|_| {
                    let mut number = || match random(20) {
                        19 => INFINITE - 1,
                        n => n as u32 / 2,
                    };
                    let value = Value::open(number(), number());
                    let value = match random(12) {
                        0 => Value::proven(Hand::EMPTY, 1),
                        1 => Value::disproven(Hand::EMPTY, NO_LIMIT, Heads::NONE),
                        _ => value,
                    };
                    Child {
                        min_depth: if random(3) == 0 {
                            random(9) as u16
                        } else {
                            u16::MAX
                        },
                        hidden: random(5) == 0,
                        by_max: random(4) == 0,
                        busy: random(3) as u16,
                        ..child(value)
                    }
                })
                .collect();
            let (is_or, min_distance) = (random(2) == 0, random(2) == 0);
            for shared in [false, true] {
                let summary = if shared {
                    Summary::of::<true>(&children, is_or, 5, min_distance)
                } else {
                    Summary::of::<false>(&children, is_or, 5, min_distance)
                };
                tried += 1;
                match plainly(&children, is_or, 5, min_distance, shared) {
                    None => {
                        assert!(summary.decided, "round {round}");
                        decided += 1;
                    }
                    Some(plain) => {
                        assert_eq!(fields(&summary), fields(&plain), "round {round}");
                    }
                }
            }
        }
        assert!(
            decided > tried / 20 && decided < tried / 2,
            "{decided} of {tried}"
        );
    }

    #[test]
    fn sums_of_open_positions_stay_open() {
        let most = INFINITE - 1;
        let children = [
            child(Value::open(most, most)),
            child(Value::open(most, most)),
        ];
        for is_or in [true, false] {
            let summary = Summary::of::<false>(&children, is_or, 1, false);
            assert!(summary.pn < INFINITE && summary.dn < INFINITE, "{is_or}");
        }
    }
}
