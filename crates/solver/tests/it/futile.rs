//! Lengths that leave futile interpositions out, against brute force over the
//! rule of counting as it is written down, with the oracle's rules code.

use crate::common::switched::switched;
use kemuri_core::{Color, Move, Problem};
use kemuri_oracle::board::Board;
use kemuri_oracle::random::{Rng, random_attack, random_small};
use kemuri_solver::{Budget, Futile, Goal, Options, Solver};
use rsshogi::types::{HandPiece, Piece};

/// The rule of counting.
struct Count {
    futile: Futile,
    attacker: Color,
    /// Positions that may still be looked at.
    left: u32,
}

impl Count {
    /// Whether the position is a mate within `plies`; nothing if it is too much.
    fn within(&mut self, board: &Board, plies: u32) -> Option<bool> {
        self.left = self.left.checked_sub(1)?;
        if board.turn() == self.attacker {
            if plies == 0 {
                return Some(false);
            }
            for check in board.checks() {
                if self.within(&board.after(check), plies - 1)? {
                    return Some(true);
                }
            }
            return Some(false);
        }
        let replies = board.legal_moves();
        for &reply in &replies {
            let mated = if self.futile != Futile::None && reply.is_drop() {
                self.drop_within(board, reply, &replies, plies)?
            } else {
                plies > 0 && self.within(&board.after(reply), plies - 1)?
            };
            if !mated {
                return Some(false);
            }
        }
        Some(true)
    }

    fn drop_within(
        &mut self,
        before: &Board,
        drop: Move,
        replies: &[Move],
        plies: u32,
    ) -> Option<bool> {
        let board = before.after(drop);
        for check in board.checks() {
            let after = board.after(check);
            if plies >= 2 && self.within(&after, plies - 2)? {
                return Some(true);
            }
            if check.is_drop() || check.to_sq() != drop.to_sq() {
                continue;
            }
            let uncounted = match self.futile {
                Futile::None => false,
                Futile::Broad => true,
                // The slider gives check by itself, whoever else is there.
                Futile::Slider => {
                    let mut alone = before.clone();
                    for square in (0..81).filter(|&sq| sq != check.from_sq().to_index()) {
                        let piece = alone.piece(square);
                        if piece != Piece::NONE && piece.color() == self.attacker {
                            alone.set_piece(square, Piece::NONE);
                        }
                    }
                    alone.in_check(self.attacker.flip())
                }
                Futile::Narrow => {
                    let moves = |replies: &[Move]| {
                        let mut moves: Vec<Move> =
                            replies.iter().copied().filter(|mv| !mv.is_drop()).collect();
                        moves.sort_by_key(|mv| mv.raw());
                        moves
                    };
                    moves(&after.legal_moves()) == moves(replies)
                }
            };
            if uncounted {
                let kind = board.piece(drop.to_sq().to_index()).piece_type();
                let kind = HandPiece::from_piece_type(kind).unwrap();
                let mut given = after.clone();
                let (own, other) = (self.attacker, self.attacker.flip());
                given.set_in_hand(own, kind, after.in_hand(own, kind) - 1);
                given.set_in_hand(other, kind, after.in_hand(other, kind) + 1);
                if self.within(&given, plies)? {
                    return Some(true);
                }
            }
        }
        Some(false)
    }
}

#[test]
fn lengths_follow_the_rule_of_counting() {
    const NODES: u64 = 50_000;
    const PROFILES: [Futile; 4] = [Futile::None, Futile::Slider, Futile::Broad, Futile::Narrow];
    let budget = Budget::default().with_nodes(NODES);
    let (mut checked, mut shorter, mut differ, mut explained) = (0, 0, 0, 0);
    let (mut longer_lines, mut bounds) = (0, 0);
    for seed in 0..10_000 {
        let mut rng = Rng::new(seed);
        let random = match seed % 2 {
            0 => random_attack(&mut rng),
            _ => random_small(&mut rng),
        };
        let sfen = random.sfen();
        let problem = Problem::from_sfen_with(&sfen, Some(random.attacker)).unwrap();
        let mut found = [None; 4];
        // One table for all: the profiles must not disturb each other.
        let mut solver = Solver::new(Options {
            hash: 1 << 20,
            ..match seed % 3 {
                0 => switched(seed),
                _ => Options::default(),
            }
        })
        .unwrap();
        for (futile, found) in PROFILES.into_iter().zip(&mut found) {
            let goal = Goal::Shortest(futile);
            let mut outcome = solver.solve(&problem, goal, &budget.renewed(), &mut |_| ());
            if futile != Futile::None && outcome.stats.nodes >= NODES {
                // The literal length was proven: the others must be comparable.
                outcome = solver.solve(&problem, goal, &Budget::default(), &mut |_| ());
            }
            let mate = outcome.verdict.mate();
            let Some(mate) = mate.filter(|mate| mate.exact) else {
                // Only a limit keeps a length from being proven.
                let is_mate = mate.is_some();
                assert!(mate.is_none_or(|mate| mate.futile == Futile::None));
                assert!(
                    !is_mate || outcome.stats.nodes >= NODES,
                    "{sfen} {futile:?}"
                );
                bounds += u32::from(is_mate);
                break;
            };
            let (line, length) = (&mate.line, mate.length);
            assert_eq!((outcome.goal, mate.futile), (goal, futile));
            // Longer by drops and captures that do not count, if by anything.
            let longer = line.len() as u32 - length;
            assert!(longer.is_multiple_of(2), "{sfen} {futile:?}");
            assert!(longer == 0 || futile != Futile::None, "{sfen}");
            longer_lines += u32::from(longer > 0);
            let futile_drops = solver.futile_drops(&problem, mate, &Budget::default(), &mut |_| ());
            let futile_drops = futile_drops.unwrap();
            assert!(
                mate.futile_tail.is_empty() || futile_drops.iter().any(|w| w.after == line.len())
            );
            assert!(futile != Futile::None || futile_drops.is_empty());
            for futile in &futile_drops {
                let mut board = random.board.clone();
                for &mv in line[..futile.after].iter().chain(&futile.line) {
                    assert!(board.legal_moves().contains(&mv), "{sfen}: {futile:?}");
                    board = board.after(mv);
                }
                // The mate goes on for no longer than without the drop.
                let left = line.len() - futile.after;
                assert!(futile.line.len() <= left + 2, "{sfen}: {futile:?}");
                explained += 1;
            }
            let mut count = Count {
                futile,
                attacker: random.attacker,
                left: 2_000,
            };
            let context = || format!("{sfen} {futile:?}: {outcome:?}");
            *found = Some(length);
            if !(1..=5).contains(&length) {
                continue;
            }
            if let Some(mates) = count.within(&random.board, length) {
                assert!(mates, "too short: {}", context());
                checked += 1;
            }
            if length > 1
                && let Some(mates) = count.within(&random.board, length - 2)
            {
                assert!(!mates, "too long: {}", context());
            }
        }
        let [none, slider, broad, narrow] = found;
        shorter += u32::from(broad < none && broad.is_some());
        differ += u32::from(slider != broad || narrow != broad);
        assert!(
            broad <= slider && slider <= none && broad <= narrow,
            "{sfen}"
        );
    }
    println!("{checked} checked, {shorter} shorter, {differ} differ, {explained} explained");
    println!("{longer_lines} lines with pairs that do not count, {bounds} bounds");
    assert!(checked > 1000 && shorter > 20 && differ > 5 && explained > 50);
    assert!(longer_lines > 0 && bounds < checked / 10);
}

/// Where opinions differ: lengths under `none`, `slider`, `broad` and `narrow`,
/// and the first defence that `broad` has to count.
const GREY_ZONES: [(&str, &str, [u32; 4], &str); 5] = [
    // A knight moves between lance and king: the move of a piece on the board
    // counts, the drops against the lance do not.
    (
        "a move onto the line",
        "9/5l3/5p2k/9/9/7n1/6+R2/9/8L w GPs 1",
        [8, 6, 6, 6],
        "2f1h+",
    ),
    // A rook checks with another behind it on the same line.
    (
        "one slider behind another",
        "4l4/9/3R+Rs1k1/9/6n2/9/9/9/9 b GN2n 1",
        [7, 5, 5, 7],
        "2c1b",
    ),
    // After the capture the king has other squares to go to.
    (
        "other replies after the capture",
        "8k/9/4+R+R2L/9/9/9/9/9/9 w Sgl 1",
        [6, 4, 4, 6],
        "1a2a",
    ),
    // A silver dropped on 2c is gone, and mates in the attacker's hand: it counts.
    (
        "a drop that costs the piece",
        "7k1/9/9/5g+R2/9/9/9/7L1/9 w Lsn 1",
        [10, 6, 6, 10],
        "S*2c",
    ),
    // A pawn on 2f is taken by the dragon. On 3g the bishop takes it, the pawn is
    // handed back and comes again on 2f, and now the dragon shields its king.
    (
        "a drop that comes again",
        "9/9/7S1/9/8k/9/8P/4KB1+Rr/9 w p 1",
        [2, 2, 2, 2],
        "P*3g",
    ),
];

#[test]
fn grey_zones_are_judged_as_documented() {
    let mut solver = Solver::new(Options::default()).unwrap();
    for (name, sfen, lengths, defence) in GREY_ZONES {
        let problem = Problem::from_sfen_with(sfen, Some(Color::BLACK)).unwrap();
        let board = Board::from_sfen(sfen).unwrap();
        for ((_, futile), expected) in Futile::ALL.into_iter().zip(lengths) {
            let goal = Goal::Shortest(futile);
            let outcome = solver.solve(&problem, goal, &Budget::default(), &mut |_| ());
            let Some(mate) = outcome.verdict.mate().filter(|mate| mate.exact) else {
                panic!("{name}, {futile:?}: no proven length");
            };
            let (line, length) = (&mate.line, mate.length);
            assert_eq!(length, expected, "{name}, {futile:?}");
            if futile == Futile::Broad {
                let first = usize::from(problem.attacker_to_move());
                assert_eq!(line[first].to_usi(), defence, "{name}");
            }
            let mut count = Count {
                futile,
                attacker: Color::BLACK,
                left: 300_000,
            };
            if expected <= 4 {
                assert_eq!(count.within(&board, length), Some(true), "{name}");
                assert_eq!(count.within(&board, length - 2), Some(false), "{name}");
            }
        }
    }
}
