//! The attacker's side: every other check at every node of the main line.
//!
//! Each check is a question of its own, mate or no mate, to one table. All get a
//! little first and those left open get more in the next round, so that what is
//! easy, a cook too, is found before anything hard is begun, and one hard
//! question does not take the time of all others. The last node comes first:
//! what is found there serves those before it.
//!
//! A check that mates is then given its class:
//!
//! 1. at the last move it is a *last-move dual*, unless that is the only move of
//!    the attacker;
//! 2. if it mates sooner than the main line goes on, it is an *early mate*;
//! 3. if it is the move of the main line in another form and takes no longer, see
//!    [`crate::duals`], it is a *dual*;
//! 4. if it only puts off the rest of the main line, which then mates move for
//!    move as if nothing had happened, it is a *detour*: checks that are thrown
//!    in for nothing;
//! 5. if it mates in the game without the main line's positions, it is a *cook*;
//! 6. so it is if its best line, the shortest mate against the longest defence,
//!    does not touch the main line: a defender who goes back there only shortens
//!    his resistance;
//! 7. else it leads back to the main line. If that takes no longer it is a
//!    *transposition*: the same moves in another order, another sacrifice of the
//!    same piece. If it takes longer it is a *detour*, whether it rejoins the line
//!    later or goes back to a position before.
//!
//! A position of the main line is one with its board and the attacker to move,
//! whatever is in hand. From the third on this takes the best line: as long as
//! the mate is not proven shortest, the class is open. A cook at the attacker's
//! last move but one has a name of its own.

use crate::ask::Asker;
use crate::duals::dual;
use crate::fact::{Fact, FactDetail, FactKind, Proof};
use crate::main_line::MainLine;
use crate::profile::Severity;
use crate::report::Settings;
use kemuri_core::{Move, Phase, Problem};
use kemuri_solver::{Mate, Verdict};

/// Nodes for a question of the first round.
const FIRST_NODES: u64 = 2_000;
/// How many times more a question of the next round gets.
const GROWTH: u64 = 8;
/// Nodes for the length and the class of a mate, as a multiple of a question's.
const FOR_CLASS: u64 = 20;
/// Nodes for the answer to a check that is known not to mate.
const FOR_REPLY: u64 = 1_000;

/// A check beside the main line.
struct Question {
    /// Moves of the main line before it.
    ply: usize,
    mv: Move,
    after: Problem,
    /// Whether it is worth one round only.
    once: bool,
}

/// Examines every other check, and adds what is found to `facts`.
pub(crate) fn examine(
    asker: &mut Asker<'_>,
    main: &MainLine,
    settings: &Settings,
    facts: &mut Vec<Fact>,
) {
    let mut open = questions(main, settings);
    let of = main.attacks().count();
    let mut nodes = FIRST_NODES;
    // Checks that mate and have no class yet, with the place of their facts.
    let mut mates = Vec::new();
    while !open.is_empty() {
        let mut waiting = Vec::new();
        let mut left = open.len();
        for question in open {
            let before = main.attacks().take_while(|&ply| ply < question.ply);
            asker.enter(Phase::OtherChecks { open: left as u64 }, before.count(), of);
            match asker.mates(&question.after, nodes) {
                Verdict::Mate(mate) => {
                    left -= 1;
                    let more = nodes.saturating_mul(FOR_CLASS);
                    let mate = match asker.shortest(&question.after, more) {
                        Verdict::Mate(shortest) => shortest,
                        // What was found before still stands.
                        _ => mate,
                    };
                    let fact = classify(asker, main, &question, &mate, more);
                    if fact.proof == Proof::Undecided {
                        mates.push((facts.len(), question, mate));
                    }
                    facts.push(fact);
                }
                Verdict::NoMate => {
                    facts.push(refuted(asker, main, &question, settings));
                    left -= 1;
                }
                Verdict::Unknown(reason) if asker.may_ask_again(reason) && !question.once => {
                    waiting.push(question)
                }
                Verdict::Unknown(_) => {
                    facts.push(main.fact(question.kind(main), Proof::Undecided, &question, &[]));
                    left -= 1;
                }
            }
        }
        open = waiting;
        nodes = nodes.saturating_mul(GROWTH);
    }
    for (place, question, mate) in mates {
        if asker.is_out() {
            break;
        }
        let mate = match asker.shortest(&question.after, u64::MAX) {
            Verdict::Mate(shortest) => shortest,
            _ => mate,
        };
        facts[place] = classify(asker, main, &question, &mate, u64::MAX);
    }
}

fn questions(main: &MainLine, settings: &Settings) -> Vec<Question> {
    let last = main.moves.len().saturating_sub(1);
    let ignored = settings.profile.severity(FactKind::LastMoveDual) == Severity::Ignored;
    let mut questions = Vec::new();
    let mut attacks: Vec<usize> = main.attacks().collect();
    attacks.reverse();
    for ply in attacks {
        let position = &main.positions[ply];
        for mv in position.moves() {
            if mv == main.moves[ply] {
                continue;
            }
            let Some(after) = position.play(mv).ok() else {
                continue;
            };
            questions.push(Question {
                ply,
                mv,
                after,
                once: ply == last && last > 0 && ignored,
            });
        }
    }
    questions
}

impl Question {
    /// What the check is if it mates, as long as nothing more is known.
    fn kind(&self, main: &MainLine) -> FactKind {
        match main.left(self.ply) {
            1 if self.ply > 0 => FactKind::LastMoveDual,
            3 if self.ply > 0 => FactKind::TailCook,
            _ => FactKind::Cook,
        }
    }
}

impl MainLine {
    /// Whether a line from `start` passes through a position of this one.
    fn is_touched(&self, start: &Problem, line: &[Move]) -> bool {
        let positions = start.play_line(line).unwrap_or_default();
        let attacks = |position: &&Problem| position.attacker_to_move();
        positions.iter().filter(attacks).any(|position| {
            let mut main = self.positions.iter().filter(attacks);
            main.any(|other| position.board() == other.board())
        })
    }

    /// Whether the rest of this line, from `ply` on, mates after the first moves
    /// of a line from `start` that is longer by just these; `None` if that was too
    /// much.
    fn is_put_off(
        &self,
        asker: &mut Asker<'_>,
        ply: usize,
        start: &Problem,
        line: &[Move],
    ) -> Option<bool> {
        let rest = &self.moves[ply..];
        let Some(first) = line.len().checked_sub(rest.len()).filter(|&n| n > 0) else {
            return Some(false);
        };
        let line = [&line[..first], rest].concat();
        let end = start.play_all(&line).ok();
        end.map_or(Some(false), |end| asker.is_mated(&end))
    }

    /// A fact about a check beside the line; `then` are the moves after it.
    fn fact(&self, kind: FactKind, proof: Proof, question: &Question, then: &[Move]) -> Fact {
        Fact {
            kind,
            proof,
            ply: question.ply + 1,
            line: [&[question.mv], then].concat(),
            length: None,
            detail: FactDetail::Nothing,
        }
    }
}

/// The fact that a check mates, which it does as `mate` says; `nodes` are for
/// telling whether it needs the main line.
fn classify(
    asker: &mut Asker<'_>,
    main: &MainLine,
    question: &Question,
    mate: &Mate,
    nodes: u64,
) -> Fact {
    let class = class(asker, main, question, mate, nodes);
    let (kind, proof) = match class {
        Some(kind) => (kind, Proof::Proven),
        None => (question.kind(main), Proof::Undecided),
    };
    Fact {
        length: (mate.exact).then_some(main.counted(question.ply) + 1 + mate.length),
        ..main.fact(kind, proof, question, &mate.line)
    }
}

/// The class of a check that mates, as far as `nodes` tell.
fn class(
    asker: &mut Asker<'_>,
    main: &MainLine,
    question: &Question,
    mate: &Mate,
    nodes: u64,
) -> Option<FactKind> {
    let Question { ply, mv, .. } = *question;
    let (kind, rest) = (question.kind(main), &main.moves[ply..]);
    let (length, left) = (mate.length as usize + 1, main.left(ply));
    if kind == FactKind::LastMoveDual {
        return Some(kind);
    }
    if length < main.left_at_least(ply) {
        return Some(FactKind::EarlyMate);
    }
    if !mate.exact || main.left_at_least(ply) < left {
        return None;
    }
    if length == left
        && let Some(dual) = dual(asker, &main.positions[ply], rest, mv)?
    {
        return Some(dual);
    }
    if rest.len() == 1 {
        return Some(kind);
    }
    if main.is_put_off(asker, ply, &question.after, &mate.line)? {
        return Some(FactKind::Detour);
    }
    match asker.mates_without_main_line(&question.after, &main.positions, nodes) {
        Verdict::Mate(_) => Some(kind),
        Verdict::NoMate if !main.is_touched(&question.after, &mate.line) => Some(kind),
        Verdict::NoMate if length == left => Some(FactKind::Transposition),
        Verdict::NoMate => Some(FactKind::Detour),
        Verdict::Unknown(_) => None,
    }
}

/// The fact that a check does not mate.
fn refuted(
    asker: &mut Asker<'_>,
    main: &MainLine,
    question: &Question,
    settings: &Settings,
) -> Fact {
    let reply = settings
        .refutations
        .then(|| escape(asker, &question.after, None, FOR_REPLY))
        .flatten();
    let then: Vec<Move> = reply.into_iter().collect();
    main.fact(question.kind(main), Proof::Refuted, question, &then)
}

/// A reply after which there is no mate; rather another than `avoided`.
pub(crate) fn escape(
    asker: &mut Asker<'_>,
    problem: &Problem,
    avoided: Option<Move>,
    nodes: u64,
) -> Option<Move> {
    let mut replies = problem.moves();
    replies.sort_by_key(|&reply| Some(reply) == avoided);
    replies.into_iter().find(|&reply| {
        let after = problem.play(reply).ok();
        after.is_some_and(|after| matches!(asker.mates(&after, nodes), Verdict::NoMate))
    })
}

/// Looks for shorter variations in which more than one check mates.
pub(crate) fn variations(asker: &mut Asker<'_>, main: &MainLine, facts: &mut Vec<Fact>) {
    for ply in main.defences() {
        let position = &main.positions[ply];
        for reply in position.moves() {
            if reply == main.moves[ply] || asker.is_out() {
                continue;
            }
            let Some(after) = position.play(reply).ok() else {
                continue;
            };
            let mut mates = Vec::new();
            for check in after.moves() {
                let then = after.play(check).ok();
                // A variation that ends at once is the last move's affair.
                if then.as_ref().is_some_and(|p| p.moves().is_empty()) {
                    mates.clear();
                    break;
                }
                if let Some(then) = then
                    && let Verdict::Mate(mate) = asker.mates(&then, FIRST_NODES * GROWTH)
                {
                    mates.push([&[reply, check], &mate.line[..]].concat());
                }
            }
            if let [_, second, ..] = &mut mates[..] {
                facts.push(Fact {
                    kind: FactKind::VariationAlternative,
                    proof: Proof::Proven,
                    ply: ply + 1,
                    line: std::mem::take(second),
                    length: None,
                    detail: FactDetail::Nothing,
                });
            }
        }
    }
}
