//! What the judge says of a problem, asked again of the oracle.

use kemuri_core::Problem;
use kemuri_judge::{Fact, FactKind, Proof, Report, Soundness};
use kemuri_oracle::board::Board;
use kemuri_oracle::fixpoint::mate_length;
use kemuri_oracle::graph::{Graph, NodeKind as Node};
use kemuri_oracle::tsume::Tsume;
use std::cell::{Cell, RefCell};
use std::collections::{HashMap, HashSet};

/// The game without certain boards with the attacker to move.
struct WithoutBoards {
    game: Tsume,
    forbidden: HashSet<String>,
}

/// A board without its hands.
fn name(board: &Board) -> String {
    let sfen = board.to_sfen();
    sfen.split(' ').next().unwrap_or_default().into()
}

impl Graph for WithoutBoards {
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

/// A report, and an oracle to ask about it.
pub struct Case {
    game: Tsume,
    /// The positions of the main line.
    line: Vec<Board>,
    /// The report.
    pub report: Report,
    /// What the oracle has said.
    known: RefCell<HashMap<Board, Option<Option<u32>>>>,
    /// How often it had nothing to say.
    silent: Cell<u32>,
    /// Positions the oracle may look at before it gives up.
    cap: usize,
}

impl Case {
    /// A report on a problem, and an oracle that looks at so many positions.
    pub fn new(problem: &Problem, report: Report, cap: usize) -> Self {
        let mut line = vec![Board::from_sfen(&problem.to_sfen()).expect("a lawful position")];
        for &mv in &report.main_line {
            line.push(line[line.len() - 1].after(mv));
        }
        Self {
            game: Tsume {
                attacker: problem.attacker(),
            },
            line,
            report,
            known: RefCell::default(),
            silent: Cell::new(0),
            cap,
        }
    }

    /// How many positions the oracle was asked about.
    pub fn asked(&self) -> u32 {
        self.known.borrow().len() as u32
    }

    /// How many of them it knew nothing of.
    pub fn silent(&self) -> u32 {
        self.silent.get()
    }

    /// The length of a mate, that there is none, or `None` if the oracle cannot
    /// tell.
    fn length(&self, board: &Board) -> Option<Option<u32>> {
        let known = self.known.borrow().get(board).copied();
        known.unwrap_or_else(|| {
            let length = mate_length(&self.game, board, self.cap).ok();
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
    pub fn checks(&self) {
        let forbidden = self.line.iter().filter(|board| self.is_attack(board));
        let game = WithoutBoards {
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
                let alone = || mate_length(&game, &after, self.cap).map(|length| length.is_some());
                match fact.kind {
                    _ if !is_mate => {}
                    FactKind::LastMoveDual => assert!(left == 1 && ply > 0),
                    FactKind::Cook if left == 1 => assert_eq!(ply, 0),
                    // Without the main line, or at least not touching it at its best.
                    FactKind::Cook | FactKind::TailCook => {
                        assert_eq!(fact.kind == FactKind::TailCook, left == 3 && ply > 0);
                        assert!(alone() != Ok(false) || !self.touches(&after, fact));
                    }
                    FactKind::Transposition => {
                        assert!(alone() != Ok(true) && self.touches(&after, fact));
                        assert_eq!(length, Some(left as u32 - 1));
                    }
                    FactKind::Detour => {
                        let leads_back = || alone() != Ok(true) && self.touches(&after, fact);
                        assert!(self.puts_off(ply, fact) || leads_back());
                        assert!(length > Some(left as u32 - 1));
                    }
                    FactKind::PromotionDual => {
                        assert_eq!((mv.from_sq(), mv.to_sq()), (main.from_sq(), main.to_sq()));
                        assert_eq!(length, Some(left as u32 - 1));
                    }
                    FactKind::DistanceDual => {
                        assert_ne!(mv.to_sq(), main.to_sq());
                        assert_eq!(length, Some(left as u32 - 1));
                    }
                    FactKind::PlaceDual => {
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
    pub fn defences(&self) {
        for (ply, (board, &main)) in self.line.iter().zip(&self.report.main_line).enumerate() {
            let left = (self.line.len() - 1 - ply) as u32;
            if self.is_attack(board) || self.lasts_longer(ply, left) {
                continue;
            }
            for mv in self.game.moves(board) {
                let after = board.after(mv);
                let found = self.facts(ply + 1).any(|fact| {
                    let kinds = [
                        FactKind::EqualVariation,
                        FactKind::InterposedKindDual,
                        FactKind::PromotionDual,
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

    /// Whether the defender can last longer than the main line after `ply` moves,
    /// which he can only if it is not the answer, and is said to then.
    fn lasts_longer(&self, ply: usize, left: u32) -> bool {
        let (board, main) = (&self.line[ply], self.report.main_line[ply]);
        let answer = self.report.answer.as_ref().expect("a mate").length;
        if answer == self.report.main_line.len() as u32 {
            return false;
        }
        let replies = self.game.moves(board).into_iter();
        let lengths: Vec<_> = replies
            .map(|mv| (mv, self.length(&board.after(mv))))
            .collect();
        if lengths.iter().any(|(_, length)| length.is_none()) {
            return true;
        }
        let longest = lengths
            .iter()
            .filter_map(|(_, length)| length.flatten())
            .max();
        let longest = longest.expect("a mate");
        if longest < left {
            return false;
        }
        for (mv, length) in lengths {
            let counts = mv != main && length.flatten() == Some(longest);
            let kinds = [FactKind::LongerVariation, FactKind::LongerByTwo];
            let found = self.facts(ply + 1).any(|fact| {
                let whole = Some(ply as u32 + 1 + longest);
                fact.mv() == Some(mv) && kinds.contains(&fact.kind) && fact.length == whole
            });
            assert_eq!(found, counts, "{}", mv.to_usi());
        }
        true
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
            holds_nothing(board)
        } else if self.is_attack(board) && all {
            best.iter().all(|after| self.ends_clean(after, all, known))
        } else {
            best.iter().any(|after| self.ends_clean(after, all, known))
        };
        known.insert(board.clone(), answer);
        answer
    }

    /// Whether the oracle itself says that the verdict is right: that there is no
    /// mate, or that a second check mates or pieces are left where something is
    /// fatal, or that everything is as it should be.
    #[allow(dead_code, reason = "not every test asks")]
    pub fn is_vouched_for(&self) -> bool {
        let Some(end) = self.line.last().filter(|_| self.line.len() > 1) else {
            return self.length(&self.line[0]) == Some(None);
        };
        let is_mate = |fact: &&Fact| {
            let after = fact.mv().map(|mv| self.line[fact.ply - 1].after(mv));
            after.is_some_and(|after| self.length(&after).flatten().is_some())
        };
        let cooks = [FactKind::Cook, FactKind::TailCook];
        let mut cooked = (self.report.facts.iter())
            .filter(|fact| cooks.contains(&fact.kind) && fact.proof == Proof::Proven);
        match self.report.verdict {
            Soundness::Unsound => !holds_nothing(end) || cooked.any(|fact| is_mate(&fact)),
            _ => self.silent() == 0,
        }
    }
}

/// Whether Black, who attacks, has nothing in hand.
fn holds_nothing(board: &Board) -> bool {
    let sfen = board.to_sfen();
    let hands = sfen.split(' ').nth(2).unwrap_or_default();
    !hands.chars().any(|c| c.is_ascii_uppercase())
}
