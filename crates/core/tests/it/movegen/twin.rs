//! A board and a position that must agree, and every way to compare them.

use kemuri_core::attacks::{Squares, bit};
use kemuri_core::board::{ATTACKER, DEFENDER_SIDE};
use kemuri_core::{Board, Color, Hand, Move, Piece, PieceType, Problem, Square};
use kemuri_oracle::random::RandomProblem;
use rsshogi::board::{
    MoveList, Position, generate_position_state, movegen::generate_legal_all,
    position_from_position_state,
};
use rsshogi::types::HandPiece;

/// Everything a board says about itself.
#[derive(Clone, Debug, PartialEq)]
pub struct Snapshot {
    pub squares: [u8; 81],
    pieces: [Squares; 32],
    sides: [[Squares; 4]; 2],
    hands: [Hand; 2],
    kings: (usize, Option<usize>),
    attacker_to_move: bool,
    key: u64,
}

pub fn snapshot(board: &Board) -> Snapshot {
    Snapshot {
        squares: std::array::from_fn(|sq| board.piece(sq)),
        pieces: std::array::from_fn(|piece| board.pieces(piece as u8)),
        sides: [ATTACKER, DEFENDER_SIDE].map(|side| {
            [
                board.side(side),
                board.golds(side),
                board.diagonals(side),
                board.orthogonals(side),
            ]
        }),
        hands: [board.attacker_hand(), board.defender_hand()],
        kings: (board.defender_king(), board.attacker_king()),
        attacker_to_move: board.attacker_to_move(),
        key: board.key(),
    }
}

fn sorted(mut moves: Vec<Move>) -> Vec<Move> {
    moves.sort_unstable();
    moves
}

/// A board and the position it must agree with.
pub struct Twin {
    /// The board under test.
    pub board: Board,
    /// The position it must agree with.
    pub position: Position,
    attacker: Color,
}

impl Twin {
    pub fn random(random: &RandomProblem) -> Self {
        Self::new(&random.sfen(), random.attacker)
    }

    pub fn new(sfen: &str, attacker: Color) -> Self {
        let problem = Problem::from_sfen_with(sfen, Some(attacker))
            .unwrap_or_else(|error| panic!("{error}: {sfen}"));
        Self {
            board: Board::new(&problem),
            position: problem.position(),
            attacker: problem.attacker(),
        }
    }

    pub fn sfen(&self) -> String {
        let attacker = if self.is_turned() { "White" } else { "Black" };
        format!("{} ({attacker} attacks)", self.position.to_sfen(Some(1)))
    }

    /// Whether the board sees the position the other way round.
    pub fn is_turned(&self) -> bool {
        self.attacker == Color::WHITE
    }

    /// A move of the position as the board sees it, and the other way round.
    pub fn seen(&self, mv: Move) -> Move {
        if self.is_turned() { mv.flip() } else { mv }
    }

    fn seen_square(&self, sq: Square) -> usize {
        let sq = sq.to_index();
        if self.is_turned() { 80 - sq } else { sq }
    }

    /// The squares for which `holds`, as the board numbers them.
    fn squares(&self, holds: impl Fn(Square) -> bool) -> Squares {
        Square::iter()
            .filter(|&sq| holds(sq))
            .map(|sq| bit(self.seen_square(sq)))
            .sum()
    }

    fn defender(&self) -> Color {
        self.attacker.flip()
    }

    pub fn attacker_to_move(&self) -> bool {
        self.position.turn() == self.attacker
    }

    pub fn has_two_kings(&self) -> bool {
        !self.position.king_square(self.attacker).is_none()
    }

    pub fn make(&mut self, mv: Move) {
        self.board.make(self.seen(mv));
        self.position.apply_move(mv);
    }

    /// Compares everything; `ask_oracle` takes much longer. Returns the moves.
    pub fn assert_agreement(&mut self, ask_oracle: bool) -> Vec<Move> {
        self.assert_same_position();
        let moves = sorted(self.brute_force());
        let generated = sorted(self.generated());
        assert_eq!(generated, moves, "moves in {}", self.sfen());
        self.assert_make_and_undo(&moves);
        self.assert_king_lines();
        self.assert_kinds_not_held();
        if ask_oracle {
            self.assert_attackers();
            self.assert_oracle_agrees(&moves);
        }
        moves
    }

    /// All legal moves, of the attacker those that give check.
    fn brute_force(&self) -> Vec<Move> {
        let mut position = self.position.clone();
        let mut moves = legal_moves(&position);
        if self.attacker_to_move() {
            moves.retain(|&mv| {
                position.apply_move(mv);
                let check = position.is_in_check();
                position.undo_move(mv).expect("the move just made");
                check
            });
        }
        moves
    }

    /// What the board generates, as moves of the position.
    pub fn generated(&mut self) -> Vec<Move> {
        let lines = self.board.king_lines();
        let mut moves = Vec::new();
        if self.attacker_to_move() {
            self.board.each_check(&lines, |mv| moves.push(mv));
            assert_eq!(
                self.board.count_checks(&lines) as usize,
                moves.len(),
                "count_checks in {}",
                self.sfen()
            );
        } else {
            self.board.each_evasion(&lines, |mv| moves.push(mv));
            assert_eq!(
                self.board.has_evasion(),
                !moves.is_empty(),
                "has_evasion in {}",
                self.sfen()
            );
            let mut drops: Vec<_> = (moves.iter().filter(|mv| mv.is_drop()))
                .map(|mv| mv.to_sq())
                .collect();
            let on_board = moves.len() - drops.len();
            drops.dedup();
            assert_eq!(
                self.board.count_evasions(&lines) as usize,
                on_board + drops.len(),
                "count_evasions in {}",
                self.sfen()
            );
        }
        moves.iter().map(|&mv| self.seen(mv)).collect()
    }

    /// Pieces, sets, hands, kings and side to move are those of the position.
    fn assert_same_position(&self) {
        let board = &self.board;
        let mut sides = [0; 2];
        for sq in Square::iter() {
            let mut piece = self.position.piece_on(sq).raw() as u8;
            if piece != 0 && self.is_turned() {
                piece ^= 16;
            }
            let at = self.seen_square(sq);
            assert_eq!(board.piece(at), piece, "{sq} in {}", self.sfen());
            if piece != 0 {
                sides[usize::from(piece >> 4)] |= bit(at);
                assert_ne!(board.pieces(piece) & bit(at), 0, "{sq} in {}", self.sfen());
            }
        }
        let sets: u32 = (1..32).map(|piece| board.pieces(piece).count_ones()).sum();
        assert_eq!(sets, board.occupied().count_ones(), "{}", self.sfen());
        assert_eq!(sides, [board.side(0), board.side(1)], "{}", self.sfen());
        let hand = |color| Hand::from(self.position.hand(color));
        assert_eq!(
            [board.attacker_hand(), board.defender_hand()],
            [hand(self.attacker), hand(self.defender())],
            "{}",
            self.sfen()
        );
        let king = |color| {
            let king = self.position.king_square(color);
            (!king.is_none()).then(|| self.seen_square(king))
        };
        assert_eq!(
            (Some(board.defender_king()), board.attacker_king()),
            (king(self.defender()), king(self.attacker)),
            "{}",
            self.sfen()
        );
        assert_eq!(
            board.attacker_to_move(),
            self.attacker_to_move(),
            "{}",
            self.sfen()
        );
    }

    /// Every move: what is foretold of it comes true, and undo restores all.
    fn assert_make_and_undo(&mut self, moves: &[Move]) {
        let before = snapshot(&self.board);
        let guarded = self.board.guarded_around_king();
        for &mv in moves {
            let seen = self.seen(mv);
            let flees = self.attacker_to_move() && self.board.king_surely_flees(seen, guarded);
            let key = self.board.key_after(seen);
            let hand = self.board.attacker_hand_after(seen);
            let undo = self.board.make(seen);
            let context = || format!("{} in {}", mv.to_usi(), self.sfen());
            assert_eq!(self.board.key(), key, "key_after {}", context());
            assert_eq!(self.board.attacker_hand(), hand, "hand_after {}", context());
            assert_ne!(key, before.key, "{}", context());
            if flees {
                let king = Square::from_index(self.board.defender_king());
                let mut moves = Vec::new();
                let lines = self.board.king_lines();
                self.board.each_evasion(&lines, |mv| moves.push(mv));
                let by_king = moves.iter().any(|mv| !mv.is_drop() && mv.from_sq() == king);
                assert!(by_king, "king_surely_flees {}", context());
            }
            self.board.undo(seen, undo);
            assert_eq!(snapshot(&self.board), before, "undo {}", mv.to_usi());
        }
    }

    /// Who attacks each square, with everything in the way and with one other
    /// square free.
    fn assert_attackers(&self) {
        let occupied = self.position.bitboards().occupied();
        for (side, color) in [(ATTACKER, self.attacker), (DEFENDER_SIDE, self.defender())] {
            for sq in Square::iter() {
                let neighbour = Square::new((sq.to_index() as i8 + 8) % 81);
                for absent in [None, Some(neighbour)] {
                    let mut theirs = occupied;
                    let mut ours = self.board.occupied();
                    if let Some(absent) = absent {
                        theirs.clear(absent);
                        ours &= !bit(self.seen_square(absent));
                    }
                    let attackers = self.position.attackers_to_color(color, sq, theirs);
                    assert_eq!(
                        self.board.attackers_to(side, self.seen_square(sq), ours),
                        self.squares(|from| attackers.test(from)),
                        "attackers of {sq} without {absent:?} in {}",
                        self.sfen()
                    );
                }
            }
        }
    }

    fn assert_king_lines(&self) {
        let lines = self.board.king_lines();
        let attackers = |sq, occupied| {
            self.position
                .attackers_to_color(self.attacker, sq, occupied)
        };
        let occupied = self.position.bitboards().occupied();
        let king = self.position.king_square(self.defender());
        let checkers = attackers(king, occupied);
        let checking = self.squares(|sq| checkers.test(sq));
        assert_eq!(lines.checkers, checking, "checkers in {}", self.sfen());
        // A blocker is a piece without which somebody else would give check.
        let blockers = self.squares(|sq| {
            let mut rest = occupied;
            rest.clear(sq);
            occupied.test(sq)
                && sq != king
                && attackers(king, rest)
                    .iter()
                    .any(|from| from != sq && !checkers.test(from))
        });
        assert_eq!(
            (lines.pinned, lines.discoverers),
            (
                blockers & self.board.side(DEFENDER_SIDE),
                blockers & self.board.side(ATTACKER)
            ),
            "pinned and discoverers in {}",
            self.sfen()
        );
        let mut without_king = occupied;
        without_king.clear(king);
        let guarded =
            self.squares(|sq| are_neighbours(sq, king) && !attackers(sq, without_king).is_empty());
        assert_eq!(
            self.board.guarded_around_king(),
            guarded,
            "guarded_around_king in {}",
            self.sfen()
        );
    }

    /// The kinds of drops that `color`, who is to move, would have as `moves`
    /// of the position if he held at least one of every kind.
    fn kinds_if_held(&self, color: Color, checks_only: bool) -> u8 {
        let mut state = generate_position_state(&self.position);
        let hand = &mut state.hands[color.to_index()];
        for kind in HandPiece::iter() {
            if hand.count(kind) == 0 {
                hand.add(kind, 1);
            }
        }
        let richer = position_from_position_state(&state);
        let mut kinds = 0;
        for mv in legal_moves(&richer) {
            if let Some(kind) = mv.dropped_piece()
                && (!checks_only || richer.gives_check_move(mv))
            {
                kinds |= 1 << kind.to_index();
            }
        }
        kinds
    }

    /// Kinds that are not in hand but would matter if they were.
    fn assert_kinds_not_held(&mut self) {
        let pawn = 1 << PieceType::PAWN.to_index();
        if self.attacker_to_move() {
            let hand = self.board.attacker_hand();
            let held: u8 = (1..8).map(|kind| u8::from(hand.has(kind)) << kind).sum();
            let expected = self.kinds_if_held(self.attacker, true) & !held;
            let kinds = self.board.unheld_drop_checks();
            let excess = kinds & !expected;
            assert_eq!(
                expected & !kinds,
                0,
                "unheld_drop_checks in {}",
                self.sfen()
            );
            // It may only overlook pawn-drop mate and the attacker's own king.
            assert!(
                excess & !pawn == 0 || self.has_two_kings(),
                "unheld_drop_checks in {}",
                self.sfen()
            );
            assert_eq!(kinds & held, 0, "unheld_drop_checks in {}", self.sfen());
        } else {
            let expected = self.kinds_if_held(self.defender(), false);
            let kinds = self.board.interposable_kinds(&self.board.king_lines());
            let overlooked = if self.has_two_kings() { pawn } else { 0 };
            assert_eq!(
                (expected & !kinds, kinds & !expected & !overlooked),
                (0, 0),
                "interposable_kinds in {}",
                self.sfen()
            );
        }
    }

    /// The third rule book: moves, checkers and guarded squares by the oracle.
    fn assert_oracle_agrees(&mut self, moves: &[Move]) {
        let sfen = self.position.to_sfen(Some(1));
        let oracle = kemuri_oracle::Board::from_sfen(&sfen).expect("an SFEN");
        let expected = if self.attacker_to_move() {
            oracle.checks()
        } else {
            oracle.legal_moves()
        };
        assert_eq!(moves, sorted(expected), "oracle's moves in {}", self.sfen());
        let defender = self.defender();
        let king = oracle.king(defender).expect("a king to mate");
        let king_piece = oracle.piece(king);
        let guarded = self.squares(|sq| {
            let mut moved = oracle.clone();
            moved.set_piece(king, Piece::NONE);
            moved.set_piece(sq.to_index(), king_piece);
            are_neighbours(sq, Square::from_index(king)) && moved.in_check(defender)
        });
        assert_eq!(
            self.board.guarded_around_king(),
            guarded,
            "oracle's guarded squares in {}",
            self.sfen()
        );
        // With every other attacker turned into a harmless blocker, only the
        // piece in question can give check.
        let blocker = Piece::from_parts(defender, PieceType::PAWN);
        let gives_check = |board: &kemuri_oracle::Board, from: Square| {
            let mut alone = board.clone();
            for sq in 0..81 {
                let piece = board.piece(sq);
                if sq != from.to_index() && !piece.is_empty() && piece.color() == self.attacker {
                    alone.set_piece(sq, blocker);
                }
            }
            alone.in_check(defender)
        };
        let is_attacker = |sq: Square| {
            let piece = oracle.piece(sq.to_index());
            !piece.is_empty() && piece.color() == self.attacker
        };
        let checkers = self.squares(|sq| is_attacker(sq) && gives_check(&oracle, sq));
        assert_eq!(
            self.board.king_lines().checkers,
            checkers,
            "oracle's checkers in {}",
            self.sfen()
        );
    }
}

fn legal_moves(position: &Position) -> Vec<Move> {
    let mut list = MoveList::new();
    generate_legal_all(position, &mut list);
    list.iter().copied().collect()
}

fn are_neighbours(a: Square, b: Square) -> bool {
    let (a, b) = (a.to_index(), b.to_index());
    a != b && (a / 9).abs_diff(b / 9) <= 1 && (a % 9).abs_diff(b % 9) <= 1
}
