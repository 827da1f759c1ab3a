//! What a node costs on the search's own board, and on rsshogi's `Position`.
//!
//! Both do the same work on the same positions: each bench runs over all
//! positions of its kind and counts the moves as items.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use kemuri_core::{Board, Color, Move, Problem};
use rsshogi::board::movegen::{generate_checks_all_move32, generate_evasions_all_move32};
use rsshogi::board::{Move32List, Position};
use rsshogi::types::Move32;

/// The attacker, Black, is to move.
const TO_CHECK: [&str; 5] = [
    // A king in the corner, a few pieces in hand.
    "7nl/6gk1/6ppp/9/5B3/9/9/9/9 b RGSNPrb2g3s2n3l14p 1",
    // An open board and a full hand.
    "9/9/4k4/9/9/5R3/9/9/9 b RBGSNLPb3g3s3n3l17p 1",
    // A castle under attack, with pieces of both sides all over the board.
    "ln1g3nl/1r4gk1/p1pp1spp1/4pp2p/1p5P1/2P1P3P/PPSP1PP2/2G4+b1/LN5NL b BGSrs 1",
    // Two kings.
    "3gk4/3p1s3/9/4PN3/4K4/9/9/9/9 b 2RBGb2g3s3n4l16p 1",
    // Sliders behind sliders: discovered and double checks.
    "4k4/9/4N4/2B3B2/4R4/9/9/9/4L4 b R4g4s3n3l18p 1",
];

/// The defender, White, is to move and in check.
const TO_EVADE: [&str; 5] = [
    // An adjacent check.
    "7nl/6gk1/6pGp/7P1/5B3/9/9/9/9 w RSNPrb2g3s2n3l14p 1",
    // A rook from afar, everything in hand to interpose.
    "4k4/9/9/9/9/9/9/4R4/9 w r2b4g4s4n4l18p 1",
    // The same with pins and pieces that can move in between.
    "2s1k1s2/3g1g3/9/2ns1sn2/B7B/9/9/4R4/9 w r2g2n4l18p 1",
    // A double check.
    "4k4/9/3N5/9/4R4/9/9/9/9 w r2b4g4s3n4l18p 1",
    // Two kings, and a bishop's check along a diagonal.
    "4k4/9/9/9/B7K/9/9/9/9 w 2rb4g4s4n4l18p 1",
];

fn problem(sfen: &str) -> Problem {
    Problem::from_sfen_with(sfen, Some(Color::BLACK)).expect(sfen)
}

fn boards(sfens: &[&str]) -> Vec<Board> {
    sfens.iter().map(|s| Board::new(&problem(s))).collect()
}

fn positions(sfens: &[&str]) -> Vec<Position> {
    sfens.iter().map(|s| problem(s).position()).collect()
}

/// The side that generates: checks of the attacker, evasions of the defender.
#[derive(Clone, Copy, Debug)]
enum Side {
    Checks,
    Evasions,
}

impl Side {
    const ALL: [Self; 2] = [Self::Checks, Self::Evasions];

    fn sfens(self) -> &'static [&'static str] {
        match self {
            Self::Checks => &TO_CHECK,
            Self::Evasions => &TO_EVADE,
        }
    }

    #[inline]
    fn own(self, board: &mut Board, found: impl FnMut(Move)) {
        let lines = board.king_lines();
        match self {
            Self::Checks => board.each_check(&lines, found),
            Self::Evasions => board.each_evasion(&lines, found),
        }
    }

    /// What rsshogi generates may leave the own king in check, so that is asked.
    #[inline]
    fn theirs(self, position: &Position, mut found: impl FnMut(Move32)) {
        let mut list = Move32List::new();
        match self {
            Self::Checks => generate_checks_all_move32(position, &mut list),
            Self::Evasions => generate_evasions_all_move32(position, &mut list),
        }
        list.iter()
            .filter(|&&mv| position.is_legal_after_pseudo_move32(mv))
            .for_each(|&mv| found(mv));
    }

    fn own_moves(self, board: &mut Board) -> Vec<Move> {
        let mut moves = Vec::new();
        self.own(board, |mv| moves.push(mv));
        moves
    }

    fn their_moves(self, position: &Position) -> Vec<Move32> {
        let mut moves = Vec::new();
        self.theirs(position, |mv| moves.push(mv));
        moves
    }
}

/// The sums are worth nothing unless both sides of the table do the same work.
fn assert_same_work(side: Side) {
    for sfen in side.sfens() {
        let mut own = side.own_moves(&mut Board::new(&problem(sfen)));
        let position = problem(sfen).position();
        let mut theirs: Vec<Move> = side
            .their_moves(&position)
            .iter()
            .map(|mv| mv.to_move())
            .collect();
        own.sort_unstable();
        theirs.sort_unstable();
        assert!(!own.is_empty(), "{sfen}");
        assert_eq!(own, theirs, "{sfen}");
    }
}

fn moves_in_all(side: Side) -> ItemsCount {
    let mut boards = boards(side.sfens());
    let moves = boards.iter_mut().map(|board| side.own_moves(board).len());
    ItemsCount::new(moves.sum::<usize>())
}

#[divan::bench(args = Side::ALL)]
fn generate_own(bencher: Bencher, side: Side) {
    let mut boards = boards(side.sfens());
    bencher.counter(moves_in_all(side)).bench_local(|| {
        for board in &mut boards {
            side.own(black_box(board), |mv| {
                black_box(mv);
            });
        }
    });
}

#[divan::bench(args = Side::ALL)]
fn generate_rsshogi(bencher: Bencher, side: Side) {
    let positions = positions(side.sfens());
    bencher.counter(moves_in_all(side)).bench_local(|| {
        for position in &positions {
            side.theirs(black_box(position), |mv| {
                black_box(mv);
            });
        }
    });
}

#[divan::bench(args = Side::ALL)]
fn make_undo_own(bencher: Bencher, side: Side) {
    let mut work: Vec<(Board, Vec<Move>)> = boards(side.sfens())
        .into_iter()
        .map(|mut board| {
            let moves = side.own_moves(&mut board);
            (board, moves)
        })
        .collect();
    bencher.counter(moves_in_all(side)).bench_local(|| {
        for (board, moves) in &mut work {
            for &mv in &*moves {
                let undo = board.make(black_box(mv));
                black_box(board.key());
                board.undo(mv, undo);
            }
        }
    });
}

#[divan::bench(args = Side::ALL)]
fn make_undo_rsshogi(bencher: Bencher, side: Side) {
    let mut work: Vec<(Position, Vec<Move32>)> = positions(side.sfens())
        .into_iter()
        .map(|position| {
            let moves = side.their_moves(&position);
            (position, moves)
        })
        .collect();
    bencher.counter(moves_in_all(side)).bench_local(|| {
        for (position, moves) in &mut work {
            for &mv in &*moves {
                position.apply_move32(black_box(mv));
                black_box(position.key());
                position.undo_move32(mv).expect("the move just made");
            }
        }
    });
}

#[divan::bench]
fn key_after_own(bencher: Bencher) {
    let mut boards = boards(&TO_CHECK);
    let moves: Vec<Vec<Move>> = boards
        .iter_mut()
        .map(|board| Side::Checks.own_moves(board))
        .collect();
    bencher.counter(moves_in_all(Side::Checks)).bench_local(|| {
        for (board, moves) in boards.iter().zip(&moves) {
            for &mv in moves {
                black_box(board.key_after(black_box(mv)));
            }
        }
    });
}

fn main() {
    Side::ALL.into_iter().for_each(assert_same_work);
    divan::main();
}
