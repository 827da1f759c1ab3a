//! Positions of seven kinds, each of which has misled mate solvers.

use super::{
    ANY, CORNERED, NOTHING, PAWN, PieceBox, RandomProblem, Recipe, Rng, SLIDERS, SMALL, STEPPERS,
    give, random_attack, random_interposition, random_of, random_small,
};
use crate::board::Board;
use rsshogi::types::{Color, HandPiece, Move, Piece, PieceType, Square};

/// The start of a game of shogi.
const START: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";
/// Plies of a random game before a position is taken from it.
const OPENING: (usize, usize) = (30, 150);
/// Plies after that in which a position is looked for.
const LATE: usize = 60;

/// A kind of random positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PositionKind {
    /// A few pieces round a king.
    FewPieces,
    /// The attacker has a king too, which is often in check.
    TwoKings,
    /// The defender holds everything that is not on the board.
    FullHands,
    /// A pawn drop that would mate is near.
    PawnDrop,
    /// A piece gives check with or without promoting.
    Promotion,
    /// Any of the other kinds, White attacking.
    WhiteAttacks,
    /// Positions out of random games.
    Playout,
}

impl PositionKind {
    /// All kinds by name.
    pub const ALL: [(&'static str, Self); 7] = [
        ("few-pieces", Self::FewPieces),
        ("two-kings", Self::TwoKings),
        ("full-hands", Self::FullHands),
        ("pawn-drop", Self::PawnDrop),
        ("promotion", Self::Promotion),
        ("white-attacks", Self::WhiteAttacks),
        ("playout", Self::Playout),
    ];

    /// Returns the name.
    pub fn name(self) -> &'static str {
        Self::ALL[self as usize].0
    }

    /// Returns a position of the kind.
    pub fn random(self, rng: &mut Rng) -> RandomProblem {
        match self {
            Self::FewPieces => random_small(rng),
            Self::TwoKings => two_kings(rng),
            Self::FullHands => full_hands(rng),
            Self::PawnDrop => pawn_drop(rng),
            Self::Promotion => random_of(rng, PROMOTIONS, |rng, problem| {
                rng.chance(1, 6) || may_promote(&problem.board)
            }),
            Self::WhiteAttacks => white_attacks(rng),
            Self::Playout => playout(rng),
        }
    }
}

const TWO_KINGS: &[Recipe] = &[
    Recipe {
        on_board: [(ANY, 2, 4), (ANY, 1, 3)],
        in_hand: [(SMALL, 0, 2), (SMALL, 0, 1)],
        two_kings: true,
        ..CORNERED
    },
    Recipe {
        on_board: [(SLIDERS, 1, 3), (SLIDERS, 1, 2)],
        in_hand: [(SMALL, 0, 2), (SMALL, 0, 2)],
        spread: 4,
        two_kings: true,
        ..CORNERED
    },
    Recipe {
        on_board: [(STEPPERS, 2, 4), (ANY, 1, 2)],
        in_hand: [(PAWN, 0, 2), (PAWN, 0, 2)],
        corner: false,
        two_kings: true,
        ..CORNERED
    },
];

fn two_kings(rng: &mut Rng) -> RandomProblem {
    let in_check = rng.chance(1, 3);
    random_of(rng, TWO_KINGS, |_, problem| {
        // Who has just given check is in none.
        !in_check || !problem.attacker_to_move() || problem.board.in_check(problem.attacker)
    })
}

const FEW_ATTACKERS: &[Recipe] = &[
    Recipe {
        on_board: [(ANY, 2, 4), (SMALL, 0, 3)],
        in_hand: [(SMALL, 0, 2), NOTHING],
        ..CORNERED
    },
    Recipe {
        on_board: [(SLIDERS, 1, 3), (SMALL, 0, 3)],
        in_hand: [(SMALL, 0, 2), NOTHING],
        spread: 4,
        ..CORNERED
    },
    Recipe {
        on_board: [(STEPPERS, 2, 4), (SMALL, 1, 4)],
        in_hand: [(SMALL, 1, 3), NOTHING],
        ..CORNERED
    },
];

fn full_hands(rng: &mut Rng) -> RandomProblem {
    let mut problem = random_of(rng, FEW_ATTACKERS, |_, _| true);
    give_rest_to_defender(&mut problem);
    problem
}

/// Gives the defender everything that is neither on the board nor in a hand.
fn give_rest_to_defender(problem: &mut RandomProblem) {
    let (board, attacker) = (&mut problem.board, problem.attacker);
    let mut rest = PieceBox::full();
    let kinds = (0..81).map(|square| board.piece(square));
    let kinds = kinds.filter(|piece| *piece != Piece::NONE);
    for kind in kinds.filter_map(|piece| HandPiece::from_piece_type(piece.base_piece_type())) {
        rest.take(kind);
    }
    for kind in HandPiece::iter() {
        for _ in 0..board.in_hand(attacker, kind) + board.in_hand(attacker.flip(), kind) {
            rest.take(kind);
        }
        while rest.0[kind.to_index()] > 0 {
            give(board, &mut rest, attacker.flip(), kind);
        }
    }
}

const PAWN_DROPS: &[Recipe] = &[
    Recipe {
        on_board: [(ANY, 2, 3), (SMALL, 1, 4)],
        in_hand: [(PAWN, 1, 2), (PAWN, 0, 1)],
        ..CORNERED
    },
    Recipe {
        on_board: [(&["P", "L", "S", "B", "R"], 2, 4), (SMALL, 1, 4)],
        in_hand: [(PAWN, 1, 2), (SMALL, 0, 1)],
        spread: 3,
        ..CORNERED
    },
    Recipe {
        on_board: [(ANY, 2, 4), (SMALL, 1, 4)],
        in_hand: [(&["P", "P", "N", "S"], 1, 3), NOTHING],
        two_kings: true,
        ..CORNERED
    },
];

/// Mostly a position with a pawn drop that would mate: at once, or after a random move
/// of each side.
fn pawn_drop(rng: &mut Rng) -> RandomProblem {
    let at_once = rng.chance(1, 4);
    random_of(rng, PAWN_DROPS, |rng, problem| {
        !at_once && rng.chance(1, 6) || has_pawn_drop_mate(rng, problem, at_once)
    })
}

/// Whether a pawn drop mates, which is illegal: when the attacker is first to move,
/// or, unless it has to be at once, after a random move of each side.
fn has_pawn_drop_mate(rng: &mut Rng, problem: &RandomProblem, at_once: bool) -> bool {
    let mut board = problem.board.clone();
    if !problem.attacker_to_move() {
        match some_of(rng, &board.legal_moves()) {
            Some(reply) => board = board.after(reply),
            None => return false,
        }
    }
    if at_once || pawn_drop_mates(&board) {
        return pawn_drop_mates(&board);
    }
    let Some(check) = some_of(rng, &board.checks()) else {
        return false;
    };
    let board = board.after(check);
    some_of(rng, &board.legal_moves()).is_some_and(|reply| pawn_drop_mates(&board.after(reply)))
}

fn some_of(rng: &mut Rng, moves: &[Move]) -> Option<Move> {
    (!moves.is_empty()).then(|| *rng.pick(moves))
}

/// Whether a pawn of the side to move, dropped before the other king, would mate.
fn pawn_drop_mates(board: &Board) -> bool {
    let turn = board.turn();
    let pawn = HandPiece::from_piece_type(PieceType::PAWN);
    let holds = pawn.is_some_and(|pawn| board.in_hand(turn, pawn) > 0);
    let Some(king) = board.king(turn.flip()).filter(|_| holds) else {
        return false;
    };
    let before = match turn == Color::BLACK {
        true => (king % 9 < 8).then_some(king + 1),
        false => (king % 9 > 0).then(|| king - 1),
    };
    let is_free = |square: &usize| {
        board.piece(*square) == Piece::NONE && !board.has_pawn_on_file_of(*square, turn)
    };
    let Some(square) = before.filter(is_free) else {
        return false;
    };
    let after = board.after(Move::drop(PieceType::PAWN, Square::from_index(square)));
    !after.in_check(turn) && !after.has_legal_move()
}

const PROMOTIONS: &[Recipe] = &[
    Recipe {
        on_board: [(&["P", "L", "N", "S", "B", "R"], 2, 4), (SMALL, 0, 3)],
        in_hand: [(SMALL, 0, 2), (SMALL, 0, 1)],
        spread: 3,
        ..CORNERED
    },
    Recipe {
        on_board: [(&["P", "L", "B", "R"], 2, 4), (SMALL, 1, 3)],
        in_hand: [(PAWN, 1, 2), (PAWN, 0, 1)],
        spread: 4,
        ..CORNERED
    },
];

/// Whether a piece may give check on a square both promoted and not.
fn may_promote(board: &Board) -> bool {
    let checks = board.checks();
    let promoting = checks.iter().filter(|mv| mv.is_promotion());
    promoting
        .map(|mv| Move::normal(mv.from_sq(), mv.to_sq()))
        .any(|plain| checks.contains(&plain))
}

fn white_attacks(rng: &mut Rng) -> RandomProblem {
    let problem = match rng.below(6) {
        0 => random_attack(rng),
        1 => random_interposition(rng),
        2 => two_kings(rng),
        3 => full_hands(rng),
        4 => pawn_drop(rng),
        _ => PositionKind::Promotion.random(rng),
    };
    match problem.attacker == Color::WHITE {
        true => problem,
        false => problem.turned(),
    }
}

/// A position out of a random game in which the side to move can give check, or has
/// just given one. The attacker keeps his king or not.
fn playout(rng: &mut Rng) -> RandomProblem {
    loop {
        let mut board = Board::from_sfen(START).expect("the start of a game");
        let opening = rng.between(OPENING.0, OPENING.1);
        let keeps_king = rng.chance(1, 2);
        let check_first = rng.chance(1, 5);
        let any = rng.chance(1, 2);
        for ply in 0..opening + LATE {
            if ply >= opening
                && let Some(problem) = problem_in(rng, &board, keeps_king, check_first)
                && (any || !problem.is_hopeless())
            {
                return problem;
            }
            match some_move(rng, &board) {
                Some(mv) => board = board.after(mv),
                None => break,
            }
        }
    }
}

fn problem_in(
    rng: &mut Rng,
    board: &Board,
    keeps_king: bool,
    check_first: bool,
) -> Option<RandomProblem> {
    let attacker = board.turn();
    let mut board = board.clone();
    if !keeps_king && let Some(king) = board.king(attacker) {
        board.set_piece(king, Piece::NONE);
    }
    let problem = RandomProblem { board, attacker };
    // Where a king is gone, the other may be open to a piece behind it.
    let lawful = problem.is_valid() && !problem.board.checks().is_empty();
    match lawful && check_first {
        true => problem.after_some_check(rng),
        false => lawful.then_some(problem),
    }
}

/// A random legal move, rather one that captures or gives check.
fn some_move(rng: &mut Rng, board: &Board) -> Option<Move> {
    const WISHES: usize = 3;
    let mut moves = board.candidates();
    let mut plain = None;
    let mut wishes = 0;
    while !moves.is_empty() && wishes < WISHES {
        let mv = moves.swap_remove(rng.below(moves.len()));
        if !board.is_legal(mv) {
            continue;
        }
        let captures = board.piece(mv.to_sq().to_index()) != Piece::NONE;
        if captures || board.after(mv).in_check(board.turn().flip()) {
            return Some(mv);
        }
        plain = Some(mv);
        wishes += 1;
    }
    plain
}
