//! The variations of a mate: every defence, with the length it lasts.
//!
//! The tree is grown line by line. The first line is the best one; each defence
//! met on a line starts a line of its own, and those come in turn, so that what
//! is near the best line is shown before what is far from it. A line follows
//! one proven check at each of the attacker's nodes and a longest reply at each
//! of the defender's, up to the mate or to a position that another line has
//! already shown.
//!
//! Lengths are proven as that of a shortest mate is: a mate within `n` plies, and
//! none within `n − 2`. Where a limit came first the length is a bound, and says
//! so. Every step lowers the length or its bound, and a position refers to
//! another place only where the length there is no greater: following the tree
//! and its references always ends in mate.

#[cfg(feature = "serde")]
pub mod json;
pub(crate) mod lines;

pub use lines::{TreeLine, TreeLines, TreeMove};

use crate::line::{first_proven, legal_moves, within};
use crate::search::Search;
use crate::shortest::{prove, shortest_check};
use crate::value::NO_LIMIT;
use crate::{Futile, Outcome, Solver, Stats};
use kemuri_core::board::Undo;
use kemuri_core::{Board, Budget, Hand, Move, Phase, Progress, Reason, View};
use std::collections::{HashMap, VecDeque};

/// How much of a tree is wanted.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct TreeShape {
    /// How often a line may leave the best line: with 1 every defence on the
    /// best line is there with one continuation each, with 2 the defences on
    /// these too, and so on. `None` is no limit.
    pub depth: Option<u32>,
    /// Once there are so many nodes, no line goes on. The best line, with all
    /// defences on it, is there all the same.
    pub nodes: usize,
}

impl TreeShape {
    /// Lines that leave the best line at most `depth` times, in about `nodes` nodes.
    pub fn new(depth: Option<u32>, nodes: usize) -> Self {
        Self { depth, nodes }
    }
}

impl Default for TreeShape {
    fn default() -> Self {
        Self::new(None, 10_000)
    }
}

/// A mate with its variations. The first node is the problem's position.
#[derive(Clone, Debug)]
pub struct Tree {
    /// Positions, each after its parent.
    pub nodes: Vec<Node>,
    /// What the tree cost.
    pub stats: Stats,
}

/// A position of a tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// The move that leads here; `None` at the first node.
    pub mv: Option<Move>,
    /// The node before the move; `None` at the first node.
    pub parent: Option<usize>,
    /// The attacker mates within so many plies.
    pub length: u32,
    /// Whether `length` is proven to be the shortest.
    pub exact: bool,
    /// What the attacker holds when the line that goes on from here ends, if the
    /// tree follows it to the end.
    pub hand_left: Option<Hand>,
    /// How play goes on.
    pub next: Next,
}

/// How play goes on from a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Next {
    /// The defender is mated.
    Mated,
    /// The attacker's move, or the defender's replies, the best of them first
    /// and the others from the longest to the shortest.
    Moves {
        /// The nodes after the moves.
        nodes: Vec<usize>,
        /// How many replies are left out because of [`TreeShape::depth`].
        omitted: usize,
    },
    /// As at that node, which is the same position.
    SameAs(usize),
    /// Not shown.
    Cut(Cut),
}

/// Why a line is not shown to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema)
)]
pub enum Cut {
    /// The tree has as many nodes as [`TreeShape::nodes`] allows.
    #[cfg_attr(feature = "serde", serde(rename = "tree-nodes"))]
    Nodes,
    /// The search had to stop.
    #[cfg_attr(feature = "serde", serde(untagged))]
    Stopped(Reason),
}

impl Tree {
    /// The nodes that a node leads to, best first.
    pub fn next(&self, node: usize) -> &[usize] {
        match &self.nodes[node].next {
            Next::Moves { nodes, .. } => nodes,
            _ => &[],
        }
    }

    /// The moves from the problem's position to a node.
    pub fn path(&self, node: usize) -> Vec<Move> {
        lines::Branches::path(self, node)
    }

    /// Why some line is not shown to its end, if there is one. A search that
    /// stopped is the weightier reason.
    pub fn cut(&self) -> Option<Cut> {
        let cuts = self.nodes.iter().filter_map(|node| match node.next {
            Next::Cut(cut) => Some(cut),
            _ => None,
        });
        cuts.max_by_key(|cut| matches!(cut, Cut::Stopped(_)))
    }
}

impl Solver {
    /// The variations of a mate that [`Solver::solve`] has found.
    ///
    /// Lengths in a tree count every interposition. If the mate's length does so
    /// too, its line becomes the best line of the tree. What the search has left
    /// in the table is used again.
    /// When the budget is spent the tree ends where it is, with bounds for what could
    /// not be proven.
    ///
    /// # Errors
    /// When the budget is spent before the mate itself is known or the outcome is
    /// undecided; [`Reason::Contradiction`] if it is no mate or its line does not
    /// mate.
    pub fn tree(
        &mut self,
        outcome: &Outcome,
        shape: &TreeShape,
        budget: &Budget,
        on_progress: &mut dyn FnMut(&Progress),
    ) -> Result<Tree, Reason> {
        let (problem, mate) = (outcome.problem(), outcome.replayed_mate()?);
        let view = View::of(problem);
        let length = match mate.futile {
            Futile::None => u16::try_from(mate.length).map_err(|_| Reason::Contradiction)?,
            _ => NO_LIMIT,
        };
        let mut grower = Grower {
            search: Search::new(
                Board::new(problem),
                &mut self.table,
                &self.options,
                budget,
                on_progress,
            ),
            shape,
            best: view.line(&mate.line),
            nodes: Vec::new(),
            shown: HashMap::new(),
            waiting: VecDeque::new(),
        };
        (grower.search.phase, grower.search.view) = (Phase::Tree, view);
        grower.grow(length)?;
        let Grower {
            search,
            best,
            mut nodes,
            ..
        } = grower;
        let stats = search.stats();
        settle(&mut nodes, best.len());
        for node in &mut nodes {
            node.mv = node.mv.map(|mv| view.mv(mv));
        }
        Ok(Tree { nodes, stats })
    }
}

struct Grower<'s, 'a> {
    search: Search<'a>,
    shape: &'s TreeShape,
    /// The best line, the attacker playing up the board.
    best: Vec<Move>,
    nodes: Vec<Node>,
    /// Where a position is shown: the node with the least length.
    shown: HashMap<(u64, Hand), usize>,
    /// Nodes whose lines are still to be followed, and how often these have left
    /// the best line.
    waiting: VecDeque<(usize, u32)>,
}

impl Grower<'_, '_> {
    fn grow(&mut self, length: u16) -> Result<(), Reason> {
        let (length, exact) = match self.search.board.attacker_to_move() || self.can_move() {
            true => match within(&mut self.search, length)? {
                Some(length) => self.shortest(length),
                None => return Err(Reason::Contradiction),
            },
            false => (0, true),
        };
        if usize::from(length) != self.best.len() {
            // Not the line of this mate: no guide.
            self.best.clear();
        }
        self.add(None, None, length, exact);
        self.waiting.push_back((0, 0));
        while let Some((node, depth)) = self.waiting.pop_front() {
            let played = self.set_up(node);
            self.follow(node, depth);
            self.take_back(played);
        }
        Ok(())
    }

    fn can_move(&mut self) -> bool {
        self.search.board.has_evasion()
    }

    fn add(&mut self, mv: Option<Move>, parent: Option<usize>, length: u16, exact: bool) -> usize {
        self.nodes.push(Node {
            mv,
            parent,
            length: u32::from(length),
            exact,
            hand_left: None,
            next: Next::Cut(Cut::Nodes),
        });
        self.search.done = self.nodes.len() as u64;
        self.nodes.len() - 1
    }

    /// Plays the moves that lead to `node`.
    fn set_up(&mut self, node: usize) -> Vec<(Move, Undo)> {
        let mut moves = Vec::new();
        let mut at = Some(node);
        while let Some(node) = at.map(|at| &self.nodes[at]) {
            moves.extend(node.mv);
            at = node.parent;
        }
        let board = &mut self.search.board;
        let played = moves.into_iter().rev().map(|mv| (mv, board.make(mv)));
        played.collect()
    }

    fn take_back(&mut self, played: Vec<(Move, Undo)>) {
        for (mv, undo) in played.into_iter().rev() {
            self.search.board.undo(mv, undo);
        }
    }

    /// Follows the line that starts at `node`, whose position is on the board.
    fn follow(&mut self, mut node: usize, depth: u32) {
        let mut played = Vec::new();
        loop {
            let ply = played.len();
            let preferred = self.best.get(ply).copied().filter(|_| depth == 0);
            let next = self.step(node, depth, preferred);
            let on = match &next {
                Next::Moves { nodes, .. } => nodes.first().copied(),
                _ => None,
            };
            self.nodes[node].next = next;
            let Some((on, mv)) = on.and_then(|on| Some((on, self.nodes[on].mv?))) else {
                break;
            };
            played.push((mv, self.search.board.make(mv)));
            node = on;
        }
        self.take_back(played);
    }

    /// How play goes on from `node`, whose position is on the board; `preferred` is
    /// the move to prefer.
    fn step(&mut self, node: usize, depth: u32, preferred: Option<Move>) -> Next {
        let board = &mut self.search.board;
        let is_or = board.attacker_to_move();
        let position = (board.key(), board.attacker_hand());
        if !is_or && !board.has_evasion() {
            self.nodes[node].hand_left = Some(position.1);
            (self.nodes[node].length, self.nodes[node].exact) = (0, true);
            return Next::Mated;
        }
        if let Some(&other) = self.shown.get(&position)
            && self.nodes[other].length <= self.nodes[node].length
        {
            self.nodes[node].length = self.nodes[other].length;
            self.nodes[node].exact |= self.nodes[other].exact;
            return Next::SameAs(other);
        }
        // What the table knows already is found without a search, which would look
        // at the budget itself.
        if let Some(reason) = self.search.exhausted() {
            return Next::Cut(Cut::Stopped(reason));
        }
        if depth > 0 && self.nodes.len() >= self.shape.nodes {
            return Next::Cut(Cut::Nodes);
        }
        let result = if is_or {
            self.check(node, preferred)
        } else {
            self.replies(node, depth, preferred)
        };
        match result {
            Ok(next) => {
                self.shown.insert(position, node);
                next
            }
            Err(reason) => Next::Cut(Cut::Stopped(reason)),
        }
    }

    /// The attacker's move from `node`.
    fn check(&mut self, node: usize, preferred: Option<Move>) -> Result<Next, Reason> {
        let (length, exact) = self.length_of(node);
        // A mate takes at least one ply: less would be a table that contradicts itself.
        let left = length.checked_sub(1).ok_or(Reason::Contradiction)?;
        let moves = legal_moves(&mut self.search);
        let mv = match preferred.filter(|mv| moves.contains(mv)) {
            Some(mv) if first_proven(&mut self.search, &[mv], left)?.is_some() => mv,
            _ => shortest_check(&mut self.search, &moves, length)?,
        };
        let child = self.add(Some(mv), Some(node), left, exact);
        Ok(Next::Moves {
            nodes: vec![child],
            omitted: 0,
        })
    }

    /// The defender's replies from `node`, of which all but one wait for a line
    /// of their own.
    fn replies(
        &mut self,
        node: usize,
        depth: u32,
        preferred: Option<Move>,
    ) -> Result<Next, Reason> {
        let (length, exact) = self.length_of(node);
        let most = length.checked_sub(1).filter(|&most| most > 0);
        let most = most.ok_or(Reason::Contradiction)?;
        let moves = legal_moves(&mut self.search);
        let everything = self.shape.depth.is_none_or(|limit| depth < limit);
        let mut replies = Vec::with_capacity(moves.len());
        for &mv in &moves {
            let undo = self.search.board.make(mv);
            let reply = match within(&mut self.search, most) {
                Ok(Some(length)) => Ok(self.shortest(length)),
                // The table contradicts itself.
                Ok(None) => Err(Reason::Contradiction),
                // Whatever the reply, the mate before it bounds the one after it.
                Err(_) => Ok((most, false)),
            };
            self.search.board.undo(mv, undo);
            let (length, exact) = reply?;
            replies.push((mv, length, exact));
            let is_best =
                length == most && exact && preferred.is_none_or(|preferred| preferred == mv);
            if is_best && !everything {
                break;
            }
        }
        let longest = replies.iter().map(|&(_, length, _)| length).max();
        if let Some(longest) = longest.filter(|_| !exact && replies.len() == moves.len()) {
            // The replies know better than the bound.
            self.nodes[node].length = u32::from(longest) + 1;
            self.nodes[node].exact = replies.iter().all(|&(.., exact)| exact);
        }
        replies.sort_by_key(|&(mv, length, _)| {
            let is_best = preferred == Some(mv) && Some(length) == longest;
            (!is_best, std::cmp::Reverse(length))
        });
        if !everything {
            replies.truncate(1);
        }
        let omitted = moves.len() - replies.len();
        let replies: Vec<usize> = replies
            .into_iter()
            .map(|(mv, length, exact)| self.add(Some(mv), Some(node), length, exact))
            .collect();
        let others = replies.iter().skip(1);
        self.waiting.extend(others.map(|&reply| (reply, depth + 1)));
        Ok(Next::Moves {
            nodes: replies,
            omitted,
        })
    }

    /// The shortest length of a mate within `length` in the board's position,
    /// and whether it is proven.
    fn shortest(&mut self, length: u16) -> (u16, bool) {
        let (length, missing) = prove(&mut self.search, length);
        (length, missing.is_none())
    }

    fn length_of(&self, node: usize) -> (u16, bool) {
        let node = &self.nodes[node];
        // It came from sixteen bits.
        (node.length as u16, node.exact)
    }
}

/// Works out what is left in hand at the end of each line, and puts a reply that
/// leaves nothing before others that are as long. The best line, the first
/// `best` moves, stays as it is.
fn settle(nodes: &mut [Node], best: usize) {
    let mut pinned = vec![false; nodes.len()];
    let mut at = (!nodes.is_empty()).then_some(0);
    for _ in 0..best {
        let Some(node) = at else { break };
        pinned[node] = true;
        at = match &nodes[node].next {
            Next::Moves { nodes, .. } => nodes.first().copied(),
            _ => None,
        };
    }
    // What a node depends on is shorter, or as long and no reference itself.
    let mut order: Vec<usize> = (0..nodes.len()).collect();
    order.sort_by_key(|&i| (nodes[i].length, matches!(nodes[i].next, Next::SameAs(_))));
    for i in order {
        let mut next = std::mem::replace(&mut nodes[i].next, Next::Mated);
        match &mut next {
            Next::Mated | Next::Cut(_) => {}
            Next::SameAs(other) => nodes[i].hand_left = nodes[*other].hand_left,
            Next::Moves { nodes: replies, .. } => {
                let longest = replies.first().map(|&first| nodes[first].length);
                let clean = replies.iter().position(|&reply| {
                    Some(nodes[reply].length) == longest
                        && nodes[reply].hand_left == Some(Hand::EMPTY)
                });
                if let Some(clean) = clean.filter(|_| !pinned[i]) {
                    replies[..=clean].rotate_right(1);
                }
                nodes[i].hand_left = replies.first().and_then(|&first| nodes[first].hand_left);
            }
        }
        nodes[i].next = next;
    }
}
