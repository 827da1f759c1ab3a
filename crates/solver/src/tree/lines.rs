//! A tree as lines: the best line, and one for each defence that leaves another.

use super::{Next, Node, Tree};
use kemuri_core::{Move, Problem, notation};

/// A tree with its lines. The first line is the best one; every other follows
/// the one that it leaves, and those that leave it early stand before those that
/// leave it late.
pub struct TreeLines<'a> {
    /// The tree.
    pub tree: &'a Tree,
    /// Its lines.
    pub list: Vec<TreeLine>,
    /// The line and the number of moves at which each node stands.
    places: Vec<(usize, usize)>,
}

/// A line, from the move that leaves another line to its end.
pub struct TreeLine {
    /// Lines between this one and the best line, itself included.
    pub depth: usize,
    /// Its moves.
    pub moves: Vec<TreeMove>,
    /// The node at its end.
    pub end: usize,
    /// The lines that leave it, with the number of their first move.
    pub leaving: Vec<(usize, usize)>,
}

/// A move of a line.
pub struct TreeMove {
    /// Its number, from 1.
    pub ply: usize,
    /// The move.
    pub mv: Move,
    /// The move as players write it.
    pub japanese: String,
    /// The node after it.
    pub node: usize,
}

impl<'a> TreeLines<'a> {
    /// The lines of the tree of `problem`.
    pub fn new(problem: &Problem, tree: &'a Tree) -> Self {
        let (list, places) = lines_of(problem, tree);
        Self { tree, list, places }
    }

    /// A node of the tree.
    pub fn node(&self, node: usize) -> &Node {
        &self.tree.nodes[node]
    }

    /// The length of the whole mate when it goes through `node`, and whether it
    /// is proven.
    pub fn total(&self, node: usize) -> (u32, bool) {
        let (_, moves) = self.places[node];
        let Node { length, exact, .. } = self.tree.nodes[node];
        // A record has far fewer moves than that.
        (length.saturating_add(moves as u32), exact)
    }

    /// The line and the number of moves after which the position at `node` is
    /// shown, if it is elsewhere.
    pub fn same_as(&self, node: usize) -> Option<(usize, usize)> {
        match self.tree.nodes[node].next {
            Next::SameAs(other) => Some(self.places[other]),
            _ => None,
        }
    }

    /// The node at which a line leaves the one before it: that after its first
    /// move, or the start.
    pub fn start(&self, line: &TreeLine) -> usize {
        line.moves.first().map_or(0, |mv| mv.node)
    }

    /// Replies that the tree leaves out.
    pub fn omitted(&self) -> usize {
        let omitted = self.tree.nodes.iter().map(|node| match node.next {
            Next::Moves { omitted, .. } => omitted,
            _ => 0,
        });
        omitted.sum()
    }
}

/// A tree in which the first move of every node goes on with its line.
pub(crate) trait Branches {
    /// How many nodes there are.
    fn len(&self) -> usize;
    /// The nodes that a node leads to.
    fn next(&self, node: usize) -> &[usize];
    /// The move that leads to a node, and the node before it.
    fn step(&self, node: usize) -> (Option<Move>, Option<usize>);

    /// The moves that lead to a node.
    fn path(&self, node: usize) -> Vec<Move> {
        let mut at = Some(node);
        let mut moves: Vec<Move> = std::iter::from_fn(|| {
            let (mv, parent) = self.step(at?);
            at = parent;
            mv
        })
        .collect();
        moves.reverse();
        moves
    }

    /// The nodes of the line that starts at a node.
    fn line_from(&self, start: Option<usize>) -> Vec<usize> {
        let on = |&node: &usize| self.next(node).first().copied();
        std::iter::successors(start, on).collect()
    }
}

impl Branches for Tree {
    fn len(&self) -> usize {
        self.nodes.len()
    }

    fn next(&self, node: usize) -> &[usize] {
        self.next(node)
    }

    fn step(&self, node: usize) -> (Option<Move>, Option<usize>) {
        (self.nodes[node].mv, self.nodes[node].parent)
    }
}

/// The lines of a tree, and the line and the number of moves at which each node
/// stands.
pub(crate) fn lines_of(
    problem: &Problem,
    tree: &impl Branches,
) -> (Vec<TreeLine>, Vec<(usize, usize)>) {
    let mut list: Vec<TreeLine> = Vec::new();
    let mut places = vec![(0, 0); tree.len()];
    // Where a line starts, the line it leaves, the number of its first move.
    let mut waiting = vec![(None, None, 1)];
    if let Some((&first, others)) = tree.next(0).split_first() {
        waiting[0].0 = Some(first);
        waiting.extend(others.iter().rev().map(|&n| (Some(n), Some(0), 1)));
        // The best line first.
        waiting.rotate_left(1);
    }
    while let Some((start, parent, ply)) = waiting.pop() {
        let number = list.len();
        let depth = match parent {
            Some(parent) => {
                let parent: &mut TreeLine = &mut list[parent];
                parent.leaving.push((number, ply));
                parent.depth + 1
            }
            None => 0,
        };
        let nodes = tree.line_from(start);
        let moves = moves_of(problem, tree, &nodes, ply);
        for mv in &moves {
            places[mv.node] = (number, mv.ply);
        }
        for mv in moves.iter().rev() {
            let others = tree.next(mv.node).iter().skip(1).rev();
            waiting.extend(others.map(|&n| (Some(n), Some(number), mv.ply + 1)));
        }
        list.push(TreeLine {
            depth,
            moves,
            end: nodes.last().copied().unwrap_or(0),
            leaving: Vec::new(),
        });
    }
    (list, places)
}

/// The moves of the line through `nodes`, whose first move has the number `first`.
fn moves_of(
    problem: &Problem,
    tree: &impl Branches,
    nodes: &[usize],
    first: usize,
) -> Vec<TreeMove> {
    let path = nodes.last().map_or(Vec::new(), |&n| tree.path(n));
    // USI is poor reading, but better than nothing.
    let words = notation::japanese(problem, &path)
        .unwrap_or_else(|| path.iter().map(|m| m.to_usi()).collect());
    let moves = path.iter().copied().zip(words).enumerate();
    let own = moves.skip(first - 1).zip(nodes);
    own.map(|((i, (mv, japanese)), &node)| TreeMove {
        ply: i + 1,
        mv,
        japanese,
        node,
    })
    .collect()
}
