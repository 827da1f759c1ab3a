//! How deep a try goes: the longest line from a check in which the defender has
//! exactly one reply that refutes, move after move, and no position comes twice.
//!
//! Positions and the checks with an only reply are a graph. From a position that
//! leads to no cycle the longest line follows from those of the positions after it.
//! Where there is a cycle, lines are tried one by one, at most `STEPS` moves for
//! a check; then what was found is a lower bound.

use super::graph::Position;

/// Moves to find the longest line among cycles.
const STEPS: usize = 20_000;

/// The longest line of only replies that starts with a check.
#[derive(Clone, Debug, Default)]
pub(super) struct Chain {
    /// The numbers of the checks, the first included.
    pub checks: Vec<usize>,
    /// Whether it is proven that no line is longer.
    pub exact: bool,
}

/// The longest lines from every position.
pub(super) struct Chains<'p> {
    positions: &'p [Position],
    /// The check that starts a longest line, with the length of the line; `None` for
    /// positions that lead to a cycle.
    longest: Vec<Option<(Option<usize>, usize)>>,
    /// Whether everything that the line may lead to is decided.
    decided: Vec<bool>,
}

impl<'p> Chains<'p> {
    /// Finds what is the same for all checks of a position.
    pub fn new(positions: &'p [Position]) -> Self {
        let mut chains = Self {
            positions,
            longest: vec![None; positions.len()],
            decided: vec![true; positions.len()],
        };
        let before = positions_before(positions);
        chains.find_longest(&before);
        chains.find_decided(&before);
        chains
    }

    /// Goes back from the positions without edges.
    fn find_longest(&mut self, before: &[Vec<usize>]) {
        let mut left: Vec<usize> = self.positions.iter().map(|p| p.edges().count()).collect();
        let mut ready: Vec<usize> = (0..left.len()).filter(|&at| left[at] == 0).collect();
        while let Some(at) = ready.pop() {
            let edges = self.positions[at].edges();
            let lines =
                edges.filter_map(|(check, next)| Some((check, self.length_from(next)? + 1)));
            // Of equals the first.
            let best = lines.min_by_key(|&(_, length)| std::cmp::Reverse(length));
            self.longest[at] =
                Some(best.map_or((None, 0), |(check, length)| (Some(check), length)));
            for &previous in &before[at] {
                left[previous] -= 1;
                if left[previous] == 0 {
                    ready.push(previous);
                }
            }
        }
    }

    /// Goes back from the positions that are not wholly decided.
    fn find_decided(&mut self, before: &[Vec<usize>]) {
        let is_open = |position: &Position| match &position.checks {
            Some(checks) => checks.iter().any(|check| check.may_have_only_reply()),
            None => true,
        };
        let numbers = 0..self.positions.len();
        let mut open: Vec<usize> = numbers.filter(|&at| is_open(&self.positions[at])).collect();
        while let Some(at) = open.pop() {
            if std::mem::replace(&mut self.decided[at], false) {
                open.extend(
                    before[at]
                        .iter()
                        .filter(|&&previous| self.decided[previous]),
                );
            }
        }
    }

    fn length_from(&self, position: usize) -> Option<usize> {
        self.longest[position].map(|(_, length)| length)
    }

    /// The longest line that starts with a check of `position`; empty if not
    /// exactly one reply refutes it.
    pub fn starting_with(&self, position: usize, check: usize) -> Chain {
        let found = &self.positions[position].checks()[check];
        let Some(next) = found.next.filter(|_| found.has_only_reply()) else {
            return Chain {
                checks: Vec::new(),
                exact: !found.may_have_only_reply(),
            };
        };
        let (rest, complete) = self.longest_without(next, position);
        Chain {
            checks: [&[check], &rest[..]].concat(),
            exact: complete && self.decided[next],
        }
    }

    /// The longest line from `start` that does not pass through `before`, and
    /// whether it is proven to be that.
    fn longest_without(&self, start: usize, before: usize) -> (Vec<usize>, bool) {
        let mut on_line = vec![false; self.positions.len()];
        on_line[before] = true;
        if on_line[start] {
            return (Vec::new(), true);
        }
        let mut best = Vec::new();
        let mut line: Vec<usize> = Vec::new();
        // The positions of the line, each with the edges that are still to be tried.
        let mut stack = vec![(start, self.edges_of(start))];
        on_line[start] = true;
        let mut steps = 0;
        while let Some((at, edges)) = stack.last_mut() {
            let at = *at;
            if self.longest[at].is_some() {
                let whole = [&line[..], &self.acyclic_line(at)].concat();
                keep_longer(&mut best, &whole);
                edges.clear();
            } else {
                keep_longer(&mut best, &line);
            }
            match edges.pop() {
                Some((check, next)) if !on_line[next] => {
                    steps += 1;
                    if steps > STEPS {
                        return (best, false);
                    }
                    line.push(check);
                    on_line[next] = true;
                    stack.push((next, self.edges_of(next)));
                }
                Some(_) => {}
                None => {
                    on_line[at] = false;
                    stack.pop();
                    line.pop();
                }
            }
        }
        (best, true)
    }

    /// The edges of a position, the first last.
    fn edges_of(&self, position: usize) -> Vec<(usize, usize)> {
        let mut edges: Vec<_> = self.positions[position].edges().collect();
        edges.reverse();
        edges
    }

    /// The longest line from a position that leads to no cycle.
    fn acyclic_line(&self, mut position: usize) -> Vec<usize> {
        let mut line = Vec::new();
        while let Some((Some(check), _)) = self.longest[position] {
            line.push(check);
            match self.positions[position].checks()[check].next {
                Some(next) => position = next,
                None => break,
            }
        }
        line
    }
}

/// The positions from which an edge leads to each position.
fn positions_before(positions: &[Position]) -> Vec<Vec<usize>> {
    let mut before = vec![Vec::new(); positions.len()];
    for (at, position) in positions.iter().enumerate() {
        for (_, next) in position.edges() {
            before[next].push(at);
        }
    }
    before
}

fn keep_longer(best: &mut Vec<usize>, line: &[usize]) {
    if line.len() > best.len() {
        *best = line.to_vec();
    }
}
