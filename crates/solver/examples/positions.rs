//! Positions to tune a search on, made from nothing but a seed.
//!
//! ```console
//! cargo run --release -p kemuri-solver --example positions -- SEED RANDOM GROWN > FILE
//! ```
//!
//! prints a collection for `kemuri bench`: so many positions thrown together at
//! random, and so many mates grown by small changes that do not make them shorter.
//! All pieces are in play, as in most composed problems. What is kept is chosen by
//! a search without first numbers, so that no estimate is favoured by the choice.

use kemuri_core::{Color, Problem};
use kemuri_oracle::Board;
use kemuri_oracle::random::{Rng, Shape, random_position};
use kemuri_solver::{Budget, Goal, Options, Solver, Verdict};
use rsshogi::types::{HandPiece, Piece};
use std::error::Error;

/// Memory of the solver that chooses.
const HASH: u64 = 64 << 20;
/// A position that takes fewer nodes says little about a search.
const LEAST: u64 = 5_000;
/// Nodes spent on a random position at most.
const MOST: u64 = 600_000;
/// Changes tried on a growing mate.
const CHANGES: usize = 160;
/// Nodes spent on one change at most.
const CHANGE_NODES: u64 = 150_000;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<u64> = std::env::args()
        .skip(1)
        .map(|argument| argument.parse())
        .collect::<Result<_, _>>()?;
    let [seed, random, grown] = arguments[..] else {
        return Err("SEED RANDOM GROWN wanted".into());
    };
    let mut options = Options::default().with_hash(HASH);
    options.first_numbers = false;
    let mut maker = Maker {
        rng: Rng::new(seed),
        solver: Solver::new(options)?,
    };
    let mut nomates = 0;
    let mut number = 0;
    while number < random {
        // Chance makes far more positions without a mate than with one.
        let nomates_wanted = nomates * 3 <= random;
        if let Some(decided) = maker.random()
            && (decided.length.is_some() || nomates_wanted)
        {
            nomates += u64::from(decided.length.is_none());
            println!("random{number:03}\t{}", decided.problem.to_sfen());
            number += 1;
        }
    }
    let mut number = 0;
    while number < grown {
        if let Some(decided) = maker.grown() {
            println!("grown{number:03}\t{}", decided.problem.to_sfen());
            number += 1;
        }
    }
    Ok(())
}

/// A problem, the nodes that decided it, and the length of the mate found.
struct Decided {
    problem: Problem,
    nodes: u64,
    length: Option<u32>,
}

struct Maker {
    rng: Rng,
    solver: Solver,
}

impl Maker {
    fn board(&mut self) -> Board {
        let shape = Shape {
            two_kings: Some(self.rng.chance(1, 8)),
            attacker: Some(Color::BLACK),
            attacker_to_move: Some(true),
            on_board: (6, 24),
            in_hands: (0, 4),
            rest_to_defender: Some(true),
        };
        random_position(&mut self.rng, &shape).board
    }

    /// What a search says of the board; nothing if the rules forbid it or the
    /// nodes do not suffice.
    fn decide(&mut self, board: &Board, nodes: u64) -> Option<Decided> {
        let problem = Problem::from_sfen_with(&board.to_sfen(), Some(Color::BLACK)).ok()?;
        let budget = Budget::default().with_nodes(nodes);
        self.solver.clear();
        let outcome = self
            .solver
            .solve(&problem, Goal::FirstMate, &budget, &mut |_| {});
        let length = match outcome.verdict {
            Verdict::Mate(mate) => Some(mate.length),
            Verdict::NoMate => None,
            Verdict::Unknown(_) => return None,
        };
        Some(Decided {
            problem,
            nodes: outcome.stats.nodes,
            length,
        })
    }

    /// A random position, if it takes a search to decide it.
    fn random(&mut self) -> Option<Decided> {
        let board = self.board();
        self.decide(&board, MOST).filter(|d| d.nodes >= LEAST)
    }

    /// A mate after many small changes, if it takes a search to find it.
    fn grown(&mut self) -> Option<Decided> {
        let (mut board, mut best) = loop {
            let board = self.board();
            if let Some(decided) = self.decide(&board, CHANGE_NODES)
                && decided.length.is_some()
            {
                break (board, decided);
            }
        };
        for _ in 0..CHANGES {
            let mut changed = board.clone();
            for _ in 0..self.rng.between(1, 2) {
                change(&mut self.rng, &mut changed);
            }
            // No mate is less than any length.
            if let Some(decided) = self.decide(&changed, CHANGE_NODES)
                && decided.length >= best.length
            {
                (board, best) = (changed, decided);
            }
        }
        (best.nodes >= LEAST).then_some(best)
    }
}

/// One of two sides, the attacker `hits` times out of `tries`.
fn side(rng: &mut Rng, hits: usize, tries: usize) -> Color {
    if rng.chance(hits, tries) {
        Color::BLACK
    } else {
        Color::WHITE
    }
}

/// One small change that keeps all pieces in play.
fn change(rng: &mut Rng, board: &mut Board) {
    let square = rng.below(81);
    let piece = board.piece(square);
    if piece.is_empty() {
        // A piece out of the defender's hand, for either side.
        let kind = HandPiece::new(rng.below(HandPiece::COUNT) as i8);
        let held = board.in_hand(Color::WHITE, kind);
        if held > 0 {
            board.set_in_hand(Color::WHITE, kind, held - 1);
            let piece = Piece::from_parts(side(rng, 1, 2), kind.to_piece_type());
            board.set_piece(square, piece);
        }
        return;
    }
    let Some(kind) = HandPiece::from_piece_type(piece.base_piece_type()) else {
        return; // A king stays where it is.
    };
    match rng.below(5) {
        // To another square.
        0 | 1 => {
            let to = rng.below(81);
            if board.piece(to).is_empty() {
                board.set_piece(square, Piece::NONE);
                board.set_piece(to, piece);
            }
        }
        // To the other side.
        2 => {
            let other = Piece::from_parts(piece.color().flip(), piece.piece_type());
            board.set_piece(square, other);
        }
        // Turned over.
        3 => {
            let base = Piece::from_parts(piece.color(), piece.base_piece_type());
            let other = if piece == base { piece.promote() } else { base };
            board.set_piece(square, other);
        }
        // Into a hand.
        _ => {
            let holder = side(rng, 1, 3);
            board.set_piece(square, Piece::NONE);
            board.set_in_hand(holder, kind, board.in_hand(holder, kind) + 1);
        }
    }
}
