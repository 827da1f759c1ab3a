//! Chooses the main line when the author gives none.
//!
//! If several defences last equally long and leave nothing in hand, the author may
//! have meant any of these lines, and a cook beside one need not exist beside
//! another. The lines are examined in turn until one has nothing fatal. The problem
//! is unsound only if every line has.
//!
//! If a collection names a shorter length than the solver's, the author meant a line
//! in which the defence is not the longest. Such lines are then examined instead,
//! and longer variations are reported as for an author's line. If no length is named
//! and pieces are left in hand, a line shorter by two that leaves nothing is accepted
//! as well: authors count so.
//!
//! An author's line is examined as it is.

use crate::fact::{Fact, FactDetail, FactKind, Proof};
use crate::main_line::{MainLine, Origin};
use crate::profile::{Profile, Severity};
use crate::report::CheckOptions;
use crate::searcher::Searcher;
use crate::{checks, defences};
use kemuri_core::{Move, Problem};
use kemuri_solver::{Mate, Verdict};
use std::cmp::Ordering;
use std::collections::{HashSet, VecDeque};

/// Lines that are examined at most.
const MAX_LINES: usize = 16;
/// Nodes for the length of a defence that the author may have meant.
const LENGTH_NODES: u64 = 100_000;

/// A main line and the facts about it.
pub(crate) struct ExaminedLine {
    pub(crate) main: MainLine,
    pub(crate) facts: Vec<Fact>,
    /// See [`crate::Report::in_doubt`].
    pub(crate) in_doubt: bool,
}

impl ExaminedLine {
    fn new(searcher: &mut Searcher<'_>, main: MainLine, options: &CheckOptions) -> Self {
        let mut facts = defences::examine(searcher, &main);
        checks::examine(searcher, &main, options, &mut facts);
        let hand = main.positions.last().map(Problem::attacker_hand);
        if let Some(hand) = hand.filter(|hand| !hand.is_empty()) {
            facts.push(Fact {
                ply: main.moves.len(),
                detail: FactDetail::Hand(hand),
                ..Fact::of_all(FactKind::PiecesLeft, Proof::Proven)
            });
        }
        Self {
            main,
            facts,
            in_doubt: false,
        }
    }

    /// Classifies the pieces that an author's line leaves: if a best line leaves
    /// nothing, his line is wrong, not the problem.
    fn classify_pieces_left(
        &mut self,
        searcher: &mut Searcher<'_>,
        problem: &Problem,
        answer: &Mate,
    ) {
        let Some(index) = (self.facts.iter()).position(|f| f.kind == FactKind::PiecesLeft) else {
            return;
        };
        let main = &self.main;
        // A defence is a fact only if it leaves nothing or lasts longer.
        let is_clean = |fact: &Fact| {
            let unclean = [FactKind::LongerVariation, FactKind::LongerByTwo];
            let defends = fact.ply > 0 && !main.positions[fact.ply - 1].attacker_to_move();
            defends && fact.proof == Proof::Proven && !unclean.contains(&fact.kind)
        };
        let mut clean = self.facts.iter().any(is_clean);
        let mut sure = answer.exact;
        for line in [&main.moves, &answer.line] {
            match with_best_last_move(searcher, problem, line) {
                Some(line) => clean |= leaves_nothing(problem, &line),
                None => sure = false,
            }
        }
        let fact = &mut self.facts[index];
        if clean {
            fact.kind = FactKind::LinePiecesLeft;
        } else if !sure {
            fact.proof = Proof::Undecided;
        }
    }

    /// Returns the ply of the first fact for which another line would be better.
    fn first_fatal(&self, profile: &Profile) -> Option<usize> {
        // A line that leaves nothing is better whatever the profile.
        let is_fatal = |fact: &&Fact| {
            let severity = profile.severity(fact.kind);
            fact.proof == Proof::Proven
                && (severity == Severity::Fatal || fact.kind == FactKind::PiecesLeft)
        };
        let fatal = self.facts.iter().filter(is_fatal);
        fatal.map(|fact| fact.ply).min()
    }
}

/// A problem with its answer and a first main line.
pub(crate) struct SolvedProblem<'a> {
    pub(crate) problem: &'a Problem,
    pub(crate) answer: &'a Mate,
    pub(crate) main: MainLine,
    /// The length that the author names.
    pub(crate) stated_length: Option<u32>,
}

/// Examines the main line of `solved`, or another that the author may have meant
/// as well if that has nothing fatal.
pub(crate) fn examine(
    searcher: &mut Searcher<'_>,
    solved: SolvedProblem<'_>,
    options: &CheckOptions,
) -> ExaminedLine {
    let (problem, stated_length) = (solved.problem, solved.stated_length);
    let length = solved.main.plies_from(0);
    let mut first = ExaminedLine::new(searcher, solved.main, options);
    if first.main.origin == Origin::Author {
        first.classify_pieces_left(searcher, problem, solved.answer);
    }
    let ply = match first.first_fatal(&options.profile) {
        // No other line leaves this one before its second move.
        Some(ply) if ply > 1 && first.main.origin == Origin::BestPlay => ply,
        _ => return first,
    };
    let mut others = OtherLines {
        problem,
        length: stated_length.map_or(length, |stated| stated as usize),
        lines: VecDeque::new(),
        incomplete: false,
    };
    others.find(searcher, &first, ply);
    let leaves_pieces = first.facts.iter().any(|f| f.kind == FactKind::PiecesLeft);
    if leaves_pieces {
        // Nothing new, unless its last move could not be chosen before.
        others.add(searcher, &first.main.moves);
    }
    if stated_length.is_none() && leaves_pieces && !others.incomplete {
        others.length = length.saturating_sub(2);
        others.find(searcher, &first, ply);
        // There need not be such a line.
        others.incomplete = searcher.is_exhausted();
    }
    let mut seen = HashSet::from([first.main.moves.clone()]);
    while let Some(line) = others.lines.pop_front() {
        if !seen.insert(line.clone()) {
            continue;
        }
        if searcher.is_exhausted() || seen.len() > MAX_LINES {
            others.incomplete = true;
            break;
        }
        let Some(mut main) = MainLine::new(searcher, problem, &line, Origin::BestPlay) else {
            continue;
        };
        others.length = main.plies_from(0);
        if others.length < length {
            main.origin = Origin::StatedLength;
        }
        let other = ExaminedLine::new(searcher, main, options);
        match other.first_fatal(&options.profile) {
            Some(ply) => others.find(searcher, &other, ply),
            None => return other,
        }
    }
    first.in_doubt = others.incomplete;
    first
}

/// The lines that the author may have meant.
struct OtherLines<'a> {
    problem: &'a Problem,
    /// Their length.
    length: usize,
    lines: VecDeque<Vec<Move>>,
    /// Whether there may be more.
    incomplete: bool,
}

impl OtherLines<'_> {
    /// Adds lines that leave `examined` before `ply`, where something is fatal.
    fn find(&mut self, searcher: &mut Searcher<'_>, examined: &ExaminedLine, ply: usize) {
        match self.length.cmp(&examined.main.plies_from(0)) {
            Ordering::Less => self.add_shorter(searcher, &examined.main, ply),
            Ordering::Equal => self.add_equal(searcher, examined, ply),
            // No line is longer than the best defence.
            Ordering::Greater => self.incomplete = true,
        }
    }

    /// Adds the equal variations among the facts.
    fn add_equal(&mut self, searcher: &mut Searcher<'_>, examined: &ExaminedLine, ply: usize) {
        let main = &examined.main;
        for fact in examined.facts.iter().filter(|fact| fact.ply < ply) {
            let before = match fact.ply.checked_sub(1) {
                Some(before) if !main.positions[before].attacker_to_move() => before,
                _ => continue,
            };
            match (fact.proof, fact.kind) {
                (Proof::Undecided, _) => self.incomplete = true,
                (_, FactKind::LongerVariation | FactKind::LongerByTwo) => {}
                _ => self.add(searcher, &[&main.moves[..before], &fact.line].concat()),
            }
        }
    }

    /// Adds lines of a given length by searching the length of every defence.
    fn add_shorter(&mut self, searcher: &mut Searcher<'_>, main: &MainLine, ply: usize) {
        for before in main.defences().take_while(|&before| before + 1 < ply) {
            let position = &main.positions[before];
            let replies = position.moves().into_iter();
            for reply in replies.filter(|&reply| reply != main.moves[before]) {
                let after = position.play(reply).ok();
                let answer = after.map(|after| searcher.shortest(&after, LENGTH_NODES));
                let Some(Verdict::Mate(mate)) = answer else {
                    self.incomplete = true;
                    continue;
                };
                let length = (main.plies_before(before) + 1 + mate.length) as usize;
                // A longer one may lead to the author's line by a later reply.
                self.incomplete |= length > self.length || !mate.exact;
                if length == self.length {
                    self.add(
                        searcher,
                        &[&main.moves[..before], &[reply], &mate.line].concat(),
                    );
                }
            }
        }
    }

    /// Adds a line if it leaves nothing in hand.
    fn add(&mut self, searcher: &mut Searcher<'_>, line: &[Move]) {
        let Some(line) = with_best_last_move(searcher, self.problem, line) else {
            self.incomplete = true;
            return;
        };
        if leaves_nothing(self.problem, &line) {
            self.lines.push_back(line);
        }
    }
}

/// Returns whether a line ends with nothing in the attacker's hand.
fn leaves_nothing(problem: &Problem, line: &[Move]) -> bool {
    let end = problem.play_all(line);
    end.is_ok_and(|end| end.attacker_hand().is_empty())
}

/// Replaces the last move by the mating move that leaves least in hand; `None` if
/// the budget does not suffice.
pub(crate) fn with_best_last_move(
    searcher: &mut Searcher<'_>,
    problem: &Problem,
    line: &[Move],
) -> Option<Vec<Move>> {
    let Some((&own, before)) = line.split_last() else {
        return Some(Vec::new());
    };
    let positions = problem.play_line(line).ok()?;
    let held = |position: &Problem| position.attacker_hand().total();
    let (mut best, mut least) = (own, held(positions.last()?));
    let position = &positions[before.len()];
    // The line's own move stays unless another is better.
    for mv in position.moves() {
        let after = position.play(mv).ok().filter(|after| held(after) < least);
        if let Some(after) = after
            && searcher.is_mated(&after)?
        {
            (best, least) = (mv, held(&after));
        }
    }
    Some([before, &[best]].concat())
}
