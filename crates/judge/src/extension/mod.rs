//! Decides whether a sound problem is still sound with one more ply before it.
//!
//! Retro-composition needs this for millions of candidates; a
//! [`Judge`](crate::Judge) checks a whole problem.
//!
//! A candidate extends a problem that is sound already, so only what is new has
//! to be proven. The attacker's new move must be the only one that mates: every
//! other check must not mate, at whatever length. The defender's new move must
//! be the best: every other reply must be mated, in no more plies than the main
//! line. The length of the candidate then is one more than that of the problem
//! it extends, without another proof.

mod leftovers;

use kemuri_core::{Board, Move};
use kemuri_solver::alternatives::Rounds;
use kemuri_solver::{MateProbe, ProbeResult};
use leftovers::Leftovers;

/// The decision on a candidate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum Decision {
    /// It is sound.
    Sound = 1,
    /// It is sound but for an [equal variation](crate::FactKind::EqualVariation).
    Equal = 2,
    /// Another check mates too: a [cook](crate::FactKind::Cook) or a dual.
    Cook = 3,
    /// A defence is not mated: there is [no mate](crate::FactKind::NoMate).
    Escape = 4,
    /// A defence lasts longer than the main line: a
    /// [longer variation](crate::FactKind::LongerVariation).
    Longer = 5,
    /// Not decided within the nodes.
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

/// Nodes for each alternative in the first rounds: an easy cook or escape makes
/// the hard searches unnecessary.
const FIRST_ROUNDS: [u64; 3] = [20, 200, 2000];

/// Decides candidates with the solver.
pub struct ExtensionCheck<'q, 'a> {
    probe: &'q mut MateProbe<'a>,
    /// Nodes for each question.
    nodes: u64,
    /// The cook or the escape of an earlier candidate. It is searched first, since
    /// neighbours often have the same.
    decisive: Move,
}

/// What is known about several moves.
enum OtherMoves {
    /// One of them mates (asked of checks) or escapes (asked of replies).
    Found,
    /// None does; for each the plies within which it is mated.
    None(Vec<(Move, u16)>),
    /// Some are not known.
    Open,
}

impl<'q, 'a> ExtensionCheck<'q, 'a> {
    /// Takes up to `nodes` for each question.
    pub fn new(probe: &'q mut MateProbe<'a>, nodes: u64) -> Self {
        Self {
            probe,
            nodes,
            decisive: Move::MOVE_NONE,
        }
    }

    /// Decides whether `main` is the only check in `board` that mates.
    pub fn only_mating_check(&mut self, board: &mut Board, main: Move) -> Decision {
        let mut others = Vec::new();
        board.each_check(&board.king_lines(), |mv| others.push(mv));
        others.retain(|&mv| mv != main);
        match self.ask(board, &others, |answer| {
            matches!(answer, ProbeResult::Mate(_))
        }) {
            OtherMoves::Found => Decision::Cook,
            OtherMoves::None(_) => Decision::Sound,
            OtherMoves::Open => Decision::Open,
        }
    }

    /// Decides whether no defence in `board` is better than `main`, after which the
    /// attacker mates in `length` plies and has nothing left.
    pub fn best_defence(&mut self, board: &mut Board, main: Move, length: u16) -> Decision {
        let mut others = Vec::new();
        board.each_evasion(&board.king_lines(), |mv| others.push(mv));
        others.retain(|&mv| mv != main);
        let bounds = match self.ask(board, &others, |answer| answer == ProbeResult::NoMate) {
            OtherMoves::Found => return Decision::Escape,
            OtherMoves::Open => return Decision::Open,
            OtherMoves::None(bounds) => bounds,
        };
        let mut equal = Vec::new();
        for (mv, bound) in bounds {
            if bound > length {
                match self.mates_within(board, mv, length) {
                    Some(true) => {}
                    Some(false) => return Decision::Longer,
                    None => return Decision::Open,
                }
            }
            // Lengths are odd: two plies less, or equal.
            let shorter = match length.checked_sub(2) {
                None => Some(false),
                Some(less) if bound <= less => continue,
                Some(less) => self.mates_within(board, mv, less),
            };
            match shorter {
                Some(true) => {}
                Some(false) => equal.push(mv),
                None => return Decision::Open,
            }
        }
        let nodes = self.nodes;
        let mut leftovers = Leftovers::new(self, nodes);
        for mv in equal {
            match leftovers.nothing_left_after(board, mv, length) {
                Some(true) => return Decision::Equal,
                Some(false) => {}
                None => return Decision::Open,
            }
        }
        Decision::Sound
    }

    /// Searches the positions after `moves`, in rounds with more and more nodes,
    /// until one answer is `decisive`.
    ///
    /// It probes boards and needs no lines;
    /// [`Solver::alternatives`](kemuri_solver::Solver::alternatives) solves and
    /// replays each move.
    fn ask(
        &mut self,
        board: &mut Board,
        moves: &[Move],
        decisive: impl Fn(ProbeResult) -> bool,
    ) -> OtherMoves {
        let mut bounds = Vec::new();
        let mut open = moves.to_vec();
        if let Some(first) = open.iter().position(|&mv| mv == self.decisive) {
            open[..=first].rotate_right(1);
        }
        let first = FIRST_ROUNDS.into_iter().filter(|&nodes| nodes < self.nodes);
        let mut rounds = Rounds::new(open, first.chain([self.nodes]));
        while let Some((mv, nodes)) = rounds.next() {
            let undo = board.make(mv);
            let answer = self.probe.mate_within(board, None, Some(nodes));
            board.undo(mv, undo);
            match answer {
                answer if decisive(answer) => {
                    self.decisive = mv;
                    return OtherMoves::Found;
                }
                ProbeResult::Unknown(_) => rounds.put_back(mv),
                ProbeResult::Mate(bound) => bounds.push((mv, bound)),
                ProbeResult::NoMate => {}
            }
        }
        match rounds.open() {
            0 => OtherMoves::None(bounds),
            _ => OtherMoves::Open,
        }
    }

    /// Decides whether there is a mate within `plies` after `mv`; `None` if the nodes
    /// do not suffice.
    pub(crate) fn mates_within(&mut self, board: &mut Board, mv: Move, plies: u16) -> Option<bool> {
        let undo = board.make(mv);
        let answer = self.probe.mate_within(board, Some(plies), Some(self.nodes));
        board.undo(mv, undo);
        match answer {
            ProbeResult::Mate(_) => Some(true),
            ProbeResult::NoMate => Some(false),
            ProbeResult::Unknown(_) => None,
        }
    }
}
