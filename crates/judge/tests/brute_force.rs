//! The judge against brute force: random small problems, whose whole game the
//! oracle writes down, and every fact asked of it again.
//!
//! Every interposition counts here, for so it does for the oracle.

use kemuri_core::{Color, Problem};
use kemuri_judge::{Author, Fact, Judge, Kind, Proof, Report, Settings};
use kemuri_oracle::board::Board;
use kemuri_oracle::fixpoint::mate_length;
use kemuri_oracle::graph::{Graph, Kind as Node};
use kemuri_oracle::random::Rng;
use kemuri_oracle::tsume::Tsume;
use kemuri_solver::{Futile, Goal, Limits, Options, Solver, Verdict};
use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, HashMap, HashSet};

/// Random positions that are tried; a few in a hundred are mates worth a check.
const POSITIONS: u64 = 6_000;
/// The same of pawns alone.
const TOFU: u64 = 30_000;
/// Positions the oracle may look at before it gives up.
const CAP: usize = 400;

/// The game without certain boards with the attacker to move.
struct Apart {
    game: Tsume,
    forbidden: HashSet<String>,
}

/// A board without its hands.
fn name(board: &Board) -> String {
    let sfen = board.to_sfen();
    sfen.split(' ').next().unwrap_or_default().into()
}

impl Graph for Apart {
    type Node = Board;

    fn kind(&self, board: &Board) -> Node {
        self.game.kind(board)
    }

    fn successors(&self, board: &Board) -> Vec<Board> {
        match self.kind(board) {
            Node::Or if self.forbidden.contains(&name(board)) => Vec::new(),
            _ => self.game.successors(board),
        }
    }
}

struct Case {
    game: Tsume,
    /// The positions of the main line.
    line: Vec<Board>,
    report: Report,
    /// What the oracle has said.
    known: RefCell<HashMap<Board, Option<Option<u32>>>>,
    /// How often it had nothing to say.
    silent: Cell<u32>,
}

impl Case {
    /// The length of a mate, that there is none, or `None` if the oracle cannot
    /// tell.
    fn length(&self, board: &Board) -> Option<Option<u32>> {
        let known = self.known.borrow().get(board).copied();
        known.unwrap_or_else(|| {
            let length = mate_length(&self.game, board, CAP).ok();
            self.silent
                .set(self.silent.get() + u32::from(length.is_none()));
            self.known.borrow_mut().insert(board.clone(), length);
            length
        })
    }

    fn is_attack(&self, board: &Board) -> bool {
        self.game.kind(board) == Node::Or
    }

    fn facts(&self, ply: usize) -> impl Iterator<Item = &Fact> {
        self.report.facts.iter().filter(move |fact| fact.ply == ply)
    }

    /// Every other check mates or not, as the judge says.
    fn checks(&self) {
        let forbidden = self.line.iter().filter(|board| self.is_attack(board));
        let apart = Apart {
            game: self.game,
            forbidden: forbidden.map(name).collect(),
        };
        for (ply, (board, &main)) in self.line.iter().zip(&self.report.main_line).enumerate() {
            if !self.is_attack(board) {
                continue;
            }
            for mv in self.game.moves(board).into_iter().filter(|&mv| mv != main) {
                let after = board.after(mv);
                let fact = self.facts(ply + 1).find(|fact| fact.mv() == Some(mv));
                let fact = fact.expect("every check is examined");
                if fact.proof == Proof::Undecided {
                    continue;
                }
                let Some(length) = self.length(&after) else {
                    continue;
                };
                let is_mate = length.is_some();
                let proof = if is_mate {
                    Proof::Proven
                } else {
                    Proof::Refuted
                };
                assert_eq!(fact.proof, proof, "{fact:?}");
                let left = self.line.len() - 1 - ply;
                let alone = || mate_length(&apart, &after, CAP).map(|length| length.is_some());
                match fact.kind {
                    _ if !is_mate => {}
                    Kind::LastMoveDual => assert!(left == 1 && ply > 0),
                    Kind::Cook if left == 1 => assert_eq!(ply, 0),
                    // Without the main line, or at least not touching it at its best.
                    Kind::Cook | Kind::TailCook => {
                        assert_eq!(fact.kind == Kind::TailCook, left == 3 && ply > 0);
                        assert!(alone() != Ok(false) || !self.touches(&after, fact));
                    }
                    Kind::Transposition => {
                        assert!(alone() != Ok(true) && self.touches(&after, fact));
                        assert_eq!(length, Some(left as u32 - 1));
                    }
                    Kind::Detour => {
                        let leads_back = || alone() != Ok(true) && self.touches(&after, fact);
                        assert!(self.puts_off(ply, fact) || leads_back());
                        assert!(length > Some(left as u32 - 1));
                    }
                    Kind::PromotionDual => {
                        assert_eq!((mv.from_sq(), mv.to_sq()), (main.from_sq(), main.to_sq()));
                        assert_eq!(length, Some(left as u32 - 1));
                    }
                    Kind::DistanceDual => {
                        assert_ne!(mv.to_sq(), main.to_sq());
                        assert_eq!(length, Some(left as u32 - 1));
                    }
                    Kind::PlaceDual => {
                        assert_eq!(mv.dropped_piece(), main.dropped_piece());
                        assert!(mv.is_drop() || mv.from_sq() == main.from_sq());
                        assert!(mv.to_sq() != main.to_sq() && left > 1);
                        assert_eq!(length, Some(left as u32 - 1));
                    }
                    // Our own line is the shortest.
                    _ => panic!("{fact:?}"),
                }
                let whole = length.map(|length| length + 1 + ply as u32);
                assert!(fact.length.is_none() || fact.length == whole, "{fact:?}");
            }
        }
    }

    /// Whether the line of a fact, which starts with the move to `board`, passes
    /// through the main line.
    fn touches(&self, board: &Board, fact: &Fact) -> bool {
        let mut board = board.clone();
        let main = self.line.iter().filter(|board| self.is_attack(board));
        let main: HashSet<String> = main.map(name).collect();
        fact.line[1..].iter().any(|&mv| {
            board = board.after(mv);
            self.is_attack(&board) && main.contains(&name(&board))
        })
    }

    /// Whether the rest of the main line mates at the end of the line of a fact,
    /// as it would have without the moves before.
    fn puts_off(&self, ply: usize, fact: &Fact) -> bool {
        let rest = &self.report.main_line[ply..];
        let more = fact.line.len() - rest.len();
        let mut board = self.line[ply].clone();
        for mv in fact.line[..more].iter().chain(rest) {
            if !self.game.moves(&board).contains(mv) {
                return false;
            }
            board = board.after(*mv);
        }
        !self.is_attack(&board) && self.game.moves(&board).is_empty()
    }

    /// Other defences that last as long, and leave nothing whatever the attacker
    /// does, are found; those that are found may leave nothing.
    fn defences(&self) {
        for (ply, (board, &main)) in self.line.iter().zip(&self.report.main_line).enumerate() {
            let left = (self.line.len() - 1 - ply) as u32;
            if self.is_attack(board) {
                continue;
            }
            for mv in self.game.moves(board) {
                let after = board.after(mv);
                let found = self.facts(ply + 1).any(|fact| {
                    let kinds = [
                        Kind::EqualVariation,
                        Kind::InterposedKindDual,
                        Kind::PromotionDual,
                    ];
                    fact.mv() == Some(mv) && kinds.contains(&fact.kind)
                });
                let Some(length) = self.length(&after) else {
                    continue;
                };
                assert!(
                    length.is_some_and(|length| length < left),
                    "{}",
                    mv.to_usi()
                );
                let counts = mv != main && left > 2 && length == Some(left - 1);
                let clean = |all| self.ends_clean(&after, all, &mut HashMap::new());
                assert!(!found || counts && clean(false), "{}", mv.to_usi());
                assert!(found || !counts || !clean(true), "{}", mv.to_usi());
            }
        }
    }

    /// Whether the defender, playing on as long as he can, leaves the attacker
    /// nothing in hand: against every shortest mate, or against one.
    fn ends_clean(&self, board: &Board, all: bool, known: &mut HashMap<Board, bool>) -> bool {
        if let Some(&answer) = known.get(board) {
            return answer;
        }
        let Some(Some(length)) = self.length(board) else {
            // Nothing is claimed where the oracle is silent.
            return !all;
        };
        let best = self.game.moves(board).into_iter().map(|mv| board.after(mv));
        let best = best.filter(|after| length > 0 && self.length(after) == Some(Some(length - 1)));
        let best: Vec<Board> = best.collect();
        let answer = if length == 0 {
            let sfen = board.to_sfen();
            let hands = sfen.split(' ').nth(2).unwrap_or_default();
            !hands.chars().any(|c| c.is_ascii_uppercase())
        } else if self.is_attack(board) && all {
            best.iter().all(|after| self.ends_clean(after, all, known))
        } else {
            best.iter().any(|after| self.ends_clean(after, all, known))
        };
        known.insert(board.clone(), answer);
        answer
    }
}

/// The pieces of random problems: on the board and in hand, the attacker's and
/// the defender's.
struct Supply {
    on_board: [&'static [&'static str]; 2],
    in_hand: [&'static [&'static str]; 2],
    /// Most pieces of each side on the board.
    most: [usize; 2],
}

/// Any pieces, the attacker's steppers more often than his sliders.
const ANY: Supply = Supply {
    on_board: [
        &[
            "P", "L", "N", "S", "G", "B", "R", "+P", "+P", "+P", "S", "G", "N", "+B", "+R",
        ],
        &["p", "l", "n", "s", "g", "+p", "b"],
    ],
    in_hand: [
        &["G", "S", "N", "P", "L", "R"],
        &["p", "g", "s", "l", "n", "b"],
    ],
    most: [5, 3],
};
/// Pawns alone, as in tofu problems: fewer positions can arise, and the oracle
/// has an answer more often.
const PAWNS: Supply = Supply {
    on_board: [&["P", "+P", "+P", "+P"], &["p", "+p"]],
    in_hand: [&["P"], &["p"]],
    most: [6, 6],
};

/// A king in or near the corner, attacked by a few pieces; `None` if chance makes
/// no problem of it.
fn random_problem(rng: &mut Rng, supply: &Supply) -> Option<Problem> {
    let mut cells = vec![""; 81];
    let king = (rng.below(3), rng.below(3));
    cells[king.1 * 9 + 8 - king.0] = "k";
    for (list, most, least) in [(0, supply.most[0], 2), (1, supply.most[1], 0)] {
        let list = supply.on_board[list];
        for _ in 0..rng.between(least, most) {
            let (file, rank) = (rng.below(5), rng.below(5));
            let cell = &mut cells[rank * 9 + 8 - file];
            if cell.is_empty() {
                *cell = list[rng.below(list.len())];
            }
        }
    }
    let rows = cells.chunks(9).map(|row| {
        let words = row
            .iter()
            .map(|cell| if cell.is_empty() { "1" } else { cell });
        words.collect::<String>()
    });
    let rows: Vec<String> = rows.collect();
    let mut hands = String::new();
    for list in supply.in_hand {
        for _ in 0..rng.between(0, 2) {
            hands += list[rng.below(list.len())];
        }
    }
    let hands = if hands.is_empty() { "-" } else { &hands };
    Problem::from_sfen(&format!("{} b {hands} 1", rows.join("/"))).ok()
}

fn limits(nodes: u64) -> Limits {
    Limits {
        nodes: Some(nodes),
        ..Limits::default()
    }
}

/// Whether a glance shows a mate that is long enough to have alternatives.
fn is_worth_it(solver: &mut Solver, problem: &Problem) -> bool {
    solver.clear();
    let goal = Goal::Shortest(Futile::None);
    let outcome = solver.solve(problem, goal, &limits(500), &mut |_| ());
    matches!(
        outcome.verdict,
        Verdict::Mate {
            length: 3..=7,
            exact: true,
            ..
        }
    )
}

/// Checks that many random positions; returns the problems among them, the
/// questions that the oracle was asked and answered, and the facts by class.
fn compare(supply: &Supply, positions: u64) -> (u32, u32, u32, BTreeMap<Kind, u32>) {
    let options = Options {
        hash: 1 << 20,
        ..Options::default()
    };
    let mut solver = Solver::new(options.clone()).unwrap();
    let mut judge = Judge::new(&options).unwrap();
    let settings = Settings {
        futile: Futile::None,
        limits: limits(20_000),
        ..Settings::default()
    };
    let mut tally: BTreeMap<Kind, u32> = BTreeMap::new();
    let (mut problems, mut asked, mut silent) = (0, 0, 0);
    for seed in 0..positions {
        let Some(problem) = random_problem(&mut Rng::new(5_000_000 + seed), supply) else {
            continue;
        };
        if !is_worth_it(&mut solver, &problem) {
            continue;
        }
        let report = judge.check(&problem, Author::default(), &settings, &mut |_| ());
        let mut line = vec![Board::from_sfen(&problem.to_sfen()).unwrap()];
        for &mv in &report.main_line {
            line.push(line[line.len() - 1].after(mv));
        }
        let case = Case {
            game: Tsume {
                attacker: Color::BLACK,
            },
            line,
            report,
            known: RefCell::default(),
            silent: Cell::new(0),
        };
        let context = format!("{} seed {seed}", problem.to_sfen());
        let checked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            case.checks();
            case.defences();
        }));
        assert!(checked.is_ok(), "{context}");
        problems += 1;
        asked += case.known.borrow().len() as u32;
        silent += case.silent.get();
        for fact in case.report.findings() {
            *tally.entry(fact.kind).or_default() += 1;
        }
    }
    println!("{problems} problems, {asked} questions, {silent} without an answer: {tally:?}");
    (problems, asked, asked - silent, tally)
}

fn assert_all(kinds: &[Kind], tally: &BTreeMap<Kind, u32>) {
    for kind in kinds {
        assert!(tally.contains_key(kind), "no {}", kind.name());
    }
}

#[test]
fn every_fact_stands_up_to_brute_force() {
    let (problems, _, answered, tally) = compare(&ANY, POSITIONS);
    assert!(problems > 200 && answered > 1_500);
    assert_all(
        &[
            Kind::Cook,
            Kind::Detour,
            Kind::PromotionDual,
            Kind::DistanceDual,
            Kind::EqualVariation,
            Kind::LastMoveDual,
        ],
        &tally,
    );
}

#[test]
fn problems_of_pawns_stand_up_to_brute_force() {
    let (problems, asked, answered, tally) = compare(&PAWNS, TOFU);
    assert!(problems > 120 && answered * 2 > asked);
    assert_all(&[Kind::Cook, Kind::Detour, Kind::Transposition], &tally);
}
