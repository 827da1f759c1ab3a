//! Searches cooks: decides every other check at every attacker's node of the main
//! line.
//!
//! Each check is decided on its own: mate or no mate. All get a few nodes first, and
//! those left undecided get more in the next round. So an easy cook is found before
//! hard checks are begun, and one hard check does not take the budget of the others.
//! The checks of all nodes share the rounds, and a check that mates is classified at
//! once with the same solver, so they are not the
//! [alternatives](kemuri_solver::Solver::alternatives) of one position.
//! The last node comes first: its results in the table serve those before it.
//!
//! A check that mates gets the first class that applies:
//!
//! 1. At the last move it is a *last-move dual*, unless that is the attacker's only
//!    move.
//! 2. If it mates sooner than the rest of the main line, it is an *early mate*.
//! 3. If it differs from the main line only in form ([`crate::duals`]) and takes no
//!    longer, it is a *dual*.
//! 4. If the rest of the main line mates, move for move, after its first moves, it
//!    only delays: it is a *detour*.
//! 5. If it mates in the game without the positions of the main line, it is a *cook*.
//! 6. If its best line, the shortest mate against the longest defence, has no
//!    position of the main line, it is a *cook* as well: going back there only
//!    shortens the defence.
//! 7. Otherwise it leads back to the main line. If it takes no longer it is a
//!    *transposition*, else a *detour*.
//!
//! A position of the main line is one with the same board and the attacker to move,
//! whatever the hands. From the third class on the best line is needed: until the
//! mate is proven shortest, the class is open. A cook at the attacker's last move but
//! one is a *tail cook*.

use crate::duals::dual;
use crate::fact::{Fact, FactDetail, FactKind, Proof};
use crate::main_line::MainLine;
use crate::profile::Severity;
use crate::report::CheckOptions;
use crate::searcher::Searcher;
use kemuri_core::{Move, Phase, Problem};
use kemuri_solver::alternatives::{Rounds, growing};
use kemuri_solver::{Mate, RestrictedVerdict, Verdict};

/// Nodes for each check in the first round.
const FIRST_NODES: u64 = 2_000;
/// Growth of the nodes from round to round.
const GROWTH: u64 = 8;
/// Nodes for the length and the class of a mate, as a multiple of the round's.
const CLASS_FACTOR: u64 = 20;
/// Nodes for a defence against a check that does not mate.
const REFUTATION_NODES: u64 = 1_000;

/// A check beside the main line.
struct OtherCheck {
    /// The ply of the main line that it replaces, from 0.
    ply: usize,
    mv: Move,
    after: Problem,
    /// Whether it gets one round only.
    one_round: bool,
}

/// Decides every other check and adds what is found to `facts`.
pub(crate) fn examine(
    searcher: &mut Searcher<'_>,
    main: &MainLine,
    options: &CheckOptions,
    facts: &mut Vec<Fact>,
) {
    let checks = other_checks(main, options);
    let mut rounds = Rounds::new(checks, growing(FIRST_NODES, GROWTH));
    let total = main.attacks().count();
    // Checks that mate and have no class yet, with the indices of their facts.
    let mut unclassified = Vec::new();
    while let Some((check, nodes)) = rounds.next() {
        let done = main.attacks().take_while(|&ply| ply < check.ply).count();
        let open = rounds.open() as u64 + 1;
        searcher.enter_phase(Phase::OtherChecks { open }, done, total);
        match searcher.mates(&check.after, nodes) {
            Verdict::Unknown(reason) if searcher.may_retry(reason) && !check.one_round => {
                rounds.put_back(check);
            }
            Verdict::Unknown(_) => {
                facts.push(check.fact(check.kind(main), Proof::Undecided, &[]));
            }
            Verdict::NoMate => facts.push(refuted(searcher, main, &check, options)),
            Verdict::Mate(mate) => {
                let nodes = nodes.saturating_mul(CLASS_FACTOR);
                let mate = searcher.shortest_or(&check.after, mate, nodes);
                let fact = mating(searcher, main, &check, &mate, nodes);
                if fact.proof == Proof::Undecided {
                    unclassified.push((facts.len(), check, mate));
                }
                facts.push(fact);
            }
        }
    }
    for (index, check, mate) in unclassified {
        if searcher.is_exhausted() {
            break;
        }
        let mate = searcher.shortest_or(&check.after, mate, u64::MAX);
        facts[index] = mating(searcher, main, &check, &mate, u64::MAX);
    }
}

/// Returns all checks beside the main line, those at the last node first.
fn other_checks(main: &MainLine, options: &CheckOptions) -> Vec<OtherCheck> {
    let last = main.moves.len().saturating_sub(1);
    let ignored = options.profile.severity(FactKind::LastMoveDual) == Severity::Ignored;
    let mut checks = Vec::new();
    for ply in main.attacks().rev() {
        let position = &main.positions[ply];
        let moves = position.moves().into_iter();
        checks.extend(moves.filter(|&mv| mv != main.moves[ply]).filter_map(|mv| {
            Some(OtherCheck {
                ply,
                mv,
                after: position.play(mv).ok()?,
                one_round: ply == last && last > 0 && ignored,
            })
        }));
    }
    checks
}

impl OtherCheck {
    /// Returns the class of the check if it mates and nothing more is known.
    fn kind(&self, main: &MainLine) -> FactKind {
        match main.plies_from(self.ply) {
            1 if self.ply > 0 => FactKind::LastMoveDual,
            3 if self.ply > 0 => FactKind::TailCook,
            _ => FactKind::Cook,
        }
    }

    /// Returns a fact about the check; `then` are the moves after it.
    fn fact(&self, kind: FactKind, proof: Proof, then: &[Move]) -> Fact {
        Fact {
            kind,
            proof,
            ply: self.ply + 1,
            line: [&[self.mv], then].concat(),
            length: None,
            detail: FactDetail::None,
        }
    }
}

impl MainLine {
    /// Returns whether a line from `start` has a position of this one.
    fn shares_position(&self, start: &Problem, line: &[Move]) -> bool {
        let positions = start.play_line(line).unwrap_or_default();
        let attacks = |position: &&Problem| position.attacker_to_move();
        positions.iter().filter(attacks).any(|position| {
            let mut main = self.positions.iter().filter(attacks);
            main.any(|other| position.board() == other.board())
        })
    }

    /// Returns whether a line from `start` only delays the rest of this one, from
    /// `ply` on: that rest mates after its first moves. `None` if the budget does
    /// not suffice.
    fn is_delayed(
        &self,
        searcher: &mut Searcher<'_>,
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
        end.map_or(Some(false), |end| searcher.is_mated(&end))
    }
}

/// Returns the fact that a check mates as `mate` says; `nodes` are for its class.
fn mating(
    searcher: &mut Searcher<'_>,
    main: &MainLine,
    check: &OtherCheck,
    mate: &Mate,
    nodes: u64,
) -> Fact {
    let (kind, proof) = match classify(searcher, main, check, mate, nodes) {
        Some(kind) => (kind, Proof::Proven),
        None => (check.kind(main), Proof::Undecided),
    };
    Fact {
        length: (mate.exact).then_some(main.plies_before(check.ply) + 1 + mate.length),
        ..check.fact(kind, proof, &mate.line)
    }
}

/// Returns the class of a check that mates, if `nodes` suffice.
fn classify(
    searcher: &mut Searcher<'_>,
    main: &MainLine,
    check: &OtherCheck,
    mate: &Mate,
    nodes: u64,
) -> Option<FactKind> {
    let OtherCheck { ply, mv, .. } = *check;
    let (kind, rest) = (check.kind(main), &main.moves[ply..]);
    let (length, left) = (mate.length as usize + 1, main.plies_from(ply));
    if kind == FactKind::LastMoveDual {
        return Some(kind);
    }
    if length < main.least_plies_from(ply) {
        return Some(FactKind::EarlyMate);
    }
    if !mate.exact || main.least_plies_from(ply) < left {
        return None;
    }
    if length == left
        && let Some(dual) = dual(searcher, &main.positions[ply], rest, mv)?
    {
        return Some(dual);
    }
    if rest.len() == 1 {
        return Some(kind);
    }
    if main.is_delayed(searcher, ply, &check.after, &mate.line)? {
        return Some(FactKind::Detour);
    }
    match searcher.mates_without_main_line(&check.after, &main.positions, nodes) {
        RestrictedVerdict::Mate => Some(kind),
        RestrictedVerdict::NoMate if !main.shares_position(&check.after, &mate.line) => Some(kind),
        RestrictedVerdict::NoMate if length == left => Some(FactKind::Transposition),
        RestrictedVerdict::NoMate => Some(FactKind::Detour),
        RestrictedVerdict::Unknown(_) => None,
    }
}

/// Returns the fact that a check does not mate.
fn refuted(
    searcher: &mut Searcher<'_>,
    main: &MainLine,
    check: &OtherCheck,
    options: &CheckOptions,
) -> Fact {
    let reply = match options.refutations {
        true => escape(searcher, &check.after, None, REFUTATION_NODES),
        false => None,
    };
    check.fact(check.kind(main), Proof::Refuted, reply.as_slice())
}

/// Returns a reply after which there is no mate, `avoided` only if there is no other.
pub(crate) fn escape(
    searcher: &mut Searcher<'_>,
    problem: &Problem,
    avoided: Option<Move>,
    nodes: u64,
) -> Option<Move> {
    let mut replies = problem.moves();
    replies.sort_by_key(|&reply| Some(reply) == avoided);
    replies.into_iter().find(|&reply| {
        let after = problem.play(reply).ok();
        after.is_some_and(|after| matches!(searcher.mates(&after, nodes), Verdict::NoMate))
    })
}

/// Finds shorter variations in which more than one check mates.
pub(crate) fn variations(searcher: &mut Searcher<'_>, main: &MainLine, facts: &mut Vec<Fact>) {
    for ply in main.defences() {
        let position = &main.positions[ply];
        for reply in position.moves() {
            if reply == main.moves[ply] || searcher.is_exhausted() {
                continue;
            }
            let Some(after) = position.play(reply).ok() else {
                continue;
            };
            let mut mates = Vec::new();
            for check in after.moves() {
                let then = after.play(check).ok();
                // Variations with a mate in one are not examined.
                if then.as_ref().is_some_and(|p| p.moves().is_empty()) {
                    mates.clear();
                    break;
                }
                if let Some(then) = then
                    && let Verdict::Mate(mate) = searcher.mates(&then, FIRST_NODES * GROWTH)
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
                    detail: FactDetail::None,
                });
            }
        }
    }
}
