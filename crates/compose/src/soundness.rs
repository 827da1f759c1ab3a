//! Whether one more ply makes a sound problem.
//!
//! A candidate extends a problem that is sound already, so only what is new has
//! to be proven. The attacker's new move must be the only one that mates: every
//! other check must not mate, at whatever length. The defender's new move must
//! be the best: every other reply must be mated, in no more plies than the main
//! line. The length of the candidate then is one more than that of the problem
//! it extends, without another proof.

use kemuri_core::{Board, Hand, Move};
use kemuri_solver::{Answer, Questions};
use std::collections::HashMap;

/// What became of a candidate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum Decision {
    /// It is sound.
    Sound = 1,
    /// It is sound, but another defence lasts as long and leaves nothing in hand.
    Equal = 2,
    /// Another check mates too.
    Cook = 3,
    /// A defence is not mated.
    Escape = 4,
    /// A defence lasts longer than the main line.
    Longer = 5,
    /// Not decided within the nodes there were.
    Open = 6,
}

impl Decision {
    /// All decisions.
    pub const ALL: [Self; 6] = [
        Self::Sound,
        Self::Equal,
        Self::Cook,
        Self::Escape,
        Self::Longer,
        Self::Open,
    ];

    /// The inverse of `as u8`.
    pub fn from_byte(byte: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|&d| d as u8 == byte)
    }
}

/// For so many nodes there is one position in which equally long defences are
/// compared by what they leave in hand.
const NODES_PER_COMPARISON: u64 = 4;
/// Nodes for the first glances at each alternative: a cook or an escape that is
/// found at once makes the hard questions needless.
const GLANCES: [u64; 3] = [20, 200, 2000];

/// Asks the solver about candidates.
pub struct Judge<'q, 'a> {
    questions: &'q mut Questions<'a>,
    /// Nodes for each question.
    nodes: u64,
}

/// The answers to the same question about several moves.
enum Alternatives {
    /// One of them mates (asked of checks) or escapes (asked of replies).
    Found,
    /// None does; for each the plies within which it is mated.
    None(Vec<(Move, u16)>),
    /// Some are not known.
    Open,
}

impl<'q, 'a> Judge<'q, 'a> {
    /// A judge who may spend `nodes` on each question.
    pub fn new(questions: &'q mut Questions<'a>, nodes: u64) -> Self {
        Self { questions, nodes }
    }

    /// Whether `main` is the only check in `board` that mates.
    pub fn only_mating_check(&mut self, board: &mut Board, main: Move) -> Decision {
        let mut others = Vec::new();
        board.each_check(&board.king_lines(), |mv| others.push(mv));
        others.retain(|&mv| mv != main);
        match self.ask(board, &others, |answer| matches!(answer, Answer::Mate(_))) {
            Alternatives::Found => Decision::Cook,
            Alternatives::None(_) => Decision::Sound,
            Alternatives::Open => Decision::Open,
        }
    }

    /// Whether no defence in `board` is better than `main`, after which the
    /// attacker mates in `length` plies and has nothing left.
    pub fn best_defence(&mut self, board: &mut Board, main: Move, length: u16) -> Decision {
        let mut others = Vec::new();
        board.each_evasion(&board.king_lines(), |mv| others.push(mv));
        others.retain(|&mv| mv != main);
        let bounds = match self.ask(board, &others, |answer| answer == Answer::NoMate) {
            Alternatives::Found => return Decision::Escape,
            Alternatives::Open => return Decision::Open,
            Alternatives::None(bounds) => bounds,
        };
        let mut equal = Vec::new();
        for (mv, bound) in bounds {
            if bound > length {
                match self.within(board, mv, length) {
                    Answer::Mate(_) => {}
                    Answer::NoMate => return Decision::Longer,
                    Answer::Unknown(_) => return Decision::Open,
                }
            }
            // Lengths are odd: two plies less, or equal.
            let shorter = match length.checked_sub(2) {
                None => Answer::NoMate,
                Some(less) if bound <= less => continue,
                Some(less) => self.within(board, mv, less),
            };
            match shorter {
                Answer::Mate(_) => {}
                Answer::NoMate => equal.push(mv),
                Answer::Unknown(_) => return Decision::Open,
            }
        }
        let mut cleanness = Cleanness {
            judge: self,
            seen: HashMap::new(),
        };
        for mv in equal {
            match cleanness.after(board, mv, length) {
                Some(true) => return Decision::Equal,
                Some(false) => {}
                None => return Decision::Open,
            }
        }
        Decision::Sound
    }

    /// Asks about the positions after `moves`, at a glance and then in
    /// earnest, until one answer is `decisive`.
    fn ask(
        &mut self,
        board: &mut Board,
        moves: &[Move],
        decisive: impl Fn(Answer) -> bool,
    ) -> Alternatives {
        let mut bounds = Vec::new();
        let mut open = moves.to_vec();
        let glances = GLANCES.into_iter().filter(|&nodes| nodes < self.nodes);
        for nodes in glances.chain([self.nodes]) {
            for mv in std::mem::take(&mut open) {
                let undo = board.make(mv);
                let answer = self.questions.mate_within(board, None, Some(nodes));
                board.undo(mv, undo);
                match answer {
                    answer if decisive(answer) => return Alternatives::Found,
                    Answer::Unknown(_) => open.push(mv),
                    Answer::Mate(bound) => bounds.push((mv, bound)),
                    Answer::NoMate => {}
                }
            }
        }
        if open.is_empty() {
            Alternatives::None(bounds)
        } else {
            Alternatives::Open
        }
    }

    /// Whether there is a mate within `plies` after `mv`.
    fn within(&mut self, board: &mut Board, mv: Move, plies: u16) -> Answer {
        let undo = board.make(mv);
        let answer = self
            .questions
            .mate_within(board, Some(plies), Some(self.nodes));
        board.undo(mv, undo);
        answer
    }
}

/// Whether shortest play leaves the attacker nothing in hand.
///
/// The defender likes it so, for then his defence is as good as the main line;
/// the attacker, where he has several shortest mates, chooses one that leaves
/// something.
struct Cleanness<'j, 'q, 'a> {
    judge: &'j mut Judge<'q, 'a>,
    seen: HashMap<(u64, Hand), bool>,
}

impl Cleanness<'_, '_, '_> {
    /// Of the position after `mv`, a mate in exactly `length` plies; nothing if
    /// it cannot be told.
    fn after(&mut self, board: &mut Board, mv: Move, length: u16) -> Option<bool> {
        let undo = board.make(mv);
        let clean = self.of(board, length);
        board.undo(mv, undo);
        clean
    }

    fn of(&mut self, board: &mut Board, length: u16) -> Option<bool> {
        if length == 0 {
            return Some(board.attacker_hand().is_empty());
        }
        let name = (board.key(), board.attacker_hand());
        if let Some(&clean) = self.seen.get(&name) {
            return Some(clean);
        }
        if self.seen.len() as u64 > self.judge.nodes / NODES_PER_COMPARISON {
            return None;
        }
        let clean = self.look(board, length)?;
        self.seen.insert(name, clean);
        Some(clean)
    }

    fn look(&mut self, board: &mut Board, length: u16) -> Option<bool> {
        let attacks = board.attacker_to_move();
        let lines = board.king_lines();
        let mut moves = Vec::new();
        if attacks {
            board.each_check(&lines, |mv| moves.push(mv));
        } else {
            board.each_evasion(&lines, |mv| moves.push(mv));
        }
        for mv in moves {
            // The attacker's shortest mates; the defender's longest defences.
            let best = if attacks {
                match self.judge.within(board, mv, length - 1) {
                    Answer::Mate(_) => true,
                    Answer::NoMate => false,
                    Answer::Unknown(_) => return None,
                }
            } else {
                match length.checked_sub(3) {
                    None => true,
                    Some(less) => match self.judge.within(board, mv, less) {
                        Answer::Mate(_) => false,
                        Answer::NoMate => true,
                        Answer::Unknown(_) => return None,
                    },
                }
            };
            if best && self.after(board, mv, length - 1)? != attacks {
                return Some(!attacks);
            }
        }
        Some(attacks)
    }
}
